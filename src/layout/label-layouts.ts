/** Where the words of a label stand. */

import type { StockName } from './stock.ts'

/**
 * above: the words above the symbol; below: the caption below it; beside: the words to its right; auto: above or beside, whichever gives
 * the larger symbol; logistics: a GS1 logistic label, with several symbols.
 */
export const labelLayouts = ['above', 'below', 'beside', 'auto', 'logistics'] as const
export type LabelLayout = (typeof labelLayouts)[number]

/** The stock for logistic labels, all of them in portrait. */
export const logisticStocks = ['4x6', '100x150'] as const satisfies readonly StockName[]
