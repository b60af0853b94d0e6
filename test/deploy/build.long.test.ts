import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { root } from '../../src/root.ts'
import { addressOf, ended, spawned } from '../cli/program.ts'
import { inLongRun } from '../random.ts'

/** A checkout that was built before, whose sources can be changed. */
function checkout(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-build-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  // compilers follow no link
  for (const part of readdirSync(root).filter((name) => !/^(?:node_modules|\.git|\.tap|build\..*)$/.test(name)))
    cpSync(join(root, part), join(folder, part), { recursive: true, preserveTimestamps: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

t.test('builds and servers of one checkout at the same time', inLongRun, async (t) => {
  const folder = checkout()
  const build = () => ended(spawned(process.execPath, ['bin/build.mjs'], {}, folder))
  const serve = async (): Promise<string> => {
    const built = await build()
    t.equal(built.code, 0, built.stderr)
    const child = spawned(process.execPath, [join(folder, 'build/program/main.js')], {
      PORT: '0',
      QZ_RATE_PER_MINUTE: '0',
    })
    t.teardown(() => child.kill())
    return addressOf(child)
  }
  const answers = async (addresses: readonly string[]): Promise<void> => {
    for (const address of addresses) {
      const { status } = await fetch(`${address}/api/v1/barcode?type=qr&text=x&includetext=true`)
      t.equal(status, 200)
    }
  }
  const changed = join(folder, 'src/root.ts')

  await t.test('two start at once, and one more while they run', async () => {
    appendFileSync(changed, '\nexport const first = 1\n')
    const addresses = await Promise.all([serve(), serve()])
    await answers(addresses)
    appendFileSync(changed, '\nexport const second = 2\n')
    const more = await serve()
    await answers([...addresses, more])
    t.match(readFileSync(join(folder, 'build/src/root.js'), 'utf8'), /first[\s\S]*second/)
  })

  await t.test('the bundled program follows its sources, and none of its files is left behind', async (t) => {
    const source = join(folder, 'src/root.ts')
    const sound = readFileSync(source, 'utf8')
    const version = () => ended(spawned(process.execPath, [join(folder, 'bin/quietzone.js'), '--version']))
    const before = (await version()).stdout.toString()
    const files = readdirSync(join(folder, 'build/program'))
    writeFileSync(source, sound.replace('return version', "return 'changed ' + version"))
    const lazy = join(folder, 'src/cli/run.ts')
    const run = readFileSync(lazy, 'utf8')
    writeFileSync(lazy, `${run}\nexport const more = import('./lazily-loaded.ts')\n`)
    writeFileSync(join(folder, 'src/cli/lazily-loaded.ts'), 'export const extra = 1\n')
    t.equal((await build()).code, 0)
    t.equal((await version()).stdout.toString(), `changed ${before}`)
    t.ok(existsSync(join(folder, 'build/program/lazily-loaded.js')))
    writeFileSync(source, sound)
    writeFileSync(lazy, run)
    rmSync(join(folder, 'src/cli/lazily-loaded.ts'))
    t.equal((await build()).code, 0)
    t.equal((await version()).stdout.toString(), before)
    t.same(readdirSync(join(folder, 'build/program')), files)
  })

  await t.test('what has not changed is left as it is; what has no source goes', async (t) => {
    const file = join(folder, 'build/symbologies/itf14.js')
    const before = statSync(file)
    const extra = join(folder, 'src/extra.ts')
    writeFileSync(extra, 'export const extra = 1\n')
    t.equal((await build()).code, 0)
    t.ok(existsSync(join(folder, 'build/src/extra.js')))
    rmSync(extra)
    t.equal((await build()).code, 0)
    t.notOk(existsSync(join(folder, 'build/src/extra.js')))
    t.equal(statSync(file).ino, before.ino)
    t.equal(statSync(file).mtimeMs, before.mtimeMs)
  })

  await t.test('a fault is told, and the last build stays', async (t) => {
    const sound = readFileSync(changed, 'utf8')
    appendFileSync(changed, "export const wrong: number = ''\n")
    const { code, stdout } = await build()
    t.not(code, 0)
    t.match(stdout.toString(), 'src/root.ts')
    t.match(readFileSync(join(folder, 'build/src/root.js'), 'utf8'), /second/)
    writeFileSync(changed, sound)
    t.equal((await build()).code, 0)
  })

  await t.test('the lock of a build that was killed is taken over', async (t) => {
    const gone = spawned(process.execPath, ['-e', ''])
    await ended(gone)
    writeFileSync(join(folder, 'build.lock'), `${gone.pid}`)
    appendFileSync(changed, '\nexport const third = 3\n')
    t.equal((await build()).code, 0)
    t.notOk(existsSync(join(folder, 'build.lock')))
  })
})
