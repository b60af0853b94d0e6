/** The alignment sheet: printed on plain paper and held behind a sheet of labels against the light, it tells what `shift` has to be. */

import { excessOf, type Limits } from '../drawing-size.ts'
import { FitError } from '../layout/fit.ts'
import { type Dpi, type Resolution, smallestPrint } from '../layout/resolution.ts'
import { type Mark, moved, type Scene } from '../layout/scene.ts'
import { blankPage, dieLine, type Filling, type SheetPage } from '../layout/sheets/placing.ts'
import { type Position, positionsOf, type Sheet } from '../layout/sheets/sheet.ts'
import { paint } from '../render/paint.ts'
import { pngFile, type Undeflated } from '../render/png.ts'
import { svg } from '../render/svg.ts'
import { typeset } from '../text/index.ts'
import { fillingOf } from './sheets.ts'
import { dotsOf, rectangle, words } from './test-page-parts.ts'

/** In mm: how far scales go on either side of an edge, and from one tick to the next. */
const reach = 5
const step = 0.5
/** In mm: each so far from the edge has a number. */
const numbered = 4

/** In mm: lengths of ticks at halves and whole numbers, of that at the edge, and the thickness of all. */
const [half, whole, zero, thickness] = [1, 2, 4, 0.1] as const

/** In mm: the line to measure, if the paper is wide enough. */
const measured = 100

/**
 * The outlines of all labels; scales across the left and the upper edge of the labels in the corners, whose numbers are what `shift`
 * has to be where the edge of a label is seen; and a line whose length tells whether it was printed at 100 %.
 */
export function alignmentSheet(filling: Omit<Filling, 'first' | 'outline'>): Scene {
  const { sheet, resolution, shift } = filling
  const positions = positionsOf(sheet)
  const marks: Mark[] = positions.flatMap((position) => [...dieLine(position, filling)])
  for (const corner of cornersOf(positions)) marks.push(...scalesAt(corner, filling))
  marks.push(...explanation(sheet, positions, { resolution, shift }))
  return { ...blankPage(filling), marks, title: 'alignment sheet', module: 1, barHeight: 0 }
}

/** The labels that are nearest to the corners of the paper, each once. */
function cornersOf(positions: readonly Position[]): readonly Position[] {
  const furthest = (right: number, down: number): Position =>
    positions.reduce((best, each) => (right * each.x + down * each.y > right * best.x + down * best.y ? each : best))
  return [...new Set([furthest(-1, -1), furthest(1, -1), furthest(-1, 1), furthest(1, 1)])]
}

/** A scale across the left edge in the middle of its height, and one across the upper edge in the middle of its width. */
function scalesAt(
  { x, y }: Position,
  { sheet: { label }, shift, resolution }: Omit<Filling, 'first' | 'outline'>,
): readonly Mark[] {
  const [left, top] = [x + shift[0], y + shift[1]]
  const [across, down] = [left + label.width / 2, top + label.height / 2]
  const line = Math.max(1, dotsOf(thickness, resolution))
  const marks: Mark[] = []
  for (let i = -reach / step; i <= reach / step; i++) {
    const off = i * step
    const isWhole = Number.isInteger(off)
    const length = dotsOf(i === 0 ? zero : isWhole ? whole : half, resolution)
    const [tickX, tickY] = [dotsOf(left + off, resolution), dotsOf(top + off, resolution)]
    const [startX, startY] = [dotsOf(across, resolution), dotsOf(down, resolution)]
    marks.push(rectangle(tickX, startY, line, length), rectangle(startX, tickY, length, line))
    if (off % numbered !== 0) continue
    const [horizontal, vertical] = shift.map((own) => numberLine(own + off, resolution))
    marks.push({
      kind: 'text',
      line: horizontal!,
      x: tickX - Math.round((horizontal!.ink.left + horizontal!.ink.right - line) / 2),
      y: startY + length + dotsOf(0.4, resolution) - horizontal!.ink.top,
      turn: 'N',
    })
    marks.push({
      kind: 'text',
      line: vertical!,
      x: startX + length + dotsOf(0.4, resolution) - vertical!.ink.left,
      y: tickY - Math.round((vertical!.ink.top + vertical!.ink.bottom - line) / 2),
      turn: 'N',
    })
  }
  return marks
}

const numberLine = (value: number, resolution: Resolution) =>
  typeset(`${Math.round(value * 1000) / 1000}`, {
    face: 'sans',
    size: smallestPrint(resolution),
  })

/** In mm: around words and the line to measure, and the width of a label from which on they are within it. */
const gap = 2
const leastWidth = 55

/** What to do with the page, in the label that is nearest to its middle, or where it has room for it. */
function explanation(
  { paper, label }: Sheet,
  positions: readonly Position[],
  { resolution, shift }: Pick<Filling, 'resolution' | 'shift'>,
): readonly Mark[] {
  const isWide = paper.width >= measured + 6 * gap
  const length = isWide ? measured : Math.floor(paper.width / 2 / 10) * 10
  const texts = [
    `Print on plain paper at 100 %: not fitted to the page. This line is then ${length} mm long.`,
    'Hold the page behind a sheet of labels, against the light.',
    'Where the edge of a label crosses a scale, read the number: on the horizontal scale the first of shift, on the vertical one the second.',
  ]
  const [middleX, middleY] = [paper.width / 2, paper.height / 2]
  const distance = ({ x, y }: Position): number =>
    Math.hypot(x + label.width / 2 - middleX, y + label.height / 2 - middleY)
  const nearest = positions.reduce((best, each) => (distance(each) < distance(best) ? each : best))
  const width = label.width < leastWidth ? length : Math.min(length, label.width - 2 * gap)
  const part = words(
    texts.map((text) => ({ text, points: 7 })),
    dotsOf(width, resolution),
    resolution,
  )
  const [left, top] = [nearest.x + shift[0] + (label.width - width) / 2, nearest.y + shift[1] + label.height / 2]
  const y = dotsOf(top, resolution) - Math.round(part.height / 2)
  const line = Math.max(1, dotsOf(2 * thickness, resolution))
  const [start, lineY] = [dotsOf(middleX - length / 2, resolution), y - dotsOf(gap, resolution)]
  const end = start + dotsOf(length, resolution)
  const tick = dotsOf(whole, resolution)
  return [
    ...part.marks.map((mark): Mark => ({ ...moved(mark, dotsOf(left, resolution), y), align: 'left' }) as Mark),
    rectangle(start, lineY, end - start, line),
    rectangle(start, lineY - tick, line, 2 * tick),
    rectangle(end - line, lineY - tick, line, 2 * tick),
  ]
}

export interface AlignmentRequest {
  readonly sheet: string
  readonly shift?: string | undefined
  readonly format: 'pdf' | 'png' | 'svg'
  readonly dpi?: Dpi | undefined
}

/** The alignment sheet as a file. @param pdf  draws a PDF @throws FitError if a PNG of it would be too large */
export function alignmentDrawing(
  { format, ...asked }: AlignmentRequest,
  limits: Limits,
  pdf: (title: string, pages: readonly SheetPage[]) => Uint8Array,
): Undeflated<Uint8Array<ArrayBuffer>> {
  const scene = alignmentSheet(fillingOf(asked)!)
  const excess = excessOf(scene, format, limits)
  if (excess !== undefined) throw new FitError('sheet', `${excess}; format=pdf would fit`, { format: 'pdf' })
  const { data, whole }: Undeflated<Uint8Array> =
    format === 'png'
      ? pngFile(paint(scene), scene.resolution)
      : { data: [], whole: () => (format === 'svg' ? svg(scene, true) : pdf(scene.title, [{ scene, copies: 1 }])) }
  // no writer uses memory that threads share
  return { data, whole: (deflated) => whole(deflated) as Uint8Array<ArrayBuffer> }
}
