import module from 'node:module'

// From 22.1 on node keeps what it compiles beside the program, for the next start, unless it may not write there. It takes no entry that
// was made of another source or by another node, and a build removes them all.
const { enableCompileCache } = module as { enableCompileCache?(folder: string): unknown }
enableCompileCache?.(`${import.meta.dirname}/../cache`)

// compiling begins with the import
const { run } = await import('./cli/run.ts')
process.exitCode = await run(process.argv.slice(2))
