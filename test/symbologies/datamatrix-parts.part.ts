/** How far a symbol reaches in a text, against cost tables of the whole text and symbols of every length. */

import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import {
  addBytes,
  columns,
  costAt,
  costsOf,
  reachAscii,
  state,
  unreachable,
} from '../../symbologies/datamatrix/cost-table.ts'
import { divided, rangesOf } from '../../symbologies/datamatrix/division.ts'
import { fitOf } from '../../symbologies/datamatrix/fit.ts'
import { longestPrefixIn } from '../../symbologies/datamatrix/longest-prefix.ts'
import { eciCodewords } from '../../symbologies/datamatrix/message.ts'
import { endOfDataIn } from '../../symbologies/datamatrix/segments.ts'
import { interpretationsOf, repertoiresIn, repertoiresOf } from '../../symbologies/datamatrix/several-ecis.ts'
import { type DataMatrixSize, sizesOf } from '../../symbologies/datamatrix/sizes.ts'
import { appendHeader } from '../../symbologies/datamatrix/structured-append.ts'
import type { DataMatrixOptions } from '../../symbologies/index.ts'
import { drawn, forAll } from '../random.ts'
import { textsOf } from '../texts.ts'
import { eciTexts, mixedTexts } from './datamatrix-texts.ts'

const header = appendHeader({ part: 1, parts: 16, fileid: [1, 1] })

/** A size that holds so many data codewords, as far as divisions ask. */
const holding = (data: number): DataMatrixSize => ({ ...sizesOf.square[0]!, data })

function startsOf(text: string): number[] {
  const starts = [0]
  for (const character of text) starts.push(starts.at(-1)! + character.length)
  return starts
}

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

t.test('a text in one ECI reaches as far as its cost table says, from every character on', async () => {
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

/** Texts that may be best in UTF-16 or Shift JIS, and have characters of ASCII that these lack or take more for. */
const wide = ['漢汉한ก', '漢かナ', '漢汉\\~12', '漢汉한ก12345678', '12345678', 'ABCDEFG', 'é漢']

const texts = fc.oneof(
  mixedTexts(30),
  ...[5, 40, 200].map(eciTexts),
  drawn((r) => Array.from({ length: r.between(1, 6) }, () => r.text(r.pick(wide), r.between(1, 12))).join('')),
)

/** The fewest codewords before each character and at the end, each in any interpretation that has it. */
function plainCosts(text: string): number[] {
  const { order, repertoires } = interpretationsOf(text)
  const tables = repertoires.map((each) => ({
    ...each,
    costs: new Uint16Array((each.bytes.length + 1) * columns).fill(unreachable),
  }))
  reachAscii(tables[0]!.costs, 0, 0)
  const asciiAt = (character: number): number =>
    Math.min(...tables.map(({ costs, offsets }) => costAt(costs, offsets[character]!, state.ascii)))
  const least = [0]
  for (let character = 0; character < order.length; character++) {
    for (const { eci, costs, bytes, offsets, repertoire } of tables) {
      if (eci !== undefined) reachAscii(costs, offsets[character]!, least[character]! + eciCodewords(eci).length)
      if (repertoire[order[character]!] === undefined) continue
      addBytes(costs, bytes, offsets[character]!, offsets[character + 1]!)
    }
    least.push(asciiAt(character + 1))
  }
  return least
}

t.test('codewords of a text in several ECIs, against tables of every interpretation', async () => {
  // with so much room no rule for the end of the data applies
  const sizes = [holding(10_000)]
  await forAll([texts], { count: 600 }, (text) => {
    const { used } = fitOf({ text, header, sizes }, { eci: 'auto' })!
    assert.equal(used, header.length + plainCosts(text).at(-1)!)
  })
})

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

t.test('bounds leave out no parts that fit, however many', async () => {
  const room = fc.oneof(...[20, 60, 300].map((max) => fc.integer({ min: header.length + 1, max })))
  await forAll([texts, room, fc.nat()], { count: 1000 }, (text, data, n) => {
    const starts = startsOf(text)
    const count = starts.length - 1
    const { prefix, mayFit } = rangesOf({ text, starts, header }, { eci: 'auto' })
    const size = holding(data)
    const from = n % count
    for (let at = from, filled = 1; at < count && filled <= 16; filled++) {
      const length = prefix!(size, at, count)
      if (length === 0) break
      at += length
      assert.ok(mayFit(size, { from, to: at }, filled), `${filled} symbols: ${from} to ${at}`)
    }
  })
})

t.test('divided among symbols of any number of codewords as by trying every length', async () => {
  const two = fc.tuple(eciTexts(6), eciTexts(6)).map((texts) => texts.join(''))
  const all = fc.constantFrom<DataMatrixOptions[]>({ eci: 'auto' }, { eci: 'auto' }, { eci: 26 }, {})
  await forAll([two, fc.integer({ min: 2, max: 5 }), all], { count: 24 }, (text, most, options) => {
    const starts = startsOf(text)
    const count = starts.length - 1
    const parts = Math.min(most, count)
    const sizes = Array.from({ length: 200 }, (_, n) => holding(header.length + 1 + n))
    const found = divided({ count, parts, ...rangesOf({ text, starts, header }, options) }, sizes)
    const fits = (size: DataMatrixSize, from: number, to: number): boolean => {
      const portion = text.slice(starts[from], starts[to])
      return fitOf({ text: portion, header, sizes: [size] }, { ...options, parts, part: 1 }) !== undefined
    }
    assert.deepEqual(found, plainlyDivided(count, parts, { sizes, fits }))
  })
})

interface Plain {
  readonly sizes: readonly DataMatrixSize[]
  readonly fits: (size: DataMatrixSize, from: number, to: number) => boolean
}

/** The first size that holds an even division, or parts that are filled in turn. */
function plainlyDivided(count: number, parts: number, { sizes, fits }: Plain): object | undefined {
  const even = Array.from({ length: parts + 1 }, (_, i) => Math.floor((i * count) / parts))
  for (const size of sizes) {
    if (even.slice(1).every((to, part) => fits(size, even[part]!, to))) return { size, bounds: even }
    const filled = [0]
    for (let left = parts; left > 0; left--) {
      const from = filled.at(-1)!
      let to = count - (left - 1)
      while (to > from && !fits(size, from, to)) to--
      if (to > from) filled.push(to)
    }
    if (filled.length > parts && filled.at(-1) === count) return { size, bounds: filled }
  }
  return undefined
}
