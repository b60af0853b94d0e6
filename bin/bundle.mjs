// What the bundler makes of the sources, for bin/build.mjs and for `npm run dev`: what node starts, and what pages load. Hundreds of small
// modules would take longer to load than what they do takes.

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { minifySync } from 'rolldown/utils'
import { licenceOf } from '../deploy/licences.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

const common = { cwd: root, logLevel: 'warn', checks: { bundlerTimings: false } }

/**
 * The command line, the judge for programs, the service, its watchdog, and the threads of a batch, in the folder `program` of `out`. What is loaded together is in one file:
 * what every command needs, and what most of them draw with. The bundler puts what else several share into files of its own. Nothing
 * of ours is minified: it would not start sooner, and a stack trace could not be read.
 */
function program(out) {
  return {
    ...common,
    input: {
      cli: 'src/cli/main.ts',
      // quietzone/judge of the package, with what the command has
      judging: 'src/lib/judge.ts',
      main: 'src/server/main.ts',
      worker: 'src/cli/batch/worker.ts',
      watch: 'src/server/watchdog/watch.ts',
      checking: 'src/server/api/check/checking.ts',
      healing: 'src/server/api/heal/healing.ts',
      importing: 'src/server/api/designs/importing.ts',
    },
    platform: 'node',
    // node's own modules, and packages, which are installed beside the program; of the client of Redis that would be 5 MB, of fflate 0.8;
    // jpeg-js is for one endpoint, and multicast-dns, with the three that it has, for another
    external:
      /^(?!(?:@redis\/client|fflate\/browser|jpeg-js|multicast-dns|dns-packet|thunky|@leichtgewicht\/ip-codec)$)[^./#]/,
    plugins: [notices('LICENCES.txt'), smallPackages],
    output: {
      dir: join(out, 'program'),
      format: 'esm',
      chunkFileNames: '[name].js',
      codeSplitting: {
        groups: [
          { name: 'command', test: /\/src\/cli\/run\.ts$/, priority: 2 },
          { name: 'drawing', test: /\/src\/cli\/drawing\.ts$/, priority: 1 },
        ],
      },
      comments: false,
      sourcemap: true,
      sourcemapExcludeSources: true,
    },
  }
}

/** Minifies the files that have nothing but packages: the client of Redis has 0.8 MB otherwise, in each installation. */
const smallPackages = {
  name: 'packages minified',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      const files = (chunk.moduleIds ?? []).filter((id) => existsSync(id))
      const isOurs = files.length === 0 || files.some((id) => !id.includes('/node_modules/'))
      if (isOurs) continue
      chunk.code = minifySync(chunk.fileName, chunk.code, { module: true }).code
      delete bundle[`${chunk.fileName}.map`]
    }
  },
}

/**
 * As much of pdfkit as writes documents, in the file pdfkit.cjs of `out`, with the licences of what it contains beside it. The packages for
 * fonts in files, for lines of text, pictures and passwords stay out: an installation has 0.2 MB of it for 22, and to load it takes 17 ms of CPU time
 * for 190.
 */
function pdfkit(out) {
  const absent = ['fontkit', 'linebreak', 'png-js', '@noble/ciphers/aes']
  const afm = readFileSync(join(root, 'node_modules/pdfkit/js/data/Helvetica.afm'), 'latin1')
  const adobe = afm.match(/(?<=^Notice ).*Copyright.*$/gim).join('\n')
  const metrics = /require\$1\('#standard-fonts\/Helvetica'\)/
  const plugin = {
    name: 'pdfkit without what is not used',
    resolveId: (name) => (absent.includes(name) ? `\0${name}` : undefined),
    load: (id) =>
      id.startsWith('\0')
        ? 'export const create = undefined, cbc = undefined, ecb = undefined\nexport default undefined'
        : undefined,
    transform(code, id) {
      if (basename(id) !== 'pdfkit.node.mjs') return undefined
      if (!metrics.test(code)) this.error('pdfkit loads the metrics of Helvetica in another way')
      return `import helvetica from 'pdfkit/standard-fonts/Helvetica'\n${code.replace(metrics, 'helvetica')}`
    },
  }
  return {
    ...common,
    input: 'pdfkit',
    platform: 'node',
    plugins: [plugin, notices('pdfkit.LICENSE.txt', [['The metrics of Helvetica', adobe]])],
    output: {
      dir: out,
      entryFileNames: 'pdfkit.cjs',
      format: 'cjs',
      exports: 'named',
      codeSplitting: false,
      comments: false,
      minify: true,
    },
  }
}

/**
 * SQLite as the file sqlite.cjs of `out`, which the service loads where it has a state folder. Its WebAssembly is packed beside it: 0.4 MB
 * of an installation for 1.3, and 10 ms of a start. The package takes the bytes that it is given as `wasmBinary` (emscripten's manual,
 * "Module object") and opens no file then.
 */
function sqlite(out) {
  const packed = 'sqlite.wasm.br'
  const given = `var Module = { wasmBinary: require('node:zlib').brotliDecompressSync(require('node:fs').readFileSync(require('node:path').join(__dirname, '${packed}'))) };`
  const plugin = {
    name: 'WebAssembly packed',
    transform(code, id) {
      if (basename(id) !== 'node-sqlite3-wasm.js') return undefined
      if (!code.startsWith('var Module=typeof Module!="undefined"?Module:{};'))
        this.error('SQLite is set up in another way')
      return `${given}${code}`
    },
    generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: packed,
        source: packedFile(join(root, 'node_modules/node-sqlite3-wasm/dist/node-sqlite3-wasm.wasm')),
      })
    },
  }
  return {
    ...common,
    input: 'node-sqlite3-wasm',
    platform: 'node',
    plugins: [plugin, notices('sqlite.LICENSE.txt', [sqliteItself])],
    output: {
      dir: out,
      entryFileNames: 'sqlite.cjs',
      format: 'cjs',
      exports: 'named',
      codeSplitting: false,
      comments: false,
      minify: true,
    },
  }
}

/**
 * PDFium as the file pdfium.cjs of `out`, which is loaded where a PDF or SVG is to be read, its WebAssembly packed beside it: 2 MB for 11. The
 * tarball for machines without a network has it; who installs by npm adds the package where it is needed.
 */
function pdfium(out) {
  const plugin = {
    name: 'WebAssembly packed',
    generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: 'pdfium.wasm.br',
        source: packedFile(join(root, 'node_modules/@hyzyla/pdfium/dist/pdfium.wasm')),
      })
    },
  }
  const itself = readFileSync(join(root, 'deploy/licences/pdfium.txt'), 'utf8')
  return {
    ...common,
    input: '@hyzyla/pdfium',
    platform: 'node',
    plugins: [plugin, notices('pdfium.LICENSE.txt', [['PDFium, and what is in it', itself]])],
    output: {
      dir: out,
      entryFileNames: 'pdfium.cjs',
      format: 'cjs',
      exports: 'named',
      codeSplitting: false,
      comments: false,
      minify: true,
    },
  }
}

/** bwip-js as the file bwip.cjs of `out`, which is loaded where ZPL has a symbology that is not ours: for the same tarball as PDFium. */
function bwip(out) {
  const entry = '\0bwip'
  // `raw` of its default export: what it exports by this name is another function
  const plugin = {
    name: 'what is used of bwip-js',
    resolveId: (id) => (id === entry ? entry : undefined),
    load: (id) => (id === entry ? "import bwip from 'bwip-js/node'\nexport const raw = bwip.raw" : undefined),
  }
  return {
    ...common,
    input: entry,
    platform: 'node',
    plugins: [plugin, notices('bwip.LICENSE.txt')],
    output: {
      dir: out,
      entryFileNames: 'bwip.cjs',
      format: 'cjs',
      exports: 'named',
      codeSplitting: false,
      comments: false,
      minify: true,
    },
  }
}

/** A file as brotli packs it, which takes seconds: packed once, and kept in build.cache by the digest of what it has. */
function packedFile(path) {
  const bytes = readFileSync(path)
  const folder = join(root, 'build.cache/packed')
  const kept = join(folder, `${createHash('sha256').update(bytes).digest('hex')}.br`)
  if (existsSync(kept)) return readFileSync(kept)
  const made = packed(bytes)
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${kept}.${process.pid}`, made)
  renameSync(`${kept}.${process.pid}`, kept)
  return made
}

const packed = (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })

/** What the WebAssembly has in it besides the package. */
const sqliteItself = [
  'SQLite, and the runtime of Emscripten',
  `SQLite is in the public domain: its authors have dedicated its code to it (https://sqlite.org/copyright.html).

Emscripten and its C library (musl) are under the MIT licence. Copyright (c) 2010-2014 Emscripten authors; copyright (c) 2005-2020 Rich Felker and others.`,
]

/**
 * The scripts of the pages, one for each page and language, and that of the worker of /check, in the folder `pages` of `out`. What a script
 * imports only when it is needed is in files beside it: `label.en.many.js`. All are packed by brotli: four languages take 3 MB otherwise.
 */
function pages(out) {
  const languages = readdirSync(join(root, 'src/pages/words/ais')).map((file) => basename(file, '.ts'))
  const scripts = ['label', 'designs', 'jobs', 'setup', 'explain', 'check', 'zpl', 'heal', 'docs', 'manual'].flatMap(
    (page) =>
      languages.map((language) => ({ script: page, name: `${page}.${language}`, plugins: [wordsOf(language)] })),
  )
  return [...scripts, { script: 'checker', name: 'checker', plugins: [] }].map(({ script, name, plugins }) => ({
    ...common,
    input: { [name]: `src/pages/browser/${script}.ts` },
    platform: 'browser',
    plugins: [...plugins, notices(`${name}.LICENCES.txt`), packedScripts],
    output: {
      dir: join(out, 'pages'),
      entryFileNames: '[name].js',
      chunkFileNames: ({ facadeModuleId, name: group }) => `${name}.${chunkName(facadeModuleId) ?? group}.js`,
      // one file, because each of several would be a request before anything is shown; what is needed later is not in it
      codeSplitting: {
        groups: [
          { name: 'unpacking', test: /\/node_modules\/fflate\//, minShareCount: 2 },
          { name: 'messages', test: /\/symbologies\/gs1\//, minShareCount: 2 },
          // first, because a group takes what its modules import along
          { name: 'shared', test: (module) => !neededLater.test(module), minShareCount: 2, priority: 2 },
        ],
      },
      format: 'esm',
      minify: true,
    },
  }))
}

/** What unpacks files, and what reads GS1. */
const neededLater = /\/node_modules\/fflate\/|\/symbologies\/gs1\//

/** Writes each script as brotli packs it, in its place: `label.en.js.br`. */
const packedScripts = {
  name: 'scripts packed',
  generateBundle(_, bundle) {
    for (const { type, fileName, code } of Object.values(bundle)) {
      if (type !== 'chunk') continue
      this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: packed(Buffer.from(code)) })
      delete bundle[fileName]
    }
  },
}

/** The folder of a module that is imported when it is needed; undefined for what several such modules share, which has the name of its group. */
function chunkName(module) {
  return module == null ? undefined : basename(dirname(module))
}

/** The words of a language in place of the English that the modules of the pages import. */
function wordsOf(language) {
  return {
    name: 'words of one language',
    load(file) {
      const [, folder] = /\/src\/pages\/words\/((?:\w+\/)?)en\.ts$/.exec(file) ?? []
      if (folder === undefined || language === 'en') return undefined
      return `export * from './${language}.ts'`
    },
  }
}

/** Writes the notices of what is bundled from elsewhere into `file`, beside the bundle, and `others`; bundles have no comments. */
function notices(file, others = []) {
  return {
    name: 'notices of licences',
    generateBundle(_, bundle) {
      const found = new Map(
        Object.values(bundle)
          .flatMap(({ moduleIds = [] }) => moduleIds)
          .sort()
          .map(noticeOf)
          .filter((notice) => notice !== undefined),
      )
      const text = [...found, ...others]
        .map(([title, notice]) => `${title}\n\n${notice.trim()}\n`)
        .join(`\n${'='.repeat(80)}\n\n`)
      if (text !== '') this.emitFile({ type: 'asset', fileName: file, source: text })
    },
  }
}

/**
 * What a module of a bundle is made from, if it is not this project's own, and the notice that has to go with it: the licence of its
 * package, the text in fonts/licences that the comment at its top names, or that comment, if it is a copyright notice itself.
 *
 * @param id  the path of the module; virtual modules are the bundler's few lines between the others
 * @throws if there is no notice
 */
export function noticeOf(id) {
  const [, folder, name] = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(id) ?? []
  if (folder !== undefined) {
    const { id: licence, texts } = licenceOf(folder)
    if (texts.length === 0) throw new Error(`${name} has no licence text`)
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return [`${name} ${version}: ${licence}`, texts.join('\n\n')]
  }
  if (!existsSync(id)) return undefined
  const [comment = ''] = /^(?:\/\/.*\n)+|^\/\*[\s\S]*?\*\//.exec(readFileSync(id, 'utf8')) ?? []
  const title = id.slice(root.length + 1)
  const [, licence] = /\blicences\/([\w-]+\.txt)\b/.exec(comment) ?? []
  if (licence !== undefined) return [title, readFileSync(join(root, 'fonts/licences', licence), 'utf8')]
  if (/\bcopyright\b/i.test(comment)) return [title, comment.replace(/^\/\*\*?| \*\/$|^ \* ?/gm, '')]
  if (title.startsWith('fonts/')) throw new Error(`${title} names no licence`)
  return undefined
}

/** All that is bundled into `out`. */
export function bundles(out) {
  return [program(out), pdfkit(out), sqlite(out), pdfium(out), bwip(out), ...pages(out)]
}

export default bundles(join(root, 'build'))
