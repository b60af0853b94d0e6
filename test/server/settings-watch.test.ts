import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { changesOf, SettingsWatch } from '../../src/server/settings-watch.ts'

/** A folder with a file of JSON, who looks at it, what was taken of it, and the log. */
function watching(t: Test, begun = '[]') {
  const folder = t.testdir({})
  const path = join(folder, 'keys.json')
  writeFileSync(path, begun)
  const taken: string[] = []
  const log: string[] = []
  const take = (text: string): string => {
    JSON.parse(text)
    taken.push(text)
    return `${taken.length} keys`
  }
  const file = { setting: 'QZ_KEYS', path, content: 'the keys', text: begun, take }
  const watch = new SettingsWatch([file], {
    event: (message) => log.push(message.replace(folder, '')),
    problem: (message) => log.push(`! ${message.replace(folder, '')}`),
  })
  return { folder, path, taken, log, watch }
}

t.test('a file that is written anew, renamed into its place, gone and there again', async (t) => {
  const { folder, path, taken, log, watch } = watching(t)
  await watch.look()
  t.same(log, [], 'nothing has changed')
  writeFileSync(path, '[1]')
  await watch.look()
  writeFileSync(join(folder, 'draft'), '[2]')
  renameSync(join(folder, 'draft'), path)
  await watch.look()
  t.same(taken, ['[1]', '[2]'])
  rmSync(path)
  await watch.look()
  await watch.look()
  t.same(log.slice(2), [
    '! QZ_KEYS: /keys.json: cannot be read: no such file or directory; the keys that were read before stay',
  ])
  writeFileSync(path, '[2]')
  await watch.look()
  t.same(log.slice(3), ['QZ_KEYS: /keys.json: read again: as before'])
  t.same(taken, ['[1]', '[2]'])
})

t.test('a ConfigMap: the link that all files are behind is another one', async (t) => {
  const { folder, path, taken, watch } = watching(t)
  rmSync(path)
  for (const version of ['one', 'two']) {
    mkdirSync(join(folder, version))
    writeFileSync(join(folder, version, 'keys.json'), `["${version}"]`)
  }
  const point = (version: string): void => {
    symlinkSync(version, join(folder, 'data.new'))
    renameSync(join(folder, 'data.new'), join(folder, 'data'))
  }
  point('one')
  symlinkSync('data/keys.json', path)
  await watch.look()
  point('two')
  await watch.look()
  t.same(taken, ['["one"]', '["two"]'])
})

t.test('half a file: said once, what was read before stays, and the whole is taken', async (t) => {
  const { path, taken, log, watch } = watching(t)
  writeFileSync(path, '[1')
  for (let i = 0; i < 3; i++) await watch.look()
  t.equal(log.length, 1)
  t.match(log[0], /^! QZ_KEYS: \/keys\.json: .*JSON.*; the keys that were read before stay$/)
  t.same(taken, [])
  await watch.reread()
  t.equal(log.length, 2, 'who asks is told again')
  writeFileSync(path, '[1]')
  await watch.look()
  t.same(taken, ['[1]'])
  await watch.reread()
  t.same(log.slice(2), ['QZ_KEYS: /keys.json: read again: 1 keys', 'QZ_KEYS: /keys.json: read again: as before'])
})

t.test('changes within a tick of the clock of the file system, and clocks that jump', async (t) => {
  const path = join(t.testdir({ 'a.json': '[0]' }), 'a.json')
  const taken: string[] = []
  let [now, time] = [10_000, 10_000]
  const take = (text: string): string => `${taken.push(text)}`
  const file = { setting: 'QZ_KEYS', path, content: 'the keys', text: '[0]', take }
  const system = { now: () => now, stat: async () => ({ dev: 1, ino: 1, size: 3, mtimeMs: time, ctimeMs: time }) }
  const watch = new SettingsWatch([file], { event: () => {}, problem: () => {} }, system)
  for (let i = 1; i < 10; i++) {
    writeFileSync(path, `[${i}]`)
    await watch.look()
    t.equal(taken.at(-1), `[${i}]`, 'the file has the time that it had')
  }
  now = time - 1_000_000
  writeFileSync(path, '[1]')
  await watch.look()
  t.equal(taken.at(-1), '[1]', 'a clock before the time of the file')
  now = time + 1_000_000
  await watch.look()
  writeFileSync(path, '[2]')
  await watch.look()
  t.equal(taken.at(-1), '[1]', 'an old file with the times that it had is not read again')
  time++
  await watch.look()
  t.equal(taken.at(-1), '[2]')
})

t.test('asked for twice at once, and while it is looked at: one after the other', async (t) => {
  const { path, taken, log, watch } = watching(t)
  writeFileSync(path, '[1]')
  const both = [watch.reread(), watch.reread(), watch.look()]
  await Promise.all(both)
  t.same(taken, ['[1]'])
  t.same(log, ['QZ_KEYS: /keys.json: read again: 1 keys', 'QZ_KEYS: /keys.json: read again: as before'])
})

t.test('what has changed, in words', async (t) => {
  const [a, b, c] = [{ name: 'a' }, { name: 'b', dpi: 203 }, { name: 'c' }]
  t.equal(changesOf('printers', [a, b], [a, { ...b, dpi: 300 }, c]), '3 printers; new: c; changed: b')
  t.equal(changesOf('printers', [a, b], [b]), '1 printers; gone: a')
  t.equal(changesOf('printers', [a], [a]), '1 printers; none of them another')
  const many = Array.from({ length: 8 }, (_, i) => ({ name: `p${i}` }))
  t.equal(changesOf('printers', [], many), '8 printers; new: p0, p1, p2, p3, p4 and 3 more')
})
