// What the bundler makes of the sources, for bin/build.mjs and for `npm run dev`: what node starts, and what pages load. Hundreds of small
// modules would take longer to load than what they do takes.

import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

const common = { cwd: root, logLevel: 'warn' }

/**
 * The command line, the service, its watchdog, and the threads of a batch, in the folder `program` of `out`. What is loaded together is in one file:
 * what every command needs, and what most of them draw with. The bundler puts what else several share into files of its own. Nothing
 * is minified: it would not start sooner, and a stack trace could not be read.
 */
function program(out) {
  return {
    ...common,
    input: {
      cli: 'src/cli.ts',
      main: 'src/main.ts',
      worker: 'src/cli/batch/worker.ts',
      watch: 'src/watchdog/watch.ts',
    },
    platform: 'node',
    // node's own modules, and packages, which are installed beside the program
    external: /^[^./#]/,
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

/** The scripts of the pages, one for each page and language, and that of the worker of /check, in the folder `pages` of `out`. */
function pages(out) {
  const languages = readdirSync(join(root, 'src/pages/words/ais')).map((file) => basename(file, '.ts'))
  const scripts = ['label', 'explain', 'check', 'docs'].flatMap((page) =>
    languages.map((language) => ({ script: page, name: `${page}.${language}`, plugins: [wordsOf(language)] })),
  )
  return [...scripts, { script: 'checker', name: 'checker', plugins: [] }].map(({ script, name, plugins }) => ({
    ...common,
    input: `src/pages/browser/${script}.ts`,
    platform: 'browser',
    // package.json knows of modules in the package alone, of which none is imported for its effects
    treeshake: { moduleSideEffects: () => true },
    plugins,
    output: { file: join(out, 'pages', `${name}.js`), format: 'esm', codeSplitting: false, minify: true },
  }))
}

/** Leaves out the words of all other languages, which a page imports when it is asked for in them. */
function wordsOf(language) {
  return {
    name: 'words of one language',
    load(file) {
      const [, code] = /\/src\/pages\/words\/(?:ais\/)?([a-z]{2})\.ts$/.exec(file) ?? []
      return code === undefined || code === language ? undefined : `export const ${code} = undefined`
    },
  }
}

/** All that is bundled into `out`. */
export function bundles(out) {
  return [program(out), ...pages(out)]
}

export default bundles(join(root, 'build'))
