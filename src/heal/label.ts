/** A page as a label: placed, read, its symbols drawn again, and all else in dots. */

import type { Matrix } from '../../symbologies/matrix/index.ts'
import type { ExpectedOrder, OrderedSymbol } from '../draw/proof.ts'
import { DrawingRefusal } from '../drawing-refusal.ts'
import { stockOf } from '../layout/named-stock.ts'
import { resolutions } from '../layout/resolution.ts'
import type { DotArea, ModulesMark, Scene, Turn } from '../layout/scene.ts'
import { sidesAsFed } from '../layout/stock.ts'
import { paint } from '../render/paint.ts'
import { letterOnHead } from './grades.ts'
import { type HealOrder, mostDots } from './order.ts'
import type { Page } from './pages.ts'
import { onLabel, type Placement, placementOf, type Region, type Sides } from './placing.ts'
import { type CertainSymbol, type LeftReason, type Recognised, recognisedOn } from './recognised.ts'
import { type Redrawn, redrawn } from './redrawn.ts'
import { type HealedSymbol, leftWords, type PageNote, type PageReport } from './report.ts'
import { dotsOf, thresholded } from './rest.ts'
import { LabelView } from './view.ts'

/** A label, drawn. */
export interface HealedLabel {
  readonly scene: Scene
  /** For the proof: its symbols that were drawn again. */
  readonly asked: ExpectedOrder
  /** Of the document, from 1. */
  readonly page: number
  readonly report: PageReport
  /** The same label by a threshold with nothing drawn again, as a printer's driver prints it; where symbols are graded. */
  readonly before?: Scene
}

/** The labels of a page, in the order in which it is cut; that of the order's index alone, if it has one. */
export function* labelsOf(page: Page, order: HealOrder): Generator<HealedLabel> {
  const { columns, rows } = order.split ?? { columns: 1, rows: 1 }
  const parts = columns * rows
  const [width, height] = [page.width / columns, page.height / rows]
  const wanted = order.index === undefined ? undefined : order.index % parts
  for (let part = 0; part < parts; part++) {
    if (wanted !== undefined && part !== wanted) continue
    const [column, row] = [part % columns, Math.floor(part / columns)]
    const region = { left: column * width, top: row * height, right: (column + 1) * width, bottom: (row + 1) * height }
    yield labelOf(page, region, { ...order, part: parts > 1 ? part + 1 : undefined })
  }
}

function labelOf(page: Page, region: Region, order: HealOrder & { readonly part: number | undefined }): HealedLabel {
  const { dpi, size, fit = 'auto', isGraded = false, part } = order
  const resolution = resolutions[dpi]
  const { perMillimetre, perInch } = resolution
  const own = { width: region.right - region.left, height: region.bottom - region.top }
  const points = size === undefined ? undefined : sidesAsFed(size)
  const label: Sides = points === undefined ? own : { width: (points[0] * 25.4) / 72, height: (points[1] * 25.4) / 72 }
  const dots = {
    width: Math.max(1, Math.round(label.width * perMillimetre)),
    height: Math.max(1, Math.round(label.height * perMillimetre)),
  }
  refuseLarge(dots)
  const ink = fit === 'actual' || (fit === 'auto' && size === undefined) ? undefined : inkOn(page, region)
  const placement = placementOf(region, ink, { label, fit: size === undefined && fit === 'auto' ? 'actual' : fit })
  const view = new LabelView(page, placement, { ...dots, resolution })
  const recognised = recognisedOn(view)
  const greys = view.printed()
  const { dots: rest, hasPictures } = dotsOf(greys, recognised.map(withQuiet))
  const outcomes: Outcome[] = []
  for (const symbol of recognised) {
    const others = outcomes.flatMap(({ drawn }) => drawn ?? [])
    outcomes.push(outcomeOf(symbol, rest, others))
  }
  const healed = outcomes.flatMap(({ drawn }) => drawn ?? [])
  const scene: Scene = {
    ...{ ...dots, resolution, turn: 'N', cut: [], title: outcomes[0]?.symbol.text || 'label' },
    marks: [dotsMark(rest), ...healed.map(({ mark }) => mark)],
    paper: { width: (72 * dots.width) / perInch, height: (72 * dots.height) / perInch },
    ...(size !== undefined && { stock: stockOf(size)?.stock }),
    module: healed.reduce((least, { module }) => Math.min(least, module), Number.POSITIVE_INFINITY) || 0,
    barHeight: healed.reduce((most, { mark: { ys } }) => Math.max(most, ys.at(-1)! - ys[0]!), 0),
  }
  const grades = isGraded ? { before: thresholded(greys, 128), after: paint(scene) } : undefined
  const report: PageReport = {
    page: page.number,
    ...(part !== undefined && { part }),
    ...{ width: rounded(dots.width / perMillimetre), height: rounded(dots.height / perMillimetre) },
    scale: Math.round(1e4 * placement.scale) / 1e4,
    notes: notesOf({ placement, region, label, ink, hasPictures, outcomes }),
    symbols: outcomes.map((outcome) => symbolReport(outcome, { perMillimetre, grades })),
  }
  const before = grades && { ...scene, marks: [dotsMark(grades.before)] }
  return { scene, asked: orderOf(scene, outcomes), page: page.number, report, ...(before && { before }) }
}

function refuseLarge({ width, height }: { readonly width: number; readonly height: number }): void {
  if (width * height <= mostDots) return
  const message = `a label of ${width} x ${height} dots has more than ${mostDots}: give the size of the labels`
  throw new DrawingRefusal([{ parameter: 'size', code: 'does_not_fit', message }])
}

/** Pixels a mm at which it is looked where there is ink, and the greys that count as such. */
const [inkPitch, inkGrey] = [4, 192]
/** In mm, around ink. */
const inkMargin = 0.3
/** The most pixels that are looked at for ink. */
const mostInk = 4_000_000

/** The part of a region that has ink; undefined if it has none. */
function inkOn(page: Page, region: Region): Region | undefined {
  const [across, down] = [region.right - region.left, region.bottom - region.top]
  const scale = Math.min(inkPitch, Math.sqrt(mostInk / (across * down)))
  const [width, height] = [Math.max(1, Math.ceil(across * scale)), Math.max(1, Math.ceil(down * scale))]
  const at = { x: -region.left * scale, y: -region.top * scale }
  const grey = page.view({ width, height, scale, quarters: 0, ...at, purpose: 'printing' })
  let [left, top, right, bottom] = [width, height, 0, 0]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (grey[y * width + x]! >= inkGrey) continue
      if (x < left) left = x
      if (x >= right) right = x + 1
      if (y < top) top = y
      bottom = y + 1
    }
  }
  if (right <= left) return undefined
  return {
    left: Math.max(region.left, region.left + left / scale - inkMargin),
    top: Math.max(region.top, region.top + top / scale - inkMargin),
    right: Math.min(region.right, region.left + right / scale + inkMargin),
    bottom: Math.min(region.bottom, region.top + bottom / scale + inkMargin),
  }
}

/** What became of a symbol. */
interface Outcome {
  readonly symbol: Recognised
  readonly certain: CertainSymbol | undefined
  readonly drawn: Redrawn | undefined
  readonly reason: LeftReason | undefined
}

function outcomeOf(symbol: Recognised, rest: Matrix, others: readonly Redrawn[]): Outcome {
  const { certain } = symbol
  if (typeof certain === 'string') return { symbol, certain: undefined, drawn: undefined, reason: certain }
  const drawn = redrawn(certain, rest, others)
  return { symbol, certain, drawn, reason: drawn === undefined ? 'no_room' : undefined }
}

/** Around a symbol, in modules: as much as the widest quiet zone. */
const mostQuiet = 11

function withQuiet({ place: { left, top, right, bottom }, module }: Recognised): DotArea {
  const quiet = mostQuiet * module
  return { left: left - quiet, top: top - quiet / 4, right: right + quiet, bottom: bottom + quiet / 4 }
}

/** A dot for each module of a matrix. */
function dotsMark(matrix: Matrix): ModulesMark {
  const edges = (length: number): number[] => Array.from({ length: length + 1 }, (_, i) => i)
  return { kind: 'modules', matrix, xs: edges(matrix.width), ys: edges(matrix.height) }
}

interface Happened {
  readonly placement: Placement
  readonly region: Region
  readonly label: Sides
  readonly ink: Region | undefined
  readonly hasPictures: boolean
  readonly outcomes: readonly Outcome[]
}

function notesOf({ placement, region, label, ink, hasPictures, outcomes }: Happened): readonly PageNote[] {
  const { scale, quarters, region: shown } = placement
  const notes: PageNote[] = []
  if (shown !== region) notes.push({ code: 'cropped', message: 'what is printed on it is in the middle of the label' })
  if (quarters === 1) notes.push({ code: 'turned', message: 'it is turned clockwise by a quarter' })
  if (scale < 1)
    notes.push({
      code: 'scaled',
      message: `it is larger than the label and scaled to ${Math.round(1000 * scale) / 10} %`,
    })
  const { left, top, right, bottom } = onLabel(placement, ink ?? shown)
  const isCut = left < -1 || top < -1 || right > label.width + 1 || bottom > label.height + 1
  if (isCut) notes.push({ code: 'cut', message: 'it is larger than the label, beyond which it is cut off' })
  if (hasPictures)
    notes.push({
      code: 'dithered',
      message: 'pictures and grey areas are printed by error diffusion (Floyd-Steinberg)',
    })
  if (outcomes.some(({ drawn }) => drawn?.isShortened))
    notes.push({
      code: 'guards_shortened',
      message: 'guard bars are as high as the others, since words stand below them',
    })
  return notes
}

interface Grading {
  readonly perMillimetre: number
  readonly grades: { readonly before: Matrix; readonly after: Matrix } | undefined
}

function symbolReport({ symbol, drawn, reason }: Outcome, { perMillimetre, grades }: Grading): HealedSymbol {
  const { symbology, text, addon, place, module } = symbol
  const { left, top, right, bottom } = drawn?.place ?? place
  const mm = (dots: number): number => rounded(dots / perMillimetre)
  const before = grades && letterOnHead(grades.before, withQuiet(symbol), { symbol, perMillimetre })
  const after =
    grades && drawn
      ? letterOnHead(grades.after, withQuiet({ ...symbol, place: drawn.place, module: drawn.module }), {
          symbol,
          perMillimetre,
        })
      : before
  return {
    ...{ type: symbology, text, ...(addon !== undefined && { addon }) },
    at: { x: mm(left), y: mm(top), width: mm(right - left), height: mm(bottom - top) },
    x: { before: mm(module), after: drawn === undefined ? null : mm(drawn.module) },
    state: reason ?? 'healed',
    message: reason === undefined ? 'its modules are drawn again on whole dots' : leftWords[reason],
    ...(before !== undefined && after !== undefined && { grade: { before, after } }),
  }
}

const rounded = (mm: number): number => Math.round(1000 * mm) / 1000

/** What the label is to have, for those who read its bytes back: the symbols that were drawn again and are without faults. */
function orderOf({ width, height, resolution, paper }: Scene, outcomes: readonly Outcome[]): ExpectedOrder {
  const symbols = outcomes.flatMap(({ certain, drawn }): OrderedSymbol[] => {
    if (certain === undefined || drawn === undefined || !certain.isSound) return []
    return [orderedSymbol(certain, drawn)]
  })
  return {
    head: resolution,
    symbols,
    sides: { across: paper.width, along: paper.height, reads: 'as it lies' },
    drawn: { width, height },
  }
}

function orderedSymbol({ reading, turn, bars }: CertainSymbol, { module, zone }: Redrawn): OrderedSymbol {
  const { symbology, text = '', addon, fnc1, append } = reading
  const isLinear = bars !== undefined
  return {
    contents: {
      ...{ symbology, text, addon, gs1: fnc1 === 'first' ? 'true' : 'false' },
      append: append && { ...append, carried: text },
    },
    module,
    areas: [isLinear ? stripOf(zone, turn) : zone],
    isStrip: isLinear,
    turns: [turn],
  }
}

/** The middle half of the bars of a symbol: where they end, guard bars, words and bearer bars may be. */
function stripOf({ left, top, right, bottom }: DotArea, turn: Turn): DotArea {
  if (turn === 'R' || turn === 'L') {
    const quarter = Math.floor((right - left) / 4)
    return { left: left + quarter, top, right: right - quarter, bottom }
  }
  const quarter = Math.floor((bottom - top) / 4)
  return { left, top: top + quarter, right, bottom: bottom - quarter }
}
