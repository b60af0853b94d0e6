import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { encodeContent, rowsOf } from '../../symbologies/index.ts'
import { pngPicture } from '../oracle/picture.ts'
import { zxingTexts } from '../oracle/zxing.ts'
import { quietzone } from './quietzone.ts'

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
    /row 4 .*"link" does not go with type=code128[\s\S]*row 5 .*gs1_invalid_value/,
  )
  t.same(await zxingTexts(pngPicture(bytesOf('gs1/000003.png')), 'qr'), [message])
  const [read] = await zxingTexts(pngPicture(bytesOf('gs1/000002.png')), 'qr')
  t.not(read, message, 'with FNC1, not brackets')
})
