import t from 'tap'
import { barcodeFile } from '../../../src/draw/drawing.ts'
import { expectedOf, feedingOf, sheetOf } from '../../../src/draw/proof.ts'
import { composeBarcode, composeLabel, drawBarcode, drawLabel, type LabelRequest } from '../../../src/draw.ts'
import { FitError } from '../../../src/layout/fit.ts'
import { type Expected, VerificationFailure, verify } from '../../../src/reader/verify/index.ts'
import { deflated, printDocument } from '../../../src/render/deflate.ts'
import { paint } from '../../../src/render/paint.ts'
import { pngFile } from '../../../src/render/png.ts'
import { parameters } from '../../../src/request/params.ts'
import { symbolReader } from '../../../src/request/reader.ts'
import { Gs1Error } from '../../../symbologies/gs1/index.ts'
import { EncodeError } from '../../../symbologies/index.ts'
import { darken, isDark, lightMatrix, type Matrix } from '../../../symbologies/matrix/index.ts'
import { cases, forAll, inLongRun } from '../../random.ts'
import { anyBarcode, anyLabelQuery, type Query } from './random-requests.ts'

const limits = { maxPixels: 25_000_000 }
const readers = { barcode: symbolReader(parameters.barcode), label: symbolReader(parameters.label) }

/** Whether a request is drawn and read back; undefined if it cannot be drawn. */
function isVerified(query: Query): boolean | undefined {
  const isLabel = 'size' in query
  const { request } = (isLabel ? readers.label : readers.barcode)(query)
  if (request === undefined) return undefined
  try {
    if (isLabel) drawLabel({ ...(request as LabelRequest), verify: true }, limits)
    else drawBarcode({ ...(request as Parameters<typeof drawBarcode>[0]), verify: true }, limits)
    return true
  } catch (error) {
    if (error instanceof EncodeError || error instanceof FitError || error instanceof Gs1Error) return undefined
    throw error
  }
}

for (const [name, queries] of [
  ['barcodes', anyBarcode],
  ['labels', anyLabelQuery],
] as const) {
  t.test(`${name} of all types, formats and options show what was asked for`, inLongRun, async (t) => {
    let count = 0
    await forAll([queries], { count: 800 }, (query) => {
      if (isVerified(query)) count++
      return true
    })
    t.ok(count > cases(800) / 2, `${count}`)
  })
}

t.test('gains that are read back, found at random', async (t) => {
  const narrow = { dpi: '203', format: 'png' }
  const code39 = { type: 'code39', text: 'QZ-39', ratio: '2.5', scale: '4', height: '8' }
  for (const query of [
    { ...narrow, type: 'qr', text: 'QZ-0001', scale: '6', gain: '0.3,-0.1' },
    { ...narrow, type: 'datamatrix', text: 'QZ-0001', scale: '6', gain: '-0.1,0.3', rotate: 'R' },
    { ...narrow, ...code39, gain: '0.25' },
    { ...narrow, ...code39, gain: '-0.25', rotate: 'L' },
  ] as const) {
    t.ok(isVerified(query), JSON.stringify(query))
  }
})

t.test('dark that is narrowed by a dot where no gain was asked for is refused', async (t) => {
  for (const format of ['png', 'svg', 'pdf']) {
    for (const type of ['qr', 'microqr', 'datamatrix', 'code128', 'code39']) {
      const query = { type, text: 'QZ-0001', scale: '3', dpi: '203', format }
      const read = (given: Query) => readers.barcode(given).request as Parameters<typeof drawBarcode>[0]
      const file = barcodeFile(read(query))
      const expected = expectedOf(
        [sheetOf([composeBarcode(read(query), limits).asked], file.copies, feedingOf(file.format))],
        file.format,
      )
      const narrowed = drawBarcode(read({ ...query, gain: '0.125' }), limits)
      t.throws(() => verify(narrowed.bytes, expected), VerificationFailure, `${type}, ${format}`)
    }
  }
})

t.test('bars across a head whose pins print two columns are read back, whatever their length', inLongRun, async (t) => {
  for (const type of ['upca', 'ean13', 'ean8']) {
    for (const [size, gain] of [
      ['dk-22205x100', '0'],
      ['62x100mm', '0'],
      ['dk-11201', '-0.1'],
      ['dk-11201', '0.1'],
    ]) {
      for (const layout of ['above', 'beside']) {
        const text = { upca: '81189477760', ean13: '590123412345', ean8: '9638507' }[type]!
        const others = { orientation: 'landscape', showtext: 'false', title: '-', layout, gain: gain! }
        const { request } = readers.label({ type, text, format: 'brother', dpi: '600', size: size!, ...others })
        t.doesNotThrow(() => drawLabel({ ...request!, verify: true }, limits), `${type}, ${size}, ${layout}, ${gain}`)
      }
    }
  }
})

t.test('what a sender is warned of is drawn as it was asked for', async (t) => {
  const long = '(01)09506000134352(10)ABCDEFGHIJKLMNOPQRST(21)ABCDEFGHIJKLMNOPQRST'
  for (const format of ['png', 'svg', 'pdf', 'zpl']) {
    const label = { size: '4x2', format, dpi: '203' }
    t.ok(isVerified({ ...label, type: 'code128', gs1: 'true', text: long }), `more than 48 characters, ${format}`)
    for (const type of ['code128', 'qr', 'datamatrix']) {
      t.ok(isVerified({ ...label, type, text: '(01)09506000134352' }), `brackets, ${type}, ${format}`)
    }
  }
  t.ok(
    isVerified({ size: '25x10', type: 'qr', text: 'A', caption: '$', dpi: '600', format: 'pdf' }),
    'deep in Helvetica',
  )
})

const asked: LabelRequest = {
  type: 'code128',
  text: 'QZ-0001',
  size: '2x1',
  orientation: 'landscape',
  qty: 2,
  showtext: true,
  format: 'pdf',
  dpi: '203',
}

/** Two labels in one document, and what is expected of it. */
function twoLabels(format: 'pdf' | 'zpl' | 'escpos' | 'dymo'): {
  readonly bytes: Uint8Array
  readonly expected: Expected
} {
  const dpi = format === 'dymo' ? '300' : '203'
  const requests = [
    { ...asked, format, dpi },
    { ...asked, format, dpi, text: 'QZ-0002', qty: 1 },
  ] as const
  const document = printDocument(format, { title: 'labels' })
  const composed = requests.map((request) => ({ copies: request.qty, ...composeLabel(request, limits) }))
  for (const { scene, copies } of composed) document.add(scene, copies)
  const sheets = composed.map((each) => sheetOf([each.asked], each.copies, feedingOf(format)))
  return { bytes: document.end(), expected: expectedOf(sheets, format) }
}

/** The rule by which bytes are refused. */
function ruleOf(bytes: Uint8Array, expected: Expected): string {
  try {
    verify(bytes, expected)
    return 'none'
  } catch (error) {
    if (error instanceof VerificationFailure) return `${error.rule} ${error.label}`
    throw error
  }
}

for (const format of ['pdf', 'zpl', 'escpos', 'dymo'] as const) {
  t.test(`${format}: labels and copies are counted, in their order`, async (t) => {
    const { bytes, expected } = twoLabels(format)
    const [first, second] = expected.sheets as [Expected['sheets'][number], Expected['sheets'][number]]
    const because = (sheets: Expected['sheets']): string => ruleOf(bytes, { ...expected, sheets })
    t.equal(because([first, second]), 'none')
    t.equal(because([first]), 'labels 2')
    t.equal(because([first, { ...second, copies: 2 }]), 'copies 2')
    t.equal(because([first, second, second]), 'labels 3')
    t.equal(because([second, first]), 'text 1')
    t.match(because([{ ...first, copies: 1 }, second]), /^(copies 1|text 2)$/)
    t.match(because([{ ...first, copies: 3 }, second]), /^(copies 1|text 1)$/)
  })
}

t.test('each thing that was asked for is compared', async (t) => {
  const composed = composeLabel({ ...asked, qty: 1 }, limits)
  const { bytes } = drawLabel({ ...asked, qty: 1 }, limits)
  const sheet = sheetOf([composed.asked], 1, feedingOf('pdf'))
  const [label] = sheet.labels as [Expected['sheets'][0]['labels'][0]]
  const because = (changes: Partial<typeof label>, ofSheet: Partial<typeof sheet> = {}): string =>
    ruleOf(bytes, expectedOf([{ ...sheet, ...ofSheet, labels: [{ ...label, ...changes }] }], 'pdf'))
  const contents = (changes: Partial<typeof label.contents>): string =>
    because({ contents: { ...label.contents, ...changes } })
  t.equal(because({}), 'none')
  t.equal(contents({ text: 'QZ-0002' }), 'text 1')
  t.equal(contents({ text: 'QZ-000' }), 'text 1')
  t.equal(contents({ symbology: 'code39' }), 'symbol 1')
  t.equal(contents({ gs1: 'true' }), 'text 1')
  t.equal(contents({ addon: '24' }), 'text 1')
  t.equal(contents({ append: { part: 1, parts: 2, carried: 'QZ-0001' } }), 'text 1')
  t.equal(because({ module: label.module + 1 }), 'x-dimension 1')
  t.equal(because({ turns: ['I'] }), 'turn 1')
  t.equal(because({ places: [] }), 'place 1')
  const [{ area }] = label.places as [(typeof label.places)[0]]
  const moved = { ...area, left: area.left + 1, right: area.right + 1 }
  t.equal(because({ places: [{ area: moved }] }), 'symbol 1')
  t.equal(because({ room: { ...label.room, left: area.left + 1 } }), 'place 1')
  t.equal(because({}, { width: sheet.width + 1 }), 'page 1')
  t.equal(because({}, { height: sheet.height - 1 }), 'page 1')
})

t.test('a part carries its whole piece of the text, not some of it', async (t) => {
  const request = { ...asked, type: 'qr', text: '778977', qty: 1, parts: 2, part: 2 } as const
  const composed = composeLabel(request, limits)
  const { bytes } = drawLabel(request, limits)
  const sheet = sheetOf([composed.asked], 1, feedingOf('pdf'))
  const [label] = sheet.labels as [Expected['sheets'][0]['labels'][0]]
  const carrying = (carried: string): string => {
    const contents = { ...label.contents, append: { ...label.contents.append!, carried } }
    return ruleOf(bytes, expectedOf([{ ...sheet, labels: [{ ...label, contents }] }], 'pdf'))
  }
  const { carried } = label.contents.append!
  t.equal(carrying(carried), 'none')
  t.equal(carrying(`7${carried}`), 'text 1')
  t.equal(carrying(carried.slice(1)), 'text 1')
})

t.test('bars of an add-on that do not end where the guards do are refused', inLongRun, async (t) => {
  for (const [type, text] of [
    ['ean13', '590123412345'],
    ['upca', '03600029145'],
  ] as const) {
    for (const addon of ['12', '51299']) {
      for (const rotate of ['N', 'R', 'I', 'L']) {
        const query = { type, text, addon, rotate, scale: '3', height: '12', dpi: '203', format: 'png' }
        const composed = composeBarcode(readers.barcode(query).request as never, limits)
        const expected = expectedOf([sheetOf([composed.asked], 1, feedingOf('png'))], 'png')
        const dots = paint(composed.scene)
        const written = (shown: Matrix): Uint8Array => deflated(pngFile(shown, composed.scene.resolution))
        t.doesNotThrow(() => verify(written(dots), expected), `${type}+${addon}, ${rotate}`)
        const upright = paint({ ...composed.scene, turn: 'N' })
        // the last row of the bars of the add-on, of 20 or 47 modules
        const y = lastBarsRow(upright)
        const x = lastDark(upright, y)
        const spoilt = { ...upright, words: upright.words.slice() }
        for (let i = 0; i < 3 * (9 * addon.length + 2); i++)
          spoilt.words[y * spoilt.stride + ((x - i) >> 5)]! &= ~(0x80000000 >>> ((x - i) & 31))
        t.throws(
          () => verify(written(turnedMatrix(spoilt, rotate)), expected),
          VerificationFailure,
          `${type}+${addon}, ${rotate}`,
        )
      }
    }
  }
})

/** The last row in which an add-on has its bars, which are the last dark dots on its right. */
function lastBarsRow(dots: Matrix): number {
  const right = Array.from({ length: dots.height }, (_, y) => lastDark(dots, y))
  return right.lastIndexOf(Math.max(...right))
}

/** The last dark dot of a row; -1 where there is none. */
function lastDark(dots: Matrix, y: number): number {
  let x = dots.width - 1
  while (x >= 0 && !isDark(dots, x, y)) x--
  return x
}

/** The dots turned clockwise. */
function turnedMatrix(dots: Matrix, turn: string): Matrix {
  const once = (from: Matrix): Matrix => {
    const result = lightMatrix(from.height, from.width)
    for (let y = 0; y < from.height; y++) {
      for (let x = 0; x < from.width; x++) if (isDark(from, x, y)) darken(result, from.height - 1 - y, x)
    }
    return result
  }
  return Array.from({ length: ['N', 'R', 'I', 'L'].indexOf(turn) }).reduce<Matrix>((from) => once(from), dots)
}
