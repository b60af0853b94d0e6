/** Backups of a setup by the command line. A backup of the jobs is in jobs.test.ts. */

import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { machineAt } from '../server/example-setup.ts'
import { served } from '../server/http/wire.ts'
import { quietzone } from './quietzone.ts'

const home = t.testdir()
const machine = await machineAt(join(home, 'machine'))
const { counters, printers, printerEntries, setup, designs, setupCopy } = machine
const service = await served({ printing: { printers, counters }, printerEntries, keys: setup, designs, setupCopy })
t.teardown(async () => {
  await service.close()
  await machine.close()
})
const env = { QZ_URL: service.url, QZ_KEY: setup.code }
const file = join(home, 'setup.json')

t.test('a backup, what it would replace, and the way back', async (t) => {
  counters.set('pallet', { start: 40 })
  const saved = await quietzone(['state', '--setup', file], { env })
  t.equal(saved.code, 0, saved.stderr)
  t.match(saved.stdout.toString(), `${file}: ${statSync(file).size} bytes`)
  const design = { ...designs.definition!('shelf'), name: 'other' }
  designs.save!('other', design)
  const asked = await quietzone(['state', '--restore', file], { env })
  t.equal(asked.code, 0, asked.stderr)
  t.equal(
    asked.stdout.toString(),
    [
      ...['printers: 0 in the place of 0', 'keys: 0 in the place of 0', 'designs: 1 in the place of 2'],
      ...['counters: 1 joined with 1', 'nothing has changed; --yes replaces it', ''],
    ].join('\n'),
  )
  t.equal(designs.list().length, 2)
  const restored = await quietzone(['state', '--restore', file, '--yes'], { env })
  t.equal(restored.code, 0, restored.stderr)
  t.match(restored.stdout.toString(), `${file} is restored`)
  t.same(
    designs.list().map(({ name }) => name),
    ['shelf'],
  )
})

t.test('what is refused', async (t) => {
  const wrong = join(home, 'wrong.json')
  writeFileSync(wrong, readFileSync(file, 'utf8').replace('"next":40', '"next":-1'))
  const refused = await quietzone(['state', '--restore', wrong, '--yes'], { env })
  t.match([refused.code, refused.stderr], [1, /invalid_parameter: counters: number 1 is not a counter/])
  writeFileSync(wrong, 'SQLite format 3')
  const other = await quietzone(['state', '--restore', wrong], { env })
  t.match([other.code, other.stderr], [1, /is not a file that --setup has written/])
  for (const [args, message] of [
    [['--setup', file, '--backup', file], /--setup and --backup do not go together/],
    [['--setup', file, '--yes'], /--yes works only with --restore/],
    [['--yes'], /nothing to do/],
  ] as const)
    t.match(await quietzone(['state', ...args], { env }), { code: 2, stderr: message })
  const none = join(home, 'none.json')
  t.match(await quietzone(['state', '--restore', none], { env }), { code: 3, stderr: /none.json/ })
  t.match(await quietzone(['state', '--setup', none], { env: { ...env, QZ_KEY: 'x' } }), {
    code: 1,
    stderr: /key_unknown/,
  })
  t.notOk(existsSync(none))
})
