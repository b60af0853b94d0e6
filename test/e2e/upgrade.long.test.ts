/** The program itself, started on the state of each earlier version, and on that of a later one. */

import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { addressOf, ended, started } from '../cli/program.ts'
import { loopbackPrinter } from '../printing/channels/loopback-printer.ts'
import { landedVersions, plantDatabase, plantNewer } from '../printing/store/upgrade.ts'

const folder = mkdtempSync(join(tmpdir(), 'quietzone-upgrades-'))
const paper = await loopbackPrinter()
const printers = join(folder, 'printers.json')
const dock = { address: paper.address, language: 'zpl', dpi: 203, stock: '2x1', status: false }
writeFileSync(printers, JSON.stringify(['dock-3', 'lab'].map((name) => ({ ...dock, name }))))
t.teardown(async () => {
  await paper.close()
  rmSync(folder, { recursive: true })
})

for (const version of landedVersions) {
  t.test(`from version ${version}, with state on, and no way back but the copy`, async (t) => {
    const state = join(folder, `v${version}`)
    mkdirSync(state)
    const file = plantDatabase(state, version)
    const settings = { QZ_STATE: state, QZ_PRINTERS: printers, QZ_RATE_PER_MINUTE: '0', PORT: '0' }
    const child = started(['serve'], settings)
    const origin = new URL(await addressOf(child)).origin
    child.stdout!.resume()
    child.stderr!.resume()
    const ask = async (path: string, method = 'GET'): Promise<Response> =>
      fetch(`${origin}${path}`, { method, headers: { 'Quietzone-Print': 'yes' } })
    t.match(await (await ask('/readyz')).json(), { status: 'ready', degraded: undefined })
    t.match(await (await ask('/api/v1/jobs/2')).json(), { state: 'uncertain', labels: 5, received: 2 })
    t.match(await (await ask('/api/v1/jobs/2/cancel', 'POST')).json(), { state: 'cancelled', received: 2 })
    const text = encodeURIComponent('QZ-{serial:pallet}')
    const printed = await ask(`/api/v1/print?printer=dock-3&type=qr&text=${text}`, 'POST')
    t.equal(printed.status, version === 1 ? 422 : 200, 'there are counters since version 2')
    if (version > 1) t.match(await (await ask('/api/v1/counters')).text(), /"next":4,/)
    child.kill('SIGTERM')
    await once(child, 'close')

    plantNewer(file, 99)
    const before = readFileSync(file)
    const refused = await ended(started(['serve'], settings))
    t.equal(refused.code, 1)
    const copy = version === 6 ? 'there is no copy of an older version' : `quietzone\\.sqlite\\.v${version}, the copy`
    t.match(refused.stderr, new RegExp(`version 99, which a newer quietzone has written.*${copy}`))
    t.notMatch(refused.stderr, /damaged/)
    t.ok(readFileSync(file).equals(before))
  })
}
