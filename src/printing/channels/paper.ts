/** The size of a printer's labels, and which of a print server's sizes of paper it is. */

import { resolutions } from '../../layout/resolution.ts'
import { blankLabel, fedOrientation } from '../../layout/stock.ts'
import type { PrintWarning } from '../printers/delivery.ts'
import type { Printer } from '../printers/printer.ts'
import { PrinterFailure } from './failure.ts'

/** In hundredths of a millimetre, as PWG 5100.3 has it: across the head, and along the feed. */
export interface PaperSize {
  readonly x: number
  readonly y: number
}

/** A size of paper that a print server knows, or all between two. */
export interface KnownPaper {
  readonly least: PaperSize
  readonly most: PaperSize
  /** What the server calls it; of a range, what it calls a size within. */
  readonly name: (size: PaperSize) => string
}

/** What a print server knows of paper. */
export interface Papers {
  /** Empty if it does not say. */
  readonly known: readonly KnownPaper[]
  /** What it takes where a job asks for none. */
  readonly usual: PaperSize | undefined
}

/** A label's paper, as the server knows it. */
export interface ChosenPaper extends PaperSize {
  readonly name: string
}

/** How far a size may be off, in hundredths of a millimetre: servers round to points, and to millimetres. */
const tolerance = 50

/** The label of a printer as it is fed, after the turn that the printer asks for. */
export function paperOf({ stock, dpi, handling }: Pick<Printer, 'stock' | 'dpi' | 'handling'>): PaperSize {
  const resolution = resolutions[dpi]
  const orientation = fedOrientation(stock) ?? 'portrait'
  const { paper } = blankLabel({ size: stock, orientation, resolution, paperSize: 'exact' })
  const [x, y] = [paper.width, paper.height].map((points) => Math.round((points * 2540) / 72)) as [number, number]
  return handling?.turn === 90 || handling?.turn === 270 ? { x: y, y: x } : { x, y }
}

/**
 * The paper to ask for; undefined if the server does not have it, or does not say.
 *
 * @throws PrinterFailure if the server would print on paper on which the label has no room: it would be cut
 */
export function chosenPaper(wanted: PaperSize, { known, usual }: Papers): ChosenPaper | undefined {
  const off = ({ least }: KnownPaper): number => Math.max(Math.abs(least.x - wanted.x), Math.abs(least.y - wanted.y))
  const [nearest] = known
    .filter((paper) => !isRange(paper) && off(paper) <= tolerance)
    .toSorted((a, b) => off(a) - off(b))
  if (nearest !== undefined) return { ...nearest.least, name: nearest.name(nearest.least) }
  const range = known.find(({ least, most }) => {
    return (
      isRange({ least, most }) && least.x <= wanted.x && wanted.x <= most.x && least.y <= wanted.y && wanted.y <= most.y
    )
  })
  if (range !== undefined) return { ...wanted, name: range.name(wanted) }
  if (known.length > 0 && usual !== undefined && !fits(wanted, usual)) {
    throw new PrinterFailure(
      'printer_refused',
      `has no paper of ${sizeText(wanted)}, and would cut the label to the ${sizeText(usual)} that it has`,
    )
  }
  return undefined
}

const isRange = ({ least, most }: Pick<KnownPaper, 'least' | 'most'>): boolean =>
  least.x !== most.x || least.y !== most.y

/** Either way round: servers turn a page that lies across. */
function fits(label: PaperSize, paper: PaperSize): boolean {
  const [short, long] = [Math.min(label.x, label.y), Math.max(label.x, label.y)]
  return short <= Math.min(paper.x, paper.y) + tolerance && long <= Math.max(paper.x, paper.y) + tolerance
}

/** The warning of a job for a server that lists its sizes, among which the label's is not, or that has not taken it. */
export function paperWarning(wanted: PaperSize, { usual }: Papers): PrintWarning {
  const instead = usual === undefined ? 'the paper that it has' : `paper of ${sizeText(usual)}`
  return {
    code: 'paper_size_unknown',
    message: `the print server has no paper of ${sizeText(wanted)}: the label is printed in its own size on ${instead}`,
  }
}

/** `50 x 30 mm` */
const sizeText = ({ x, y }: PaperSize): string => `${millimetresOf(x)} x ${millimetresOf(y)} mm`

/** `50`, `101.6` */
export const millimetresOf = (hundredths: number): string => String(hundredths / 100)

/** Names of paper in PPD files that do not say their size (Adobe's PPD specification 4.3, appendix B). */
const named: { readonly [name: string]: PaperSize | undefined } = {
  A3: { x: 29_700, y: 42_000 },
  A4: { x: 21_000, y: 29_700 },
  A5: { x: 14_800, y: 21_000 },
  A6: { x: 10_500, y: 14_800 },
  Letter: { x: 21_590, y: 27_940 },
  Legal: { x: 21_590, y: 35_560 },
}

const hundredthsIn: { readonly [unit: string]: number } = { mm: 100, in: 2540 }

/** The size in a name such as `w288h432` (in points), `4x6in`, `iso_a4_210x297mm` (PWG 5101.1, 5) or `A4`; undefined if it has none. */
export function sizeInName(name: string): PaperSize | undefined {
  const [, width, height] = /^w(\d{1,4})h(\d{1,4})(?:$|[^\d])/.exec(name) ?? []
  if (width !== undefined) return sizeOf(Number(width), Number(height), 2540 / 72)
  const [, x, y, unit] = /(?:^|_)(\d{1,4}(?:\.\d{1,4})?)x(\d{1,4}(?:\.\d{1,4})?)(mm|in)$/.exec(name) ?? []
  if (unit !== undefined) return sizeOf(Number(x), Number(y), hundredthsIn[unit]!)
  const word = name.split('.')[0]!
  return Object.hasOwn(named, word) ? named[word] : undefined
}

function sizeOf(x: number, y: number, hundredths: number): PaperSize {
  return { x: Math.round(x * hundredths), y: Math.round(y * hundredths) }
}

/** A single size. */
export function fixedPaper(size: PaperSize, name: string): KnownPaper {
  return { least: size, most: size, name: () => name }
}
