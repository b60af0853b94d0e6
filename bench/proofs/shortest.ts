/** The shortest encodations, against searches through everything that the standards allow, written apart. */

import {
  code128,
  dataMatrixSizes,
  datamatrix,
  EncodeError,
  microqr,
  type QrLevel,
  qr,
} from '../../symbologies/index.ts'
import { shortestCode128 } from '../../test/oracle/code128.ts'
import { fewestCodewords } from '../../test/oracle/datamatrix-shortest.ts'
import { fewestBits, type HeaderBits } from '../../test/oracle/qr-shortest.ts'
import { type Proof, same, textsOver, upTo } from './proof.ts'

/** Runs over all texts of 1 to `longest` characters. */
function every(alphabet: string, longest: number, holds: (text: string) => void): number {
  let count = 0
  for (const length of upTo(longest).map((i) => i + 1)) {
    for (const text of textsOver([...alphabet], length)) {
      holds(text)
      count++
    }
  }
  return count
}

/** A digit, a control character, a small letter, a capital, and the same three with 128 more. */
const code128Kinds = '5\x01aA\x81\xe1\xc1'

/** A digit, a capital and so on: one of each kind that the modes tell apart. */
const qrKinds = '1A,a\\é漢'
const microQrKinds = '1A,a漢'
const isKanji = /漢/
const utf8 = new TextEncoder()
const bytesOf = {
  ascii: (character: string): number | undefined => (character <= '\x7f' ? 1 : undefined),
  latin: (character: string): number | undefined => (character <= '\xff' ? 1 : undefined),
  utf8: (character: string): number => utf8.encode(character).length,
}

/** Mode indicator and count, by version: Table 3. */
const classes: readonly (readonly [number, QrLevel, HeaderBits])[] = [
  [9, 'L', { numeric: 14, alphanumeric: 13, byte: 12, kanji: 12 }],
  [26, 'L', { numeric: 16, alphanumeric: 15, byte: 20, kanji: 14 }],
  [40, 'L', { numeric: 18, alphanumeric: 17, byte: 20, kanji: 16 }],
]

function qrBits(text: string): void {
  for (const [version, level, headers] of classes) {
    const wanted = Math.min(
      fewestBits(text, headers, { bytes: bytesOf.ascii }, isKanji),
      fewestBits(text, headers, { bytes: bytesOf.latin, eci: 3 }, isKanji),
      fewestBits(text, headers, { bytes: bytesOf.utf8, eci: 26 }, isKanji),
    )
    const { segments } = qr(text, { version, level, mask: 0 }).trace
    same(
      segments.reduce((sum, { bits }) => sum + bits, 0),
      wanted,
      `version ${version}: ${text}`,
    )
  }
}

const microHeaders: readonly HeaderBits[] = [
  { numeric: 3 },
  { numeric: 5, alphanumeric: 4 },
  { numeric: 7, alphanumeric: 6, byte: 6, kanji: 5 },
  { numeric: 9, alphanumeric: 8, byte: 8, kanji: 7 },
]

/** Bits of data of M1 to M4 at the level that carries most: Table 7. */
const microBits = [20, 40, 84, 128]

/** The first version that holds the text has the fewest bits that the search finds. */
function microQrBits(text: string): void {
  const found = microHeaders.findIndex((headers, i) => bitsOfMicro(text, headers) <= microBits[i]!)
  let drawn: ReturnType<typeof microqr>['trace'] | undefined
  try {
    drawn = microqr(text).trace
  } catch (error) {
    if (!(error instanceof EncodeError)) throw error
  }
  same(drawn?.version ?? 0, found + 1, text)
  if (drawn === undefined) return
  same(
    drawn.segments.reduce((sum, { bits }) => sum + bits, 0),
    bitsOfMicro(text, microHeaders[found]!),
    text,
  )
}

const bitsOfMicro = (text: string, headers: HeaderBits): number =>
  fewestBits(text, headers, { bytes: bytesOf.latin }, isKanji)

/** A digit, a capital, a sign of X12, a small letter, one of EDIFACT, one of the upper half. */
const dataMatrixKinds = '1A*a(é'

function dataMatrixCodewords(text: string): void {
  const { size, padsFrom } = datamatrix(text, { eci: 'none' }).trace
  const bytes = [...text].map((character) => character.codePointAt(0)!)
  const smaller = dataMatrixSizes[dataMatrixSizes.indexOf(size) - 1]
  same(smaller && fewestCodewords(bytes, smaller.data), undefined, text)
  same(padsFrom, fewestCodewords(bytes, size.data), text)
}

export const shortest: readonly Proof[] = [
  {
    name: 'shortest-code128',
    statement:
      'Code 128: all texts of 1 to 5 characters of seven kinds are as short as a search over code sets, shift and FNC4 finds',
    run: () =>
      every(code128Kinds, 5, (text) =>
        same(code128(text).trace.values.length - 2, shortestCode128(text), JSON.stringify(text)),
      ),
  },
  {
    name: 'shortest-qr',
    statement: 'QR: all texts of 1 to 5 characters of seven kinds, in each of the three classes of versions',
    run: () => every(qrKinds, 5, qrBits),
  },
  {
    name: 'shortest-microqr',
    statement:
      'Micro QR: all texts of 1 to 6 characters of five kinds: the smallest version, and the fewest bits in it, or none',
    run: () => every(microQrKinds, 6, microQrBits),
  },
  {
    name: 'shortest-datamatrix',
    statement: 'Data Matrix: all texts of 1 to 5 characters of six kinds: no smaller size, and no fewer codewords',
    run: () => every(dataMatrixKinds, 5, dataMatrixCodewords),
  },
]
