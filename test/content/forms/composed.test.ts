/** What forms of trades write is read back without a fault, and a symbol of it is read as it was written by a reader of others. */

import assert from 'node:assert/strict'
import t from 'tap'
import { type Content, faultsOf } from '../../../src/content/forms/form.ts'
import { contents } from '../../../src/content/forms/index.ts'
import { contentAs, kindOf } from '../../../src/content/index.ts'
import { encode, type Symbology } from '../../../symbologies/index.ts'
import { plainPicture } from '../../oracle/picture.ts'
import { reads } from '../../oracle/zxing.ts'
import { forAll } from '../../random.ts'
import { trades } from './trades.ts'

const kinds = {
  hibc: 'hibc',
  provider: 'hibc',
  iso15434: 'iso15434',
  isbt128: 'isbt128',
  bcbp: 'bcbp',
} as const

for (const name of Object.keys(trades) as (keyof typeof trades)[]) {
  const content = contents[name] as unknown as Content
  t.test(`${name}: composed, drawn, read by zxing-cpp`, async (t) => {
    let count = 0
    const types = new Set<string>()
    await forAll([trades[name]], { count: 60, times: 8 }, async (values) => {
      if (faultsOf(content, values).length > 0) return
      const text = content.write(values)
      const { faults } = contentAs(kinds[name], text)
      assert.deepEqual(faults, [], JSON.stringify(text))
      assert.equal(kindOf(text), kinds[name], JSON.stringify(text))
      const all = content.types!(values)
      const type = all[count++ % all.length] as Symbology
      types.add(type)
      assert.ok(await reads(plainPicture(encode(type, text)), type, text), `${type}: ${JSON.stringify(text)}`)
    })
    t.ok(count > 7, `${count}`)
    t.ok(types.size > 1, [...types].join())
  })
}

t.test('Data Matrix has the envelope as a macro', async (t) => {
  const { iso15434 } = contents
  for (const [envelope, elements, codeword] of [
    ['05', '(01)09506000134352\n(10)AB', 236],
    ['06', '1P1234\nQ10', 237],
  ] as const) {
    const { trace } = encode('datamatrix', iso15434.write({ envelope, elements }))
    t.match(JSON.stringify(trace), new RegExp(`\\b${codeword}\\b`), `macro ${envelope}`)
  }
})
