import t from 'tap'
import { explain, explanationText } from '../../src/explain/index.ts'
import { symbologies } from '../../symbologies/index.ts'
import { random } from '../random.ts'
import { randomText } from '../texts.ts'

t.test('as text, every step is there with its clause, its parts and its modules', async (t) => {
  const r = random('as text')
  for (const type of symbologies) {
    const explanation = explain(type, randomText[type](r))
    const text = explanationText(explanation)
    const words = text.replace(/\s+/g, ' ')
    const missing = explanation.steps.flatMap(({ title, clause, text: about, parts = [] }) =>
      [title, `[${clause}]`, about, ...parts.map((part) => part.title)]
        .map((said) => said.replace(/\s+/g, ' '))
        .filter((said) => !words.includes(said)),
    )
    t.same(missing, [], type)
    t.notMatch(text, /undefined|NaN|\[object/, type)
    const long = text
      .split('\n')
      .filter((line) => line.length > 110 && line.trim().includes(' ') && !line.includes('"'))
    t.same(long, [], type)
  }
  const qr = explanationText(explain('qr', '01234567', { level: 'M' }))
  t.match(qr, 'data codeword 1                16  00010000 {r20c20 r20c19 r19c20 r19c19 r18c20 r18c19 r17c20 r17c19}')
  t.match(qr, 'mask 010, chosen  j mod 3 = 0: runs 206 + areas 111 + finders 720 + balance 0 = 1037.')
  t.match(explanationText(explain('ean13', '629104150021')), '2 in set A  2122 {c3…9}')
})
