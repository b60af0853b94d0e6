/** The vectors of QR Code and Micro QR Code: a text for each feature, then every version at every level. */

import { characterSet, type Eci, eciNames, ecis } from '../../symbologies/eci/index.ts'
import {
  type Barcode,
  catalogue,
  type MicroQrTrace,
  type QrLevel,
  type QrTrace,
  tables,
} from '../../symbologies/index.ts'
import { capitals, digits, hex, repeated, setOf, small, type Vector, type VectorSet, type Wanted } from './vector.ts'

/** The sets of both symbologies. */
export function qrSets(): VectorSet[] {
  return [setOf('qr', qrWanted(), qrDetails), setOf('microqr', microWanted(), microDetails)]
}

const { standard } = catalogue.qr

const kanji = '漢字倉庫出荷点茗日本語東京都区'

const levels: readonly QrLevel[] = ['L', 'M', 'Q', 'H']
const versions = Array.from({ length: 40 }, (_, i) => i + 1)

/** Short texts for one feature at a time, then every version at every level, filled with digits. */
function qrWanted(): Wanted<'qr'>[] {
  const modes: Wanted<'qr'>[] = [
    { name: 'numeric, one digit', text: '7' },
    { name: 'numeric, two digits', text: '42' },
    { name: 'numeric, three digits', text: '123' },
    {
      name: 'numeric of the standard',
      text: '01234567',
      options: { version: 1, level: 'M' },
      source: `${standard}, 7.4.3 and Annex I.2, the text`,
    },
    { name: 'alphanumeric, odd', text: 'A' },
    {
      name: 'alphanumeric of the standard',
      text: 'AC-42',
      options: { version: 1, level: 'H' },
      source: `${standard}, 7.4.4, the text`,
    },
    { name: 'alphanumeric, all characters', text: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:' },
    { name: 'bytes', text: small },
    { name: 'kanji', text: kanji },
    { name: 'modes that change', text: `${digits.repeat(2)}${small}${capitals}${kanji}` },
    { name: 'ISO 8859-1 under ECI 3', text: 'äöüß', options: { eci: 3 } },
    { name: 'ISO 8859-1 without an ECI', text: 'äöüß', options: { eci: 'none' } },
    { name: 'UTF-8 under ECI 26', text: 'äöüß', options: { eci: 26 } },
    { name: 'UTF-8 under ECI 26, without kanji mode', text: 'αβγ', options: { eci: 26 } },
    { name: 'UTF-8 without an ECI', text: 'äöüß 漢字', options: { eci: 'utf8' } },
    { name: 'kanji beside a backslash', text: 'D:\\漢字\\1' },
    { name: 'kanji beside a tilde', text: `${kanji.repeat(3)}~` },
    { name: 'kanji beside ISO 8859-1 without an ECI', text: '漢字é', options: { eci: 'none' } },
    { name: 'kanji under ECI 3', text: '漢字', options: { eci: 3 } },
    { name: 'other scripts', text: 'αβγ Жя 한글 😀' },
    { name: 'kanji and bytes under ECIs', text: '漢字漢字漢字 äöü 漢字漢字漢字' },
    { name: 'beyond ISO 8859-1 without an ECI', text: 'a€', options: { eci: 'none' } },
    { name: 'half of a surrogate pair', text: 'a\ud800' },
    { name: 'no text', text: '' },
    { name: 'more digits than 40-L holds', text: repeated(digits, 7090) },
    { name: 'more than version 1-H holds', text: repeated(digits, 18), options: { version: 1, level: 'H' } },
  ]
  const masks = Array.from(
    { length: 8 },
    (_, mask): Wanted<'qr'> => ({
      name: `mask ${mask}`,
      text: 'MASK',
      options: { version: 2, level: 'M', mask },
    }),
  )
  const every = versions.flatMap((version) =>
    levels.map(
      (level): Wanted<'qr'> => ({
        name: `version ${version}-${level}, full of digits`,
        text: repeated(digits, fullOfDigits(version, level)),
        options: { version, level },
      }),
    ),
  )
  return [...modes, ...declared, ...chosen, ...refused, ...appended, ...fnc1Second, ...masks, ...every]
}

/** Characters of every script that a set may be for. */
const samples = 'éüßŁžģøçığŽşЖяλΩשבابجกขŵđ€█漢字한글中😀'

/** Every ECI: ASCII, and what its set has of the samples. */
const declared = ecis.map((eci): Wanted<'qr'> => {
  const { encode } = characterSet(eci)
  const own = [...samples].filter((character) => encode(character) !== undefined).join('')
  return { name: `ECI ${eci}, ${eciNames[eci]}`, text: `Abc 123 ${own}`, options: { eci } }
})

const chosen: Wanted<'qr'>[] = [
  {
    name: 'the standard’s example of an ECI',
    text: 'ΑΒΓΔΕ',
    options: { eci: 9 },
    source: `${standard}, 7.4.2, the text; it prints A1 to A5 where ISO 8859-7 has C1 to C5`,
  },
  { name: 'the shortest ECI', text: 'Съешь же ещё этих мягких', options: { eci: 'auto' } },
  { name: 'two ECIs', text: 'Съешь ещё этих булок, Ξεσκεπάζω', options: { eci: 'auto' } },
  { name: 'an ECI after digits without one', text: '0123456789 Łódź', options: { eci: 'auto' } },
  { name: 'kanji without an ECI', text: '漢字漢字', options: { eci: 'auto' } },
  { name: 'kanji and bytes under ECI 20', text: '漢字漢字漢字ｱｲｳ', options: { eci: 20 } },
  { name: 'digits of two bytes', text: '0123', options: { eci: 25 } },
]

const refused: Wanted<'qr'>[] = [
  { name: 'beyond ISO 8859-5', text: 'Жé', options: { eci: 7 } },
  { name: 'beyond the invariant characters', text: 'a#', options: { eci: 170 } },
  { name: 'a backslash in Shift JIS', text: 'C:\\', options: { eci: 20 } },
  { name: 'more parts than characters', text: 'abc', options: { parts: 4, part: 1 } },
  {
    name: 'more than two symbols of version 1-H hold',
    text: 'a'.repeat(20),
    options: { parts: 2, part: 1, version: 1, level: 'H' },
  },
]

const parts = (text: string, count: number, options: { readonly eci?: Eci } = {}): Wanted<'qr'>[] =>
  Array.from({ length: count }, (_, i) => ({
    name: `part ${i + 1} of ${count}: ${text.slice(0, 12)}`,
    text,
    options: { ...options, parts: count, part: i + 1 },
  }))

const appended: Wanted<'qr'>[] = [
  ...parts('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', 4).map((each) => ({
    ...each,
    source: `${standard}, clause 8, the text and its parity`,
  })),
  ...parts('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', 2),
  ...parts('Straße 12, 漢字漢字 and Ξεσκεπάζω', 3),
  ...parts('Съешь ещё этих булок', 2, { eci: 7 }),
  ...parts('0123456789abcdef', 16),
]

const indicated = (indicator: string, text: string, options: { readonly eci?: Eci } = {}): Wanted<'qr'> => ({
  name: `FNC1 in the second position, application ${indicator}${options.eci === undefined ? '' : `, ECI ${options.eci}`}`,
  text,
  options: { ...options, fnc1: 'second', indicator },
})

const fnc1Second: Wanted<'qr'>[] = [
  indicated('37', 'AA1234BBB112\x1dtext text text text\r'),
  indicated('a', 'AB%12\x1dCD'),
  indicated('Z', 'ЖЯ\x1d12', { eci: 7 }),
]

/** How many digits fill a version to its last bits: ten bits carry three. */
function fullOfDigits(version: number, level: QrLevel): number {
  const header = 4 + (version < 10 ? 10 : version < 27 ? 12 : 14)
  const bits = 8 * tables.qrBlockPlan(version, level).capacity - header
  const rest = bits % 10
  return 3 * Math.floor(bits / 10) + (rest >= 7 ? 2 : rest >= 4 ? 1 : 0)
}

export function qrDetails({ trace }: Barcode): Vector['details'] {
  const { version, level, mask, scores, segments, data, errorCorrection } = trace as QrTrace
  return {
    version,
    level,
    mask,
    penalties: scores.map(({ total }) => total),
    segments: segments.map(segmentDetails),
    data: data.map((block) => hex(block)),
    errorCorrection: errorCorrection.map((block) => hex(block)),
  }
}

/** What a segment is, beside its mode. */
function segmentDetails(segment: QrTrace['segments'][number]): object {
  const { mode, from, to, bits } = segment
  const common = { mode, from, to, bits }
  switch (segment.mode) {
    case 'eci':
      return { ...common, designator: segment.designator }
    case 'fnc1-second':
      return { ...common, indicator: segment.indicator }
    case 'structured-append':
      return { ...common, part: segment.part, parts: segment.parts, parity: segment.parity }
    default:
      return common
  }
}

function microWanted(): Wanted<'microqr'>[] {
  const kinds = tables.microQrKinds.flatMap(({ version, level }): Wanted<'microqr'>[] => {
    const options = { version, ...(level !== undefined && { level }) }
    const name = `M${version}${level === undefined ? '' : `-${level}`}`
    const masks = [0, 1, 2, 3].map((mask) => ({
      name: `${name}, mask ${mask}`,
      text: '12345',
      options: { ...options, mask },
    }))
    return [
      { name: `${name}, one digit`, text: '1', options },
      { name: `${name}, five digits`, text: '12345', options },
      { name: `${name}, letters`, text: 'ABC', options },
      { name: `${name}, bytes`, text: 'abc', options },
      { name: `${name}, kanji`, text: '漢字', options },
      { name: `${name}, too much`, text: repeated(digits, 36), options },
      ...masks,
    ]
  })
  return [
    {
      name: 'the standard’s example',
      text: '01234567',
      options: { version: 2, level: 'L' },
      source: `${standard}, Annex I.3, the text`,
    },
    ...kinds,
    { name: 'kanji beside a tilde', text: '漢~' },
    { name: 'other scripts', text: 'αβγ한글' },
    { name: 'no text', text: '' },
  ]
}

function microDetails({ trace }: Barcode): Vector['details'] {
  const { version, level, mask, scores, segments, data, errorCorrection } = trace as MicroQrTrace
  return {
    version,
    ...(level !== undefined && { level }),
    mask,
    scores: scores.map(({ total }) => total),
    segments: segments.map(({ mode, from, to, bits }) => ({ mode, from, to, bits })),
    data: hex(data),
    errorCorrection: hex(errorCorrection),
  }
}
