/** When keys were last used, in a file that outlives the process. */

import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { because } from '../../messages.ts'
import type { KeyUse } from './keys.ts'

/** Milliseconds between two writes. */
const between = 60_000

/** The name of the file in its folder. */
const keyUseName = 'key-use.json'

/** What it has: `{ "since": …, "used": { "<hash>": … } }`, times in milliseconds since 1970. */
interface Kept {
  readonly since: number
  readonly used: { readonly [hash: string]: number }
}

/** The uses of keys, which are read once and written at most once a minute: whole or not at all. */
export class KeyUseFile {
  readonly use: KeyUse
  /** Milliseconds since 1970 from which on uses are known. */
  readonly since: number
  readonly #file: string | undefined
  readonly #log: (message: string) => void
  #written: string
  #timer: NodeJS.Timeout | undefined

  /**
   * @param folder  in which it is, once that is there; undefined: uses are known as long as the process runs
   * @param log  hears why it cannot be written
   */
  constructor(folder: string | undefined, log: (message: string) => void, now: () => number = Date.now) {
    const file = folder && join(folder, keyUseName)
    const kept = file === undefined ? undefined : keptIn(file)
    this.use = new Map(Object.entries(kept?.used ?? {}))
    this.since = kept?.since ?? now()
    this.#file = file
    this.#log = log
    this.#written = ''
  }

  /** Writes once a minute from now on, if there is something new. */
  begin(): void {
    this.#timer = setInterval(() => this.write(), between).unref()
  }

  /** Writes what is new. */
  end(): void {
    clearInterval(this.#timer)
    this.write()
  }

  write(): void {
    const file = this.#file
    const text = JSON.stringify({ since: this.since, used: Object.fromEntries(this.use) } satisfies Kept)
    if (file === undefined || text === this.#written || !existsSync(dirname(file))) return
    const draft = `${file}.new`
    try {
      writeFileSync(draft, text, { mode: 0o600 })
      renameSync(draft, file)
      this.#written = text
    } catch (error) {
      this.#log(`the last uses of keys cannot be kept: ${because(error)}`)
    }
  }
}

/** What the file has; undefined if it is not there, or was cut off: uses are no reason not to start. */
function keptIn(file: string): Kept | undefined {
  try {
    const { since, used } = JSON.parse(readFileSync(file, 'utf8')) as Kept
    const times = Object.entries(used).filter(([, time]) => Number.isFinite(time))
    return Number.isFinite(since) ? { since, used: Object.fromEntries(times) } : undefined
  } catch {
    return undefined
  }
}
