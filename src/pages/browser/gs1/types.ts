/** The barcodes that a GS1 message can be in, in the list of barcodes. */

import { words } from '../words.ts'
import type { Row } from './rows.ts'

export type Mode = 'false' | 'true' | 'link'

/** Why a barcode cannot carry a message, if it cannot. The data of the options are those of the catalogue. */
function reason({ dataset }: HTMLOptionElement, mode: Mode, rows: readonly Row[]): string | undefined {
  if (mode === 'false') return undefined
  const forms = dataset.gs1?.split(' ') ?? []
  if (forms.length === 0) return words.gs1.notGs1
  if (mode === 'link') return forms.includes('link') ? undefined : words.gs1.notLink
  // those that have no name for symbols with a message carry digits alone
  const isFree = dataset.gs1Name !== undefined || rows.length === 0
  return isFree || (rows.length === 1 && rows[0]!.ai === '01') ? undefined : words.gs1.gtinAlone
}

/** The barcodes that carry messages, not GTINs alone. */
export const gs1Types = (select: HTMLSelectElement): readonly string[] =>
  [...select.options].flatMap(({ value, dataset }) => (dataset.gs1Name === undefined ? [] : [value]))

/** Names the barcodes as GS1 does, and disables those that cannot carry the message. The chosen one can be left, whatever it is. */
export function arrangeTypes(select: HTMLSelectElement, mode: Mode, rows: readonly Row[]): void {
  for (const option of select.options) {
    const { name = option.text, gs1Name = name } = option.dataset
    option.dataset.name = name
    const why = reason(option, mode, rows)
    const own = mode === 'true' ? gs1Name : name
    const shown = why === undefined || option.selected ? own : `${own}: ${why}`
    if (option.text !== shown) option.text = shown
    option.disabled = why !== undefined && !option.selected
  }
}
