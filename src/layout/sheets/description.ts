/**
 * Sheets in words: `A4:3x7:63.5x38.1mm:7.2,15.15mm:66,38.1mm` is the paper, columns x rows, the label, the margins at the left and at
 * the top, and the pitch; lengths are in mm, or in inches (`2.625x1in`). What follows is the outline, where it is not a plain rectangle: `round` (of a label with different sides an
 * ellipse), `r2mm` (rounded corners), `disc41mm` (the hole of a disc; `disc41/76mm` with the diameter of a circle that the label cuts
 * off). Labels that are not in one grid have further grids after `;`: columns x rows, margins, pitch.
 */

import type { LabelOutline } from '../label-outline.ts'
import { type Grid, mostPositions, type Paper, type PaperName, papers, type Sheet, sheetFault } from './sheet.ts'

/** The longest description in characters. */
export const longestDescription = 300

const forms = {
  counts: /^(\d{1,3})x(\d{1,3})$/,
  sides: /^(\d{1,4}(?:\.\d{1,4})?)x(\d{1,4}(?:\.\d{1,4})?)(mm|in)$/,
  pair: /^(-?\d{1,4}(?:\.\d{1,4})?),(-?\d{1,4}(?:\.\d{1,4})?)(mm|in)$/,
  corner: /^r(\d{1,4}(?:\.\d{1,4})?)(mm|in)$/,
  disc: /^disc(\d{1,4}(?:\.\d{1,4})?)(?:\/(\d{1,4}(?:\.\d{1,4})?))?(mm|in)$/,
}

/** The sides of labels and of paper of its own in mm. */
const labelSides = { least: 2, most: 1000 }
const paperSides = { least: 50, most: 1000 }

/** What a description says, or why it is refused, in words after "is not". */
export type DescriptionReading = { readonly sheet: Sheet } | { readonly fault: string }

/** Whether it looks like a description: names of products have no colon. */
export const isDescription = (given: string): boolean => given.includes(':')

/** Reads a description that is judged: labels that overlap or leave the paper are refused. */
export function readDescription(given: string): DescriptionReading {
  const read = parsed(given)
  if ('fault' in read) return read
  const fault = sheetFault(read.sheet)
  if (fault === undefined) return read
  const { kind, by, label, other } = fault
  const what = kind === 'leaves' ? `label ${label} leaves the paper` : `labels ${label} and ${other} overlap`
  return { fault: `possible: ${what}, by ${by} mm` }
}

const noDescription: DescriptionReading = {
  fault: 'a sheet such as A4:3x7:63.5x38.1mm:7.2,15.15mm:66,38.1mm, or Letter:3x10:2.625x1in:0.1875,0.5in:2.75,1in',
}

/** Reads a description as it is. */
export function parsed(given: string): DescriptionReading {
  if (given.length > longestDescription) return noDescription
  const [start = '', ...further] = given.split(';')
  const [paperText = '', counts = '', size = '', margins = '', pitch = '', outlineText, ...rest] = start.split(':')
  const [width, height] = lengthsIn(size, forms.sides)
  const grids = [gridOf([counts, margins, pitch]), ...further.map((text) => gridOf(text.split(':')))]
  if (width === undefined || height === undefined || rest.length > 0 || !grids.every(isGrid)) return noDescription
  const paper = paperOf(paperText)
  if (paper === undefined) {
    const names = Object.keys(papers).join(', ')
    const { least, most } = paperSides
    return { fault: `on known paper; accepted: ${names}, or sides of ${least} to ${most} mm such as 210x297mm` }
  }
  const { least, most } = labelSides
  if (Math.min(width, height) < least || Math.max(width, height) > most) {
    return { fault: `of labels that are ${least} to ${most} mm a side` }
  }
  const outline = outlineOf(outlineText, Math.min(width, height))
  if (outline === undefined) return { fault: 'of a known outline; accepted: round, r2mm for rounded corners, disc41mm' }
  const count = grids.reduce((sum, { columns, rows }) => sum + columns * rows, 0)
  if (grids.some(({ columns, rows }) => columns * rows === 0) || count > mostPositions) {
    return { fault: `of 1 to ${mostPositions} labels` }
  }
  return { sheet: { paper, label: { width, height, outline }, grids } }
}

/** The numbers in the groups of a form; none if the text has not this form. */
const numbersIn = (text: string, form: RegExp): readonly number[] => form.exec(text)?.slice(1).map(Number) ?? []

/** The lengths in the groups of a form, in mm to a ten-thousandth; the last group is their unit. None if the text has not this form. */
function lengthsIn(text: string, form: RegExp): readonly (number | undefined)[] {
  const groups = form.exec(text)?.slice(1) ?? []
  const times = groups.at(-1) === 'in' ? 25.4 : 1
  return groups.slice(0, -1).map((each) => (each === undefined ? undefined : Number((Number(each) * times).toFixed(4))))
}

/** Columns x rows, margins, pitch; undefined if they are not that. */
function gridOf([counts = '', margins = '', pitch = '', ...rest]: readonly string[]): Grid | undefined {
  const [columns, rows] = numbersIn(counts, forms.counts)
  const [left, top] = lengthsIn(margins, forms.pair)
  const [right, down] = lengthsIn(pitch, forms.pair)
  if (rows === undefined || top === undefined || down === undefined || rest.length > 0) return undefined
  return { columns: columns!, rows, left: left!, top, pitch: [right!, down] }
}

const isGrid = (grid: Grid | undefined): grid is Grid => grid !== undefined

function paperOf(text: string): Paper | undefined {
  const name = (Object.keys(papers) as PaperName[]).find((each) => each.toLowerCase() === text.toLowerCase())
  if (name !== undefined) {
    const [width, height] = papers[name]
    return { name, width, height }
  }
  const [width, height] = lengthsIn(text, forms.sides)
  const { least, most } = paperSides
  if (width === undefined || height === undefined || Math.min(width, height) < least) return undefined
  return Math.max(width, height) > most ? undefined : { name: undefined, width, height }
}

/** @param shorter  the shorter side of the label */
function outlineOf(text: string | undefined, shorter: number): LabelOutline | undefined {
  if (text === undefined) return { kind: 'rectangle', corner: 0 }
  if (text === 'round') return { kind: 'ellipse' }
  const [corner] = lengthsIn(text, forms.corner)
  if (corner !== undefined) return corner > 0 && corner <= shorter / 2 ? { kind: 'rectangle', corner } : undefined
  const [hole, circle] = lengthsIn(text, forms.disc)
  const diameter = circle ?? shorter
  if (hole === undefined || hole <= 0 || hole >= shorter || diameter < shorter) return undefined
  return { kind: 'disc', diameter, hole }
}

/** A sheet as its description. */
export function describedSheet({ paper, label, grids }: Sheet): string {
  const [first, ...others] = grids as readonly [Grid, ...Grid[]]
  const on = paper.name ?? `${paper.width}x${paper.height}mm`
  const size = `${label.width}x${label.height}mm`
  const outline = outlineText(label.outline, Math.min(label.width, label.height))
  const start = `${on}:${first.columns}x${first.rows}:${size}:${placeText(first)}`
  return [
    start + (outline && `:${outline}`),
    ...others.map((each) => `${each.columns}x${each.rows}:${placeText(each)}`),
  ].join(';')
}

const placeText = ({ left, top, pitch: [right, down] }: Grid): string => `${left},${top}mm:${right},${down}mm`

function outlineText(outline: LabelOutline, shorter: number): string {
  switch (outline.kind) {
    case 'rectangle':
      return outline.corner === 0 ? '' : `r${outline.corner}mm`
    case 'ellipse':
      return 'round'
    case 'disc': {
      const cut = outline.diameter === shorter ? '' : `/${outline.diameter}`
      return `disc${outline.hole}${cut}mm`
    }
  }
}
