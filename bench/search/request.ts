import { symbolLayouts } from '../../src/layout/label.ts'
import { narrowedTo } from '../../src/request/options.ts'
import type { Inapplicable, Parameter, Parameters } from '../../src/request/parameter.ts'
import { parameters } from '../../src/request/params.ts'
import { catalogue, type Symbology, symbologies } from '../../symbologies/index.ts'
import type { Draw } from '../pools.ts'
import type { Space } from './climb.ts'
import { freshMessage, messageParameters } from './messages.ts'
import { oneIn, pick } from './random.ts'
import { alteredSegments, freshSegments, type Segment, textOf } from './segments.ts'

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
