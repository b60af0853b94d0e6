/** What a printer says of itself: RFC 8011, 5.4, PWG 5100.12, 5100.13 and 5100.14 (IPP Everywhere), PWG 5102.4 (its raster). */

import { createHash } from 'node:crypto'
import type { Attribute } from '../../../printing/channels/ipp-message.ts'
import { type Condition, needsAttention, type Printer } from '../../../printing/index.ts'
import { isPrinterLanguage, languageTraits } from '../../../render/language.ts'
import { templateAttributes, templateNames } from './job-template.ts'
import { columnDatabase } from './media.ts'
import { operations } from './operations.ts'

/** What is told besides what the entry of a printer has. */
export interface Circumstances {
  /** As the client has it, such as ipp://labels.local:8080/ipp/print/dock-1. */
  readonly uri: string
  readonly uuid: string
  /** Whether there are keys. */
  readonly needsKey: boolean
  /** Media types of documents. */
  readonly formats: readonly string[]
  /** What the printer said last; undefined if it has not been asked, or has not answered. */
  readonly condition: Condition | undefined
  /** Jobs that wait or are printed. */
  readonly jobs: number
  /** Milliseconds since 1970. */
  readonly now: number
  /** When the service was started, and when the condition changed last. */
  readonly started: number
  readonly changed: number
}

/** What is sent as a document where its bytes say what it is. */
export const anyFormat = 'application/octet-stream'

/** The largest document, in KiB. */
export const mostKilobytes = 8192

/** A name of a printer that is always the same: RFC 4122, 4.3, of its place in the URL namespace. @param place  host:port/name */
export function uuidOf(place: string): string {
  const namespace = Buffer.from('6ba7b8119dad11d180b400c04fd430c8', 'hex')
  const bytes = createHash('sha1').update(namespace).update(`ipp://${place}`).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x50
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `urn:uuid:${[hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')}`
}

/** What of Apple raster a printer takes: version, copies, resolution, grey and colours of 8 bits, normal quality. */
export const urfOf = ({ dpi }: Pick<Printer, 'dpi'>): readonly string[] => [
  'V1.4',
  'CP255',
  `RS${dpi}`,
  'W8',
  'SRGB24',
  'PQ4',
]

/** What people choose it by: `quietzone ZPL 203 dpi`. */
export function modelOf({ language, dpi }: Pick<Printer, 'language' | 'dpi'>): string {
  const title = isPrinterLanguage(language) ? languageTraits[language].title : language.toUpperCase()
  return `quietzone ${title} ${dpi} dpi`
}

/** RFC 8011, 5.4.11 */
const [idle, processing, stopped] = [3, 4, 5] as const

/** RFC 8011, 5.4.12: keywords for what printers say. */
const reasonOf: { readonly [state in Condition['state']]: string } = {
  ready: 'none',
  unknown: 'none',
  paper_out: 'media-empty-error',
  ribbon_out: 'marker-supply-empty-error',
  head_open: 'cover-open-error',
  cover_open: 'cover-open-error',
  wrong_media: 'media-needed-error',
  paused: 'paused',
  buffer_full: 'spool-area-full-report',
  error: 'other-error',
  unreachable: 'timed-out-warning',
  silent: 'timed-out-warning',
}

function stateAttributes({ condition, jobs }: Circumstances): readonly Attribute[] {
  const isStopped = condition !== undefined && needsAttention(condition)
  const reason =
    condition?.reason === 'paper_jam' ? 'media-jam-error' : condition === undefined ? 'none' : reasonOf[condition.state]
  const message = condition?.message ?? ''
  return [
    { tag: 'enum', name: 'printer-state', values: [isStopped ? stopped : jobs > 0 ? processing : idle] },
    { tag: 'keyword', name: 'printer-state-reasons', values: [reason] },
    { tag: 'text', name: 'printer-state-message', values: [message] },
  ]
}

/** All that a printer says; what is asked for is chosen of it. */
export function printerAttributes(printer: Printer, about: Circumstances): readonly Attribute[] {
  const keywords = (name: string, ...values: readonly string[]): Attribute => ({ tag: 'keyword', name, values })
  const text = (name: string, value: string): Attribute => ({ tag: 'text', name, values: [value] })
  const uri = (name: string, value: string): Attribute => ({ tag: 'uri', name, values: [value] })
  const truth = (name: string, value: boolean): Attribute => ({ tag: 'boolean', name, values: [value] })
  const number = (name: string, value: number): Attribute => ({ tag: 'integer', name, values: [value] })
  const time = (name: string, ms: number): readonly Attribute[] => [
    { tag: 'dateTime', name: `${name}-date-time`, values: [new Date(ms)] },
    number(`${name}-time`, secondsOf(ms)),
  ]
  const { name, labelsPerMinute } = printer
  const dpi = Number(printer.dpi)
  const model = modelOf(printer)
  const { formats } = about
  const isSecure = about.uri.startsWith('ipps:')
  const web = about.uri.replace(/^ipp/, 'http').replace(/\/ipp\/print\/.*$/, '')
  return [
    ...templateAttributes(printer, { takesPdf: formats.includes('application/pdf') }),
    ...stateAttributes(about),
    { tag: 'charset', name: 'charset-configured', values: ['utf-8'] },
    { tag: 'charset', name: 'charset-supported', values: ['utf-8', 'us-ascii'] },
    truth('color-supported', false),
    keywords('compression-supported', 'none', 'gzip', 'deflate'),
    { tag: 'mimeMediaType', name: 'document-format-default', values: [anyFormat] },
    { tag: 'mimeMediaType', name: 'document-format-supported', values: formats },
    { tag: 'naturalLanguage', name: 'generated-natural-language-supported', values: ['en'] },
    keywords('identify-actions-default', 'display'),
    keywords('identify-actions-supported', 'display'),
    keywords('ipp-features-supported', 'ipp-everywhere'),
    keywords('ipp-versions-supported', '1.1', '2.0'),
    keywords('job-creation-attributes-supported', ...jobAttributesOfRequests, ...templateNames),
    truth('job-ids-supported', true),
    { tag: 'rangeOfInteger', name: 'job-k-octets-supported', values: [[0, mostKilobytes]] },
    truth('multiple-document-jobs-supported', false),
    number('multiple-operation-time-out', jobTimeout / 1000),
    keywords('multiple-operation-time-out-action', 'abort-job'),
    { tag: 'naturalLanguage', name: 'natural-language-configured', values: ['en'] },
    { tag: 'enum', name: 'operations-supported', values: Object.values(operations) },
    number('pages-per-minute', labelsPerMinute),
    keywords('pdl-override-supported', 'attempted'),
    truth('preferred-attributes-supported', false),
    ...time('printer-config-change', about.started),
    { tag: 'dateTime', name: 'printer-current-time', values: [new Date(about.now)] },
    text(
      'printer-device-id',
      `MFG:quietzone;MDL:${model.slice('quietzone '.length)};CMD:${commandsOf(formats)};CLS:PRINTER;`,
    ),
    { tag: 'unknown', name: 'printer-geo-location', values: [undefined] },
    keywords('printer-get-attributes-supported', 'document-format'),
    uri('printer-icons', `${web}/assets/icon.svg`),
    text('printer-info', name),
    truth('printer-is-accepting-jobs', true),
    keywords('printer-kind', 'label'),
    text('printer-location', ''),
    text('printer-make-and-model', model),
    uri('printer-more-info', `${web}/jobs`),
    { tag: 'name', name: 'printer-name', values: [name] },
    text('printer-organization', ''),
    text('printer-organizational-unit', ''),
    ...time('printer-state-change', about.changed),
    { tag: 'octetString', name: 'printer-supply', values: [unknownSupply] },
    text('printer-supply-description', 'Labels'),
    uri('printer-supply-info-uri', `${web}/setup`),
    number('printer-up-time', secondsOf(about.now)),
    uri('printer-uri-supported', about.uri),
    uri('printer-uuid', about.uuid),
    { tag: 'resolution', name: 'pwg-raster-document-resolution-supported', values: [dpi] },
    keywords('pwg-raster-document-sheet-back', 'normal'),
    keywords('pwg-raster-document-type-supported', 'black_1', 'sgray_8', 'srgb_8'),
    number('queued-job-count', about.jobs),
    keywords('uri-authentication-supported', about.needsKey ? 'basic' : 'requesting-user-name'),
    keywords('uri-security-supported', isSecure ? 'tls' : 'none'),
    keywords('urf-supported', ...urfOf(printer)),
    keywords('which-jobs-supported', ...whichJobs),
  ]
}

/** Milliseconds in which a job that was created without a document waits for one. */
export const jobTimeout = 120_000

export const whichJobs = ['completed', 'not-completed', 'all'] as const

/** Of operations that make jobs. */
const jobAttributesOfRequests = [
  'ipp-attribute-fidelity',
  'job-name',
  'document-name',
  'document-format',
  'compression',
]

/** PWG 5100.13, 5.6: labels of which nobody counts how many are left. */
const unknownSupply =
  'index=1;class=supplyThatIsConsumed;type=other;unit=percent;maxcapacity=-2;level=-2;colorantname=none;'

/** IEEE 1284.4: what it understands, in the words of drivers. */
function commandsOf(formats: readonly string[]): string {
  const words = {
    'application/pdf': 'PDF',
    'image/pwg-raster': 'PWGRaster',
    'image/urf': 'URF',
    'image/jpeg': 'JPEG',
    'image/png': 'PNG',
  }
  return Object.entries(words)
    .flatMap(([format, word]) => (formats.includes(format) ? [word] : []))
    .join(',')
}

/** As CUPS does, times are seconds since 1970, which is the time since a start that nobody was there for: RFC 8011, 5.3.14. */
export const secondsOf = (ms: number): number => Math.floor(ms / 1000)

/** Of jobs, and what printers say of these: RFC 8011, 4.2.5.1. */
const isOfTemplate = (name: string): boolean =>
  templateNames.some((each) => name.startsWith(`${each}-`)) || /^media-.*-(?:supported|ready|default)$/.test(name)

/** The attributes that are asked for by their names or the names of their groups; all if none are named. */
export function chosen(attributes: readonly Attribute[], names: readonly string[]): readonly Attribute[] {
  const wanted = new Set(names.length === 0 ? ['all'] : names)
  return attributes.filter(({ name }) => {
    if (wanted.has(name)) return true
    if (name === columnDatabase) return false
    return wanted.has('all') || wanted.has(isOfTemplate(name) ? 'job-template' : 'printer-description')
  })
}
