import type { Draw } from '../pools.ts'
import { allFonts, alphabet, alphabetNames } from './alphabets.ts'
import { oneIn, pick, seeded } from './random.ts'

/** A part of a text that can be described in a few words. */
export type Segment =
  | { readonly kind: 'repeated'; readonly unit: string; readonly times: number }
  | {
      readonly kind: 'random'
      readonly alphabet: string
      /** The number of characters to choose from, if the alphabet is a font's. */
      readonly most: number
      readonly length: number
      readonly seed: number
    }

export function textOf(segments: readonly Segment[]): string {
  return segments.map(segmentText).join('')
}

function segmentText(segment: Segment): string {
  if (segment.kind === 'repeated') return segment.unit.repeat(segment.times)
  const characters = alphabet(segment.alphabet, segment.most)
  const draw = seeded(segment.seed)
  let text = ''
  for (let i = 0; i < segment.length; i++) text += characters[draw(0, characters.length - 1)]!
  return text
}

/** Lengths at limits: the capacities of symbols and the lengths that are accepted. */
const notable = [1, 2, 30, 256, 500, 700, 738, 1555, 1556, 1817, 2071, 2335, 2953, 3116, 4296, 7088, 7089]

const longest = 7200
const mostSegments = 4
const longestUnit = 64

export function freshSegments(draw: Draw): Segment[] {
  const segments = [freshSegment(draw)]
  while (segments.length < mostSegments && oneIn(draw, 3)) segments.push(freshSegment(draw))
  return within(segments)
}

function freshSegment(draw: Draw): Segment {
  const length = pick(draw, [draw(1, 40), draw(1, 700), draw(1, longest), pick(draw, notable)])
  const from = freshAlphabet(draw)
  if (oneIn(draw, 3)) return { kind: 'random', ...from, length, seed: draw(1, 9999) }
  const characters = alphabet(from.alphabet, from.most)
  let unit = ''
  for (let count = draw(1, pick(draw, [1, 3, 12])); count > 0; count--) unit += pick(draw, characters)
  return { kind: 'repeated', unit, times: Math.max(1, Math.floor(length / [...unit].length)) }
}

function freshAlphabet(draw: Draw): { readonly alphabet: string; readonly most: number } {
  const { plain, fonts } = alphabetNames()
  const most = pick(draw, [1, 8, 64, 512])
  switch (draw(0, 3)) {
    case 0:
      return { alphabet: pick(draw, fonts), most }
    case 1:
      return { alphabet: allFonts, most }
    default:
      return { alphabet: pick(draw, plain), most }
  }
}

/** The segments with one change. */
export function alteredSegments(segments: readonly Segment[], draw: Draw): Segment[] {
  const at = draw(0, segments.length - 1)
  const before = segments.slice(0, at)
  const after = segments.slice(at + 1)
  const changed = segments[at]!
  switch (draw(0, 7)) {
    case 0:
      return within([...before, freshSegment(draw), ...after])
    case 1:
      return within([...before, changed, freshSegment(draw), ...after].slice(0, mostSegments))
    case 2:
      return segments.length > 1 ? [...before, ...after] : [...segments]
    case 3:
    case 4:
      return within([...before, alteredKind(changed, draw), ...after])
    default:
      return within([...before, alteredLength(changed, draw), ...after])
  }
}

/** The segments, cut to the longest text. */
function within(segments: readonly Segment[]): Segment[] {
  let room = longest
  return segments.flatMap((segment): Segment[] => {
    const each = unitLength(segment)
    const count = Math.min(countOf(segment), Math.floor(room / each))
    room -= each * count
    return count > 0 ? [counted(segment, count)] : []
  })
}

const unitLength = (segment: Segment): number => (segment.kind === 'repeated' ? [...segment.unit].length : 1)

const countOf = (segment: Segment): number => (segment.kind === 'repeated' ? segment.times : segment.length)

const counted = (segment: Segment, count: number): Segment =>
  segment.kind === 'repeated' ? { ...segment, times: count } : { ...segment, length: count }

function alteredLength(segment: Segment, draw: Draw): Segment {
  const count = countOf(segment)
  const next = pick(draw, [
    count + draw(-3, 3),
    (count * draw(50, 100)) / 100,
    (count * draw(100, 200)) / 100,
    pick(draw, notable) / unitLength(segment),
  ])
  return counted(segment, bounded(next, longest))
}

/** The whole number nearest to `value` from 1 to `most`. */
function bounded(value: number, most: number): number {
  return Math.max(1, Math.floor(Math.min(Math.round(value), most)))
}

function alteredKind(segment: Segment, draw: Draw): Segment {
  if (segment.kind === 'repeated') return alteredUnit(segment, draw)
  switch (draw(0, 2)) {
    case 0:
      return { ...segment, ...freshAlphabet(draw) }
    case 1:
      return { ...segment, most: Math.max(1, pick(draw, [segment.most >> 1, segment.most * 2])) }
    default:
      return { ...segment, seed: draw(1, 9999) }
  }
}

function alteredUnit(segment: Segment & { kind: 'repeated' }, draw: Draw): Segment {
  const characters = [...segment.unit]
  const at = draw(0, characters.length - 1)
  const { alphabet: name, most } = freshAlphabet(draw)
  const another = pick(draw, alphabet(name, most))
  switch (draw(0, 3)) {
    case 0:
      characters[at] = another
      break
    case 1:
      characters.splice(at, 0, another)
      break
    case 2:
      if (characters.length > 1) characters.splice(at, 1)
      break
    default:
      characters.splice(at, 0, ...new Array<string>(draw(1, 30)).fill(characters[at]!))
  }
  const unit = characters.slice(0, longestUnit)
  // the length of the text stays about the same
  const times = bounded((segment.times * unitLength(segment)) / unit.length, longest)
  return { kind: 'repeated', unit: unit.join(''), times }
}
