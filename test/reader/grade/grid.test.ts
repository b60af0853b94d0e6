/** Grid non-uniformity of symbols that are bent, and perfect symbols at every angle. */

import t from 'tap'
import type { Picture } from '../../../src/reader/check/index.ts'
import { type GradedSymbol, graded } from '../../../src/reader/grade/index.ts'
import { datamatrix, encode, rowsOf } from '../../../symbologies/index.ts'
import { all, inLongRun, long } from '../../random.ts'
import { barsOf, degraded } from '../check/photo/degraded.ts'
import { scanned } from './scanned.ts'

const margin = 6
const rows = rowsOf(datamatrix('QZ-0001-ABCDEFGHIJ').matrix)
const qrRows = rowsOf(encode('qr', 'GRID-0001').matrix)

/** A symbol whose middle rows or columns lie by `bow` modules beside where the corners have them. */
function bowed(symbol: readonly string[], bow: number, isDown: boolean): Picture {
  const [module, size] = [10, symbol.length]
  const side = (size + 2 * margin) * module
  const grey = new Uint8Array(side * side)
  const parts = 3
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      let dark = 0
      for (let i = 0; i < parts * parts; i++) {
        const u = (x + ((i % parts) + 0.5) / parts) / module - margin
        const v = (y + (Math.floor(i / parts) + 0.5) / parts) / module - margin
        const part = (isDown ? u : v) / size
        const off = 4 * bow * part * (1 - part)
        dark += Number(symbol[Math.floor(isDown ? v - off : v)]?.[Math.floor(isDown ? u : u - off)] ?? 0)
      }
      grey[y * side + x] = Math.round(220 - (205 * dark) / parts ** 2)
    }
  }
  return { width: side, height: side, grey }
}

const gridOf = ({ parameters }: GradedSymbol) => parameters.find(({ name }) => name === 'gridNonuniformity')!

t.test('a bow is measured from the grid of the corners', inLongRun, async (t) => {
  for (const [name, symbol] of [
    ['Data Matrix', rows],
    ['QR Code', qrRows],
  ] as const) {
    const bows = [
      [0.3, 'A'],
      [0.45, 'B'],
      [0.57, 'C'],
      [0.7, 'D'],
    ] as const
    const chosen = long ? bows : bows.filter((_, i) => i % 2 === Number(symbol === rows))
    for (const [bow, letter] of chosen) {
      for (const isDown of long ? [false, true] : [bow > 0.5]) {
        const [graded1] = graded(scanned(bowed(symbol, bow, isDown))).symbols
        const { value, letter: found } = gridOf(graded1!)
        t.ok(Math.abs(value! - bow) < 0.04, `${name}, a bow of ${bow}: ${value}`)
        t.equal(found, letter, `${name}, a bow of ${bow}`)
      }
    }
  }
})

/** How many turns the long run takes. */
const angles = all ? 174 : 58

t.test('a perfect symbol is perfect at every angle', inLongRun, async (t) => {
  const symbols = [
    ['datamatrix 18 x 18', rows],
    ['qr', qrRows],
    ['code128', barsOf(rowsOf(encode('code128', 'QZ-0001').matrix)[0]!, 20)],
  ] as const
  for (const [name, symbol] of symbols) {
    const worse: string[] = []
    const turns = long
      ? Array.from({ length: angles }, (_, i) => (360 * i) / angles)
      : [symbol === rows ? (360 * 52) / 174 : 33]
    for (const turn of turns) {
      const print = degraded(symbol, { module: 8, turn, dark: 15, light: 220, margin: 12, parts: 2 })
      const [found] = graded(scanned(print)).symbols
      if (found?.letter !== 'A') worse.push(`${turn.toFixed(1)} degrees: ${found?.grade}`)
    }
    t.same(worse, [], name)
    t.comment(`${name}: ${worse.length} of ${turns.length} turns are not A`)
  }
})

t.test('uneven light over a good print is evened out, and told', inLongRun, async (t) => {
  for (const [name, symbol] of [
    ['datamatrix', rows],
    ['qr', qrRows],
    ['code128', barsOf(rowsOf(encode('code128', 'QZ-0001').matrix)[0]!, 20)],
  ] as const) {
    for (const shade of long ? [0.2, 0.35, 0.5] : [0.5]) {
      const print = degraded(symbol, {
        module: 8,
        turn: 7,
        dark: 12,
        light: 240,
        margin: 12,
        parts: 2,
        shade,
        blur: 0.6,
      })
      const [found] = graded(scanned(print)).symbols
      t.equal(found!.letter, 'A', `${name}, ${shade} of the light lost`)
      t.ok(found!.unevenness! > shade / 3 && found!.unevenness! < shade, `${name}: ${found!.unevenness}`)
    }
    const even = degraded(symbol, { module: 8, turn: 7, dark: 12, light: 240, margin: 12, parts: 2, blur: 2.4 })
    t.equal(graded(scanned(even)).symbols[0]!.unevenness, undefined, `${name}: blur is not uneven light`)
  }
})
