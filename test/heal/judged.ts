/** Judges a healed label by what was drawn on its page: the same modules, read by others, and all else as a threshold has it. */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type HealedLabel, type HealedSymbol, type HealOrder, healed } from '../../src/heal/index.ts'
import { pagesOf } from '../../src/heal/pages.ts'
import { thresholded } from '../../src/heal/rest.ts'
import { type Dpi, resolutions } from '../../src/layout/resolution.ts'
import { isOfSymbol, type SymbolMark, type Turn, turnedMatrix, turns } from '../../src/layout/scene.ts'
import { labelSize } from '../../src/layout/stock.ts'
import { paint } from '../../src/render/paint.ts'
import type { Symbology } from '../../symbologies/index.ts'
import { isDark, type Matrix } from '../../symbologies/matrix/index.ts'
import { pngOf } from '../oracle/dmtx.ts'
import { plainPicture } from '../oracle/picture.ts'
import { withoutZbar } from '../oracle/zbar.ts'
import { type Picture, reads, zxingTexts } from '../oracle/zxing.ts'
import { around, type Box, type LabelPage, type LabelSymbol, pageSides } from './label-page.ts'
import type { Produced } from './producers.ts'

/** What became of symbols, by what they were. */
export class Tally {
  symbols = 0
  healed = 0
  zxing = 0
  zbar = 0
  ofZbar = 0
  readonly states = new Map<string, number>()
  readonly grades = new Map<string, number>()
  /** What must not be. */
  readonly faults: string[] = []
  /** Sound symbols that were not healed, and symbols that ZBar does not read. */
  readonly left: string[] = []

  count(of: 'states' | 'grades', key: string): void {
    this[of].set(key, (this[of].get(key) ?? 0) + 1)
  }

  toString(): string {
    const list = (map: Map<string, number>): string =>
      [...map]
        .sort()
        .map(([key, count]) => `${key}: ${count}`)
        .join(', ')
    return `${this.symbols} symbols, ${this.healed} healed, zxing reads ${this.zxing}, ZBar ${this.zbar} of ${this.ofZbar}; ${list(this.states)}; grades ${list(this.grades)}`
  }
}

export async function labelOf(
  { file, index }: Pick<Produced, 'file' | 'index'>,
  order: HealOrder,
): Promise<HealedLabel> {
  for await (const label of healed(file, { ...order, index })) return label
  throw new Error('no label')
}

const perMillimetre = { '203': resolutions[203].perMillimetre, '300': resolutions[300].perMillimetre } as const

/** The page as a plain threshold prints it on a label whose upper left corner is the page's. */
export async function plainDots(
  { file, index }: Pick<Produced, 'file' | 'index'>,
  { width, height }: { width: number; height: number },
  dpi: '203' | '300',
): Promise<Matrix> {
  const scale = perMillimetre[dpi]
  const dots = { width: Math.round(width * scale), height: Math.round(height * scale) }
  const pixelsOf = (picture: { width: number; height: number }): number =>
    Math.min(
      Math.max(picture.width / width, picture.height / height),
      Math.max(picture.width / height, picture.height / width),
    )
  for await (const page of pagesOf(file, { page: index + 1, mostPages: 1, pixelsOf })) {
    return thresholded({ ...dots, grey: page.view({ ...dots, scale, quarters: 0, x: 0, y: 0, purpose: 'printing' }) })
  }
  throw new Error('no page')
}

/** The size of a page's label, which may be that of a stock. */
const sizeOf = ({ width, height }: LabelPage): NonNullable<HealOrder['size']> =>
  width === pageSides.width ? '4x6' : labelSize(`${width}x${height}`)!

/** Heals a page and judges it. */
export async function judge(
  page: LabelPage,
  made: Produced,
  { dpi, isGraded, tally, about }: { dpi: '203' | '300'; isGraded: boolean; tally: Tally; about: string },
): Promise<HealedLabel> {
  const label = await labelOf(made, { dpi: dpi satisfies Dpi, size: sizeOf(page), fit: 'actual', isGraded })
  const where = `${about}, ${made.how}, ${dpi} dpi`
  const dots = paint(label.scene)
  const marks = label.scene.marks.filter(isOfSymbol)
  const scale = perMillimetre[dpi]
  const known = new Set<SymbolMark>()
  const healedSymbols: LabelSymbol[] = []
  for (const symbol of page.symbols) {
    tally.symbols++
    const name = `${symbol.type} ${symbol.turn} of ${symbol.module} mm${symbol.spoilt === undefined ? '' : ` ${symbol.spoilt}`}`
    const said = label.report.symbols.find(({ at }) => isAt(at, symbol))
    tally.count('states', `${symbol.spoilt ?? 'sound'} ${said?.state ?? 'not found'}`)
    if (said?.state !== 'healed') {
      if (symbol.spoilt === undefined) tally.left.push(`${where}: ${name}: ${said?.state ?? 'not found'}`)
      continue
    }
    tally.healed++
    healedSymbols.push(symbol)
    if (said.grade !== undefined) tally.count('grades', `${said.grade.before ?? '-'}>${said.grade.after ?? '-'}`)
    const mark = marks.find(({ symbol: { area } }) =>
      isAt(
        {
          x: area.left / scale,
          y: area.top / scale,
          width: (area.right - area.left) / scale,
          height: (area.bottom - area.top) / scale,
        },
        symbol,
      ),
    )
    if (mark === undefined) {
      tally.faults.push(`${where}: ${name}: healed, but not there`)
      continue
    }
    known.add(mark)
    for (const fault of faultsOf(mark, said, symbol, scale)) tally.faults.push(`${where}: ${name}: ${fault}`)
    await read(symbol, partOf(dots, symbol, scale), tally, `${where}: ${name}`)
  }
  for (const { at, type, text, state } of label.report.symbols) {
    if (state === 'healed' && !page.symbols.some((symbol) => isAt(at, symbol)))
      tally.faults.push(`${where}: ${type} "${text}" is nowhere on the page`)
  }
  if (known.size !== marks.length) tally.faults.push(`${where}: ${marks.length} symbols drawn, ${known.size} known`)
  if (!label.report.notes.some(({ code }) => code === 'dithered')) {
    const plain = await plainDots(made, page, dpi)
    const moved = movedDots({ dots, plain, marks, healedSymbols, scale, noise: made.noise })
    if (moved.length > 0)
      tally.faults.push(`${where}: ${moved.length} dots beside symbols differ, as ${moved.slice(0, 3).join(' ')}`)
  }
  return label
}

/** Whether the middle of what is said to be at a place lies on a symbol. */
function isAt({ x, y, width, height }: HealedSymbol['at'], symbol: LabelSymbol): boolean {
  const [middleX, middleY] = [x + width / 2 - symbol.x, y + height / 2 - symbol.y]
  return middleX > 0 && middleX < symbol.width && middleY > 0 && middleY < symbol.height
}

const isTwoWidths = (type: Symbology): boolean => type === 'code39' || type === 'itf14'
/** Wide bars and spaces as three modules, however wide they are drawn. */
const normal = (row: string, columnsPerModule: number): string =>
  row.replace(/1+|0+/g, (run) => run[0]!.repeat(run.length > columnsPerModule ? 3 : 1))

function faultsOf(mark: SymbolMark, said: HealedSymbol, symbol: LabelSymbol, scale: number): string[] {
  const { type, rows, module, barcode } = symbol
  const drawn = drawnRows(mark, symbol)
  const wanted = isTwoWidths(type) ? rows.map((row) => normal(row, barcode.columnsPerModule ?? 1)) : rows
  const faults: string[] = []
  // an EAN-13 that begins with 0 has the bars of a UPC-A
  if (said.type !== type && !(type === 'ean13' && said.type === 'upca')) faults.push(`read as ${said.type}`)
  if (drawn.join() !== wanted.join()) faults.push('other modules')
  if (Math.abs(said.x.after! - module) > Math.max(0.5 / scale, 0.26 * module) + 0.004)
    faults.push(`X becomes ${said.x.after}`)
  return faults
}

/** The modules of a drawn symbol, upright. */
export function drawnRows(
  { matrix, xs, ys, symbol: { module } }: SymbolMark,
  { type, turn, rows }: { type: Symbology; turn: Turn; rows: readonly string[] },
): readonly string[] {
  const upright = turnedMatrix(matrix, turns[(4 - turns.indexOf(turn)) % 4]!)
  const row = (y: number): string =>
    Array.from({ length: upright.width }, (_, x) => (isDark(upright, x, y) ? '1' : '0')).join('')
  if (rows.length > 1) return Array.from({ length: upright.height }, (_, y) => row(y))
  const edges = turn === 'R' || turn === 'L' ? ys : xs
  const lengths = edges.slice(1).map((edge, i) => edge - edges[i]!)
  const inOrder = turn === 'I' || turn === 'L' ? lengths.toReversed() : lengths
  const one = inOrder.map((length, x) => {
    const dark = Array.from({ length: upright.height }, (_, y) => y).some((y) => isDark(upright, x, y))
    return (dark ? '1' : '0').repeat(isTwoWidths(type) ? (length > module ? 3 : 1) : Math.round(length / module))
  })
  return [one.join('')]
}

/** As much as the widest quiet zone has, in mm, and as a share of a side, by which whole dots make a symbol longer. */
const [besideSymbol, longer] = [7, 0.2]

/** The dots of a symbol and of what stands around it. */
function partOf(dots: Matrix, { x, y, width, height }: LabelSymbol, scale: number): Picture {
  const at = (mm: number, most: number): number => Math.min(most, Math.max(0, Math.round(mm * scale)))
  const beside = besideSymbol + longer * Math.max(width, height)
  const [left, right] = [at(x - beside, dots.width), at(x + width + beside, dots.width)]
  const [top, bottom] = [at(y - beside, dots.height), at(y + height + beside, dots.height)]
  const part = { width: right - left, height: bottom - top }
  const grey = new Uint8Array(part.width * part.height).fill(255)
  for (let j = 0; j < part.height; j++) {
    for (let i = 0; i < part.width; i++) if (isDark(dots, left + i, top + j)) grey[j * part.width + i] = 0
  }
  return { ...part, grey }
}

const zbarReads: readonly Symbology[] = ['code128', 'code39', 'ean13', 'ean8', 'upca', 'upce', 'itf14', 'qr']

async function read({ type, barcode }: LabelSymbol, picture: Picture, tally: Tally, about: string): Promise<void> {
  const [wanted = ''] = await zxingTexts(plainPicture(barcode, 4), type)
  if (wanted !== '' && (await reads(picture, type, wanted))) tally.zxing++
  else tally.faults.push(`${about}: zxing does not read it`)
  if (withoutZbar || !zbarReads.includes(type)) return
  tally.ofZbar++
  const [alone] = zbarLines(plainPicture(barcode, 4))
  if (alone === undefined || zbarLines(picture).includes(alone) || zbarLines(doubled(picture)).includes(alone))
    tally.zbar++
  else tally.left.push(`${about}: ZBar does not read it`)
}

/** All texts that ZBar reads in a picture. */
function zbarLines(picture: Picture): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'zbar-'))
  try {
    writeFileSync(join(folder, 'a.png'), pngOf(picture, 20))
    const { stdout } = spawnSync('zbarimg', ['--quiet', '--raw', join(folder, 'a.png')], { encoding: 'latin1' })
    return stdout.split('\n').filter((line) => line !== '')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function doubled({ width, height, grey }: Picture): Picture {
  const large = new Uint8Array(4 * width * height)
  for (let y = 0; y < 2 * height; y++)
    for (let x = 0; x < 2 * width; x++) large[2 * y * width + x] = grey[(y >> 1) * width + (x >> 1)]!
  return { width: 2 * width, height: 2 * height, grey: large }
}

/** What a renderer that rounds may darken beside a box, in dots. */
const roundedBy = 2

/** The box of all bars that are no longer than most: what stands between them goes with them, and nothing beyond their ends. */
function barsOf({ boxes, turn }: LabelSymbol): Box {
  const lengthOf = ({ width, height }: Box): number => (turn === 'R' || turn === 'L' ? width : height)
  const lengths = boxes.map(lengthOf).sort((a, b) => a - b)
  const usual = lengths[lengths.length >> 1]!
  return around(boxes.filter((box) => Math.abs(lengthOf(box) - usual) < 0.01))
}

interface Beside {
  readonly dots: Matrix
  readonly plain: Matrix
  readonly marks: readonly SymbolMark[]
  readonly healedSymbols: readonly LabelSymbol[]
  readonly scale: number
  readonly noise: number
}

/** The dots that differ from the plain ones, but for those of symbols, as they were and as they are. */
function movedDots({ dots, plain, marks, healedSymbols, scale, noise }: Beside): string[] {
  const { width, height } = dots
  const isFree = new Uint8Array(width * height)
  const fill = (left: number, top: number, right: number, bottom: number): void => {
    const [from, to] = [Math.max(0, Math.floor(left)), Math.min(width, Math.ceil(right))]
    for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, Math.ceil(bottom)) && from < to; y++)
      isFree.fill(1, y * width + from, y * width + to)
  }
  const fillAround = ({ x, y, width, height }: Box, by: number): void =>
    fill(x * scale - by, y * scale - by, (x + width) * scale + by, (y + height) * scale + by)
  const beside = roundedBy + noise * scale
  for (const symbol of healedSymbols) {
    for (const box of symbol.boxes) fillAround(box, beside)
    fillAround(barsOf(symbol), noise * scale)
  }
  for (const { matrix, xs, ys } of marks) {
    for (let j = 0; j < matrix.height; j++)
      for (let i = 0; i < matrix.width; i++) if (isDark(matrix, i, j)) fill(xs[i]!, ys[j]!, xs[i + 1]!, ys[j + 1]!)
  }
  const found: string[] = []
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (isFree[y * width + x] === 0 && isDark(dots, x, y) !== isDark(plain, x, y)) found.push(`${x},${y}`)
  return found
}
