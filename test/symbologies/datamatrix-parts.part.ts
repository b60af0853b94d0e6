/** How far a symbol reaches in a text, against cost tables of the whole text and symbols of every length. */

import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { isFit } from '../../symbologies/datamatrix/choice.ts'
import {
  addBytes,
  columns,
  costAt,
  costsOf,
  reachAscii,
  state,
  unreachable,
} from '../../symbologies/datamatrix/cost-table.ts'
import { divided, type Range } from '../../symbologies/datamatrix/division.ts'
import { endOfDataIn } from '../../symbologies/datamatrix/end-of-data.ts'
import { interpretationsOf } from '../../symbologies/datamatrix/interpretations.ts'
import { eciCodewords } from '../../symbologies/datamatrix/message.ts'
import { rangesOf } from '../../symbologies/datamatrix/ranges.ts'
import { reachIn } from '../../symbologies/datamatrix/reach.ts'
import { repertoiresIn, repertoiresOf } from '../../symbologies/datamatrix/repertoires.ts'
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
    const { longest } = reachIn({ order, repertoires: own }, header.length)
    const from = n % text.length
    const bytes = Uint8Array.from(text.slice(from), (character) => character.charCodeAt(0))
    const costs = costsOf(bytes, header.length)
    for (let capacity = header.length + 1, most = 0; most < bytes.length; capacity++) {
      const fits = (length: number): boolean => endOfDataIn(costs, bytes.subarray(0, length), capacity) !== undefined
      while (most < bytes.length && fits(most + 1)) most++
      assert.equal(longest({ from, limit: text.length, capacity }), most, `in ${capacity} from ${from}`)
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
  const lanes = interpretationsOf(text).map((each) => ({
    ...each,
    costs: new Uint16Array((each.bytes.length + 1) * columns).fill(unreachable),
  }))
  reachAscii(lanes[0]!.costs, 0, 0)
  const asciiAt = (character: number): number =>
    Math.min(...lanes.map(({ costs, offsets }) => costAt(costs, offsets[character]!, state.ascii)))
  const least = [0]
  for (let character = 0; character < lanes[0]!.has.length; character++) {
    for (const { eci, costs, bytes, offsets, has } of lanes) {
      if (eci !== undefined) reachAscii(costs, offsets[character]!, least[character]! + eciCodewords(eci).length)
      if (has[character] === 1) addBytes(costs, bytes, offsets[character]!, offsets[character + 1]!)
    }
    least.push(asciiAt(character + 1))
  }
  return least
}

t.test('codewords of a text in several ECIs, against tables of every interpretation', async () => {
  await forAll([texts, fc.nat()], { count: 600 }, (text, n) => {
    const starts = startsOf(text)
    const count = starts.length - 1
    const middle = n % (count + 1)
    const found = reachIn(repertoiresOf(text), header.length).codewords([0, middle, count])
    const first = plainCosts(text.slice(0, starts[middle]))
    const second = middle === count ? [0] : plainCosts(text.slice(starts[middle]))
    const wanted = [...first, ...second.slice(1).map((codewords) => first.at(-1)! + codewords)]
    assert.deepEqual([...found], wanted, `from ${middle}`)
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
    const fits = (length: number): boolean =>
      isFit({ text: text.slice(starts[from], starts[from + length]), header, sizes: [size] }, { eci: 'auto' })
    assert.ok(most === 0 || fits(most), `${most} too far from ${from}`)
    assert.ok(from + most === count || !fits(most + 1), `${most} too few from ${from}`)
  })
})

t.test('bounds from measured parts leave out nothing that fits, and little that does not', async () => {
  const room = fc.oneof(...[20, 60, 300].map((max) => fc.integer({ min: header.length + 1, max })))
  await forAll([texts, fc.integer({ min: 1, max: 16 }), room, fc.nat()], { count: 1000 }, (text, most, data, n) => {
    const starts = startsOf(text)
    const count = starts.length - 1
    const parts = Math.min(most, count)
    const even = Array.from({ length: parts + 1 }, (_, i) => Math.floor((i * count) / parts))
    const { prefix, fits, measured } = rangesOf({ text, starts, header }, { eci: 'auto' })
    const known = measured!(even)
    const size = holding(data)
    for (let part = 0; part < parts; part++) {
      const [from, to] = [even[part]!, even[part + 1]!]
      assert.equal(known.fits(size, from, to), fits(size, from, to), `${from} to ${to}`)
    }
    const range = { from: n % count, to: count }
    for (let at = range.from, filled = 1; at < count && filled <= 16; filled++) {
      const length = prefix!(size, at, count)
      if (length === 0) break
      at += length
      assert.ok(known.mayFit(size, { ...range, to: at }, filled), `${filled} symbols: ${range.from} to ${at}`)
    }
    const largest = Math.max(...even.slice(1).map((to, part) => least({ from: even[part]!, to }, fits)))
    const below = holding(largest - 12)
    const isWide = parts === 1 && below.data > header.length && known.mayFit(below, { from: 0, to: count }, 1)
    assert.ok(!isWide, `wide in ${below.data}`)
  })
})

/** The fewest data codewords that hold a range. */
function least({ from, to }: Range, fits: (size: DataMatrixSize, from: number, to: number) => boolean): number {
  let data = header.length + 1
  while (!fits(holding(data), from, to)) data++
  return data
}

t.test('divided among symbols of any number of codewords as by trying every length', async () => {
  const two = fc.tuple(eciTexts(6), eciTexts(6)).map((texts) => texts.join(''))
  const all = fc.constantFrom<DataMatrixOptions[]>({ eci: 'auto' }, { eci: 'auto' }, { eci: 26 }, {})
  await forAll([two, fc.integer({ min: 2, max: 5 }), all], { count: 24 }, (text, most, options) => {
    const starts = startsOf(text)
    const count = starts.length - 1
    const parts = Math.min(most, count)
    const sizes = Array.from({ length: 200 }, (_, n) => holding(header.length + 1 + n))
    const found = divided({ count, parts, ...rangesOf({ text, starts, header }, options) }, sizes)
    const fits = (size: DataMatrixSize, from: number, to: number): boolean =>
      isFit({ text: text.slice(starts[from], starts[to]), header, sizes: [size] }, { ...options, parts, part: 1 })
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
