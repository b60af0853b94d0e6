import { basename } from 'node:path'
import { fontFacts } from '../../src/text/fonts.ts'
import { outlineOf, provideFonts, typeset } from '../../src/text/index.ts'
import { installedFonts } from '../../src/text/installed-fonts.ts'

provideFonts(installedFonts)

/** The name of the alphabet of all fonts together. */
export const allFonts = 'all-fonts'

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
