/**
 * The field data of ^BQ: switches before the data, and characters of one mode or of several.
 * ZPL II Programming Guide, ^BQ, "Considerations for ^FD When Using the QR Code"
 */

import type { GivenSegment, GivenSymbol } from '../../../symbologies/given.ts'
import { EncodeError, type QrLevel } from '../../../symbologies/index.ts'
import type { FieldFinding } from '../field.ts'

/** What the switches say, and the data behind them. */
export interface QrData {
  readonly level: QrLevel
  readonly segments: readonly GivenSegment[]
  readonly append: GivenSymbol['append']
  readonly findings: readonly FieldFinding[]
}

const levels: readonly string[] = ['H', 'Q', 'M', 'L']
const isLevel = (letter: string): letter is QrLevel => levels.includes(letter)

/**
 * @param data  a character a byte
 * @throws EncodeError invalid_character for characters that a manual mode does not carry
 */
export function qrData(data: string): QrData {
  const findings: FieldFinding[] = []
  const { append, rest } = mixedMode(data, findings)
  const { level, isManual, text } = switches(rest, findings)
  const segments = isManual ? manualSegments(text, append !== undefined, findings) : [{ mode: 'auto' as const, text }]
  return { level, segments, append, findings }
}

/** Mixed mode: D, number of the symbol, how many there are, and the parity in two hexadecimal digits. */
const mixed = /^D(\d\d)(\d\d)([0-9A-Fa-f]{2}),/

function mixedMode(
  data: string,
  findings: FieldFinding[],
): { readonly append: GivenSymbol['append']; readonly rest: string } {
  const [head, part, parts, parity] = mixed.exec(data) ?? []
  if (head === undefined) return { append: undefined, rest: data }
  const append = { part: Number(part), parts: Number(parts), parity: Number.parseInt(parity!, 16) }
  const rest = data.slice(head.length)
  if (append.parts >= 2 && append.parts <= 16 && append.part >= 1 && append.part <= append.parts)
    return { append, rest }
  const message = `symbol ${append.part} of ${append.parts}: mixed mode takes 1 to 16 of 2 to 16; the symbol is by itself`
  findings.push({ code: 'qr_mixed_mode', kind: 'fault', message })
  return { append: undefined, rest }
}

/** A level, A or M, and a comma. Without them a printer takes the first characters of the data for them. */
function switches(
  data: string,
  findings: FieldFinding[],
): { readonly level: QrLevel; readonly isManual: boolean; readonly text: string } {
  const [letter = '', mode = ''] = data
  const level = isLevel(letter) ? letter : 'M'
  // a digit is not followed by a separator: seen on 52 symbols that Labelary draws
  const text = data.slice(/\d/.test(mode) ? 2 : 3)
  if (!/^[HQML][AM],/.test(data)) {
    const taken = JSON.stringify(data.slice(0, data.length - text.length))
    const message = `the data begins with ${taken}, which the printer takes for switches (level, A or M, comma) and does not encode`
    findings.push({ code: 'qr_prefix', kind: 'fault', message, suggestion: `QA,${data.slice(0, 60)}` })
  }
  return { level, isManual: mode === 'M', text }
}

const modes = { N: 'numeric', A: 'alphanumeric', B: 'byte', K: 'kanji' } as const

/** A character mode and its data, in mixed mode several with a comma between two of them. */
function manualSegments(text: string, isMixed: boolean, findings: FieldFinding[]): readonly GivenSegment[] {
  const segments: GivenSegment[] = []
  for (let rest = text; rest !== ''; ) {
    const letter = rest[0]!
    if (!(letter in modes)) {
      const message = `qr: character mode ${JSON.stringify(letter)} of manual input; accepted: N, A, B with a count of four digits, K`
      throw new EncodeError('invalid_character', message)
    }
    const mode = modes[letter as keyof typeof modes]
    const { characters, end } = mode === 'byte' ? countedBytes(rest, findings) : uncounted(rest, isMixed)
    segments.push({ mode, text: mode === 'kanji' ? kanjiOf(characters) : characters })
    const after = rest.slice(end)
    if (after !== '' && !isMixed) {
      const message = `${JSON.stringify(after.slice(0, 40))} behind the bytes that B counts is cut off`
      findings.push({ code: 'data_cut', kind: 'fault', message })
      break
    }
    rest = after.replace(/^,/, '')
  }
  return segments
}

interface Characters {
  readonly characters: string
  /** Where the segment ends. */
  readonly end: number
}

function uncounted(rest: string, isMixed: boolean): Characters {
  const comma = isMixed ? rest.indexOf(',') : -1
  const end = comma < 0 ? rest.length : comma
  return { characters: rest.slice(1, end), end }
}

function countedBytes(rest: string, findings: FieldFinding[]): Characters {
  const count = /^B(\d{4})/.exec(rest)?.[1]
  if (count === undefined) {
    throw new EncodeError('invalid_character', 'qr: character mode B is followed by the number of bytes in four digits')
  }
  const characters = rest.slice(5, 5 + Number(count))
  if (characters.length < Number(count)) {
    const message = `character mode B counts ${Number(count)} bytes, and there are ${characters.length}`
    findings.push({ code: 'qr_byte_count', kind: 'fault', message })
  }
  return { characters, end: 5 + characters.length }
}

/** @throws EncodeError for bytes that are not Shift JIS */
function kanjiOf(bytes: string): string {
  try {
    const shiftJis = new TextDecoder('shift_jis', { fatal: true })
    return shiftJis.decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))
  } catch {
    throw new EncodeError('invalid_character', 'qr: character mode K takes characters of Shift JIS of two bytes')
  }
}
