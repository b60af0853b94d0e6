/** The digits of EAN and UPC symbols and of their add-ons, as steps and parts. */

import { catalogue } from '../../symbologies/index.ts'
import type { Part, Step } from './explanation.ts'
import { columns, widthsIn } from './linear.ts'

/** One standard covers EAN and UPC. */
export const { standard } = catalogue.ean13
export const gs1 = 'GS1 General Specifications'

export const digitWidth = 7

const numberSets: Readonly<Record<string, string>> = {
  A: 'a space first and an odd number of dark modules',
  B: 'a space first and an even number of dark modules; it is C read backwards',
  C: 'a bar first and an even number of dark modules; it is A with dark and light exchanged',
}

interface Digits {
  readonly id: string
  readonly title: string
  readonly digits: string
  /** The number set of each. */
  readonly sets: string
  /** The first column. */
  readonly from: number
}

export function digitsStep({ id, title, digits, sets, from }: Digits, row: string): Step {
  return {
    id,
    title,
    clause: `${standard}, symbol character encodation`,
    text: `Each digit is two bars and two spaces over ${digitWidth} modules. Number sets: ${sets}. ${numberSetRules(sets)}`,
    values: { digits, numberSets: sets },
    modules: columns(from, from + digits.length * digitWidth),
    parts: digitParts({ digits, sets, from, pitch: digitWidth }, row),
  }
}

/** What the number sets of these digits are. */
export function numberSetRules(sets: string): string {
  return [...new Set(sets)]
    .sort()
    .map((set) => `${set} has ${numberSets[set]}.`)
    .join(' ')
}

/** @param digits.pitch  columns from one digit to the next */
export function digitParts(
  { digits, sets, from, pitch }: Pick<Digits, 'digits' | 'sets' | 'from'> & { readonly pitch: number },
  row: string,
): Part[] {
  return Array.from(digits, (digit, i): Part => {
    const at = from + i * pitch
    const set = sets[i]!
    return {
      title: `${digit} in set ${set}`,
      values: { digit: Number(digit), numberSet: set, widths: widthsIn(row, at, at + digitWidth) },
      modules: columns(at, at + digitWidth),
    }
  })
}
