import { deepEqual, ok } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { drawLabel, type LabelRequest } from '../../src/draw.ts'
import { orientations, stockGroups, stockNames } from '../../src/layout/stock.ts'
import { encode, labelSymbologies } from '../../symbologies/index.ts'
import { firstPages, pagesIn, pagesOf, pdfPictures, pdfToolsAbsent, qpdfComplaints } from '../oracle/pdf.ts'
import { type Picture, readAs, reads } from '../oracle/zxing.ts'
import { forAll, inLongRun, long, seed } from '../random.ts'
import { briefText } from '../texts.ts'

const everyLabel: readonly LabelRequest[] = stockNames.flatMap((size) =>
  orientations.flatMap((orientation) =>
    labelSymbologies.map((type): LabelRequest => {
      return { text: briefText[type], type, size, orientation, qty: 1, showtext: true, format: 'png' }
    }),
  ),
)

const limits = { maxPixels: 25_000_000 }

const nameOf = ({ size, orientation, type }: LabelRequest): string => `${size} ${orientation} ${type}`

const readsLabel = ({ type, text }: LabelRequest, picture: Picture): Promise<boolean> =>
  reads(picture, type, readAs(encode(type, text), text))

/** In inches, from the name. */
function sidesOf({ size, orientation }: LabelRequest): [number, number] {
  const unit = stockGroups.Inches.some((stock) => stock === size) ? 1 : 25.4
  const [a = 0, b = 0] = size.split('x').map((side) => Number(side) / unit)
  return orientation === 'landscape' ? [Math.max(a, b), Math.min(a, b)] : [Math.min(a, b), Math.max(a, b)]
}

/** EAN and UPC show the whole number. */
function shownAbove({ type, text }: LabelRequest): string {
  const { guards, captions } = encode(type, text)
  return guards === undefined ? text : captions.map((caption) => caption.text).join('')
}

/** All of them in the long run, one in 34 in `npm test`. */
const someLabels = everyLabel.filter((_, i) => long || i % 34 === seed % 34)

t.test(
  'every stock size in both orientations: as PDF of its size, read back',
  { skip: pdfToolsAbsent || inLongRun.skip },
  async (t) => {
    const wrong: string[] = []
    const files = someLabels.map((request) => drawLabel({ ...request, format: 'pdf' }, limits).bytes)
    const joined = firstPages(files, t.testdir())
    const pages = pagesOf(joined)
    t.equal(pages.length, someLabels.length)
    for (const [i, request] of someLabels.entries()) {
      const page = pages[i]!
      const [width = 0, height = 0] = sidesOf(request).map((side) => side * 72)
      if (Math.abs(page.width - width) > 0.01 || Math.abs(page.height - height) > 0.01) {
        wrong.push(`${nameOf(request)}: ${page.width} x ${page.height} points, not ${width} x ${height}`)
      }
      const shown = shownAbove(request)
      // the number of an EAN or UPC is left out if the label is too narrow for it at 6 points
      const isLeftOut = /^(ean|upc)/.test(request.type) && width < shown.length * 6 * 0.6 + 6
      if (
        !isLeftOut &&
        !page.words.some((word) => shown.startsWith(word.text.replace('…', '')) && word.bottom < height / 2)
      ) {
        wrong.push(`${nameOf(request)}: the text is not above the barcode`)
      }
    }
    for (const resolution of [300, 203]) {
      for (const [i, picture] of pdfPictures(joined, resolution).entries()) {
        if (!(await readsLabel(someLabels[i]!, picture)))
          wrong.push(`${nameOf(someLabels[i]!)}: not read at ${resolution} DPI`)
      }
    }
    t.same(wrong, [])
  },
)

t.test('showtext=false leaves no text, qty is the number of pages', { skip: pdfToolsAbsent }, async () => {
  await forAll([fc.constantFrom(...everyLabel), fc.integer({ min: 1, max: 500 })], { count: 6 }, (label, qty) => {
    const request = { ...label, format: 'pdf', qty } as const
    const texted = Buffer.from(drawLabel(request, limits).bytes)
    const bare = Buffer.from(drawLabel({ ...request, showtext: false }, limits).bytes)
    deepEqual(qpdfComplaints(texted), '')
    const pages = pagesIn(texted)
    deepEqual(pages.length, qty)
    deepEqual(pages.at(-1), pages[0])
    ok(pages[0]!.words.length > 0)
    deepEqual(pagesIn(bare)[0]!.words, [])
  })
})
