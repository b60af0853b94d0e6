/** What the service keeps of print jobs: the state folder, and the jobs in it. */

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  type JobStore,
  Jobs,
  type JobsOptions,
  memoryStore,
  openState,
  StateError,
  type StateFolder,
  stateToMake,
  verification,
} from '../printing/index.ts'
import type { Config } from './config.ts'
import type { Log } from './log.ts'
import { answerTo, printOutcome } from './routes.ts'

/** Who hears of the state folder. */
interface StateSurroundings {
  readonly log: Pick<Log, 'event'>
  /** Called once the folder is made, where that waits until something is kept. */
  readonly made: () => void
  /** Ends the process. */
  readonly giveUp: (why: string) => never
}

/**
 * The state folder, which belongs to this process from now on; undefined if nothing is kept. One that a setting names is made now, and the
 * start fails without it. The usual one is made when something is first kept: where that fails, whoever wanted it kept is told.
 */
export async function stateOf(
  { state, stateMb }: Pick<Config, 'state' | 'stateMb'>,
  isNamed: boolean,
  { log, made: whenMade, giveUp }: StateSurroundings,
): Promise<StateFolder | undefined> {
  if (state === undefined) return undefined
  const folder = isNamed ? state : resolve(state)
  const lost = (): void => giveUp(`QZ_STATE: another process has taken ${folder}`)
  const made = (): void => {
    log.event(`QZ_STATE: ${folder} was made, for jobs, counters and what pages save`)
    whenMade()
  }
  const options = { most: stateMb * 1024 * 1024, lost, made }
  if (!isNamed && !existsSync(folder)) return stateToMake(folder, options)
  try {
    return await openState(folder, options)
  } catch (error) {
    if (!(error instanceof StateError)) throw error
    const { kind, message } = error
    if (isNamed) return giveUp(`QZ_STATE: ${folder}: ${message}`)
    if (kind === 'owned') {
      log.event(`QZ_STATE: ${folder}: ${message}; this service keeps nothing, as with QZ_STATE=off`)
      return undefined
    }
    if (kind !== 'unwritable') return giveUp(`QZ_STATE: ${folder}: ${message}; QZ_STATE=off keeps nothing`)
    log.event(`QZ_STATE: ${folder}: ${message}; nothing can be kept, nor printed`)
    return stateToMake(folder, options)
  }
}

/** How often the clock is looked at, and jobs are looked for that are older than they are kept, in ms. */
const [looking, forgetting] = [60_000, 3_600_000] as const
/** Milliseconds between two steps of verifying what is kept: 1 GB takes a minute. */
const verifyingPause = 50

/** What jobs are made of, besides their store. */
interface JobsSurroundings extends Pick<JobsOptions, 'printers' | 'clock'> {
  readonly keepDays: number
  readonly log: Log
}

/** The jobs of a state folder, or of the memory of this process if nothing is kept. */
export function jobsOf(state: StateFolder | undefined, { keepDays, log, ...rest }: JobsSurroundings): Jobs {
  const about = {
    ...rest,
    answerTo: answerTo(),
    record: ({ id, printer, by }, told, milliseconds) =>
      log.print({ printer, by, job: id, ...printOutcome(told), milliseconds }),
    log: (message) => log.event(message),
  } satisfies Omit<JobsOptions, 'store'>
  if (state === undefined) return new Jobs({ ...about, store: () => memoryStore() })
  const { hasCrashed, notes } = state
  if (hasCrashed) log.event('the last service had ended without order: the database of jobs was verified, and is whole')
  for (const note of notes) log.event(`QZ_STATE: ${note}`)
  const jobs = new Jobs({ ...about, store: state.isOpen ? state.store : () => state.store })
  lookAfter(state, keepDays, log)
  return jobs
}

/** Does from time to time what the store needs, once it is open. */
function lookAfter(state: StateFolder, keepDays: number, log: Log): void {
  const work = (does: (store: JobStore) => void): void => {
    if (!state.isOpen) return
    try {
      does(state.store)
    } catch (error) {
      // it is tried again the next time
      if (!(error instanceof StateError)) throw error
      log.event(`QZ_STATE: ${error.message}`)
    }
  }
  const forget = (): void =>
    work((store) => {
      if (store.forget(keepDays * 86_400_000)) setImmediate(forget)
    })
  const look = (): void =>
    work((store) => {
      const jump = store.lookAtClock()
      if (jump !== undefined) log.event(`QZ_STATE: ${jump}`)
    })
  if (state.isOpen) {
    const verifying = verification(state.store)
    let found = 0
    const verify = (): void =>
      work((store) => {
        const { done } = verifying.next()
        const { damage } = store
        for (const finding of damage.slice(found)) log.event(`QZ_STATE: damaged: ${finding}`)
        found = damage.length
        if (done !== true) setTimeout(verify, verifyingPause).unref()
      })
    forget()
    verify()
  }
  setInterval(forget, forgetting).unref()
  setInterval(look, looking).unref()
}
