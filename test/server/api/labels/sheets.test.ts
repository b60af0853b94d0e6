import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { pagesOf, pdfPictures, pdfToolsAbsent, qpdfComplaints } from '../../../oracle/pdf.ts'
import { pngPicture } from '../../../oracle/picture.ts'
import { zxingTexts } from '../../../oracle/zxing.ts'
import { inLongRun } from '../../../random.ts'
import { ask, errorIn, type Reply, repliesIn, type Served, served, Wire } from '../../http/wire.ts'
import { exampleDesigns } from '../example-designs.ts'

const get = (service: Served, target: string): Promise<Reply> => ask(service.port, `GET ${target}`)

async function post(service: Served, query: string, body: string): Promise<Reply> {
  const bytes = Buffer.from(body)
  const head = `POST /api/v1/labels?${query} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: text/csv\r\nContent-Length: ${bytes.length}\r\n\r\n`
  const wire = new Wire(service.port).send(head).send(bytes)
  await wire.closed
  return repliesIn(wire.received)[0]!
}

/** What `read` makes of the file. */
async function withFile<T>(bytes: Uint8Array, read: (file: string) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-'))
  try {
    writeFileSync(join(folder, 'x.pdf'), bytes)
    return await read(join(folder, 'x.pdf'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

t.test(
  '500 labels fill sheets in the order of the rows, from the first position',
  { skip: pdfToolsAbsent || inLongRun.skip },
  async (t) => {
    const service = await served()
    t.teardown(() => service.close())
    const rows = Array.from({ length: 250 }, (_, i) => `B-${i + 1};${i % 2 === 0 ? 1 : 3}`)
    const query = 'type=code128&sheet=avery-l7160&first=20&shift=0.5,0'
    const reply = await post(service, query, `Text;Qty\r\n${rows.join('\r\n')}\r\n`)
    t.equal(reply.status, 200)
    t.equal(reply.headers.get('quietzone-rows'), '250/250')
    t.equal(qpdfComplaints(reply.body), '')
    const texts = rows.flatMap((row) => Array.from({ length: Number(row.split(';')[1]) }, () => row.split(';')[0]!))
    const pages = await withFile(reply.body, pagesOf)
    t.equal(texts.length, 500)
    t.equal(pages.length, Math.ceil((19 + 500) / 21))
    const words = pages.map((page) => page.words.map(({ text }) => text))
    t.same(
      words.map(({ length }) => length),
      [2, ...Array.from({ length: 23 }, () => 21), 15],
    )
    // drawings that are there several times are in the order in which they stand
    t.same(words.flat(), texts)
    t.ok(pages.every(({ width, height }) => Math.round(width) === 595 && Math.round(height) === 842))
    const again = await post(service, query, `Text;Qty\r\n${rows.join('\r\n')}\r\n`)
    t.equal(Buffer.compare(again.body, reply.body), 0, 'the same bytes')
  },
)

t.test('rows in which nothing is known of other sheets', { skip: pdfToolsAbsent }, async (t) => {
  const service = await served()
  t.teardown(() => service.close())
  const faultsOf = async (query: string, body: string) =>
    (
      JSON.parse((await post(service, query, body)).body.toString()) as {
        error: { code: string; faults: { parameter: string; message: string }[] }
      }
    ).error
  const other = await faultsOf('type=qr&sheet=avery-l7160', 'Text;Sheet\r\nA-1;avery-l7160\r\nA-2;herma-4464\r\n')
  t.match(other, {
    code: 'invalid_rows',
    faults: [
      { parameter: 'sheet', row: 3, message: /"herma-4464" is not "avery-l7160", as all labels on the same sheets/ },
    ],
  })
  const alone = await faultsOf('type=qr', 'Text;Sheet\r\nA-1;avery-l7160\r\n')
  t.match(alone.faults, [{ parameter: 'sheet', message: /is not left out/ }])
  const resolution = await faultsOf('type=qr&sheet=avery-l7160&dpi=600', 'Text;dpi\r\nA-1;600\r\nA-2;300\r\n')
  t.match(resolution.faults, [{ parameter: 'dpi', row: 3 }])
  t.equal((await faultsOf('type=qr&sheet=avery-l7160&size=4x6', 'Text\r\nA-1\r\n')).code, 'invalid_parameter')
  const zpl = await faultsOf('type=qr&sheet=avery-l7160&format=zpl', 'Text\r\nA-1\r\n')
  t.match(zpl.faults, [{ parameter: 'sheet', message: /does not go with format=zpl/ }])
})

t.test('sheets that are found, and those that are not accepted', inLongRun, async (t) => {
  const service = await served()
  t.teardown(() => service.close())
  const found = JSON.parse((await get(service, '/api/v1/sheets?search=avery+l7160')).body.toString())
  t.match(found, {
    total: 1,
    sheets: [
      { id: 'avery-7160', labels: 21, paper: { name: 'A4' }, usable: true, aliases: [{ id: 'avery-l7160' }, {}] },
    ],
  })
  t.equal(found.sheets[0].positions.length, 21)
  const described = 'A4:3x7:63.5x38.1mm:7.2,15.15mm:66,38.1mm'
  const itself = JSON.parse((await get(service, `/api/v1/sheets?search=${described}`)).body.toString())
  t.match(itself, { total: 1, sheets: [{ id: described, description: described, labels: 21 }] })
  const label = '/api/v1/label?type=qr&text=A-1'
  const refused = async (sheet: string) => errorIn(await get(service, `${label}&sheet=${sheet}`))
  t.match(await refused('7160'), { faults: [{ parameter: 'sheet', suggestion: { sheet: 'avery-7160' } }] })
  t.match((await refused('avery-716')).message, /is not the name of a product/)
  t.match((await refused('hisago-elm024')).message, /is not usable: .* its labels leave the paper by 236\.5 mm/)
  t.match((await refused('avery-l7160&first=22')).message, /^first: "22" is not a whole number from 1 to 21/)
  t.match((await refused('avery-l7160&shift=21,0')).message, /^shift: "21,0" is not two numbers of mm from -20 to 20/)
  t.match((await refused('avery-l7160&layout=logistics&gs1=true')).message, /sheet: does not go with layout=logistics/)
  t.equal(
    (await get(service, `${label}&sheet=Avery+L7160`)).headers.get('content-disposition'),
    'inline; filename="labels-avery-l7160-qr.pdf"',
  )
})

t.test(
  'the alignment sheet has its numbers, and is moved by the shift',
  { skip: pdfToolsAbsent || inLongRun.skip },
  async (t) => {
    const service = await served()
    t.teardown(() => service.close())
    const words = async (query: string) => {
      const { body } = await get(service, `/api/v1/sheets/alignment?sheet=avery-l7160${query}`)
      return (await withFile(body, pagesOf))[0]!.words
    }
    const plain = await words('')
    const count = (all: typeof plain, text: string): number => all.filter((word) => word.text === text).length
    // four corners with two scales each
    for (const number of ['-4', '0', '4']) t.equal(count(plain, number), 8, number)
    const shifted = await words('&shift=1,-0.5')
    for (const number of ['-3', '1', '5', '-4.5', '-0.5', '3.5']) t.equal(count(shifted, number), 4, number)
    const png = await get(service, '/api/v1/sheets/alignment?sheet=avery-l7160&format=png&dpi=600')
    t.match(errorIn(png), { code: 'does_not_fit' })
  },
)

t.test('labels of a sheet by an img tag', { skip: pdfToolsAbsent || inLongRun.skip }, async (t) => {
  const service = await served()
  t.teardown(() => service.close())
  const { body } = await get(service, '/api/v1/label?type=qr&text=A-1&sheet=herma-4464&qty=3&showtext=false')
  const [page] = await withFile(body, (file) => pdfPictures(file, 150))
  t.same(await zxingTexts(page!, 'qr', { tryHarder: true }), ['A-1', 'A-1', 'A-1'])
})

t.test(
  'labels of a design fill sheets, and are read back at their positions',
  { skip: pdfToolsAbsent || inLongRun.skip },
  async (t) => {
    const service = await served({ designs: exampleDesigns })
    t.teardown(() => service.close())
    const sheet = 'sheet=A4:3x8:57x32mm:10,15mm:62,34mm'
    const all = Array.from({ length: 30 }, (_, i) => `A-${i}`)
    const reply = await post(
      service,
      `design=shelf&${sheet}&first=5&outline=true&verify=true`,
      `SKU\n${all.join('\n')}\n`,
    )
    t.match(Object.fromEntries(reply.headers), { 'quietzone-rows': '30/30', 'quietzone-verified': /labels=30/ })
    t.equal(qpdfComplaints(reply.body), '')
    const pages = await withFile(reply.body, (file) => pdfPictures(file, 200))
    t.same(
      (await Promise.all(pages.map((page) => zxingTexts(page, 'code128')))).map((found) => found.length),
      [20, 10],
    )
    const texts = (await Promise.all(pages.map((page) => zxingTexts(page, 'code128')))).flat()
    t.same(texts.toSorted(), all.toSorted())
    for (const format of ['png', 'svg']) {
      const target = `/api/v1/label?design=shelf&sku=A-1&${sheet}&first=5&qty=30&format=${format}&verify=true`
      t.match((await get(service, target)).headers.get('quietzone-verified'), /^text/, format)
    }
    const faults = async (query: string) => errorIn(await get(service, `/api/v1/label?design=shelf&sku=A-1&${query}`))
    t.match(await faults('sheet=avery-l7160'), {
      code: 'does_not_fit',
      faults: [{ parameter: 'sheet', message: /57x32mm.*63\.9\d*x38\.1mm/ }],
    })
    t.match(await faults(`${sheet}&first=25`), { code: 'invalid_parameter', faults: [{ parameter: 'first' }] })
    t.match(await faults(`${sheet}&format=zpl`), { code: 'invalid_parameter' })
    t.match(await faults('first=2'), { code: 'invalid_parameter', faults: [{ parameter: 'first' }] })
  },
)

t.test('what is wrong with the sheet of many labels is a fault of the request, not of each row', async (t) => {
  const service = await served({ designs: exampleDesigns })
  t.teardown(() => service.close())
  const sheet = 'sheet=A4:3x8:57x32mm:10,15mm:62,34mm'
  for (const [query, fault] of [
    [`${sheet}&first=25`, { parameter: 'first', message: /^"25" is not a whole number from 1 to 24/ }],
    [`${sheet}&format=zpl`, { parameter: 'sheet', message: /^does not go with format=zpl/ }],
    ['first=2', { parameter: 'first', message: /^goes only with sheet/ }],
    ['shift=1,1', { parameter: 'shift', message: /^goes only with sheet/ }],
  ] as const) {
    for (const [labels, rows] of [
      ['type=qr', 'text\nA-1\nA-2\n'],
      ['design=shelf', 'sku\nA-1\nA-2\n'],
    ]) {
      const reply = await post(service, `${labels}&${query}`, rows!)
      const { code, faults } = errorIn(reply)
      t.same([reply.status, code, faults?.length], [400, 'invalid_parameter', 1], `${labels}&${query}`)
      t.match(faults, [fault])
      t.notOk(faults?.some(({ row }) => row !== undefined))
    }
  }
})

t.test('a picture of many labels is one of their first page', inLongRun, async (t) => {
  const service = await served({ designs: exampleDesigns })
  t.teardown(() => service.close())
  const alike = 'type=qr&text=A-1&dpi=203&verify=true'
  const sheet = 'sheet=avery-l7160&first=3'
  for (const format of ['png', 'svg']) {
    const one = await get(service, `/api/v1/label?${alike}&${sheet}&qty=25&format=${format}`)
    const many = await post(
      service,
      `type=qr&dpi=203&verify=true&${sheet}&format=${format}`,
      'Text;Qty\nA-1;20\nA-1;5\n',
    )
    t.equal(many.status, 200)
    t.match(many.headers.get('quietzone-verified'), /^text/)
    t.match(many.headers.get('content-disposition'), `labels.${format}`)
    t.equal(Buffer.compare(many.body, one.body), 0, `${format}: as of one label, 25 times`)
    const single = await get(service, `/api/v1/label?${alike}&size=4x6&format=${format}`)
    const first = await post(service, `type=qr&dpi=203&verify=true&size=4x6&format=${format}`, 'Text\nA-1\nB-2\n')
    t.equal(Buffer.compare(first.body, single.body), 0, `${format}: the first label`)
  }
  const texts = Array.from({ length: 30 }, (_, i) => `A-${i}`)
  const csv = (name: string): string => `${name}\n${texts.join('\n')}\n`
  const plain = await post(service, `type=qr&showtext=false&dpi=300&${sheet}&format=png`, csv('Text'))
  t.same((await zxingTexts(pngPicture(plain.body), 'qr')).toSorted(), texts.slice(0, 19).toSorted())
  const design = 'design=shelf&sheet=A4:3x8:57x32mm:10,15mm:62,34mm&first=5&verify=true'
  const designed = await post(service, `${design}&dpi=203&format=png`, csv('SKU'))
  t.same((await zxingTexts(pngPicture(designed.body), 'code128')).toSorted(), texts.slice(0, 20).toSorted())
  t.match(errorIn(await post(service, `type=qr&${sheet}&format=png`, `${csv('Text')}${'x'.repeat(3000)}\n`)), {
    code: 'invalid_rows',
    faults: [{ row: 32 }],
  })
})
