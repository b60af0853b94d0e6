/** How Chromium draws an SVG at sizes that a page gives it, on the screen and on paper. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import t from 'tap'
import { barcode } from '../../../src/lib/index.ts'
import { pdfRenderers, pdfRenderersAbsent } from '../../oracle/pdf-renderers.ts'
import { pngPicture } from '../../oracle/picture.ts'
import { type Picture, zxingTexts } from '../../oracle/zxing.ts'
import { absent, closed, opened } from '../../pages/browser.ts'

t.teardown(closed)

const drawings = [
  { type: 'qr', text: 'QZ-0001 '.repeat(30), scale: 3 },
  { type: 'datamatrix', text: 'QZ-0001 '.repeat(9), scale: 4, rotate: 'R' },
  { type: 'ean13', text: '9783161484100', addon: '52250', scale: 3, rotate: 'I' },
  { type: 'itf14', text: '09506000134352', scale: 4, rotate: 'L' },
] as const

t.test('on the screen, an SVG of any width has the module under the middle of each pixel', absent, async (t) => {
  const page = await opened()
  for (const request of drawings) {
    const svg = await drawn(request, 'svg')
    const dots = pngPicture(await drawn(request, 'png'))
    // Multiples of eight: no middle of a pixel is on an edge. Of others than squares the height would not be whole.
    const others = [1.37, 1.61, 2.23, 4.7].map((times) => 8 * Math.floor((times * dots.width) / 8))
    const whole = [1, 2, 3, 4].map((times) => times * dots.width)
    for (const width of dots.width === dots.height ? [...whole, ...others] : whole) {
      await shown(page, svg, width)
      const picture = pngPicture(await page.locator('img').screenshot())
      t.equal(differentPixels(picture, dots), 0, `${request.type}, ${width} pixels wide`)
      if (width === dots.width) t.same(await zxingTexts(picture, request.type), await zxingTexts(dots, request.type))
    }
  }
  await page.context().close()
})

t.test(
  'on paper, an SVG is drawn as separate rectangles are',
  { skip: absent.skip || pdfRenderersAbsent },
  async (t) => {
    const page = await opened()
    const folder = t.testdir()
    const printed = async (svg: Uint8Array, width: number, dpi: number): Promise<readonly Picture[]> => {
      await shown(page, svg, width)
      const file = join(folder, 'x.pdf')
      writeFileSync(file, await page.pdf({ width: '768px', height: '768px' }))
      const sizes = [{ width: 8 * dpi, height: 8 * dpi }]
      return Promise.all(thorough.map(async (renderer) => (await renderer.draw(file, folder, dpi, sizes))[0]!))
    }
    for (const [i, request] of drawings.entries()) {
      const dots = pngPicture(await drawn(request, 'png'))
      const dpi = [203, 300, 152, 203][i]!
      const pictures = await printed(await drawn(request, 'svg'), dots.width, dpi)
      for (const [at, wanted] of (await printed(rectangles(dots), dots.width, dpi)).entries()) {
        const about = `${request.type}, ${thorough[at]!.name}`
        t.ok(Buffer.from(pictures[at]!.grey).equals(wanted.grey), about)
        t.ok(wanted.grey.includes(0), about)
      }
    }
    await page.context().close()
  },
)

/** Those that draw each pixel which an area touches, however little, even where it has no width. */
const thorough = pdfRenderers.filter(({ name }) => /^(poppler|Ghostscript)/.test(name))

/** Each dark run of dots is a rectangle. */
function rectangles({ width, height, grey }: Picture): Uint8Array {
  let path = ''
  for (let y = 0; y < height; y++) {
    const row = String.fromCharCode(...grey.subarray(y * width, (y + 1) * width))
    for (const { index, 0: run } of row.matchAll(/\0+/g)) path += `M${index} ${y}h${run.length}v1h-${run.length}z`
  }
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><path d="${path}"/></svg>`,
  )
}

async function drawn(request: (typeof drawings)[number], format: 'png' | 'svg'): Promise<Uint8Array> {
  return (await barcode({ ...request, format })).bytes
}

async function shown(page: Page, svg: Uint8Array, width: number): Promise<void> {
  const source = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
  await page.setContent(`<body style="margin: 0"><img style="display: block" width="${width}" src="${source}">`)
}

/** Of a picture of the same dots, smaller or larger. */
function differentPixels({ width, height, grey }: Picture, dots: Picture): number {
  const dotOf = (pixel: number): number => Math.floor(((pixel + 0.5) * dots.width) / width)
  let count = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (grey[y * width + x] !== dots.grey[dotOf(y) * dots.width + dotOf(x)]) count++
    }
  }
  return count
}
