/** Explanations of GS1 messages. */

import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { type Explanation, explain, explainContent, explanationText, modulesIn } from '../../src/explain/index.ts'
import { bracketedText, Gs1Error } from '../../symbologies/gs1/index.ts'
import { encodeContent, isDark, type Symbology } from '../../symbologies/index.ts'
import { forAll } from '../random.ts'
import { soundMessages } from '../symbologies/gs1/messages.ts'

const explained = (type: Symbology, text: string, gs1: 'true' | 'link' = 'true'): Explanation =>
  explainContent(type, { text, gs1 }, undefined, 2026)

t.test('elements, their parts and rules, and where FNC1 is', async (t) => {
  const text = '(01)09506000134352(10)AB-12(17)261231'
  const explanation = explained('datamatrix', text)
  t.equal(explanation.name, 'GS1 DataMatrix')
  const [step] = explanation.steps
  t.match(step, { id: 'elements', values: { elements: 3 }, text: /FNC1 also follows/ })
  t.match(step?.parts, [
    {
      title: '(01) GTIN',
      text: 'indicator digit 0, company prefix and reference 950600013435, check digit 2; format N14 csum gcppos2',
      values: { ai: '01', data: '09506000134352', separator: false },
    },
    { title: '(10) BATCH/LOT', text: /FNC1 follows$/, values: { separator: true } },
    { text: /^date 261231 \(2026-12-31\); format N6 yymmd0$/, values: { separator: false } },
  ])
  t.same(explanation.captions, [{ kind: 'line', text, elements: ['(01)09506000134352', '(10)AB-12', '(17)261231'] }])
  t.match(explanationText(explanation), /^GS1 DataMatrix \(ISO/)
  t.match(explained('qr', text, 'link').steps[0]?.text, /as a GS1 Digital Link URI\.$/)
  t.match(explained('ean13', '(01)09506000134352').steps[0]?.text, /the digits of the GTIN/)
  t.throws(() => explained('ean13', text), Gs1Error)
  t.strictSame(explainContent('qr', { text }, undefined, 2026), explain('qr', text), 'without gs1')
})

t.test('the symbol is the one that is drawn, and each of its modules is explained', async () => {
  const types = fc.constantFrom('code128', 'datamatrix', 'qr')
  await forAll([types, soundMessages(4)], { count: 60 }, (type, pairs) => {
    const content = { text: bracketedText(pairs), gs1: 'true' } as const
    const { matrix } = encodeContent(type, content).barcode
    const explanation = explainContent(type, content, undefined, 2026)
    const rows = explanation.rows.map((row, y) => [...row].every((bit, x) => (bit === '1') === isDark(matrix, x, y)))
    assert.deepEqual(rows, Array(matrix.height).fill(true), 'other modules')
    const inside = explanation.steps
      .flatMap(({ modules = {}, parts = [] }) => [modules, ...parts.map((part) => part.modules ?? {})])
      .flatMap((each) => modulesIn(explanation, each))
      .filter(([x, y]) => x >= 0 && y >= 0 && x < matrix.width && y < matrix.height)
    assert.equal(new Set(inside.map(([x, y]) => y * matrix.width + x)).size, matrix.width * matrix.height)
  })
})
