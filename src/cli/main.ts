import { exit } from './command.ts'
import { run } from './run.ts'
import type { Shell } from './shell.ts'

const shell: Shell = {
  // it is made when it is asked for, which takes a moment
  get stdin() {
    return process.stdin
  },
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  interruption() {
    const controller = new AbortController()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort())
    return controller.signal
  },
}

// a reader such as head may stop reading, which is not an error
process.stdout.on('error', (error: NodeJS.ErrnoException) => error.code === 'EPIPE' && process.exit(exit.files))
process.stderr.on('error', () => {})
process.exitCode = await run(process.argv.slice(2), shell)
