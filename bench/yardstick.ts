import { drawing } from './pools.ts'

/** The amount of work: README.md here describes how it was chosen. */
const passes = 3
const records = 6300

/** The time of the work in milliseconds, on the machine of README's figures. */
export const yardstickMilliseconds = 47

const encoder = new TextEncoder()

/**
 * Constant work similar to that of the slowest requests: making objects with texts, and writing them as JSON. Times of requests are
 * given as multiples of it, because machines differ and have other work.
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
