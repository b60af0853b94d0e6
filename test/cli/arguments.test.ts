import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { encode, rowsOf } from '../../symbologies/index.ts'
import { pngPicture } from '../oracle/picture.ts'
import { zxingTexts } from '../oracle/zxing.ts'
import { inLongRun } from '../random.ts'
import { sideBySide } from './program.ts'
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

t.test('short options, the text as an operand', inLongRun, async (t) => {
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

t.test('an option that is misspelt is named as it is', async (t) => {
  const rows = [
    ['--Text', '--text'],
    ['--levle', '--level'],
    ['--symbology', '--type'],
    ['--xyz', undefined],
  ] as const
  await sideBySide(rows, async ([given, meant]) => {
    const { code, stderr } = await quietzone(['barcode', given, 'a'])
    t.equal(code, 2)
    const advice = meant === undefined ? '' : `; did you mean ${meant}?`
    t.equal(stderr, `quietzone: Unknown option '${given}'${advice}; see quietzone barcode --help\n`)
  })
})
