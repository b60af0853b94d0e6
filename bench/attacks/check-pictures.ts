/** PNGs to check that are small as files and as large as they may be, and one of 8 MiB. */

import { randomFillSync } from 'node:crypto'
import { pngOf } from '../../test/reader/check/png-writer.ts'
import type { AttackRequest } from '../four-clients.ts'
import { whitePng } from './design-pictures.ts'

const headers = { 'Content-Type': 'image/png' }

/** Noise in greys, which no deflate makes smaller: as many bytes as a body may have, but for a few. */
function noise(): Uint8Array {
  const side = 2890
  const rows = randomFillSync(new Uint8Array(side * (side + 1)))
  // no filter
  for (let at = 0; at < rows.length; at += side + 1) rows[at] = 0
  return pngOf({ width: side, height: side, depth: 8, colourType: 0 }, rows)
}

/** Two colours of a palette in stripes, as many pixels as a picture may have: three planes of colours are kept beside its greys. */
function coloured(): Uint8Array {
  const side = 5000
  const rows = new Uint8Array(side * (side + 1))
  // no filter
  for (let at = 0; at < rows.length; at++) rows[at] = at % (side + 1) === 0 ? 0 : (at >> 6) & 1
  const palette = [200, 0, 0, 255, 250, 240, 0, 0, 90]
  return pngOf({ width: side, height: side, depth: 8, colourType: 3, palette }, rows)
}

export const name = 'pictures to check'

export function* requests(): Iterable<AttackRequest> {
  for (const body of [
    whitePng(5000, 5000),
    whitePng(5000, 5000, { depth: 8 }),
    whitePng(5000, 5000, { interlaced: true }),
    noise(),
    coloured(),
  ]) {
    for (const query of ['', '?grade=true', '?grade=true&format=pdf']) {
      yield { method: 'POST', path: `/api/v1/check${query}`, headers, body }
    }
  }
}
