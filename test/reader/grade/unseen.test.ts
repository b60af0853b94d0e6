/** What a picture cannot show is null with its reason, and nothing is claimed met by it. */

import t from 'tap'
import type { Picture } from '../../../src/reader/check/index.ts'
import { askedGrade, type GradedSymbol, graded, gradeText } from '../../../src/reader/grade/index.ts'
import { encode, rowsOf, type Symbology } from '../../../symbologies/index.ts'
import { inLongRun, long } from '../../random.ts'
import { barsOf, type Degradation, degraded } from '../check/photo/degraded.ts'
import { scanned } from './scanned.ts'

const resolution = { across: 23622, down: 23622 }
const asked = askedGrade('1.5/06/660')!

function print(type: Symbology, how: Partial<Degradation> = {}): Picture {
  const text = type === 'ean13' ? '400638133393' : 'QZ-0001'
  const rows = rowsOf(encode(type, text).matrix)
  const usual = { module: 8, dark: 20, light: 220, blur: 0.6, margin: 12, parts: 2 }
  return scanned(degraded(rows.length === 1 ? barsOf(rows[0]!, 20) : rows, { ...usual, ...how }))
}

const changed = (picture: Picture, change: (grey: number) => number): Picture => ({
  ...picture,
  grey: picture.grey.map(change),
})

const gradeOf = (picture: Picture): GradedSymbol => graded({ ...picture, resolution }, { asked }).symbols[0]!

const parameterOf = ({ parameters }: GradedSymbol, name: string) => parameters.find((each) => each.name === name)!

const types = long ? (['ean13', 'code128', 'qr', 'microqr', 'datamatrix'] as const) : (['ean13', 'qr'] as const)

t.test('contrast of two greys, and of greys that end at white or black', inLongRun, async (t) => {
  for (const type of types) {
    const short = type === 'microqr' ? {} : { turn: 4 }
    for (const [reason, picture] of [
      ['two_greys', changed(print(type, short), (grey) => (grey < 128 ? 30 : 200))],
      ['two_greys', print(type, { blur: 0 })],
      ['clipped_white', changed(print(type, short), (grey) => Math.min(255, Math.round(1.2 * grey)))],
      ['clipped_black', changed(print(type, short), (grey) => Math.max(0, grey - 90))],
    ] as const) {
      const symbol = gradeOf(picture)
      t.match(parameterOf(symbol, 'contrast'), { value: null, grade: null, letter: null, reason }, `${type}, ${reason}`)
      t.match(symbol, { isBound: true, isMet: null }, `${type}, ${reason}`)
      t.match(
        gradeText({ estimate: true, light: 'grey', asked, symbols: [symbol] }),
        /at most .*not seen\n(.*\n)* {2}- {2}symbol contrast: not seen/,
      )
    }
    const seen = gradeOf(print(type))
    t.match(seen, { isBound: false, isMet: true, letter: 'A' })
  }
})

t.test('what is seen falls short without what is not', async (t) => {
  const narrow = changed(print('ean13', { gain: [0.45, 0] }), (grey) => (grey < 128 ? 30 : 200))
  t.match(gradeOf(narrow), { isMet: false, isBound: true })
})

t.test('the aperture in mm where X is not known', inLongRun, async (t) => {
  for (const type of types) {
    const [symbol] = graded(print(type), { asked }).symbols
    t.match(symbol, { aperture: { mm: null, reason: 'unknown_x' }, isMet: null }, type)
  }
})

t.test(
  'scan lines stay in the picture: bars may end with it, and quiet zones before they are over',
  inLongRun,
  async (t) => {
    const whole = print('code128', { blur: 0.6 })
    const crop = ({ width, height, grey }: Picture, left: number, top: number): Picture => {
      const [wide, high] = [width - 2 * left, height - 2 * top]
      const cut = new Uint8Array(wide * high)
      for (let y = 0; y < high; y++) {
        for (let x = 0; x < wide; x++) cut[y * wide + x] = grey[(y + top) * width + x + left]!
      }
      return { width: wide, height: high, grey: cut }
    }
    for (const [left, top, quietZones] of [
      [0, 0, 4],
      [0, 110, 4],
      [40, 110, null],
      [93, 0, null],
    ] as const) {
      const picture = crop(whole, left, top)
      const symbol = gradeOf(picture)
      const how = `cut by ${left}, ${top}`
      t.equal(parameterOf(symbol, 'quietZones').grade, quietZones, how)
      t.equal(symbol.isMet, quietZones === null ? null : true, how)
      t.equal(symbol.letter, 'A', how)
      const points = [...symbol.corners, ...symbol.lines!.flatMap(({ from, to }) => [from, to])]
      const isInside = points.every(
        ({ x, y }) => x >= -1 && y >= -1 && x <= picture.width + 1 && y <= picture.height + 1,
      )
      t.ok(isInside, how)
    }
  },
)
