/** The register: the clauses of the ten symbologies that public sources tell, and the vectors that show each of them. */

import type { Clause, Register } from './clause.ts'
import { code39 } from './code39.ts'
import { code128 } from './code128.ts'
import { datamatrix, dmre } from './datamatrix.ts'
import { ean, eanGs1 } from './ean.ts'
import { eci } from './eci.ts'
import { gs1 } from './gs1.ts'
import { itf14, itf14Gs1 } from './itf14.ts'
import { microqr } from './microqr.ts'
import { qr } from './qr.ts'
import { shown } from './shown.ts'

export type { Clause, Register } from './clause.ts'

export const registers: readonly Register[] = [
  code128,
  qr,
  microqr,
  datamatrix,
  dmre,
  ean,
  eanGs1,
  code39,
  itf14,
  itf14Gs1,
  eci,
  gs1,
]

export const clauses: readonly Clause[] = registers.flatMap((register) => register.clauses)

/** The vectors that show a clause: places in their lists, from 0, by symbology, or `gs1` for messages. */
export type Showing = ReadonlyMap<string, readonly number[]>

/** By clause. A vector shows a clause if it is another one where an encoder breaks the clause. */
export const showing: ReadonlyMap<string, Showing> = /* @__PURE__ */ new Map(shown.trim().split('\n').map(readShowing))

/** `id set:0-3,7 set:2` */
function readShowing(line: string): readonly [id: string, Showing] {
  const [id = '', ...sets] = line.split(' ')
  return [id, new Map(sets.map((set) => [set.split(':')[0]!, placesIn(set.split(':')[1]!)]))]
}

function placesIn(ranges: string): number[] {
  return ranges.split(',').flatMap((range) => {
    const [from, to = from] = range.split('-').map(Number)
    return Array.from({ length: to! - from! + 1 }, (_, i) => from! + i)
  })
}

/** The clauses that a vector shows, by its symbology or `gs1` and its place in the list. */
export const clausesShown = (set: string, place: number): string[] =>
  clauses.filter(({ id }) => showing.get(id)?.get(set)?.includes(place)).map(({ id }) => id)
