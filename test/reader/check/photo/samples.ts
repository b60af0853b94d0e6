/** Symbols as scanners and cameras show them, at random. */

import type { Picture } from '../../../../src/reader/check/index.ts'
import { encode, rowsOf, type Symbology, symbologies } from '../../../../symbologies/index.ts'
import type { Random } from '../../../random.ts'
import { barsOf, type Degradation, degraded } from './degraded.ts'

export interface Sample {
  readonly type: Symbology
  readonly text: string
  readonly how: Degradation
  readonly picture: Picture
}

const digits = '0123456789'
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const ascii = `${digits}${letters}${letters.toLowerCase()}-./: `

function textOf(type: Symbology, random: Random): string {
  const numbers: Partial<Record<Symbology, number>> = { ean13: 12, ean8: 7, upca: 11, itf14: 13 }
  const count = numbers[type]
  if (count !== undefined) return random.text(digits, count)
  if (type === 'upce') return `0${random.text(digits, 6)}`
  if (type === 'code39') return random.text(`${digits}${letters}-`, random.between(3, 12))
  if (type === 'microqr') return random.text(digits, random.between(4, 12))
  return random.text(ascii, random.between(4, type === 'code128' ? 16 : 60))
}

/** Numbers of mean 0 and standard deviation 1 (Box and Muller, 1958). */
export const normalBy = (random: Random) => (): number =>
  Math.sqrt(-2 * Math.log(random.between(1, 1e6) / 1e6)) * Math.cos((2 * Math.PI * random.between(0, 999_999)) / 1e6)

/** A symbol that a reader may just read: at any angle, in perspective, blurred, with ink that has spread, in uneven light. */
export function sampleOf(random: Random, type = random.pick(symbologies)): Sample {
  const text = textOf(type, random)
  const between = (low: number, high: number): number =>
    random.between(Math.round(1000 * low), Math.round(1000 * high)) / 1000
  const module = between(2.2, 7)
  const gain = between(-0.2, 0.3)
  const how: Degradation = {
    module,
    turn: between(0, 360),
    perspective: between(0, 0.2),
    towards: between(0, 360),
    skew: between(-5, 5),
    blur: module * between(0, 0.4),
    gain: [gain, gain],
    dark: between(15, 80),
    light: between(140, 245),
    shade: between(0, 0.4),
    noise: between(0, 8),
    margin: 12,
  }
  const rows = rowsOf(encode(type, text).matrix)
  const height = random.between(15, 40)
  const picture = degraded(rows.length === 1 ? barsOf(rows[0]!, height) : rows, how, normalBy(random))
  return { type, text, how, picture }
}
