import { deepEqual } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { type Element, gs1Message, identifiers } from '../../../symbologies/gs1/index.ts'
import { byImportance, symbolGroups } from '../../../symbologies/gs1/logistics.ts'
import { encode } from '../../../symbologies/index.ts'
import { drawn, forAll } from '../../random.ts'
import { randomPairs } from './messages.ts'

const common = identifiers().filter(({ ai }) => /^(02|1[0-7]|20|21|37|3[13]0[0-3]|400|403|41\d|420|9[0-3])$/.test(ai))

const bracketed = (pairs: readonly { ai: string; value: string }[]): string =>
  pairs.map(({ ai, value }) => `(${ai})${value.replace(/[()]/g, '\\$&')}`).join('')

/** The fewest groups into which elements can be divided, by trying all divisions. */
function fewestGroups(elements: readonly Element[], holds: (group: readonly Element[]) => boolean): number {
  const [first, ...rest] = elements
  if (first === undefined) return 0
  let least = Number.POSITIVE_INFINITY
  for (let subset = 0; subset < 2 ** rest.length; subset++) {
    const group = [first, ...rest.filter((_, i) => (subset >> i) & 1)]
    if (!holds(group)) continue
    least = Math.min(
      least,
      1 +
        fewestGroups(
          rest.filter((_, i) => !((subset >> i) & 1)),
          holds,
        ),
    )
  }
  return least
}

t.test('as few symbols as any division has', async () => {
  const messages = drawn((r) => randomPairs(r, 6, common))
  await forAll([messages, fc.integer({ min: 100, max: 250 })], { count: 60 }, (pairs, most) => {
    const elements = byImportance(gs1Message(bracketed(pairs)).elements)
    const holds = (group: readonly Element[]): boolean => {
      const inOrder = [...group].sort(
        (a, b) => Number(b.identifier.hasPredefinedLength) - Number(a.identifier.hasPredefinedLength),
      )
      const data = inOrder.map(({ ai, value, identifier }, i) => {
        return ai + value + (i < group.length - 1 && !identifier.hasPredefinedLength ? '\u001d' : '')
      })
      return encode('code128', data.join(''), { gs1: true }).matrix.width <= most
    }
    const groups = symbolGroups(elements, 6, { characters: (most - 46) / 11, holds })
    deepEqual(groups?.length ?? Number.POSITIVE_INFINITY, fewestGroups(elements, holds))
  })
})
