import {
  bracketedText,
  type Element,
  elementStrings,
  gs1Symbol,
  inSymbol,
  leastLength,
  longestGs1128,
  type SymbolRoom,
  symbolGroups,
  topToBottom,
  writtenValue,
} from '../../symbologies/gs1/index.ts'
import { type Application, type Barcode, encode, specificationOf } from '../../symbologies/index.ts'
import { layoutLogistics, mostLogisticSymbols, widestBars } from '../layout/logistics.ts'
import { fewestDots, mostDots } from '../layout/resolution.ts'
import type { Scene } from '../layout/scene.ts'
import { type SheetStyle, sheetOf } from '../layout/stock.ts'

export interface LogisticRequest extends SheetStyle {
  /** Whether data titles and values are printed above the symbols. */
  readonly showtext: boolean
  /** The module width wanted, in dots; by default the widest with which there are not more symbols. */
  readonly module?: number | undefined
  /** The use of the symbols, whose module widths they keep; that of logistic units by default. */
  readonly application?: Application | undefined
}

export interface LogisticDrawing {
  readonly scene: Scene
  /** From top to bottom. */
  readonly symbols: readonly Barcode[]
}

/** The application that the label is made for. */
export const logistics = 'logistics' satisfies Application

export const isSscc = ({ ai }: Element): boolean => ai === '00'

/** The label of these elements; undefined if it has no room for them. @param elements  the most important first */
export function drawnWith(elements: readonly Element[], request: LogisticRequest): LogisticDrawing | undefined {
  const found = widestSymbols(elements, request)
  if (found === undefined) return undefined
  const { symbols, module } = found
  const shown = topToBottom(elements, (element) => element)
  const fields = request.showtext ? shown.map(fieldOf) : []
  const title = bracketedText(elements)
  const scene = layoutLogistics({ title, fields, symbols }, { ...request, module })
  return scene && { scene, symbols }
}

/** As few symbols as can be, which the narrowest modules give, at the widest modules that need no more of them. */
function widestSymbols(
  elements: readonly Element[],
  request: LogisticRequest,
): { readonly symbols: readonly Barcode[]; readonly module: number } | undefined {
  let found: ReturnType<typeof widestSymbols>
  for (const module of modulesToTry(request)) {
    const symbols = symbolsWith(elements, module, request)
    if (symbols === undefined || (found !== undefined && symbols.length > found.symbols.length)) break
    found = { symbols, module }
  }
  return found
}

function fieldOf(element: Element): { title: string; value: string } {
  const { ai, identifier } = element
  return { title: identifier.title === '' ? `(${ai})` : identifier.title, value: writtenValue(element) }
}

/** Module widths in dots, the narrowest first: those within the limits of the application, or the one that is wanted. */
export function modulesToTry({ module, application, resolution }: LogisticRequest): readonly number[] {
  if (module !== undefined) return [module]
  const { leastModule, mostModule } = limitsFor(application)
  const least = fewestDots(leastModule, resolution)
  const count = Math.max(1, mostDots(mostModule, resolution) - least + 1)
  return Array.from({ length: count }, (_, i) => least + i)
}

/** An application that does not accept GS1-128 has none: its warning says so. */
function limitsFor(application: Application | undefined): { leastModule: number; mostModule: number } {
  return specificationOf('code128', application ?? logistics) ?? specificationOf('code128', logistics)!
}

/** The symbols from top to bottom; undefined if there are more than the label has room for, or if one would be too wide. */
function symbolsWith(
  elements: readonly Element[],
  module: number,
  request: LogisticRequest,
): readonly Barcode[] | undefined {
  const room = symbolRoom(module, request)
  const sscc = elements.filter(isSscc)
  if (!room.holds(sscc)) return undefined
  const others = elements.filter((element) => !isSscc(element))
  const groups = symbolGroups(others, mostLogisticSymbols(sheetOf(request)) - 1, room)
  return groups && [...topToBottom(groups, ([first]) => first!), sscc].map(symbolOf)
}

/** The modules of a GS1-128 symbol besides its data: start, FNC1 and check character, and stop. */
const modulesBesides = 3 * 11 + 13

/** The room for one symbol with so many dots a module. */
export function symbolRoom(module: number, request: LogisticRequest): SymbolRoom {
  const most = Math.floor(widestBars(module, sheetOf(request)) / module)
  return {
    characters: (most - modulesBesides) / 11,
    // most groups that are too long are so without their separators
    holds: (group) =>
      leastLength(group) <= longestGs1128 && dataOf(group).length <= longestGs1128 && modulesOf(group) <= most,
  }
}

const dataOf = (group: readonly Element[]): string => elementStrings(inSymbol(group))

/** The width of a symbol of these elements in modules, without its quiet zones. */
export const modulesOf = (group: readonly Element[]): number =>
  encode('code128', dataOf(group), { gs1: true }).matrix.width

/** The symbol of a group of elements, with its caption. */
function symbolOf(group: readonly Element[]): Barcode {
  const elements = inSymbol(group)
  const data = { text: elementStrings(elements), gs1: true, elements, doubts: [] }
  return gs1Symbol('code128', bracketedText(elements), data, (text) => encode('code128', text, { gs1: true }))
}
