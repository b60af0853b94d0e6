import { deepEqual, match, ok } from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { composeLabel, drawBarcode, drawLabel, type LabelRequest } from '../../src/draw.ts'
import { dpis, resolutions } from '../../src/layout/resolution.ts'
import { orientations, stockGroups, stockNames } from '../../src/layout/stock.ts'
import { encode, labelSymbologies } from '../../symbologies/index.ts'
import { pngPicture } from '../oracle/picture.ts'
import { type Picture, readAs, reads, zxingTexts } from '../oracle/zxing.ts'
import { all, forAll, inLongRun, long, seed } from '../random.ts'
import { briefText, shortText } from '../texts.ts'

const limits = { maxPixels: 25_000_000 }

/** Of each head, in dots a mm, and a metre as its PNG says. */
const heads = {
  152: [6, 6000],
  180: [180 / 25.4, 7087],
  203: [8, 8000],
  300: [300 / 25.4, 11811],
  360: [360 / 25.4, 14173],
  600: [600 / 25.4, 23622],
} as const

const everyLabel = [...dpis, undefined].flatMap((dpi) =>
  stockNames.flatMap((size) =>
    orientations.flatMap((orientation) =>
      labelSymbologies.map((type): LabelRequest => {
        return { text: briefText[type], type, size, orientation, qty: 1, showtext: true, format: 'png', dpi }
      }),
    ),
  ),
)

/** One in ten in the long run, one in 97 in `npm test`. */
const oneIn = all ? 1 : long ? 10 : 97
const someLabels = everyLabel.filter((_, i) => i % oneIn === seed % oneIn)

t.test('every stock, orientation and symbology on every print head: whole dots, read back', inLongRun, async (t) => {
  const wrong: string[] = []
  for (const request of someLabels) {
    const { size, orientation, type, dpi } = request
    const [perMillimetre, perMetre] = heads[dpi ?? '300']
    const bytes = Buffer.from(drawLabel(request, limits).bytes)
    const physical = bytes.indexOf('pHYs')
    if (bytes.readUInt32BE(physical + 4) !== perMetre || bytes.readUInt32BE(physical + 8) !== perMetre) {
      wrong.push(`${type} ${size} ${dpi}: pHYs`)
    }
    const unit = stockGroups.Inches.some((stock) => stock === size) ? 25.4 : 1
    const sides = size.split('x').map((side) => Math.round(Number(side) * unit * perMillimetre))
    const [width, height] = sides.toSorted((a, b) => (orientation === 'landscape' ? b - a : a - b))
    const picture = pngPicture(bytes)
    if (picture.width !== width || picture.height !== height) wrong.push(`${type} ${size} ${dpi}: size`)
    const { scene } = composeLabel(request, limits)
    const modules = scene.marks.find((mark) => mark.kind === 'modules')!
    const across = scene.marks.length > 0 && modules.matrix.width >= modules.matrix.height ? modules.xs : modules.ys
    for (const [i, edge] of across.entries()) {
      if (i > 0 && edge - across[i - 1]! !== scene.module) wrong.push(`${type} ${size} ${dpi}: module ${i}`)
    }
    if (!(await reads(picture, type, readAs(encode(type, request.text), request.text)))) {
      wrong.push(`${type} ${size} ${orientation} ${dpi}: not read`)
    }
  }
  t.same(wrong, [])
})

/** The picture in the dots of another print head, each the nearest of the first. */
function reprinted({ width, height, grey }: Picture, from: number, to: number): Picture {
  const [w, h] = [Math.round((width * to) / from), Math.round((height * to) / from)]
  const printed = new Uint8Array(w * h)
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      printed[y * w + x] = grey[Math.floor(((y + 0.5) * from) / to) * width + Math.floor(((x + 0.5) * from) / to)]!
    }
  }
  return { width: w, height: h, grey: printed }
}

/** Each dot loses 5 % of its ink to each of its neighbours. */
function blurred({ width, height, grey }: Picture): Picture {
  const at = (x: number, y: number): number =>
    grey[Math.min(Math.max(y, 0), height - 1) * width + Math.min(Math.max(x, 0), width - 1)]!
  const result = grey.map((own, i) => {
    const [x, y] = [i % width, Math.floor(i / width)]
    return Math.round(0.8 * own + 0.05 * (at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1)))
  })
  return { width, height, grey: result }
}

const zbarAbsent =
  spawnSync('zbarimg', ['--version']).error !== undefined && 'not installed: zbarimg (Debian: zbar-tools)'

function zbarTexts({ width, height, grey }: Picture, folder: string): string[] {
  const file = join(folder, 'x.pgm')
  writeFileSync(file, Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), grey]))
  const { stdout } = spawnSync('zbarimg', ['-q', '--raw', file], { encoding: 'utf8' })
  return stdout.split('\n').filter((line) => line !== '')
}

t.test(
  'a label for 203 dpi is read as printed; one for 300 dpi, printed there, is not',
  { skip: zbarAbsent || inLongRun.skip },
  async (t) => {
    const folder = t.testdir()
    const drawn = (request: Pick<LabelRequest, 'type' | 'text' | 'dpi'>): Picture => {
      const usual = { size: '40x20', orientation: 'landscape', qty: 1, showtext: true, format: 'png' } as const
      return pngPicture(drawLabel({ ...usual, ...request }, limits).bytes)
    }
    for (const [type, text, read] of [
      ['ean13', '590123412345', '5901234123457'],
      ['code128', 'QZ-0001-ABC', 'QZ-0001-ABC'],
    ] as const) {
      const printed = blurred(drawn({ type, text, dpi: '203' }))
      t.same(await zxingTexts(printed, type), [read], `zxing reads ${type}`)
      t.same(zbarTexts(printed, folder), [read], `zbar reads ${type}`)
    }
    const before = blurred(reprinted(drawn({ type: 'code128', text: 'QZ-0001-ABC', dpi: '300' }), 300, 203.2))
    t.same(await zxingTexts(before, 'code128'), [])
    t.same(zbarTexts(before, folder), [])
  },
)

t.test('an SVG has its physical size where dpi or xdim is given, and otherwise that of the PNG', async () => {
  const drawings = fc.record({
    includetext: fc.boolean(),
    scale: fc.integer({ min: 1, max: 10 }),
    rotate: fc.constantFrom('N' as const, 'R' as const),
  })
  const modules = fc.integer({ min: 10, max: 100 }).map((hundredths) => hundredths / 100)
  await forAll([drawings, fc.constantFrom(...dpis), modules], { count: 40 }, (drawing, dpi, xdim) => {
    const bare = { ...drawing, type: 'qr', text: 'a', height: 5, format: 'svg' } as const
    const plain = new TextDecoder().decode(drawBarcode(bare, limits).bytes)
    match(plain, /^<svg [^>]*width="(\d+)" height="(\d+)" viewBox="0 0 \1 \2"/)
    for (const sized of [
      { ...bare, dpi },
      { ...bare, xdim },
    ]) {
      const svg = new TextDecoder().decode(drawBarcode(sized, limits).bytes)
      const [, across, down, width, height] =
        /width="([\d.]+)mm" height="([\d.]+)mm" viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? []
      const { perMillimetre } = resolutions['dpi' in sized ? dpi : '300']
      ok(Math.abs(Number(across) - Number(width) / perMillimetre) < 1e-4, svg.slice(0, 120))
      ok(Math.abs(Number(down) - Number(height) / perMillimetre) < 1e-4)
      const picture = pngPicture(drawBarcode({ ...sized, format: 'png' }, limits).bytes)
      deepEqual([picture.width, picture.height], [Number(width), Number(height)])
    }
  })
})

t.test('the number of an EAN or UPC label is shown whole, or left out above the bars', inLongRun, async (t) => {
  for (const type of ['ean13', 'ean8', 'upca'] as const) {
    for (const dpi of dpis) {
      for (const size of stockNames) {
        for (const orientation of orientations) {
          const request = {
            type,
            text: shortText[type],
            size,
            orientation,
            qty: 1,
            showtext: true,
            format: 'png',
            dpi,
          } as const
          const { scene, warnings } = composeLabel(request, limits)
          const texts = scene.marks.flatMap((mark) => (mark.kind === 'text' ? [mark.line.text] : []))
          const whole = encode(type, request.text)
            .captions.map(({ text }) => text)
            .join('')
          const above = texts.join('').slice(0, -whole.length)
          if (!['', whole].includes(above) || texts.join('').includes('…'))
            t.fail(`${type} ${size} ${orientation}: ${texts}`)
          if (warnings.some(({ code }) => code === 'caption_cut')) t.fail(`${type} ${size}: a cut caption`)
        }
      }
    }
  }
  const small = {
    type: 'ean13',
    text: '706900000000',
    size: '25x10',
    orientation: 'portrait',
    qty: 1,
    showtext: true,
    format: 'png',
  } as const
  t.notOk(composeLabel(small, limits).scene.marks.some((mark) => mark.kind === 'text' && /…/.test(mark.line.text)))
})
