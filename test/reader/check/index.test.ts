import { deepEqual } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { drawBarcode } from '../../../src/draw.ts'
import { checked, checkImage, type Picture, readPng } from '../../../src/reader/check/index.ts'
import {
  type Barcode,
  dataMatrixSizes,
  datamatrix,
  EncodeError,
  encode,
  microqr,
  qr,
  rowsOf,
  type Symbology,
  symbologies,
  upce,
} from '../../../symbologies/index.ts'
import { turnedClockwise } from '../../oracle/paint.ts'
import { plainPicture } from '../../oracle/picture.ts'
import { forAll, inLongRun, long, random } from '../../random.ts'
import { fillingTexts, mixedText } from '../../symbologies/datamatrix/texts.ts'
import { textsFor, textsOf } from '../../texts.ts'
import { objections } from './objections.ts'
import { scaledPicture } from './paint.ts'
import { barsOf, degraded } from './photo/degraded.ts'

/** A scale and a height that are not meant for retail are noted of EAN and UPC. */
const sizeNotes = (type: Symbology): string[] => [`${type}.x.minimum`, `${type}.height`]

/**
 * A plain drawing has no bearer bars; six digits of UPC-E that suppression does not give are carried all the same; nothing
 * in Micro QR Code says what its bytes mean, and nothing in Code 39 which characters are a check character or pairs.
 */
const unavoidable = ['itf14.bearer', 'upce.zeros', 'microqr.bytes', 'code39.check', 'code39.fullascii']

const quarterTurns = fc.nat(3)

const turned = (picture: Picture, quarters: number): Picture =>
  quarters === 0 ? picture : turned(turnedClockwise({ ...picture, grey: Uint8Array.from(picture.grey) }), quarters - 1)

t.test('symbols of the encoders have neither fault nor note', async () => {
  const dots = fc.integer({ min: 1, max: 4 })
  for (const type of symbologies) {
    await forAll([textsFor[type], dots, quarterTurns], { count: 20, times: 26 }, (text, dots, quarters) => {
      const barcode = encode(type, text)
      const {
        report,
        seen: [seen],
      } = checked(turned(plainPicture(barcode, dots), quarters), { text })
      deepEqual(objections(report, barcode, unavoidable), [])
      const rows = rowsOf(barcode.matrix).join()
      deepEqual(seen?.rows.join(), rows, 'other modules were read')
      deepEqual(seen?.reference?.join(), rows, 'another reference')
      const { left, right } = seen?.quiet ?? {}
      deepEqual({ left, right }, { left: barcode.quiet.left, right: barcode.quiet.right }, 'another quiet zone')
    })
  }
})

t.test(
  'PNGs of the service have neither fault nor note but on their size: with text, bearer bars and lowered guards',
  inLongRun,
  async () => {
    const suppressed = textsOf('0123456789', 2).map((two) => upce(`0${two}0000`).trace.digits)
    const drawings = fc.record({
      includetext: fc.boolean(),
      scale: fc.integer({ min: 1, max: 4 }),
      rotate: fc.constantFrom('N', 'R', 'L', 'I'),
    })
    for (const type of symbologies) {
      const texts = type === 'upce' ? suppressed : textsFor[type]
      await forAll([texts, drawings], { count: 4 }, async (text, drawing) => {
        const { bytes } = drawBarcode({ text, type, format: 'png', height: 8, ...drawing }, { maxPixels: 25e6 })
        const report = checkImage(await readPng(new Uint8Array(bytes)), { text })
        deepEqual(objections(report, encode(type, text), [...unavoidable, ...sizeNotes(type)]), [])
      })
    }
  },
)

t.test('every size and every level, full and nearly empty', inLongRun, async (t) => {
  const r = random('check sizes')
  const wrong: string[] = []
  const judge = (make: () => Barcode, text: string): void => {
    try {
      const barcode = make()
      const report = checkImage(plainPicture(barcode, 2), { text })
      const bare = barcode.symbology
      wrong.push(
        ...objections(report, barcode, [`${bare}.smallest`]).map((each) => `${bare} ${JSON.stringify(text)}: ${each}`),
      )
    } catch (error) {
      if (!(error instanceof EncodeError && error.code === 'data_too_long')) throw error
    }
  }
  for (const [i, { name, rows }] of dataMatrixSizes.entries()) {
    if (rows > 64 && !long && i % 3 !== 0) continue
    for (const text of [...fillingTexts(r, i), mixedText(r, 12)]) {
      if (text !== '') judge(() => datamatrix(text, { modules: name, eci: 'none' }), text)
    }
  }
  for (let version = 1; version <= 40; version++) {
    // npm test takes every third, and 32, which is the exception in the table of alignment patterns, in one level each
    if (!long && version % 3 !== 1 && version !== 32) continue
    const levels = ['L', 'M', 'Q', 'H'] as const
    for (const level of long ? levels : [levels[version % 4]!]) {
      const text = r.text('ABCDEFGHIJ0123456789', r.between(1, 12 * version))
      judge(() => qr(text, { version, level }), text)
    }
  }
  for (const version of [1, 2, 3, 4]) judge(() => microqr('1234', { version }), '1234')
  t.same(wrong, [])
})

t.test('bars that lie a little askew are one symbol', inLongRun, async (t) => {
  const texts = [
    ['ean13', '5901234123457'],
    ['code128', 'QZ-0001'],
  ] as const
  for (const [type, text] of texts) {
    const [row] = rowsOf(encode(type, text).matrix)
    for (const turn of [0.5, 1, 1.5, 3]) {
      const report = checkImage(degraded(barsOf(row!, 30), { module: 6, turn, margin: 12 }))
      t.same([report.symbology, report.text], [type, text], `${type}, ${turn} degrees`)
    }
  }
})

t.test('an X that is not whole dots is told: a fault where elements are more than a quarter of X off', async (t) => {
  const bars = [
    [1.5, 'fault'],
    [2.2, 'fault'],
    [2.5, 'note'],
    [2.6, 'fault'],
    [3.3, 'fault'],
    [3.5, 'note'],
    [3.9, 'note'],
    [4.3, 'note'],
    [2, undefined],
  ] as const
  const modules = [
    [2.2, 'fault'],
    [2.5, 'note'],
    [2.6, 'note'],
    [3.5, 'note'],
    [3, undefined],
  ] as const
  const kindOf = (type: Symbology, text: string, x: number): string | undefined => {
    const { findings } = checkImage(scaledPicture(encode(type, text), x, 'nearest'))
    return findings.find(({ code }) => code === `${type}.x.fractional`)?.kind
  }
  for (const [x, kind] of bars) t.equal(kindOf('ean13', '5901234123457', x), kind, `bars of ${x} dots`)
  for (const type of ['qr', 'datamatrix'] as const) {
    for (const [x, kind] of modules) t.equal(kindOf(type, 'a text of modules', x), kind, `${type} of ${x} dots`)
  }
})
