/** Decoders that are right but for one planted fault each: our reader, which sees nothing but the picture. */

import type { DecoderAnswer, DecoderClass } from '../../../src/explain/judge/index.ts'
import type { Symbology } from '../../../symbologies/index.ts'
import { type Answered, greyAt, ownDecoder, type Seen } from './own-decoder.ts'

export interface WrongDecoder {
  readonly fault: string
  readonly type: Symbology
  /** How it is found. */
  readonly class: DecoderClass
  readonly code: string
  /** The answer with the fault; the right one where the fault does not show. */
  readonly planted: (own: Answered, seen: Seen) => DecoderAnswer
}

export const decoderWith =
  ({ planted }: WrongDecoder) =>
  async (shown: Parameters<typeof ownDecoder>[0]): Promise<DecoderAnswer> => {
    const { answer, seen } = ownDecoder(shown)
    return planted(answer, seen)
  }

const nothing = { kind: 'nothing', why: 'not found' } as const
const read = (data: string): DecoderAnswer => ({ kind: 'read', data })

/** Another text wherever one is read. */
const says =
  (other: (text: string) => string): WrongDecoder['planted'] =>
  (own) =>
    own.kind === 'read' ? { ...own, data: other(own.data) } : own

/** Nothing is read where the picture or what was found in it is of a kind. */
const misses =
  (isMissed: (seen: Seen) => boolean): WrongDecoder['planted'] =>
  (own, seen) =>
    isMissed(seen) ? nothing : own

/** What is found is read whatever is wrong with it. */
const believes: WrongDecoder['planted'] = (own, { symbol }) =>
  own.kind === 'nothing' && symbol?.text !== undefined ? read(symbol.text) : own

const hasFault =
  (code: string) =>
  ({ symbol }: Seen): boolean =>
    symbol?.findings.some((finding) => finding.code === code && finding.kind === 'fault') === true
const isInverted = ({ picture }: Seen): boolean => greyAt(picture, 0, 0) < 128
const hasGreys = ({ picture }: Seen): boolean => picture.grey.some((value) => value > 20 && value < 235)

const latin1Of = (text: string): string => Buffer.from(text).toString('latin1')

export const wrongDecoders: readonly WrongDecoder[] = [
  {
    fault: 'EAN-13: the check digit is not verified',
    type: 'ean13',
    class: 'readsOtherwise',
    code: 'check',
    planted: believes,
  },
  {
    fault: 'EAN-8: the check digit is not verified',
    type: 'ean8',
    class: 'readsOtherwise',
    code: 'check',
    planted: believes,
  },
  {
    fault: 'Code 128: what has to be refused is read as 00',
    type: 'code128',
    class: 'readsOtherwise',
    code: 'check',
    planted: (own) => (own.kind === 'nothing' ? read('00') : own),
  },
  {
    fault: 'EAN-13: the first digit is lost',
    type: 'ean13',
    class: 'readsOtherwise',
    code: 'sound',
    planted: says((text) => text.slice(1)),
  },
  {
    fault: 'UPC-A: two zeros instead of one make an EAN-13 of it',
    type: 'upca',
    class: 'readsOtherwise',
    code: 'sound',
    planted: says((text) => `00${text}`),
  },
  {
    fault: 'UPC-E: the check digit is always 0',
    type: 'upce',
    class: 'readsOtherwise',
    code: 'sound',
    planted: says((text) => `${text.slice(0, -1)}0`),
  },
  {
    fault: 'ITF-14: the last pair is lost',
    type: 'itf14',
    class: 'readsOtherwise',
    code: 'sound',
    planted: says((text) => text.slice(0, -2)),
  },
  {
    fault: 'ITF-14: bars are read from left to right alone',
    type: 'itf14',
    class: 'misses',
    code: 'turned',
    planted: misses(beginsWithEnd),
  },
  {
    fault: 'Code 39: start and stop character belong to the text',
    type: 'code39',
    class: 'readsOtherwise',
    code: 'sound',
    planted: says((text) => `*${text}*`),
  },
  {
    fault: 'Code 128: FNC4 is not known',
    type: 'code128',
    class: 'readsOtherwise',
    code: 'sound',
    planted: says((text) =>
      Array.from(text, (character) => String.fromCharCode(character.charCodeAt(0) & 0x7f)).join(''),
    ),
  },
  {
    fault: 'Code 128: FNC1 between elements is lost',
    type: 'code128',
    class: 'readsOtherwise',
    code: 'sound.gs1',
    planted: says((text) => text.replaceAll('\x1d', '')),
  },
  {
    fault: 'QR Code: no error correction',
    type: 'qr',
    class: 'misses',
    code: 'limit',
    planted: misses(hasFault('qr.errorcorrection')),
  },
  {
    fault: 'QR Code: what cannot be corrected is read as it is',
    type: 'qr',
    class: 'readsOtherwise',
    code: 'beyond',
    planted: (own) => (own.kind === 'nothing' ? read('�') : own),
  },
  {
    fault: 'QR Code: format information is not corrected',
    type: 'qr',
    class: 'misses',
    code: 'format',
    planted: misses(hasFault('qr.format.copy1')),
  },
  {
    fault: 'QR Code: light on dark is not read',
    type: 'qr',
    class: 'misses',
    code: 'inverted',
    planted: misses(isInverted),
  },
  {
    fault: 'QR Code: symbols have to stand upright',
    type: 'qr',
    class: 'misses',
    code: 'turned',
    planted: misses(hasFinderAtLowerRight),
  },
  {
    fault: 'QR Code: sides have to be parallel to those of the picture',
    type: 'qr',
    class: 'misses',
    code: 'tilted',
    planted: misses(hasGreys),
  },
  {
    fault: 'QR Code: mirror images are not read',
    type: 'qr',
    class: 'missesByChoice',
    code: 'mirrored',
    planted: misses(hasFault('qr.mirrored')),
  },
  {
    fault: 'QR Code: ECI is not heeded',
    type: 'qr',
    class: 'readsOtherwise',
    code: 'sound',
    planted: (own, { symbol }) => (own.kind === 'read' && symbol?.eci ? read(latin1Of(own.data)) : own),
  },
  {
    fault: 'Micro QR Code: M1 is not known',
    type: 'microqr',
    class: 'misses',
    code: 'sound',
    planted: misses(({ symbol }) => symbol?.version === 'M1'),
  },
  {
    fault: 'Micro QR Code: no error correction',
    type: 'microqr',
    class: 'misses',
    code: 'limit',
    planted: misses(hasFault('microqr.errorcorrection')),
  },
  {
    fault: 'Data Matrix: no error correction',
    type: 'datamatrix',
    class: 'misses',
    code: 'limit',
    planted: misses(hasFault('datamatrix.errorcorrection')),
  },
  {
    fault: 'Data Matrix: rectangles are not known',
    type: 'datamatrix',
    class: 'misses',
    code: 'sound',
    planted: misses(({ symbol }) => {
      const [rows, columns] = symbol?.version?.split('x') ?? []
      return rows !== columns
    }),
  },
  {
    fault: 'Data Matrix: FNC1 between elements is a blank',
    type: 'datamatrix',
    class: 'readsOtherwise',
    code: 'sound.gs1',
    planted: says((text) => text.replaceAll('\x1d', ' ')),
  },
  {
    fault: 'Data Matrix: a symbol is said to be another',
    type: 'datamatrix',
    class: 'readsOtherwise',
    code: 'sound.type',
    planted: (own) => (own.kind === 'read' ? { ...own, type: 'qr' } : own),
  },
  {
    fault: 'Data Matrix: light on dark ends the program',
    type: 'datamatrix',
    class: 'noAnswer',
    code: 'crash',
    planted: (own, seen) => (isInverted(seen) ? { kind: 'none', code: 'crash', why: 'signal SIGSEGV' } : own),
  },
]

/** Whether seven modules along the lower and the right side are dark at their corner, as of a symbol that is turned by quarters. */
function hasFinderAtLowerRight({ symbol, picture }: Seen): boolean {
  if (symbol?.version === undefined) return false
  const [first, , last] = symbol.corners
  const module = (last!.x - first!.x) / (17 + 4 * Number(symbol.version))
  return Array.from({ length: 7 }, (_, i) => (i + 0.5) * module).every(
    (along) =>
      greyAt(picture, Math.floor(last!.x - along), Math.floor(last!.y - module / 2)) < 128 &&
      greyAt(picture, Math.floor(last!.x - module / 2), Math.floor(last!.y - along)) < 128,
  )
}

/** Whether the second bar is wide, as where ITF ends: its start pattern is narrow. */
function beginsWithEnd({ picture }: Seen): boolean {
  const middle = Math.floor(picture.height / 2)
  const row = Array.from({ length: picture.width }, (_, x) => (greyAt(picture, x, middle) < 128 ? '1' : '0')).join('')
  const [first, , second] = row.match(/1+|0+/g)!.slice(1)
  return first !== undefined && second !== undefined && second.length > 1.5 * first.length
}
