import type { Candidate, EndpointName } from './request.ts'
import type { Segment } from './segments.ts'

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
