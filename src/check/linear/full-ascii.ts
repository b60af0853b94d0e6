/** All of ASCII in pairs of characters of Code 39. ISO/IEC 16388:2007, Annex A.2 */

/** The codes that a shift character and A to Z stand for, from each letter on; those before the first letter have none. */
const firstCodes: Readonly<Record<string, readonly (readonly [from: string, code: number])[]>> = {
  $: [['A', 0x01]],
  '/': [
    ['A', 0x21],
    ['P', -1],
    ['Z', 0x3a],
  ],
  '+': [['A', 0x61]],
  '%': [
    ['A', 0x1b],
    ['F', 0x3b],
    ['K', 0x5b],
    ['P', 0x7b],
    ['U', 0x00],
    ['V', 0x40],
    ['W', 0x60],
    ['X', 0x7f],
  ],
}

/**
 * The text as readers of full ASCII read it: none if it has no pairs, or a character that begins a pair without one.
 */
export function fullAscii(text: string): readonly [string] | undefined {
  let count = 0
  let isWhole = true
  const read = text.replace(/([$/+%])([A-Z]?)/g, (_, shift: string, letter: string) => {
    const code = letter === '' ? -1 : codeOf(shift, letter)
    count++
    if (code < 0) isWhole = false
    return String.fromCharCode(Math.max(0, code))
  })
  return count > 0 && isWhole ? [read] : undefined
}

/** -1 for a pair that stands for nothing. */
function codeOf(shift: string, letter: string): number {
  const [from, code] = firstCodes[shift]!.findLast(([first]) => first <= letter)!
  if (code < 0) return -1
  return Math.min(0x7f, code + letter.charCodeAt(0) - from.charCodeAt(0))
}
