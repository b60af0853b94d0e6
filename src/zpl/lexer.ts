/**
 * The bytes of a program as commands with their offsets (ZPL II Programming Guide, "ZPL Commands", "Basic ZPL Exercises"): a prefix, a
 * name of two letters, and parameters up to the next prefix. Some data is counted in bytes, and may contain anything.
 */

import type { Named } from './finding.ts'

/** A command as it was sent. */
export interface Command extends Named {
  /** `^` of a format command, `~` of a control command, whichever characters stand for them. */
  readonly prefix: '^' | '~'
  /** In capitals: two characters, or `A` of a font, whose letter is the first byte of the parameters. */
  readonly name: string
  /** All behind the name. Carriage returns and line feeds are among them. */
  readonly data: Uint8Array
  /** Bytes of the whole command. */
  readonly length: number
  /** What separates its parameters: a comma, or what `^CD` says. */
  readonly delimiter: string
}

/** Bytes between commands, which a printer ignores. */
export interface Stray extends Named {
  readonly prefix: ''
  readonly name: ''
  readonly length: number
}

const [caret, tilde, comma, lineFeed] = [0x5e, 0x7e, 0x2c, 0x0a]

/** The commands of a program in their order, with what stands between them. */
export function* commandsIn(bytes: Uint8Array): Generator<Command | Stray, void> {
  const prefixes = { format: caret, control: tilde, delimiter: comma }
  const lines = new LineCounter(bytes)
  let at = 0
  while (at < bytes.length) {
    const start = at
    const place = { offset: start, line: lines.at(start) }
    if (bytes[at] !== prefixes.format && bytes[at] !== prefixes.control) {
      at = nextPrefix(bytes, at, prefixes)
      if (!isBlank(bytes.subarray(start, at))) yield { prefix: '', name: '', ...place, length: at - start }
      continue
    }
    const prefix = bytes[at] === prefixes.format ? '^' : '~'
    const name = nameAt(bytes, at + 1, prefixes)
    const from = at + 1 + name.length
    const delimiter = String.fromCharCode(prefixes.delimiter)
    at = changesPrefix(name) ? Math.min(bytes.length, from + 1) : endOf(bytes, name, from, prefixes)
    const data = bytes.subarray(from, at)
    if (changesPrefix(name) && data.length === 1) setPrefix(prefixes, name, data[0]!)
    yield { prefix, name, ...place, data, length: at - start, delimiter }
  }
}

interface Prefixes {
  format: number
  control: number
  delimiter: number
}

/** `^CC`, `~CC`, `^CD`, `~CD`, `^CT`, `~CT`: their parameter is the one character behind them, whatever it is. */
const changesPrefix = (name: string): boolean => name === 'CC' || name === 'CD' || name === 'CT'

function setPrefix(prefixes: Prefixes, name: string, character: number): void {
  if (name === 'CC') prefixes.format = character
  else if (name === 'CT') prefixes.control = character
  else prefixes.delimiter = character
}

/** Two characters in capitals; `A` alone before the letter of a font; fewer before the next command and at the end of the bytes. */
function nameAt(bytes: Uint8Array, at: number, prefixes: Prefixes): string {
  const end = Math.min(at + 2, nextPrefix(bytes, at, prefixes))
  const name = String.fromCharCode(...bytes.subarray(at, end)).toUpperCase()
  return name[0] === 'A' && name[1] !== '@' ? 'A' : name
}

function nextPrefix(bytes: Uint8Array, from: number, { format, control }: Prefixes): number {
  let at = from
  while (at < bytes.length && bytes[at] !== format && bytes[at] !== control) at++
  return at
}

/** Where a command ends. */
function endOf(bytes: Uint8Array, name: string, from: number, prefixes: Prefixes): number {
  // what stands behind these is part of no command
  if (name === 'XA' || name === 'XZ' || name === 'FS') return from
  const counted = countedData(bytes, name, from, prefixes.delimiter)
  return nextPrefix(bytes, Math.min(bytes.length, counted ?? from), prefixes)
}

/**
 * Where data that is counted in bytes ends: `^GFB`, `^GFC` (the guide's b is the count of what is sent) and `~DY` of binary data (b, P
 * and others are hexadecimal or base64 if they begin so). Undefined for all other commands.
 */
function countedData(bytes: Uint8Array, name: string, from: number, delimiter: number): number | undefined {
  const kinds = { GF: { format: 0, count: 1, before: 4 }, DY: { format: 1, count: 3, before: 5 } } as const
  const kind = name === 'GF' ? kinds.GF : name === 'DY' ? kinds.DY : undefined
  if (kind === undefined) return undefined
  const parts: string[] = []
  let at = from
  for (let i = 0; i < kind.before; i++) {
    const end = bytes.indexOf(delimiter, at)
    if (end < 0 || end - at > 40) return undefined
    parts.push(String.fromCharCode(...bytes.subarray(at, end)).trim())
    at = end + 1
  }
  const format = parts[kind.format]!.slice(-1).toUpperCase()
  const count = Number(parts[kind.count])
  const isBinary = format === 'B' || format === 'C'
  if (!isBinary || !Number.isInteger(count) || count < 0) return undefined
  // base64 and hexadecimal text needs no count
  const isText = bytes[at] === 0x3a && /^:[BZ]64:/i.test(String.fromCharCode(...bytes.subarray(at, at + 5)))
  return isText ? undefined : at + count
}

/** Blanks, control characters, and a byte order mark. */
const isBlank = (bytes: Uint8Array): boolean =>
  bytes.every((byte) => byte <= 0x20 || byte === 0xef || byte === 0xbb || byte === 0xbf)

/** The lines of offsets that ascend. */
class LineCounter {
  readonly #bytes: Uint8Array
  #at = 0
  #line = 1

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** The line of an offset, from 1. */
  at(offset: number): number {
    for (; this.#at < offset; this.#at++) if (this.#bytes[this.#at] === lineFeed) this.#line++
    return this.#line
  }
}
