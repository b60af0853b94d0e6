/** A batch drawn by several threads: the same output as by one, and an end for every way in which a thread or a reader ends. */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { all, cases, inLongRun, type Random, random } from '../../random.ts'
import { randomText, shortText } from '../../texts.ts'
import { type Ended, ended, quietzoneProcess, started } from '../program.ts'
import { quietzone } from '../quietzone.ts'

const captions = [
  'Straße 7',
  '仓库货架标签',
  'مرحبا بالعالم',
  'שלום',
  'हिन्दी लेबल',
  'ภาษาไทย',
  'русский',
  '🙂🚀',
  '',
  '',
  'x'.repeat(300),
]
const types = Object.keys(shortText) as (keyof typeof shortText)[]
const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** A table in which about half of the rows are good, for each of the reasons for which rows are not. */
function table(r: Random, rows: number): string {
  const lines = ['text,type,caption,qty,parts,file']
  for (let row = 1; row <= rows; row++) lines.push(line(r, row))
  return `${lines.join('\r\n')}\r\n`
}

function line(r: Random, row: number): string {
  const type = r.pick(types)
  const text = r.between(0, 2) === 0 ? randomText[type](r) : shortText[type]
  const name = ['', '', '', `n${row}`, `n${r.between(1, 9)}.png`, `n${r.between(1, 9)}.pdf`, '../x'][r.between(0, 6)]!
  switch (r.between(0, 14)) {
    case 0:
      return ''
    case 1:
      return '"never closed" x,qr'
    case 2:
      return 'x,qr,,,,,,,more'
    case 3:
      return `${'9'.repeat(100_000)},qr`
    case 4:
      return `parts of one text ${row},qr,${cell(r.pick(captions))},,3,${name}`
    default:
      return `${cell(text)},${type},${cell(r.pick(captions))},${r.pick(['', '1', '3', 'x'])},,${name}`
  }
}

const forms = [
  ['--as', 'label', '--size', '2x1', '-o', 'out.pdf'],
  ['--as', 'label', '--size', '2x1', '-o', 'out.zpl', '--zpl', 'rle'],
  ['--as', 'label', '--size', '4x6', '-o', 'out'],
  ['--as', 'barcode', '-o', 'out.pdf'],
  ['--as', 'barcode', '-o', 'out', '--format', 'svg'],
  ['--as', 'label', '--size', '4x4', '--format', 'pdf', '-o', '-'],
]

/** What a run leaves: its exit code, its streams, its files. */
interface Left extends Ended {
  readonly files: readonly (readonly [name: string, bytes: string])[]
}

async function left(t: Test, input: string, args: readonly string[]): Promise<Left> {
  const cwd = t.testdir()
  const run = await quietzone(['batch', '-', ...args], { cwd, input })
  const found = readdirSync(cwd, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = found.map((entry) => join(entry.parentPath ?? entry.path, entry.name)).sort()
  return { ...run, files: paths.map((path) => [path.slice(cwd.length), readFileSync(path, 'latin1')] as const) }
}

t.test('several threads give the bytes and messages of one', async (t) => {
  const r = random('jobs')
  for (let i = 0; i < cases(4, all ? 3 : 2); i++) {
    const input = table(r, r.pick([1, 40, 400]))
    for (const args of forms) {
      const one = await left(t, input, args)
      t.match(one.stderr, /rows drawn to/)
      for (const jobs of ['2', '3']) {
        const several = await left(t, input, [...args, '--jobs', jobs])
        t.ok(
          several.code === one.code && several.stderr === one.stderr && several.stdout.equals(one.stdout),
          `${args.join(' ')} --jobs ${jobs}: ${several.stderr.slice(-500)}`,
        )
        t.ok(JSON.stringify(several.files) === JSON.stringify(one.files), `${args.join(' ')} --jobs ${jobs}: files`)
      }
    }
  }
})

const many = (rows: number): string =>
  `text\n${Array.from({ length: rows }, (_, i) => `QZ-${1_000_000 + i}`).join('\n')}\n`
const label = ['--type', 'code128', '--as', 'label', '--size', '2x1']

t.test('drawings of so many bytes that rows are not sent back together', async (t) => {
  const caption = '仓库货架标签螺丝螺母垫圈工具箱电缆开关插座灯泡水管阀门'.repeat(2)
  const rows = Array.from({ length: 300 }, (_, row) => `qr,R${row},${caption}${row % 50 === 0 ? '\u0001' : ''}`)
  const input = `type,text,caption\n${rows.join('\n')}\n`
  const args = ['--as', 'label', '--size', '4x6', '--format', 'svg', '-o', 'out']
  const one = await left(t, input, args)
  // of 64 rows more than a thread draws at a time
  t.ok(64 * one.files[1]![1].length > 2 << 20)
  for (const jobs of ['2', '3']) {
    const several = await left(t, input, [...args, '--jobs', jobs])
    t.equal(several.stderr, one.stderr)
    t.ok(JSON.stringify(several.files) === JSON.stringify(one.files), `--jobs ${jobs}: files`)
  }
})

t.test('a thread that ends in the middle ends the batch', async (t) => {
  const preload = `import { isMainThread, parentPort } from 'node:worker_threads'
let chunks = 0
if (!isMainThread) {
  const send = parentPort.postMessage
  parentPort.postMessage = function (...args) {
    if (++chunks === 3) HOW
    send.apply(this, args)
  }
}
`
  for (const [how, told] of [
    ['process.exit(7)', /a thread that draws rows has ended: exit code 7/],
    ['throw new Error("broken")', /a thread that draws rows has ended: broken/],
  ] as const) {
    const cwd = t.testdir({ 'preload.mjs': preload.replace('HOW', how), 'rows.csv': many(2000) })
    const env = { NODE_OPTIONS: `--import ${join(cwd, 'preload.mjs')}` }
    const { code, stderr } = await quietzoneProcess(['batch', 'rows.csv', ...label, '-o', 'out.pdf', '--jobs', '2'], {
      cwd,
      env,
    })
    t.equal(code, 4, stderr)
    t.match(stderr, told)
    t.same(readdirSync(cwd).sort(), ['preload.mjs', 'rows.csv'], 'nothing is left of the document')
  }
})

t.test('a signal in the middle', async (t) => {
  for (const out of ['out.pdf', '-']) {
    const cwd = t.testdir()
    const child = started(
      ['batch', '-', ...label, '--format', out === '-' ? 'zpl' : 'pdf', '-o', out, '--jobs', '2'],
      {},
      cwd,
    )
    child.stdin!.on('error', () => {})
    // the input never ends, and the bad row tells that the rows before it are written
    child.stdin!.write(`${many(500)}\u0001\nNOT ASCII \u0416\n`)
    const told = new Promise((resolve) => child.stderr!.once('data', resolve))
    const end = ended(child)
    await told
    child.kill('SIGINT')
    const { code, stderr } = await end
    t.equal(code, 130, stderr)
    t.match(stderr, out === '-' ? /stopped before the last row/ : /stopped after \d+ rows: nothing was written/)
    t.same(readdirSync(cwd), [])
  }
})

t.test('a label is written though the next row has not arrived', async (t) => {
  for (const jobs of ['1', '2']) {
    const child = started(['batch', '-', ...label, '--format', 'zpl', '-o', '-', '--jobs', jobs])
    child.stdin!.write(many(3))
    let written = ''
    for await (const bytes of child.stdout!) {
      written += bytes
      if (written.endsWith('^XZ\n')) child.stdin!.end()
    }
    t.equal(written.match(/\^XZ\n/g)?.length, 3, `--jobs ${jobs}`)
  }
})

t.test('a reader that stops reading', async (t) => {
  const child = started(['batch', '-', ...label, '--format', 'zpl', '-o', '-', '--jobs', '2'])
  child.stdin!.on('error', () => {})
  child.stdin!.end(many(5000))
  child.stdout!.once('data', () => child.stdout!.destroy())
  const [code] = await new Promise<[number | null]>((resolve) => child.once('close', (...all) => resolve(all as never)))
  t.equal(code, 3)
})

t.test('a failure ends the batch, though its input never ends', async (t) => {
  for (const jobs of ['1', '2']) {
    const cwd = t.testdir({ 'full.zpl': t.fixture('symlink', '/dev/full') })
    const child = started(['batch', '-', ...label, '-o', 'full.zpl', '--jobs', jobs], {}, cwd)
    child.stdin!.on('error', () => {})
    child.stdin!.write(many(500))
    t.match(await ended(child), { code: 3, stderr: /full.zpl cannot be written: no space left on device/ })
  }
})

t.test('refused: with a printer, with a shard, other numbers', async (t) => {
  const cwd = t.testdir({ 'rows.csv': many(1) })
  const refused = async (args: readonly string[], why: RegExp): Promise<void> => {
    t.match(await quietzone(['batch', 'rows.csv', ...label, ...args], { cwd }), { code: 2, stderr: why })
  }
  for (const jobs of ['0', '65', '-1', '2.5', 'x', '']) {
    await refused(['-o', 'out.pdf', `--jobs=${jobs}`], /--jobs: .* is not a number of threads, from 1 to 64/)
  }
  await refused(['-o', 'part-%d.pdf', '--shard', '1/2', '--jobs', '2'], /--jobs works only without --shard/)
})

/** Megabytes: 60,000 labels are a table of 1 MB, and 150 MB of ZPL. */
const mostResident = 600

t.test('memory does not grow with the rows', inLongRun, async (t) => {
  const cwd = t.testdir()
  writeFileSync(join(cwd, 'rows.csv'), many(60_000))
  const args = ['batch', 'rows.csv', ...label, '--format', 'zpl', '-o', 'out.zpl', '--jobs', '2']
  const child = started(args, {}, cwd)
  let peak = 0
  const look = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      peak = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1000 || peak
    } catch {}
  }, 100)
  const { code, stderr } = await ended(child)
  clearInterval(look)
  t.equal(code, 0, stderr)
  t.comment(`${peak} MB`)
  t.ok(peak > 50 && peak < mostResident, `${peak} MB`)
})
