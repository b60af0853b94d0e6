import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import module from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import './file-names.part.ts'
import './in-terminal.part.ts'
import './left-files.part.ts'
import './parts.part.ts'
import './print.part.ts'
import './service.part.ts'
import './shards.part.ts'
import './shells.part.ts'
import './typed.part.ts'
import '../server/watchdog/watchdog.part.ts'
import { root } from '../../src/root.ts'
import { encode, encodeContent, rowsOf } from '../../symbologies/index.ts'
import { pngPicture } from '../oracle/picture.ts'
import { zxingTexts } from '../oracle/zxing.ts'
import { inLongRun } from '../random.ts'
import { installIn } from './installation.ts'
import { type Ended, ended, program, quietzone, spawned } from './program.ts'

// Each command of the built program in its simplest forms; the long run has all others.

const folder = mkdtempSync(join(tmpdir(), 'quietzone-commands-'))
t.teardown(() => rmSync(folder, { recursive: true }))
const bytesOf = (name: string): Buffer => readFileSync(join(folder, name))

/** Runs the program, which has to end with `code`; what it printed, or its complaint. */
async function run(t: Test, args: readonly string[], code = 0): Promise<string> {
  const ended = await quietzone(args, { cwd: folder })
  t.equal(ended.code, code, `quietzone ${args.join(' ')}: ${ended.stderr}`)
  return code === 0 ? ended.stdout.toString() : ended.stderr
}

t.test('barcode, check', async (t) => {
  await run(t, ['barcode', '--type', 'qr', '--text', 'QZ-0001', '-o', 'a.png'])
  t.same(await zxingTexts(pngPicture(bytesOf('a.png')), 'qr'), ['QZ-0001'])
  t.match(await run(t, ['check', 'a.png', '--text', 'QZ-0001']), /qr: conforming/)
  t.match(await run(t, ['barcode', '--type', 'ean13', '--text', '5901234123456'], 1), 'bad_check_digit: ean13')
})

t.test('short options, the text as an operand', async (t) => {
  const rows = `${rowsOf(encode('qr', '-5').matrix).join('\n')}\n`
  for (const args of [
    ['-tqr', '--', '-5'],
    ['-t', 'qr', '--strict', '--text=-5'],
  ]) {
    await run(t, ['barcode', '-o', 's.png', ...args])
    t.same(await zxingTexts(pngPicture(bytesOf('s.png')), 'qr'), ['-5'])
  }
  t.equal(await run(t, ['matrix', '-t', 'qr', '--', '-5']), rows)
  const fed = await quietzone(['matrix', '-t', 'qr', '-'], { cwd: folder, input: '-5' })
  t.equal(fed.stdout.toString(), rows)
  await run(t, ['label', '-t', 'code128', '-s', '2x1', 'QZ-0001', '-o', 's.png'])
  const { width, height } = pngPicture(bytesOf('s.png'))
  t.same([width, height], [600, 300])
  t.match(await run(t, ['plan', '-t', 'qr', '-s', '4x4', 'QZ']), /^QR Code on 4x4/)
  t.match(await run(t, ['explain', '-t', 'code128', 'AIM']), /^Code 128 /)
})

t.test('a document on standard output that has no page is empty', async (t) => {
  const args = ['batch', '-', '--as', 'label', '--type', 'ean13', '--size', '2x1', '-o', '-']
  for (const [input, code] of [
    ['text\n', 0],
    ['text\n\n', 0],
    ['text\nx\n', 1],
  ] as const) {
    for (const others of [
      ['--format', 'pdf'],
      ['--format', 'pdf', '--jobs', '2'],
      ['--format', 'zpl'],
    ]) {
      const ended = await quietzone([...args, ...others], { cwd: folder, input })
      t.same([ended.code, ended.stdout.length], [code, 0], `${JSON.stringify(input)} ${others.join(' ')}`)
      t.match(ended.stderr, new RegExp(`^0 of ${code} rows drawn to standard output`, 'm'))
    }
  }
})

t.test('label, batch', async (t) => {
  await run(t, ['label', '--type', 'code128', '--text', 'QZ-0001', '--size', '4x6', '--qty', '3', '-o', 'a.pdf'])
  t.equal(bytesOf('a.pdf').subarray(0, 5).toString(), '%PDF-')
  writeFileSync(join(folder, 'rows.csv'), 'type,text,file\nqr,one,1.png\nean13,x,2.png\ncode39,THREE,3.svg\n')
  t.match(await run(t, ['batch', 'rows.csv', '-o', 'rows'], 1), /row 2 .*invalid_character[\s\S]*2 of 3 rows/)
  t.same(readdirSync(join(folder, 'rows')).toSorted(), ['1.png', '3.svg'])
})

t.test('gs1', async (t) => {
  const message = '(01)09506000134352(10)AB-12(17)261231'
  const described = await run(t, ['gs1', message])
  t.match(described, /^\(01\) GTIN +09506000134352\n {2}indicator digit 0\n/)
  t.match(described, /\n\(10\) BATCH\/LOT +AB-12 {2}FNC1 follows\n/)
  t.match(described, 'raw:           ^010950600013435210AB-12^17261231\n')
  t.match(JSON.parse(await run(t, ['gs1', '--text', message, '--json'])), { bracketed: message })
  t.match(
    await run(t, ['gs1', '(01)12'], 1),
    /^quietzone: gs1_invalid_value, characters 5 to 6: AI \(01\) GTIN: "12" has 2 characters/,
  )
  const twice = '(01)4012345123456(17)2027-11-30'
  t.match(await run(t, ['gs1', twice], 1), /\nquietzone: try: --text '\(01\)04012345123456\(17\)271130'\n$/)
  const asRead = { cwd: folder, input: ']Q3010950110153000310AB\u001d21C' }
  const ofReader = await quietzone(['gs1', '--json', '-'], asRead)
  t.match(JSON.parse(ofReader.stdout.toString()), { bracketed: '(01)09501101530003(10)AB(21)C' })
  t.match(await run(t, ['gs1'], 2), 'no message given; give a message, --text TEXT or --file FILE')
  t.match(await run(t, ['gs1', message, '--file', '-'], 2), 'more than one of a message, --text and --file given')
  const lines = `\ufeff${message}\r\n\n(05)1\n(01)1(17)2\n${'9'.repeat(40000)}\n\xff\n^00106141411234567897`
  const input = Buffer.from(lines, 'latin1')
  writeFileSync(join(folder, 'messages.txt'), Buffer.concat([Buffer.from('\ufeff'), input.subarray(1)]))
  const judged = await quietzone(['gs1', '--file', 'messages.txt'], { cwd: folder })
  t.equal(judged.code, 1)
  t.same(
    judged.stdout
      .toString()
      .trim()
      .split('\n')
      .map((line) => line.slice(0, 47)),
    [
      `1: ok: ${message}`.slice(0, 47),
      '3: gs1_unknown_ai, characters 1 to 4: "05" is not an AI of GS1'.slice(0, 47),
      '4: gs1_invalid_value, character 5: AI (01) GTIN'.slice(0, 47),
      '4: gs1_invalid_value, character 10: AI (17) USE BY'.slice(0, 47),
      '5: invalid_parameter: more than the 7089 characters of the'.slice(0, 47),
      '6: invalid_encoding: byte 1 of the decoded value, FF'.slice(0, 47),
      '7: ok: (00)106141411234567897',
    ],
  )
  t.match(judged.stderr, /^quietzone: 6 messages: 2 right, 4 wrong\n$/)
  const tried = await quietzone(['gs1', '--file', '-'], { cwd: folder, input: `${message}\n${twice}` })
  t.match(tried.stdout.toString(), /^1: ok: .+\n2: gs1_.+\n2: gs1_.+\n2: try: \(01\)04012345123456\(17\)271130\n$/)
  const fed = await quietzone(['gs1', '--file', '-', '--json'], { cwd: folder, input: `${message}\n(01)1` })
  t.match(
    fed.stdout
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
    [
      { line: 1, bracketed: message },
      { line: 2, error: { code: 'gs1_invalid_value', faults: [{ ai: '01', rule: 'length', from: 5, to: 5 }] } },
    ],
  )
  const matrix = ['matrix', '--type', 'datamatrix', '--gs1', 'true', '--text', message]
  t.same(
    (await run(t, matrix)).trim().split('\n'),
    rowsOf(encodeContent('datamatrix', { text: message, gs1: 'true' }).barcode.matrix),
  )
  writeFileSync(
    join(folder, 'gs1.csv'),
    `type,gs1,text\nqr,true,${message}\nqr,,${message}\ncode128,link,${message}\nqr,true,(01)1\n`,
  )
  t.match(
    await run(t, ['batch', 'gs1.csv', '-o', 'gs1'], 1),
    /row 3 .*"link" does not go with type=code128[\s\S]*row 4 .*gs1_invalid_value/,
  )
  t.same(await zxingTexts(pngPicture(bytesOf('gs1/000002.png')), 'qr'), [message])
  const [read] = await zxingTexts(pngPicture(bytesOf('gs1/000001.png')), 'qr')
  t.not(read, message, 'with FNC1, not brackets')
})

t.test('warnings, strict, plan', inLongRun, async (t) => {
  const doubtful = ['barcode', '--type', 'ean13', '--text', '590123412345', '-o', 'b.png']
  t.match(await run(t, [...doubtful, '--strict=maybe'], 2), '"maybe" is not true or false')
  writeFileSync(join(folder, 'doubts.csv'), 'type,text\nqr,"one\n"\nean13,590123412345\n')
  const batch = await quietzone(['batch', 'doubts.csv', '-o', 'doubts'], { cwd: folder })
  t.equal(batch.code, 0)
  t.match(batch.stderr, /^row 2 \(line 4\): warning: x_below_minimum; .*\nrow 2 \(line 4\): warning: bars_too_low; /)
  t.match(
    batch.stderr,
    /2 of 2 rows .*; warnings: 1 x_below_minimum, 1 bars_too_low; a line feed at the end of 1 text was removed/,
  )
  t.match(
    await run(t, ['batch', 'doubts.csv', '-o', 'strict', '--strict'], 1),
    /row 2 .*not_conforming[\s\S]*1 of 2 rows/,
  )
  const fed = await quietzone(['matrix', '--type', 'qr', '--text', '-'], { cwd: folder, input: 'QZ\r\n' })
  t.match(fed.stderr, 'one line feed at the end of the text was removed')
  t.same(fed.stdout.toString().trim().split('\n'), rowsOf(encode('qr', 'QZ').matrix))
  const plan = ['plan', '--type', 'ean13', '--text', '590123412345', '--size', '40x20', '--dpi', '203']
  const planned = await quietzone(plan, { cwd: folder })
  t.equal(planned.code, 1)
  t.match(
    planned.stdout.toString(),
    /^EAN-13 on 40x20 .*203 dpi, for retail\nscans: doubtful\n[\s\S]*nearest change: size=70x50/,
  )
  t.match(JSON.parse(await run(t, ['plan', '--type', 'qr', '--text', 'QZ', '--json'])), { scans: 'yes', nearest: null })
})

t.test('a warning, strict', async (t) => {
  const doubtful = ['barcode', '--type', 'ean13', '--text', '590123412345', '-o', 'b.png']
  const warned = await quietzone([...doubtful, '--xdim', '0.33', '--dpi', '203'], { cwd: folder })
  t.same([warned.code, warned.stderr], [0, 'quietzone: warning: bars_too_low; bars of 15 mm are lower than 26 mm\n'])
  t.match(await run(t, [...doubtful, '--strict'], 1), /^quietzone: not_conforming: EAN-13 at 0\.254 mm/)
})

t.test('matrix, explain', async (t) => {
  const rows = rowsOf(encode('datamatrix', '123456').matrix)
  t.equal(await run(t, ['matrix', '--type', 'datamatrix', '--text', '123456']), `${rows.join('\n')}\n`)
  t.match(await run(t, ['explain', '--type', 'code128', '--text', 'AIM']), /^Code 128 .*\n[\s\S]*Check character/)
})

t.test('JSON: what a terminal obeys is escaped, and means the same', async (t) => {
  const hostile = 'a\x1b[2K\x9b31m\x7f\u0085\u200e\u200f\u202e\u2066\u2069\u2028\ufeff\u{e0041}b\r\nc'
  await run(t, ['barcode', '-t', 'qr', '--text', hostile, '--exact', '-o', 'hostile.png'])
  writeFileSync(join(folder, 'hostile.txt'), `(10)${hostile.replace(/[\r\n]/g, '')}\n`)
  const text = ['--text', hostile, '--exact', '--json']
  for (const [args, code, holds] of [
    [['explain', '-t', 'datamatrix', ...text], 0, false],
    [['matrix', '-t', 'datamatrix', ...text], 0, true],
    [['plan', '-t', 'qr', '-s', '4x4', ...text], 0, false],
    [['check', 'hostile.png', '--json'], 0, true],
    [['gs1', ...text], 1, false],
    [['gs1', '--file', 'hostile.txt', '--json'], 1, false],
  ] as const) {
    const ended = await quietzone(args, { cwd: folder })
    const json = ended.stdout.toString()
    t.equal(ended.code, code, `${args[0]}: ${ended.stderr}`)
    t.equal(json.slice(0, -1).search(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u), -1, args[0])
    if (holds) t.ok(JSON.stringify(JSON.parse(json)).includes(JSON.stringify(hostile)), args[0])
  }
})

t.test('help, version, and a command that does not exist', async (t) => {
  t.match(await run(t, ['--help']), 'Commands:')
  t.match(await run(t, ['label', '--help']), '--qty')
  t.equal(await run(t, ['help', 'label']), await run(t, ['label', '--help']))
  t.match(await run(t, ['--version']), /^\d+\.\d+\.\d+\n$/)
  t.match(await run(t, ['print-all'], 2), '"print-all"')
})

t.test('an older node than package.json names gets one line that says so', async (t) => {
  const [, least = ''] = /^>=(\d+\.\d+)$/.exec(
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines.node,
  )!
  const ranAs = (version: string, file: string, ...args: readonly string[]): Promise<Ended> => {
    const other = join(folder, `node-${version}.cjs`)
    const versions = `{ value: { ...process.versions, node: '${version}' } }`
    writeFileSync(other, `Object.defineProperty(process, 'versions', ${versions})`)
    return ended(spawned(process.execPath, ['--require', other, file, ...args]))
  }
  const [major, minor] = least.split('.').map(Number) as [number, number]
  for (const version of [`${major}.${minor - 1}.99`, `${major}.9.0`, '19.99.0', '18.20.8', '9.11.2']) {
    for (const [file, ...args] of [
      [program, '--version'],
      [program, 'serve'],
      [join(root, 'bin/build.mjs')],
    ] as const) {
      const { code, stdout, stderr } = await ranAs(version, file, ...args)
      t.same([code, `${stdout}`, stderr], [4, '', `quietzone needs Node ${least}; this is ${version}\n`])
    }
  }
  for (const version of [`${least}.0`, `${major}.${minor + 1}.0`, `${major + 1}.0.0`, '100.1.0']) {
    const { code, stderr } = await ranAs(version, program, '--version')
    t.same([code, stderr], [0, ''], version)
  }
})

const keepsCompiled = 'enableCompileCache' in module
t.test(
  'what node compiles is kept, and a start needs none of it',
  { skip: !keepsCompiled && 'node before 22.1' },
  async (t) => {
    const installation = join(folder, 'installed')
    mkdirSync(installation)
    installIn(installation)
    const cache = join(installation, 'build/cache')
    const kept = (): string[] =>
      readdirSync(cache, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    const draws = async (words: string): Promise<void> => {
      const program = join(installation, 'bin/quietzone.js')
      const { code, stdout, stderr } = await ended(spawned(program, ['matrix', '-t', 'code128', 'QZ']))
      t.same([code, stderr], [0, ''], words)
      t.equal(stdout.toString(), `${rowsOf(encode('code128', 'QZ').matrix).join('\n')}\n`, words)
    }
    await draws('nothing is kept')
    const files = kept()
    t.ok(files.length > 0)
    await draws('all is kept')
    for (const file of files) writeFileSync(file, readFileSync(file).fill(0xff, 100))
    await draws('what is kept is damaged')
    for (const file of files) writeFileSync(file, '')
    await draws('what is kept is empty')
    rmSync(cache, { recursive: true })
    writeFileSync(cache, '')
    await draws('nothing can be kept')
    t.equal(readFileSync(cache, 'utf8'), '')
  },
)
