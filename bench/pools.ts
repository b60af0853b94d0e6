/*
 * Pools of different texts to encode, the same in every run. Lengths and alphabets are chosen so that the symbol has the size in the
 * name of the workload.
 */

export type Draw = (low: number, high: number) => number

/** xorshift32: whole numbers from `low` to `high`, both included. @param seed not 0 */
export function drawing(seed: number): Draw {
  let state = seed
  return (low, high) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return low + ((state >>> 0) % (high - low + 1))
  }
}

export function pool(count: number, make: (draw: Draw, index: number) => string): readonly string[] {
  const draw = drawing(0x9e3779b9)
  return Array.from({ length: count }, (_, index) => make(draw, index))
}

export function digits(draw: Draw, count: number): string {
  return text(draw, '0123456789', count)
}

export function text(draw: Draw, alphabet: string, count: number): string {
  let result = ''
  for (let i = 0; i < count; i++) result += alphabet[draw(0, alphabet.length - 1)]!
  return result
}

const lower = 'abcdefghijklmnopqrstuvwxyz'
const upper = lower.toUpperCase()

/** A web address, as in most QR codes. */
export function address(draw: Draw, length: number): string {
  const start = 'https://example.org/'
  return (start + text(draw, `${lower + lower}0123456789-_/`, Math.max(0, length - start.length))).slice(0, length)
}

/** A text such as on goods: words, numbers, codes and weights at random. */
export function goods(draw: Draw, length: number): string {
  let result = ''
  while (result.length < length) {
    switch (draw(0, 3)) {
      case 0:
        result += `${upper[draw(0, 25)]}${text(draw, lower, draw(2, 8))} `
        break
      case 1:
        result += `${digits(draw, draw(3, 9))} `
        break
      case 2:
        result += `${text(draw, `${upper}0123456789`, draw(4, 9))}-`
        break
      case 3:
        result += `${digits(draw, 2)}.${digits(draw, 1)} kg; `
    }
  }
  return result.slice(0, length)
}

/** Latin, Chinese and Arabic captions of `length` characters. */
export function caption(draw: Draw, script: 'latin' | 'chinese' | 'arabic', length: number): string {
  switch (script) {
    case 'latin':
      return goods(draw, length)
    case 'chinese':
      return letters(length, () => draw(0x4e00, 0x4e00 + 600))
    case 'arabic':
      return letters(length, (i) => (i % 6 === 5 ? 0x20 : draw(0x628, 0x63a)))
  }
}

function letters(length: number, codePoint: (index: number) => number): string {
  return Array.from({ length }, (_, i) => String.fromCodePoint(codePoint(i))).join('')
}

/** Random numbers. Small seeds, from which the generator starts slowly, are multiplied first. @param seed not 0 */
export function seeded(seed: number): Draw {
  return drawing(Math.imul(seed, 0x9e3779b9))
}

export function pick<T>(draw: Draw, from: readonly T[]): T {
  return from[draw(0, from.length - 1)]!
}

/** True with a probability of 1 in `times`. */
export function oneIn(draw: Draw, times: number): boolean {
  return draw(1, times) === 1
}
