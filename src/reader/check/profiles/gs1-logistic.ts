/**
 * The GS1 logistic label: what carries the SSCC, where it stands, and how large all of it is.
 *
 * GS1 General Specifications, 6.6 and 5.12.3, and the GS1 Logistic Label Guideline. Where on the unit a label is placed, and what
 * trading partners agree, is not judged.
 */

import { specificationOf } from '../../../../symbologies/tables.ts'
import type { PicturePoint } from '../report.ts'
import type { LabelProfile, ProfiledSymbol } from './profile.ts'
import { genSpecs, hasMessage, inWords, ofEach, withinTable, withSides } from './shared-rules.ts'

const isGs1128 = ({ symbology, form }: ProfiledSymbol): boolean => symbology === 'code128' && form === 'elements'
const hasSscc = (symbol: ProfiledSymbol): boolean => isGs1128(symbol) && symbol.elements.some(({ ai }) => ai === '00')

/** In mm: the least height of letters. */
const leastLetters = 3

/** In mm: letters are drawn in whole dots. */
const letterTolerance = 0.1

/** In mm from the top of the label: y runs down. */
const bottomOf = (corners: readonly PicturePoint[]): number => Math.max(...corners.map(({ y }) => y))

const { barHeight, mostWidth } = specificationOf('code128', 'logistics')!

export const gs1Logistic: LabelProfile = {
  edition: 'GS1 General Specifications, up to Release 26; GS1 Logistic Label Guideline, Release 1.1, August 2016',
  source: 'public texts of GS1: 6.6.4 of Release 18, and what public encoders quote of the tables of later ones',
  rules: {
    sscc: {
      requirement: 'a GS1-128 symbol has the SSCC of the logistic unit, AI (00)',
      clause: `${genSpecs}, 6.6`,
      kind: 'fault',
      judge: ({ symbols }) => (symbols.some(hasSscc) ? [] : [{ message: 'no GS1-128 symbol has AI (00)' }]),
    },
    sscc_once: {
      requirement: 'one GS1-128 symbol alone has the SSCC',
      clause: `${genSpecs}, 6.6`,
      kind: 'fault',
      judge: ({ symbols }) => {
        const having = symbols.flatMap((symbol, at) => (hasSscc(symbol) ? [at] : []))
        if (having.length === 0) return undefined
        return having.length === 1
          ? []
          : [{ message: `${having.length} GS1-128 symbols have AI (00); one is wanted`, symbols: having }]
      },
    },
    x: withinTable(`${genSpecs}, 5.12.3.5`, ['logistics']),
    height: {
      requirement: `the bars of GS1-128 are ${barHeight!.atTarget} mm high or more`,
      clause: `${genSpecs}, 5.12.3.5`,
      kind: 'fault',
      judge: (label) =>
        ofEach(
          label,
          (symbol) => isGs1128(symbol) && symbol.barHeight !== undefined,
          ({ name, barHeight: found }) =>
            found! >= barHeight!.atTarget
              ? undefined
              : {
                  measure: 'height',
                  message: `${name}: the bars are ${found!.toFixed(2)} mm high; ${barHeight!.atTarget} mm are needed`,
                },
        ),
    },
    width: {
      requirement: `GS1-128 is at most ${mostWidth} mm wide with its quiet zones`,
      clause: `${genSpecs}, 5.4.1`,
      kind: 'fault',
      judge: (label) =>
        ofEach(
          label,
          (symbol) => isGs1128(symbol) && symbol.width !== undefined,
          ({ name, width }) =>
            Number(width!.toFixed(2)) <= mostWidth!
              ? undefined
              : {
                  measure: 'width',
                  message: `${name}: ${width!.toFixed(2)} mm wide with its quiet zones; ${mostWidth} mm are allowed`,
                },
        ),
    },
    hri: inWords(`${genSpecs}, 6.6.4.1.2`, hasMessage),
    lowest: {
      requirement: 'the symbol with the SSCC is the lowest of the label',
      clause: `${genSpecs}, 6.6.4.1.1`,
      kind: 'fault',
      judge: (label) => {
        const unit = label.symbols.find(hasSscc)
        if (unit?.corners === undefined) return undefined
        const lowest = bottomOf(unit.corners)
        return ofEach(
          label,
          ({ corners }) => corners !== undefined,
          (symbol) =>
            hasSscc(symbol) || bottomOf(symbol.corners!) <= lowest
              ? undefined
              : { message: `${symbol.name} is lower than the symbol with the SSCC` },
        )
      },
    },
    picket_fence: {
      requirement: 'bars stand upright on the base of the label',
      clause: `${genSpecs}, 6.6.4.1.1`,
      kind: 'fault',
      judge: (label) =>
        ofEach(
          label,
          ({ isUpright }) => isUpright !== undefined,
          ({ name, isUpright }) => (isUpright ? undefined : { message: `${name}: the bars lie on their side` }),
        ),
    },
    text_height: {
      requirement: `words are ${leastLetters} mm high or more`,
      clause: `${genSpecs}, 6.6.4.4`,
      kind: 'fault',
      judge: ({ words }) => {
        if (words === undefined || words.length === 0) return undefined
        const lowest = Math.min(...words.map(({ height }) => height))
        if (lowest >= leastLetters - letterTolerance) return []
        return [{ message: `words are ${lowest.toFixed(1)} mm high; ${leastLetters} mm are needed` }]
      },
    },
    size: withSides(
      'GS1 Logistic Label Guideline, label dimensions',
      [
        [105, 148],
        [101.6, 152.4],
        [148, 210],
      ],
      '105 x 148 mm, 4 x 6 in and 148 x 210 mm',
    ),
  },
}
