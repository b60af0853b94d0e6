/** Every parameter of labels with a design: it is drawn, or refused by its name, and never ignored. */

import t from 'tap'
import { parameters } from '../../../src/request/params.ts'
import { loopbackPrinter } from '../../printing/channels/loopback-printer.ts'
import { printerAt } from '../../printing/printers/example-jobs.ts'
import { inLongRun } from '../../random.ts'
import { conversation, errorIn, type Reply, repliesIn } from '../http/wire.ts'
import { exampleDesigns } from './example-designs.ts'
import { print, printService } from './print-service.ts'

const paper = await loopbackPrinter()
const printer = printerAt(paper, { name: 'shelves', stock: '57x32mm', status: false })
const service = await printService([printer], { designs: exampleDesigns })
t.teardown(async () => {
  await service.close()
  await paper.close()
})

async function ask(target: string): Promise<Reply> {
  const head = `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
  return repliesIn(await conversation(service.port, head))[0]!
}

const design = 'design=shelf&sku=A-1'

/** A value of each parameter that a label accepts. */
const values: { readonly [name: string]: string } = {
  ...{
    text: 'A',
    type: 'qr',
    size: '57x32mm',
    orientation: 'landscape',
    showtext: 'false',
    caption: 'a',
    withtext: 'true',
  },
  ...{
    title: 'a',
    layout: 'auto',
    format: 'png',
    zpl: 'z64',
    dpi: '203',
    xdim: '0.5',
    gain: '0.1',
    application: 'retail',
    content: 'place',
    profile: 'udi',
  },
  ...{ qty: '2', gs1: 'true', domain: 'https://example.com', escapes: 'true', strict: 'true', verify: 'true' },
  ...{ sheet: 'A4:3x8:57x32mm:10,10mm:60,34mm', first: '2', shift: '1,1', outline: 'true' },
  ...{ level: 'H', version: '5', mask: '3', eci: 'auto', parts: '2', part: '1', fnc1: 'second', indicator: '12' },
  ...{ shape: 'square', modules: '20x20', encodation: 'ascii', fileid: '1.2', reader: 'true', addon: '12' },
}

/** What becomes of a parameter. */
function fateOf(reply: Reply, name: string): string {
  const ignored = reply.headers.get('quietzone-ignored')?.split(',') ?? []
  if (ignored.some((each) => each.trim() === name)) return 'ignored'
  if (reply.status === 200) return 'drawn'
  const named = errorIn(reply).faults?.some(({ parameter }) => parameter === name)
  return reply.status === 400 && named ? 'refused' : `${reply.status} ${reply.body}`
}

const drawn = ['format', 'dpi', 'gain', 'profile', 'strict', 'verify', 'sheet']
const ofSheets = ['first', 'shift', 'outline']

t.test('each parameter of labels with a design: drawn or refused', inLongRun, async (t) => {
  t.same(
    Object.keys(parameters.label).filter((name) => !(name in values)),
    [],
    'every parameter has a value',
  )
  for (const name of Object.keys(parameters.label)) {
    const others = ofSheets.includes(name) ? `&sheet=${values.sheet}` : ''
    const given = `${design}${others}&${name}=${encodeURIComponent(values[name]!)}`
    const isDrawn = [...drawn, ...ofSheets, 'qty', 'zpl'].includes(name)
    t.equal(fateOf(await ask(`/api/v1/label?${given}`), name), isDrawn ? 'drawn' : 'refused', `label: ${name}`)
    if (name === 'qty' || name === 'zpl' || name === 'verify') continue
    t.equal(fateOf(await ask(`/api/v1/plan?${given}`), name), isDrawn ? 'drawn' : 'refused', `plan: ${name}`)
  }
})

t.test('each parameter of printed labels with a design: drawn or refused', inLongRun, async (t) => {
  const wrong: string[] = []
  for (const name of Object.keys(parameters.label)) {
    const value = encodeURIComponent(values[name]!)
    const reply = await print(service, `printer=shelves&${design}&${name}=${value}`)
    const fate = fateOf(reply, name)
    if (fate === 'ignored' || (fate !== 'refused' && ![...drawn, 'qty', 'zpl', 'format'].includes(name)))
      wrong.push(`${name}: ${fate}`)
  }
  t.same(wrong, [])
})

t.test('a sheet is refused on a printer, of any label', async (t) => {
  for (const label of ['type=qr&text=A', design]) {
    for (const name of ['sheet', ...ofSheets]) {
      const value = encodeURIComponent(values[name]!)
      t.equal(
        fateOf(await print(service, `printer=shelves&${label}&${name}=${value}`), name),
        'refused',
        `${label} ${name}`,
      )
    }
  }
})
