import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import module from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { root } from '../../src/root.ts'
import { encode, rowsOf } from '../../symbologies/index.ts'
import { pngPicture } from '../oracle/picture.ts'
import { zxingTexts } from '../oracle/zxing.ts'
import { inLongRun } from '../random.ts'
import { installIn } from './installation.ts'
import { type Ended, ended, program, spawned } from './program.ts'
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

t.test('barcode, check', async (t) => {
  await run(t, ['barcode', '--type', 'qr', '--text', 'QZ-0001', '-o', 'a.png'])
  t.same(await zxingTexts(pngPicture(bytesOf('a.png')), 'qr'), ['QZ-0001'])
  t.match(await run(t, ['check', 'a.png', '--text', 'QZ-0001']), /qr: conforming/)
  t.match(await run(t, ['barcode', '--type', 'ean13', '--text', '5901234123456'], 1), 'bad_check_digit: ean13')
})

t.test('label, batch', async (t) => {
  await run(t, ['label', '--type', 'code128', '--text', 'QZ-0001', '--size', '4x6', '--qty', '3', '-o', 'a.pdf'])
  t.equal(bytesOf('a.pdf').subarray(0, 5).toString(), '%PDF-')
  writeFileSync(join(folder, 'rows.csv'), 'type,text,file\nqr,one,1.png\nean13,x,2.png\ncode39,THREE,3.svg\n')
  t.match(await run(t, ['batch', 'rows.csv', '-o', 'rows'], 1), /row 3 .*invalid_character[\s\S]*2 of 3 rows/)
  t.same(readdirSync(join(folder, 'rows')).toSorted(), ['1.png', '3.svg'])
})

t.test('matrix, explain', async (t) => {
  const rows = rowsOf(encode('datamatrix', '123456').matrix)
  t.equal(await run(t, ['matrix', '--type', 'datamatrix', '--text', '123456']), `${rows.join('\n')}\n`)
  t.match(await run(t, ['explain', '--type', 'code128', '--text', 'AIM']), /^Code 128 .*\n[\s\S]*Check character/)
})

t.test('help, version, and a command that does not exist', async (t) => {
  t.match(await run(t, ['--help']), 'Commands:')
  t.match(await run(t, ['label', '--help']), '--qty')
  t.equal(await run(t, ['help', 'label']), await run(t, ['label', '--help']))
  t.match(await run(t, ['--version']), /^\d+\.\d+\.\d+\n$/)
  t.match(await run(t, ['print-all'], 2), '"print-all"')
})

t.test('an older node than package.json names gets one line that says so', inLongRun, async (t) => {
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
  for (const [version, file, ...args] of [
    [`${major}.${minor - 1}.99`, program, '--version'],
    [`${major}.9.0`, program, '--version'],
    ['19.99.0', program, 'serve'],
    ['9.11.2', program, 'serve'],
    [`${major}.${minor - 1}.99`, join(root, 'bin/build.mjs')],
    ['18.20.8', join(root, 'bin/build.mjs')],
  ] as const) {
    const { code, stdout, stderr } = await ranAs(version, file, ...args)
    t.same([code, `${stdout}`, stderr], [4, '', `quietzone needs Node ${least}; this is ${version}\n`])
  }
  for (const version of [`${least}.0`, '100.1.0']) {
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
