/** Explanations of GS1 messages. */

import t from 'tap'
import { type Explanation, explain, explainContent, explanationText, modulesIn } from '../../src/explain/index.ts'
import { bracketedText, Gs1Error } from '../../symbologies/gs1/index.ts'
import { encodeContent, isDark, type Symbology } from '../../symbologies/index.ts'
import { soundPairs } from '../gs1/messages.ts'
import { cases, random } from '../random.ts'

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

t.test('the symbol is the one that is drawn, and each of its modules is explained', async (t) => {
  const r = random('explained gs1')
  const faults: string[] = []
  for (let i = 0; i < cases(60); i++) {
    const type = r.pick(['code128', 'datamatrix', 'qr'] as const)
    const content = { text: bracketedText(soundPairs(r, 4)), gs1: 'true' } as const
    const { matrix } = encodeContent(type, content).barcode
    const explanation = explainContent(type, content, undefined, 2026)
    const rows = explanation.rows.map((row, y) => [...row].every((bit, x) => (bit === '1') === isDark(matrix, x, y)))
    if (rows.includes(false) || rows.length !== matrix.height) faults.push(`${type} ${content.text}: other modules`)
    const inside = explanation.steps
      .flatMap(({ modules = {}, parts = [] }) => [modules, ...parts.map((part) => part.modules ?? {})])
      .flatMap((each) => modulesIn(explanation, each))
      .filter(([x, y]) => x >= 0 && y >= 0 && x < matrix.width && y < matrix.height)
    const count = new Set(inside.map(([x, y]) => y * matrix.width + x)).size
    if (count !== matrix.width * matrix.height) faults.push(`${type} ${content.text}: ${count} modules`)
  }
  t.same(faults, [])
})
