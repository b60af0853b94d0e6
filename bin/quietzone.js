#!/usr/bin/env node
// Starts the program of an installed package, or of a checkout after `npm run build`. deploy/quietzone does so from an offline tarball.
import { existsSync } from 'node:fs'

const program = new URL('../build/program/cli.js', import.meta.url)
if (existsSync(program)) {
  await import(program)
} else {
  process.stderr.write('quietzone: not built yet; npm run build does it\n')
  process.exitCode = 4
}
