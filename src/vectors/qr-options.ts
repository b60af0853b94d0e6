/** QR symbols with ECIs, of a structured append and with FNC1 in the second position. */

import { characterSet, type Eci, eciNames, ecis } from '../../symbologies/eci/index.ts'
import { catalogue, type QrTrace } from '../../symbologies/index.ts'
import type { Wanted } from './vector.ts'

const { standard } = catalogue.qr

/** Characters of every script that a set may be for. */
const samples = 'éüßŁžģøçığŽşЖяλΩשבابجกขŵđ€█漢字한글中😀'

export function qrOptionCases(): Wanted<'qr'>[] {
  return [...declared, ...chosen, ...refused, ...appended, ...fnc1Second]
}

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

/** What a segment is, beside its mode. */
export function segmentDetails(segment: QrTrace['segments'][number]): object {
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
