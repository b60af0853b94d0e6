import {
  type AddonOptions,
  type Barcode,
  type EanTrace,
  ean8,
  ean13,
  rowsOf,
  type Symbology,
  upca,
} from '../../symbologies/index.ts'
import { addonSteps } from './addon.ts'
import { digitsStep, digitWidth, gs1, standard } from './ean-digits.ts'
import type { Explanation, Part, Step } from './explanation.ts'
import { columns, framed, quietZone, weightedSum, widthsIn } from './linear.ts'

export function explainEan13(text: string, options?: AddonOptions): Explanation {
  const barcode = ean13(text, options)
  return explainHalves(barcode, { text, first: 1, leading: parityStep(barcode.trace) })
}

export function explainEan8(text: string): Explanation {
  return explainHalves(ean8(text), { text, first: 0 })
}

export function explainUpca(text: string, options?: AddonOptions): Explanation {
  return explainHalves(upca(text, options), { text, first: 0 })
}

interface Halves {
  readonly text: string
  /** Index of the first digit that is encoded in bars. */
  readonly first: number
  /** The step about the digit before it, which no bars encode. */
  readonly leading?: Step
}

function explainHalves(barcode: Barcode<EanTrace>, { text, first, leading }: Halves): Explanation {
  const { trace, matrix } = barcode
  // without the add-on
  const width = mainWidth(barcode)
  const half = trace.numberSets.length / 2
  const row = rowsOf(matrix)[0]!
  const centre = 3 + half * digitWidth
  const digits = trace.digits.slice(first)
  const left = { digits: digits.slice(0, half), sets: trace.numberSets.slice(0, half), from: 3 }
  const right = { digits: digits.slice(half), sets: trace.numberSets.slice(half), from: centre + 5 }
  return framed(barcode, {
    text,
    summary: `${trace.digits}${addonSummary(trace)}, number sets ${trace.numberSets}`,
    steps: [
      quietZone(barcode, `${gs1}, 5.2.3.4`),
      guard({ id: 'guard-left', title: 'Left guard', from: 0, to: 3 }, row),
      ...(leading ? [leading] : []),
      digitsStep({ id: 'left', title: `Left half ${left.digits}`, ...left }, row),
      guard({ id: 'guard-centre', title: 'Centre guard', from: centre, to: centre + 5 }, row),
      digitsStep({ id: 'right', title: `Right half ${right.digits}`, ...right }, row),
      checkStep(trace, columns(width - 3 - digitWidth, width - 3)),
      guard({ id: 'guard-right', title: 'Right guard', from: width - 3, to: width }, row),
      ...addonSteps(barcode, width, row),
      captionsStep(barcode),
    ],
  })
}

/** The columns of a symbol without its add-on, to the end of its last guard. */
export const mainWidth = ({ guards, matrix }: Barcode): number => guards?.at(-1)?.to ?? matrix.width

/** For summaries. */
export const addonSummary = ({ addon }: EanTrace): string => (addon === undefined ? '' : ` with add-on ${addon.digits}`)

function parityStep({ digits, numberSets }: EanTrace): Step {
  const left = numberSets.slice(0, 6)
  return {
    id: 'parity',
    title: `First digit ${digits[0]}: number sets ${left}`,
    clause: `${standard}, Table 3`,
    text: `No bars encode ${digits[0]}. The order of the number sets in the left half, ${left}, stands for it.`,
    values: { digit: Number(digits[0]), numberSets: left },
    modules: columns(3, 3 + 6 * digitWidth),
  }
}

interface Guard {
  readonly id: string
  readonly title: string
  readonly from: number
  readonly to: number
}

export function guard({ id, title, from, to }: Guard, row: string): Step {
  const order = row[from] === '1' ? 'beginning with a bar' : 'beginning with a space'
  return {
    id,
    title,
    clause: `${standard}, 4.3.2.2 and 4.3.3`,
    text: `${to - from} bars and spaces of one module each, ${order}. Its bars extend ${guardDrop} modules below those of the digits.`,
    values: { widths: widthsIn(row, from, to) },
    modules: columns(from, to),
  }
}

/** ISO/IEC 15420:2009, 4.3.3 */
const guardDrop = 5

export function checkStep({ digits, weights, sum, given }: EanTrace, modules: Part['modules']): Step {
  const check = digits.at(-1)!
  return {
    id: 'check',
    title: `Check digit ${check}`,
    clause: `${gs1}, 7.9.1`,
    text:
      `${weightedSum(digits, weights, sum)}; with ${check} it is ${sum + Number(check)}, a multiple of 10. ` +
      `The text ${given ? 'includes it, and it is right' : 'does not include it'}.`,
    values: { value: Number(check), sum, weights, given },
    ...(modules && { modules }),
  }
}

const places: Partial<Record<Symbology, string>> = {
  ean13: 'the first digit to the left of the symbol, in its quiet zone, the others in two groups between the guards',
  ean8: 'two groups between the guards',
  upca: 'the first and the last digit smaller and in the quiet zones, the others in two groups between the guards; the bars of the first and the last digit are longer',
  upce: 'the number system to the left and the check digit to the right of the symbol, both smaller, and the six digits between the guards',
}

export function captionsStep({ symbology, captions, addon }: Barcode): Step {
  return {
    id: 'captions',
    title: `Human-readable text: ${captions.map(({ text }) => text).join(' ')}`,
    clause: `${gs1}, 5.2.5`,
    text: `Below the bars: ${places[symbology]}.${addon === undefined ? '' : ' Those of the add-on are above its bars, which begin lower than the others.'}`,
    parts: captions.map((caption): Part => {
      const { text } = caption
      return caption.kind === 'line'
        ? { title: text }
        : { title: text, modules: columns(caption.columns.from, caption.columns.to) }
    }),
  }
}
