import {
  type Barcode,
  catalogue,
  type MicroQrTrace,
  type QrLevel,
  type QrTrace,
  tables,
} from '../../symbologies/index.ts'
import { dataMatrixDetails, dataMatrixWanted } from './datamatrix.ts'
import { qrOptionCases, segmentDetails } from './qr-options.ts'
import { hex, repeated, setOf, type Vector, type VectorSet, type Wanted } from './vector.ts'

const digits = '0123456789'
const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const small = 'abcdefghijklmnopqrstuvwxyz'
const kanji = '漢字倉庫出荷点茗日本語東京都区'
const { standard } = catalogue.qr

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
  return [...modes, ...qrOptionCases(), ...masks, ...every]
}

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

export function matrixSets(): VectorSet[] {
  return [
    setOf('qr', qrWanted(), qrDetails),
    setOf('microqr', microWanted(), microDetails),
    setOf('datamatrix', dataMatrixWanted(), dataMatrixDetails),
  ]
}
