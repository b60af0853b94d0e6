import type { Symbology } from './barcode.ts'
import { quoted } from './messages.ts'

/** The values that each option accepts. */
type Accepted<Options> = { readonly [Name in keyof Options]-?: readonly Options[Name][] }

/**
 * A check of options against the values that they accept; an option that is left out is not checked.
 *
 * @returns a function that throws RangeError for an unknown option value
 */
export function optionCheck<Options extends object>(
  symbology: Symbology,
  accepted: Accepted<Options>,
): (options: Options) => void {
  const entries = Object.entries<readonly unknown[]>(accepted)
  return (options) => {
    for (const [name, values] of entries) {
      const value: unknown = options[name as keyof Options]
      if (value === undefined || values.includes(value)) continue
      throw new RangeError(`${symbology}: ${name} is ${quoted(String(value))}; accepted: ${values.join(', ')}`)
    }
  }
}

/** Whole numbers from `low` to `high`, both included. */
export const wholeNumbers = (low: number, high: number): number[] =>
  Array.from({ length: high - low + 1 }, (_, i) => low + i)
