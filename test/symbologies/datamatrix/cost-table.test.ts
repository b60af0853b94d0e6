import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { costsOf } from '../../../symbologies/datamatrix/cost-table.ts'
import { longestPrefixIn } from '../../../symbologies/datamatrix/longest-prefix.ts'
import { endOfDataIn } from '../../../symbologies/datamatrix/segments.ts'
import { repertoiresIn } from '../../../symbologies/datamatrix/several-ecis.ts'
import { appendHeader } from '../../../symbologies/datamatrix/structured-append.ts'
import { forAll, inLongRun } from '../../random.ts'
import { textsOf } from '../../texts.ts'
import { mixedTexts } from './texts.ts'

const header = appendHeader({ part: 1, parts: 16, fileid: [1, 1] })

/** Bytes of all kinds; many in a row that are best in Base 256, so that its fields are about as long as their length changes. */
const latin1Texts = fc
  .tuple(
    mixedTexts(30),
    fc.oneof({ weight: 2, arbitrary: fc.constant('') }, ...[20, 246, 250, 500].map((n) => textsOf('éà\x80', n))),
    fc.array(fc.nat(255), { maxLength: 40 }).map((codes) => String.fromCharCode(...codes)),
    mixedTexts(12),
  )
  .map((parts) => parts.join(''))
const edifactTexts = fc.oneof(...['!"#$', 'A.B,', 'AB1!'].map((alphabet) => textsOf(alphabet, 1, 40)))

t.test('a text in one ECI reaches as far as its cost table says, from every character on', inLongRun, async () => {
  const starts = fc.oneof(fc.constant(0), fc.nat())
  await forAll([fc.oneof(latin1Texts, edifactTexts), starts], { count: 1200 }, (text, n) => {
    const { order, repertoires } = repertoiresIn([3], text)
    const own = repertoires.map(({ repertoire }) => ({ eci: undefined, repertoire }))
    const longest = longestPrefixIn({ order, repertoires: own }, header.length)
    const from = n % text.length
    const bytes = Uint8Array.from(text.slice(from), (character) => character.charCodeAt(0))
    const costs = costsOf(bytes, header.length)
    for (let capacity = header.length + 1, most = 0; most < bytes.length; capacity++) {
      const fits = (length: number): boolean => endOfDataIn(costs, bytes.subarray(0, length), capacity) !== undefined
      while (most < bytes.length && fits(most + 1)) most++
      assert.equal(longest(capacity, from, text.length), most, `in ${capacity} from ${from}`)
    }
  })
})
