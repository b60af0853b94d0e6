/** What the GS1 symbols of a label say of one item, where they contradict each other or are too far apart. */

import type { Barcode, EanTrace, Encoded, Symbology } from '../../symbologies/index.ts'
import type { contentsOf } from '../draw/proof.ts'
import { millimetres, type Resolution } from '../layout/resolution.ts'
import type { DotArea, Turn } from '../layout/scene.ts'
import { columnDots } from '../layout/symbol.ts'
import { gtinOf } from '../reader/check/gs1/gtin.ts'
import { judgedLabel, type LabelSymbol } from '../reader/check/gs1/label.ts'
import { messageIn } from '../reader/check/gs1/message.ts'
import type { ElementWarning } from './conflicts.ts'

/** A symbol that is drawn. */
export interface SymbolOnLabel {
  readonly barcode: Barcode
  readonly contents: Pick<ReturnType<typeof contentsOf>, 'gs1' | 'append'>
  /** Of a GS1 message. */
  readonly elements: Encoded['elements']
  readonly text: string
  readonly module: number
  /** With quiet zones; several where one element has several symbols. */
  readonly areas: readonly DotArea[]
  readonly turn: Turn
}

/** An element of a design with its symbol. */
interface NamedSymbol {
  readonly label: string
  readonly symbol: SymbolOnLabel
}

/** @param isLabel  whether they are known to be of one label, and not of several side by side */
export function labelConflicts(
  symbols: readonly NamedSymbol[],
  resolution: Resolution,
  isLabel = true,
): readonly ElementWarning[] {
  if (symbols.length < 2) return []
  const carrying = symbols.flatMap(({ label, symbol }) => {
    const { form, ...found } = gs1Symbol(symbol, resolution)
    return form === undefined ? [] : [{ ...found, form, name: label }]
  })
  const { flaws } = judgedLabel(carrying, isLabel)
  return flaws.map(({ rule, message, symbols: both }): ElementWarning => {
    const code = rule === 'distance' ? 'label_distance' : 'label_conflict'
    return { code, parameter: 'design', message, labels: [...new Set(both.map((i) => carrying[i]!.name))] }
  })
}

/** The symbol as readers take it; `form` is undefined if it has no GS1 message. */
export function gs1Symbol(
  symbol: SymbolOnLabel,
  resolution: Resolution,
): Omit<LabelSymbol, 'form'> & { readonly form: LabelSymbol['form'] | undefined } {
  const { barcode, contents, elements, text } = symbol
  const { symbology, carried } = barcode
  const corners = cornersOf(symbol, resolution)
  if (contents.gs1 === 'true' && elements.length > 0) {
    const form = gtinOf(symbology, '') === undefined ? 'elements' : 'gtin'
    return { symbology, form, elements, corners }
  }
  const data = numberIn(barcode) ?? { symbology, text: carried ?? text }
  const message = contents.append === undefined ? messageIn(data) : undefined
  return { symbology, form: message?.form, elements: message?.elements ?? [], corners }
}

/** The number of EAN, UPC and ITF-14 with its check digit, in whatever form it was asked for; that of UPC-E is of UPC-A. */
function numberIn({ symbology, trace }: Barcode): { readonly symbology: Symbology; readonly text: string } | undefined {
  if (gtinOf(symbology, '') === undefined) return undefined
  const { digits } = trace as Pick<EanTrace, 'digits'>
  return { symbology: symbology === 'upce' ? 'upca' : symbology, text: digits }
}

/** The corners of a symbol without its quiet zones and its add-on, in mm; undefined where one element has several symbols. */
function cornersOf({ barcode, areas, module, turn }: SymbolOnLabel, resolution: Resolution): LabelSymbol['corners'] {
  const [area] = areas
  if (area === undefined || areas.length > 1) return undefined
  const { left, right, top, bottom } = barcode.quiet
  const sides = [left, top, right + addonColumns(barcode), bottom]
  const quarters = { N: 0, R: 1, I: 2, L: 3 }[turn]
  const dots = columnDots(barcode, module)
  const quiet = sides.map((_, i) => sides[(i - quarters + 4) % 4]! * dots)
  const mm = (at: number): number => millimetres(at, resolution)
  const [x1, y1] = [mm(area.left + quiet[0]!), mm(area.top + quiet[1]!)]
  const [x2, y2] = [mm(area.right - quiet[2]!), mm(area.bottom - quiet[3]!)]
  return [
    { x: x1, y: y1 },
    { x: x2, y: y1 },
    { x: x2, y: y2 },
    { x: x1, y: y2 },
  ]
}

/** The modules of EAN and UPC symbols without quiet zones (ISO/IEC 15420:2009, 4.3.2). */
const ownColumns: { readonly [S in Symbology]?: number } = { ean13: 95, upca: 95, ean8: 67, upce: 51 }

/** Those of an add-on with the space before it, which follow a symbol of its own. */
const addonColumns = ({ symbology, addon, matrix }: Barcode): number =>
  addon === undefined ? 0 : matrix.width - (ownColumns[symbology] ?? matrix.width)
