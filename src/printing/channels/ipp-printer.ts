/** What a printer says of itself in the response to Get-Printer-Attributes (RFC 8011, 4.2.5), and in such words elsewhere. */

import { isPrinterLanguage, languageFiles } from '../../render/language.ts'
import type { Condition, JobFormat, PrinterState } from '../printers/printer.ts'
import { PrinterFailure } from './failure.ts'
import { type Attribute, groups, type IppAttributes, type IppResponse, type IppValue, tags } from './ipp-message.ts'
import {
  type ChosenPaper,
  fixedPaper,
  type KnownPaper,
  millimetresOf,
  type PaperSize,
  type Papers,
  sizeInName,
} from './paper.ts'

/** The attributes that are asked for: RFC 8011, 5.4 and, of copies and orientation, 5.2; of paper and scaling, PWG 5100.3 and 5100.13. */
export const printerAttributes = [
  'printer-state',
  'printer-state-reasons',
  'printer-is-accepting-jobs',
  'document-format-supported',
  'copies-supported',
  'operations-supported',
  'media-supported',
  'media-size-supported',
  'media-col-supported',
  'media-default',
  'media-col-default',
  'print-scaling-supported',
  'orientation-requested-supported',
  'printer-make-and-model',
  'printer-resolution-default',
]

export interface IppPrinter {
  readonly condition: Condition
  /** Media types of documents; empty if it does not say. */
  readonly formats: readonly string[]
  /** The most copies of one job. */
  readonly mostCopies: number
  readonly papers: Papers
  /** Whether it takes the size of paper by its measures; by its name otherwise. */
  readonly takesMeasures: boolean
  /** Whether it can be told to print in the document's own size, and not to turn it. */
  readonly unscaled: boolean
  readonly unturned: boolean
  /** Whether it tells what becomes of a job, and takes one back. */
  readonly tellsJobs: boolean
  readonly cancelsJobs: boolean
  /** Its maker's name for it. */
  readonly model: string | undefined
  /** Dots an inch, if they are the same both ways. */
  readonly dpi: number | undefined
}

/** RFC 8011, 5.4.11 */
const stopped = 5

/** @throws PrinterFailure for attributes that are missing or have other values than their syntax allows */
export function ippPrinter({ groups: all }: IppResponse): IppPrinter {
  const attributes = all.find(({ tag }) => tag === groups.printer)?.attributes
  if (attributes === undefined) throw malformed('no attributes of the printer')
  const state = integer(attributes, 'printer-state', tags.enum)
  if (state === undefined) throw malformed('no printer-state')
  const isAccepting = boolean(attributes, 'printer-is-accepting-jobs') ?? true
  const reasons = reasonsOf(texts(attributes, 'printer-state-reasons'))
  return {
    condition: conditionOf(reasons, state === stopped, isAccepting),
    formats: texts(attributes, 'document-format-supported'),
    mostCopies: Math.max(1, upperBound(attributes, 'copies-supported') ?? 1),
    papers: papersIn(attributes),
    takesMeasures: texts(attributes, 'media-col-supported').includes('media-size'),
    unscaled: texts(attributes, 'print-scaling-supported').includes('none'),
    unturned: enums(attributes, 'orientation-requested-supported').includes(portrait),
    tellsJobs: enums(attributes, 'operations-supported').includes(operations.getJobAttributes),
    cancelsJobs: enums(attributes, 'operations-supported').includes(operations.cancelJob),
    model: texts(attributes, 'printer-make-and-model')[0],
    dpi: resolutionIn(attributes, 'printer-resolution-default'),
  }
}

/** RFC 8011, 5.4.15 */
export const operations = {
  printJob: 0x0002,
  cancelJob: 0x0008,
  getJobAttributes: 0x0009,
  getPrinterAttributes: 0x000b,
}

/** RFC 8011, 5.2.10: as the document has it. */
const portrait = 3

/** What a job asks for so that the document comes out as it is, as far as the printer can be asked: PWG 5100.3, 5100.13. */
export function layoutAttributes(paper: ChosenPaper | undefined, printer: IppPrinter): readonly Attribute[] {
  const { takesMeasures, unscaled, unturned } = printer
  const attributes: Attribute[] = []
  if (paper !== undefined && takesMeasures) {
    const size: readonly Attribute[] = [
      { tag: 'integer', name: 'x-dimension', values: [paper.x] },
      { tag: 'integer', name: 'y-dimension', values: [paper.y] },
    ]
    const members: readonly Attribute[] = [{ tag: 'collection', name: 'media-size', values: [size] }]
    attributes.push({ tag: 'collection', name: 'media-col', values: [members] })
  } else if (paper !== undefined) attributes.push({ tag: 'keyword', name: 'media', values: [paper.name] })
  if (unscaled) attributes.push({ tag: 'keyword', name: 'print-scaling', values: ['none'] })
  if (unturned) attributes.push({ tag: 'enum', name: 'orientation-requested', values: [portrait] })
  return attributes
}

/** The most sizes that are read of a printer. */
const mostPapers = 2000

/** By their names, and where they have none by their measures. */
function papersIn(attributes: IppAttributes): Papers {
  const names = texts(attributes, 'media-supported').slice(0, mostPapers)
  const [usualName] = texts(attributes, 'media-default')
  const [usual] = measuresIn(attributes, 'media-col-default')
  return {
    known: [...namedPapers(names), ...measuresIn(attributes, 'media-size-supported').map(measured)],
    usual: usual?.least ?? (usualName === undefined ? undefined : sizeInName(usualName)),
  }
}

const customName = ({ x, y }: PaperSize): string => {
  const measures = `${millimetresOf(x)}x${millimetresOf(y)}mm`
  return `custom_${measures}_${measures}`
}

const measured = ({ least, most }: Measures): KnownPaper => ({ least, most, name: customName })

/** PWG 5101.1, 5.2: `custom_min_0.5x0.5in` and `custom_max_8x50in` are the ends of a range, and so with `roll`. */
function namedPapers(names: readonly string[]): KnownPaper[] {
  return names.flatMap((name): KnownPaper[] => {
    const size = sizeInName(name)
    const [, kind, end] = /^(custom|roll)_(min|max)_/.exec(name) ?? []
    if (size === undefined || end === 'max') return []
    if (end === undefined) return [fixedPaper(size, name)]
    const most = names.find((other) => other.startsWith(`${kind}_max_`))
    const largest = most === undefined ? undefined : sizeInName(most)
    return largest === undefined ? [] : [{ least: size, most: largest, name: customName }]
  })
}

interface Measures {
  readonly least: PaperSize
  readonly most: PaperSize
}

/** The pairs of x-dimension and y-dimension among the members of collections, in hundredths of a millimetre: PWG 5100.3, 3.13.8. */
function measuresIn(attributes: IppAttributes, name: string): readonly Measures[] {
  const found: Measures[] = []
  let member = ''
  let x: readonly [number, number] | undefined
  for (const { tag, bytes } of attributes.get(name) ?? []) {
    if (found.length === mostPapers) break
    if (tag === tags.memberName) member = bytes.toString('latin1')
    const range = rangeOf(tag, bytes)
    if (range === undefined) continue
    if (member === 'x-dimension') x = range
    if (member !== 'y-dimension' || x === undefined) continue
    found.push({ least: { x: x[0], y: range[0] }, most: { x: x[1], y: range[1] } })
    x = undefined
  }
  return found
}

/** Both ends of a number or of a range of them; undefined for another value. */
function rangeOf(tag: number, bytes: Buffer): readonly [number, number] | undefined {
  if (tag === tags.integer && bytes.length === 4) return [bytes.readInt32BE(), bytes.readInt32BE()]
  if (tag === tags.rangeOfInteger && bytes.length === 8) return [bytes.readInt32BE(), bytes.readInt32BE(4)]
  return undefined
}

export function conditionOf(reasons: readonly Reason[], isStopped: boolean, isAccepting: boolean): Condition {
  const state = stateOf(reasons, isStopped)
  if (state === 'ready' && !isAccepting) return { state: 'error', message: 'it accepts no jobs' }
  return { state, message: stateInWords(state, reasons) }
}

/** What a print server sends as it is. */
const raw = ['application/vnd.cups-raw', 'application/octet-stream']

/** The media types of a language, the best first. A print server turns text of an unnamed type into a page of its letters. */
function formatsOf(language: JobFormat): readonly string[] {
  if (!isPrinterLanguage(language)) return [language === 'pdf' ? 'application/pdf' : 'image/png']
  const { printType } = languageFiles[language]
  return printType === undefined ? raw : [printType, ...raw]
}

/** The longest list of media types that a message quotes. */
const mostFormats = 10

/** The media type to send documents with. @throws PrinterFailure if the printer lists others alone */
export function formatFor(language: JobFormat, { formats }: IppPrinter): string {
  const wanted = formatsOf(language)
  const format = formats.length === 0 ? wanted.at(-1) : wanted.find((each) => formats.includes(each))
  if (format !== undefined) return format
  const named = formats.filter((each) => /^[a-z0-9.+-]+\/[a-z0-9.+-]{1,60}$/i.test(each)).slice(0, mostFormats)
  throw new PrinterFailure(
    'printer_refused',
    `does not take ${wanted.join(' or ')}; it takes ${named.join(', ')}${named.length < formats.length ? ', ...' : ''}`,
  )
}

function malformed(what: string): PrinterFailure {
  return new PrinterFailure('printer_refused', `sends IPP with ${what}`)
}

/** The only value of an attribute, of a syntax; undefined if there is none. @throws PrinterFailure */
function single(attributes: IppAttributes, name: string, tag: number, length: number): Buffer | undefined {
  const values = attributes.get(name)?.filter((value) => !isOutOfBand(value))
  if (values === undefined || values.length === 0) return undefined
  const [value] = values
  if (values.length > 1 || value!.tag !== tag || value!.bytes.length !== length) {
    throw malformed(`a value of ${name} that it cannot have`)
  }
  return value!.bytes
}

/** RFC 8010, 3.5.2: unsupported, unknown and no-value stand for a value. */
const isOutOfBand = ({ tag }: IppValue): boolean => tag < 0x20

export function integer(attributes: IppAttributes, name: string, tag: number): number | undefined {
  return single(attributes, name, tag, 4)?.readInt32BE()
}

function boolean(attributes: IppAttributes, name: string): boolean | undefined {
  const value = single(attributes, name, tags.boolean, 1)?.[0]
  return value === undefined ? undefined : value !== 0
}

function upperBound(attributes: IppAttributes, name: string): number | undefined {
  return single(attributes, name, tags.rangeOfInteger, 8)?.readInt32BE(4)
}

/** RFC 8011, 5.1.16: dots across and along, and 3 for an inch; undefined for another unit. */
function resolutionIn(attributes: IppAttributes, name: string): number | undefined {
  const value = attributes.get(name)?.find(({ tag, bytes }) => tag === tags.resolution && bytes.length === 9)?.bytes
  if (value === undefined || value[8] !== 3 || value.readInt32BE() !== value.readInt32BE(4)) return undefined
  return value.readInt32BE()
}

function enums(attributes: IppAttributes, name: string): readonly number[] {
  const values = attributes.get(name)?.filter(({ tag, bytes }) => tag === tags.enum && bytes.length === 4) ?? []
  return values.map(({ bytes }) => bytes.readInt32BE())
}

export function texts(attributes: IppAttributes, name: string): readonly string[] {
  const values = attributes.get(name)?.filter((value) => !isOutOfBand(value)) ?? []
  return values.map(({ bytes }) => bytes.toString('latin1'))
}

/**
 * RFC 8011, 5.4.12, and PWG 5100.9: keywords of printer-state-reasons by what they mean for labels, the most urgent first.
 *
 * Print servers also send keywords of work that goes on, such as connecting-to-device, without a severity: they stop nothing.
 */
const stateOfReason: readonly (readonly [RegExp, PrinterState])[] = [
  [/^(?:cover|door|interlock)-open$/, 'head_open'],
  [/^(?:media-empty|media-needed|input-tray-missing)$/, 'paper_out'],
  [/^(?:marker-supply|marker-ribbon|toner)-(?:empty|missing)$/, 'ribbon_out'],
  [/^(?:paused|moving-to-paused)$/, 'paused'],
  [/^spool-area-full$/, 'buffer_full'],
  [/^(?:shutdown|deactivated|timed-out|offline)$/, 'unreachable'],
  [/^(?:media-jam|stopped-partly|stopping)$/, 'error'],
]

/** What a printer in a state is. */
const stateText: Readonly<Record<PrinterState, string>> = {
  ready: 'ready',
  paper_out: 'out of paper',
  ribbon_out: 'out of ribbon',
  head_open: 'open',
  cover_open: 'open',
  wrong_media: 'with other paper in it',
  paused: 'paused',
  buffer_full: 'without room for another job',
  error: 'in error',
  unreachable: 'off, or not connected to its print server',
  silent: 'silent',
  unknown: 'in an unknown state',
}

/** A reason as its printer sends it. */
interface Reason {
  readonly keyword: string
  /** RFC 8011, 5.4.12: a warning or a report does not stop the printer. */
  readonly severity: 'error' | 'warning' | 'report' | 'none'
}

/** The reasons among `values`; what is not a keyword is left out, because it is quoted to people. */
export function reasonsOf(values: readonly string[]): readonly Reason[] {
  return values.slice(0, 100).flatMap((value): Reason[] => {
    const [, keyword, severity = 'none'] = /^([a-z][a-z0-9_.-]{0,60}?)(?:-(error|warning|report))?$/.exec(value) ?? []
    if (keyword === undefined || keyword === 'none') return []
    return [{ keyword, severity: severity as Reason['severity'] }]
  })
}

/** The state that reasons put a printer in: `ready` if none of them stops it. */
function stateOf(reasons: readonly Reason[], isStopped: boolean): PrinterState {
  const stopping = reasons.filter(({ severity }) => isStopped || severity === 'error' || severity === 'none')
  for (const [pattern, state] of stateOfReason) {
    if (stopping.some(({ keyword }) => pattern.test(keyword))) return state
  }
  return isStopped || stopping.some(({ severity }) => severity === 'error') ? 'error' : 'ready'
}

/** The longest list of reasons that a message quotes. */
const mostReasons = 5

/** A state in words, with the reasons for it: `out of paper (media-empty)`. */
function stateInWords(state: PrinterState, reasons: readonly Reason[]): string {
  const others = reasons.map(({ keyword }) => keyword).filter((keyword) => keyword !== state)
  const keywords = [...others.slice(0, mostReasons), ...(others.length > mostReasons ? ['...'] : [])]
  return keywords.length === 0 ? stateText[state] : `${stateText[state]} (${keywords.join(', ')})`
}
