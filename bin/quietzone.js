#!/usr/bin/env node
// Starts the program of an installed package, of a checkout after `npm run build`, or of an offline tarball, where deploy/quietzone starts this.
// An old node must come as far as the line that tells it so: before that is no syntax and no import that Node 16 lacks.
import { existsSync } from 'node:fs'
import module from 'node:module'

const [major, minor] = process.versions.node.split('.').map(Number)
const fault =
  major < 20 || (major === 20 && minor < 15)
    ? `quietzone needs Node 20.15; this is ${process.versions.node}`
    : existsSync(new URL('../build/program/cli.js', import.meta.url))
      ? undefined
      : 'quietzone: not built yet; npm run build does it'
if (fault === undefined) {
  // From 22.1 on node keeps what it compiles in this folder, for the next start, unless it may not write there. It takes no entry that was
  // made of another source or by another node, and a build removes them all.
  module.enableCompileCache?.(`${import.meta.dirname}/../build/cache`)
  await import('../build/program/cli.js')
} else {
  process.stderr.write(`${fault}\n`)
  process.exitCode = 4
}
