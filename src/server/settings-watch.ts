/**
 * The files that settings name, such as that of the printers: read again when they change, and when somebody asks for it. A file is taken whole
 * or not at all: where something is wrong with it, the log says what, and what was read before stays.
 *
 * Their state is looked at once a second instead of waiting for events of the file system, which tell nothing of a network's disk, nor of a file
 * that is behind links, as in a ConfigMap of Kubernetes. A look takes 0.1 ms of other threads and 0.02 ms of this one.
 */

import { existsSync, type Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { printableLine } from '../messages.ts'
import { textOfSettingsFile } from '../settings-file.ts'

/** A file that a setting names. */
export interface SettingsFile {
  /** The name of the setting, such as QZ_KEYS. */
  readonly setting: string
  readonly path: string
  /** The most bytes that it may have; 1 MiB by default. */
  readonly mostBytes?: number | undefined
  /** Its text where it is not there; without it that is a mistake. */
  readonly absent?: string | undefined
  /** What it has, for the log: `the keys`. */
  readonly content: string
  /**
   * Takes a text in place of the one before.
   *
   * @returns what has changed, for the log; see changesOf
   * @throws Error whose message says what is wrong, without the name of the file; then nothing has changed
   */
  readonly take: (text: string) => string
}

/** Who is told. */
export interface WatchLog {
  event(message: string): void
  problem(message: string): void
}

/** What tells the times of files. */
interface System {
  readonly stat: (path: string) => Promise<Pick<Stats, 'dev' | 'ino' | 'size' | 'mtimeMs' | 'ctimeMs'>>
  /** Milliseconds of the clock by which files have them. */
  readonly now: () => number
}

/** Milliseconds between two looks. */
const between = 1000

/** Milliseconds after a change in which another change may leave the times of the file as they are: those of some file systems are whole seconds, or two. */
const coarsest = 2000

interface Watched extends SettingsFile {
  /** The file as it was at the last look; undefined before the first. */
  state: string | undefined
  /** Whether it was so old then that another change shows in its state. */
  isSettled: boolean
  /** The text in force. */
  taken: string
  /** The text that was read last; undefined if it could not be read. */
  seen: string | undefined
  /** What is wrong with it, as the log has said. */
  problem: string | undefined
}

/** Looks at files of settings. Each of its looks waits for the one before. */
export class SettingsWatch {
  readonly #files: readonly Watched[]
  readonly #log: WatchLog
  readonly #system: System
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> = Promise.resolve()
  /** Looks that go on or wait. */
  #looks = 0

  /**
   * @param files  each with its text in force
   */
  constructor(
    files: readonly (SettingsFile & { readonly text: string })[],
    log: WatchLog,
    system: System = { stat, now: Date.now },
  ) {
    const begun = { state: undefined, isSettled: false, problem: undefined }
    this.#files = files.map(({ text, ...file }) => ({ ...file, ...begun, taken: text, seen: text }))
    this.#log = log
    this.#system = system
  }

  /** Looks once a second from now on. */
  begin(): void {
    this.#timer = setInterval(() => {
      // on a disk that does not answer they would pile up
      if (this.#looks === 0) void this.look()
    }, between).unref()
  }

  end(): void {
    clearInterval(this.#timer)
  }

  /** Reads the files that have changed since the last look. Never rejected. */
  look(): Promise<void> {
    return this.#inTurn(async (file) => {
      const { state, isSettled } = file
      await this.#note(file)
      if (file.state !== state || !isSettled) this.#read(file, false)
    })
  }

  /** Reads all files, and logs what comes of each. Never rejected. */
  reread(): Promise<void> {
    return this.#inTurn(async (file) => {
      await this.#note(file)
      this.#read(file, true)
    })
  }

  #inTurn(work: (file: Watched) => Promise<void>): Promise<void> {
    this.#looks++
    this.#looking = this.#looking.then(async () => {
      for (const file of this.#files) await work(file)
      this.#looks--
    })
    return this.#looking
  }

  /** Notes the state of a file before it is read: if it changes meanwhile, the next look finds that. */
  async #note(file: Watched): Promise<void> {
    try {
      const { dev, ino, size, mtimeMs, ctimeMs } = await this.#system.stat(file.path)
      file.state = [dev, ino, size, mtimeMs, ctimeMs].join(' ')
      file.isSettled = this.#system.now() - Math.max(mtimeMs, ctimeMs) > coarsest
    } catch (error) {
      file.state = (error as NodeJS.ErrnoException).code ?? 'gone'
      file.isSettled = true
    }
  }

  /** Reads a file, and takes its text if it is another one. @param isAsked  whether the log says so of the same one, too */
  #read(file: Watched, isAsked: boolean): void {
    const { setting, path, content } = file
    const told = (what: string): string => printableLine(`${setting}: ${path}: ${what}`)
    try {
      const text = this.#textOf(file)
      if (text === file.seen && !isAsked) return
      file.seen = text
      const changes = text === file.taken ? 'as before' : file.take(text)
      file.taken = text
      file.problem = undefined
      this.#log.event(told(`read again: ${changes}`))
    } catch (error) {
      const { message } = error as Error
      if (message !== file.problem || isAsked)
        this.#log.problem(told(`${message}; ${content} that were read before stay`))
      file.problem = message
    }
  }

  #textOf(file: Watched): string {
    try {
      if (file.absent !== undefined && !existsSync(file.path)) return file.absent
      return textOfSettingsFile(file.path, file.mostBytes)
    } catch (error) {
      file.seen = undefined
      throw error
    }
  }
}

/** Names that are listed of each kind. */
const mostNames = 5

/** What is another in a list than before, in words: `7 printers; new: dock-4; changed: dock-3; gone: lab`. @param what  `printers` */
export function changesOf<T extends { readonly name: string }>(
  what: string,
  before: readonly T[],
  after: readonly T[],
): string {
  const old = new Map(before.map((each) => [each.name, each]))
  const now = new Set(after.map(({ name }) => name))
  const isChanged = (each: T): boolean => old.has(each.name) && !isDeepStrictEqual(old.get(each.name), each)
  const kinds = [
    ['new', after.filter(({ name }) => !old.has(name))],
    ['changed', after.filter(isChanged)],
    ['gone', before.filter(({ name }) => !now.has(name))],
  ] as const
  const changes = kinds.flatMap(([kind, those]) => (those.length === 0 ? [] : [`${kind}: ${listed(those)}`]))
  return [`${after.length} ${what}`, ...(changes.length === 0 ? ['none of them another'] : changes)].join('; ')
}

function listed(those: readonly { readonly name: string }[]): string {
  const more = those.length - mostNames
  const names = those.slice(0, mostNames).map(({ name }) => name)
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '')
}
