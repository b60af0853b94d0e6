import t from 'tap'
import { composeDesign } from '../../../src/design/compose.ts'
import { expectedOf, feedingOf, sheetOf } from '../../../src/draw/proof.ts'
import { VerificationFailure, verify } from '../../../src/reader/verify/index.ts'
import { designOf, fileOf, limits, now, thrown } from '../../design/drawn.ts'

/** A label with an EAN and a QR Code of a GS1 Digital Link, and what it was asked for. */
function label(gtin: string) {
  const design = designOf({
    name: 'two',
    size: '75x45mm',
    elements: [
      { kind: 'symbol', at: [1, 10], size: [47, 34], type: 'ean13', value: '9506000134352', text: true },
      { kind: 'symbol', at: [50, 13], size: [23, 23], type: 'qr', value: `https://id.gs1.org/01/${gtin}` },
    ],
  })
  const request = { design, given: {}, row: 1, now, format: 'png', dpi: '203', qty: 1, strict: false } as const
  const composition = composeDesign(request, limits)
  return { composition, bytes: fileOf(composition, 'png') }
}

t.test('symbols of one label that contradict each other are a failure where no warning told it', async (t) => {
  for (const [gtin, isTold] of [
    ['09506000134352', false],
    ['04006381333931', true],
  ] as const) {
    const { composition, bytes } = label(gtin)
    t.same(
      composition.warnings.map(({ code }) => code),
      isTold ? ['label_conflict'] : [],
    )
    const read = (agrees?: boolean) => {
      const { asked } = composition
      const symbols = asked.symbols.map((symbol) => ({ ...symbol, ...(agrees !== undefined && { agrees }) }))
      return thrown(() => verify(bytes, expectedOf([sheetOf([{ ...asked, symbols }], 1, feedingOf('png'))], 'png')))
    }
    t.equal(read(), undefined, gtin)
    const found = read(true)
    if (!isTold) t.equal(found, undefined)
    else {
      t.ok(found instanceof VerificationFailure)
      t.match(found, { rule: 'label', finding: 'label.gtin', label: 1 })
    }
  }
})
