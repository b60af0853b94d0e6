import { type ChildProcess, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { parse } from 'yaml'
import { root } from '../../../src/root.ts'
import { pdfPictures, pdfToolsAbsent, qpdfComplaints } from '../../oracle/pdf.ts'
import { all, random } from '../../random.ts'
import { type Ended, ended, program, quietzoneProcess, sideBySide, spawned, started } from '../program.ts'
import { quietzone } from '../quietzone.ts'
import { killedUntilDone } from './killed.ts'
import { isBad, writeTable } from './shard-table.ts'

const absent = (tool: string): string | false =>
  spawnSync(tool, ['--version']).error !== undefined && `not installed: ${tool}`

const label = ['batch', 'items.csv', '--as', 'label', '--size', '2x1']

/** Every file in a folder with what it holds. */
function contents(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
  const files = names.filter((name) => lstatSync(join(folder, name)).isFile())
  return new Map(files.map((name) => [name, readFileSync(join(folder, name), 'latin1')]))
}

/** The names of the files that differ. */
function different(a: Map<string, string>, b: Map<string, string>): string[] {
  return [...new Set([...a.keys(), ...b.keys()])].filter((name) => a.get(name) !== b.get(name))
}

const rows = all ? 12_000 : 6_000
const shards = all ? 8 : 4

for (const [kind, place, style] of [
  ['PDF', 'part-%d.pdf', []],
  ['ZPL', 'part-%d.zpl', ['--dpi', '152']],
  ['a folder', 'part-%d', ['--dpi', '152', '--format', 'png']],
] as const) {
  t.test(`${kind}: ${rows} rows in ${shards} shards, workers killed at random: the same bytes`, async (t) => {
    const cwd = t.testdir({ killed: {}, whole: {} })
    for (const name of ['killed', 'whole']) writeTable(join(cwd, name, 'items.csv'), rows)
    const numbers = Array.from({ length: shards }, (_, i) => i + 1)
    const args = (shard: number): string[] => [...label, ...style, '--shard', `${shard}/${shards}`, '-o', place]
    let [kills, kept, told] = [0, 0, 0]
    await sideBySide(numbers, async (shard) => {
      const progress = `${place.replace('%d', `${shard}`)}.progress`
      const r = random(`${kind} ${shard}`)
      const run = await killedUntilDone(args(shard), { cwd: join(cwd, 'killed'), kills: r.between(1, 5), progress, r })
      kills += run.kills
      kept += run.kept
      if (/told earlier/.test(run.stderr)) told++
      t.equal(run.code, 1, run.stderr)
    })
    t.comment(`${kills} kills, ${kept} of them with finished chunks, ${told} times with rows that were told`)
    t.ok(kept > 0, 'some runs went on')
    await sideBySide(numbers, async (shard) => {
      t.match(await quietzone(args(shard), { cwd: join(cwd, 'whole') }), { code: 1 })
    })
    const [killed, whole] = [contents(join(cwd, 'killed')), contents(join(cwd, 'whole'))]
    t.same(different(killed, whole), [])
    const manifests = [...killed]
      .filter(([name]) => name.endsWith('.manifest.json'))
      .map(([, text]) => JSON.parse(text))
    t.equal(manifests.length, shards)
    const bad = manifests.flatMap((manifest) => manifest.bad.map(({ row }: { row: number }) => row))
    const wanted = Array.from({ length: rows }, (_, i) => i + 1)
      .filter(isBad)
      .map((row) => row + 1)
    t.same(
      bad.toSorted((a, b) => a - b),
      wanted,
      'every bad row once',
    )
    if (kind !== 'a folder') {
      const name = place.replace('part-%d', 'all')
      const joined = await quietzone(['batch', '--join', place, '-o', name], { cwd: join(cwd, 'killed') })
      t.match(joined, { code: 0 })
      const one = await quietzone([...label, ...style, '-o', name], { cwd: join(cwd, 'whole') })
      t.equal(one.code, 1)
      t.ok(readFileSync(join(cwd, 'killed', name)).equals(readFileSync(join(cwd, 'whole', name))), 'and one document')
    }
    rmSync(join(cwd, 'killed'), { recursive: true })
    rmSync(join(cwd, 'whole'), { recursive: true })
  })
}

/** Three chunks in one shard of two. */
const small = 5000
const shard = ['--shard', '1/2', '-o', 'part-%d.pdf']

/** A folder whose shard was killed when it had a chunk or two. */
async function begun(t: Test, args = [...label, ...shard], progress = 'part-1.pdf.progress'): Promise<string> {
  const cwd = t.testdir()
  writeTable(join(cwd, 'items.csv'), small)
  await caught(args, { cwd, chunk: join(progress, 'chunk-000002.json') }, async (child, end) => {
    child.kill('SIGKILL')
    return (await end).code === null
  })
  return cwd
}

/** A moment of a run: when this chunk is finished. */
interface Moment {
  readonly cwd: string
  readonly chunk: string
}

/**
 * Starts a run, and acts on it when the chunk is finished. A busy machine may let the run end first: then it is begun anew, from the
 * input alone.
 *
 * @param act  returns whether it was in time
 */
async function caught(
  args: readonly string[],
  { cwd, chunk }: Moment,
  act: (child: ChildProcess, end: Promise<Ended>) => Promise<boolean>,
): Promise<void> {
  for (;;) {
    const before = new Set(readdirSync(cwd))
    const child = started(args, {}, cwd)
    let isRunning = true
    const end = ended(child).finally(() => {
      isRunning = false
    })
    while (isRunning && !existsSync(join(cwd, chunk))) await new Promise((resolve) => setTimeout(resolve, 5))
    if (await act(child, end)) return
    await end
    for (const name of readdirSync(cwd)) if (!before.has(name)) rmSync(join(cwd, name), { recursive: true })
  }
}

/** The files of a shard that nothing has disturbed. */
let undisturbed: Map<string, string>

t.before(async () => {
  const cwd = t.testdir()
  writeTable(join(cwd, 'items.csv'), small)
  await quietzone([...label, ...shard], { cwd })
  undisturbed = contents(cwd)
})

const again = (cwd: string, args = [...label, ...shard]): Promise<Ended> => quietzone(args, { cwd })

const damages: Readonly<Record<string, (folder: string) => void>> = {
  'a byte of a chunk': (folder) => {
    const bytes = readFileSync(join(folder, 'chunk-000001.pdf'))
    bytes[1000]! ^= 1
    writeFileSync(join(folder, 'chunk-000001.pdf'), bytes)
  },
  'a chunk that is cut': (folder) => truncateSync(join(folder, 'chunk-000002.pdf'), 1000),
  'a chunk that is missing': (folder) => rmSync(join(folder, 'chunk-000001.pdf')),
  'a record that is cut': (folder) => truncateSync(join(folder, 'chunk-000001.json'), 100),
  'an empty record': (folder) => truncateSync(join(folder, 'chunk-000002.json')),
  'a record of other rows': (folder) => {
    const record = readFileSync(join(folder, 'chunk-000001.json'), 'utf8')
    writeFileSync(join(folder, 'chunk-000001.json'), record.replace('"drawn":1', '"drawn":2'))
  },
  'a link in the place of a chunk': (folder) => {
    renameSync(join(folder, 'chunk-000001.pdf'), join(folder, '../elsewhere.pdf'))
    symlinkSync('../elsewhere.pdf', join(folder, 'chunk-000001.pdf'))
  },
  'the origin of the chunks, cut': (folder) => truncateSync(join(folder, 'run.json'), 10),
  'the origin of the chunks, missing': (folder) => rmSync(join(folder, 'run.json')),
  'what a killed run was writing': (folder) => writeFileSync(join(folder, '.quietzone-x.part'), 'half'),
}

for (const [name, damage] of Object.entries(damages)) {
  t.test(`damage: ${name}: the same bytes`, async (t) => {
    const cwd = await begun(t)
    damage(join(cwd, 'part-1.pdf.progress'))
    const elsewhere = existsSync(join(cwd, 'elsewhere.pdf')) && readFileSync(join(cwd, 'elsewhere.pdf'))
    const run = await again(cwd)
    t.equal(run.code, 1, run.stderr)
    if (elsewhere) {
      t.ok(readFileSync(join(cwd, 'elsewhere.pdf')).equals(elsewhere), 'what a link leads to is not touched')
      rmSync(join(cwd, 'elsewhere.pdf'))
    }
    t.same(different(contents(cwd), undisturbed), [])
    t.notOk(existsSync(join(cwd, 'part-1.pdf.progress')))
  })
}

t.test('a run does not go on with another input, other options, another count or another version', async (t) => {
  const cwd = await begun(t)
  const before = contents(join(cwd, 'part-1.pdf.progress'))
  const refused: readonly (readonly [name: string, args: readonly string[], why: RegExp])[] = [
    [
      'options',
      [...label, ...shard, '--dpi', '203'],
      /chunks of another run: --dpi was not given, now "203"; to go on, give what/,
    ],
    ['count', [...label, '--shard', '1/3', '-o', 'part-%d.pdf'], /shard was 1\/2, now 1\/3/],
    ['kind', ['batch', 'items.csv', ...shard, '--as', 'barcode'], /--as was "label", now "barcode"/],
  ]
  for (const [name, args, why] of refused) t.match(await again(cwd, [...args]), { code: 2, stderr: why }, name)
  appendFileSync(join(cwd, 'items.csv'), 'more,qr,,,\n')
  t.match(await again(cwd), {
    code: 2,
    stderr: /bytes of the input was \d+, now \d+; SHA-256 of the input was [0-9a-f]{64}, now/,
  })
  writeTable(join(cwd, 'items.csv'), small)
  t.same(different(contents(join(cwd, 'part-1.pdf.progress')), before), [], 'nothing is lost by a mistake')
  t.match(await again(cwd), { code: 1, stderr: /of them 2 told earlier|all told earlier/ })
  t.same(different(contents(cwd), undisturbed), [])
  const manifest = join(cwd, 'part-1.pdf.manifest.json')
  t.match(await again(cwd, [...label, ...shard, '--dpi', '203']), {
    code: 2,
    stderr: /manifest.json is of another run: --dpi/,
  })
  const text = readFileSync(manifest, 'utf8')
  writeFileSync(manifest, text.replace('"drawn"', '"drown"'))
  t.match(await again(cwd), { code: 2, stderr: /manifest.json is damaged; remove it/ })
  writeFileSync(manifest, text)
})

t.test('a finished shard: a missing output is made again, a changed one is not replaced', async (t) => {
  const cwd = t.testdir()
  writeTable(join(cwd, 'items.csv'), small)
  await again(cwd)
  rmSync(join(cwd, 'part-1.pdf'))
  t.match(await again(cwd), { code: 1, stderr: /^part-1.pdf is missing: the rows are drawn again\n/ })
  t.same(different(contents(cwd), undisturbed), [])
  appendFileSync(join(cwd, 'part-1.pdf'), 'x')
  t.match(await again(cwd), {
    code: 2,
    stderr: /part-1.pdf is not what part-1.pdf.manifest.json says \(SHA-256 [0-9a-f]{64}\): remove it/,
  })
  rmSync(join(cwd, 'part-1.pdf'))
  mkdirSync(join(cwd, 'part-1.pdf'))
  t.match(await again(cwd), { code: 2, stderr: /part-1.pdf is no regular file/ })
})

t.test('crashes between the last steps', async (t) => {
  const cwd = t.testdir()
  writeTable(join(cwd, 'items.csv'), small)
  await again(cwd)
  // the document has its name, and the manifest does not
  rmSync(join(cwd, 'part-1.pdf.manifest.json'))
  t.match(await again(cwd), { code: 1 })
  t.same(different(contents(cwd), undisturbed), [])
  // the manifest has its name, and the folder of the chunks is still there, or half of it
  const other = await begun(t)
  const progress = 'part-1.pdf.progress'
  for (const name of ['part-1.pdf', 'part-1.pdf.manifest.json']) {
    writeFileSync(join(other, name), Buffer.from(undisturbed.get(name)!, 'latin1'))
  }
  writeFileSync(join(other, progress, 'notes.txt'), 'of somebody else')
  t.match(await again(other), {
    code: 1,
    stderr: /part-1.pdf.progress stays: quietzone did not write notes.txt\nfinished earlier/,
  })
  t.same(readdirSync(join(other, progress)), ['notes.txt'])
})

t.test('what is in the place of the folder of chunks', async (t) => {
  const cwd = t.testdir({
    elsewhere: { 'chunk-000001.json': 'x' },
    'part-1.pdf.progress': t.fixture('symlink', 'elsewhere'),
  })
  writeTable(join(cwd, 'items.csv'), small)
  t.match(await again(cwd), { code: 2, stderr: /part-1.pdf.progress is no folder/ })
  t.same(readdirSync(join(cwd, 'elsewhere')), ['chunk-000001.json'])
  rmSync(join(cwd, 'part-1.pdf.progress'))
  writeFileSync(join(cwd, 'part-1.pdf.progress'), 'x')
  t.match(await again(cwd), { code: 2, stderr: /part-1.pdf.progress is no folder/ })
})

t.test('two runs of a shard at the same time do no harm', async (t) => {
  for (const [place, output] of [
    ['part-%d.pdf', 'part-1.pdf'],
    ['part-%d', 'part-1'],
  ] as const) {
    const cwd = t.testdir({ alone: {}, both: {} })
    for (const name of ['alone', 'both']) writeTable(join(cwd, name, 'items.csv'), small)
    const args = [...label, '--dpi', '152', '--shard', '1/2', '-o', place]
    await quietzone(args, { cwd: join(cwd, 'alone') })
    const runs = await Promise.all([1, 2, 3].map(() => quietzoneProcess(args, { cwd: join(cwd, 'both') })))
    for (const { code, stderr } of runs) t.ok(code === 1 || code === 3, stderr)
    // one that lost its files to another is told to be run again
    t.match(await quietzone(args, { cwd: join(cwd, 'both') }), { code: 1, stderr: /finished earlier|rows drawn/ })
    t.same(different(contents(join(cwd, 'alone')), contents(join(cwd, 'both'))), [], output)
  }
})

t.test('a signal stops a shard, and the message has the command that goes on', async (t) => {
  const cwd = t.testdir()
  writeTable(join(cwd, 'items.csv'), small)
  await caught([...label, ...shard], { cwd, chunk: 'part-1.pdf.progress/chunk-000001.json' }, async (child, end) => {
    child.kill('SIGTERM')
    const { code, stderr } = await end
    if (existsSync(join(cwd, 'part-1.pdf.manifest.json'))) return false
    t.equal(code, 130)
    t.match(
      stderr,
      /stopped: [1-3] of 3 chunks of 1000 rows are kept; to go on: quietzone batch items.csv --as label --size 2x1 --shard 1\/2 -o part-%d.pdf\n$/,
    )
    return true
  })
  t.match(await again(cwd), { code: 1 })
  t.same(different(contents(cwd), undisturbed), [])
})

t.test('an input that changes while its rows are drawn: no chunk of others is kept', async (t) => {
  const cwd = t.testdir()
  const items = join(cwd, 'items.csv')
  const table = (text: string, rows: number): string =>
    `text,note\n${Array.from({ length: rows }, (_, i) => `${text}-${i},${'x'.repeat(200)}\n`).join('')}`
  const style = ['--as', 'label', '--size', '2x1', '--dpi', '152']
  const args = ['batch', 'items.csv', '--type', 'code128', ...style, '--shard', '1/1', '-o', 'part-%d.zpl']
  writeFileSync(items, table('AA', 3000))
  t.match(await quietzone([...args.slice(0, -4), '-o', 'all.zpl'], { cwd }), { code: 0 })
  for (const [name, changed] of [
    ['other rows', table('BB', 3000)],
    ['fewer rows', table('AA', 1500)],
    ['another header', table('AA', 3000).replace('text', 'type')],
  ] as const) {
    writeFileSync(items, table('AA', 3000))
    await caught(args, { cwd, chunk: 'part-1.zpl.progress/chunk-000001.json' }, async (child, end) => {
      child.kill('SIGSTOP')
      // with the last chunk the input is looked at for the last time
      const progress = join(cwd, 'part-1.zpl.progress')
      const isInTime = existsSync(progress) && !existsSync(join(progress, 'chunk-000003.json'))
      if (isInTime) writeFileSync(items, changed)
      child.kill('SIGCONT')
      const result = await end
      if (!isInTime) return false
      const stderr = /items.csv was changed while it was read: the same command goes on .* part-1.zpl.progress\n$/
      t.match(result, { code: 3, stderr }, name)
      return true
    })
    t.match(await again(cwd, args), { code: 2, stderr: /bytes|SHA-256 of the input was|columns?/ }, name)
    writeFileSync(items, table('AA', 3000))
    t.match(await again(cwd, args), { code: 0 }, name)
    const part = readFileSync(join(cwd, 'part-1.zpl'))
    rmSync(join(cwd, 'part-1.zpl'))
    rmSync(join(cwd, 'part-1.zpl.manifest.json'))
    t.ok(part.equals(readFileSync(join(cwd, 'all.zpl'))), name)
  }
})

t.test('names that are taken twice are found after a restart', async (t) => {
  const cwd = t.testdir()
  const lines = Array.from({ length: 3500 }, (_, i) => `T${i + 1},n${i === 3400 ? 5 : i + 1}`)
  writeFileSync(join(cwd, 'items.csv'), `text,file\n${lines.join('\n')}\n`)
  const args = ['batch', 'items.csv', '--type', 'code128', '--shard', '1/1', '-o', 'out-%d']
  const r = random('taken names')
  const run = await killedUntilDone(args, { cwd, kills: 2, progress: 'out-1.progress', r, longest: 300 })
  t.match(run, { code: 1, stderr: /row 3402 .*file: "n5.png" is already the name of row 6\n/ })
  t.equal(readdirSync(join(cwd, 'out-1')).length, 3499)
})

t.test('a disk that is full: the run ends, and goes on when there is room', async (t) => {
  const cwd = t.testdir({ disk: {} })
  const disk = join(cwd, 'disk')
  // without the right to mount one, a limit of the size of files stands for it
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]).status === 0
  try {
    writeTable(join(disk, 'items.csv'), small)
    const limit = isMounted ? '' : 'ulimit -f 800; '
    const limited = spawned('sh', ['-c', `${limit}exec "$@"`, '-', program, ...label, ...shard], {}, disk)
    limited.stdin!.end()
    const { code, stderr } = await ended(limited)
    if (isMounted) t.match({ code, stderr }, { code: 3, stderr: /cannot be written: no space left on device/ })
    else t.ok(code === 3 || code === null, stderr)
    t.notOk(existsSync(join(disk, 'part-1.pdf')))
    if (isMounted) spawnSync('mount', ['-o', 'remount,size=100m', disk])
    t.match(await again(disk), { code: 1 })
    t.same(different(contents(disk), undisturbed), [])
  } finally {
    if (isMounted) spawnSync('umount', [disk])
  }
})

t.test('the lines of docs/tables-and-batches.md do what they say', { skip: absent('xargs') }, async (t) => {
  const cwd = t.testdir({ bin: {} })
  writeTable(join(cwd, 'items.csv'), 1500)
  symlinkSync(program, join(cwd, 'bin/quietzone'))
  const text = readFileSync(join(root, 'docs/tables-and-batches.md'), 'utf8')
  const [line = ''] = /^seq 16 \| xargs .*$/m.exec(text) ?? []
  const script = line.replaceAll('deploy/until-done', join(root, 'deploy/until-done')).replace('$(nproc)', '2')
  const run = async (command: string) => {
    const path = `${join(cwd, 'bin')}:${process.env.PATH}`
    const child = spawned('sh', ['-c', command], { PATH: path, PAUSE: '0', TRIES: '3' }, cwd)
    child.stdin!.end()
    return ended(child)
  }
  t.match(await run(script), { code: 0 })
  t.equal(readdirSync(cwd).filter((name) => /^part-\d+\.pdf$/.test(name)).length, 16)
  const lines = [...text.matchAll(/^(quietzone batch --join part-%d.pdf -o all.pdf)$/gm)].map(([, found]) => found!)
  t.match(await run(lines[0]!), { code: 0, stderr: /1499 rows of 16 parts joined to all.pdf; 1 rows failed/ })
  if (!absent('jq')) {
    const [, sums = ''] = /^(jq -r '.outputs.*)$/m.exec(text) ?? []
    t.match(await run(sums), { code: 0 })
    const [, rows = ''] = /^(jq -r '.bad.*)$/m.exec(text) ?? []
    t.match((await run(rows)).stdout.toString(), /^998\t998\tbad_request\t/)
  }
  const done = join(root, 'deploy/until-done')
  const tried = (codes: string): string =>
    `n=0; [ -e n ] && n=$(cat n); echo $((n + 1)) > n; set -- ${codes}; shift $n; exit $1`
  const endings: readonly (readonly [codes: string, code: number, times: number])[] = [
    ['3 137 0', 0, 3],
    ['3 1', 0, 2],
    ['2', 255, 1],
    ['4', 255, 1],
    ['130', 255, 1],
    ['3 3 3 0', 255, 3],
  ]
  for (const [codes, code, times] of endings) {
    rmSync(join(cwd, 'n'), { force: true })
    writeFileSync(join(cwd, 'try'), tried(codes))
    t.match(await run(`${done} sh try`), { code }, codes)
    t.equal(readFileSync(join(cwd, 'n'), 'utf8').trim(), `${times}`, codes)
  }
})

interface Job {
  readonly completionMode: string
  readonly completions: number
  readonly backoffLimitPerIndex: number
  readonly podFailurePolicy: {
    readonly rules: readonly {
      readonly action: string
      readonly onExitCodes?: { readonly values: readonly number[] }
    }[]
  }
  readonly template: {
    readonly spec: {
      readonly restartPolicy: string
      readonly containers: readonly { readonly args: readonly string[] }[]
    }
  }
}

t.test('the pods of deploy/batch-job.yaml draw all shards', async (t) => {
  const cwd = t.testdir()
  writeTable(join(cwd, 'items.csv'), 1100)
  const { spec }: { readonly spec: Job } = parse(readFileSync(join(root, 'deploy/batch-job.yaml'), 'utf8'))
  const { restartPolicy, containers } = spec.template.spec
  t.same([spec.completionMode, restartPolicy], ['Indexed', 'Never'])
  const final = spec.podFailurePolicy.rules.flatMap(({ action, onExitCodes }) =>
    (onExitCodes?.values ?? []).map((code) => [code, action]),
  )
  t.same(final, [
    [1, 'FailIndex'],
    [2, 'FailJob'],
    [4, 'FailJob'],
  ])
  t.ok(spec.backoffLimitPerIndex > 0, 'needed by FailIndex')
  const args = containers[0]!.args.map((arg) => arg.replace('/data', cwd))
  const codes: (number | null)[] = []
  const indexes = Array.from({ length: spec.completions }, (_, index) => index)
  await sideBySide(indexes, async (index) => {
    const run = await quietzone(args, { cwd, env: { JOB_COMPLETION_INDEX: `${index}` } })
    codes[index] = run.code
  })
  t.same(codes.toSorted(), [...Array<number>(15).fill(0), 1], 'one shard has the bad row')
  t.match(await quietzone(['batch', '--join', 'part-%d.pdf', '-o', 'all.pdf'], { cwd }), {
    code: 0,
    stderr: /^1099 rows of 16 parts/,
  })
})

t.test('a folder that cannot be written', async (t) => {
  const cwd = t.testdir({ locked: {} })
  writeTable(join(cwd, 'items.csv'), 10)
  for (const folder of ['none', 'items.csv', '/proc']) {
    const run = await again(cwd, [...label, '--shard', '1/2', '-o', `${folder}/part-%d.pdf`])
    t.match(run, { code: 3, stderr: /part-1.pdf(.progress)? cannot be written: / }, folder)
  }
})

t.test('parts that cannot be joined', async (t) => {
  const cwd = t.testdir({ other: {}, input: {} })
  writeTable(join(cwd, 'items.csv'), 300)
  const draw = (number: number, ...more: string[]) =>
    again(cwd, [...label, '--shard', `${number}/3`, '-o', 'p-%d.pdf', ...more])
  for (const number of [1, 2, 3]) t.match(await draw(number), { code: 0 })
  const parts = ['p-1.pdf', 'p-2.pdf', 'p-3.pdf']
  const joined = (...names: string[]) => quietzone(['batch', '--join', ...names, '-o', 'all.pdf'], { cwd })
  t.match(await joined(...parts), { code: 0 })
  const all = readFileSync(join(cwd, 'all.pdf'))
  t.match(await joined(...parts.toReversed()), { code: 0 })
  t.ok(readFileSync(join(cwd, 'all.pdf')).equals(all), 'in any order')
  if (!pdfToolsAbsent) {
    t.equal(qpdfComplaints(all), '')
    await again(cwd, [...label, '-o', 'input/whole.pdf'])
    const [one, whole] = ['all.pdf', 'input/whole.pdf'].map((name) => pdfPictures(join(cwd, name), 40))
    t.ok(one!.length >= 300)
    t.same(
      one!.map(({ grey }) => Buffer.from(grey).toString('latin1')),
      whole!.map(({ grey }) => Buffer.from(grey).toString('latin1')),
    )
  }
  rmSync(join(cwd, 'all.pdf'))
  const refused: readonly (readonly [names: readonly string[], code: number, why: RegExp])[] = [
    [['p-1.pdf', 'p-3.pdf'], 2, /shard 2\/3 is missing; give all 3 parts/],
    [['p-1.pdf', 'p-2.pdf', 'p-2.pdf', 'p-3.pdf'], 2, /shard 2\/3 is given twice/],
    [['p-1.pdf', 'p-2.pdf'], 2, /shard 3\/3 is missing/],
    [['items.csv'], 3, /items.csv.manifest.json is missing/],
  ]
  for (const [names, code, why] of refused) t.match(await joined(...names), { code, stderr: why }, names.join(' '))
  t.match(await quietzone(['batch', '--join', ...parts, '-o', 'p-2.pdf'], { cwd }), {
    code: 2,
    stderr: /is one of the parts/,
  })
  t.match(await quietzone(['batch', '--join', ...parts, '-o', 'x.zpl'], { cwd }), {
    code: 2,
    stderr: /the parts are pdf, and "x.zpl"/,
  })
  for (const name of parts) copyFileSync(join(cwd, name), join(cwd, 'other', name))
  for (const name of parts)
    copyFileSync(join(cwd, `${name}.manifest.json`), join(cwd, 'other', `${name}.manifest.json`))
  for (const end of ['', '.manifest.json']) rmSync(join(cwd, `p-2.pdf${end}`))
  t.match(await draw(2, '--dpi', '203'), { code: 0 })
  t.match(await joined(...parts), {
    code: 2,
    stderr: /p-2.pdf and p-1.pdf are not parts of one batch: --dpi was not given, and "203"/,
  })
  const place = join(cwd, 'other')
  const damaged = readFileSync(join(place, 'p-2.pdf'))
  damaged[5000]! ^= 4
  writeFileSync(join(place, 'p-2.pdf'), damaged)
  const inOther = (...names: string[]) => quietzone(['batch', '--join', ...names, '-o', 'all.pdf'], { cwd: place })
  t.match(await inOther('p-%d.pdf'), {
    code: 3,
    stderr: /p-2.pdf is not what p-2.pdf.manifest.json says; remove it and run its shard again/,
  })
  rmSync(join(place, 'p-2.pdf'))
  t.match(await inOther('p-%d.pdf'), { code: 3, stderr: /p-2.pdf is missing; remove it and run/ })
  rmSync(join(place, 'p-2.pdf.manifest.json'))
  t.match(await inOther('p-%d.pdf'), { code: 3, stderr: /p-2.pdf.manifest.json is missing: its shard is not finished/ })
  t.same([existsSync(join(cwd, 'all.pdf')), existsSync(join(place, 'all.pdf'))], [false, false])
})
