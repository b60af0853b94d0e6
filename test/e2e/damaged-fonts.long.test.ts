import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { root } from '../../src/root.ts'
import { installIn } from '../cli/installation.ts'
import { addressOf, type Ended, ended, printed, spawned } from '../cli/program.ts'

const place = mkdtempSync(join(tmpdir(), 'quietzone-fonts-'))
t.teardown(() => rmSync(place, { recursive: true }))
installIn(place)

const run = (...args: string[]): Promise<Ended> => ended(spawned(join(place, 'bin/quietzone.js'), args))

type Damage = (path: string) => void

/** Damages files of the installation, in the same way, until `use` is done. */
async function damaged(files: readonly string[], damage: Damage, use: () => Promise<unknown>): Promise<void> {
  const whole = files.map((file) => readFileSync(join(place, file)))
  for (const file of files) damage(join(place, file))
  await use()
  for (const [i, file] of files.entries()) {
    rmSync(join(place, file), { recursive: true, force: true })
    writeFileSync(join(place, file), whole[i]!)
  }
}

const missing: Damage = (path) => rmSync(path)
const truncated: Damage = (path) => truncateSync(path, 1000)
const empty: Damage = (path) => truncateSync(path, 0)
const altered: Damage = (path) => {
  const content = readFileSync(path)
  content[content.length >> 1]! ^= 1
  writeFileSync(path, content)
}
const unreadable: Damage = (path) => {
  rmSync(path)
  mkdirSync(path)
}

const isDamaged = 'is damaged: its SHA-256 is not the one that this version was built with; install it again'
const chinese = 'fonts/noto/NotoSansSC.ttf'
const wasm = 'node_modules/harfbuzzjs/dist/harfbuzz.wasm'

t.test('the service does not start with a font that is not as it was built: one line, and 1', async (t) => {
  const faults: readonly (readonly [file: string, damage: Damage, why: string])[] = [
    ['fonts/noto/NotoSansThai.ttf', missing, 'cannot be read: no such file or directory'],
    ['fonts/noto/NotoSansThai.ttf', truncated, isDamaged],
    ['fonts/noto/NotoSansThai.ttf', empty, isDamaged],
    [chinese, altered, isDamaged],
    ['fonts/noto/NotoSans.ttf', unreadable, 'cannot be read: illegal operation on a directory'],
    ['fonts/fonts.json', altered, isDamaged],
    ['fonts/unifont.br', truncated, isDamaged],
    ['fonts/unifont.br', missing, 'cannot be read: no such file or directory'],
    ['fonts/SHA256SUMS', altered, isDamaged],
    [wasm, altered, isDamaged],
  ]
  for (const [file, damage, why] of faults) {
    await damaged([file], damage, async () => {
      const line = `quietzone: ${join(place, file)} ${why}\n`
      t.match(await run('serve', '--port', '0'), { code: 1, stdout: /^$/, stderr: line }, `${file}: ${damage.name}`)
    })
  }
  await damaged([wasm], missing, async () => {
    const start = spawned(process.execPath, [join(place, 'build/program/main.js')], { PORT: '0' })
    t.match(await ended(start), { code: 1, stdout: /^$/, stderr: /^quietzone: .*harfbuzz\.wasm is missing.*\n$/ })
  })
})

t.test('other commands need what they open, and end with one line and 3', async (t) => {
  const caption = (text: string): Promise<Ended> =>
    run('barcode', '--type', 'qr', '--includetext', 'true', '--text', text)
  const thai = 'fonts/noto/NotoSansThai.ttf'
  await damaged([thai], altered, async () => {
    const line = `quietzone: ${join(place, thai)} ${isDamaged}\n`
    t.match(await caption('ไทย'), { code: 3, stdout: /^$/, stderr: line })
    t.match(await caption('Latin'), { code: 0, stderr: '' })
  })
  await damaged([wasm], altered, async () => {
    t.match(await caption('ไทย'), { code: 3, stdout: /^$/, stderr: `quietzone: ${join(place, wasm)} ${isDamaged}\n` })
    t.match(await caption('Latin'), { code: 0, stderr: '' })
  })
  await damaged(['node_modules/harfbuzzjs/dist/index.mjs'], missing, async () => {
    t.match(await caption('ไทย'), { code: 3, stdout: /^$/, stderr: /^quietzone: harfbuzzjs cannot be loaded: .*\n$/ })
  })
  await damaged(['fonts/SHA256SUMS', 'fonts/noto/NotoSans.ttf', wasm], truncated, async () => {
    t.match(await run('barcode', '--type', 'qr', '--text', 'x'), { code: 0, stderr: '' }, 'no caption, no font')
    t.match(await caption('Latin'), { code: 0, stderr: '' }, 'Latin letters are part of the program')
    const line = `quietzone: ${join(place, 'fonts/SHA256SUMS')} ${isDamaged}\n`
    t.match(await caption('Ελληνικά'), { code: 3, stdout: /^$/, stderr: line })
  })
})

t.test('a font that is damaged after the start costs the captions that need it, and nothing else', async (t) => {
  const service = spawned(join(place, 'bin/quietzone.js'), ['serve', '--port', '0'], { QZ_RATE_PER_MINUTE: '0' })
  const address = await addressOf(service)
  const status = async (text: string): Promise<number> => {
    const query = new URLSearchParams({ type: 'qr', includetext: 'true', text })
    const reply = await fetch(`${address}/api/v1/barcode?${query}`)
    await reply.arrayBuffer()
    return reply.status
  }
  await damaged([chinese], altered, async () => {
    for (let i = 0; i < 3; i++) t.equal(await status(`倉庫${i}`), 500)
    t.same([await status('Latin'), await status('ไทย')], [200, 200])
  })
  const end = ended(service)
  service.kill('SIGTERM')
  const { code, stdout } = await end
  t.equal(code, 0)
  t.match(stdout.toString(), `FontError in ${join(place, chinese)}`, 'the log names the file')
})

t.test('a damaged font is read once', async (t) => {
  const module = (name: string): string => JSON.stringify(pathToFileURL(join(place, 'build/src/text', name)).href)
  const script = `
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const read = fs.readFileSync
    let reads = 0
    fs.readFileSync = (path, ...rest) => { if (/SC.ttf$/.test(String(path))) reads++; return read(path, ...rest) }
    syncBuiltinESMExports()
    const { provideFonts, typeset } = await import(${module('index.js')})
    const { installedFonts, loadHarfBuzz } = await import(${module('installed-fonts.js')})
    provideFonts(installedFonts)
    await loadHarfBuzz()
    let refused = 0
    for (let i = 0; i < 10; i++) try { typeset('倉庫', { face: 'sans', size: 40 }) } catch { refused++ }
    console.log(JSON.stringify({ reads, refused }))`
  await damaged([chinese], altered, async () => {
    t.same(JSON.parse(printed(script)), { reads: 1, refused: 10 })
  })
})

t.test('the program knows the sums that fonts/make.mjs left', (t) => {
  const digest = createHash('sha256')
    .update(readFileSync(join(root, 'fonts/SHA256SUMS')))
    .digest('hex')
  t.ok(readFileSync(join(root, 'src/text/installed-fonts.ts'), 'utf8').includes(`sumsDigest = '${digest}'`))
  t.end()
})
