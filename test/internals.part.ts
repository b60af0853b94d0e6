import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { root } from '../src/root.ts'

/** Parts of packages that are no public interface, and that a new version may change without a word. */

/** As much of WebAssembly as is used here: the language library that this project compiles with leaves it out. */
declare const WebAssembly: {
  readonly Module: {
    new (bytes: Uint8Array): object
    exports(module: object): readonly { readonly name: string }[]
    imports(module: object): readonly { readonly name: string }[]
  }
}

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

t.test('packages whose internals are used are pinned to the version that is installed', async (t) => {
  const { dependencies } = JSON.parse(read('package.json'))
  for (const name of ['harfbuzzjs', 'bidi-js']) {
    const { version } = JSON.parse(read(`node_modules/${name}/package.json`))
    t.equal(dependencies[name], version, `${name}: package.json names one version, without ^`)
  }
})

t.test(
  'harfbuzz.wasm has the functions that src/text/harfbuzz.ts calls, and asks for those that it gives',
  async (t) => {
    const file = readFileSync(join(root, 'node_modules/harfbuzzjs/dist/harfbuzz.wasm'))
    const digest = createHash('sha256').update(file).digest('hex')
    t.match(read('src/text/installed-fonts.ts'), digest, 'harfbuzz.wasm has changed: see src/text/installed-fonts.ts')
    const module = new WebAssembly.Module(file)
    const source = read('src/text/harfbuzz.ts')
    const exported = WebAssembly.Module.exports(module).map(({ name }) => name)
    const called = [...source.matchAll(/^ {2}(hb_\w+|malloc|free|__wasm_call_ctors)\(/gm)].map(([, name]) => name!)
    t.ok(called.length > 15)
    t.same(
      ['memory', ...called].filter((name) => !exported.includes(name)),
      [],
      'harfbuzz.wasm lacks functions that src/text/harfbuzz.ts calls',
    )
    const asked = WebAssembly.Module.imports(module).map(({ name }) => name)
    t.same(
      asked.filter((name) => !source.includes(`${name}:`)),
      [],
      'harfbuzz.wasm asks for functions that src/text/harfbuzz.ts does not give',
    )
  },
)

t.test('bidi-js has its modules where node and pages load them', async (t) => {
  const { main, module } = JSON.parse(read('node_modules/bidi-js/package.json'))
  t.same([main, module], ['dist/bidi.js', 'dist/bidi.mjs'], 'bidi-js has changed: see src/text/installed-fonts.ts')
})
