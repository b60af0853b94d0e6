/** Random labels with symbols of all symbologies and all that may stand beside them, as boxes and words: what others draw is made of it. */

import type { Turn } from '../../src/layout/scene.ts'
import {
  type Barcode,
  type Content,
  EncodeError,
  encodeContent,
  rowsOf,
  type Symbology,
  symbologies,
} from '../../symbologies/index.ts'
import type { Random } from '../random.ts'
import { linearOptions, randomText } from '../texts.ts'

/** In mm, from the upper left corner of the page. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * What is wrong with a symbol, so that it has to be left as it was, or healed without a change of its modules:
 *
 * - `inverted`: light on dark
 * - `tilted`: turned by some degrees
 * - `erased`: some of its modules are missing
 * - `crowded`: something stands in its quiet zone
 * - `touched`: something stands on its bars
 */
export type Spoilt = 'inverted' | 'tilted' | 'erased' | 'crowded' | 'touched'

export interface LabelSymbol extends Box {
  readonly type: Symbology
  readonly barcode: Barcode
  /** The modules as they are drawn, one row of a linear symbol. */
  readonly rows: readonly string[]
  /** X in mm. */
  readonly module: number
  readonly turn: Turn
  /** What is dark. */
  readonly boxes: readonly Box[]
  readonly spoilt: Spoilt | undefined
  /** Clockwise around its middle, in degrees. */
  readonly angle: number
}

export interface LabelWords {
  readonly text: string
  /** In points. */
  readonly size: number
  /** Where the baseline begins. */
  readonly x: number
  readonly y: number
}

export interface LabelPage {
  readonly width: number
  readonly height: number
  readonly symbols: readonly LabelSymbol[]
  /** Lines and bars that are not of symbols. */
  readonly rules: readonly Box[]
  readonly words: readonly LabelWords[]
}

/** Bars that are longer, and how much lower add-ons begin, in modules (ISO/IEC 15420:2009, 4.3). */
const [guardDrop, addonDrop] = [5, 9]

/** What is dark of an upright symbol, from the upper left of its bars, in mm. */
function uprightBoxes(barcode: Barcode, rows: readonly string[], module: number, high: number): Box[] {
  const { columnsPerModule = 1, guards = [], addon, bearer = 0, isFramed, quiet } = barcode
  const column = module / columnsPerModule
  if (rows.length > 1)
    return rows.flatMap((row, j) =>
      runs(row).map(({ from, to }) => boxAt(from * module, j * module, (to - from) * module, module)),
    )
  const [row = ''] = rows
  const bars = runs(row).map(({ from, to }) => {
    const isAddon = addon !== undefined && from >= addon.from
    const isLong = isAddon || guards.some((guard) => from >= guard.from && from < guard.to)
    const top = isAddon ? addonDrop * module : 0
    return boxAt(from * column, top, (to - from) * column, high + (isLong ? guardDrop * module : 0) - top)
  })
  if (bearer === 0) return bars
  const thick = bearer * column
  const side = isFramed ? thick : 0
  const left = -quiet.left * column - side
  const width = (row.length + quiet.left + quiet.right) * column + 2 * side
  const lines = [boxAt(left, -thick, width, thick), boxAt(left, high, width, thick)]
  const sides = isFramed
    ? [boxAt(left, -thick, thick, high + 2 * thick), boxAt(left + width - thick, -thick, thick, high + 2 * thick)]
    : []
  return [...bars, ...lines, ...sides]
}

const boxAt = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height })

const runs = (row: string): { readonly from: number; readonly to: number }[] =>
  Array.from(row.matchAll(/1+/g), ({ index, 0: run }) => ({ from: index, to: index + run.length }))

/** A box of an upright drawing of so many mm after its turn. */
function turnedBox(
  { x, y, width, height }: Box,
  turn: Turn,
  sides: { readonly width: number; readonly height: number },
): Box {
  if (turn === 'N') return { x, y, width, height }
  if (turn === 'R') return { x: sides.height - y - height, y: x, width: height, height: width }
  if (turn === 'I') return { x: sides.width - x - width, y: sides.height - y - height, width, height }
  return { x: y, y: sides.width - x - width, width: height, height: width }
}

const gs1Texts = ['(01)09506000134352(10)AB12(17)271231', '(00)350600012345678905', '(01)09506000134352(21)0123(10)4']

/** A symbol of any kind: with FNC1, an add-on, bearer bars, or as a part of several. */
function randomBarcode(r: Random): Barcode {
  for (;;) {
    const type = r.pick(symbologies)
    const isGs1 = (type === 'code128' || type === 'datamatrix' || type === 'qr') && r.between(0, 2) === 0
    const content: Content = isGs1 ? { text: r.pick(gs1Texts), gs1: 'true' } : { text: randomText[type](r) }
    const isPart = !isGs1 && (type === 'qr' || type === 'datamatrix') && r.between(0, 4) === 0
    try {
      return encodeContent(type, content, isPart ? { parts: 2, part: 1 } : linearOptions(r, type)).barcode
    } catch (error) {
      if (!(error instanceof EncodeError)) throw error
    }
  }
}

/** What a symbol is drawn by. */
export type SymbolOrder = Pick<LabelSymbol, 'barcode' | 'rows' | 'module' | 'turn' | 'x' | 'y'> & {
  /** Of bars without what guard bars are longer by, in mm. */
  readonly high: number
  readonly spoilt?: Spoilt | undefined
  readonly angle?: number
}

export function symbolAt({ barcode, rows, module, turn, x, y, high, spoilt, angle = 0 }: SymbolOrder): LabelSymbol {
  const { symbology: type, guards, columnsPerModule = 1 } = barcode
  const isLinear = rows.length === 1
  const sides = {
    width: (rows[0]!.length / columnsPerModule) * module,
    height: isLinear ? high + (guards === undefined ? 0 : guardDrop * module) : rows.length * module,
  }
  const boxes = uprightBoxes(barcode, rows, module, high)
    .map((box) => turnedBox(box, turn, sides))
    .map((box) => ({ ...box, x: x + box.x, y: y + box.y }))
  const isSideways = turn === 'R' || turn === 'L'
  const [width, height] = isSideways ? [sides.height, sides.width] : [sides.width, sides.height]
  return { type, barcode, rows, module, turn, boxes, spoilt, angle, x, y, width, height }
}

interface Room {
  readonly top: number
  readonly width: number
  readonly height: number
}

function symbolIn(r: Random, room: Room, share: number): LabelSymbol | undefined {
  const barcode = randomBarcode(r)
  const { quiet, columnsPerModule = 1, bearer = 0 } = barcode
  const isLinear = barcode.matrix.height === 1
  const spoilt =
    r.between(0, 99) < share ? r.pick(['inverted', 'tilted', 'erased', 'crowded', 'touched'] as const) : undefined
  const whole = rowsOf(barcode.matrix)
  const rows = spoilt === 'erased' ? erased(r, whole, barcode.addon?.from) : whole
  const turn = r.pick(['N', 'R', 'I', 'L'] as const)
  const isSideways = turn === 'R' || turn === 'L'
  const [across, down] = isSideways ? [room.height, room.width] : [room.width, room.height]
  const modules = whole[0]!.length / columnsPerModule
  const beside = (Math.max(quiet.left, quiet.right) + (isLinear ? bearer : 0)) / columnsPerModule + 2
  const most = Math.min(
    0.6,
    (across - 4) / (modules + 2 * beside),
    isLinear ? 0.6 : (down - 6) / (whole.length + 2 * beside),
  )
  if (most < 0.19) return undefined
  const module = r.between(190, Math.floor(1000 * most)) / 1000
  const drawn = { barcode, rows, module, turn, high: r.between(8, 20), spoilt }
  const { width, height } = symbolAt({ ...drawn, x: 0, y: 0 })
  const [marginU, marginV] = [beside * module, isLinear ? 3 + (bearer * module) / columnsPerModule : beside * module]
  const [marginX, marginY] = isSideways ? [marginV, marginU] : [marginU, marginV]
  const [freeX, freeY] = [room.width - width - 2 * marginX, room.height - height - 2 * marginY]
  if (freeX < 0 || freeY < 0) return undefined
  const x = marginX + (freeX * r.between(0, 1000)) / 1000
  const y = room.top + marginY + (freeY * r.between(0, 1000)) / 1000
  return symbolAt({ ...drawn, x, y, angle: spoilt === 'tilted' ? r.pick([-1, 1]) * r.between(3, 12) : 0 })
}

/** Without some of its modules: so many that no error correction helps. @param end  of the columns, without an add-on */
function erased(r: Random, rows: readonly string[], end = rows[0]!.length): string[] {
  if (rows.length > 1) {
    const [from, to] = [Math.floor(rows.length / 3), Math.floor((2 * rows.length) / 3)]
    return rows.map((row, j) =>
      j < from || j >= to ? row : row.slice(0, from) + '0'.repeat(to - from) + row.slice(to),
    )
  }
  const bars = runs(rows[0]!.slice(0, end))
  const { from, to } = r.pick(bars.slice(4, -4))
  return [rows[0]!.slice(0, from) + '0'.repeat(to - from) + rows[0]!.slice(to)]
}

/** What stands beside a symbol, or on it. */
function disturbance(r: Random, { spoilt, module, turn, x, y, width, height, rows }: LabelSymbol): Box[] {
  const isSideways = turn === 'R' || turn === 'L'
  if (spoilt === 'crowded') {
    const away = (r.between(1, 3) * module) / 2
    return isSideways ? [boxAt(x, y - away - 1, width, 1)] : [boxAt(x - away - 1, y, 1, height)]
  }
  if (spoilt !== 'touched' || rows.length > 1) return []
  const count = Math.floor((isSideways ? height : width) / module)
  const marks = Array.from({ length: count }, (_, i) => i).filter(() => r.between(0, 1) === 0)
  const step = 2 * module
  return marks.map((i) => {
    if (turn === 'N') return boxAt(x + i * module, y - step, module, step)
    if (turn === 'I') return boxAt(x + i * module, y + height, module, step)
    if (turn === 'R') return boxAt(x + width, y + i * module, step, module)
    return boxAt(x - step, y + i * module, step, module)
  })
}

/** Of a page, in mm: 4 x 6 in. */
export const pageSides = { width: 101.6, height: 152.4 }

/** A page of 4 x 6 in with up to two symbols. @param share  of symbols with something wrong, in per cent */
export function labelPage(r: Random, share: number): LabelPage {
  const { width, height } = pageSides
  const rooms = [
    { top: 9, height: 63, width },
    { top: 85, height: 65, width },
  ]
  const symbols = rooms.flatMap((room) => symbolIn(r, room, share) ?? symbolIn(r, room, share) ?? [])
  const words = [6, 82].map((y) => ({
    text: r.text('ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghij 0123456789', 24),
    ...{ size: r.between(6, 12), x: r.between(3, 20), y },
  }))
  const captions = symbols
    .filter(({ rows, turn, spoilt }) => rows.length === 1 && turn === 'N' && spoilt === undefined)
    .map(captionOf)
  const rules = [boxAt(2, 7.4, 97, 0.15), boxAt(2, 75, 97, 0.4), ...symbols.flatMap((symbol) => disturbance(r, symbol))]
  return { width, height, symbols, rules, words: [...words, ...captions.flat()] }
}

/** The words below bars, between guard bars where there are some. */
function captionOf({ barcode, module, x, y, height }: LabelSymbol): LabelWords[] {
  const { guards, captions, columnsPerModule = 1, bearer = 0 } = barcode
  const size = (6.5 * module * 72) / 25.4
  if (guards === undefined) {
    const [line] = captions
    const text = line?.text.replace(/[^\x20-\x7e]/g, '') ?? ''
    return [{ text, size: 8, x, y: y + height + (bearer * module) / columnsPerModule + 3.4 }]
  }
  return captions.flatMap((caption) =>
    caption.kind === 'group'
      ? [{ text: caption.text, size, x: x + (caption.columns.from + 1) * module, y: y + height + 0.4 * module }]
      : [],
  )
}

/** What is dark of a symbol, pixel by pixel: 0 dark, 255 light. @param pixels  a module */
export function pictureOfSymbol(
  { boxes, module, spoilt }: LabelSymbol,
  pixels: number,
): { width: number; height: number; grey: Uint8Array; at: Box } {
  const at = around(boxes)
  const scale = pixels / module
  const [width, height] = [Math.round(at.width * scale), Math.round(at.height * scale)]
  const [dark, light] = spoilt === 'inverted' ? [255, 0] : [0, 255]
  const grey = new Uint8Array(width * height).fill(light)
  for (const box of boxes) {
    const [x0, x1] = [Math.round((box.x - at.x) * scale), Math.round((box.x + box.width - at.x) * scale)]
    const [y0, y1] = [Math.round((box.y - at.y) * scale), Math.round((box.y + box.height - at.y) * scale)]
    for (let y = y0; y < y1; y++) grey.fill(dark, y * width + x0, y * width + x1)
  }
  return { width, height, grey, at }
}

/** The box around all. */
export function around(boxes: readonly Box[]): Box {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))]
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
}
