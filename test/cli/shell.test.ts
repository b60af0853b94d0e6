import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { pathOf } from '../../src/cli/shell.ts'
import { root } from '../../src/root.ts'
import { piped, quietzone } from './quietzone.ts'

t.test('names of files begin in the folder of the command', async (t) => {
  const { shell } = piped({ cwd: '/labels' })
  for (const [name, path] of [
    ['a.png', '/labels/a.png'],
    ['../a.png', '/a.png'],
    ['out/', '/labels/out/'],
    ['/tmp/a.png', '/tmp/a.png'],
    ['-', '-'],
  ] as const) {
    t.equal(pathOf(shell, name), path)
    t.equal(pathOf(piped().shell, name), name, 'without one as they are')
  }
})

t.test('commands run side by side, each in its own folder and environment', async (t) => {
  const folders = [t.testdir({ a: {}, b: {} })].flatMap((folder) => [join(folder, 'a'), join(folder, 'b')])
  const runs = folders.map((cwd, i) =>
    quietzone(['barcode', '-t', 'qr', `${i}`, '-o', 'x.png'], { cwd, env: i === 0 ? {} : { QZ_MAX_PIXELS: '10' } }),
  )
  t.match(await Promise.all(runs), [{ code: 0 }, { code: 1, stderr: /does_not_fit/ }])
  t.same(
    folders.map((folder) => readdirSync(folder)),
    [['x.png'], []],
  )
})

t.test('main.ts alone has the surroundings of the process', (t) => {
  const folder = join(root, 'src/cli')
  const users = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.ts') &&
      /\bprocess\.(std|env|argv|exit|cwd|on|chdir)|console\./.test(readFileSync(join(folder, file), 'utf8')),
  )
  t.same(users, ['main.ts'])
  t.end()
})
