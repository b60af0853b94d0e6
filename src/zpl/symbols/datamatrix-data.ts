/**
 * The field data of ^BX with quality 200: bytes, and function characters by escape sequences.
 * ZPL II Programming Guide, ^BX, "Field Data (^FD) for ^BX, Quality 200"
 */

import { eciNames } from '../../../symbologies/facts.ts'
import type { DataMatrixHeader } from '../../../symbologies/given.ts'
import type { FieldFinding } from '../field.ts'

/** The message of a field. */
export interface MatrixData {
  /** U+001D, which stands for FNC1 if `hasFnc1`, among them; a character a byte. */
  readonly text: string
  readonly hasFnc1: boolean
  readonly headers: readonly DataMatrixHeader[]
  readonly eci: number | undefined
  readonly findings: readonly FieldFinding[]
}

const separator = '\x1d'

/**
 * @param data  a character a byte
 * @param control the character that begins escape sequences
 */
export function matrixData(data: string, control: string): MatrixData {
  const headers: DataMatrixHeader[] = []
  const findings: FieldFinding[] = []
  let text = ''
  let hasFnc1 = false
  let hasSeparator = false
  let eci: number | undefined
  const refuse = (sequence: string, why: string): void => {
    const message = `escape sequence ${JSON.stringify(sequence)} is left out: ${why}`
    findings.push({ code: 'escape_not_carried', kind: 'fault', message })
  }
  for (let at = 0; at < data.length; ) {
    if (data[at] !== control) {
      hasSeparator ||= data[at] === separator
      text += data[at++]!
      continue
    }
    const sequence = sequenceAt(data, at, control)
    at += sequence.length
    const isFirst = text === '' && headers.length === 0 && eci === undefined
    const meaning = meaningOf(sequence, control)
    switch (meaning.kind) {
      case 'bytes':
        hasSeparator ||= meaning.text === separator
        text += meaning.text
        break
      case 'fnc1':
        if (text === '') headers.push(meaning)
        else text += separator
        hasFnc1 = true
        break
      case 'eci':
        if (text !== '' || eci !== undefined) refuse(sequence, 'a code page stands before the data')
        else eci = meaning.eci
        break
      case 'reader':
      case 'macro':
      case 'append':
        if (isFirst) headers.push(meaning)
        else refuse(sequence, 'it has to be the first of the data')
        break
      case 'none':
        refuse(sequence, meaning.why)
    }
  }
  if (hasFnc1 && hasSeparator) {
    const message = 'beside FNC1, U+001D is encoded as FNC1 too, which readers transmit as U+001D'
    findings.push({ code: 'separator_as_fnc1', kind: 'note', message })
  }
  return { text, hasFnc1, headers, eci, findings }
}

/** The escape sequence that begins here, with its digits. */
function sequenceAt(data: string, at: number, control: string): string {
  const letter = data[at + 1] ?? ''
  const digits = letter === 'd' || letter === '5' ? 3 : letter === '2' ? 9 : 0
  const end = at + 2 + digits
  // without its digits _5 is the macro, and the others have no meaning
  return /^\d*$/.test(data.slice(at + 2, end)) && data.length >= end ? data.slice(at, end) : control + letter
}

type Meaning =
  | DataMatrixHeader
  | { readonly kind: 'bytes'; readonly text: string }
  | { readonly kind: 'eci'; readonly eci: number }
  | { readonly kind: 'none'; readonly why: string }

const none = (why: string): Meaning => ({ kind: 'none', why })

function meaningOf(sequence: string, control: string): Meaning {
  const letter = sequence[1] ?? ''
  const digits = sequence.slice(2)
  if (letter === control) return { kind: 'bytes', text: control }
  switch (letter) {
    case '0':
      return none('a pad ends the data, and the printer adds the pads that are needed')
    case '1':
      return { kind: 'fnc1' }
    case '2':
      return appendOf(digits)
    case '3':
      return { kind: 'reader' }
    case '5':
      return digits === '' ? { kind: 'macro', macro: '05' } : codePage(Number(digits))
    case '6':
      return { kind: 'macro', macro: '06' }
    case 'd':
      return /^\d{3}$/.test(digits) && Number(digits) < 256
        ? { kind: 'bytes', text: String.fromCharCode(Number(digits)) }
        : none('d is followed by three digits, 000 to 255')
    default:
      // _@ is NUL, _A U+0001 and so on
      return letter >= '@' && letter <= '_'
        ? { kind: 'bytes', text: String.fromCharCode(letter.charCodeAt(0) - 64) }
        : none('the printer does not know it')
  }
}

const codePage = (eci: number): Meaning =>
  String(eci) in eciNames ? { kind: 'eci', eci } : none(`code page ${eci} is not in the register of ECIs`)

/** Sequence indicator and file identification, three digits each: symbol and count of ISO/IEC 16022:2006, 5.6.2 in one byte. */
function appendOf(digits: string): Meaning {
  const [indicator = 0, ...fileid] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].map(Number)
  const [part, parts] = [(indicator >> 4) + 1, 17 - (indicator & 15)]
  const isRight = /^\d{9}$/.test(digits) && indicator < 256 && fileid.every((id) => id >= 1 && id <= 254)
  if (!isRight || parts > 16 || part > parts) {
    return none('2 is followed by three numbers of three digits: the place in the sequence and the file, 1 to 254')
  }
  return { kind: 'append', part, parts, fileid: [fileid[0]!, fileid[1]!] }
}
