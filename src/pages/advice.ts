import type { WarningCode } from '../plan/warning.ts'

interface Advice {
  /** Ends a sentence: Scans: doubtful, because ... */
  readonly because: string
  /** What to do on each product, in the words of the form. */
  readonly label: string
  readonly barcode: string
}

const otherMatrix = 'Choose QR Code or Data Matrix, which say what their characters are.'
const companion = 'Choose the element that is missing, too, or print it in another symbol on the same item.'
const shorter = 'Choose fewer elements for one symbol, or GS1 DataMatrix.'
const otherUse = 'Choose another barcode, or another use.'

export const advice: { readonly [Code in WarningCode]: Advice } = {
  x_below_minimum: {
    because: 'the modules are too narrow',
    label: 'Choose a larger label, or what the plan below proposes.',
    barcode: 'Choose more dots per module.',
  },
  x_above_maximum: {
    because: 'the modules are too wide',
    label: 'Choose a smaller label.',
    barcode: 'Choose fewer dots per module.',
  },
  bars_too_low: {
    because: 'the bars are too low',
    label: 'Choose a larger label or the other orientation, or leave the text out.',
    barcode: 'Choose a greater bar height.',
  },
  symbol_too_wide: {
    because: 'the symbol is too wide',
    label: 'Choose a shorter text, or a smaller label.',
    barcode: 'Choose a shorter text, or fewer dots per module.',
  },
  not_in_application: { because: 'this use takes other barcodes', label: otherUse, barcode: otherUse },
  caption_cut: {
    because: 'not all of the text is shown',
    label: 'Choose a larger label, or leave the text out.',
    barcode: 'Choose a shorter text, or leave it out.',
  },
  latin1_in_microqr: {
    because: 'readers differ in what they take its letters for',
    label: otherMatrix,
    barcode: otherMatrix,
  },
  gs1_missing_ai: {
    because: 'its message needs another element on the same item',
    label: companion,
    barcode: companion,
  },
  gs1_too_long: { because: 'its message is longer than GS1 allows', label: shorter, barcode: shorter },
}
