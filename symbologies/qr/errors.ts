import { EncodeError, type Symbology } from '../barcode.ts'
import { codePoints } from '../messages.ts'
import { charactersIn, type Headers, modeNouns, modes } from './modes.ts'
import { isText, type Segmentation } from './segments.ts'

/** The most that a symbol holds. */
export interface Limit {
  /** The symbol's name in messages, `version 40-L`. */
  readonly name: string
  readonly bits: number
  readonly headers: Headers
  /** What holds more. */
  readonly remedy?: string
}

/** A text, and its segments unless it was too long to divide. */
interface Given {
  readonly text: string
  readonly segmentation: Segmentation | undefined
}

/** No text takes fewer bits than as many digits; `text.length` counts UTF-16 code units. */
export const leastBits = (text: string): number => Math.ceil((10 * text.length) / 3)

export function dataTooLong(
  symbology: Symbology,
  given: Given,
  { name, bits, headers, remedy = '' }: Limit,
): EncodeError {
  const most = modes
    .filter((mode) => headers[mode] < bits)
    .map((mode) => `${charactersIn(mode, bits - headers[mode])} ${modeNouns[mode]}`)
  const room = `${name} holds at most ${bits} bits: ${alternatives(most)}`
  const advice = remedy === '' ? '' : `; ${remedy}`
  return new EncodeError('data_too_long', `${symbology}: ${need(given)}; ${room}${advice}`)
}

function need({ text, segmentation }: Given): string {
  const characters = codePoints(text)
  if (segmentation === undefined) return `${characters} characters need ${leastBits(text)} bits or more`
  const [segment, ...others] = segmentation.segments.filter(isText)
  const single = segment !== undefined && others.length === 0
  const given = single ? `${segment.count} ${modeNouns[segment.mode]}` : `${characters} characters`
  return `${given} need ${segmentation.bits} bits`
}

/** `a`, `a or b`, `a, b, or c` */
function alternatives(names: readonly string[]): string {
  if (names.length < 3) return names.join(' or ')
  return `${names.slice(0, -1).join(', ')}, or ${names.at(-1)}`
}
