/** Codewords become modules, and the mask is chosen. ISO/IEC 18004:2015, 7.7 to 7.9 */

import type { Matrix } from '../matrix.ts'
import { formatInformation } from './format.ts'
import { type MaskScore, maskScore } from './penalty.ts'
import type { Packed, Template } from './template.ts'
import { transposedWords } from './transpose.ts'
import type { QrLevel } from './version.ts'

/**
 * The symbol before masking: `codewords` in place, format information light.
 *
 * Bits fill `template.order` one by one, each codeword's most significant bit first (7.7.3); remainder bits stay zero.
 */
export function placed(codewords: Uint8Array, template: Pick<Template, 'dark' | 'order' | 'size' | 'stride'>): Packed {
  const rows = template.dark.slice()
  const { order, size, stride } = template
  for (let i = 0, at = 0; i < codewords.length; i++) {
    for (let bits = codewords[i]! << 24; at < 8 * i + 8; at++, bits <<= 1) {
      const address = order[at]!
      rows[address >>> 5]! |= (bits & 0x80000000) >>> (address & 31)
    }
  }
  return { rows, columns: transposedWords(rows, size, stride) }
}

export interface Masked {
  readonly matrix: Matrix
  readonly mask: number
  /** By mask number. */
  readonly scores: readonly MaskScore[]
}

/**
 * Scores the symbol under each mask, complete with format information; the lowest score wins, and of equal ones the
 * lower mask number (7.8.3).
 *
 * @param forced a mask number that is taken whatever the scores
 */
export function masked(symbol: Packed, template: Template, level: QrLevel, forced?: number): Masked {
  const { size, stride } = template
  const rows = new Uint32Array(symbol.rows.length)
  const columns = new Uint32Array(symbol.columns.length)
  const scores = template.masks.map((turned, mask) => {
    const format = formatInformation(level, mask)
    finish(rows, symbol.rows, turned.rows, template.formatRows, format)
    finish(columns, symbol.columns, turned.columns, template.formatColumns, format)
    return maskScore({ rows, columns, size, stride })
  })
  const mask = forced ?? lowest(scores)
  finish(rows, symbol.rows, template.masks[mask]!.rows, template.formatRows, formatInformation(level, mask))
  return { matrix: { width: size, height: size, stride, words: rows }, mask, scores }
}

/** Fills `result` with `words` under a mask, and adds format information at its addresses, two for each bit. */
function finish(
  result: Uint32Array,
  words: Uint32Array,
  turned: Uint32Array,
  addresses: Uint16Array,
  format: number,
): void {
  for (let w = 0; w < result.length; w++) result[w] = words[w]! ^ turned[w]!
  for (let i = 0; i < addresses.length; i++) {
    const bit = (format >>> (i >>> 1)) & 1
    result[addresses[i]! >>> 5]! |= (bit << 31) >>> (addresses[i]! & 31)
  }
}

function lowest(scores: readonly MaskScore[]): number {
  let best = 0
  for (let mask = 1; mask < scores.length; mask++) if (scores[mask]!.total < scores[best]!.total) best = mask
  return best
}
