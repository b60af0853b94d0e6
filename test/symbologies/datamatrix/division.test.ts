/** How far a symbol reaches in a text, against cost tables of the whole text and symbols of every length. */

import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { divided, rangesOf } from '../../../symbologies/datamatrix/division.ts'
import { fitOf } from '../../../symbologies/datamatrix/fit.ts'
import { type DataMatrixSize, sizesOf } from '../../../symbologies/datamatrix/sizes.ts'
import { appendHeader } from '../../../symbologies/datamatrix/structured-append.ts'
import type { DataMatrixOptions } from '../../../symbologies/index.ts'
import { startsOf, texts } from '../../oracle/datamatrix-costs.ts'
import { forAll, inLongRun } from '../../random.ts'
import { textsOf } from '../../texts.ts'
import { eciTexts } from './texts.ts'

t.test('bounds leave out nothing that fits, wherever it begins', inLongRun, async (t) => {
  const alphabets = ['\r\u0001\u0002', '\r\u0001\u0002\u0003\u0004\u0005', '019A', 'aB-', 'éa\r', '漢é\r']
  const texts = fc.oneof(...alphabets.map((alphabet) => textsOf(alphabet, 30, 300)))
  const encodations = fc.constantFrom(undefined, undefined, 'ascii', 'c40', 'text', 'base256')
  const sizes = fc.constantFrom(...sizesOf.square.slice(1, 9))
  const all = fc.record({ encodation: encodations, isAuto: fc.boolean(), size: sizes, place: fc.nat() })
  await forAll([texts, all], { count: 150 }, (text, { encodation, isAuto, size, place }) => {
    const characters = [...text]
    const starts = [0, ...characters.map((_, i) => characters.slice(0, i + 1).join('').length)]
    const options = { parts: 2, part: 1, ...(isAuto && { eci: 'auto' as const }), ...(encodation && { encodation }) }
    const { mayFit } = rangesOf({ text, starts, header: [] }, options)
    const from = place % characters.length
    for (let to = from + 1; to <= characters.length && to <= from + 2 * size.data; to++) {
      const part = characters.slice(from, to).join('')
      const fit = fitOf({ text: part, header: [], sizes: [size] }, options)
      assert.ok(fit === undefined || mayFit(size, { from, to }, 1), `${from} to ${to}`)
    }
  })
  // a control character takes a codeword, and carriage return two thirds of one in X12 encodation
  const text = `\r\r${'\u0001'.repeat(500)}`
  const { mayFit } = rangesOf({ text, starts: Array.from({ length: 503 }, (_, i) => i), header: [] }, {})
  const size = sizesOf.square.find(({ data }) => data === 30)!
  const full = Array.from({ length: 470 }, (_, i) => mayFit(size, { from: i + 2, to: i + 32 }, 1))
  t.notOk(full.includes(false), 'a symbol that is full')
})

const header = appendHeader({ part: 1, parts: 16, fileid: [1, 1] })

/** A size that holds so many data codewords, as far as divisions ask. */
const holding = (data: number): DataMatrixSize => ({ ...sizesOf.square[0]!, data })

t.test('bounds leave out no parts that fit, however many', inLongRun, async () => {
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
