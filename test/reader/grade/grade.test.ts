import t, { type Test as Assertions } from 'tap'
import type { Picture } from '../../../src/reader/check/index.ts'
import { qrStructure } from '../../../src/reader/check/qr/structure.ts'
import { askedGrade, type GradedSymbol, type GradeOptions, graded, gradeText } from '../../../src/reader/grade/index.ts'
import { datamatrix, encode, qr, rowsOf, type Symbology } from '../../../symbologies/index.ts'
import { inLongRun, long } from '../../random.ts'
import { barsOf, type Degradation, degraded } from '../check/photo/degraded.ts'
import { painted, scanned } from './scanned.ts'

const margin = 12

function printed(type: Symbology, text: string, how: Degradation): Picture {
  const rows = rowsOf(encode(type, text).matrix)
  return degraded(rows.length === 1 ? barsOf(rows[0]!, 16) : rows, { dark: 15, light: 220, margin, parts: 4, ...how })
}

const gradeOf = (picture: Picture, options?: GradeOptions): GradedSymbol =>
  graded(scanned(picture), options).symbols[0]!

function measured(symbol: GradedSymbol, name: string): number {
  const found = symbol.parameters.find((each) => each.name === name)
  if (typeof found?.value !== 'number') throw new Error(`no ${name}`)
  return found.value
}

/** Two points of a hundred. */
const near = (t: Assertions, value: number, wanted: number, name: string): void =>
  void t.ok(Math.abs(value - wanted) <= 0.02, `${name}: ${value} is ${wanted}`)

const linear = {
  ean13: '400638133393',
  upce: '0123456',
  itf14: '1540014128876',
  code128: 'QZ-0001-abc',
  code39: 'QZ-0001',
} as const

t.test('contrast and minimum reflectance are those of the print, turned or not', inLongRun, async (t) => {
  const linearTypes = Object.keys(linear) as Symbology[]
  for (const type of long
    ? ([...linearTypes, 'qr', 'microqr', 'datamatrix'] as const)
    : (['code128', 'datamatrix'] as const)) {
    for (const [dark, light, letter] of [
      [15, 220, 'A'],
      [60, 200, 'C'],
      [100, 170, 'D'],
    ].slice(0, long && ['ean13', 'qr'].includes(type) ? 3 : 1) as [number, number, string][]) {
      const text = linear[type as keyof typeof linear] ?? '12345'
      const symbol = gradeOf(printed(type, text, { module: 8, turn: 17, dark, light, blur: 0.7, parts: 2 }))
      near(t, measured(symbol, 'contrast'), (light - dark) / 255, type)
      t.equal(symbol.parameters.find(({ name }) => name === 'contrast')?.letter, letter)
      if (symbol.lines !== undefined) near(t, measured(symbol, 'minimumReflectance'), dark / light, `${type}, Rmin`)
    }
  }
})

t.test('scan lines cross the bars of a symbol that is turned or in perspective', inLongRun, async (t) => {
  const views = [{ turn: 168 }, { turn: 30, perspective: 0.09, towards: 330 }, { turn: 12 }] as const
  for (const how of views.slice(0, long ? 3 : 2)) {
    const { lines, letter } = gradeOf(printed('itf14', linear.itf14, { module: long ? 10 : 7, parts: 2, ...how }))
    t.equal(letter, 'A')
    for (const { parameters } of lines!) {
      t.ok(parameters.find(({ name }) => name === 'modulation')!.value! > 0.95, JSON.stringify(how))
    }
  }
})

t.test('decodability is what the gain leaves', inLongRun, async (t) => {
  for (const gain of long ? [0, 0.1, 0.2] : [0.1]) {
    const how = { module: 10, gain: [gain, 0], parts: 6 } as const
    const of = (type: keyof typeof linear): number =>
      measured(gradeOf(printed(type, linear[type], how)), 'decodability')
    // two bars tell 1 from 7 and 2 from 8, each wider by the gain, where sums differ by two modules
    near(t, of('ean13'), 1 - 2 * gain, 'EAN-13')
    near(t, of('upce'), 1 - 2 * gain, 'UPC-E')
    // three bars of a character, which may be off by 1.75 modules in all
    near(t, of('code128'), (1.75 - 3 * gain) / 1.75, 'Code 128')
    // the limit is 7/64 of 18 modules; a narrow bar comes nearer to it
    const limit = (7 * 18) / 64
    near(t, of('itf14'), (limit - 1 - gain) / (limit - 1), 'ITF-14')
  }
})

/** The profile of bars along a line: `ink` blurred, seen through a round aperture, a pixel and the line between two pixels. */
function profileOf(
  modules: string,
  { module, blur, aperture }: { module: number; blur: number; aperture: number },
): Float64Array {
  const step = 0.1
  const all = `${'0'.repeat(margin)}${modules}${'0'.repeat(margin)}`
  let profile = Float64Array.from({ length: Math.round((all.length * module) / step) }, (_, i) =>
    Number(all[Math.floor(((i + 0.5) * step) / module)]),
  )
  const kernels: ((x: number) => number)[] = [
    (x) => Math.exp(-(x ** 2) / (2 * blur ** 2)),
    (x) => Math.sqrt(Math.max(0, 1 - ((2 * x) / aperture) ** 2)),
    (x) => Number(Math.abs(x) < 0.5),
    (x) => Math.max(0, 1 - Math.abs(x)),
  ]
  for (const kernel of kernels) {
    const reach = Math.ceil((4 * Math.max(blur, 1) + aperture / 2) / step)
    const weights = Array.from({ length: 2 * reach + 1 }, (_, i) => kernel((i - reach) * step))
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    const before = profile
    profile = before.map(
      (_, i) =>
        weights.reduce(
          (sum, weight, k) => sum + weight * before[Math.max(0, Math.min(before.length - 1, i + k - reach))]!,
          0,
        ) / total,
    )
  }
  return profile
}

t.test('modulation is what blur and aperture leave of narrow bars', inLongRun, async (t) => {
  for (const [type, share, blur] of [
    ['code128', 0.3, 3.6],
    ['code128', 0.45, 5.4],
    ['ean13', 0.4, 4.8],
  ].slice(long ? 0 : 2) as [keyof typeof linear, number, number][]) {
    const module = 12
    const symbol = gradeOf(printed(type, linear[type], { module, blur }))
    const row = rowsOf(encode(type, linear[type]).matrix)[0]!
    const ink = profileOf(row, { module, blur, aperture: module / 2 })
    const extremes = ink.filter(
      (value, i) => (value > ink[i - 1]! && value >= ink[i + 1]!) || (value < ink[i - 1]! && value <= ink[i + 1]!),
    )
    const edges = Array.from(extremes).flatMap((value, i) => (i === 0 ? [value] : [Math.abs(value - extremes[i - 1]!)]))
    const least = Math.min(...edges.filter((edge) => edge > 0.01))
    near(t, measured(symbol, 'modulation'), least / Math.max(...ink), `${type}, blur of ${share} modules`)
  }
})

t.test('spots and voids are defects', inLongRun, async (t) => {
  const module = 12
  const at = (columns: number): number => (margin + columns) * module
  const picture = printed('ean13', linear.ean13, { module })
  const lines = { top: margin * module, bottom: picture.height - margin * module }
  const spot = painted(picture, { left: at(-8), right: at(-5), ...lines }, 170)
  near(t, measured(gradeOf(spot), 'defects'), 50 / 205, 'a spot in the quiet zone')
  const code39 = printed('code39', linear.code39, { module })
  const row = rowsOf(encode('code39', linear.code39).matrix)[0]!
  const wide = row.indexOf('111')
  const holed = painted(code39, { left: at(wide + 0.8), right: at(wide + 2.2), ...lines }, 60)
  near(t, measured(gradeOf(holed), 'defects'), 45 / 205, 'a void in a bar')
  t.equal(measured(gradeOf(picture), 'defects'), 0)
})

t.test('what is in a quiet zone, or hides the bars, fails', inLongRun, async (t) => {
  const module = 12
  const picture = printed('ean13', linear.ean13, { module })
  const line = { left: (margin - 8) * module, right: (margin - 7) * module, top: 0, bottom: picture.height }
  const symbol = gradeOf(painted(picture, line, 15))
  t.match(symbol, { grade: 0, letter: 'F' })
  const lowest = (margin + 12) * module
  const half = gradeOf(painted(picture, { ...line, top: lowest, bottom: picture.height }, 15))
  const failed = half.lines!.filter(({ grade }) => grade === 0).length
  t.ok(failed >= 2 && failed <= 3, `${failed} of ten lines cross the lowest quarter`)
  t.equal(half.grade, Math.round(10 * ((4 * (10 - failed)) / 10)) / 10, 'the mean of the lines')
})

t.test('a quiet zone that a bar runs into by more than a tenth fails, at either side', inLongRun, async (t) => {
  const module = 12
  const picture = printed('ean13', linear.ean13, { module })
  const lines = { top: margin * module, bottom: picture.height - margin * module }
  const at = (columns: number): number => (margin + columns) * module
  for (const [side, left, right] of [
    ['left', at(-1.6), at(0)],
    ['right', at(95), at(96.4)],
  ] as const) {
    const { lines: graded } = gradeOf(painted(picture, { left, right, ...lines }, 15))
    const zones = graded!.map(({ parameters }) => parameters.find(({ name }) => name === 'quietZones')!.grade)
    t.same(new Set(zones), new Set([0]), side)
  }
  const sound = gradeOf(picture).lines!.map(
    ({ parameters }) => parameters.find(({ name }) => name === 'quietZones')!.grade,
  )
  t.same(new Set(sound), new Set([4]))
})

t.test('unused error correction is what is left beside errors', inLongRun, async (t) => {
  const text = 'Quiet zones are for those who read.'
  const module = 10
  const barcode = qr(text, { version: 4, level: 'M' })
  const rows = rowsOf(barcode.matrix)
  const { data } = qrStructure(4)
  const sound = degraded(rows, { module, dark: 15, light: 220, margin })
  for (const errors of long ? [0, 1, 4, 7] : [1, 7]) {
    let picture = sound
    for (let i = 0; i < errors; i++) {
      // two blocks take turns: every other codeword is of the first one
      const { row, column } = data[16 * i]!
      const [left, top] = [(margin + column) * module, (margin + row) * module]
      const box = { left, top, right: left + module, bottom: top + module }
      picture = painted(picture, box, rows[row]![column] === '1' ? 220 : 15)
    }
    const symbol = gradeOf(picture)
    t.equal(symbol.text, text)
    near(t, measured(symbol, 'unusedErrorCorrection'), 1 - (2 * errors) / 18, `${errors} errors`)
    t.equal(measured(symbol, 'reflectanceMargin'), [4, 4, 3, 0][[0, 1, 4, 7].indexOf(errors)]!, 'its overlay')
  }
})

t.test(
  'modulation is that of each codeword, as far as error correction does not do without it',
  inLongRun,
  async (t) => {
    const module = 10
    const rows = rowsOf(qr('modulation', { version: 4, level: 'M' }).matrix)
    const { data } = qrStructure(4)
    const sound = degraded(rows, { module, dark: 15, light: 220, margin })
    const middle = (220 + 15) / 2
    // twice the distance from the middle, as a share of the contrast: 0.45, 0.35, 0.25 and 0.1
    const shares = [
      [0.45, 3],
      [0.1, 0],
      [0.35, 2],
      [0.25, 1],
    ] as const
    for (const [share, grade] of shares.slice(0, long ? 4 : 2)) {
      let picture = sound
      for (const { row, column } of data.filter((_, i) => i % 8 === 0)) {
        const [left, top] = [(margin + column) * module, (margin + row) * module]
        const sign = rows[row]![column] === '1' ? -1 : 1
        picture = painted(
          picture,
          { left, top, right: left + module, bottom: top + module },
          Math.round(middle + (sign * share * 205) / 2),
        )
      }
      const symbol = gradeOf(picture)
      t.equal(measured(symbol, 'modulation'), grade, `${share}`)
    }
  },
)

t.test('fixed patterns are graded by segment', async (t) => {
  const module = 10
  const rows = rowsOf(datamatrix('fixed patterns').matrix)
  const size = rows.length
  const sound = degraded(rows, { module, dark: 15, light: 220, margin })
  const damages = [
    [0, 4],
    [1, 3],
    [2, 2],
  ] as const
  for (const [damaged, grade] of damages.slice(long ? 0 : 1)) {
    let picture = sound
    for (let i = 0; i < damaged; i++) {
      const [left, top] = [margin * module, (margin + 3 + 2 * i) * module]
      picture = painted(picture, { left, top, right: left + module, bottom: top + module }, 220)
    }
    // one module of the left border is up to 9 % of it, two up to 13 %
    t.ok(size > 15 && size < 20, `${size} modules`)
    t.equal(measured(gradeOf(picture), 'fixedPatternDamage'), grade, `${damaged} of ${size}`)
  }
})

t.test('print growth, axial and grid non-uniformity', inLongRun, async (t) => {
  const gains = [
    [0.2, 0.05],
    [-0.15, -0.1],
    [0, 0],
    [0.15, 0.15],
  ] as const
  for (const gain of gains.slice(0, long ? 4 : 2)) {
    const symbol = gradeOf(printed('qr', 'print growth', { module: 12, turn: 5, blur: 1.2, gain, parts: 6 }))
    near(t, symbol.printGrowth![0], gain[0], 'growth across')
    near(t, symbol.printGrowth![1], gain[1], 'growth down')
    near(t, measured(symbol, 'gridNonuniformity'), 0, 'grid')
  }
  const square = printed('datamatrix', 'axial', { module: 12 })
  const scales = [
    [23622, 23622],
    [23622, 22000],
    [23622, 20800],
  ] as const
  for (const [across, down] of scales.slice(long ? 0 : 2)) {
    const symbol = gradeOf({ ...square, resolution: { across, down } })
    near(
      t,
      measured(symbol, 'axialNonuniformity'),
      (2 * Math.abs(across - down)) / (across + down),
      `${across} ${down}`,
    )
  }
  // every module of a row a third of a module to the right
  const rows = rowsOf(qr('grid').matrix)
  const picture = degraded(rows, { module: 12, dark: 15, light: 220, margin })
  const grey = Uint8Array.from(picture.grey)
  const row = margin + 10
  for (let y = row * 12; y < (row + 1) * 12; y++) {
    for (let x = picture.width - 1; x >= 4; x--) grey[y * picture.width + x] = picture.grey[y * picture.width + x - 4]!
  }
  const moved = gradeOf({ ...picture, grey })
  const least = moved.parameters.find(({ name }) => name === 'gridNonuniformity')!
  t.ok(Math.abs(least.value! - 1 / 3) < 0.05, `${least.value}`)
  t.equal(least.modules?.[0]?.row, 10)
})

t.test('a grade that is asked for, and what is not graded', inLongRun, async (t) => {
  t.same(askedGrade('1.5/06/660'), { grade: 1.5, aperture: '06', light: '660' })
  for (const wrong of [
    '1.5',
    '5.0/06/660',
    '1.5/6/660',
    '1.5/00/660',
    '1.5/06/66',
    '1.5/06/633',
    '1.5/06/w',
    'a/06/660',
  ])
    t.equal(askedGrade(wrong), undefined, wrong)
  const asked = askedGrade('1.5/06/660')!
  const resolution = { across: 47244, down: 47244 }
  const good = graded({ ...scanned(printed('ean13', linear.ean13, { module: 12, blur: 0.7 })), resolution }, { asked })
  t.match(good, {
    estimate: true,
    asked,
    symbols: [{ letter: 'A', isMet: true, aperture: { number: '06', mm: 0.15 } }],
  })
  t.match(
    gradeText(good),
    /^estimate: .*asked for 1\.5\/06\/660\nlight: the greys .*\nean13 "4006381333931"\ngrade: A \(4\.0\), by ISO\/IEC 15416; the grade asked for is met\nX: 0\.254 mm/,
  )
  const faint = graded(
    { ...scanned(printed('ean13', linear.ean13, { module: 12, dark: 110, light: 150, blur: 0.7 })), resolution },
    { asked },
  )
  t.match(faint.symbols[0], { letter: 'F', isMet: false })
  const coarse = graded(scanned(printed('qr', 'coarse', { module: 3, blur: 0.5 })))
  t.match(coarse, { symbols: [], ungraded: [{ symbology: 'qr', text: 'coarse', reason: 'coarse' }] })
  t.match(gradeText(coarse), /^qr "coarse": not graded: a module is [23][.\d]* pixels wide/)
  const nothing = graded({ width: 100, height: 100, grey: new Uint8Array(10_000).fill(200) })
  t.equal(gradeText(nothing), 'no symbol was found that can be read\n')
})
