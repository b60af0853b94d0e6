/** What jobs may ask for, and what of that a printer of labels does: RFC 8011, 5.2, PWG 5100.6, 5100.7 and 5100.13. */

import {
  type Attribute,
  dotsPerInch,
  type IppAttributes,
  type IppValue,
  tags,
} from '../../../printing/channels/ipp-message.ts'
import type { Printer } from '../../../printing/index.ts'
import { isOwnMedia, mediaAttributes } from './media.ts'
import { numberIn } from './request.ts'

/** The most copies of a job. */
export const mostCopies = 999

/** What a job asks for. */
export interface JobTicket {
  /** 1 to 999 */
  readonly copies: number
  /** Pages that are printed, first and last, in their order; undefined for all. */
  readonly pages: readonly (readonly [first: number, last: number])[] | undefined
  /** What is not done, as it is told to the client. */
  readonly unsupported: readonly Attribute[]
}

type Check = (values: readonly IppValue[], job: IppAttributes, printer: Printer) => boolean

const isNumber =
  (syntax: number, isRight: (value: number) => boolean): Check =>
  ([value]) => {
    const number = value && numberIn(value, syntax)
    return number !== undefined && isRight(number)
  }

const isOneOf =
  (...words: readonly string[]): Check =>
  (values) =>
    values.every(({ tag, bytes }) => tag === tags.keyword && words.includes(bytes.toString('latin1')))

/** RFC 8011, 5.2.6 and 5.2.10, 5.2.13: no finishing; as the document lies; normal. */
const [noFinishing, portrait, normalQuality] = [3, 3, 4] as const

const colorModes = ['auto', 'monochrome'] as const

/** What each attribute may be. */
const checks: { readonly [name: string]: Check | undefined } = {
  copies: isNumber(tags.integer, (copies) => copies >= 1 && copies <= mostCopies),
  finishings: isNumber(tags.enum, (finishing) => finishing === noFinishing),
  media: (_, job, printer) => isOwnMedia(job, printer, 'media'),
  'media-col': (_, job, printer) => isOwnMedia(job, printer, 'media-col'),
  'orientation-requested': isNumber(tags.enum, (orientation) => orientation === portrait),
  'output-bin': isOneOf('face-up'),
  // none of their attributes is for some of the pages alone
  overrides: () => false,
  'page-ranges': (values) => rangesIn(values) !== undefined,
  'print-color-mode': isOneOf(...colorModes),
  'print-content-optimize': isOneOf('auto'),
  'print-quality': isNumber(tags.enum, (quality) => quality === normalQuality),
  'print-rendering-intent': isOneOf('auto'),
  'print-scaling': isOneOf('auto'),
  'printer-resolution': ([value], _, { dpi }) => value !== undefined && isResolution(value, Number(dpi)),
  sides: isOneOf('one-sided'),
}

/** The attributes that jobs may have. */
export const templateNames: readonly string[] = Object.keys(checks)

/** The most ranges of pages of a job. */
const mostRanges = 100

function rangesIn(values: readonly IppValue[]): JobTicket['pages'] {
  if (values.length > mostRanges) return undefined
  const ranges = values.map(({ tag, bytes }) =>
    tag === tags.rangeOfInteger && bytes.length === 8
      ? ([bytes.readInt32BE(), bytes.readInt32BE(4)] as const)
      : undefined,
  )
  let before = 0
  for (const range of ranges) {
    // in ascending order, and none within another: RFC 8011, 5.2.7
    if (range === undefined || range[0] <= before || range[1] < range[0]) return undefined
    before = range[1]
  }
  return ranges as JobTicket['pages']
}

function isResolution({ tag, bytes }: IppValue, dpi: number): boolean {
  if (tag !== tags.resolution || bytes.length !== 9) return false
  return bytes.readInt32BE() === dpi && bytes.readInt32BE(4) === dpi && bytes[8] === dotsPerInch
}

/** What the attributes of a job ask for, with what of it is not done. RFC 8011, 4.1.7 */
export function ticketOf(job: IppAttributes, printer: Printer): JobTicket {
  const unsupported: Attribute[] = []
  const done = new Map<string, readonly IppValue[]>()
  for (const [name, values] of job) {
    const check = checks[name]
    if (check === undefined) unsupported.push({ tag: 'unsupported', name, values: [undefined] })
    else if (!check(values, job, printer)) unsupported.push({ tag: 'received', name, values })
    else done.set(name, values)
  }
  const [copies] = done.get('copies') ?? []
  const pages = done.get('page-ranges')
  return {
    copies: (copies && numberIn(copies, tags.integer)) ?? 1,
    pages: pages && rangesIn(pages),
    unsupported,
  }
}

/** What a printer says of what jobs may ask for. */
export function templateAttributes(
  printer: Printer,
  { takesPdf }: { readonly takesPdf: boolean },
): readonly Attribute[] {
  const keyword = (name: string, ...values: readonly string[]): Attribute => ({ tag: 'keyword', name, values })
  const number = (name: string, value: number): Attribute => ({ tag: 'enum', name, values: [value] })
  const both = (name: string, usual: string, all: readonly string[] = [usual]): readonly Attribute[] => [
    keyword(`${name}-default`, usual),
    keyword(`${name}-supported`, ...all),
  ]
  const enums = (name: string, value: number): readonly Attribute[] => [
    number(`${name}-default`, value),
    number(`${name}-supported`, value),
  ]
  const dpi = Number(printer.dpi)
  return [
    { tag: 'integer', name: 'copies-default', values: [1] },
    { tag: 'rangeOfInteger', name: 'copies-supported', values: [[1, mostCopies]] },
    ...enums('finishings', noFinishing),
    ...mediaAttributes(printer),
    ...enums('orientation-requested', portrait),
    ...both('output-bin', 'face-up'),
    keyword('overrides-supported', 'document-number', 'pages'),
    { tag: 'boolean', name: 'page-ranges-supported', values: [takesPdf] },
    ...both('print-color-mode', 'monochrome', colorModes),
    ...both('print-content-optimize', 'auto'),
    ...enums('print-quality', normalQuality),
    ...both('print-rendering-intent', 'auto'),
    ...both('print-scaling', 'auto'),
    { tag: 'resolution', name: 'printer-resolution-default', values: [dpi] },
    { tag: 'resolution', name: 'printer-resolution-supported', values: [dpi] },
    ...both('sides', 'one-sided'),
  ]
}
