/** The labels of a printer as paper: PWG 5101.1 (names), PWG 5100.3 and 5100.7 (media-col). */

import { type Attribute, type IppAttributes, membersOf, tags } from '../../../printing/channels/ipp-message.ts'
import { millimetresOf, type PaperSize, paperOf, sizeInName } from '../../../printing/channels/paper.ts'
import type { Printer } from '../../../printing/index.ts'
import { numberIn, textOf } from './request.ts'

const hundredthsOfInch = 2540

/** Hundredths of a millimetre: drivers round sizes to points, and to millimetres. */
const tolerance = 100

/** The label of a printer as it is read, whichever way it lies on its roll. */
const labelOf = ({ stock, dpi }: Printer): PaperSize => paperOf({ stock, dpi })

/** The self-describing name of a size: in inches where both sides are quarters or eighths of them. */
export function mediaName({ x, y }: PaperSize): string {
  const inches = [x, y].map((side) => Math.round((side / hundredthsOfInch) * 8) / 8)
  const isInInches = inches.every((side, i) => Math.abs(side * hundredthsOfInch - [x, y][i]!) <= 1)
  // the name that all systems know (PWG 5101.1-2013, table 4)
  if (isInInches && inches.join('x') === '4x6') return 'na_index-4x6_4x6in'
  return isInInches ? `custom_label_${inches.join('x')}in` : `custom_label_${millimetresOf(x)}x${millimetresOf(y)}mm`
}

const marginNames = ['media-bottom-margin', 'media-left-margin', 'media-right-margin', 'media-top-margin'] as const

/** What is between two labels: PWG 5100.13 and IANA's registry of IPP, media-tracking. */
const tracking = { gap: 'gap', mark: 'mark', continuous: 'continuous' } as const

/** What the attribute media-col of a printer says: its labels are the only paper that it has. */
function columnOf(printer: Printer): readonly Attribute[] {
  const { x, y } = labelOf(printer)
  const size: readonly Attribute[] = [
    { tag: 'integer', name: 'x-dimension', values: [x] },
    { tag: 'integer', name: 'y-dimension', values: [y] },
  ]
  return [
    { tag: 'collection', name: 'media-size', values: [size] },
    ...marginNames.map((name): Attribute => ({ tag: 'integer', name, values: [0] })),
    { tag: 'keyword', name: 'media-source', values: [source] },
    { tag: 'keyword', name: 'media-type', values: [typeOf(printer)] },
    { tag: 'keyword', name: 'media-tracking', values: [trackingOf(printer)] },
  ]
}

const source = 'main-roll'
const trackingOf = ({ handling }: Printer): string => tracking[handling?.media ?? 'gap']
const typeOf = ({ handling }: Printer): string => (handling?.media === 'continuous' ? 'continuous' : 'labels')

/** What a printer says of its paper. */
export function mediaAttributes(printer: Printer): readonly Attribute[] {
  const name = mediaName(labelOf(printer))
  const column = columnOf(printer)
  const [{ values: size }] = column as [Extract<Attribute, { tag: 'collection' }>]
  const keywords = (name: string, ...values: readonly string[]): Attribute => ({ tag: 'keyword', name, values })
  return [
    ...['media-default', 'media-ready', 'media-supported'].map((each) => keywords(each, name)),
    ...['media-col-default', 'media-col-ready', columnDatabase].map(
      (each): Attribute => ({ tag: 'collection', name: each, values: [column] }),
    ),
    keywords('media-col-supported', ...column.map(({ name: member }) => member)),
    { tag: 'collection', name: 'media-size-supported', values: size },
    ...marginNames.map((each): Attribute => ({ tag: 'integer', name: `${each}-supported`, values: [0] })),
    keywords('media-source-supported', source),
    keywords('media-type-supported', typeOf(printer)),
    keywords('media-tracking-supported', trackingOf(printer)),
  ]
}

/** It is told only to those who ask for it by its name: PWG 5100.7. */
export const columnDatabase = 'media-col-database'

/** Whether a request asks for the printer's own labels, by a name or by measures, as far as it asks for any. */
export function isOwnMedia(job: IppAttributes, printer: Printer, name: 'media' | 'media-col'): boolean {
  const own = labelOf(printer)
  const isNear = (size: PaperSize | undefined): boolean =>
    size !== undefined && Math.max(Math.abs(size.x - own.x), Math.abs(size.y - own.y)) <= tolerance
  if (name === 'media') {
    const given = textOf(job, name, tags.keyword, tags.name)
    return given !== undefined && isNear(sizeInName(given))
  }
  const members = membersOf(job.get(name) ?? [])
  const side = (axis: string): number | undefined => {
    const [value] = members.get(`media-size/${axis}-dimension`) ?? []
    return value && numberIn(value, tags.integer)
  }
  const [x, y] = [side('x'), side('y')]
  const given = members.get('media-size-name')?.[0]
  if (x !== undefined && y !== undefined) return isNear({ x, y })
  return given === undefined || isNear(sizeInName(given.bytes.toString('latin1')))
}
