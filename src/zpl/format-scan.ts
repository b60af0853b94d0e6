/**
 * Where formats begin and end in a stream of ZPL, as its bytes arrive: what tells a printer that a program is whole while its sender keeps
 * the connection open. Commands are found as the lexer finds them.
 */

import { asksHost } from './commands.ts'

/** A command that asks the printer for an answer. */
export interface HostQuery {
  /** With its prefix as the guide writes it, such as `~HS`. */
  readonly command: string
  /** Bytes from the beginning of the stream to its prefix. */
  readonly offset: number
}

type Mode = 'between' | 'name' | 'prefix' | 'counted' | 'peek' | 'binary'

/** Parameters before the data of commands that count it: which names the format of the data, which counts its bytes, and how many there are. */
const counting = { GF: { format: 0, count: 1, before: 4 }, DY: { format: 1, count: 3, before: 5 } } as const

/** The most bytes of such a parameter. */
const longestParameter = 40

/** `:B64:` or `:Z64:`, data in text. */
const textMark = /^:[BZ]64:/i
const markLength = 5

export class FormatScan {
  #format = 0x5e
  #control = 0x7e
  #delimiter = 0x2c
  #mode: Mode = 'between'
  /** The command in hand. */
  #command: { prefix: '^' | '~'; name: string; readonly offset: number } | undefined
  /** Bytes behind the name that may have to be read again. */
  #held: number[] = []
  #parts: string[] = []
  #part = ''
  /** Of data that is counted, bytes that are left. */
  #left = 0
  #length = 0
  #isWithin = false
  #formats = 0
  #end = 0
  #queries: HostQuery[] = []

  /** Bytes that were read. */
  get length(): number {
    return this.#length
  }

  /** Whether a format has begun and not ended. */
  get isWithin(): boolean {
    return this.#isWithin
  }

  /** Formats that have ended. */
  get formats(): number {
    return this.#formats
  }

  /** Bytes up to the end of the last whole format. */
  get end(): number {
    return this.#end
  }

  /** Whether nothing that has begun is open: no format, no download, no name of a command. */
  get isClosed(): boolean {
    const isDownload = this.#command?.prefix === '~' && this.#command.name.startsWith('D')
    return !this.#isWithin && this.#mode === 'between' && !isDownload
  }

  /** The queries since the last call, in their order: to be called after each read. */
  takeQueries(): readonly HostQuery[] {
    return this.#queries.splice(0)
  }

  /** Reads on. */
  read(bytes: Uint8Array): void {
    for (const byte of bytes) {
      this.#length++
      this.#take(byte)
    }
  }

  /** Nothing follows: what was counted and did not come is read as it is. */
  finish(): void {
    while (this.#mode === 'counted') this.#readAgain()
  }

  #take(byte: number): void {
    this.#reading[this.#mode](byte)
  }

  /** What is done with a byte, by where it stands. */
  readonly #reading: { readonly [M in Mode]: (byte: number) => void } = {
    between: (byte) => this.#between(byte),
    name: (byte) => this.#named(byte),
    prefix: (byte) => this.#changed(byte),
    counted: (byte) => this.#counted(byte),
    peek: (byte) => this.#peeked(byte),
    binary: () => {
      if (--this.#left === 0) this.#mode = 'between'
    },
  }

  #between(byte: number): void {
    if (byte !== this.#format && byte !== this.#control) return
    this.#command = { prefix: byte === this.#format ? '^' : '~', name: '', offset: this.#length - 1 }
    this.#mode = 'name'
  }

  #named(byte: number): void {
    const command = this.#command!
    if (byte === this.#format || byte === this.#control) {
      // shorter than two characters
      this.#mode = 'between'
      this.#between(byte)
      return
    }
    command.name += String.fromCharCode(byte).toUpperCase()
    const { name } = command
    // the letter behind it is that of a font
    if (name === 'A') this.#mode = 'between'
    if (name.length < 2) return
    this.#mode = 'between'
    if (name === 'CC' || name === 'CD' || name === 'CT') this.#mode = 'prefix'
    else if (name === 'GF' || name === 'DY') this.#count()
    else this.#obey(command)
  }

  #obey({
    prefix,
    name,
    offset,
  }: {
    readonly prefix: '^' | '~'
    readonly name: string
    readonly offset: number
  }): void {
    if (prefix === '^' && name === 'XA') this.#isWithin = true
    if (prefix === '^' && name === 'XZ') {
      if (this.#isWithin) {
        this.#formats++
        this.#end = offset + 3
      }
      this.#isWithin = false
    }
    const command = `${prefix}${name}`
    if (asksHost(command)) this.#queries.push({ command, offset })
  }

  #changed(byte: number): void {
    const { name } = this.#command!
    if (name === 'CC') this.#format = byte
    else if (name === 'CT') this.#control = byte
    else this.#delimiter = byte
    this.#mode = 'between'
  }

  #count(): void {
    this.#mode = 'counted'
    this.#held = []
    this.#parts = []
    this.#part = ''
  }

  #counted(byte: number): void {
    this.#held.push(byte)
    const { before, format, count } = counting[this.#command!.name as keyof typeof counting]
    if (byte !== this.#delimiter) {
      this.#part += String.fromCharCode(byte)
      if (this.#part.length > longestParameter) this.#readAgain()
      return
    }
    this.#parts.push(this.#part.trim())
    this.#part = ''
    if (this.#parts.length < before) return
    const isBinary = /[BC]$/i.test(this.#parts[format]!)
    this.#left = Number(this.#parts[count])
    if (!isBinary || !Number.isInteger(this.#left) || this.#left < 0) this.#readAgain()
    else this.#mode = 'peek'
  }

  /** Whether data that is counted is text all the same. */
  #peeked(byte: number): void {
    this.#held.push(byte)
    const from = this.#held.length - this.#parameters
    const begun = String.fromCharCode(...this.#held.slice(-from))
    if (begun[0] === ':' && from < markLength) return
    if (textMark.test(begun)) {
      this.#readAgain()
      return
    }
    const behind = this.#held.slice(this.#parameters)
    this.#held = []
    this.#mode = this.#left > 0 ? 'binary' : 'between'
    this.#replay(behind)
  }

  /** Bytes of the parameters that are held, with their delimiters. */
  get #parameters(): number {
    const { before } = counting[this.#command!.name as keyof typeof counting]
    let seen = 0
    return 1 + this.#held.findIndex((byte) => byte === this.#delimiter && ++seen === before)
  }

  /** What is held is not counted: commands may begin in it. */
  #readAgain(): void {
    const held = this.#held
    this.#held = []
    this.#mode = 'between'
    this.#replay(held)
  }

  #replay(bytes: readonly number[]): void {
    const length = this.#length
    for (const [i, byte] of bytes.entries()) {
      this.#length = length - bytes.length + i + 1
      this.#take(byte)
    }
    this.#length = length
  }
}
