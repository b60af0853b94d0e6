import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
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

/** Which @redis/client looks for when a digest of a value is asked for, as nobody does. */
const optional = '@node-rs/xxhash'

t.test('it needs no package but those that it installs, and no module that is not bundled', (t) => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const imports = readdirSync(program)
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) => [...readFileSync(join(program, file), 'utf8').matchAll(importForm)])
    .map(([, fixed, lazy]) => (fixed ?? lazy)!)
  t.ok(imports.includes('bidi-js') || imports.includes('harfbuzzjs'))
  t.same(
    imports.filter((name) => !/^node:|^\.\/[^/]+\.js$/.test(name) && !(name in dependencies) && name !== optional),
    [],
  )
  t.end()
})

t.test('what a bundle has from elsewhere is named beside it, with its notice', async (t) => {
  const { noticeOf } = (await import(pathToFileURL(join(root, 'bin/bundle.mjs')).href)) as {
    noticeOf(id: string): readonly [title: string, notice: string] | undefined
  }
  const modules = readdirSync(program)
    .filter((file) => file.endsWith('.map'))
    .flatMap((file) => JSON.parse(readFileSync(join(program, file), 'utf8')).sources as string[])
    .map((source) => join(program, source))
  const licences = readFileSync(join(program, 'LICENCES.txt'), 'utf8')
  const others = modules.filter((id) => !/^(src|symbologies)\//.test(id.slice(root.length + 1)))
  t.ok(others.length > 0)
  for (const id of others) {
    const [title, notice] = noticeOf(id)!
    t.ok(licences.includes(`${title}\n\n${notice.trim()}\n`), title)
  }
  const ofPdfkit = readFileSync(join(root, 'build/pdfkit.LICENSE.txt'), 'utf8')
  t.match(ofPdfkit, /^pdfkit \d[\s\S]*Copyright \(c\) 1985, .* Adobe Systems Incorporated/m)
  t.match(licences, /^@redis\/client \d\S*: MIT$/m)
  t.match(licences, /^fonts\/latin\.ts\n\n[\s\S]*SIL OPEN FONT LICENSE/m)
  t.equal(noticeOf(join(root, 'src/cli/main.ts')), undefined)
  t.match(noticeOf(join(root, 'node_modules/bidi-js/dist/bidi.mjs')), [
    /^bidi-js \d\S*: MIT$/,
    /Permission is hereby granted/,
  ])
  t.equal(noticeOf('\0rolldown/runtime.js'), undefined)
  const folder = t.testdir({
    node_modules: { none: { 'package.json': '{"name": "none", "version": "1.0.0", "license": "MIT"}' } },
  })
  t.throws(() => noticeOf(join(folder, 'node_modules/none/index.js')), /none has no licence text/)
})
