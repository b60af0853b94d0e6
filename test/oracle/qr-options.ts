/** Texts for QR's options, and what comes of them. */

import type fc from 'fast-check'
import { characterSet, type Eci } from '../../symbologies/eci/index.ts'
import { type QrOptions, qr } from '../../symbologies/index.ts'
import { memoize } from '../../symbologies/memoize.ts'
import { textsOf } from '../texts.ts'
import { plainPicture } from './picture.ts'
import { alphanumerics, digits, emoji, kanji, latin, lower, mixedTexts, upper } from './qr-texts.ts'
import { type Transmission, zxingReads } from './zxing.ts'

export const isKanji = new RegExp(`[${kanji}]`)
const scripts = ['αβγδω', 'Жэшфи', 'אבגד', 'ابجد', 'žřšě', 'ğış', '한글과', '漢字', '中国们', 'กขค', '😀', 'é÷', '€']

/** Texts in up to six scripts, which need different character sets. */
export const manyScripts = (longest: number): fc.Arbitrary<string> =>
  mixedTexts([digits, upper, lower, alphanumerics, latin, kanji, emoji, ...scripts], longest)

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

/** Characters of the set for which no encoder has a choice of modes. */
const plainAlphabet = memoize((eci: Eci): string => {
  const { bytesOf } = characterSet(eci)
  if (eci === 20) return kanji
  const beyond = points.filter((point) => point > 0xa0 && (point < 0xd800 || point > 0xf8ff))
  const own = beyond.filter((point) => bytesOf(point)?.every(isPlain) && !hasFreedom(eci, point))
  return own.length === 0 ? 'abcdefxyz' : own.map((point) => String.fromCharCode(point)).join('')
})

export const plainTexts = (eci: Eci): fc.Arbitrary<string> => textsOf(plainAlphabet(eci), 1, 12)
