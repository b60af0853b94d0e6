/** Symbols narrowed for printers that spread: dot by dot what erosion makes of them, read back, and read by others. */

import t from 'tap'
import { composeLabel } from '../../src/design/of-label.ts'
import { drawn } from '../../src/draw/document.ts'
import { barcodeFile, type Composition, composeBarcode, labelFile } from '../../src/draw/drawing.ts'
import { compensationFor, gainOf, limitedTo, limitText } from '../../src/layout/compensation.ts'
import { resolutions } from '../../src/layout/resolution.ts'
import { fed, isOfSymbol, turns, upright } from '../../src/layout/scene.ts'
import { madePieces, verifyPiece } from '../../src/printing/printers/pieces.ts'
import { VerificationFailure } from '../../src/reader/verify/index.ts'
import { turnedFor } from '../../src/render/arrange.ts'
import { parameters } from '../../src/request/params.ts'
import { symbolReader } from '../../src/request/reader.ts'
import { catalogue, isLabelSymbology, symbologies } from '../../symbologies/index.ts'
import { composed as composedDesign, designOf } from '../design/drawn.ts'
import { paintedModules } from '../oracle/paint.ts'
import { pngPicture } from '../oracle/picture.ts'
import { zxingTexts } from '../oracle/zxing.ts'
import { inLongRun, long } from '../random.ts'

const limits = { maxPixels: 25_000_000 }
const readers = { barcode: symbolReader(parameters.barcode), label: symbolReader(parameters.label) }
type Query = Readonly<Record<string, string>>

const compose = (query: Query): Composition =>
  'size' in query
    ? composeLabel(readers.label(query).request!, limits)
    : composeBarcode(readers.barcode(query).request!, limits)

const verified = (query: Query, composition = compose(query)): Uint8Array =>
  'size' in query
    ? drawn(composition, labelFile(readers.label(query).request!), true).bytes
    : drawn(composition, barcodeFile(readers.barcode(query).request!), true).bytes

interface Dots {
  readonly width: number
  readonly height: number
  readonly grey: Uint8Array
}

/** Dark that loses dots at its sides and then gains them, by the definition: one dot after another. */
function narrowed(dots: Dots, x: number, y: number): Dots {
  const down = (each: Dots): Dots => transposed(alongRows(transposed(each), y))
  return x < 0 ? alongRows(down(dots), x) : down(alongRows(dots, x))
}

function transposed({ width, height, grey }: Dots): Dots {
  const result = new Uint8Array(grey.length)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) result[x * height + y] = grey[y * width + x]!
  return { width: height, height: width, grey: result }
}

function alongRows({ width, height, grey }: Dots, dots: number): Dots {
  const [first, last] = [dots - Math.trunc(dots / 2), Math.trunc(dots / 2)]
  const result = Uint8Array.from(grey)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      // of what loses, a dot stays dark if those are dark up to which it loses; of what gains, if one is from which it gains
      for (let u = Math.min(-first, last); u <= Math.max(-first, last); u++) {
        const value = x + u < 0 || x + u >= width ? 255 : grey[y * width + x + u]!
        const at = y * width + x
        result[at] = dots < 0 ? Math.min(result[at]!, value) : Math.max(result[at]!, value)
      }
    }
  }
  return { width, height, grey: result }
}

/** Turned by half. */
const half = ({ width, height, grey }: Dots): Dots => ({ width, height, grey: Uint8Array.from(grey).reverse() })

for (const type of symbologies) {
  t.test(`${type} is narrowed and widened by whole dots, and read back in every format`, inLongRun, async (t) => {
    const { sample: text } = catalogue[type]
    for (const [gain, x, y] of [
      ['0.16', 1, 1],
      ['0.25,0.125', 2, 1],
      ['-0.125', -1, -1],
      ['0,0.25', 0, 2],
      ['0.125,-0.125', 1, -1],
      ['-0.125,0.25', -1, 2],
    ] as const) {
      for (const rotate of long ? turns : (['L'] as const)) {
        const query = { type, text, scale: '4', height: '3', rotate, dpi: '203' }
        const plain = paintedModules(upright(compose(query).scene))
        const wanted = narrowed(plain, x, y)
        const composed = compose({ ...query, gain })
        t.equal(Buffer.compare(paintedModules(upright(composed.scene)).grey, wanted.grey), 0, `${gain} ${rotate}`)
      }
      for (const format of ['png', 'svg', 'pdf']) {
        verified({ type, text, scale: '4', dpi: '203', gain, format, includetext: 'true', rotate: 'R' })
      }
      if (!isLabelSymbology(type)) continue
      for (const format of ['zpl', 'tspl']) {
        verified({ type, text, size: '4x6', dpi: '203', gain, format })
      }
    }
    const picture = pngPicture(verified({ type, text, scale: '4', dpi: '203', gain: '0.16', includetext: 'true' }))
    t.ok((await zxingTexts(picture, type)).length > 0, 'read by another reader')
  })
}

t.test('a drawing that is narrowed by other dots, or not everywhere, is refused', (t) => {
  for (const type of ['code128', 'ean13', 'qr', 'datamatrix'] as const) {
    const query = { type, text: catalogue[type].sample, scale: '4', dpi: '203', gain: '0.16', includetext: 'true' }
    const whole = compose(query)
    const plain = compose({ ...query, gain: '0' })
    const twice = compose({ ...query, gain: '0.25' })
    for (const other of [plain, twice]) {
      t.throws(() => verified(query, { ...other, asked: whole.asked }), VerificationFailure, type)
    }
    const { marks } = whole.scene
    const spoiled = marks.map((mark) => {
      if (mark.kind !== 'modules') return mark
      const [i, at] = [Math.floor(mark.xs.length / 2), mark.xs]
      return { ...mark, xs: at.map((edge, k) => (k === i ? edge + 1 : edge)) }
    })
    t.throws(() => verified(query, { ...whole, scene: { ...whole.scene, marks: spoiled } }), VerificationFailure, type)
  }
  t.end()
})

t.test('of bars and of spaces one dot is left, and a warning says so', (t) => {
  const wanted = compensationFor(gainOf('0.4,-0.3'), resolutions[203])!
  t.same(wanted, { x: 3, y: -2, columns: 1 })
  t.same(limitedTo(2, wanted), { x: 1, y: -1, columns: 1 })
  t.same(limitedTo(1, wanted), { x: 0, y: 0, columns: 1 })
  t.equal(limitText(4, wanted), undefined)
  t.same(limitedTo(4, { x: 3, y: 3, columns: 2 }), { x: 2, y: 3, columns: 2 }, 'pairs of columns')
  t.equal(compensationFor([0.05, 0], resolutions[203]), undefined)
  const narrow = compose({ type: 'qr', text: 'QZ-0001', scale: '2', dpi: '203', gain: '0.4' })
  t.same(
    narrow.warnings.filter(({ code }) => code === 'gain_limited').map(({ message }) => message),
    ['2 dots a module leave room for 1 of the 3 dots by which bars should be narrower'],
  )
  const finest = compose({ type: 'qr', text: 'QZ-0001', scale: '1', dpi: '203', gain: '0.13' })
  t.match(
    finest.warnings.map(({ message }) => message),
    [/./, /1 dot a module leaves? room for nothing/],
  )
  t.end()
})

t.test('a label for a printer that spreads and stretches is narrower and shorter', inLongRun, (t) => {
  for (const [size, orientation, turn] of [
    ['4x6', 'landscape', 0],
    ['4x6', 'portrait', 180],
    ['50x30', 'landscape', 0],
    ['50x30', 'landscape', 90],
    ['50x51mm', 'landscape', 0],
  ] as const) {
    for (const format of ['zpl', 'tspl', 'png', 'pdf'] as const) {
      const request = readers.label({ type: 'code128', text: 'QZ-0001', size, orientation, dpi: '203', format })
        .request!
      const plain = composeLabel({ ...request, handling: { turn } }, limits)
      const isScaled = format !== 'png' && format !== 'pdf'
      const handling = { turn, gain: [0.16, 0.25], ...(isScaled && { scale: [1, 1.02] as const }) } as const
      const composed = composeLabel({ ...request, handling }, limits)
      const [before, after] = [plain, composed].map(({ scene }) => upright(turnedFor(fed(scene, size), handling)))
      t.equal(after!.width, before!.width, `${size} ${turn}`)
      t.equal(after!.height, Math.round(before!.height / (isScaled ? 1.02 : 1)), 'along the feed')
      t.same(after!.compensation, { x: 1, y: 2, columns: 1 })
      const style = { language: format, stock: size, zpl: 'z64', handling } as const
      for (const piece of madePieces(style, [{ row: 1, copies: 1, isContinued: false, ...composed }]))
        verifyPiece(piece)
    }
  }
  t.end()
})

t.test('a design for a printer that spreads and stretches is narrower and shorter', (t) => {
  const design = designOf({
    name: 'shelf',
    size: '50x30mm',
    elements: [
      { kind: 'symbol', type: 'qr', at: [2, 2], size: [18, 18], value: 'QZ-0001' },
      { kind: 'symbol', type: 'code128', at: [22, 2], size: [25, 12], value: '123456' },
      { kind: 'box', at: [2, 25], size: [40, 3], width: 0.3 },
    ],
  })
  const handling = { turn: 180, gain: [0.16, 0.16], scale: [1, 1.02] } as const
  const composed = composedDesign(design, {}, { format: 'zpl', handling })
  t.equal(composed.scene.height, Math.round(240 / 1.02))
  const style = { language: 'zpl', stock: '50x30mm', zpl: 'z64', handling } as const
  for (const piece of madePieces(style, [{ row: 1, copies: 1, isContinued: false, ...composed }])) verifyPiece(piece)
  t.end()
})

t.test(
  'a design is narrowed as its request says: on a page, a sheet that turns it, and a printer with a gain of its own',
  (t) => {
    const design = designOf({
      name: 'shelf',
      size: '40x60mm',
      elements: [
        { kind: 'symbol', type: 'qr', at: [4, 4], size: [18, 18], value: 'QZ-0001', turn: 90 },
        { kind: 'symbol', type: 'code128', at: [4, 30], size: [32, 12], value: '12' },
        { kind: 'box', at: [4, 52], size: [30, 3], width: 0.3 },
      ],
    })
    const modules = ({ scene }: Composition) =>
      paintedModules(upright({ ...scene, marks: scene.marks.filter(isOfSymbol) }))
    const lying = { format: 'pdf', sheet: 'A4:4x4:60x40mm:10,10mm:48,65mm' } as const
    for (const others of [{}, lying, { format: 'zpl', handling: { turn: 180, gain: [0.5, 0.5] } } as const]) {
      const plain = modules(composedDesign(design, {}, { ...others, gain: '0' }))
      const composition = composedDesign(design, {}, { ...others, gain: '0.125,0.25' })
      const isTurned = 'handling' in others
      const wanted = narrowed(isTurned ? half(plain) : plain, 1, 2)
      t.equal(
        Buffer.compare(modules(composition).grey, (isTurned ? half(wanted) : wanted).grey),
        0,
        JSON.stringify(others),
      )
      if (!isTurned) t.ok(drawn(composition, labelFile({ format: 'pdf', qty: 1, ...others }), true).isVerified)
    }
    t.end()
  },
)
