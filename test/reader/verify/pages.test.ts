import { deepEqual } from 'node:assert/strict'
import t from 'tap'
import { expectedOf, feedingOf, sheetOf } from '../../../src/draw/proof.ts'
import { composeBarcode, composeLabel, drawBarcode, drawLabel, type LabelRequest } from '../../../src/draw.ts'
import { FitError } from '../../../src/layout/fit.ts'
import { resolutions } from '../../../src/layout/resolution.ts'
import type { ReadPage } from '../../../src/reader/verify/page.ts'
import { pdfPages } from '../../../src/reader/verify/pdf/pages.ts'
import { pngPages } from '../../../src/reader/verify/png.ts'
import { cpclPages } from '../../../src/reader/verify/printers/cpcl.ts'
import { dymoPages } from '../../../src/reader/verify/printers/dymo.ts'
import { eplPages } from '../../../src/reader/verify/printers/epl.ts'
import { escposPages } from '../../../src/reader/verify/printers/escpos.ts'
import { tsplPages } from '../../../src/reader/verify/printers/tspl.ts'
import { zplPages } from '../../../src/reader/verify/printers/zpl.ts'
import { svgPages } from '../../../src/reader/verify/svg/svg.ts'
import { paint } from '../../../src/render/paint.ts'
import { parameters } from '../../../src/request/params.ts'
import { symbolReader } from '../../../src/request/reader.ts'
import { Gs1Error } from '../../../symbologies/gs1/index.ts'
import { EncodeError } from '../../../symbologies/index.ts'
import { isDark } from '../../../symbologies/matrix/index.ts'
import { forAll, inLongRun } from '../../random.ts'
import { anyBarcode, anyLabelQuery, type Query } from './random-requests.ts'

const limits = { maxPixels: 25_000_000 }
const readLabel = symbolReader(parameters.label)
const readBarcode = symbolReader(parameters.barcode)

/** What a drawing is made of, its bytes, and what is expected of them; undefined if it cannot be drawn. */
function madeOf(query: Query) {
  try {
    if ('size' in query) {
      const { request } = readLabel(query)
      if (request === undefined) return undefined
      return { composed: composeLabel(request, limits), ...drawLabel(request, limits), copies: request.qty }
    }
    const { request } = readBarcode(query)
    if (request === undefined) return undefined
    return { composed: composeBarcode(request, limits), ...drawBarcode(request, limits), copies: 1 }
  } catch (error) {
    if (error instanceof EncodeError || error instanceof FitError || error instanceof Gs1Error) return undefined
    throw error
  }
}

function pagesOf(made: NonNullable<ReturnType<typeof madeOf>>): readonly ReadPage[] | undefined {
  const { bytes, format, composed, copies } = made
  const { head, sheets } = expectedOf([sheetOf([composed.asked], copies, feedingOf(format))], format)
  switch (format) {
    case 'png':
      return [...pngPages(bytes, head)]
    case 'svg':
      return [...svgPages(bytes, head)]
    case 'pdf':
      return [...pdfPages(bytes, head)]
    case 'zpl':
      return [...zplPages(bytes)]
    case 'tspl':
      return [...tsplPages(bytes, { head, sheets })]
    case 'epl':
      return [...eplPages(bytes)]
    case 'cpcl':
      return [...cpclPages(bytes)]
    case 'escpos':
      return [...escposPages(bytes, sheets)]
    case 'dymo':
      return [...dymoPages(bytes, sheets)]
    case 'brother':
      return undefined
  }
}

t.test('what is read back is dot by dot what was painted', inLongRun, async (t) => {
  const counts = new Map<string, number>()
  for (const queries of [anyBarcode, anyLabelQuery]) {
    await forAll([queries], { count: 750, times: 2.7 }, (query) => {
      const made = madeOf(query)
      const pages = made && pagesOf(made)
      if (made === undefined || pages === undefined) return true
      const { scene } = made.composed
      const hasWords = made.format === 'svg' || made.format === 'pdf'
      const wanted = paint(hasWords ? { ...scene, marks: scene.marks.filter(({ kind }) => kind === 'modules') } : scene)
      // words that are too large for outlines are painted too
      if (hasWords && pages.some(({ words }) => words.length === 0) && scene.marks.length > 1) return true
      deepEqual(pages[0]!.dots, wanted)
      deepEqual(
        pages.reduce((sum, { copies }) => sum + copies, 0),
        made.copies,
      )
      counts.set(made.format, (counts.get(made.format) ?? 0) + 1)
      return true
    })
  }
  for (const format of ['png', 'svg', 'pdf', 'zpl', 'tspl', 'epl', 'cpcl', 'escpos', 'dymo']) {
    t.ok((counts.get(format) ?? 0) > 0, `${format}: ${counts.get(format)}`)
  }
})

const asked: LabelRequest = {
  type: 'datamatrix',
  text: 'QZ-0001',
  size: '3x2',
  orientation: 'landscape',
  qty: 1,
  showtext: true,
  caption: 'Grün 日本\nLager 7',
  title: 'Sechskant ÄÖÜ',
  format: 'pdf',
  dpi: '203',
}

t.test('the boxes of words are around their ink, in PDF and in SVG', async (t) => {
  for (const format of ['pdf', 'svg'] as const) {
    const { scene } = composeLabel({ ...asked, format }, limits)
    const { bytes } = drawLabel({ ...asked, format }, limits)
    const head = resolutions[203]
    const [page] = [...(format === 'pdf' ? pdfPages(bytes, head) : svgPages(bytes, head))]
    const { dots, words } = page!
    const all = paint(scene)
    let outside = 0
    for (let y = 0; y < all.height; y++) {
      for (let x = 0; x < all.width; x++) {
        if (!isDark(all, x, y) || isDark(dots, x, y)) continue
        const isIn = words.some((box) => x + 1 > box.left && x < box.right && y + 1 > box.top && y < box.bottom)
        if (!isIn) outside++
      }
    }
    // Helvetica is another font than the one whose dots these are
    t.ok(outside < (format === 'pdf' ? 400 : 1), `${format}: ${outside}`)
    t.ok(words.length > 10)
  }
})
