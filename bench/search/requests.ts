/** The requests of the search: parameters, texts and ends of queries, right and wrong ones, and each as one line. */

import { symbolLayouts } from '../../src/layout/label.ts'
import { narrowedTo } from '../../src/request/options.ts'
import type { Inapplicable, Parameter, Parameters } from '../../src/request/parameter.ts'
import { parameters } from '../../src/request/params.ts'
import { catalogue, type Symbology, symbologies } from '../../symbologies/index.ts'
import { type Draw, oneIn, pick } from '../pools.ts'
import type { Space } from './climb.ts'
import { alteredSegments, freshSegments, type Segment, textOf } from './texts.ts'

export type EndpointName = 'barcode' | 'label' | 'plan' | 'explain'

/** A request as what it is made of. */
export interface Candidate {
  readonly endpoint: EndpointName
  /** All given parameters except the text. */
  readonly given: Readonly<Record<string, string>>
  readonly text: readonly Segment[]
  /** Whether each byte of the text is percent-encoded, or only those that need it. */
  readonly escaped: boolean
  /** The end of the query, as it is sent. */
  readonly tail?: { readonly unit: string; readonly times: number }
}

/** A little less than the longest query that the service reads. */
const longestQuery = 101_000

/** The query of a candidate, or undefined if it is longer than the service reads. */
export function queryOf({ given, text, escaped, tail }: Candidate): string | undefined {
  const own = textOf(text)
  const value = escaped ? percentEncoded(own) : encodeURIComponent(own)
  const names = Object.entries(given).map(([name, word]) => `${name}=${encodeURIComponent(word)}&`)
  const query = `${names.join('')}text=${value}${tail === undefined ? '' : tail.unit.repeat(tail.times)}`
  return query.length > longestQuery ? undefined : query
}

function percentEncoded(text: string): string {
  return Buffer.from(text).toString('hex').replace(/../g, '%$&')
}

/** Ends of queries: parameters that are unknown, repeated, empty or malformed. */
const tails = [
  '&x',
  '&x=%zz',
  '&%zz',
  '&text=a',
  '&text=%ff',
  '&text=',
  '&type=qr',
  '&',
  '=',
  '+',
  '%',
  '%41',
  '&x=%E0%A4%A',
]

/** The smallest and the largest label, and the largest of which a bitmap at 600 dpi is drawn. */
const extremeSizes = ['10x10mm', '300x300mm', '210x208mm']

/** Texts for symbologies that reject most others: without them the search would rarely draw one. */
const accepted = new Map<Symbology, string>([
  ...symbologies
    .map((symbology) => [symbology, catalogue[symbology].sample] as const)
    .filter(([, sample]) => /^\d+$/.test(sample)),
  ['microqr', '123456789'],
])

/** All requests for a symbol, valid and invalid ones. */
export const requests: Space<Candidate> = {
  fresh(draw) {
    const endpoint = pick<EndpointName>(draw, ['barcode', 'label', 'plan', 'explain'])
    const type = pick(draw, parameters[endpoint].type.words)
    const given: Record<string, string> = { type }
    for (const [name, parameter] of optional(endpoint, type)) {
      if (isMeasure(parameter) ? !oneIn(draw, 2) : oneIn(draw, 10)) given[name] = randomValue(parameter, draw)
    }
    complete(given, parameters[endpoint], draw)
    if (oneIn(draw, 10)) {
      const message = { ...given, ...messageParameters(draw, endpoint) }
      return { endpoint, given: message, text: freshMessage(draw), escaped: oneIn(draw, 8) }
    }
    const known = accepted.get(type)
    const text =
      known !== undefined && !oneIn(draw, 4)
        ? [{ kind: 'repeated', unit: known, times: 1 } as const]
        : freshSegments(draw)
    return { endpoint, given, text, escaped: oneIn(draw, 8), ...(oneIn(draw, 25) && { tail: freshTail(draw) }) }
  },

  altered(candidate, draw) {
    switch (draw(0, 9)) {
      case 0:
      case 1:
      case 2:
        return { ...candidate, given: alteredGiven(candidate, draw) }
      case 3:
        return oneIn(draw, 4) ? { ...candidate, escaped: !candidate.escaped } : withTail(candidate, draw)
      default:
        return { ...candidate, text: alteredSegments(candidate.text, draw) }
    }
  },

  crossed: (candidate, { text }) => ({ ...candidate, text }),

  key: (candidate) => JSON.stringify(candidate),
}

function withTail(candidate: Candidate, draw: Draw): Candidate {
  const { tail, ...rest } = candidate
  return tail !== undefined && oneIn(draw, 2) ? rest : { ...rest, tail: freshTail(draw) }
}

function freshTail(draw: Draw): { unit: string; times: number } {
  const unit = pick(draw, tails)
  return { unit, times: draw(1, pick(draw, [2, 1000, Math.floor(80_000 / unit.length)])) }
}

/** The parameters of a request except its text and type. */
function optional(endpoint: EndpointName, type: string): [string, Parameter][] {
  const table: Parameters = parameters[endpoint]
  const narrowed: { readonly [name: string]: Parameter | Inapplicable } = narrowedTo(type as Symbology)
  return Object.entries(table).flatMap(([name, parameter]): [string, Parameter][] => {
    // messages have parameters of their own: with these, most other texts would be refused at once
    if (['text', 'type', 'gs1', 'domain'].includes(name)) return []
    const own = narrowed[name] ?? parameter
    if (own.kind === 'none') return []
    // the layout of messages is with their parameters
    if (name === 'layout' && own.kind === 'word') return [[name, { ...own, words: symbolLayouts }]]
    return [[name, own]]
  })
}

/** Adds the parameters that the given ones need. */
function complete(given: Record<string, string>, table: Parameters, draw: Draw): void {
  for (const name of Object.keys(given)) {
    for (const other of table[name]?.needs ?? []) given[other] ??= randomValue(table[other]!, draw)
  }
  if (Number(given.part) > Number(given.parts)) given.part = given.parts!
}

/** The given parameters with one change: a value replaced, removed or made invalid, or another type. */
function alteredGiven({ endpoint, given }: Candidate, draw: Draw): Record<string, string> {
  if (oneIn(draw, 6)) return { ...given, type: pick(draw, parameters[endpoint].type.words) }
  const words = oneIn(draw, 8)
  const all = optional(endpoint, given.type!).filter(([, { kind }]) => (kind === 'text') === words)
  if (all.length === 0) return { ...given }
  const measures = all.filter(([, parameter]) => isMeasure(parameter))
  const [name, parameter] = pick(draw, measures.length > 0 && !oneIn(draw, 4) ? measures : all)
  if (oneIn(draw, 40)) return { ...given, [name]: pick(draw, ['', 'x', '0', '1e9', '\u{1f4d3}'.repeat(500)]) }
  const { [name]: _, ...others } = given
  return oneIn(draw, 5) ? others : { ...others, [name]: randomValue(parameter, draw) }
}

/** Neither an option, of which a symbology has many that are mostly refused together, nor words besides the text, which matter less. */
const isMeasure = ({ purpose, kind }: Parameter): boolean => purpose === undefined && kind !== 'text'

function randomValue(parameter: Parameter, draw: Draw): string {
  switch (parameter.kind) {
    case 'word':
      return pick(draw, [
        ...parameter.words,
        ...(parameter.form === undefined ? [] : [...parameter.form.samples, ...extremeSizes]),
      ])
    case 'flag':
      return oneIn(draw, 5) ? 'false' : 'true'
    case 'integer':
    case 'number': {
      const { least, most } = parameter
      return String(pick(draw, [least, least, most, most, draw(least, most)]))
    }
    case 'form':
      return pick(draw, parameter.samples)
    case 'domain':
      return pick(draw, ['https://example.com', `https://${'x'.repeat(63)}.example/${'y'.repeat(100)}`])
    case 'text':
      return [...textOf(freshSegments(draw))].slice(0, parameter.longest).join('')
  }
}

/** Elements that messages are made of, right and wrong ones. */
const elements = [
  '(10)A',
  '(10)AB-12',
  '(17)261231',
  '(3103)001234',
  '(37)24',
  `(21)${'W'.repeat(20)}`,
  `(91)${'i'.repeat(90)}`,
  `(92)${'W%'.repeat(45)}`,
  '(8200)https\\(a\\)',
  '(01)1',
  '(05)1',
  '(',
  '\\(',
]

/** A GS1 message as the start of a text: a key, and a few elements, each many times. */
function freshMessage(draw: Draw): Segment[] {
  const key = pick(draw, [
    '(01)09506000134352',
    '(00)106141411234567897',
    '(01)09506000134352(02)09506000134352',
    '^',
    '',
  ])
  const repeated = Array.from({ length: draw(1, 4) }, (): Segment => {
    const unit = pick(draw, elements)
    const most = pick(draw, [3, 12, 40, Math.floor(7000 / unit.length)])
    return { kind: 'repeated', unit, times: draw(1, most) }
  })
  return key === '' ? repeated : [{ kind: 'repeated', unit: key, times: 1 }, ...repeated]
}

/** Parameters that make the text of a request a GS1 message. */
function messageParameters(draw: Draw, endpoint: string): Record<string, string> {
  if (endpoint === 'label' && oneIn(draw, 3)) {
    const size = pick(draw, ['4x6', '100x150'])
    return { gs1: 'true', type: 'code128', layout: 'logistics', orientation: 'portrait', size }
  }
  if (!oneIn(draw, 4)) return { gs1: 'true', type: pick(draw, ['code128', 'qr', 'datamatrix']) }
  const link = { gs1: 'link', type: pick(draw, ['qr', 'datamatrix']) }
  return oneIn(draw, 2) ? { ...link, domain: `https://${'x'.repeat(63)}.example/${'y'.repeat(100)}` } : link
}

/**
 * A request as one line, which `described` parses, and which needs no escaping in a Markdown table:
 *
 *     barcode type=code128 format=pdf; 735 x U+1F4D3, 40 x "ab" U+0301*30, 1200 of digits #17; escaped; then 300 x "&x=%zz"
 *
 * The text is between semicolons: repetitions of a unit, or a number of characters drawn at random from an alphabet with a seed.
 * `NotoSansSC:64` is the 64 characters of that font with the most points.
 */
export function description({ endpoint, given, text, escaped, tail }: Candidate): string {
  const words = Object.entries(given).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return [
    [endpoint, ...words].join(' '),
    text.map(segmentWords).join(', '),
    ...(escaped ? ['escaped'] : []),
    ...(tail === undefined ? [] : [`then ${tail.times} x ${JSON.stringify(tail.unit)}`]),
  ].join('; ')
}

function segmentWords(segment: Segment): string {
  if (segment.kind === 'repeated') return `${segment.times} x ${unitWords(segment.unit)}`
  const { alphabet, most, length, seed } = segment
  return `${length} of ${alphabet}:${most} #${seed}`
}

/** Letters and digits in quotes, all other characters as code points, with `*` and the number of repetitions. */
function unitWords(unit: string): string {
  const rows = unit.match(/[A-Za-z0-9]+|([^A-Za-z0-9])\1*/gu) ?? []
  return rows.map(rowWords).join(' ')
}

function rowWords(row: string): string {
  if (/[A-Za-z0-9]/.test(row)) return `"${row}"`
  const points = [...row]
  const code = points[0]!.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
  return `U+${code}${points.length > 1 ? `*${points.length}` : ''}`
}

/** The request that `line` describes. @throws SyntaxError */
export function described(line: string): Candidate {
  const [head = '', text = '', ...rest] = line.split('; ')
  const [endpoint, ...words] = head.split(' ')
  const given = words.map((word): [string, string] => {
    const equals = word.indexOf('=')
    return [word.slice(0, equals), decodeURIComponent(word.slice(equals + 1))]
  })
  const tail = rest.map((part) => /^then (\d+) x (".*")$/.exec(part)).find((found) => found !== null)
  return {
    endpoint: endpoint as EndpointName,
    given: Object.fromEntries(given),
    text: text.split(', ').map(segmentOf),
    escaped: rest.includes('escaped'),
    ...(tail && { tail: { unit: JSON.parse(tail[2]!), times: Number(tail[1]) } }),
  }
}

function segmentOf(words: string): Segment {
  const random = /^(\d+) of ([\w-]+):(\d+) #(\d+)$/.exec(words)
  if (random !== null) {
    const [length, most, seed] = [random[1], random[3], random[4]].map(Number)
    return { kind: 'random', alphabet: random[2]!, most: most!, length: length!, seed: seed! }
  }
  const repeated = /^(\d+) x (.+)$/.exec(words)
  if (repeated === null) throw new SyntaxError(`${JSON.stringify(words)} is not a description of a text`)
  return { kind: 'repeated', unit: repeated[2]!.split(' ').map(rowOf).join(''), times: Number(repeated[1]) }
}

function rowOf(words: string): string {
  const quoted = /^"([A-Za-z0-9]+)"$/.exec(words)
  if (quoted !== null) return quoted[1]!
  const point = /^U\+([0-9A-F]+)(?:\*(\d+))?$/.exec(words)
  if (point === null) throw new SyntaxError(`${JSON.stringify(words)} is not a character`)
  return String.fromCodePoint(Number.parseInt(point[1]!, 16)).repeat(Number(point[2] ?? 1))
}
