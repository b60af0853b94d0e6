import { deepEqual } from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import './defects-addon.part.ts'
import './defects-characters.part.ts'
import './defects-datamatrix.part.ts'
import './defects-fnc1.part.ts'
import './defects-gs1.part.ts'
import './defects-linear.part.ts'
import './defects-microqr.part.ts'
import './defects-options.part.ts'
import './defects-qr.part.ts'
import './gs1.part.ts'
import './other-symbologies.part.ts'
import './peer-options.part.ts'
import './peers.part.ts'
import './png.part.ts'
import './size.part.ts'
import './vectors.part.ts'
import { checked, checkImage, type Picture, type Report, readPng, reportText } from '../../src/check/index.ts'
import { drawBarcode } from '../../src/draw.ts'
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
} from '../../symbologies/index.ts'
import { quietzone } from '../cli/program.ts'
import { turnedClockwise } from '../oracle/paint.ts'
import { plainPicture } from '../oracle/picture.ts'
import { forAll, inLongRun, long, random } from '../random.ts'
import { fillingTexts, mixedText } from '../symbologies/datamatrix/texts.ts'
import { textsFor, textsOf } from '../texts.ts'
import { barsPicture, fractions, scaledPicture, widthsIn } from './paint.ts'
import { greyPng } from './png-writer.ts'

/** Unexpected findings on a sound symbol: there must be none but those that the drawing causes. */
function objections(report: Report, barcode: Barcode, allowed: readonly string[] = []): string[] {
  // one in ten of random digits of an SSCC's length that begin with its AI is an SSCC
  const byChance = /^00\d{18}$/.test(report.text ?? '') ? [`${report.symbology}.gs1.without_fnc1`] : []
  const excused = [...allowed, ...byChance]
  const found = report.findings.filter(({ kind, code }) => kind !== 'pass' && !excused.includes(code))
  const other = report.symbology === barcode.symbology ? [] : [`taken for ${report.symbology}`]
  return [...other, ...found.map(({ code, message }) => `${code}: ${message}`)]
}

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
      const { report, seen } = checked(turned(plainPicture(barcode, dots), quarters), { text })
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

t.test('every size and every level, full and nearly empty', async (t) => {
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

t.test('modules that are not whole pixels: blurred edges as in a photo, and sharp edges', async () => {
  for (const type of symbologies) {
    await forAll([textsFor[type], fractions, quarterTurns], { count: 4 }, (text, { way, module }, quarters) => {
      const barcode = encode(type, text)
      const report = checkImage(turned(scaledPicture(barcode, module, way), quarters), { text })
      deepEqual(objections(report, barcode, unavoidable), [])
    })
  }
})

t.test('modules that are not whole pixels in the smallest symbols, which have the fewest edges', async (t) => {
  const wrong: string[] = []
  for (const [type, text] of [
    ['microqr', '1'],
    ['microqr', '4203'],
    ['microqr', 'QZ'],
    ['datamatrix', 'A'],
    ['qr', '1'],
  ] as const) {
    const barcode = encode(type, text)
    for (
      let hundredths = 230;
      hundredths <= 570;
      hundredths = hundredths % 100 === 70 ? hundredths + 60 : hundredths + 1
    ) {
      if (!long && hundredths % 4 !== 0) continue
      const report = checkImage(scaledPicture(barcode, hundredths / 100, 'nearest'), { text })
      for (const objection of objections(report, barcode, unavoidable))
        wrong.push(`${text} ${hundredths}: ${objection}`)
    }
  }
  t.same(wrong, [])
})

t.test('the symbology is detected, unless another one is asked for', async (t) => {
  const picture = plainPicture(encode('qr', 'which?'), 3)
  t.equal(checkImage(picture).symbology, 'qr')
  const other = checkImage(picture, { type: 'datamatrix' })
  t.equal(other.verdict, 'unreadable')
  t.match(other.findings[0]?.message, /datamatrix.*looks like qr/)
  const both = plainPicture(encode('upca', '036000291452'), 3)
  t.equal(checkImage(both).symbology, 'upca')
  t.equal(checkImage(both, { type: 'ean13' }).text, '0036000291452')
})

t.test('pictures of nothing are unreadable', async (t) => {
  const grey = (at: (x: number, y: number) => number): Picture => ({
    width: 60,
    height: 60,
    grey: Uint8Array.from({ length: 3600 }, (_, i) => at(i % 60, Math.floor(i / 60))),
  })
  const r = random('noise')
  const nothing = [
    grey(() => 255),
    grey(() => 0),
    grey((x) => (x < 30 ? 0 : 255)),
    grey(() => r.between(0, 255)),
    grey((x, y) => 255 * ((x + y) % 2)),
  ]
  t.same(
    nothing.map((picture) => checkImage(picture).verdict),
    nothing.map(() => 'unreadable'),
  )
  t.throws(() => checkImage({ width: 3, height: 3, grey: new Uint8Array(8) }), RangeError)
  t.throws(() => checkImage({ width: 0, height: 3, grey: new Uint8Array(0) }), RangeError)
  t.throws(() => checkImage({ width: 1e5, height: 1e5, grey: new Uint8Array(0) }), RangeError)
})

t.test('every finding has a code, a clause and a message', async (t) => {
  const reports = symbologies.map((type) =>
    checkImage(
      plainPicture(
        encode(
          type,
          {
            code39: 'A',
            itf14: '1234567890123',
            ean13: '123456789012',
            ean8: '1234567',
            upca: '12345678901',
            upce: '123456',
          }[type as string] ?? '1',
        ),
        3,
      ),
    ),
  )
  for (const { findings, symbology } of reports) {
    t.ok(findings.length >= 10, `${symbology} has ${findings.length} findings`)
    t.same(
      findings.filter(
        ({ code, clause, message }) =>
          !code.startsWith(`${symbology}.`) || !/^(ISO\/IEC|GS1) /.test(clause) || message === '',
      ),
      [],
    )
  }
  t.match(reportText(reports[0]!), /^code128: conforming\ntext: "1"\n/)
  const hostile = checkImage(plainPicture(encode('code128', '\x1b[31m'), 2))
  t.match(reportText(hostile), 'text: "\\u001b[31m"')
})

t.test('quietzone check', inLongRun, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'check-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const png = (name: string, text: string): void => {
    const { bytes } = drawBarcode(
      { text, type: 'qr', format: 'png', includetext: false, scale: 2, height: 10, rotate: 'N' },
      { maxPixels: 1e6 },
    )
    writeFileSync(join(folder, name), bytes)
  }
  const run = async (...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> => {
    const { code, stdout, stderr } = await quietzone(['check', ...args], { cwd: folder })
    return { code, stdout: stdout.toString(), stderr }
  }
  png('a.png', 'one')
  png('b.png', 'two')
  t.match(await run('a.png'), { code: 0, stdout: /^qr: conforming/, stderr: '' })
  t.match(await run('a.png', '--text', 'two'), { code: 1, stdout: /qr\.text/ })
  t.match(await run('a.png', '--type', 'ean8'), { code: 2, stdout: /looks like qr/ })
  t.match(JSON.parse((await run('a.png', '--json')).stdout), { symbology: 'qr', text: 'one', verdict: 'conforming' })
  t.match(await run('--all', '.'), {
    code: 0,
    stdout: /a\.png: qr conforming\nb\.png: qr conforming\n2 pictures: 2 conforming/,
  })
  writeFileSync(join(folder, 'c.png'), 'no picture')
  t.match(await run('--all', '.'), {
    code: 2,
    stdout: /c\.png: - unreadable picture\.unreadable\n3 pictures: 2 conforming, 0 faults, 1 unreadable/,
  })
  t.match(await run('missing.png'), { code: 3, stderr: /missing\.png cannot be read/ })
  t.match(await run('a.png', '--type', 'pdf417'), { code: 2, stderr: /accepted: code128/ })
  t.match(await run('a.png'), { stdout: /\nX: 0\.169 mm \(2 pixels at 11811 a metre\)\n/ })
  t.match(await run('a.png', '--application', 'other'), {
    code: 1,
    stdout: /^fault {2}qr\.x\.minimum {2}X is 0\.169 mm/m,
  })
  t.match(await run('a.png', '--application', 'healthcare'), { code: 1, stdout: /^fault {2}qr\.application/m })
  t.match(await run('a.png', '--application', 'shop'), { code: 2, stderr: /--application: "shop"; accepted: retail, / })
  const gs1 = plainPicture(encode('qr', '010950600013435217261231', { gs1: true }), 3)
  writeFileSync(join(folder, 'gs1.png'), greyPng(gs1))
  t.match(await run('gs1.png', '--text', '(01)09506000134352(17)261231'), {
    code: 0,
    stdout: /\nGS1: "\(01\)09506000134352\(17\)261231"\n {2}\(01\) GTIN: .*\n {2}\(17\) .*, 2026-12-31\n/,
  })
  t.match(JSON.parse((await run('gs1.png', '--json')).stdout), {
    gs1: { form: 'elements', raw: '^010950600013435217261231' },
  })
  rmSync(join(folder, 'gs1.png'))
  t.match(await run(), { code: 2, stderr: /no picture given/ })
  const huge = Buffer.concat([
    execFileSync('head', ['-c', '16', join(folder, 'a.png')]),
    Buffer.from([0, 1, 0, 0, 0, 1, 0, 0]),
    Buffer.alloc(20),
  ])
  writeFileSync(join(folder, 'huge.png'), huge)
  t.match(await run('huge.png'), { code: 2, stdout: /more than the/ })
})

t.test('bars that are not a symbol', async (t) => {
  const even = barsPicture(new Array<number>(61).fill(3), { left: 30, right: 30 })
  t.equal(checkImage(even).verdict, 'unreadable')
  const cut = widthsIn(encode('code128', 'cut in the middle'), 2).slice(0, 61)
  t.not(checkImage(barsPicture(cut, { left: 30, right: 30 })).verdict, 'conforming')
})
