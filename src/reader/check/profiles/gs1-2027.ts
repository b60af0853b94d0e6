/**
 * Retail labels with two symbols of one product: EAN or UPC for all tills, and a matrix symbol that says more.
 *
 * GS1 General Specifications, 5.12.3.1, and GS1's 2D Barcodes at Retail Point-of-Sale Implementation Guideline. One GTIN, and the 50 mm
 * between both, are rules of every label.
 */

import { isRetail } from '../gs1/label.ts'
import type { LabelProfile, ProfiledSymbol } from './profile.ts'
import { genSpecs, hasBars, inWords, ofEach, withinTable } from './shared-rules.ts'

const guideline = '2D Barcodes at Retail Point-of-Sale Implementation Guideline, Release 1.0.0'

const hasGtin = (symbol: ProfiledSymbol): boolean =>
  !hasBars(symbol) && symbol.form !== undefined && symbol.elements.some(({ ai }) => ai === '01')

/** GS1 QR Code with element strings is not among the symbols that tills are asked to read. */
const isForTills = ({ symbology, form }: ProfiledSymbol): boolean => form === 'link' || symbology === 'datamatrix'

export const gs12027: LabelProfile = {
  edition: `GS1 General Specifications, up to Release 26; ${guideline}, May 2024`,
  source: 'public texts of GS1, and what public encoders quote of the tables',
  rules: {
    linear: {
      requirement: 'an EAN or UPC symbol is there for tills that read no matrix symbols',
      clause: guideline,
      kind: 'fault',
      judge: ({ symbols }) => (symbols.some(isRetail) ? [] : [{ message: 'no EAN or UPC symbol is on the label' }]),
    },
    matrix: {
      requirement: 'a matrix symbol has the GTIN: GS1 DataMatrix, or a GS1 Digital Link URI',
      clause: guideline,
      kind: 'fault',
      judge: (label) => {
        if (!label.symbols.some(hasGtin)) return [{ message: 'no matrix symbol has a GTIN' }]
        return ofEach(label, hasGtin, (symbol) =>
          isForTills(symbol)
            ? undefined
            : { message: `${symbol.name}: tills take a GS1 Digital Link URI in QR Code, not element strings` },
        )
      },
    },
    x: withinTable(`${genSpecs}, 5.12.3.1`, ['retail', 'retail-and-distribution']),
    order: {
      requirement: 'the GTIN is the first element of the matrix symbol',
      clause: `${genSpecs}, concatenation of element strings`,
      kind: 'note',
      judge: (label) =>
        ofEach(label, hasGtin, ({ name, elements: [first] }) =>
          first!.ai === '01' ? undefined : { message: `${name}: (${first!.ai}) stands before the GTIN` },
        ),
    },
    hri: inWords(
      `${genSpecs}, human readable interpretation`,
      isRetail,
      'EAN and UPC symbols have their digits beside them',
    ),
  },
}
