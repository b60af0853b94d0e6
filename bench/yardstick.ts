import { drawing } from './pools.ts'

/** So often, and of so many records: see README.md here for how that was found. */
const passes = 3
const records = 6300

/** What the work takes on the machine that README's figures are of, in milliseconds. */
export const yardstickMilliseconds = 47

const encoder = new TextEncoder()

/**
 * Work that never changes, of the kind that the slowest requests are: objects made, put into words, and sent as JSON. How long a
 * request takes is told in multiples of it, since machines differ and are busy; it takes as long as README's slowest request
 * took when that was 47 ms.
 */
export function yardstick(): Uint8Array {
  let body = new Uint8Array()
  for (let pass = 1; pass <= passes; pass++) body = encoder.encode(JSON.stringify(recordsOf(pass)))
  return body
}

function recordsOf(seed: number): readonly object[] {
  const draw = drawing(seed)
  return Array.from({ length: records }, (_, i) => {
    const value = draw(0, 255)
    return {
      title: `record ${i + 1}`,
      text: `${value} × ${i} = ${value * i}, modulo 103 ${(value * i) % 103}.`,
      values: { value, bits: value.toString(2).padStart(8, '0') },
      places: [[8 * i, 8 * i + 8]],
    }
  })
}
