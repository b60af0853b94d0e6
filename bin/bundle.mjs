// Bundles what node starts: hundreds of small modules take longer to load than most commands take to run.

import { join } from 'node:path'
import { rolldown } from 'rolldown'

/**
 * The command line, the service, and the threads of a batch, by the names of their files. Nothing is minified: it would not start
 * sooner, and a stack trace could not be read.
 */
const programs = {
  cli: 'src/cli.ts',
  main: 'src/main.ts',
  worker: 'src/cli/batch/worker.ts',
}

/**
 * What is loaded together is in one file: what every command needs, and what most of them draw with. The bundler puts what else
 * several share into files of its own.
 */
const groups = [
  { name: 'command', test: /\/src\/cli\/run\.ts$/, priority: 2 },
  { name: 'drawing', test: /\/src\/cli\/drawing\.ts$/, priority: 1 },
]

/** Writes the programs into the folder `program` of `out`, from the sources in `root`. */
export async function bundlePrograms(root, out) {
  const bundle = await rolldown({
    cwd: root,
    input: programs,
    platform: 'node',
    // node's own modules, and packages, which are installed beside the program
    external: /^[^./#]/,
    // package.json tells which modules of the package have effects, which is no matter here
    treeshake: { moduleSideEffects: true },
    logLevel: 'warn',
  })
  await bundle.write({
    dir: join(out, 'program'),
    format: 'esm',
    chunkFileNames: '[name].js',
    codeSplitting: { groups },
    comments: false,
    sourcemap: true,
  })
  await bundle.close()
}
