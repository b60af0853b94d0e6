import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import t from 'tap'
import { drawLabel } from '../src/draw.ts'
import { missingInternals } from '../src/render/pdf-file.ts'
import { pdfkit } from '../src/render/pdfkit.ts'
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

t.test('pdfkit is loaded for the first PDF, and not for other drawings', async (t) => {
  const { cache } = createRequire(import.meta.url)
  const isLoaded = (): boolean => Object.keys(cache).some((path) => path.includes('/pdfkit/'))
  const draw = (format: 'png' | 'pdf'): unknown =>
    drawLabel(
      { type: 'qr', text: 'QZ', size: '2x1', orientation: 'landscape', showtext: true, qty: 1, format },
      { maxPixels: 1e6 },
    )
  draw('png')
  t.notOk(isLoaded())
  draw('pdf')
  t.ok(isLoaded())
})

t.test('packages whose internals are used are pinned to the version that is installed', async (t) => {
  const { dependencies } = JSON.parse(read('package.json'))
  for (const name of ['pdfkit', 'harfbuzzjs', 'bidi-js']) {
    const { version } = JSON.parse(read(`node_modules/${name}/package.json`))
    t.equal(dependencies[name], version, `${name}: package.json names one version, without ^`)
  }
})

t.test('pdfkit has the parts that src/render/pdf-file.ts uses', async (t) => {
  const document = new (pdfkit())({ font: '' })
  t.same(missingInternals(document), [], 'pdfkit has changed: see src/render/pdf-file.ts')
  const changed = Object.create(document, { _offset: { value: '0' }, _refEnd: { value: undefined } })
  t.same(missingInternals(changed), ['_refEnd()', '_offset'], 'a part that is missing, or of another type, is told')
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
