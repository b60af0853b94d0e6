/** Messages of the Internet Printing Protocol as bytes: RFC 8010, 3. */

import { quoted } from '../../../symbologies/messages.ts'

/** RFC 8010, 3.5.1: what begins a group of attributes, and what ends the last. */
export const groups = { operation: 0x01, job: 0x02, end: 0x03, printer: 0x04, unsupported: 0x05 } as const

/** RFC 8010, 3.5.2: the values that we send and read; the first three stand in the place of a value. */
export const tags = {
  unsupported: 0x10,
  unknown: 0x12,
  noValue: 0x13,
  integer: 0x21,
  boolean: 0x22,
  enum: 0x23,
  octetString: 0x30,
  dateTime: 0x31,
  resolution: 0x32,
  rangeOfInteger: 0x33,
  collection: 0x34,
  endOfCollection: 0x37,
  text: 0x41,
  name: 0x42,
  keyword: 0x44,
  uri: 0x45,
  uriScheme: 0x46,
  charset: 0x47,
  naturalLanguage: 0x48,
  mimeMediaType: 0x49,
  memberName: 0x4a,
} as const

/** The tags from this one on are of values, those below it of groups; from the other on they are reserved. */
const firstValueTag = 0x10
const firstReservedTag = 0x80

interface Sent<Tag extends keyof typeof tags, Value> {
  readonly tag: Tag
  readonly name: string
  readonly values: readonly Value[]
}

type TextTag = 'charset' | 'keyword' | 'mimeMediaType' | 'name' | 'naturalLanguage' | 'text' | 'uri' | 'uriScheme'

/** An attribute that is sent, with one value at least; texts in UTF-8 are at most 32767 bytes long. */
export type Attribute =
  | Sent<TextTag | 'octetString', string>
  | Sent<'enum' | 'integer', number>
  | Sent<'boolean', boolean>
  | Sent<'dateTime', Date>
  /** Dots an inch, both ways. */
  | Sent<'resolution', number>
  | Sent<'rangeOfInteger', readonly [least: number, most: number]>
  | Sent<'noValue' | 'unknown' | 'unsupported', undefined>
  | Collection
  | Echo

/** Each value is a group of attributes of its own: RFC 8010, 3.1.6. */
export interface Collection {
  readonly tag: 'collection'
  readonly name: string
  readonly values: readonly (readonly Attribute[])[]
}

/** An attribute as it was received. */
interface Echo {
  readonly tag: 'received'
  readonly name: string
  readonly values: readonly IppValue[]
}

interface SentGroup {
  readonly tag: number
  readonly attributes: readonly Attribute[]
}

export interface IppRequest {
  /** RFC 8011, 5.4.15 */
  readonly operation: number
  /** 1 to 2 ** 31 - 1 */
  readonly requestId: number
  readonly groups: readonly SentGroup[]
}

/** Major and minor, one byte each. */
export type IppVersion = readonly [major: number, minor: number]

/** RFC 8010, 3.1.8: IPP/1.1, which all printers know. */
const version: IppVersion = [1, 1]

/** A request up to its document, which follows without a separator. */
export function requestBytes({ operation, requestId, groups: sent }: IppRequest): Uint8Array {
  return messageBytes(version, operation, requestId, sent)
}

/** A response to a request of that version and ID. @param status  RFC 8011, appendix B */
export function responseBytes(
  { version: of, requestId }: Pick<RequestHead, 'version' | 'requestId'>,
  status: number,
  sent: readonly SentGroup[],
): Uint8Array {
  return messageBytes(of, status, requestId, sent)
}

function messageBytes(of: IppVersion, code: number, requestId: number, sent: readonly SentGroup[]): Uint8Array {
  const parts = [Buffer.from(of), short(code), long(requestId)]
  for (const { tag, attributes } of sent) {
    parts.push(Buffer.of(tag))
    parts.push(...attributes.map((attribute) => attributeBytes(attribute)))
  }
  parts.push(Buffer.of(groups.end))
  return Buffer.concat(parts)
}

/** @param name  empty for a member of a collection, whose name is a value of its own */
function attributeBytes(attribute: Attribute, name = attribute.name): Buffer {
  // an attribute's further values have an empty name (RFC 8010, 3.1.5)
  const nameOf = (index: number): string => (index === 0 ? name : '')
  const { values } = attribute
  if (attribute.tag === 'received')
    return Buffer.concat(attribute.values.map(({ tag, bytes }, i) => tagged(tag, nameOf(i), bytes)))
  if (attribute.tag !== 'collection') {
    const { tag } = attribute
    return Buffer.concat(values.map((value, i) => tagged(tags[tag], nameOf(i), valueBytes(tag, value))))
  }
  const nothing = Buffer.alloc(0)
  return Buffer.concat(
    attribute.values.flatMap((members, i) => [
      tagged(tags.collection, nameOf(i), nothing),
      ...members.flatMap((member) => [
        tagged(tags.memberName, '', Buffer.from(member.name)),
        attributeBytes(member, ''),
      ]),
      tagged(tags.endOfCollection, '', nothing),
    ]),
  )
}

function tagged(tag: number, name: string, value: Buffer): Buffer {
  return Buffer.concat([Buffer.of(tag), counted(Buffer.from(name)), counted(value)])
}

/** RFC 8010, 3.9 */
function valueBytes(tag: Exclude<Attribute['tag'], 'collection' | 'received'>, value: unknown): Buffer {
  switch (tag) {
    case 'integer':
    case 'enum':
      return long(value as number)
    case 'boolean':
      return Buffer.of(value === true ? 1 : 0)
    case 'dateTime':
      return dateTime(value as Date)
    case 'resolution':
      return Buffer.concat([long(value as number), long(value as number), Buffer.of(dotsPerInch)])
    case 'rangeOfInteger':
      return Buffer.concat((value as readonly number[]).map(long))
    case 'noValue':
    case 'unknown':
    case 'unsupported':
      return Buffer.alloc(0)
    default:
      return Buffer.from(value as string)
  }
}

/** RFC 8011, 5.1.16: the unit of a resolution. */
export const dotsPerInch = 3

/** RFC 2579, DateAndTime: the year in two bytes, the rest in one each, in UTC. */
function dateTime(time: Date): Buffer {
  const rest = [time.getUTCMonth() + 1, time.getUTCDate(), time.getUTCHours(), time.getUTCMinutes()]
  const seconds = [time.getUTCSeconds(), Math.floor(time.getUTCMilliseconds() / 100)]
  return Buffer.concat([short(time.getUTCFullYear()), Buffer.of(...rest, ...seconds), Buffer.from('+\0\0')])
}

function counted(bytes: Buffer): Buffer {
  return Buffer.concat([short(bytes.length), bytes])
}

function short(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function long(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

export interface IppValue {
  readonly tag: number
  readonly bytes: Buffer
}

/** The attributes of a group by their names. Members of a collection are further values of the attribute that has it. */
export type IppAttributes = ReadonlyMap<string, readonly IppValue[]>

/** A group of attributes as it was received. */
interface ReceivedGroup {
  readonly tag: number
  readonly attributes: IppAttributes
}

export interface IppResponse {
  /** RFC 8011, 5.4.16 */
  readonly status: number
  readonly requestId: number
  readonly groups: readonly ReceivedGroup[]
}

/** What a request begins with: it is enough to answer. */
export interface RequestHead {
  readonly version: IppVersion
  readonly operation: number
  readonly requestId: number
}

export interface ReceivedRequest {
  readonly groups: readonly ReceivedGroup[]
  /** Empty if the request has none. */
  readonly document: Uint8Array
}

/** Bytes that are not an IPP message. The message goes on after a subject: "sends ..." */
export class IppSyntaxError extends Error {}

/** @throws IppSyntaxError  what is wrong, and at which byte */
export function responseOf(bytes: Uint8Array): IppResponse {
  const cursor = new Cursor(bytes)
  const { version, code: status, requestId } = headIn(cursor)
  if (version[0] !== 1 && version[0] !== 2)
    throw new IppSyntaxError(`sends IPP of version ${version[0]}; accepted: 1 and 2`)
  return { status, requestId, groups: groupsIn(cursor, Number.POSITIVE_INFINITY) }
}

/** The first eight bytes of a request, whatever its version. @throws IppSyntaxError */
export function requestHead(bytes: Uint8Array): RequestHead {
  const { version, code: operation, requestId } = headIn(new Cursor(bytes))
  return { version, operation, requestId }
}

/** The most values that the attributes of a request have; the longest of CUPS have a hundred. */
const mostValues = 2000

/** The attributes and the document of a request. @throws IppSyntaxError  what is wrong, and at which byte */
export function requestOf(bytes: Uint8Array): ReceivedRequest {
  const cursor = new Cursor(bytes)
  headIn(cursor)
  const read = groupsIn(cursor, mostValues)
  return { groups: read, document: cursor.rest() }
}

/** RFC 8010, 3.1.8: version, operation or status, and the ID of the request. */
function headIn(cursor: Cursor): { version: IppVersion; code: number; requestId: number } {
  const [major, minor] = cursor.take(2, 'the version') as unknown as [number, number]
  const code = cursor.take(2, 'the status code or the operation').readUInt16BE()
  return { version: [major, minor], code, requestId: cursor.take(4, 'the request ID').readInt32BE() }
}

/** The groups of attributes, up to their end. @param most  values of all that are accepted */
function groupsIn(cursor: Cursor, most: number): readonly ReceivedGroup[] {
  const read: { tag: number; attributes: Map<string, IppValue[]> }[] = []
  let values: IppValue[] | undefined
  let count = 0
  for (let tag = cursor.tag(); tag !== groups.end; tag = cursor.tag()) {
    if (++count > most) throw cursor.error(`more than ${most} values`)
    if (tag < firstValueTag) {
      if (read.length === 0 && tag !== groups.operation) throw cursor.error('a group that is not of the operation')
      read.push({ tag, attributes: new Map() })
      values = undefined
      continue
    }
    const name = cursor.counted('the name of an attribute').toString('latin1')
    const value = { tag, bytes: cursor.counted('the value of an attribute') }
    if (name !== '') values = added(read.at(-1)?.attributes, name, cursor)
    if (values === undefined) throw cursor.error('a further value without an attribute')
    values.push(value)
  }
  return read
}

/**
 * The members of the first collection among values, by their names, those of collections within it by both: `media-size/x-dimension`.
 * What is not a member is left out.
 */
export function membersOf(values: readonly IppValue[]): IppAttributes {
  const members = new Map<string, IppValue[]>()
  /** The names of the members that are open, the outermost first. */
  const path: string[] = []
  for (const value of values) {
    if (value.tag === tags.collection) path.push('')
    else if (value.tag === tags.endOfCollection) {
      path.pop()
      if (path.length === 0) break
    } else if (path.length === 0) continue
    else if (value.tag === tags.memberName) path[path.length - 1] = value.bytes.toString('latin1')
    else {
      const name = path.join('/')
      const all = members.get(name)
      if (all === undefined) members.set(name, [value])
      else all.push(value)
    }
  }
  return members
}

function added(attributes: Map<string, IppValue[]> | undefined, name: string, cursor: Cursor): IppValue[] {
  if (attributes === undefined) throw cursor.error('an attribute outside of a group')
  if (attributes.has(name)) throw cursor.error(`${quoted(name)} a second time`)
  const values: IppValue[] = []
  attributes.set(name, values)
  return values
}

/** Takes the parts of a message one after the other. */
class Cursor {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  }

  take(count: number, what: string): Buffer {
    const end = this.#at + count
    if (end > this.#bytes.length) {
      throw new IppSyntaxError(`sends IPP that ends within ${what}, after ${this.#bytes.length} bytes`)
    }
    const taken = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return taken
  }

  /** What is left. */
  rest(): Buffer {
    return this.#bytes.subarray(this.#at)
  }

  tag(): number {
    const tag = this.take(1, 'the attributes')[0]!
    if (tag === 0 || tag >= firstReservedTag) throw this.error(`the tag ${tag}, which is reserved`)
    return tag
  }

  /** A part with its length in two bytes before it. */
  counted(what: string): Buffer {
    const length = this.take(2, `the length of ${what}`).readInt16BE()
    if (length < 0) throw this.error(`a length below 0 for ${what}`)
    return this.take(length, what)
  }

  error(what: string): IppSyntaxError {
    return new IppSyntaxError(`sends IPP with ${what}, before byte ${this.#at}`)
  }
}
