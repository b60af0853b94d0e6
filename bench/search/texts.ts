/** The texts of the search: segments that can be described in a few words, of alphabets that the program treats differently. */

import { basename } from 'node:path'
import { fontFacts } from '../../src/text/fonts.ts'
import { outlineOf, provideFonts, typeset } from '../../src/text/index.ts'
import { installedFonts } from '../../src/text/installed-fonts.ts'
import { type Draw, oneIn, pick, seeded } from '../pools.ts'

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

provideFonts(installedFonts)

/** The name of the alphabet of all fonts together. */
const allFonts = 'all-fonts'

const between = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i))

const digits = between(0x30, 0x39)
const capitals = between(0x41, 0x5a)

/** Alphabets that encoders and typesetting treat differently. */
const plain: Readonly<Record<string, readonly string[]>> = {
  digits,
  alphanumeric: [...digits, ...capitals, ...' $%*+-./:'],
  capitals,
  small: between(0x61, 0x7a),
  ascii: between(0x20, 0x7e),
  x12: [...digits, ...capitals, ...'\r*> '],
  controls: between(0, 0x1f),
  code128: between(0, 0xff),
  latin: between(0xa0, 0xff),
  kanji: between(0x4e9c, 0x5516),
  kana: between(0x3041, 0x30fa),
  hebrew: between(0x5d0, 0x5ea),
  arabic: between(0x620, 0x64a),
  bidi: [...between(0x202a, 0x202e), ...between(0x2066, 0x2069), 'a', '\u05d0', '\u0627', '1', '(', ' '],
  marks: [...between(0x300, 0x36f), ...between(0x8d3, 0x8ff), ...between(0x1ab0, 0x1ace)],
  joiners: ['\u200c', '\u200d', '\ufe0e', '\ufe0f', '\u00ad', '\u2060', ...between(0x1f3fb, 0x1f3ff)],
  flags: between(0x1f1e6, 0x1f1ff),
  jamo: between(0x1100, 0x11ff),
  breaks: [' ', '-', '/', '\u00a0', '\u200b', 'a'],
  unassigned: between(0xe000, 0xe0ff),
}

/** A character and the number of points in its outline. */
interface Drawn {
  readonly character: string
  readonly points: number
}

/** The CJK fonts have tens of thousands of characters: of a long range, every eighth is enough. */
const longRange = 1000
const everyOfLong = 8

let scanned: ReadonlyMap<string, readonly string[]> | undefined

/** The characters of each font, those with the most points first. The first call opens all fonts. */
function byFont(): ReadonlyMap<string, readonly string[]> {
  scanned ??= scan()
  return scanned
}

function scan(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Drawn[]>()
  for (const { from, to, font } of ranges()) {
    const step = to - from > longRange ? everyOfLong : 1
    const characters = found.get(font) ?? []
    found.set(font, characters)
    for (let code = from; code < to; code += step) {
      const character = String.fromCodePoint(code)
      characters.push({ character, points: pointsOf(character) })
    }
  }
  found.set(allFonts, [...found.values()].flat())
  return new Map([...found].map(([font, drawn]) => [font, hardestFirst(drawn)]))
}

function hardestFirst(drawn: readonly Drawn[]): string[] {
  return drawn.toSorted((a, b) => b.points - a.points).map(({ character }) => character)
}

/** Ranges [from, to) of code points, and the font that is preferred for them: fonts.json, see fonts/make.mjs. */
function ranges(): { readonly from: number; readonly to: number; readonly font: string }[] {
  const { sets, ranges }: { sets: number[][]; ranges: number[] } = JSON.parse(
    Buffer.from(installedFonts.file('fonts.json')).toString(),
  )
  let to = 0
  return Array.from({ length: ranges.length / 3 }, (_, i) => {
    const from = to + ranges[3 * i]!
    to = from + ranges[3 * i + 1]!
    const { file } = fontFacts()[sets[ranges[3 * i + 2]!]![0]!]!
    return { from, to, font: basename(file).replace(/\..*$/, '') }
  })
}

function pointsOf(character: string): number {
  let points = 0
  const count = (): void => void points++
  outlineOf(typeset(character, { face: 'sans', size: 25 }), {
    move: count,
    line: count,
    quadratic: count,
    cubic: count,
    close() {},
  })
  return points
}

/** The plain alphabets; and those of the fonts: one for each, and one of all together. */
export function alphabetNames(): { readonly plain: readonly string[]; readonly fonts: readonly string[] } {
  return { plain: Object.keys(plain), fonts: [...byFont().keys()] }
}

/**
 * The characters of an alphabet.
 *
 * @param most  of a font, only this many characters: those with the most points
 * @throws RangeError for an unknown alphabet
 */
export function alphabet(name: string, most: number): readonly string[] {
  const characters = plain[name] ?? byFont().get(name)
  if (characters === undefined) throw new RangeError(`there is no alphabet ${name}`)
  return name in plain ? characters : characters.slice(0, most)
}
