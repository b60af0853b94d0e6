import t from 'tap'
import { drawBarcode } from '../../../../src/draw.ts'
import { checkImage, readPngAtOnce } from '../../../../src/reader/check/index.ts'
import { inLongRun } from '../../../random.ts'

const texts = { ean13: '590123412345', ean8: '9638507', upca: '03600029145', upce: '0123456' } as const

t.test('bars that are lower than their guard bars are found', inLongRun, async (t) => {
  for (const [type, text] of Object.entries(texts) as [keyof typeof texts, string][]) {
    for (const addon of type === 'ean8' ? [undefined] : [undefined, '24', '51999']) {
      for (const height of [1, 3, 5]) {
        const request = {
          type,
          text,
          addon,
          height,
          scale: 10,
          format: 'png',
          includetext: false,
          rotate: 'N',
        } as const
        const { bytes } = drawBarcode(request, { maxPixels: 25_000_000 })
        const report = checkImage(readPngAtOnce(bytes), { type })
        t.equal(report.verdict, 'conforming', `${type}, ${height} mm, ${addon}`)
        t.equal(report.addon, addon)
      }
    }
  }
})
