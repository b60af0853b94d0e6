/** Texts for QR's options, and what comes of them. */

import { characterSet, type Eci } from '../../symbologies/eci/index.ts'
import { type QrOptions, qr } from '../../symbologies/index.ts'
import { memoize } from '../../symbologies/memoize.ts'
import type { Random } from '../random.ts'
import { plainPicture } from './picture.ts'
import { alphanumerics, digits, emoji, kanji, latin, lower, upper } from './qr-texts.ts'
import { type Transmission, zxingReads } from './zxing.ts'

export const isKanji = new RegExp(`[${kanji}]`)
const scripts = ['αβγδω', 'Жэшфи', 'אבגד', 'ابجد', 'žřšě', 'ğış', '한글과', '漢字', '中国们', 'กขค', '😀', 'é÷', '€']

/** Runs of several kinds in turn. */
export function mixed(numbers: Random, longest: number): string {
  const kinds = [digits, upper, lower, alphanumerics, latin, kanji, emoji, ...scripts]
  let text = ''
  for (let runs = numbers.between(1, 6); runs > 0; runs--)
    text += numbers.text(numbers.pick(kinds), numbers.between(1, longest))
  return text
}

/** Modes with counts and designators. */
export const segmentsOf = (text: string, options: QrOptions): string =>
  qr(text, options)
    .trace.segments.map(
      (each) => `${each.mode} ${each.mode === 'eci' ? each.designator : 'count' in each && each.count}`,
    )
    .join(', ')

/** What zxing-cpp reads from the symbol. */
export const reads = async (text: string, options: QrOptions): Promise<Transmission | undefined> =>
  (await zxingReads(plainPicture(qr(text, options), 2), 'qr'))[0]

const points = Array.from({ length: 0x10000 }, (_, point) => point)
/** zint uses alphanumeric mode for bytes of UTF-16 too, and we kanji mode beside UTF-8. */
const isPlain = (byte: number): boolean => !alphanumerics.includes(String.fromCharCode(byte))
const hasFreedom = (eci: Eci, point: number): boolean => eci === 26 && isKanji.test(String.fromCharCode(point))

/** Characters of each set for which no encoder has a choice of modes. */
const plainAlphabet = memoize((eci: Eci): string => {
  const { bytesOf } = characterSet(eci)
  if (eci === 20) return kanji
  const beyond = points.filter((point) => point > 0xa0 && (point < 0xd800 || point > 0xf8ff))
  const own = beyond.filter((point) => bytesOf(point)?.every(isPlain) && !hasFreedom(eci, point))
  return own.length === 0 ? 'abcdefxyz' : own.map((point) => String.fromCharCode(point)).join('')
})

export const plainText = (numbers: Random, eci: Eci): string => numbers.text(plainAlphabet(eci), numbers.between(1, 12))
