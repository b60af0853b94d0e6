/** The keys that pages make: a file in the state folder, and the one-time code with which the first of them is made. */

import { randomInt, timingSafeEqual } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { errorAnswer } from '../../answer.ts'
import { because } from '../../messages.ts'
import type { JudgedFile } from '../../printing/printers/entries.ts'
import { replaceFile } from '../../settings-file.ts'
import { type Bearer, hashOf, hexOf, type KeyRow, type Keys, newKey } from './keys.ts'
import { KeyFileError, keysIn } from './keys-file.ts'

/** The names of the files in the state folder. */
export const [keysName, codeName] = ['keys.json', 'setup-code'] as const

/** The mode of these files: readable for their owner alone. */
const ownerAlone = 0o600

/** The text of a file of keys that has none. */
export const noKeysText = '[]'

/** A row as it is in the file. */
type Row = Readonly<Record<string, unknown>>

interface SetupOptions {
  /** The state folder, which need not be there yet. */
  readonly folder: string
  /** Makes the folder and takes it. @throws what the disk does */
  readonly own: () => void
  /** Hears why the code cannot be kept. */
  readonly log: (message: string) => void
}

/** Of a code: what is easily read to somebody, without I, L, O, U, 0 and 1. */
const letters = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
/** 5 groups of 4, which are 98 bits. */
const [groups, inGroup] = [5, 4] as const

/** Keys that can be made and removed. Until there is one, all but `admin` is everybody's; until one may `admin`, a code may. */
export class KeySetup implements Keys {
  readonly #keys: Keys
  readonly #options: SetupOptions
  #code: string | undefined

  /** @param keys  of the file in the folder; none if it is not there */
  constructor(keys: Keys, options: SetupOptions) {
    this.#keys = keys
    this.#options = options
    this.settle()
  }

  /** What may do all that needs `admin`; undefined once a key may. */
  get code(): string | undefined {
    return this.#code
  }

  get rows(): readonly KeyRow[] {
    return this.#keys.rows
  }

  get #hasAdmin(): boolean {
    return this.rows.some(({ may }) => may.includes('admin'))
  }

  presented(...from: Parameters<Keys['presented']>): ReturnType<Keys['presented']> {
    const found = this.#keys.presented(...from)
    return found === 'unknown' && this.#isCode(from[0]) ? ofCode : found
  }

  refusal(...[needed, presented]: Parameters<Keys['refusal']>): ReturnType<Keys['refusal']> {
    const asked = this.rows.length === 0 ? needed.filter((scope) => scope === 'admin') : needed
    if (asked.length === 0) return undefined
    const wantsCode = presented === 'none' && this.#code !== undefined && asked.includes('admin')
    if (!wantsCode) return this.#keys.refusal(asked, presented)
    this.#showCode()
    return codeRequired
  }

  replace(rows: readonly KeyRow[]): void {
    this.#keys.replace(rows)
    this.settle()
  }

  onReplaced(listener: () => void): void {
    this.#keys.onReplaced(listener)
  }

  reports(): ReturnType<Keys['reports']> {
    return this.#keys.reports()
  }

  /**
   * Makes a key, whose row is on disk when this returns.
   *
   * @returns the key, which is nowhere else; what is wrong, if it is asked for wrongly, or there is one of that name
   * @throws what the disk does
   */
  add(asked: object): string | { readonly fault: string } {
    try {
      return this.#add(asked)
    } catch (error) {
      if (error instanceof KeyFileError) return { fault: error.message }
      throw error
    }
  }

  #add(asked: object): string {
    const key = newKey()
    const row = { ...asked, hash: `sha256:${hexOf({ hash: hashOf(key) })}` }
    this.#write([...this.#list(), row])
    return key
  }

  /** @returns false if there is none of that name @throws what the disk does */
  remove(name: string): boolean {
    const list = this.#list()
    const left = list.filter((row) => row.name !== name)
    if (left.length === list.length) return false
    this.#write(left)
    return true
  }

  /** The rows of the file, with the hashes of keys. @throws KeyFileError if it has become wrong; what the disk does */
  all(): readonly Row[] {
    return this.#list()
  }

  /** The text of a file with these rows alone, and what puts them in force once it is there. @throws KeyFileError */
  judged(list: readonly Row[]): JudgedFile {
    const text = `${JSON.stringify(list, undefined, 2)}\n`
    const rows = keysIn(text)
    return { text, take: () => this.replace(rows) }
  }

  #list(): readonly Row[] {
    const path = join(this.#options.folder, keysName)
    const text = existsSync(path) ? readFileSync(path, 'utf8').replace(/^\ufeff/, '') : noKeysText
    // a person may have changed it since it was read: what is wrong with it is not written over
    keysIn(text)
    return JSON.parse(text) as readonly Row[]
  }

  #write(list: readonly Row[]): void {
    const { text, take } = this.judged(list)
    this.#options.own()
    replaceFile(join(this.#options.folder, keysName), text, ownerAlone)
    take()
  }

  /**
   * Keeps the code in the folder as long as it is good, if the folder is there; forgets it when a key may `admin`, and makes another when
   * the last such key is removed.
   */
  settle(): void {
    const { folder, log } = this.#options
    const path = join(folder, codeName)
    this.#code = this.#hasAdmin ? undefined : (this.#code ?? this.#keptCode() ?? newCode())
    try {
      if (this.#code === undefined) rmSync(path, { force: true })
      else if (existsSync(folder)) replaceFile(path, `${this.#code}\n`, ownerAlone)
    } catch (error) {
      log(`${path}: ${because(error)}`)
    }
  }

  /** Puts the code into the folder, where whoever was asked for it finds it: a service that no terminal has started prints none. */
  #showCode(): void {
    const { folder, own, log } = this.#options
    if (existsSync(join(folder, codeName))) return
    try {
      own()
      this.settle()
    } catch (error) {
      // the folder of another service gets no code of this one
      log(`${folder}: ${because(error)}`)
    }
  }

  /** The code that the service before has kept. */
  #keptCode(): string | undefined {
    const path = join(this.#options.folder, codeName)
    const [code] = existsSync(path) ? (/^[A-Z0-9-]{20,40}/.exec(readFileSync(path, 'utf8')) ?? []) : []
    return code
  }

  #isCode(authorization = ''): boolean {
    const [, given] = /^Bearer +([^ ]+) *$/i.exec(authorization) ?? []
    return given !== undefined && this.#code !== undefined && timingSafeEqual(hashOf(given), hashOf(this.#code))
  }
}

/** RFC 6750, 3. */
const codeRequired = errorAnswer(
  'key_required',
  `this needs the one-time code that a start in a terminal prints and the state folder has in ${codeName}, or a key that may "admin": Authorization: Bearer <code>`,
  ['WWW-Authenticate', 'Bearer'],
)

const ofCode: Bearer = { key: 'key:setup-code', name: codeName, may: ['admin'], rate: undefined }

function newCode(): string {
  const letter = (): string => letters[randomInt(letters.length)]!
  return Array.from({ length: groups }, () => Array.from({ length: inGroup }, letter).join('')).join('-')
}
