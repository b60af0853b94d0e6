// Writes the table of sizes in docs/package.md: what pages load of the entry points, by three bundlers that are not ours.
// npm run build && node docs/sizes.mjs; with a file as its argument it writes the document there.
// It needs the packages of test/package: npm ci --prefix test/package

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const here = dirname(fileURLToPath(import.meta.url))
const root = dirname(here)
const tools = createRequire(join(root, 'test/package/package.json'))
const { exports: entryPoints } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** What loads the encoder of one symbology besides. */
const withQr = '`quietzone/element` and a QR Code'

/** Programs by what a reader calls them. */
const programs = {
  '`qr` and `toSvg`': "export { qr, toSvg } from 'quietzone'",
  '`code128` and `toSvg`': "export { code128, toSvg } from 'quietzone'",
  ...Object.fromEntries(
    Object.keys(entryPoints)
      .filter((path) => path !== './package.json' && path !== './judge')
      .map((path) => join('quietzone', path))
      .map((name) => [`all of \`${name}\``, name.endsWith('element') ? `import '${name}'` : `export * from '${name}'`]),
  ),
  [withQr]: "import 'quietzone/element'",
}

/** Each gives the files of a bundle for browsers, minified: its code, the files that it loads with it, and those that it loads by import(). */
const bundlers = {
  async esbuild(folder) {
    const { metafile, outputFiles } = await tools('esbuild').build({
      ...{ absWorkingDir: folder, entryPoints: ['entry.js'], outdir: 'out', write: false, metafile: true },
      ...{ bundle: true, minify: true, splitting: true, format: 'esm', platform: 'browser', legalComments: 'none' },
    })
    return new Map(
      outputFiles.map(({ path, contents }) => {
        const name = path.slice(folder.length + 1)
        const { imports, entryPoint } = metafile.outputs[name]
        const of = (kind) => imports.filter((each) => each.kind === kind).map((each) => each.path)
        return [
          name,
          {
            code: contents,
            isEntry: entryPoint === 'entry.js',
            fixed: of('import-statement'),
            later: of('dynamic-import'),
          },
        ]
      }),
    )
  },

  async rollup(folder) {
    // what a resolver for browsers makes of package.json
    const resolveId = (name) => {
      if (name === '#node') return join(folder, 'node_modules/quietzone/build/src/lib/no-node.js')
      const entry = entryPoints[name.replace(/^quietzone/, '.')]
      return entry === undefined ? null : join(folder, 'node_modules/quietzone', entry.default)
    }
    const plugins = [{ name: 'packages', resolveId }]
    const bundle = await tools('rollup').rollup({
      input: join(folder, 'entry.js'),
      plugins,
      treeshake: { moduleSideEffects: hasEffects },
    })
    const { output } = await bundle.generate({ format: 'es' })
    await bundle.close()
    const files = output.map(async ({ fileName, code, imports, dynamicImports, isEntry }) => {
      const { code: minified } = await tools('terser').minify(code, { module: true })
      return [fileName, { code: minified, isEntry, fixed: imports, later: dynamicImports }]
    })
    return new Map(await Promise.all(files))
  },

  async webpack(folder) {
    const compiler = tools('webpack')({
      ...{ mode: 'production', context: folder, entry: './entry.js', performance: false },
      // a file for each import(), by its name
      optimization: { splitChunks: false, chunkIds: 'named' },
      experiments: { outputModule: true },
      output: { path: join(folder, 'webpack'), library: { type: 'module' }, module: true, chunkFormat: 'module' },
    })
    const stats = await new Promise((resolve, reject) => {
      compiler.run((error, stats) => (error || stats.hasErrors() ? reject(error ?? stats.toString()) : resolve(stats)))
    })
    const { chunks } = stats.toJson({ all: false, chunks: true, ids: true, chunkRelations: true })
    await new Promise((resolve) => compiler.close(resolve))
    const nameOf = (id) => chunks.find((chunk) => chunk.id === id).files[0]
    return new Map(
      chunks.map(({ files: [name], initial, children }) => {
        const code = readFileSync(join(folder, 'webpack', name))
        return [name, { code, isEntry: initial, fixed: [], later: children.map(nameOf) }]
      }),
    )
  },
}

/** Which modules package.json says do something when they are loaded. */
const hasEffects = (id) => /element\/index\.js$|entry\.js$/.test(id)

/** A folder in which a program finds the package, as people install it: its modules, without the settings of its own compiler. */
function consumer() {
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-sizes-'))
  for (const part of ['package.json', 'build/src', 'build/symbologies', 'build/fonts'])
    cpSync(join(root, part), join(folder, 'node_modules/quietzone', part), { recursive: true })
  return folder
}

/** Kilobytes after gzip of what a program loads at once. */
async function sizeOf(bundler, what, folder) {
  writeFileSync(join(folder, 'entry.js'), programs[what])
  const files = await bundlers[bundler](folder)
  const isAsked = (name) => what === withQr && /(^|[/_-])qr[_-]/.test(name)
  const reached = new Set([...files].filter(([name, { isEntry }]) => isEntry || isAsked(name)).map(([name]) => name))
  if (what === withQr && ![...reached].some(isAsked)) throw new Error(`${bundler} has no file for QR Code`)
  for (const name of reached) for (const other of files.get(name).fixed) reached.add(other)
  return kilobytes([...reached].map((name) => files.get(name).code))
}

const kilobytes = (codes) =>
  (codes.reduce((sum, code) => sum + gzipSync(code, { level: 9 }).length, 0) / 1000).toFixed(1)

/** The table, with the versions of the bundlers. */
async function table() {
  const names = Object.keys(bundlers)
  const versions = names.map((name) => `${name} ${tools(`${name}/package.json`).version}`)
  const rows = []
  const folder = consumer()
  try {
    for (const what of Object.keys(programs)) {
      const sizes = []
      for (const name of names) sizes.push(await sizeOf(name, what, folder))
      rows.push(`| ${[what, ...sizes].join(' | ')} |`)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
  return [
    `| KB by gzip, loaded at once | ${versions.join(' | ')} |`,
    `|---${'|--:'.repeat(names.length)}|`,
    ...rows,
  ].join('\n')
}

const document = join(here, 'package.md')
const text = readFileSync(document, 'utf8')
const place = /\| KB by gzip, loaded at once .*\n(\|.*\n)*/
if (!place.test(text)) throw new Error('docs/package.md has no table of sizes')
const written = text.replace(place, `${await table()}\n`)
writeFileSync(process.argv[2] ?? document, written)
