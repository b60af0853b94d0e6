/** A request for a printer as its operations take it: what every operation needs is there and in order. RFC 8011, 4.1 */

import { printableLine } from '../../../messages.ts'
import {
  groups,
  type IppAttributes,
  IppSyntaxError,
  type IppValue,
  type RequestHead,
  requestOf,
  tags,
} from '../../../printing/channels/ipp-message.ts'
import { IppRefusal } from './status.ts'

export interface PrinterRequest {
  /** The attributes of the operation. */
  readonly operation: IppAttributes
  /** Those of the job. */
  readonly job: IppAttributes
  /** Empty if there is none. */
  readonly document: Uint8Array
  /** The URI of the printer as the client has it, or of one of its jobs. */
  readonly target: string
}

const none: IppAttributes = new Map()

/** @throws IppRefusal */
export function printerRequest({ version, requestId }: RequestHead, bytes: Uint8Array): PrinterRequest {
  const [major, minor] = version
  if (major !== 1 && major !== 2)
    throw new IppRefusal('versionNotSupported', `IPP ${major}.${minor}; 1.0 to 2.2 are supported`)
  if (requestId < 1) throw bad(`the request ID ${requestId}; it is 1 at least`)
  const { groups: all, document } = read(bytes)
  const [first] = all
  if (first?.tag !== groups.operation) throw bad('no attributes of the operation')
  const operation = first.attributes
  const [charset, language] = operation.keys()
  if (charset !== 'attributes-charset' || language !== 'attributes-natural-language')
    throw bad('attributes-charset and attributes-natural-language are not the first two attributes')
  const given = textOf(operation, charset, tags.charset)?.toLowerCase()
  if (given === undefined || textOf(operation, language, tags.naturalLanguage) === undefined)
    throw bad('attributes-charset or attributes-natural-language has another syntax')
  if (given !== 'utf-8' && given !== 'us-ascii')
    throw new IppRefusal('charsetNotSupported', 'another character set than utf-8')
  const target = textOf(operation, 'printer-uri', tags.uri) ?? textOf(operation, 'job-uri', tags.uri)
  if (target === undefined) throw bad('no printer-uri and no job-uri')
  return { operation, job: all.find(({ tag }) => tag === groups.job)?.attributes ?? none, document, target }
}

/** @throws IppRefusal */
function read(bytes: Uint8Array): ReturnType<typeof requestOf> {
  try {
    return requestOf(bytes)
  } catch (error) {
    if (error instanceof IppSyntaxError) throw bad(`the client ${error.message}`)
    throw error
  }
}

const bad = (message: string): IppRefusal => new IppRefusal('badRequest', message)

/** Values of this syntax. */
const nameWithLanguage = 0x36

/** The only value of an attribute of these syntaxes as a line of text; undefined if there is none. */
export function textOf(attributes: IppAttributes, name: string, ...syntaxes: readonly number[]): string | undefined {
  const [value] = attributes.get(name) ?? []
  if (value === undefined || !syntaxes.includes(value.tag)) return undefined
  return printableLine(value.bytes.toString('utf8'))
}

/** The characters of a name that are kept: RFC 8011, 5.1.3 has 255 bytes. */
const longestName = 100

/** A name, with or without its language (RFC 8010, 3.9); undefined if there is none, or an empty one. */
export function nameOf(attributes: IppAttributes, name: string): string | undefined {
  const [value] = attributes.get(name) ?? []
  const bytes = value && (value.tag === nameWithLanguage ? withoutLanguage(value.bytes) : value.bytes)
  if (bytes === undefined || (value!.tag !== tags.name && value!.tag !== nameWithLanguage)) return undefined
  const text = printableLine(bytes.toString('utf8')).trim().slice(0, longestName)
  return text === '' ? undefined : text
}

/** What follows a language: both have their lengths in two bytes before them. */
function withoutLanguage(bytes: Buffer): Buffer | undefined {
  const at = bytes.length < 2 ? 0 : 2 + bytes.readUInt16BE()
  return at + 2 <= bytes.length && at > 0 ? bytes.subarray(at + 2) : undefined
}

export const keywordsOf = (attributes: IppAttributes, name: string): readonly string[] =>
  (attributes.get(name) ?? []).filter(({ tag }) => tag === tags.keyword).map(({ bytes }) => bytes.toString('latin1'))

/** The first value of an attribute as a number; undefined if it is not one. */
export function numberOf(
  attributes: IppAttributes,
  name: string,
  syntax: typeof tags.integer | typeof tags.enum = tags.integer,
): number | undefined {
  const [value] = attributes.get(name) ?? []
  return value && numberIn(value, syntax)
}

export const numberIn = ({ tag, bytes }: IppValue, syntax: number): number | undefined =>
  tag === syntax && bytes.length === 4 ? bytes.readInt32BE() : undefined

/** Undefined if it is not given, or not a truth. */
export function truthOf(attributes: IppAttributes, name: string): boolean | undefined {
  const [value] = attributes.get(name) ?? []
  return value?.tag === tags.boolean && value.bytes.length === 1 ? value.bytes[0] !== 0 : undefined
}
