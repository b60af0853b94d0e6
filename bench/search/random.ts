import { type Draw, drawing } from '../pools.ts'

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
