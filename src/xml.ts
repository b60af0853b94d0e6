/**
 * XML as programs write it: tags and texts one after the other, in UTF-8, from pieces of bytes. What declares entities is
 * refused; whether elements are nested rightly is not looked at. The work between two tokens is bounded: where more is done, a
 * pause is one of them, after which others can be served.
 *
 * XML 1.0, fifth edition, 2.4 to 2.7, 3.1, 4.1
 */

export type XmlToken =
  | {
      readonly kind: 'start'
      /** Without its prefix. */
      readonly name: string
      /** As they are written. */
      readonly attributes: string
      /** Whether it is its own end. */
      readonly isEmpty: boolean
    }
  | { readonly kind: 'end'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string }
  /** Nothing of the document: at most `tokensBetween` tokens and `bytesBetween` bytes of it are read between two pauses. */
  | { readonly kind: 'pause' }

/** A token, and the index after it; without one it is nothing that readers need. */
interface Found {
  readonly token?: XmlToken
  readonly end: number
}

/** The error that a reader throws. @param why  a clause about what is read: `it is damaged` */
export type XmlFault = (why: string) => Error

/** Characters of a tag or a text. A cell has at most 32,767, each of which may be written by eight. */
const usuallyLongest = 1 << 20

/** Bytes that are decoded at a time, so that of a long token no piece is looked at too often: at most so many between two pauses. */
export const bytesBetween = 1 << 16

/** Tokens between two pauses, at most. */
export const tokensBetween = 2048

/**
 * @param pieces  of any lengths
 * @throws what `fault` gives if it is not XML, or a tag or a text is longer than `longest`
 */
export function* xmlTokens(
  pieces: Iterable<Uint8Array>,
  fault: XmlFault,
  longest = usuallyLongest,
): Generator<XmlToken> {
  let count = 0
  for (const token of tokensIn(evenPieces(pieces), fault, longest)) {
    yield token
    count = token.kind === 'pause' ? 0 : count + 1
    if (count < tokensBetween) continue
    yield pause
    count = 0
  }
}

const pause: XmlToken = { kind: 'pause' }

/** The bytes of all pieces in pieces of one length, except the last. */
function* evenPieces(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  let filled = 0
  let even = new Uint8Array(bytesBetween)
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + bytesBetween - filled)
      even.set(part, filled)
      at += part.length
      filled += part.length
      if (filled < bytesBetween) continue
      yield even
      even = new Uint8Array(bytesBetween)
      filled = 0
    }
  }
  if (filled > 0) yield even.subarray(0, filled)
}

function* tokensIn(pieces: Iterable<Uint8Array>, fault: XmlFault, longest: number): Generator<XmlToken> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  // a token whose end has not arrived is looked at again once there is twice as much of it, so that the time is linear
  let enough = 0
  for (const piece of pieces) {
    text += decoded(decoder, piece, fault)
    if (text.length >= enough) {
      text = text.slice(yield* completeTokens(text, fault))
      enough = 2 * text.length
    }
    if (text.length > longest) throw fault('a text in it is too long')
    yield pause
  }
  const end = yield* completeTokens(text, fault)
  if (text.slice(end).trim() !== '') throw fault('it is damaged')
}

/** The tokens whose ends have arrived. Returns the index after them. */
function* completeTokens(text: string, fault: XmlFault): Generator<XmlToken, number> {
  let at = 0
  for (let found = tokenAt(text, at, fault); found !== undefined; found = tokenAt(text, at, fault)) {
    at = found.end
    if (found.token !== undefined) yield found.token
  }
  return at
}

function decoded(decoder: InstanceType<typeof TextDecoder>, piece: Uint8Array, fault: XmlFault): string {
  try {
    return decoder.decode(piece, { stream: true })
  } catch {
    throw fault('it is not in UTF-8')
  }
}

/** The token at an index; undefined if its end has not arrived. */
function tokenAt(text: string, at: number, fault: XmlFault): Found | undefined {
  if (at >= text.length) return undefined
  if (text[at] !== '<') {
    const end = text.indexOf('<', at)
    return end < 0 ? undefined : { token: { kind: 'text', text: unescaped(text.slice(at, end)) }, end }
  }
  if (text.startsWith('<?', at)) return passed(text, at, '?>')
  if (text.startsWith('<!', at)) return declarationAt(text, at, fault)
  const close = tagEnd(text, at + 1)
  if (close === undefined) return undefined
  const [, slash, name = '', attributes = '', empty] = tagForm.exec(text.slice(at + 1, close)) ?? []
  if (name === '') throw fault('it is damaged')
  const local = name.slice(name.indexOf(':') + 1)
  const end = close + 1
  if (slash === '/') return { token: { kind: 'end', name: local }, end }
  return { token: { kind: 'start', name: local, attributes, isEmpty: empty === '/' }, end }
}

const tagForm = /^(\/?)([^\s/]+)(.*?)(\/?)$/s

function passed(text: string, at: number, end: string): Found | undefined {
  const found = text.indexOf(end, at)
  return found < 0 ? undefined : { end: found + end.length }
}

const characterData = '<![CDATA['

function declarationAt(text: string, at: number, fault: XmlFault): Found | undefined {
  if (text.startsWith('<!--', at)) return passed(text, at + 4, '-->')
  if (text.length - at < characterData.length) return undefined
  if (!text.startsWith(characterData, at)) throw fault('it declares a type of document')
  const from = at + characterData.length
  const end = text.indexOf(']]>', from)
  return end < 0 ? undefined : { token: { kind: 'text', text: text.slice(from, end) }, end: end + 3 }
}

/** The index of the `>` that ends a tag, which may stand within the quotes of an attribute too. */
function tagEnd(text: string, from: number): number | undefined {
  for (let at = from; at < text.length; at++) {
    const sign = text[at]!
    if (sign === '>') return at
    if (sign !== '"' && sign !== "'") continue
    at = text.indexOf(sign, at + 1)
    if (at < 0) return undefined
  }
  return undefined
}

/** Attributes of a tag that are read; programs write 40 at most. */
const mostAttributes = 256

/** The values of the first 256 attributes by their names, with prefixes. */
export function attributesOf(attributes: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  let at = 0
  for (let count = 0; count < mostAttributes; count++) {
    const equals = attributes.indexOf('=', at)
    if (equals < 0) break
    let open = equals + 1
    while (/\s/.test(attributes[open] ?? '')) open++
    const sign = attributes[open]
    const close = sign === '"' || sign === "'" ? attributes.indexOf(sign, open + 1) : -1
    if (close < 0) break
    values.set(attributes.slice(at, equals).trim(), unescaped(attributes.slice(open + 1, close)))
    at = close + 1
  }
  return values
}

const named: { readonly [name: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** A text with what its references stand for; a reference to nothing stays as it is. */
function unescaped(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal, hexadecimal, name: string) => {
    if (name !== undefined) return Object.hasOwn(named, name) ? named[name]! : whole
    const point = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal)
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
}
