/** A sheet of labels: its paper, its label, and where the labels stand. Lengths are in mm, from the upper left corner of the paper. */

import type { LabelOutline } from '../label-outline.ts'

export interface Paper {
  /** A3 to A6, Letter, Legal and others; undefined for paper of its own. */
  readonly name: PaperName | undefined
  readonly width: number
  readonly height: number
}

/** Sides of paper with a name: ISO 216, ISO 217, and ANSI/ASME Y14.1. */
export const papers = {
  A3: [297, 420],
  A4: [210, 297],
  A5: [148, 210],
  A6: [105, 148],
  B4: [250, 353],
  SRA3: [320, 450],
  Letter: [215.9, 279.4],
  Legal: [215.9, 355.6],
} as const satisfies { readonly [name: string]: readonly [width: number, height: number] }
export type PaperName = keyof typeof papers

/** Labels in columns and rows. */
export interface Grid {
  readonly columns: number
  readonly rows: number
  /** Of the first label. */
  readonly left: number
  readonly top: number
  /** From one label to the next, to the right and down. */
  readonly pitch: readonly [x: number, y: number]
}

export interface SheetLabel {
  readonly width: number
  readonly height: number
  readonly outline: LabelOutline
}

export interface Sheet {
  readonly paper: Paper
  readonly label: SheetLabel
  /** One or more. */
  readonly grids: readonly Grid[]
}

/** The upper left corner of a label. */
export interface Position {
  readonly x: number
  readonly y: number
}

/** The most labels of a sheet. */
export const mostPositions = 1000

/** Of labels and papers: what is off by less, or twice there, comes from a length that was rounded. */
const tolerance = 0.05

/** The difference between the tops of labels that are in one row: JAC's F-32102 has 10.40 and 10.45 mm. */
const rowTolerance = 1

/**
 * Where the labels stand, row by row from the top, each from the left. What two grids have in common is there once.
 */
export function positionsOf({ grids }: Sheet): readonly Position[] {
  const all = grids.flatMap(({ columns, rows, left, top, pitch: [right, down] }) =>
    Array.from({ length: columns * rows }, (_, i) => {
      return { x: left + (i % columns) * right, y: top + Math.floor(i / columns) * down }
    }),
  )
  const rows: Position[][] = []
  for (const position of all.sort((a, b) => a.y - b.y)) {
    const row = rows.at(-1)
    if (row !== undefined && position.y - row[0]!.y < rowTolerance) row.push(position)
    else rows.push([position])
  }
  return rows.flatMap((row) => {
    const sorted = row.sort((a, b) => a.x - b.x)
    return sorted.filter((each, i) => i === 0 || !isSame(each, sorted[i - 1]!))
  })
}

const isSame = (a: Position, b: Position): boolean =>
  Math.abs(a.x - b.x) <= tolerance && Math.abs(a.y - b.y) <= tolerance

/** What is not plausible about a sheet. */
export interface SheetFault {
  readonly kind: 'leaves' | 'overlaps'
  /** How far a label is beyond the paper, or over another, in mm. */
  readonly by: number
  /** The first label that does, and the one that it lies over, from 1. */
  readonly label: number
  readonly other?: number
}

/** What is not plausible about a sheet; undefined if nothing is. What is beyond the paper comes first. */
export function sheetFault(sheet: Sheet, positions = positionsOf(sheet)): SheetFault | undefined {
  const { paper, label } = sheet
  const beyond = positions.map(({ x, y }) =>
    Math.max(-x, -y, x + label.width - paper.width, y + label.height - paper.height),
  )
  const first = beyond.findIndex((by) => by > tolerance)
  if (first >= 0) return { kind: 'leaves', by: rounded(Math.max(...beyond)), label: first + 1 }
  return overlap(label, positions)
}

function overlap({ width, height, outline }: SheetLabel, positions: readonly Position[]): SheetFault | undefined {
  // labels of one outline lie over each other as their middles are near: a round one as if both of its axes were 1
  const over = (a: Position, b: Position): number => {
    const [x, y] = [Math.abs(a.x - b.x), Math.abs(a.y - b.y)]
    if (outline.kind === 'rectangle') return Math.min(width - x, height - y)
    return (1 - Math.hypot(x / width, y / height)) * Math.min(width, height)
  }
  let found: SheetFault | undefined
  for (const [i, one] of positions.entries()) {
    // sorted by rows: those further down cannot be over it
    for (let j = i + 1; j < positions.length && positions[j]!.y - one.y < height + rowTolerance; j++) {
      const by = over(one, positions[j]!)
      if (by <= tolerance || (found !== undefined && by <= found.by)) continue
      found = { kind: 'overlaps', label: found?.label ?? i + 1, other: found?.other ?? j + 1, by: rounded(by) }
    }
  }
  return found
}

const rounded = (millimetres: number): number => Math.round(millimetres * 100) / 100
