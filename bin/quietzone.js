#!/usr/bin/env node
// Starts the program of an installed package, of a checkout after `npm run build`, or of an offline tarball, where deploy/quietzone starts this.
import { existsSync } from 'node:fs'
import module from 'node:module'

const build = `${import.meta.dirname}/../build`
if (existsSync(`${build}/program/cli.js`)) {
  // From 22.1 on node keeps what it compiles in this folder, for the next start, unless it may not write there. It takes no entry that was
  // made of another source or by another node, and a build removes them all.
  module.enableCompileCache?.(`${build}/cache`)
  await import('../build/program/cli.js')
} else {
  process.stderr.write('quietzone: not built yet; npm run build does it\n')
  process.exitCode = 4
}
