import { deepEqual, ok, rejects } from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { Manifest, type ManifestHead, writeManifest } from '../../src/cli/batch/manifest.ts'
import { placeOfShard, rowsOfShard, shardIn } from '../../src/cli/batch/shard.ts'
import { durableFile } from '../../src/cli/files.ts'
import { drawn, forAll } from '../random.ts'
import { quietzone, sideBySide } from './program.ts'
import { isBad, writeTable } from './shard-table.ts'

const label = ['--as', 'label', '--size', '2x1']

t.test('shards have all rows once, in order, and their sizes differ by one at most', async (t) => {
  const divisions = drawn((r) => {
    const of = r.between(1, r.pick([3, 20, 500]))
    return { of, rows: r.pick([0, 1, of - 1, of, r.between(0, 5000), 10_000_000 + r.between(0, 99)]) }
  })
  await forAll([divisions], { count: 400 }, ({ of, rows }) => {
    const ranges = Array.from({ length: of }, (_, k) => rowsOfShard({ number: k + 1, of }, rows))
    const sizes = ranges.map(({ first, last }) => last - first + 1)
    ok(ranges.every(({ first }, k) => first === (ranges[k - 1]?.last ?? 0) + 1))
    ok(Math.max(...sizes) - Math.min(...sizes) <= 1)
    deepEqual(ranges.at(-1)!.last, rows)
  })
  t.same(rowsOfShard({ number: 99_999, of: 100_000 }, 1e12), { first: 999_980_000_001, last: 999_990_000_000 })
})

t.test('the number of a shard', async (t) => {
  t.same(shardIn('3/16', {}), { number: 3, of: 16 })
  t.same(shardIn('100000/100000', {}), { number: 100_000, of: 100_000 })
  t.same(shardIn('auto/16', { JOB_COMPLETION_INDEX: '0' }), { number: 1, of: 16 })
  t.same(shardIn('auto/16', { JOB_COMPLETION_INDEX: '15' }), { number: 16, of: 16 })
  const wrong: readonly (readonly [text: string, index: string | undefined, why: RegExp])[] = [
    ['0/4', undefined, /^--shard: "0\/4": shards are numbered from 1 to 4$/],
    ['5/4', undefined, /shards are numbered from 1 to 4/],
    ['3/0', undefined, /there can be 1 to 100000 shards/],
    ['1/100001', undefined, /there can be 1 to 100000 shards/],
    ['3', undefined, /"3" is not the number of a shard and how many there are, such as 3\/16 or auto\/16/],
    ['', undefined, /is not the number/],
    ['-1/4', undefined, /is not the number/],
    ['1/4/2', undefined, /is not the number/],
    ['1.5/4', undefined, /is not the number/],
    [
      'auto/4',
      undefined,
      /takes its number from JOB_COMPLETION_INDEX, which is not set; give the number, such as 1\/4/,
    ],
    ['auto/4', '', /JOB_COMPLETION_INDEX is ""; accepted is 0 to 3/],
    ['auto/4', '4', /JOB_COMPLETION_INDEX is "4"; accepted is 0 to 3/],
    ['auto/4', '-1', /accepted is 0 to 3/],
    ['auto/4', 'x\u001b[2J', /JOB_COMPLETION_INDEX is "x\\u001b/],
  ]
  for (const [text, index, why] of wrong) {
    t.throws(() => shardIn(text, { JOB_COMPLETION_INDEX: index }), { message: why, exit: 2 }, text)
  }
  t.equal(placeOfShard('out-%d/x%d.pdf', { number: 7, of: 9 }), 'out-7/x7.pdf')
  t.throws(() => placeOfShard('all.pdf', { number: 7, of: 9 }), /would be the same file for all 9 shards; write %d/)
  t.throws(() => placeOfShard('-', { number: 7, of: 9 }), /not standard output/)
})

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

t.test('a manifest with its SHA-256 that the program has not written is damaged', async (t) => {
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

t.test('a chunk with its SHA-256 that the program has not written is drawn again', async (t) => {
  const cwd = t.testdir({ 'items.csv': 'text\nA\nB\n', 'p-1.pdf.progress': {} })
  const args = ['batch', 'items.csv', ...label, '--type', 'qr', '--shard', '1/1', '-o', 'p-%d.pdf']
  const sealed = (value: unknown): string => {
    const text = JSON.stringify(value)
    return `${text}\n${createHash('sha256').update(text).digest('hex')}\n`
  }
  const record = { first: 1, last: 2, drawn: 2, skipped: 0, bad: [], warnings: {}, lineFeeds: 0, names: [] }
  for (const [run, chunk] of [
    [{ origin: null }, record],
    [null, null],
    [{ origin: { input: {}, shard: {}, options: {} } }, []],
    [[], { ...record, files: [{ ...output, file: '../items.csv' }] }],
  ]) {
    writeFileSync(join(cwd, 'p-1.pdf.progress/run.json'), sealed(run))
    writeFileSync(join(cwd, 'p-1.pdf.progress/chunk-000001.json'), sealed(chunk))
    t.match(await quietzone(args, { cwd }), { code: 0, stderr: /2 of 2 rows drawn/ }, JSON.stringify([run, chunk]))
    rmSync(join(cwd, 'p-1.pdf.manifest.json'))
    mkdirSync(join(cwd, 'p-1.pdf.progress'))
  }
})

t.test('shards side by side, joined: the bytes of one run', async (t) => {
  const cwd = t.testdir({ one: {} })
  writeTable(join(cwd, 'items.csv'), 2100)
  const all = await quietzone(['batch', 'items.csv', ...label, '-o', 'one/all.pdf'], { cwd })
  t.match(all, { code: 1, stderr: /2098 of 2100 rows drawn to one\/all.pdf; 2 failed/ })
  await sideBySide([1, 2], async (shard) => {
    const run = await quietzone(['batch', 'items.csv', ...label, '--shard', `${shard}/2`, '-o', 'part-%d.pdf'], { cwd })
    t.match(run, {
      code: 1,
      stderr: new RegExp(
        `1049 of 1050 rows drawn to part-${shard}.pdf; 1 failed: .*; see part-${shard}.pdf.manifest.json\n$`,
      ),
    })
    t.equal(run.stderr.split('\n').filter((line) => /^row \d+ \(line /.test(line)).length, 1)
  })
  t.same(readdirSync(cwd).toSorted(), [
    'items.csv',
    'one',
    ...[1, 2].flatMap((n) => [`part-${n}.pdf`, `part-${n}.pdf.manifest.json`]),
  ])
  const joined = await quietzone(['batch', '--join', 'part-2.pdf', 'part-1.pdf', '-o', 'all.pdf'], { cwd })
  t.match(joined, {
    code: 0,
    stderr: '2098 rows of 2 parts joined to all.pdf; 2 rows failed: the manifests of the parts name them\n',
  })
  t.ok(readFileSync(join(cwd, 'all.pdf')).equals(readFileSync(join(cwd, 'one/all.pdf'))))
  const manifest = JSON.parse(readFileSync(join(cwd, 'part-2.pdf.manifest.json'), 'utf8'))
  t.match(manifest, {
    shard: { number: 2, of: 2, first: 1051, last: 2100 },
    input: { name: 'items.csv', rows: 2100 },
    drawn: 1049,
  })
  t.same(
    manifest.bad.map(({ row }: { row: number }) => [row, isBad(row)]),
    [[1994, true]],
  )
  const again = await quietzone(['batch', 'items.csv', ...label, '--shard', '2/2', '-o', 'part-%d.pdf'], { cwd })
  t.match(again, {
    code: 1,
    stderr: /^finished earlier, and whole: 1049 of 1050 rows .*, all told earlier; see part-2.pdf.manifest.json\n$/,
  })
})

t.test('more shards than rows: those without any have a manifest alone', async (t) => {
  const cwd = t.testdir({ 'x.csv': 'text\nA\nB\n' })
  const shards = [1, 2, 3]
  const draw = ['batch', 'x.csv', ...label, '--type', 'qr', '-o', 'p-%d.pdf']
  await sideBySide(shards, async (shard) => {
    t.match(await quietzone([...draw, '--shard', `auto/3`], { cwd, env: { JOB_COMPLETION_INDEX: `${shard - 1}` } }), {
      code: 0,
    })
  })
  t.same(
    readdirSync(cwd).filter((name) => name.endsWith('.pdf')),
    ['p-2.pdf', 'p-3.pdf'],
  )
  t.match(await quietzone(['batch', '--join', 'p-%d.pdf', '-o', 'all.pdf'], { cwd }), {
    code: 0,
    stderr: /^2 rows of 3 parts joined/,
  })
})

t.test('what cannot be sharded or joined is refused with advice', async (t) => {
  const cwd = t.testdir({ 'x.csv': 'text\nA\n' })
  const refused: readonly (readonly [args: string, why: RegExp])[] = [
    ['x.csv --type qr --shard 1/2 -o all.pdf', /"all.pdf" would be the same file for all 2 shards/],
    [
      '- --type qr --shard 1/2 -o p-%d.pdf',
      /standard input can be read only once; each shard reads the whole table, twice/,
    ],
    ['x.csv --type qr --shard 1/2 -o -', /--shard writes files, not standard output/],
    ['--join', /no part given|-o all.pdf/],
    ['--join p-%d.pdf', /give -o all.pdf/],
    ['--join p-%d.pdf x -o all.pdf', /names all parts; give no other/],
    ['--join p-%d.pdf --type qr -o all.pdf', /--type does not go with --join/],
    ['x.csv y.csv -o p.pdf', /unexpected argument "y.csv"/],
  ]
  await sideBySide(refused, async ([args, why]) => {
    t.match(await quietzone(['batch', ...args.split(' ')], { cwd }), { code: 2, stderr: why }, args)
  })
  t.match(await quietzone(['batch', '--join', 'p-%d.pdf', '-o', 'all.pdf'], { cwd }), {
    code: 3,
    stderr: /p-1.pdf.manifest.json is missing: its shard is not finished/,
  })
  t.same(readdirSync(cwd), ['x.csv'])
})
