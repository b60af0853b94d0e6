/** The entries of a file of printers, which is changed while others read it. */

import { existsSync } from 'node:fs'
import { replaceFile, SettingsFileError, textOfSettingsFile } from '../../settings-file.ts'
import type { Address, Printer } from './printer.ts'
import { PrinterFileError, printersIn } from './printers-file.ts'
import type { ServicePlace } from './receive.ts'

/** The text of a file of printers that has none. */
export const noPrintersText = '[]'

/** A printer as it is in the file. */
export type PrinterEntry = Readonly<Record<string, unknown>>

/** The entries of a file of printers. */
export interface PrinterEntries {
  /** The entry of that very name. @throws EntryError if the file has become wrong; what the disk does */
  find(name: string): PrinterEntry | undefined
  /** Undefined where the file is not changed. */
  readonly changes?: EntryChanges | undefined
}

export interface EntryChanges {
  /** Adds an entry, or puts it in place of the one of that name, which is on disk and in force when this returns. @throws EntryError; what the disk does */
  save(entry: PrinterEntry): void
  /** @returns false if there is none of that name @throws EntryError; what the disk does */
  remove(name: string): boolean
  /** @throws EntryError if the file has become wrong; what the disk does */
  all(): readonly PrinterEntry[]
  /** The text of a file with these entries alone, and what puts them in force once it is there. @throws EntryError */
  judged(entries: readonly PrinterEntry[]): JudgedFile
}

/** The text of a file that is right, and what takes it once it is in its place. */
export interface JudgedFile {
  readonly text: string
  readonly take: () => void
}

/** The file is wrong, or would be. */
export class EntryError extends Error {
  readonly code: 'invalid_parameter' | 'own_address'

  constructor(code: EntryError['code'], message: string) {
    super(message)
    this.name = 'EntryError'
    this.code = code
  }
}

interface EntryOptions {
  /** The file, which need not be there. */
  readonly path: string
  /** Takes the printers of the file as it is now. */
  readonly taken: (list: readonly Printer[]) => void
  /** Called before something is written. @throws what the disk does */
  readonly prepare: () => void
  /** Whether an address is that of this service. */
  readonly isOwn: (address: Address) => boolean
  /** Of the service, which receives for the printers. */
  readonly place?: ServicePlace | undefined
}

/** The entries of a file that a setting names: they are shown. */
export const namedEntries = (path: string): PrinterEntries => ({ find: (name) => entryIn(entriesIn(path), name) })

/** The entries of a file that is changed. What a person has written there since it was read stays. */
export function savedEntries({ path, taken, prepare, isOwn, place }: EntryOptions): PrinterEntries {
  /** @param isNew  whether a printer of this name is looked at: one that a person has written stays */
  const judged = (entries: readonly PrinterEntry[], isNew: (name: string) => boolean): JudgedFile => {
    const text = `${JSON.stringify(entries, undefined, 2)}\n`
    const list = readable(text, place)
    if (list.some(({ name, address }) => isNew(name) && isOwn(address)))
      throw new EntryError('own_address', 'address: this is the service itself, not a printer')
    return { text, take: () => taken(list) }
  }
  const write = (entries: readonly PrinterEntry[], added?: string): void => {
    const { text, take } = judged(entries, (name) => name === added)
    prepare()
    replaceFile(path, text)
    take()
  }
  return {
    find: (name) => entryIn(entriesIn(path), name),
    changes: {
      save(entry) {
        const entries = entriesIn(path)
        const before = entryIn(entries, `${entry.name}`)
        const replaced = entries.map((each) => (each === before ? entry : each))
        write(before === undefined ? [...entries, entry] : replaced, `${entry.name}`)
      },
      remove(name) {
        const entries = entriesIn(path)
        const left = entries.filter((each) => each.name !== name)
        if (left.length === entries.length) return false
        write(left)
        return true
      },
      all: () => entriesIn(path),
      judged: (entries) => judged(entries, () => true),
    },
  }
}

function entriesIn(path: string): readonly PrinterEntry[] {
  try {
    const text = existsSync(path) ? textOfSettingsFile(path).replace(/^\ufeff/, '') : noPrintersText
    // a person may have changed it since it was read: what is wrong with it is not written over
    readable(text)
    return JSON.parse(text) as readonly PrinterEntry[]
  } catch (error) {
    throw error instanceof SettingsFileError ? new EntryError('invalid_parameter', error.message) : error
  }
}

const entryIn = (entries: readonly PrinterEntry[], name: string): PrinterEntry | undefined =>
  entries.find((each) => each.name === name)

function readable(text: string, place?: ServicePlace): ReturnType<typeof printersIn> {
  try {
    return printersIn(text, place)
  } catch (error) {
    throw error instanceof PrinterFileError ? new EntryError('invalid_parameter', error.message) : error
  }
}

/** The host and the port of an address on a network; undefined of a queue. */
export function placeOf(address: Address): { readonly host: string; readonly port: number } | undefined {
  switch (address.kind) {
    case 'socket':
      return address
    case 'ipp': {
      const { hostname, port, protocol } = new URL(address.url)
      return { host: hostname, port: Number(port) || (protocol === 'https:' ? 443 : 80) }
    }
    case 'lp':
      return undefined
  }
}
