import t from 'tap'
import { composeLabel } from '../../../src/draw.ts'
import { type DeliveryPiece, languages } from '../../../src/printing/index.ts'
import { copiesOf } from '../../../src/printing/printers/delivery.ts'
import { labelsAcross, partOf } from '../../../src/printing/printers/part.ts'
import { piecesOf } from '../../../src/printing/printers/pieces.ts'
import { isPrinterLanguage, languageTraits } from '../../../src/render/language.ts'
import { parameters } from '../../../src/request/params.ts'
import { symbolReader } from '../../../src/request/reader.ts'
import { inLongRun } from '../../random.ts'

const read = symbolReader(parameters.label)

function sceneOf(text: string, dpi: string) {
  const { request } = read({ type: 'code128', text, size: '62x29mm', dpi })
  return composeLabel(request!, { maxPixels: 25_000_000 }).scene
}

t.test(
  'a part of a piece is what would have been drawn if no more had been ordered, in each language',
  inLongRun,
  async (t) => {
    for (const language of languages) {
      const dpi = isPrinterLanguage(language) ? languageTraits[language].dpis.at(-1)! : '300'
      const style = { language, stock: '62x29mm', zpl: 'z64', handling: {} } as const
      const scene = sceneOf('QZ-0001', dpi)
      const drawn = (copies: number): DeliveryPiece => [...piecesOf(style, [{ row: 1, copies, scene }])][0]!
      const whole = drawn(12)
      t.equal(language === 'pdf' ? 12 : copiesOf(whole), 12, language)
      for (const [from, to] of [
        [1, 12],
        [1, 1],
        [12, 12],
        [3, 7],
        [2, 11],
      ] as const) {
        const part = await partOf(whole, from, to, language)
        t.same(part, drawn(to - from + 1), `${language} ${from} to ${to}`)
      }
    }
  },
)

t.test('labels side by side come out together', async (t) => {
  const style = { language: 'zpl', stock: '62x29mm', zpl: 'z64', handling: { across: 2, pitch: 64 } } as const
  const scene = sceneOf('QZ-0001', '203')
  const drawn = (copies: number): DeliveryPiece => [...piecesOf(style, [{ row: 1, copies, scene }])][0]!
  const whole = drawn(12)
  t.equal(labelsAcross({ labels: whole.labels, copies: copiesOf(whole) }, 'zpl'), 2)
  t.same(await partOf(whole, 5, 10, 'zpl'), drawn(6))
})

t.test('PDF: the pages of several labels', async (t) => {
  const style = { language: 'pdf', stock: '62x29mm', zpl: 'z64', handling: {} } as const
  const labels = ['A', 'B', 'C'].map((text, i) => ({ row: i + 1, copies: 2, scene: sceneOf(text, '300') }))
  const [whole] = [...piecesOf(style, labels)]
  const [wanted] = [...piecesOf(style, [{ ...labels[0]!, copies: 1 }, labels[1]!, { ...labels[2]!, copies: 1 }])]
  const part = await partOf(whole!, 2, 5, 'pdf')
  t.same(part.bytes, wanted!.bytes)
  t.equal(part.labels, 4)
})
