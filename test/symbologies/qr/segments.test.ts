import t from 'tap'
import { qr } from '../../../symbologies/index.ts'
import { plainPicture } from '../../oracle/picture.ts'
import { kanji } from '../../oracle/qr-texts.ts'
import { zxingTexts } from '../../oracle/zxing.ts'

t.test('zxing-cpp gives back every character of kanji mode', async (t) => {
  const characters = [...kanji]
  t.equal(characters.length, 6879 - 7, 'JIS X 0208 without the seven that readers dispute')
  const faults: string[] = []
  for (let i = 0; i < characters.length; i += 200) {
    // Without ECI, bytes would be chosen for those that ISO 8859-1 has; the numeral keeps all others in kanji mode.
    const text = characters.slice(i, i + 200).join('')
    const { trace, ...barcode } = qr(text, { eci: 'none' })
    if (text.match(/[\x80-\xff]/) === null && trace.segments.length !== 1) faults.push(`segments from ${i}`)
    const [read] = await zxingTexts(plainPicture({ ...barcode, trace }, 2), 'qr')
    if (read !== text) faults.push(`${text} read as ${read}`)
  }
  t.same(faults, [])
  for (const character of '＼～∥－￠￡￢①Ⅷ㈱') {
    t.notOk(
      qr(character).trace.segments.some(({ mode }) => mode === 'kanji'),
      `${character} in bytes`,
    )
  }
})
