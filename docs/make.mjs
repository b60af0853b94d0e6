// The pictures of README.md and of the pages beside this, drawn by the product itself: npm run build && node docs/make.mjs
// With a folder as its argument it writes what needs no browser there, which a test compares.
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { sampleValues } from '../build/src/design/field-values.js'
import { readDesign } from '../build/src/design/files.js'
import { drawDesign } from '../build/src/design/label.js'
import { drawBarcode, drawLabel } from '../build/src/draw.js'
import { orientations, stockNames } from '../build/src/layout/stock.js'
import { closed, drawn, visit } from '../build/test/pages/browser.js'
import { served } from '../build/test/server/http/wire.js'

const limits = { maxPixels: 25_000_000 }
const [here = import.meta.dirname] = process.argv.slice(2)

const barcode = (request) =>
  drawBarcode({ format: 'png', includetext: true, scale: 3, height: 15, rotate: 'N', ...request }, limits).bytes
const label = (request) =>
  drawLabel({ type: 'qr', orientation: 'landscape', qty: 1, showtext: true, format: 'png', ...request }, limits).bytes

writeFileSync(join(here, 'code128.png'), barcode({ type: 'code128', text: 'QZ-0001' }))
const everyScript = 'Aé Ωλ Жя 倉庫 かな 창고 مستودع 12 מחסן คลัง गोदाम গুদাম கிடங்கு 📦😀 ᚠ'
writeFileSync(join(here, 'every-script.png'), label({ text: everyScript, size: '3x1' }))
const pallet = '(00)106141412345678908(02)10614141000415(37)24(10)AB-12'
const logistic = { type: 'code128', gs1: 'true', layout: 'logistics', orientation: 'portrait', dpi: '203' }
writeFileSync(join(here, 'logistic-label.png'), halved(label({ ...logistic, text: pallet, size: '4x6' })))
writeFileSync(join(here, 'labels.png'), onGrey(stockLabels(), 1500))
writeFileSync(join(here, 'designs.png'), onGrey(designs(), 1100))
if (process.argv[2] === undefined) writeFileSync(join(here, 'page.png'), await pageAsSeen())

/** The page as it opens, in Chromium. */
async function pageAsSeen() {
  const service = await served()
  const { page } = await visit(service.url)
  await drawn(page, /Code 128 drawn/)
  const picture = await page.screenshot({ fullPage: true })
  await closed()
  await service.close()
  return picture
}

/** Every stock size in both orientations, a sixth of its print size. */
function stockLabels() {
  const types = ['code128', 'qr', 'ean13', 'datamatrix']
  const texts = { code128: 'QZ-0001', qr: 'https://example.com/QZ-0001', ean13: '590123412345', datamatrix: 'QZ-0001' }
  return orientations.flatMap((orientation) =>
    stockNames.map((size, i) => {
      const type = types[i % types.length]
      return smaller(PNG.sync.read(Buffer.from(label({ type, text: texts[type], size, orientation }))), 6)
    }),
  )
}

/** The designs that come with the program with their samples, half as large as they are printed at 203 dpi; large ones a sixth. */
function designs() {
  const folder = join(import.meta.dirname, '../designs')
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return files.toSorted().map((file) => {
    const design = readDesign(join(folder, file))
    const request = {
      design,
      given: sampleValues(design),
      row: 1,
      now: new Date(2027, 0, 31, 12),
      qty: 1,
      strict: true,
    }
    const image = PNG.sync.read(Buffer.from(drawDesign({ ...request, format: 'png', dpi: '203' }, limits).bytes))
    return smaller(image, image.height > 1500 ? 6 : image.width > 700 ? 3 : 2)
  })
}

/** Pictures beside and below each other on grey. */
function onGrey(pieces, width) {
  const gap = 16
  const places = []
  let [x, y, row] = [gap, gap, 0]
  for (const piece of pieces.toSorted((a, b) => b.height - a.height)) {
    if (x + piece.width + gap > width) [x, y, row] = [gap, y + row + gap, 0]
    places.push({ piece, x, y })
    row = Math.max(row, piece.height)
    x += piece.width + gap
  }
  const whole = new PNG({ width, height: y + row + gap, colorType: 0 })
  whole.data.fill(0xd8)
  for (const { piece, x, y } of places) PNG.bitblt(piece, whole, 0, 0, piece.width, piece.height, x, y)
  return PNG.sync.write(whole, { colorType: 0, deflateLevel: 9 })
}

function halved(bytes) {
  return PNG.sync.write(smaller(PNG.sync.read(Buffer.from(bytes)), 2), { colorType: 0, deflateLevel: 9 })
}

/** The mean of `by` x `by` pixels each. */
function smaller(image, by) {
  const small = new PNG({ width: Math.floor(image.width / by), height: Math.floor(image.height / by) })
  for (let y = 0; y < small.height; y++) {
    for (let x = 0; x < small.width; x++) {
      let sum = 0
      for (let dy = 0; dy < by; dy++) {
        for (let dx = 0; dx < by; dx++) sum += image.data[4 * ((y * by + dy) * image.width + x * by + dx)]
      }
      small.data.fill(Math.round(sum / by / by), 4 * (y * small.width + x), 4 * (y * small.width + x) + 3)
      small.data[4 * (y * small.width + x) + 3] = 255
    }
  }
  return small
}
