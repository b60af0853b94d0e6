/** Masks and their scores. ISO/IEC 18004:2015, 7.8 */

import type { MaskScore, MicroMaskScore } from '../../../symbologies/index.ts'
import { binary } from '../bits.ts'
import type { Part, Step } from '../explanation.ts'
import { standard } from './patterns.ts'

// Table 10: i is the row, j the column.
const conditions = [
  '(i + j) mod 2 = 0',
  'i mod 2 = 0',
  'j mod 3 = 0',
  '(i + j) mod 3 = 0',
  '(i div 2 + j div 3) mod 2 = 0',
  '(i j) mod 2 + (i j) mod 3 = 0',
  '((i j) mod 2 + (i j) mod 3) mod 2 = 0',
  '((i + j) mod 2 + (i j) mod 3) mod 2 = 0',
]

/** The masks of Micro QR, as numbers of QR masks. */
const microMasks = [1, 4, 6, 7]

interface Chosen {
  readonly mask: number
  /** Whether the mask was requested, whatever its score. */
  readonly forced: boolean
  /** The number of modules for codewords and remainder bits. */
  readonly modules: number
}

export function qrMaskStep(scores: readonly MaskScore[], chosen: Chosen): Step {
  return maskStep(
    scores.map((score, mask) => ({
      condition: conditions[mask]!,
      bits: 3,
      said: `runs ${score.runs} + areas ${score.areas} + finders ${score.finders} + balance ${score.balance} = ${score.total}`,
      score: { ...score },
    })),
    {
      ...chosen,
      clause: `${standard}, 7.8.2 and 7.8.3.1`,
      rule: 'it has the lowest score, and the lowest number of those with that score',
      scored:
        'Points are for runs of five or more modules of one colour (N1), for areas of one colour (N2), for patterns like a ' +
        'finder next to four light modules (N3), and for each 5 % of deviation from equally many dark and light modules (N4).',
    },
  )
}

export function microQrMaskStep(scores: readonly MicroMaskScore[], chosen: Chosen): Step {
  return maskStep(
    scores.map((score, mask) => {
      const [less, more] = [score.right, score.bottom].sort((a, b) => a - b)
      return {
        condition: conditions[microMasks[mask]!]!,
        bits: 2,
        said: `right edge ${score.right}, bottom edge ${score.bottom}: 16×${less} + ${more} = ${score.total}`,
        score: { ...score },
      }
    }),
    {
      ...chosen,
      clause: `${standard}, 7.8.2 and 7.8.3.2`,
      rule: 'it has the highest score, and the lowest number of those with that score',
      scored:
        'The score counts dark modules in the right column and in the bottom row, without the timing patterns: 16 times the smaller number plus the larger.',
    },
  )
}

interface Mask {
  readonly condition: string
  readonly bits: number
  readonly said: string
  readonly score: { readonly [part: string]: number }
}

interface Rule extends Chosen {
  readonly clause: string
  readonly rule: string
  readonly scored: string
}

function maskStep(masks: readonly Mask[], { mask, forced, modules, clause, rule, scored }: Rule): Step {
  const { bits, condition } = masks[mask]!
  const reason = forced ? 'it was requested' : rule
  return {
    id: 'mask',
    title: `Mask ${binary(mask, bits)}: ${condition}`,
    clause,
    text: `Inverts every data module in row i and column j for which ${condition}. Reason for this mask: ${reason}. ${scored}`,
    values: { mask, forced },
    modules: { path: [[0, modules]] },
    parts: masks.map(({ condition, bits, said, score }, number): Part => {
      const title = `mask ${binary(number, bits)}${number === mask ? ', chosen' : ''}`
      return { title, text: `${condition}: ${said}.`, values: { mask: number, ...score } }
    }),
  }
}
