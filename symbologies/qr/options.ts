import { EncodeError, quoted, type Symbology } from '../barcode.ts'

/** @throws RangeError unless `value` is left out or one of `accepted` */
export function requireOption<T>(name: string, value: T | undefined, accepted: readonly T[]): void {
  if (value !== undefined && !accepted.includes(value)) {
    throw new RangeError(`${name}: ${quoted(String(value))}; accepted: ${accepted.join(', ')}`)
  }
}

/** Whole numbers from `low` to `high`, both included. */
export const wholeNumbers = (low: number, high: number): number[] =>
  Array.from({ length: high - low + 1 }, (_, i) => low + i)

/** @throws EncodeError invalid_length for an empty text */
export function requireText(text: string, symbology: Symbology): void {
  if (text === '') throw new EncodeError('invalid_length', `${symbology}: no text; at least one character is needed`)
}
