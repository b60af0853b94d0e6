import fc from 'fast-check'
import t from 'tap'
import { composeLabel, drawLabel, type LabelRequest } from '../../src/draw.ts'
import { FitError } from '../../src/layout/fit.ts'
import { namedStocks } from '../../src/layout/named-stock.ts'
import { type Dpi, resolutions } from '../../src/layout/resolution.ts'
import type { LabelSize } from '../../src/layout/stock.ts'
import { png } from '../../src/render/deflate.ts'
import { type LanguageTraits, languageTraits, type PrinterLanguage } from '../../src/render/language.ts'
import { EncodeError } from '../../symbologies/index.ts'
import { anyLabels } from '../layout/random-label.ts'
import { brotherPages, dymoLabels, escposStrips, pictureOf } from '../oracle/byte-printers.ts'
import { pngPicture } from '../oracle/picture.ts'
import { cpclLabels, eplLabels, tsplLabels } from '../oracle/text-printers.ts'
import { asFed } from '../oracle/zpl.ts'
import { type Picture, reads } from '../oracle/zxing.ts'
import { cases, forAll, inLongRun, long } from '../random.ts'

const limits = { maxPixels: 25_000_000 }

/** What came out of a printer: each label as often as it has copies. */
type Read = (bytes: Uint8Array, dpi: Dpi) => readonly Picture[]

const manyOf = <P extends Picture & { readonly copies: number }>(labels: readonly P[]): readonly Picture[] =>
  labels.flatMap((label) => Array.from({ length: label.copies }, () => label))

/** The rows of paper in labels of `height` rows. */
function parted(rows: readonly (readonly number[])[], height: number): Picture[] {
  return Array.from({ length: Math.ceil(rows.length / height) }, (_, i) =>
    pictureOf(rows.slice(i * height, (i + 1) * height)),
  )
}

/** The width in whole bytes, as rows of bytes print it. */
function widened({ width, height, grey }: Picture): Picture {
  const whole = 8 * Math.ceil(width / 8)
  const wide = new Uint8Array(whole * height).fill(255)
  for (let y = 0; y < height; y++) wide.set(grey.subarray(y * width, (y + 1) * width), y * whole)
  return { width: whole, height, grey: wide }
}

const isSame = (a: Picture, b: Picture): boolean =>
  a.width === b.width && a.height === b.height && Buffer.compare(a.grey, b.grey) === 0

/** The label's PNG as it is fed, and its file in the language; undefined where it cannot be drawn. */
function drawn(request: LabelRequest): { wanted: Picture; bytes: Uint8Array } | undefined {
  try {
    const { bytes } = drawLabel(request, limits)
    const png = drawLabel({ ...request, format: 'png', qty: 1 }, limits).bytes
    return { wanted: asFed(pngPicture(png), request.size), bytes }
  } catch (error) {
    if (error instanceof EncodeError || error instanceof FitError) return undefined
    throw error
  }
}

/** Labels asked for of each language. */
const asked = cases(160)
/** Of a large label it takes a second to read the dots. */
const mostDots = long ? 1_500_000 : 250_000

function isSmall({ size, dpi }: LabelRequest): boolean {
  const [x, y] = size.split('x').map(Number.parseFloat) as [number, number]
  const unit = size.endsWith('mm') || x > 9 || y > 9 ? 1 : 25.4
  return x * y * (unit * resolutions[dpi!].perMillimetre) ** 2 <= mostDots
}

const labelsIn = (language: PrinterLanguage, sizes?: fc.Arbitrary<LabelSize>): fc.Arbitrary<LabelRequest> => {
  const { dpis }: LanguageTraits = languageTraits[language]
  return fc
    .tuple(
      anyLabels,
      fc.constantFrom(...(dpis as Dpi[])),
      fc.integer({ min: 1, max: 3 }),
      sizes ?? fc.constant(undefined),
    )
    .map(([label, dpi, qty, size]) => ({ ...label, dpi, qty, format: language, size: size ?? label.size }))
    .filter(isSmall)
}

const readers = {
  tspl: (bytes, dpi) => manyOf(tsplLabels(bytes, resolutions[dpi].perMillimetre)),
  epl: (bytes) => manyOf(eplLabels(bytes)),
  cpcl: (bytes) => manyOf(cpclLabels(bytes)),
} satisfies Partial<Record<PrinterLanguage, Read>>

for (const [language, read] of Object.entries(readers)) {
  t.test(`${language}: random labels are the dots of the PNG as it is fed`, inLongRun, async (t) => {
    let count = 0
    await forAll([labelsIn(language as PrinterLanguage)], { count: 160 }, (request) => {
      const made = drawn(request)
      if (made === undefined) return true
      count++
      const labels = read(made.bytes, request.dpi!)
      return labels.length === request.qty && labels.every((label) => isSame(label, made.wanted))
    })
    t.ok(count >= asked / 2, `${count} labels`)
  })
}

t.test(
  'escpos: random labels are the dots of the PNG as it is fed, and are cut off after the last',
  inLongRun,
  async (t) => {
    let count = 0
    await forAll([labelsIn('escpos')], { count: 160 }, (request) => {
      const made = drawn(request)
      if (made === undefined) return true
      count++
      const strips = escposStrips(made.bytes)
      if (strips.length !== 1 || strips[0]!.end !== 'cut') return false
      const labels = parted(strips[0]!.rows, made.wanted.height)
      return labels.length === request.qty && labels.every((label) => isSame(label, widened(made.wanted)))
    })
    t.ok(count >= asked / 2, `${count} labels`)
  },
)

/** Across in mm, of a label that is fed. */
const sizesAcross = (widths: readonly number[]): fc.Arbitrary<LabelSize> =>
  fc
    .tuple(fc.constantFrom(...widths), fc.integer({ min: 12, max: 100 }))
    .map(([across, along]) => `${across}x${along}mm` as const)

t.test('dymo: random labels are the dots of the PNG as it is fed', inLongRun, async (t) => {
  let count = 0
  await forAll([labelsIn('dymo', sizesAcross([19, 25.4, 28, 54, 57, 102]))], { count: 160 }, (request) => {
    const made = drawn(request)
    if (made === undefined) return true
    count++
    const wanted = widened(made.wanted)
    const labels = dymoLabels(made.bytes)
    const ends = labels.map(({ end }) => end)
    return (
      labels.length === request.qty &&
      labels.every(({ rows }) => isSame(pictureOf(rows, wanted.width), wanted)) &&
      ends.every((end, i) => end === (i < request.qty - 1 ? 'next label' : 'tear bar')) &&
      labels.every(({ longest }) => longest > wanted.height)
    )
  })
  t.ok(count >= asked / 2, `${count} labels`)
})

/**
 * Pins of a head left of those that reach a tape, as its printed side is seen with its first line on top, and those that do: Raster
 * Command Reference QL-710W/720NW and QL-1100, PT-E550W p. 20, PT-P900 p. 23.
 */
const heads = [
  { dpi: '300', mm: 12, pins: 720, left: 585, area: 106 },
  { dpi: '300', mm: 29, pins: 720, left: 408, area: 306 },
  { dpi: '300', mm: 38, pins: 720, left: 295, area: 413 },
  { dpi: '300', mm: 50, pins: 720, left: 154, area: 554 },
  { dpi: '300', mm: 54, pins: 720, left: 130, area: 590 },
  { dpi: '300', mm: 62, pins: 720, left: 12, area: 696 },
  { dpi: '300', mm: 102, pins: 1296, left: 76, area: 1164 },
  { dpi: '180', mm: 6, pins: 128, left: 48, area: 32 },
  { dpi: '180', mm: 9, pins: 128, left: 39, area: 50 },
  { dpi: '180', mm: 12, pins: 128, left: 29, area: 70 },
  { dpi: '180', mm: 18, pins: 128, left: 8, area: 112 },
  { dpi: '180', mm: 24, pins: 128, left: 0, area: 128 },
  { dpi: '360', mm: 12, pins: 560, left: 197, area: 150 },
  { dpi: '360', mm: 24, pins: 560, left: 112, area: 320 },
  { dpi: '360', mm: 36, pins: 560, left: 45, area: 454 },
] as const

/** The pins of a head for each row of a label in the middle of its tape; blank rows up to the shortest label. */
function onHead(
  { width, height, grey }: Picture,
  { pins, left, area }: (typeof heads)[number],
  least: number,
): Picture {
  const lines = Math.max(height, least)
  const all = new Uint8Array(pins * lines).fill(255)
  const cut = Math.max(0, (width - area) >> 1)
  const indent = Math.ceil(Math.max(0, area - width) / 2)
  for (let y = 0; y < height; y++) {
    const reached = grey.subarray(y * width + cut, y * width + Math.min(width, cut + area))
    all.set(reached, y * pins + left + indent)
  }
  return { width: pins, height: lines, grey: all }
}

t.test('brother: random labels lie on the pins of their tape', inLongRun, async (t) => {
  let [count, refused] = [0, 0]
  const labels = fc
    .tuple(fc.constantFrom(...heads), fc.integer({ min: 10, max: 90 }), labelsIn('brother'))
    .map(([head, along, label]) => ({
      head,
      request: { ...label, dpi: head.dpi, size: `${head.mm}x${along}mm` } as const,
    }))
  await forAll([labels], { count: 160 }, ({ head, request }) => {
    const made = drawn(request)
    if (made === undefined) {
      refused++
      return true
    }
    count++
    const pages = brotherPages(made.bytes, head.pins)
    const least = { 300: 150, 180: 31, 360: 62 }[head.dpi]
    const wanted = onHead(made.wanted, head, least)
    return (
      pages.length === request.qty &&
      pages.every(({ rows }) => isSame(pictureOf(rows, head.pins), wanted)) &&
      pages.every(({ end }, i) => end === (i < request.qty - 1 ? 'next page' : 'last page')) &&
      pages.every(({ media }, i) => media.page === (i === 0 ? 0 : 1) && media.width === head.mm)
    )
  })
  t.ok(count >= (3 * asked) / 10, `${count} labels, ${refused} that do not fit`)
})

/** Texts that would be commands, if they were in a stream. */
const commandTexts = [
  ...[
    '^XA^PQ9^XZ',
    '~HS',
    '\r\nPRINT 9\r\n',
    '\r\nCLS\r\n',
    '! 0 200 200 9 9\r\nPRINT\r\n',
    '\nN\nP9\n',
    '"',
    '^ee\r\n',
  ],
  ...[
    '\u001b@\u001dV\u0000',
    '\u0010\u0014\u0001\u0000\u0001',
    '\u001biS',
    '\u001bA\u001bE',
    '\u001a',
    '\f',
    '\u0000'.repeat(20),
  ],
] as const

t.test('no text is in any command: labels with commands as words come out as all others', async (t) => {
  const words = fc.constantFrom(...commandTexts)
  const labels = fc
    .tuple(words, words, words, fc.constantFrom('tspl', 'epl', 'cpcl', 'escpos', 'dymo'))
    .map(([text, caption, title, format]) => {
      const dpi: Dpi = format === 'dymo' ? '300' : '203'
      return {
        type: 'qr',
        text,
        caption,
        title,
        format,
        dpi,
        size: '50x30',
        orientation: 'landscape',
        qty: 2,
        showtext: true,
      } as const
    })
  await forAll([labels], { count: 80 }, (request) => {
    const { wanted, bytes } = drawn(request)!
    switch (request.format) {
      case 'escpos':
        return escposStrips(bytes)[0]!.rows.length === 2 * wanted.height
      case 'dymo':
        return dymoLabels(bytes).every(({ rows }) => isSame(pictureOf(rows), widened(wanted)))
      default:
        return readers[request.format](bytes, request.dpi).every((label) => isSame(label, wanted))
    }
  })
  t.pass('all labels')
})

t.test('brother at 600 dpi: 300 across and 600 along, and no module is cut in two', inLongRun, async (t) => {
  const texts = { qr: 'QZ-0001', datamatrix: 'QZ-0001', code128: 'QZ-0001', ean13: '4006381333931' } as const
  let count = 0
  for (const [type, text] of Object.entries(texts) as [keyof typeof texts, string][]) {
    for (const size of ['62x29mm', '50x60mm', '62x40mm', '38x90mm'] as const) {
      for (const orientation of ['landscape', 'portrait'] as const) {
        const request = {
          type,
          text,
          size,
          orientation,
          qty: 1,
          showtext: true,
          dpi: '600',
          format: 'brother',
        } as const
        const { scene } = composeLabel(request, limits)
        const [page] = brotherPages(drawLabel(request, limits).bytes, 720)
        t.equal(page!.expanded & 0x40, 0x40)
        const wanted = pngPicture(png(scene))
        t.equal(page!.rows.length, Math.max(300, wanted.height))
        const pins = pictureOf(page!.rows, 720)
        const square = { width: 1440, height: pins.height, grey: new Uint8Array(1440 * pins.height) }
        for (let at = 0; at < square.grey.length; at++) square.grey[at] = pins.grey[at >> 1]!
        t.ok(await reads(square, type, text), `${type} ${size} ${orientation}`)
        count++
      }
    }
  }
  t.equal(count, 32)
})

t.test('brother at 600 dpi: dots of modules come back, in pairs', async (t) => {
  const request = {
    type: 'qr',
    text: 'QZ',
    orientation: 'landscape',
    qty: 1,
    showtext: false,
    format: 'brother',
  } as const
  for (const [size, left, area] of [
    ['62x29mm', 12, 696],
    ['29x29mm', 408, 306],
  ] as const) {
    const scene = composeLabel({ ...request, size, dpi: '600' }, limits).scene
    const { width, height, grey } = pngPicture(png(scene))
    const [page] = brotherPages(drawLabel({ ...request, size, dpi: '600' }, limits).bytes, 720)
    const columns = Math.ceil(width / 2)
    const cut = (columns - area) >> 1
    const first = scene.marks.flatMap((mark) => (mark.kind === 'modules' ? mark.xs[0]! : []))[0]!
    let different = 0
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const pin = left + ((x + (first & 1)) >> 1) - cut
        if ((page!.rows[y]![pin] ?? 0) !== (grey[y * width + x] === 0 ? 1 : 0)) different++
      }
    }
    t.equal(different, 0, size)
  }
  const odd = { ...request, size: '62x29mm', dpi: '600', xdim: 0.3 } as const
  t.throws(() => composeLabel(odd, limits), { code: 'does_not_fit', parameter: 'xdim', suggestion: { dpi: '300' } })
})

t.test('a label that a print head does not reach is refused with the size that it reaches', async (t) => {
  const request = { type: 'code128', text: 'QZ-0001', orientation: 'landscape', qty: 1, showtext: true } as const
  const wide = { ...request, title: 'Sechskantschraube M8 x 40 verzinkt, DIN 933, in Größe und Länge' }
  const refusalOf = (size: LabelSize, dpi: Dpi, format: PrinterLanguage): unknown => {
    try {
      return composeLabel({ ...wide, size, dpi, format }, limits)
    } catch (error) {
      return error
    }
  }
  const cut = refusalOf('62x20mm', '300', 'brother') as FitError
  t.match(cut, { code: 'does_not_fit', parameter: 'size', suggestion: { size: '58.928x19.981mm' } })
  t.match(cut.message, /^print heads reach 696 x 236 of its 732 x 236 dots/)
  t.notOk(refusalOf('58.928x19.981mm', '300', 'brother') instanceof Error, 'the suggestion is drawn')
  for (const format of ['brother', 'dymo'] as const) {
    t.match(refusalOf('120x20mm', '300', format), { code: 'does_not_fit', parameter: 'size' })
  }
  t.notOk(refusalOf('62x20mm', '300', 'tspl') instanceof Error)
})

t.test(
  'brother: labels by their names are die-cut or tape, as long as their maker says, and lose no ink',
  inLongRun,
  async (t) => {
    for (const stock of namedStocks.filter(({ maker }) => maker === 'Brother')) {
      const { name, across, along, area, isRound } = stock
      // pins of labels of 103.6 mm are not certain
      if (across > 102) continue
      const size = along === undefined ? (`${name}x60` as const) : name
      const dpi = `${area!.perInch}` as Dpi
      const request = {
        type: 'datamatrix',
        text: 'A',
        size,
        dpi,
        orientation: 'landscape',
        qty: 1,
        showtext: false,
      } as const
      if (name === 'dk-22251') {
        t.throws(() => drawLabel({ ...request, format: 'brother' }, limits), /roll of two colours/)
        continue
      }
      const bytes = drawLabel({ ...request, format: 'brother' }, limits).bytes
      const wanted = pngPicture(drawLabel({ ...request, format: 'png' }, limits).bytes)
      const pins = area!.perInch === 180 ? 128 : area!.perInch === 360 ? 560 : across > 62 ? 1296 : 720
      const [page, ...others] = brotherPages(bytes, pins)
      t.equal(others.length, 0, name)
      const isTze = name.startsWith('tze-')
      t.equal(page!.media.kind, isTze ? 0 : along === undefined ? 0x0a : 0x0b, `${name}: kind`)
      t.equal(page!.media.width, Math.ceil(across), `${name}: width`)
      t.equal(page!.media.length, along === undefined ? 0 : Math.round(along), `${name}: length`)
      if (along !== undefined) t.equal(page!.rows.length, area!.along, `${name}: lines`)
      const ink = (grey: Uint8Array): number => grey.reduce((sum, dot) => sum + (dot < 128 ? 1 : 0), 0)
      t.equal(ink(pictureOf(page!.rows, pins).grey), ink(wanted.grey), `${name}: ink`)
      t.equal(isRound, ['dk-11218', 'dk-11219'].includes(name))
    }
  },
)

t.test('dymo: a label by its name ends where it ends', async (t) => {
  const request = {
    type: 'qr',
    text: 'A',
    size: 'dymo-99012',
    dpi: '300',
    orientation: 'portrait',
    qty: 1,
    showtext: true,
  } as const
  const [label] = dymoLabels(drawLabel({ ...request, format: 'dymo' }, limits).bytes)
  t.ok(label!.longest > 1051 && label!.longest < 0x8000)
})
