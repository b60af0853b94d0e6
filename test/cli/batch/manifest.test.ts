import { rejects } from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { Manifest, type ManifestHead, writeManifest } from '../../../src/cli/batch/manifest.ts'
import { durableFile } from '../../../src/cli/files.ts'
import { forAll, inLongRun } from '../../random.ts'
import { quietzone } from '../quietzone.ts'

t.test('a manifest that is cut, or changed in any byte, is damaged', async (t) => {
  const folder = t.testdir()
  const path = join(folder, 'x.manifest.json')
  const head: ManifestHead = {
    quietzone: '1',
    input: { name: 'ä\n.csv', bytes: 9, sha256: 'a'.repeat(64), rows: 7 },
    options: { type: 'qr', caption: 'a\u2028b', output: 'pdf' },
    shard: { number: 1, of: 2, first: 1, last: 3 },
    drawn: 1,
    skipped: 0,
    failed: { x: 2 },
    warnings: {},
    lineFeeds: 0,
  }
  const bad = [1, 2].map((row) => ({ row, line: row + 1, code: 'x', message: `"${row}",\n  "sha256": "` }))
  const outputs = [{ file: 'x.pdf', bytes: 1, sha256: 'b'.repeat(64), pages: 1 }]
  await writeManifest(await durableFile(path), head, { outputs, bad })
  const whole = readFileSync(path)
  t.match(JSON.parse(whole.toString()), { ...head, outputs, bad }, 'any program can read it')
  const manifest = (await Manifest.read(path))!
  t.same(manifest.head.options, head.options)
  const found: unknown[] = []
  for await (const entry of manifest.entries('bad')) found.push(entry)
  t.same(found, bad)
  const bits = fc.record({ at: fc.nat(whole.length - 1), bit: fc.nat(6), isCut: fc.nat(3).map((n) => n === 0) })
  await forAll([bits], { count: 200 }, async ({ at, bit, isCut }) => {
    // what follows the sum closes the object alone
    if (at >= whole.lastIndexOf('"\n}\n') || whole[at] === 0x0a) return
    const other = Buffer.from(isCut ? whole.subarray(0, at) : whole)
    if (!isCut) other[at]! ^= 1 << bit
    writeFileSync(path, other)
    await rejects(Manifest.read(path), /is damaged; remove it/)
  })
  t.equal(await Manifest.read(join(folder, 'none')), undefined)
})

/** A manifest with these members in the place of right ones, and the SHA-256 of what it says. */
function manifestWith(changes: Readonly<Record<string, unknown>>): string {
  const members = {
    quietzone: '1',
    input: { name: 'x.csv', bytes: 9, sha256: 'a'.repeat(64), rows: 7 },
    options: { output: 'pdf' },
    shard: { number: 1, of: 2, first: 1, last: 3 },
    drawn: 2,
    skipped: 0,
    failed: { x: 1 },
    warnings: {},
    lineFeeds: 0,
    ...changes,
  }
  const { outputs = [{ file: 'x.pdf', bytes: 1, sha256: 'b'.repeat(64), pages: 2 }], bad = [] } = changes
  const list = (entries: unknown): string =>
    (entries as unknown[]).map((entry) => `\n    ${JSON.stringify(entry)}`).join(',')
  const head = Object.entries(members).filter(([name]) => name !== 'outputs' && name !== 'bad')
  const text = [
    '{\n',
    // what JSON.stringify has no words for is a text that is written as it is
    ...head.map(([name, value]) => `  "${name}": ${value instanceof RegExp ? value.source : JSON.stringify(value)},\n`),
    `  "outputs": [${list(outputs)}\n  ],\n`,
    `  "bad": [${list(bad)}\n  ],\n`,
  ].join('')
  return `${text}  "sha256": "${createHash('sha256').update(text).digest('hex')}"\n}\n`
}

const input = { name: 'x.csv', bytes: 9, sha256: 'a'.repeat(64), rows: 7 }
const output = { file: 'x.pdf', bytes: 1, sha256: 'b'.repeat(64) }
const row = { row: 1, line: 2, code: 'x', message: 'y' }
const shard = { number: 1, of: 2, first: 1, last: 3 }
const folder = { options: { output: 'folder' } }

const hostile: readonly Readonly<Record<string, unknown>>[] = [
  { shard: { ...shard, of: 1e308 } },
  { shard: /{"number":1,"of":1e400,"first":1,"last":3}/ },
  { shard: { ...shard, of: 100_001 } },
  { shard: { ...shard, of: '2' } },
  { shard: { ...shard, number: 0 } },
  { shard: { ...shard, number: 3 } },
  { shard: { ...shard, first: -1 } },
  { shard: { ...shard, last: 8 } },
  { shard: { ...shard, first: 2 ** 53 } },
  { shard: { number: 1, of: 1, first: 1, last: 2_000_000 }, input: { ...input, rows: 2_000_000 } },
  { shard: null },
  { shard: [] },
  { input: { ...input, rows: -1 } },
  { input: { ...input, bytes: 1.5 } },
  { input: { ...input, sha256: 'A'.repeat(64) } },
  { input: { ...input, name: 7 } },
  { input: 'x.csv' },
  { options: { output: 'exe' } },
  { options: { output: 'pdf', dpi: 203 } },
  { options: {} },
  { quietzone: 1 },
  { quietzone: 'x'.repeat(1000) },
  { drawn: -1 },
  { drawn: '2' },
  { drawn: 4 },
  { skipped: 4 },
  { skipped: '0' },
  { failed: { x: -1 } },
  { failed: [1] },
  { warnings: { x: '1' } },
  { warnings: null },
  { lineFeeds: 1e308 },
  { outputs: [{ ...output, file: '../../etc/passwd' }] },
  { outputs: [{ ...output, file: '/etc/passwd' }] },
  { outputs: [{ ...output, file: '..' }] },
  { outputs: [{ ...output, file: '' }] },
  { outputs: [{ ...output, file: 'a\0b' }] },
  { outputs: [{ ...output, file: 'C:\\x' }] },
  { outputs: [{ ...output, file: ['x.pdf'] }] },
  { outputs: [{ ...output, bytes: -1 }] },
  { outputs: [{ ...output, bytes: 1e308 }] },
  { outputs: [{ ...output, sha256: '' }] },
  { outputs: [{ ...output, pages: 1e9 }] },
  { outputs: [output, output] },
  { ...folder, outputs: [{ ...output, file: 'x.png' }] },
  { ...folder, outputs: [{ ...output, file: '../x.png' }] },
  { ...folder, outputs: [{ ...output, file: 'x/../../y' }] },
  { bad: [{ ...row, row: 4 }] },
  { bad: [{ ...row, line: '2' }] },
  { bad: [{ ...row, message: 'y'.repeat(2000) }] },
  { bad: [row, row, row, row] },
  { more: 1 },
]

t.test('a manifest with its SHA-256 that the program has not written is damaged', inLongRun, async (t) => {
  const cwd = t.testdir()
  const path = join(cwd, 'x.pdf.manifest.json')
  for (const changes of [{}, { ...folder, outputs: [{ ...output, file: 'x/y.png' }] }, { bad: [row] }]) {
    writeFileSync(path, manifestWith(changes))
    await t.resolves(Manifest.read(path), JSON.stringify(changes))
  }
  for (const changes of hostile) {
    writeFileSync(path, manifestWith(changes))
    await t.rejects(Manifest.read(path), { exit: 2, message: /is damaged; remove it/ }, JSON.stringify(changes))
  }
  const right = manifestWith({})
  const [, drawn] = /(\n {2}"drawn".*)/.exec(right)!
  writeFileSync(path, right.replace(drawn!, drawn! + drawn!))
  await t.rejects(Manifest.read(path), /is damaged; remove it/, 'a member twice')
  // a hole of 100 MB, which is a line of NUL
  writeFileSync(path, right)
  truncateSync(path, 100_000_000)
  await t.rejects(Manifest.read(path), /is damaged; remove it/)

  writeFileSync(path, manifestWith({ shard: { ...shard, of: 1e15 } }))
  writeFileSync(join(cwd, 'x.pdf'), '%PDF')
  t.match(await quietzone(['batch', '--join', 'x.pdf', '-o', 'all.pdf'], { cwd }), {
    code: 2,
    stderr: /^quietzone: x\.pdf\.manifest\.json is damaged; remove it, and run its shard again.*\n$/,
  })
  // so many that are not there: the first one is missed, and none is counted
  writeFileSync(join(cwd, 'x-1.pdf.manifest.json'), manifestWith({ shard: { ...shard, of: 100_000 } }))
  t.match(await quietzone(['batch', '--join', 'x-%d.pdf', '-o', 'all.pdf'], { cwd }), {
    code: 3,
    stderr: /^quietzone: x-2\.pdf\.manifest\.json is missing/,
  })
})
