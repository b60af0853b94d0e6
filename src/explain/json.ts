import type { Explanation } from './explanation.ts'

/** The first size of the buffer in bytes; most explanations fit. */
const firstSize = 1 << 16
/** The most bytes of a UTF-16 code unit in UTF-8. */
const mostBytes = 3

/**
 * An explanation as JSON in UTF-8: the bytes of JSON.stringify, written step by step. An explanation can have ten thousand
 * parts, and one string for all of them takes longer to build and to encode than a string for each step.
 */
export function explanationJson({ steps, ...head }: Explanation): Uint8Array {
  let bytes = Buffer.allocUnsafeSlow(firstSize)
  let length = 0
  const write = (json: string) => {
    const needed = length + mostBytes * json.length
    if (needed > bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * bytes.length))
      bytes.copy(larger, 0, 0, length)
      bytes = larger
    }
    length += bytes.write(json, length)
  }
  write(`${JSON.stringify(head).slice(0, -1)},"steps":[`)
  steps.forEach((step, i) => {
    write(`${i > 0 ? ',' : ''}${JSON.stringify(step)}`)
  })
  write(']}')
  return bytes.subarray(0, length)
}
