import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpus } from 'node:os'
import { root } from '../src/root.ts'
import { hasCommand } from './commands.ts'

/** One run of `npm test`. */
export interface TestRun {
  readonly date: string
  /** From start to end; what has changed is built in that time. */
  readonly minutes: number
}

/** Runs `npm test` on two cores. */
export async function measuredTests(): Promise<TestRun> {
  const pinned = cpus().length > 2 && hasCommand('taskset')
  const [program = '', ...args] = [...(pinned ? ['taskset', '-c', '0,1'] : []), 'npm', 'test']
  const started = performance.now()
  // its output is no part of this program's
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`npm test ends with ${code}`)
  return { date: new Date().toISOString(), minutes: (performance.now() - started) / 60_000 }
}
