/** The calibration page of a printer: where its marks and patterns are, in dots. It is printed by this, and a scan of it is read by this. */

/** Dots of a print head. */
export interface HeadResolution {
  readonly perInch: number
  readonly perMillimetre: number
}

/** In dots from the upper left corner of the label, as it is fed. */
export interface PatternRectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Bars of one width with gaps as wide, from the left or from above. */
export interface BarPattern extends PatternRectangle {
  /** Of a bar, and of a gap. */
  readonly dots: number
}

export interface CalibrationPattern {
  readonly width: number
  readonly height: number
  /** The width of a module of the marks in the corners, which are finder patterns of QR Code. */
  readonly module: number
  /** The middles of the marks, clockwise from the upper left. */
  readonly marks: readonly [Middle, Middle, Middle, Middle]
  /** A square that stands beside the upper left mark alone. */
  readonly beside: PatternRectangle
  /** Bars that are measured across the head, and bars that are measured along the feed. */
  readonly across: BarPattern
  readonly along: BarPattern
  /** All dark; and squares of two dots. */
  readonly solid: PatternRectangle
  readonly chess: PatternRectangle
  /** Each column of dots has a dash in one of its steps. */
  readonly stairs: PatternRectangle & { readonly steps: number }
  /** Where words may stand. */
  readonly free: PatternRectangle
}

/** The middle of a mark, in dots. */
export interface Middle {
  readonly u: number
  readonly v: number
}

export const barCount = 4
const steps = 8

/** In mm; but `stretch` is a share of the label. */
const lengths = { inset: 1.5, module: 0.5, gap: 1, bar: 0.75, patch: 4, dash: 0.75, stretch: 0.025 } as const

/** The pattern for a label of the given number of dots, or undefined if it has no room for it: about 25 x 25 mm are needed. */
export function calibrationPattern(
  width: number,
  height: number,
  resolution: Pick<HeadResolution, 'perMillimetre'>,
): CalibrationPattern | undefined {
  const dotsOf = (mm: number): number => Math.max(2, Math.round(mm * resolution.perMillimetre))
  const [inset, module, gap, dots, patch, dash] = [
    ...[lengths.inset, lengths.module, lengths.gap],
    ...[lengths.bar, lengths.patch, lengths.dash],
  ].map(dotsOf) as [number, number, number, number, number, number]
  const middle = inset + 3.5 * module
  // of a label that is printed longer than it is, the end is not on it
  const last = height - Math.round(lengths.stretch * height) - middle
  const marks = [
    { u: middle, v: middle },
    { u: width - middle, v: middle },
    { u: width - middle, v: last },
    { u: middle, v: last },
  ] as const
  const beside = { x: inset + 9 * module, y: inset + 2 * module, width: 3 * module, height: 3 * module }
  const side = (2 * barCount - 1) * dots
  // one beside another, in as many rows as it takes
  let [x, y, rowHeight] = [inset, inset + 7 * module + gap, 0]
  const placed = (size: number): PatternRectangle => {
    if (x + size > width - inset) [x, y, rowHeight] = [inset, y + rowHeight + gap, 0]
    const place = { x, y, width: size, height: size }
    x += size + gap
    rowHeight = Math.max(rowHeight, size)
    return place
  }
  const [across, along, solid, chess] = [side, side, patch, patch].map(placed) as [
    PatternRectangle,
    PatternRectangle,
    PatternRectangle,
    PatternRectangle,
  ]
  const stairs = { x: 0, y: y + rowHeight + gap, width, height: steps * dash, steps }
  const end = stairs.y + stairs.height + gap
  const room = last - 3.5 * module - gap - end
  if (room < 0 || beside.x + beside.width + 2 * module > width - inset - 7 * module) return undefined
  const free = { x: inset, y: end, width: width - 2 * inset, height: room }
  return {
    width,
    height,
    module,
    marks,
    beside,
    across: { ...across, dots },
    along: { ...along, dots },
    solid,
    chess,
    stairs,
    free,
  }
}

/** What is dark of it. */
export function darkOf(pattern: CalibrationPattern): readonly PatternRectangle[] {
  const { module, marks, beside, across, along, solid, chess, stairs } = pattern
  const bars = Array.from({ length: barCount }, (_, i) => 2 * i)
  const dash = stairs.height / stairs.steps
  return [
    ...marks.flatMap(({ u, v }) => finder(u - 3.5 * module, v - 3.5 * module, module)),
    beside,
    ...bars.map((i) => ({ ...across, x: across.x + i * across.dots, width: across.dots })),
    ...bars.map((i) => ({ ...along, y: along.y + i * along.dots, height: along.dots })),
    solid,
    ...squares(chess),
    ...Array.from({ length: stairs.width }, (_, column) => ({
      x: stairs.x + column,
      y: stairs.y + (column % stairs.steps) * dash,
      width: 1,
      height: dash,
    })),
  ].map(({ x, y, width, height }) => ({ x, y, width, height }))
}

/** A finder pattern: a frame of a module, and a square of three. */
const finder = (x: number, y: number, module: number): readonly PatternRectangle[] => [
  { x, y, width: 7 * module, height: module },
  { x, y: y + 6 * module, width: 7 * module, height: module },
  { x, y: y + module, width: module, height: 5 * module },
  { x: x + 6 * module, y: y + module, width: module, height: 5 * module },
  { x: x + 2 * module, y: y + 2 * module, width: 3 * module, height: 3 * module },
]

function squares({ x, y, width, height }: PatternRectangle): readonly PatternRectangle[] {
  const result: PatternRectangle[] = []
  for (let row = 0; 2 * row + 2 <= height; row++) {
    for (let column = row % 2; 2 * column + 2 <= width; column += 2) {
      result.push({ x: x + 2 * column, y: y + 2 * row, width: 2, height: 2 })
    }
  }
  return result
}
