/** Behind the proxies of deploy/: what needs state meets the instance that has it, each time. */

import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { loopbackPrinter } from '../printing/channels/loopback-printer.ts'
import { Instance } from './instance.ts'
import { absent, below, haproxy, nginx, running, type ShippedProxy } from './proxy.ts'

/** How often each path is asked for. */
const times = 40

const design = {
  name: 'counted',
  size: '40x20mm',
  elements: [{ kind: 'text', at: [2, 2], size: [36, 6], value: '{serial:pallet|6}' }],
}

/** Four instances behind a proxy, of which the first alone has printers, state and designs, until the test ends. */
async function site(t: Test, proxy: ShippedProxy): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-stateful-'))
  const printer = await loopbackPrinter()
  const file = join(folder, 'printers.json')
  const dock = { name: 'dock', address: printer.address, language: 'zpl', dpi: 203, stock: '2x1', status: false }
  writeFileSync(file, JSON.stringify([dock]))
  mkdirSync(join(folder, 'designs'))
  writeFileSync(join(folder, 'designs', 'counted.json'), JSON.stringify(design))
  const settings = { QZ_RATE_PER_MINUTE: '0', QZ_TRUSTED_PROXIES: '127.0.0.1' }
  const state = { QZ_STATE: join(folder, 'state'), QZ_PRINTERS: file, QZ_DESIGNS: join(folder, 'designs') }
  const all = await Promise.all([0, 1, 2, 3].map((i) => Instance.on(i === 0 ? { ...settings, ...state } : settings)))
  const { child, port } = await running(
    proxy,
    folder,
    all.map(({ host }) => host),
  )
  t.teardown(async () => {
    const gone = once(child, 'close')
    child.kill('SIGKILL')
    await Promise.all([gone, ...all.map((instance) => instance.end('SIGKILL'))])
    await printer.close()
    rmSync(folder, { recursive: true })
  })
  return `http://127.0.0.1:${port}`
}

const steering = { 'Quietzone-Print': 'yes' }
const number = encodeURIComponent('{serial:pallet}')
const table = 'text\nplain\nQZ-{serial:pallet}\n'

/** Requests that need state: method and path, a body, what is in the answer. */
const requests: readonly (readonly [line: string, body?: string | undefined, wanted?: RegExp])[] = [
  ['GET /api/v1/printers', undefined, /"dock"/],
  ['GET /api/v1/jobs', undefined, /"jobs":\[\{/],
  ['GET /api/v1/jobs/1', undefined, /"id":1,/],
  ['GET /api/v1/jobs/1/labels', undefined, /"text"/],
  ['GET /api/v1/jobs.csv', undefined, /dock/],
  ['GET /api/v1/scans', undefined, /"scans":/],
  ['GET /api/v1/counters', undefined, /"pallet"/],
  ['POST /api/v1/counters/pallet?width=6', undefined, /"pallet"/],
  // one at a time
  ['POST /api/v1/state/backup', undefined, /^SQLite format 3|another backup is being read/],
  ['GET /api/v1/designs', undefined, /counted/],
  ['GET /api/v1/designs/counted', undefined, /serial:pallet/],
  ['POST /api/v1/print?printer=dock&type=qr&text=a', undefined, /"received":\{/],
  ['POST /api/v1/jobs/1/reprint?reason=torn', undefined, /"of":1/],
  [`GET /api/v1/barcode?type=qr&text=${number}`],
  ['GET /api/v1/barcode?type=qr&text={serial:pallet}'],
  [`GET /api/v1/label?type=qr&size=4x6&format=svg&text=a&caption=${number}`],
  ['GET /api/v1/label?design=counted&format=svg'],
  [`GET /api/v1/plan?type=qr&text=${number}`],
  ['GET /api/v1/plan?design=counted'],
  ['GET /api/v1/plan?type=qr&text=a&printer=dock', undefined, /"scans"/],
  [`GET /api/generate-barcode?type=qr&size=4x6&text=${number}`],
  ['POST /api/v1/labels?type=qr', table],
]

for (const proxy of [nginx, haproxy]) {
  t.test(`${proxy.command}: each path that needs state, ${times} times`, async (t) => {
    const tools = absent([proxy.command, proxy.from])
    if (tools.length > 0) return void t.fail(`not installed: ${tools}`)
    const origin = await site(t, proxy)
    const headers = { ...steering, 'Content-Type': 'text/csv' }
    const ask = async (line: string, body?: string): Promise<{ reply: Response; text: string }> => {
      const [method, path] = line.split(' ') as [string, string]
      const reply = await fetch(`${origin}${path}`, {
        method,
        headers: body === undefined ? steering : headers,
        ...(body && { body }),
      })
      return { reply, text: await reply.text() }
    }
    await ask('POST /api/v1/counters/pallet?width=6')
    await ask('POST /api/v1/print?printer=dock&type=qr&text=first')
    for (const [line, body, wanted = /./s] of requests) {
      const answers = await Promise.all(Array.from({ length: times }, () => ask(line, body)))
      const isRight = (status: number, text: string): boolean =>
        wanted.test(text) && (status < 300 || text.includes('another backup'))
      const wrong = answers.filter(({ reply, text }) => !isRight(reply.status, text))
      t.same(
        wrong.map(({ reply, text }) => `${reply.status} ${text.slice(0, 200)}`),
        [],
        line,
      )
      const isNumbered = /serial|counted/.test(`${line}${body}`) && !line.includes('/designs')
      if (isNumbered) {
        const told = answers.filter(({ reply }) =>
          /numbers_not_taken/.test(reply.headers.get('Quietzone-Warning') ?? ''),
        )
        t.equal(told.length, times, `${line}: numbers are shown, and none is taken`)
        t.ok(answers.every(({ reply }) => reply.headers.get('Cache-Control') === 'no-store'))
      }
    }
    t.match((await ask('GET /api/v1/counters')).text, /"next":1,/, 'nothing of it took a number')
  })

  t.test(`${proxy.command}: the place of a job, below a path`, async (t) => {
    const tools = absent([proxy.command, proxy.from])
    if (tools.length > 0) return void t.fail(`not installed: ${tools}`)
    for (const path of ['/barcodes/', '/a/b/']) {
      const origin = await site(t, below(proxy, path))
      const place = async (target: string, more = {}): Promise<string> => {
        const reply = await fetch(new URL(target, `${origin}${path}`), {
          method: 'POST',
          headers: { ...steering, ...more },
        })
        await reply.arrayBuffer()
        return new URL(reply.headers.get('Location')!, reply.url).href
      }
      const job = await place('api/v1/print?printer=dock&type=qr&text=a', { Prefer: 'respond-async' })
      const again = await place('api/v1/jobs/1/reprint?reason=torn')
      for (const [i, address] of [job, again].entries()) {
        t.equal(address, `${origin}${path}api/v1/jobs/${i + 1}`)
        t.match(await (await fetch(address)).json(), { id: i + 1 }, address)
      }
    }
  })
}
