/** What a drawing was asked for, for those who read its bytes back: contents as they were asked for, and where its symbols are said to be. */

import type { Barcode, Content, GivenOptions, Symbology } from '../../symbologies/index.ts'
import { limitedTo } from '../layout/compensation.ts'
import type { Resolution } from '../layout/resolution.ts'
import { type Area, movedArea, type Scene, upright } from '../layout/scene.ts'
import { type Arrangement, turnedFor } from '../render/arrange.ts'
import { isFine, placedLabel } from '../render/brother-heads.ts'
import type { Handling } from '../render/language.ts'
import type {
  Expected,
  ExpectedContents,
  ExpectedLabel,
  ExpectedSheet,
  Turn,
  VerifiedFormat,
} from '../verify/expected.ts'

/** What was asked for of a drawing: contents that its symbols carry together, or those of each of its symbols, in the order of their marks. */
export type Asked = AskedContents | { readonly symbols: readonly AskedSymbol[] }

export interface AskedContents {
  readonly contents: ExpectedContents
  /** Of a barcode. */
  readonly turn?: Turn
}

/** One of several symbols, with a module width of its own, in dots. */
export interface AskedSymbol {
  readonly contents: ExpectedContents
  readonly module: number
}

/** The contents of a request. @param barcode  says which part of a text it carries */
export function contentsOf(
  { type, text, gs1 = 'false', domain, addon, eci, parts, part }: Content & GivenOptions & { readonly type: Symbology },
  { carried }: Pick<Barcode, 'carried'>,
): ExpectedContents {
  const isMarked = text.startsWith('\ufeff') && text.length > 1
  const isPart = parts !== undefined && carried !== undefined
  return {
    symbology: type,
    text: isMarked ? text.slice(1) : text,
    gs1,
    domain,
    addon: addon === undefined ? undefined : String(addon),
    isUtf8: eci === 'utf8',
    append: isPart ? { part: Number(part), parts: Number(parts), carried } : undefined,
  }
}

/** A drawing, and what was asked for of it. */
export interface AskedScene {
  readonly scene: Scene
  readonly asked: Asked
}

/** How bytes are made of drawings: what moves their dots. */
export interface SheetForm {
  readonly format: VerifiedFormat
  /** As drawings lie on a roll; none unless it is for a printer. */
  readonly arrangement?: (Arrangement & Handling) | undefined
}

/** Dots of a print head. */
const headOf = ({ perInch, perMetre }: Resolution): Expected['head'] => ({ perInch, perMetre })

/** What bytes of these sheets show. @param sheets  of one format and resolution, one at least */
export function expectedOf(sheets: readonly PlannedSheet[], format: VerifiedFormat): Expected {
  const { resolution, pins } = sheets[0]!
  return { format, head: headOf(resolution), sheets, ...(pins !== undefined && { pins }) }
}

/** A sheet as it was asked for. */
export interface PlannedSheet extends ExpectedSheet {
  readonly resolution: Resolution
  readonly pins?: number
}

/** A sheet with these labels side by side, as they are fed. @param copies  in the bytes */
export function sheetOf(
  labels: readonly AskedScene[],
  copies: number,
  { format, arrangement = {} }: SheetForm,
): PlannedSheet {
  const { offset = [0, 0], across = 1, pitch = 0 } = arrangement
  const lying = labels.map(({ scene, asked }) => ({ scene: upright(turnedFor(scene, arrangement)), asked }))
  const { resolution, width } = lying[0]!.scene
  const dotsOf = (mm: number): number => Math.round(mm * resolution.perMillimetre)
  const [right, down] = offset.map(dotsOf) as [number, number]
  const sheet = {
    resolution,
    width: dotsOf((across - 1) * pitch) + width,
    height: Math.max(...lying.map(({ scene }) => scene.height)),
    copies,
    labels: lying.flatMap(({ scene, asked }, i) => labelsOf(scene, asked, [dotsOf(i * pitch) + right, down])),
  }
  return format === 'brother' ? onPins(sheet, lying[0]!.scene, arrangement) : sheet
}

/** The contents of a label, each with the places where it is said to be. @param place  of the label on its sheet, in dots */
export function labelsOf(scene: Scene, asked: Asked, [x, y]: readonly [number, number]): readonly ExpectedLabel[] {
  const { width, height, module, marks, compensation } = scene
  const narrowed = (module: number): Pick<ExpectedLabel, 'narrowed'> =>
    compensation === undefined ? {} : { narrowed: limitedTo(module, compensation) }
  const places = marks.flatMap((mark) =>
    mark.kind === 'modules' && mark.area !== undefined ? [{ area: movedArea(mark.area, x, y) }] : [],
  )
  const room = movedArea({ left: 0, top: 0, right: width, bottom: height }, x, y)
  if ('contents' in asked) return [{ ...asked, places, room, module, ...narrowed(module) }]
  if (places.length !== asked.symbols.length) {
    throw new RangeError(`${places.length} places for ${asked.symbols.length} symbols`)
  }
  return asked.symbols.map((symbol, i) => ({ ...symbol, places: [places[i]!], room, ...narrowed(symbol.module) }))
}

/** The sheet on the pins of a head of Brother's, all of which are in its lines. */
function onPins(sheet: PlannedSheet, scene: Scene, handling: Arrangement & Handling): PlannedSheet {
  const { resolution, stock, paper } = scene
  const { width, height } = sheet
  const size = { across: (paper.width * 25.4) / 72, along: (paper.height * 25.4) / 72 }
  const placed = placedLabel({ dots: { width, height }, resolution, paper: size, stock }, handling)
  const { head, printed, pinsRight, media, leastLines } = placed
  const finer = isFine(resolution) ? 2 : 1
  const right = finer * (head.pins - pinsRight - printed.right) + (finer === 2 ? firstEdge(scene, handling) & 1 : 0)
  const lines = printed.bottom - printed.top
  const moved = (area: Area): Area => movedArea(area, right, -printed.top)
  return {
    ...sheet,
    width: finer * head.pins,
    height: media === 'gap' ? lines : Math.max(lines, leastLines),
    pins: head.pins,
    labels: sheet.labels.map((label) => ({
      ...label,
      room: moved(label.room),
      places: label.places.map(({ area }) => ({ area: moved(area) })),
    })),
  }
}

/** The first column of the symbols, in dots: pairs of columns begin there. */
function firstEdge({ marks, resolution, width }: Scene, { offset = [0, 0] }: Arrangement): number {
  const edges = marks.flatMap((mark) => (mark.kind === 'modules' ? [mark.xs[0]!] : []))
  if (edges.length === 0) return 0
  const moved = Math.min(...edges) + Math.round(offset[0] * resolution.perMillimetre)
  return Math.min(width, Math.max(0, moved))
}
