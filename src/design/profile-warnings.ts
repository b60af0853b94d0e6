/** What of a published label's rules the label of a design breaks. */

import type { Barcode } from '../../symbologies/index.ts'
import { contentOfSymbol } from '../content/index.ts'
import type { ProfileName } from '../content/profile-names.ts'
import { millimetres, type Resolution } from '../layout/resolution.ts'
import type { TextMark } from '../layout/scene.ts'
import { columnDots, isLinear, totalColumns } from '../layout/symbol.ts'
import type { WarningCode } from '../plan/warning.ts'
import { judgedByProfile } from '../reader/check/profiles/index.ts'
import type { JudgedMeasure, ProfiledLabel, ProfiledSymbol } from '../reader/check/profiles/profile.ts'
import { type PlacedWords, withWords } from '../reader/check/profiles/words.ts'
import { inkOf } from '../render/paint.ts'
import type { DrawnElement, ElementWarning } from './conflicts.ts'
import { gs1Symbol, type SymbolOnLabel } from './label-conflicts.ts'
import type { LaidOutLabel } from './label-element.ts'

/** An element of a design, with its symbol if it has one. */
export interface ElementOnLabel extends DrawnElement {
  readonly symbol?: SymbolOnLabel & {
    readonly barHeight: number
    readonly application?: unknown
    /** Of several symbols of one message. */
    readonly parts?: LaidOutLabel['parts'] | undefined
  }
}

/** A label that is judged by a profile. */
export interface HeldLabel {
  readonly profile: ProfileName
  readonly elements: readonly ElementOnLabel[]
  readonly resolution: Resolution
  /** In mm. */
  readonly sides: readonly [width: number, height: number]
  /** The parameter that warnings are about. */
  readonly parameter: 'design' | 'profile'
}

/** A warning, and what it says in place of others. */
export interface ProfileWarning extends ElementWarning {
  readonly measure?: JudgedMeasure | undefined
}

/** The rules of its profile that a label breaks; each warning names rule and source. */
export function profileWarnings(held: HeldLabel): readonly ProfileWarning[] {
  const { profile, parameter } = held
  const { label, names } = profiledLabel(held)
  return judgedByProfile(profile, label).flatMap(({ code, rule, flaws }) =>
    flaws.map(({ message, symbols = [], measure }): ProfileWarning => {
      const isFault = rule.kind === 'fault'
      return {
        code: isFault ? 'profile_rule' : 'profile_advice',
        parameter,
        message: `${code.slice('profile.'.length)}: ${message}; ${rule.clause}`,
        labels: [...new Set(symbols.map((at) => names[at]!))],
        measure,
      }
    }),
  )
}

/** What is said of a measure without a profile, by the limits of a symbology's usual application. */
const replacedBy: { readonly [M in JudgedMeasure]: readonly WarningCode[] } = {
  x: ['x_below_minimum', 'x_above_maximum'],
  height: ['bars_too_low'],
  width: ['symbol_too_wide'],
}

/** The warnings but for those in whose place a profile says something of a symbol for which no application was asked. */
export function withoutReplaced(
  warnings: readonly ElementWarning[],
  ofProfile: readonly ProfileWarning[],
  elements: readonly ElementOnLabel[],
): readonly ElementWarning[] {
  return warnings.filter(({ code, labels: [label] }) => {
    const hasApplication = elements.some((each) => each.label === label && each.symbol?.application !== undefined)
    return (
      hasApplication ||
      !ofProfile.some(({ measure, labels }) => {
        return measure !== undefined && replacedBy[measure].includes(code) && labels.includes(label!)
      })
    )
  })
}

/** The label as rules take it, and the elements of its symbols by name. */
function profiledLabel({ elements, resolution, sides }: HeldLabel): {
  readonly label: ProfiledLabel
  readonly names: readonly string[]
} {
  const found = elements.flatMap((element) => symbolsOf(element, resolution).map((symbol) => ({ element, symbol })))
  const words = elements.flatMap((element): readonly PlacedWords[] => {
    // words of an element with one symbol are of that
    const own = found.flatMap((each, at) => (each.element === element ? [at] : []))
    const of = own.length === 1 ? own[0] : undefined
    return element.marks.flatMap((mark) => (mark.kind === 'text' ? wordsOf(mark, resolution, of) : []))
  })
  const all = withWords(
    found.map(({ symbol }) => symbol),
    words,
  )
  return { label: { ...all, sides }, names: found.map(({ element }) => element.label) }
}

function symbolsOf({ label, symbol }: ElementOnLabel, resolution: Resolution): readonly ProfiledSymbol[] {
  if (symbol === undefined) return []
  const { parts, areas } = symbol
  if (parts === undefined) return [symbolOf(label, symbol, resolution)]
  return parts.map(({ barcode, elements }, i) =>
    symbolOf(label, { ...symbol, barcode, elements, areas: areas.slice(i, i + 1) }, resolution),
  )
}

type OneSymbol = NonNullable<ElementOnLabel['symbol']>

function symbolOf(name: string, symbol: OneSymbol, resolution: Resolution): ProfiledSymbol {
  const { barcode, module, barHeight, turn, contents } = symbol
  const mm = (dots: number): number => millimetres(dots, resolution)
  const found = gs1Symbol(symbol, resolution)
  const text = textOf(barcode, symbol)
  const hasBars = isLinear(barcode)
  const isPart = contents.append !== undefined
  return {
    name,
    symbology: barcode.symbology,
    text,
    form: found.form,
    elements: found.elements,
    content: found.form === undefined && !isPart ? contentOfSymbol(text) : undefined,
    x: [mm(module)],
    ...(hasBars && { barHeight: mm(barHeight), isUpright: turn === 'N' || turn === 'I' }),
    width: mm(totalColumns(barcode) * columnDots(barcode, module)),
    corners: found.corners,
  }
}

const textOf = ({ carried }: Barcode, { text }: OneSymbol): string => carried ?? text

/** The letters of a line: as high as the tallest of them. */
function wordsOf(mark: TextMark, resolution: Resolution, of: number | undefined): readonly PlacedWords[] {
  const { glyphs, size, text } = mark.line
  const mm = (dots: number): number => millimetres(dots, resolution)
  const heights = glyphs.flatMap(({ source, glyph, x }) => {
    const box = source.box(glyph, size, x)
    return box === undefined ? [] : [box.bottom - box.top]
  })
  if (heights.length === 0) return []
  const { left, top, right, bottom } = inkOf(mark)
  const [x1, y1, x2, y2] = [mm(left), mm(top), mm(right), mm(bottom)]
  const shape = [
    { x: x1, y: y1 },
    { x: x2, y: y1 },
    { x: x2, y: y2 },
    { x: x1, y: y2 },
  ]
  return [{ height: mm(Math.max(...heights)), text, shape, of }]
}
