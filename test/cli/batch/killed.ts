import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '../../random.ts'
import { type Ended, ended, started } from '../program.ts'

export interface Kills {
  readonly cwd: string
  /** How often the run is killed at most. */
  readonly kills: number
  /** The folder of its chunks. */
  readonly progress: string
  readonly r: Random
  /** The longest that it runs until it is killed, in milliseconds; by default 1500. */
  readonly longest?: number
}

export interface Survived extends Ended {
  /** How often it was killed. */
  readonly kills: number
  /** How often it was killed when a chunk was finished. */
  readonly kept: number
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Runs a command that SIGKILL ends at random moments, again and again, until it ends by itself. */
export async function killedUntilDone(args: readonly string[], plan: Kills): Promise<Survived> {
  const { cwd, progress, r, longest = 1500 } = plan
  const folder = join(cwd, progress)
  const chunks = (): number =>
    existsSync(folder) ? readdirSync(folder).filter((name) => /^chunk-\d+\.json$/.test(name)).length : 0
  let kept = 0
  for (let kills = 0; ; kills++) {
    const child = started(args, {}, cwd)
    child.stdin!.end()
    let isRunning = true
    const end = ended(child).finally(() => {
      isRunning = false
    })
    if (kills < plan.kills) {
      // the first time as soon as there is something to go on with, while there is more to do
      const until = performance.now() + r.between(0, longest)
      while (isRunning && (kills === 0 ? chunks() === 0 : performance.now() < until)) await pause(1)
      if (isRunning) child.kill('SIGKILL')
    }
    const result = await end
    if (result.code !== null) return { ...result, kills, kept }
    if (chunks() > 0) kept++
  }
}
