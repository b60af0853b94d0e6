import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { decoderOf, encoderOf } from '../../../src/explain/judge/index.ts'
import { endOfAnswer, wordsOf } from '../../../src/explain/judge/process.ts'
import { filled } from '../../../src/explain/judge/program.ts'

const limits = { time: 60_000, bytes: 100_000 }
const folder = mkdtempSync(join(tmpdir(), 'judge-'))
t.teardown(() => rmSync(folder, { recursive: true }))

/** A command line that runs a script in node. */
function script(name: string, code: string): string {
  const file = join(folder, `${name}.mjs`)
  writeFileSync(file, code)
  return `'${process.execPath}' '${file}'`
}

const asked = (text: string, options = {}) => ({ type: 'qr', text, options, kind: '' }) as const

const scripted = `
import { createInterface } from 'node:readline'
const png = Buffer.from('89504e470d0a1a0a0000000049454e44ae426082', 'hex')
for await (const line of createInterface({ input: process.stdin })) {
  const { type, text, options } = JSON.parse(line)
  if (text === 'crash') process.exit(7)
  else if (text === 'silence') continue
  else if (text === 'flood') process.stdout.write('1'.repeat(200_000))
  else if (text === 'png') process.stdout.write(png)
  else if (text === 'svg') process.stdout.write('<svg>\\n<g/></svg>\\n')
  else if (text === 'chatter') console.log('hello')
  else if (text === 'refuse') console.log(JSON.stringify({ error: 'no' }))
  else if (text === 'lack') console.log(JSON.stringify({ unsupported: type }))
  else console.log(JSON.stringify({ matrix: [String(process.pid), JSON.stringify(options)] }))
}`

t.test('one process answers many cases, and is started again when it has ended', async (t) => {
  const { ask, close } = encoderOf(script('lines', scripted), limits)
  t.teardown(close)
  const pidOf = async () => ((await ask(asked('pid', { level: 'H' }))) as unknown as { rows: string[] }).rows
  const [first, options] = await pidOf()
  t.equal(options, '{"level":"H"}')
  t.match(await ask(asked('png')), { kind: 'file' })
  t.match(await ask(asked('svg')), { kind: 'file' })
  t.match(await ask(asked('refuse')), { kind: 'refusal', why: 'no' })
  t.match(await ask(asked('lack')), { kind: 'unsupported', why: 'qr' })
  t.match(await ask(asked('chatter')), { kind: 'none', code: 'form', why: /"hello"/ })
  t.same(await pidOf(), [first, options], 'the same process')
  t.match(await ask(asked('crash')), { kind: 'none', code: 'crash', why: /exit code 7/ })
  const [second] = await pidOf()
  t.not(second, first)
  t.match(await ask(asked('flood')), { kind: 'none', code: 'too_much' })
  t.not((await pidOf())[0], second)
})

t.test('who does not answer is ended', async (t) => {
  const { ask, close } = encoderOf(script('late', scripted), { ...limits, time: 300 })
  t.teardown(close)
  t.match(await ask(asked('silence')), { kind: 'none', code: 'timeout' })
})

t.test('a process for each case', async (t) => {
  const code = `let all = ''
process.stdin.on('data', (chunk) => { all += chunk })
process.stdin.on('end', () => console.log(JSON.stringify({ matrix: [JSON.parse(all).text] })))`
  const { ask } = encoderOf(script('once', code), limits, true)
  t.same(await ask(asked('1')), { kind: 'matrix', rows: ['1'] })
})

t.test('places are arguments, whatever is in the text', async (t) => {
  const code = `import { writeFileSync } from 'node:fs'
const [text, type, file] = process.argv.slice(2)
if (text === 'refuse') { console.error('too long\\nmore'); process.exit(3) }
else if (text === 'file') writeFileSync(file, Buffer.from('89504e470d0a1a0a0000000049454e44ae426082', 'hex'))
else console.log(JSON.stringify({ matrix: [text, type] }))`
  const { ask, close } = encoderOf(`${script('places', code)} {text} {type} {file}`, limits)
  t.teardown(close)
  const touched = join(folder, 'touched')
  for (const text of [
    `'; touch ${touched} #`,
    `$(touch ${touched})`,
    `"\`touch ${touched}\``,
    'a {type} b',
    '-x',
    '*',
  ]) {
    t.same(await ask(asked(text)), { kind: 'matrix', rows: [text, 'qr'] })
  }
  t.notOk(existsSync(touched))
  t.match(await ask(asked('file')), { kind: 'file' })
  t.match(await ask(asked('refuse')), { kind: 'refusal', why: 'exit code 3: too long' })
  t.match(await ask(asked('a', { level: 'H' })), { kind: 'unsupported' })
  t.match(await ask(asked('a\0b')), { kind: 'unsupported' })
})

t.test('a decoder in a command with places, and line by line', async (t) => {
  const png = new Uint8Array(Buffer.from('89504e470d0a1a0a', 'hex'))
  const code = `
import { readFileSync } from 'node:fs'
const [file, type] = process.argv.slice(2)
if (type === 'qr') process.stdout.write(readFileSync(file).toString('hex'))
if (type === 'ean8') process.exit(4)`
  const { ask, close } = decoderOf(`${script('reads', code)} {file} {type}`, limits)
  t.teardown(close)
  t.match(await ask({ type: 'qr', png }), { kind: 'read', data: Buffer.from('89504e470d0a1a0a') })
  t.match(await ask({ type: 'ean8', png }), { kind: 'nothing', why: 'exit code 4' })
  t.match(await ask({ type: 'upce', png }), { kind: 'nothing' })
  const lines = `
import { createInterface } from 'node:readline'
for await (const line of createInterface({ input: process.stdin })) {
  const { type, png } = JSON.parse(line)
  if (type === 'ean8') process.exit(0)
  console.log(JSON.stringify({ text: png, type }))
}`
  const other = decoderOf(script('lines-read', lines), limits)
  t.teardown(other.close)
  t.match(await other.ask({ type: 'qr', png }), { kind: 'read', data: 'iVBORw0KGgo=', type: 'qr' })
  // of many cases one has to be answered before the program ends
  t.match(await other.ask({ type: 'ean8', png }), { kind: 'none', code: 'crash' })
})

t.test('a program that is not there', async (t) => {
  const { ask, close } = encoderOf('no-such-program-of-anybody', limits)
  t.teardown(close)
  await t.rejects(ask(asked('1')), { name: 'NotStarted' })
})

t.test('words of a command line', async (t) => {
  t.same(wordsOf(` a  'b c' "d\\"e" f\\ g h'i'j '' $HOME *`), ['a', 'b c', 'd"e', 'f g', 'hij', '', '$HOME', '*'])
  for (const line of ['', '  ', `a 'b`, 'a "b', 'a \\']) t.throws(() => wordsOf(line), RangeError, line)
  t.same(filled(['a', '--x={text}', '{other}'], { text: 'b {type}' }), ['a', '--x=b {type}', '{other}'])
})

t.test('where an answer ends', async (t) => {
  const end = (text: string): number | undefined => endOfAnswer(Buffer.from(text, 'latin1'))
  t.equal(end('{"error":'), undefined)
  t.equal(end('{}\n{}\n'), 3)
  t.equal(end('\n\n{}\n'), 5)
  t.equal(end('<svg>\n</svg'), undefined)
  t.equal(end('<svg>\n</svg>\n'), 12)
  const png = '\x89PNG\r\n\x1a\n\0\0\0\0IEND1234'
  t.equal(end(png.slice(0, -1)), undefined)
  t.equal(end(`${png}{}`), png.length)
})
