import type { Explanation, Step } from './explanation.ts'

/** The first size of the buffer in bytes; most explanations fit. */
const firstSize = 1 << 16
/** The most bytes of a UTF-16 code unit in UTF-8. */
const mostBytes = 3
/** How many parts of a step are one string. */
const partsAtOnce = 256

/**
 * An explanation as JSON in UTF-8: the bytes of JSON.stringify, written step by step. An explanation can have ten thousand
 * parts, and one string for all of them takes longer to build and to encode than strings for some at a time.
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
    if (i > 0) write(',')
    writeStep(write, step)
  })
  write(']}')
  return bytes.subarray(0, length)
}

/** The parts are the last property of a step, so that they can be written after the others. */
function writeStep(write: (json: string) => void, step: Step): void {
  const { parts, ...own } = step
  if (parts === undefined || parts.length <= partsAtOnce) {
    write(JSON.stringify(step))
    return
  }
  write(`${JSON.stringify(own).slice(0, -1)},"parts":`)
  for (let i = 0; i < parts.length; i += partsAtOnce) {
    write(`${i === 0 ? '[' : ','}${JSON.stringify(parts.slice(i, i + partsAtOnce)).slice(1, -1)}`)
  }
  write(']}')
}
