/** HIBC as bwip-js encodes them: what our readers see in its symbols is what we make of the same data, and is right. */

import bwip from 'bwip-js/node'
import fc from 'fast-check'
import t from 'tap'
import { contentAs } from '../../src/content/index.ts'
import { checkMatrix } from '../../src/reader/check/index.ts'
import { bwipWidths } from '../oracle/bwip.ts'
import { forAll } from '../random.ts'

const linear = ['hibccode128', 'hibccode39']
const matrices = ['hibcdatamatrix', 'hibcqrcode']

/** The rows of a symbol of bwip-js. */
function rowsOf(type: string, data: string): readonly string[] {
  if (linear.includes(type)) {
    const widths = bwipWidths(type, data)
    return [widths.map((width, i) => (i % 2 === 0 ? '1' : '0').repeat(width)).join('')]
  }
  const [symbol] = bwip.raw(type, data, {}) as readonly { readonly pixs: readonly number[]; readonly pixx: number }[]
  const { pixs, pixx } = symbol!
  return Array.from({ length: pixs.length / pixx }, (_, y) => pixs.slice(y * pixx, (y + 1) * pixx).join(''))
}

const of = (characters: string, minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...characters), minLength, maxLength })
const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const alphanumeric = `0123456789${capitals}`
const joined = (...parts: fc.Arbitrary<string>[]): fc.Arbitrary<string> => fc.tuple(...parts).map((all) => all.join(''))

const primary = joined(
  fc.constantFrom(...capitals),
  of(alphanumeric, 3, 3),
  of(alphanumeric, 1, 13),
  of('0123456789', 1, 1),
)
const secondary = joined(
  fc.constantFrom('/$', '/$$7', '/$+', '/$$+7', '/$$1226', '/$$3261231', '/26365'),
  of(alphanumeric, 1, 12),
)
const supplement = fc.constantFrom('', '/16D20261231', '/14D20271130', '/SAB12', '/Q500')
const data = fc.oneof(primary, joined(primary, secondary), joined(primary, secondary, supplement))

t.test('symbols of bwip-js have the text that we make of the same data', async (t) => {
  let compared = 0
  await forAll([fc.constantFrom(...linear, ...matrices), data], { count: 20, times: 500 }, (type, given) => {
    const { text = '' } = checkMatrix(rowsOf(type, given))
    // of the 43 check characters one is right
    const ours = ['0', '1'].map((last) => contentAs('hibc', `+${given}${last}`))
    const composed = ours.map(({ faults, repaired }, i) => (faults.length === 0 ? `+${given}${i}` : repaired))
    if (!composed.includes(text)) throw new Error(`${type} of ${given}: ${text}, ours is ${composed.join(' or ')}`)
    // what is short may be anything: the text is held to its kind
    const { faults } = contentAs('hibc', text)
    if (faults.length > 0) throw new Error(`${text}: ${faults.map(({ message }) => message).join('; ')}`)
    compared++
  })
  t.ok(compared > 3, `${compared}`)
  t.comment(`${compared} symbols`)
})
