import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { pdfiumPackage } from '../../src/reader/vector-file/pdfium.ts'
import { root } from '../../src/root.ts'
import { bwipPackage } from '../../src/zpl/symbols/bwip.ts'

/** Parts of packages that are no public interface, and that a new version may change without a word. */
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

t.test('packages whose internals are used are pinned to the version that is installed', async (t) => {
  const { dependencies } = JSON.parse(read('package.json'))
  for (const name of ['harfbuzzjs', 'bidi-js']) {
    const { version } = JSON.parse(read(`node_modules/${name}/package.json`))
    t.equal(dependencies[name], version, `${name}: package.json names one version, without ^`)
  }
})

t.test('harfbuzz.wasm is the one that the program verifies', async (t) => {
  const file = readFileSync(join(root, 'node_modules/harfbuzzjs/dist/harfbuzz.wasm'))
  const digest = createHash('sha256').update(file).digest('hex')
  t.match(read('src/text/installed-fonts.ts'), digest, 'harfbuzz.wasm has changed: see src/text/installed-fonts.ts')
})

t.test('the package that draws PDFs is the one that people are told to install', async (t) => {
  const { devDependencies } = JSON.parse(read('package.json'))
  t.equal(pdfiumPackage, `@hyzyla/pdfium@${devDependencies['@hyzyla/pdfium']}`)
  t.match(read('docs/check-and-explain.md'), `npm install ${pdfiumPackage}`)
})

t.test('the package that draws other symbologies is the one that people are told to install', async (t) => {
  const { devDependencies } = JSON.parse(read('package.json'))
  t.equal(bwipPackage, `bwip-js@${devDependencies['bwip-js']}`)
  t.match(read('docs/design.md'), `npm install ${bwipPackage}`)
})

t.test('bidi-js has its modules where node and pages load them', async (t) => {
  const { main, module } = JSON.parse(read('node_modules/bidi-js/package.json'))
  t.same([main, module], ['dist/bidi.js', 'dist/bidi.mjs'], 'bidi-js has changed: see src/text/installed-fonts.ts')
})
