import { EncodeError, type Symbology } from '../barcode.ts'
import { charactersIn, type Headers, modeNouns, modes } from './modes.ts'
import type { Segmentation } from './segments.ts'

/** The most that a symbol holds. */
export interface Limit {
  /** What people call the symbol, `version 40-L`. */
  readonly name: string
  readonly bits: number
  readonly headers: Headers
}

/** No text takes fewer bits than so many digits; `text.length` counts UTF-16 code units. */
export const leastBits = (text: string): number => Math.ceil((10 * text.length) / 3)

/** @param segmentation of `text`, or undefined where it was too long to look at */
export function dataTooLong(
  symbology: Symbology,
  text: string,
  limit: Limit,
  segmentation: Segmentation | undefined,
): EncodeError {
  const holds = modes
    .filter((mode) => limit.headers[mode] < limit.bits)
    .map((mode) => `${charactersIn(mode, limit.bits - limit.headers[mode])} ${modeNouns[mode]}`)
  const room = `${limit.name} holds ${limit.bits} bits: ${holds.join(' or ')}`
  return new EncodeError('data_too_long', `${symbology}: ${need(text, segmentation)}; ${room}`)
}

function need(text: string, segmentation?: Segmentation): string {
  let characters = 0
  for (const _ of text) characters++
  if (segmentation === undefined) return `${characters} characters need ${leastBits(text)} bits or more`
  const [segment, ...others] = segmentation.segments.filter((each) => each.mode !== 'eci')
  const single = segment !== undefined && others.length === 0
  const given = single ? `${segment.count} ${modeNouns[segment.mode]}` : `${characters} characters`
  return `${given} need ${segmentation.bits} bits`
}
