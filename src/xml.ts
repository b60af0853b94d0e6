/**
 * XML as programs write it: tags and texts one after the other, in UTF-8, from pieces of bytes. What declares entities is
 * refused; whether elements are nested rightly is not looked at.
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

/** A token, and the index after it; without one it is nothing that readers need. */
interface Found {
  readonly token?: XmlToken
  readonly end: number
}

/** The error that a reader throws. @param why  a clause about what is read: `it is damaged` */
export type XmlFault = (why: string) => Error

/** Characters of a tag or a text. A cell has at most 32,767, each of which may be written by eight. */
const usuallyLongest = 1 << 20

/** Bytes that are decoded at a time, so that of a long token no piece is looked at too often. */
const pieceLength = 1 << 16

/** @throws what `fault` gives if it is not XML, or a tag or a text is longer than `longest` */
export function* xmlTokens(
  pieces: Iterable<Uint8Array>,
  fault: XmlFault,
  longest = usuallyLongest,
): Generator<XmlToken> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let at = 0
  let waiting = 0
  for (const piece of pieces) {
    text += decoded(decoder, piece, fault)
    waiting += piece.length
    if (waiting < pieceLength) continue
    waiting = 0
    for (let found = tokenAt(text, at, fault); found !== undefined; found = tokenAt(text, at, fault)) {
      at = found.end
      if (found.token !== undefined) yield found.token
    }
    text = text.slice(at)
    at = 0
    if (text.length > longest) throw fault('a text in it is too long')
  }
  for (let found = tokenAt(text, at, fault); found !== undefined; found = tokenAt(text, at, fault)) {
    at = found.end
    if (found.token !== undefined) yield found.token
  }
  if (text.slice(at).trim() !== '') throw fault('it is damaged')
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
  let at = from
  for (;;) {
    const close = text.indexOf('>', at)
    if (close < 0) return undefined
    let open = at
    while (open < close && text[open] !== '"' && text[open] !== "'") open++
    if (open === close) return close
    const end = text.indexOf(text[open]!, open + 1)
    if (end < 0) return undefined
    at = end + 1
  }
}

const attributeForm = /([^\s=]{1,40})\s{0,4}=\s{0,4}(?:"([^"]*)"|'([^']*)')/g

/** The values of attributes by their names, with prefixes. */
export function attributesOf(attributes: string): ReadonlyMap<string, string> {
  return new Map(
    [...attributes.matchAll(attributeForm)].map(([, name, double, single]) => [
      name!,
      unescaped(double ?? single ?? ''),
    ]),
  )
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
