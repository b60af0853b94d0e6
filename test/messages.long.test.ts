import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { printable, printableLine } from '../src/messages.ts'
import { root } from '../src/root.ts'
import { ended, quietzoneProcess, type Surroundings, sideBySide, spawned } from './cli/program.ts'
import { quietzone } from './cli/quietzone.ts'

/** A title set, a line cleared, C1's introducer of commands, DEL, an order turned round, marks of direction, separators, a tag. */
const hostile =
  'a\x1b]0;b\x07\x1b[2K\x9b31m\x7f\u0085\u202e\u2066\u200f\u061c\u2028\u2029\ufeff\u{e0041}\r\nquietzone: all is well'
const obeyed = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

t.test('text for people: controls, directions, separators and half pairs as JSON has them', (t) => {
  for (const text of [hostile, '\ud800x\udc00', '\t\0\x1f\x80\x9f\u200e\u202a\u2069']) {
    t.equal(printableLine(text).search(obeyed), -1)
    t.equal(JSON.parse(`"${printableLine(text)}"`), text)
    t.equal(printable(`${text}\n`), `${printableLine(text.replaceAll('\n', '\f')).replaceAll('\\f', '\n')}\n`)
  }
  const plain = 'Größe 倉庫 "ไทย" \\ \u{1f4d3}'
  t.same([printable(plain), printableLine(plain)], [plain, plain])
  t.end()
})

t.test('whatever is told of hostile names and values, a terminal obeys none of it', async (t) => {
  const cwd = t.testdir({ pictures: {}, 'x.csv': 'text,type\nx,qr\n' })
  // no folder, no NUL: what a file name can hold
  const name = `${hostile.replaceAll('/', '')}.png`
  writeFileSync(join(cwd, 'pictures', name), 'no picture')
  const csv = (header: string, row: string): Surroundings => ({ input: `${header}\n${row}\n` })
  const cell = `"${hostile}"`
  const batch = ['batch', '-', '--type', 'qr', '-o', 'out']
  const one = ['barcode', '--type', 'qr', '--text', 'x']
  const cases: readonly (readonly [args: readonly string[], more?: Surroundings])[] = [
    [[hostile]],
    [['barcode', `--${hostile}`]],
    [['barcode', '--type', hostile, '--text', hostile, '--scale', hostile]],
    [['barcode', '--type', 'ean13', '--text', hostile]],
    [[...one, '-o', `no/${name}`]],
    [[...one, '-o', `x.${hostile}`]],
    [one, { env: { QZ_MAX_PIXELS: hostile } }],
    [['explain', '--type', 'datamatrix', '--text', hostile]],
    [['batch', `no/${name}`, '-o', 'out']],
    [['batch', 'x.csv', '-o', `no/${hostile}.pdf`]],
    [['batch', 'x.csv', '-o', hostile]],
    [['batch', 'x.csv', '--as', hostile, '-o', 'out']],
    [batch, csv(`text,${cell}`, 'x,y')],
    [batch, csv(`text,${cell},${cell}`, 'x,y,z')],
    [batch, csv(cell, 'x')],
    [batch, csv('text,file,scale', `x,${cell},${cell}`)],
    [batch, csv('text,format,file', `x,svg,"${'\u202e'}gnp.png"`)],
    [['check', `no/${name}`]],
    [['check', join('pictures', name)]],
    [['check', '--all', 'pictures']],
    [['vectors', hostile]],
    [['barcode', '--type', 'qr', hostile, '--text', 'x']],
    [['barcode', '--type', 'ean13', hostile, '--terminal']],
    [['completion', hostile]],
    [['help', hostile]],
  ]
  await sideBySide(cases, async ([args, more]) => {
    const { stdout, stderr } = await quietzone(args, { cwd, ...more })
    const said = `${stdout}${stderr}`
    const title = printableLine(args.join(' ')).slice(0, 80)
    t.ok(said.length > 0, title)
    t.equal(said.replaceAll('\n', '').search(obeyed), -1, title)
    t.notMatch(said, /^quietzone: all is well/m, `${title}: no line of its own`)
  })
})

t.test('a start that cannot be quotes its settings in one line', async (t) => {
  const { stderr: said } = await quietzoneProcess(['serve', '--host', hostile.replaceAll(/\s/g, ''), '--port', '0'])
  t.match(said, /^quietzone: cannot listen on port 0 of a\\u001b.*\n$/)
  t.equal(said.trimEnd().search(obeyed), -1)
  // not through bin/quietzone, whose shell drops variables with such names
  const environment = { [`QZ_${hostile}`]: '1', PORT: hostile }
  const { code, stderr } = await ended(spawned(process.execPath, [join(root, 'build/program/main.js')], environment))
  t.equal(code, 1)
  t.match(stderr, /^quietzone: PORT: .*\\u001b.*; QZ_a\\u001b.*\n$/)
  t.equal(stderr.trimEnd().search(obeyed), -1)
})

t.test('the command line has one place that writes to the terminal', (t) => {
  const folder = join(root, 'src/cli')
  const writers = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && /\bstd(out|err)\.write|console\./.test(readFileSync(join(folder, file), 'utf8')),
  )
  t.same(writers, ['output.ts'])
  t.end()
})
