/** The characters of a text by the ECIs and modes that carry them. ISO/IEC 18004:2015, 7.4 */

import { type Prices, pricesIn, sixths } from './plane-prices.ts'
import { type Plane, unitsOf } from './planes.ts'
import type { Run } from './runs.ts'

/** Consecutive characters of one kind. */
export interface PlaneRun {
  readonly kind: CharacterKind
  readonly from: number
  to: number
  /** Code points. */
  characters: number
}

/** Characters that every plane carries at the same price; one object for each kind in a text. */
export interface CharacterKind {
  /** As those of a `Run`. */
  readonly carriers: number
  /** Bytes of each character, by plane; 0 if the plane does not carry it. */
  readonly lengths: readonly number[]
  readonly prices: Prices
}

/** The runs divided where the bytes of a character change in any plane. */
export function planeRuns(text: string, runs: readonly Run[], planes: readonly Plane[]): PlaneRun[] {
  const kindOf = kindsIn(planes)
  const divided: PlaneRun[] = []
  for (const { carriers, from, to } of runs) {
    let run: PlaneRun | undefined
    for (let i = from; i < to; ) {
      const point = text.codePointAt(i)!
      const kind = kindOf(point, carriers)
      if (run?.kind !== kind) {
        run = { kind, from: i, to: i, characters: 0 }
        divided.push(run)
      }
      i += unitsOf(point)
      run.to = i
      run.characters++
    }
  }
  return divided
}

/** The kind of each character of a text that has these runs. */
export function kindsOf(text: string, runs: readonly Run[], planes: readonly Plane[]): CharacterKind[] {
  const kindOf = kindsIn(planes)
  const kinds: CharacterKind[] = []
  for (const { carriers, from, to } of runs) {
    for (let i = from; i < to; ) {
      const point = text.codePointAt(i)!
      kinds.push(kindOf(point, carriers))
      i += unitsOf(point)
    }
  }
  return kinds
}

/** Bits that characters take at least, whatever stands before and behind them. */
export function leastBitsOf(kinds: readonly CharacterKind[]): number {
  return kinds.reduce((sum, { prices }) => sum + prices.least, 0) / sixths
}

/** More than the carriers of any character. */
const carriersLimit = 128

function kindsIn(planes: readonly Plane[]): (point: number, carriers: number) => CharacterKind {
  const { alike = (point: number): number => point } = planes[0]!
  const byCharacter = new Map<number, CharacterKind>()
  const byValue = new Map<string, CharacterKind>()
  return (codePoint, carriers) => {
    const point = alike(codePoint)
    const character = carriersLimit * point + carriers
    const known = byCharacter.get(character)
    if (known !== undefined) return known
    const lengths = planes.map(({ bytesOf }) => bytesOf(point))
    const value = String.fromCharCode(carriers, ...lengths)
    const kind = byValue.get(value) ?? { carriers, lengths, prices: pricesIn(planes, carriers, lengths) }
    byValue.set(value, kind)
    byCharacter.set(character, kind)
    return kind
  }
}
