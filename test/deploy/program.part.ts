import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { root } from '../../src/root.ts'

const program = join(root, 'build/program')

const importForm = /^(?:import|export) [^'"]*from ["']([^'"]+)["'];$|\bimport\(["']([^'"]+)["']\)/gm

/** The files of the program that are loaded from these on. */
function loadedFrom(...files: readonly string[]): ReadonlySet<string> {
  const loaded = new Set<string>()
  const load = (file: string): void => {
    if (loaded.has(file)) return
    loaded.add(file)
    for (const [, name] of readFileSync(join(program, file), 'utf8').matchAll(
      /^import [^'"]*["']\.\/([^'"]+)["'];$/gm,
    )) {
      load(name!)
    }
  }
  for (const file of files) load(file)
  return loaded
}

t.test('the program is bundled: a command loads few files', (t) => {
  t.same([...loadedFrom('cli.js')].sort(), ['cli.js', 'command.js'])
  t.same([...loadedFrom('cli.js', 'barcode.js')].sort(), ['barcode.js', 'cli.js', 'command.js', 'drawing.js'])
  t.ok(loadedFrom('main.js').has('drawing.js'))
  t.end()
})

t.test('it needs no package but those that it installs, and no module that is not bundled', (t) => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const imports = readdirSync(program)
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) => [...readFileSync(join(program, file), 'utf8').matchAll(importForm)])
    .map(([, fixed, lazy]) => (fixed ?? lazy)!)
  t.ok(imports.includes('@redis/client'))
  t.same(
    imports.filter((name) => !/^node:|^\.\/[^/]+\.js$/.test(name) && !(name in dependencies)),
    [],
  )
  t.end()
})
