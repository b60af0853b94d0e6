/** Messages of the Internet Printing Protocol as bytes: RFC 8010, 3. */

import { quoted } from '../../../symbologies/messages.ts'

/** RFC 8010, 3.5.1: what begins a group of attributes, and what ends the last. */
export const groups = { operation: 0x01, job: 0x02, end: 0x03, printer: 0x04, unsupported: 0x05 } as const

/** RFC 8010, 3.5.2: the values that we send and read. */
export const tags = {
  integer: 0x21,
  boolean: 0x22,
  enum: 0x23,
  resolution: 0x32,
  rangeOfInteger: 0x33,
  collection: 0x34,
  endOfCollection: 0x37,
  name: 0x42,
  keyword: 0x44,
  uri: 0x45,
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

/** An attribute of a request, with one value at least; texts in UTF-8 are at most 32767 bytes long. */
export type Attribute =
  | Sent<'charset' | 'keyword' | 'mimeMediaType' | 'name' | 'naturalLanguage' | 'uri', string>
  | Sent<'enum' | 'integer', number>
  | Sent<'boolean', boolean>
  | Collection

/** Each value is a group of attributes of its own: RFC 8010, 3.1.6. */
export interface Collection {
  readonly tag: 'collection'
  readonly name: string
  readonly values: readonly (readonly Attribute[])[]
}

export interface IppRequest {
  /** RFC 8011, 5.4.15 */
  readonly operation: number
  /** 1 to 2 ** 31 - 1 */
  readonly requestId: number
  readonly groups: readonly { readonly tag: number; readonly attributes: readonly Attribute[] }[]
}

/** RFC 8010, 3.1.8: IPP/1.1, which all printers know. */
const version = [1, 1]

/** A request up to its document, which follows without a separator. */
export function requestBytes({ operation, requestId, groups: sent }: IppRequest): Uint8Array {
  const parts = [Buffer.from(version), short(operation), long(requestId)]
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
  if (attribute.tag !== 'collection') {
    const { tag, values } = attribute
    return Buffer.concat(values.map((value, i) => tagged(tags[tag], nameOf(i), valueBytes(value))))
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

function valueBytes(value: string | number | boolean): Buffer {
  if (typeof value === 'string') return Buffer.from(value)
  return typeof value === 'number' ? long(value) : Buffer.of(value ? 1 : 0)
}

function counted(bytes: Buffer): Buffer {
  return Buffer.concat([short(bytes.length), bytes])
}

function short(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
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

export interface IppResponse {
  /** RFC 8011, 5.4.16 */
  readonly status: number
  readonly requestId: number
  readonly groups: readonly { readonly tag: number; readonly attributes: IppAttributes }[]
}

/** Bytes that are no IPP response. The message goes on after a subject: "sends ..." */
export class IppSyntaxError extends Error {}

/** @throws IppSyntaxError  what is wrong, and at which byte */
export function responseOf(bytes: Uint8Array): IppResponse {
  const cursor = new Cursor(bytes)
  const [major] = cursor.take(2, 'the version')
  if (major !== 1 && major !== 2) throw new IppSyntaxError(`sends IPP of version ${major}; accepted: 1 and 2`)
  const status = cursor.take(2, 'the status code').readUInt16BE()
  const requestId = cursor.take(4, 'the request ID').readInt32BE()
  const read: { tag: number; attributes: Map<string, IppValue[]> }[] = []
  let values: IppValue[] | undefined
  for (let tag = cursor.tag(); tag !== groups.end; tag = cursor.tag()) {
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
  return { status, requestId, groups: read }
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
