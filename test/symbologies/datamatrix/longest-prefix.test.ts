import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { rangesOf } from '../../../symbologies/datamatrix/division.ts'
import { fitOf } from '../../../symbologies/datamatrix/fit.ts'
import { longestPrefixIn } from '../../../symbologies/datamatrix/longest-prefix.ts'
import { repertoiresOf } from '../../../symbologies/datamatrix/several-ecis.ts'
import { type DataMatrixSize, sizesOf } from '../../../symbologies/datamatrix/sizes.ts'
import { appendHeader } from '../../../symbologies/datamatrix/structured-append.ts'
import { plainCosts, startsOf, texts } from '../../oracle/datamatrix-costs.ts'
import { forAll } from '../../random.ts'

const header = appendHeader({ part: 1, parts: 16, fileid: [1, 1] })

/** A size that holds so many data codewords, as far as divisions ask. */
const holding = (data: number): DataMatrixSize => ({ ...sizesOf.square[0]!, data })

t.test('a text in several ECIs reaches as far as tables of every interpretation say', async () => {
  await forAll([texts, fc.nat(), fc.nat()], { count: 600 }, (text, n, room) => {
    const starts = startsOf(text)
    const count = starts.length - 1
    const from = n % count
    const least = plainCosts(text.slice(starts[from]))
    const free = 1 + (room % (least.at(-1)! + 1))
    const found = longestPrefixIn(repertoiresOf(text), header.length)(header.length + free, from, count)
    assert.ok(found >= least.findLastIndex((codewords) => codewords <= free), `${found} in ${free} from ${from}`)
    // a rule for the end of the data saves a codeword
    assert.ok(found <= least.findLastIndex((codewords) => codewords <= free + 1), `${found} in ${free} from ${from}`)
  })
})

t.test('a text in several ECIs reaches as far as a symbol holds it, and no farther', async () => {
  const room = fc.oneof(...[40, 600].map((max) => fc.integer({ min: header.length + 1, max })))
  await forAll([texts, fc.nat(), room], { count: 200 }, (text, n, data) => {
    const starts = startsOf(text)
    const count = starts.length - 1
    const { prefix } = rangesOf({ text, starts, header }, { eci: 'auto' })
    const from = n % count
    const size = holding(data)
    const most = prefix!(size, from, count)
    const fits = (length: number): boolean => {
      const begun = text.slice(starts[from], starts[from + length])
      return fitOf({ text: begun, header, sizes: [size] }, { eci: 'auto' }) !== undefined
    }
    assert.ok(most === 0 || fits(most), `${most} too far from ${from}`)
    assert.ok(from + most === count || !fits(most + 1), `${most} too few from ${from}`)
  })
})
