/** Symbols degraded by known amounts: what is measured is within two points of a hundred of what was done to them. */

import t, { type Test as Assertions } from 'tap'
import type { Picture } from '../../../src/reader/check/index.ts'
import { type GradedSymbol, graded } from '../../../src/reader/grade/index.ts'
import { encode, rowsOf, type Symbology } from '../../../symbologies/index.ts'
import { inLongRun, random } from '../../random.ts'
import { barsOf, type Degradation, degraded } from '../check/photo/degraded.ts'
import { painted, scanned } from './scanned.ts'

const r = random('truth of grades')
const between = (least: number, most: number): number => least + (most - least) * (r.between(0, 10_000) / 10_000)
const normal = (): number =>
  Math.sqrt(-2 * Math.log(r.between(1, 1e6) / 1e6)) * Math.cos((2 * Math.PI * r.between(0, 999_999)) / 1e6)
/** How many random prints of each kind are judged. */
const prints = 2
const margin = 12

/** The greatest deviation of each parameter, which is said at the end. */
const deviations = new Map<string, number>()

function judge(t: Assertions, name: string, value: number, truth: number, how: unknown): void {
  const off = Math.abs(value - truth)
  deviations.set(name, Math.max(deviations.get(name) ?? 0, off))
  if (off > 0.02) t.fail(`${name}: ${value} is ${truth.toFixed(3)}: ${JSON.stringify(how)}`)
}

function printed(type: Symbology, text: string, how: Degradation): Picture {
  const rows = rowsOf(encode(type, text).matrix)
  return degraded(rows.length === 1 ? barsOf(rows[0]!, 16) : rows, { margin, parts: 5, ...how }, normal)
}

function gradeOf(t: Assertions, picture: Picture, how: unknown): GradedSymbol | undefined {
  const [symbol] = graded(scanned(picture)).symbols
  if (symbol === undefined) t.fail(`not read: ${JSON.stringify(how)}`)
  return symbol
}

const measured = (symbol: GradedSymbol, name: string): number =>
  symbol.parameters.find((each) => each.name === name)!.value!

const linear = {
  ean13: '400638133393',
  ean8: '4006381',
  upca: '01234567890',
  upce: '0123456',
  itf14: '1540014128876',
  code128: 'QZ-0001-abc',
  code39: 'QZ-0001',
} as const
const linearTypes = Object.keys(linear) as (keyof typeof linear)[]
const matrixTypes = ['qr', 'microqr', 'datamatrix'] as const

/** The share of ink along a line, four places a pixel: bars that are wider by `gain`, blurred, through a round aperture and pixels. */
function inkAlong(
  row: string,
  { module, blur, gain, aperture }: { module: number; blur: number; gain: number; aperture: number },
): Float64Array {
  const step = 1 / 4
  const all = `${'0'.repeat(margin)}${row}${'0'.repeat(margin)}`
  const isDark = (u: number): boolean => all[Math.floor(u)] === '1'
  const ink = Float64Array.from({ length: Math.round((all.length * module) / step) }, (_, i) => {
    const u = ((i + 0.5) * step) / module
    const [a, b] = [isDark(u - gain / 2), isDark(u + gain / 2)]
    return Number(gain >= 0 ? a || b : a && b)
  })
  const kernels: ((x: number) => number)[] = [
    ...(blur > 0 ? [(x: number) => Math.exp(-(x ** 2) / (2 * blur ** 2))] : []),
    (x) => Math.sqrt(Math.max(0, 1 - ((2 * x) / aperture) ** 2)),
    (x) => Number(Math.abs(x) < 0.5),
    (x) => Math.max(0, 1 - Math.abs(x)),
  ]
  return kernels.reduce((before, kernel) => {
    const reach = Math.ceil(Math.max(4 * blur, aperture / 2, 1) / step)
    const weights = Array.from({ length: 2 * reach + 1 }, (_, i) => kernel((i - reach) * step))
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    return before.map((_, i) => {
      let sum = 0
      for (let k = -reach; k <= reach; k++)
        sum += weights[k + reach]! * before[Math.max(0, Math.min(before.length - 1, i + k))]!
      return sum / total
    })
  }, ink)
}

/** The differences between neighbouring extremes of a profile. */
function edgesOf(ink: Float64Array): number[] {
  const extremes = [...ink].filter((value, i) => {
    const [before, behind] = [ink[i - 1], ink[i + 1]]
    if (before === undefined || behind === undefined) return false
    return (value > before && value >= behind) || (value < before && value <= behind)
  })
  const all = [0, ...extremes, 0]
  return all
    .slice(1)
    .map((value, i) => Math.abs(value - all[i]!))
    .filter((edge) => edge > 0.02)
}

t.test('contrast, Rmin, edge contrast and modulation of blurred, wider, noisy bars, turned', inLongRun, async (t) => {
  for (const type of linearTypes) {
    for (let i = 0; i < prints; i++) {
      const module = between(9, 13)
      const how = {
        ...{ module, turn: between(0, 360), blur: module * between(0, 0.4), gain: [between(-0.1, 0.15), 0] as const },
        ...{ dark: r.between(10, 60), light: r.between(170, 240), noise: between(0, 1.5) },
      }
      const symbol = gradeOf(t, printed(type, linear[type], how), how)
      if (symbol === undefined) continue
      const row = rowsOf(encode(type, linear[type]).matrix)[0]!
      const ink = inkAlong(row, { module, blur: how.blur, gain: how.gain[0], aperture: module / 2 })
      const [light, dark] = [how.light / 255, how.dark / 255]
      const contrast = (light - dark) * Math.max(...ink)
      const edge = (light - dark) * Math.min(...edgesOf(ink))
      judge(t, 'contrast', measured(symbol, 'contrast'), contrast, { type, ...how })
      judge(t, 'minimumReflectance', measured(symbol, 'minimumReflectance'), (light - contrast) / light, {
        type,
        ...how,
      })
      judge(t, 'minimumEdgeContrast', measured(symbol, 'minimumEdgeContrast'), edge, { type, ...how })
      judge(t, 'modulation', measured(symbol, 'modulation'), edge / contrast, { type, ...how })
    }
  }
})

t.test('decodability is what the gain leaves, in perspective too', inLongRun, async (t) => {
  /** By the gain of bars, in modules. */
  const truths: { readonly [type in keyof typeof linear]?: (gain: number) => number } = {
    // two bars tell 1 from 7 and 2 from 8, which are two modules apart
    ean13: (gain) => 1 - 2 * gain,
    upca: (gain) => 1 - 2 * gain,
    upce: (gain) => 1 - 2 * gain,
    // three bars within 1.75 modules
    code128: (gain) => (1.75 - 3 * gain) / 1.75,
    // the limit between narrow and wide is 7/64 of 18 modules, and an eighth of 15 and five bars that are wider
    itf14: (gain) => (126 / 64 - 1 - gain) / (126 / 64 - 1),
  }
  for (const [type, truth] of Object.entries(truths) as [keyof typeof linear, (gain: number) => number][]) {
    for (let i = 0; i < prints; i++) {
      const gain = between(0, 0.2)
      const how = {
        ...{ module: between(9, 13), turn: between(0, 360), gain: [gain, 0] as const, parts: 6 },
        ...{ dark: 15, light: 220, perspective: between(0, 0.03), towards: between(0, 360) },
      }
      const symbol = gradeOf(t, printed(type, linear[type], how), how)
      if (symbol !== undefined)
        judge(t, 'decodability', measured(symbol, 'decodability'), truth(gain), { type, ...how })
    }
  }
})

t.test('spots and voids of any grey', inLongRun, async (t) => {
  const module = 12
  const at = (columns: number): number => (margin + columns) * module
  const code39 = rowsOf(encode('code39', linear.code39).matrix)[0]!
  const wide = code39.indexOf('111')
  for (let i = 0; i < 2 * prints; i++) {
    const [dark, light, share] = [r.between(10, 50), r.between(180, 240), between(0.05, 0.35)]
    const how = { dark, light, share }
    const isSpot = i % 2 === 0
    const [type, grey] = isSpot
      ? (['ean13', light - share * (light - dark)] as const)
      : (['code39', dark + share * (light - dark)] as const)
    const picture = printed(type, linear[type], { module, dark, light, parts: 2 })
    const lines = { top: margin * module, bottom: picture.height - margin * module }
    const [left, right] = isSpot ? [at(-8), at(-8 + between(1.2, 4))] : [at(wide + 0.8), at(wide + 2.2)]
    const symbol = gradeOf(t, painted(picture, { left, right, ...lines }, Math.round(grey)), how)
    const truth = Math.abs(Math.round(grey) - (isSpot ? light : dark)) / (light - dark)
    if (symbol !== undefined) judge(t, 'defects', measured(symbol, 'defects'), truth, how)
  }
})

t.test('contrast, growth and grid of matrix symbols: turned, tilted, in perspective, noisy', inLongRun, async (t) => {
  for (const type of matrixTypes) {
    for (let i = 0; i < prints; i++) {
      const module = between(10, 14)
      const sign = r.between(0, 1) === 0 ? 1 : -1
      const how = {
        ...{
          module,
          turn: between(0, 360),
          skew: between(-3, 3),
          perspective: between(0, 0.12),
          towards: between(0, 360),
        },
        ...{
          gain: [sign * between(0, 0.2), sign * between(0, 0.2)] as const,
          blur: module * between(0, 0.1),
          parts: 5,
        },
        ...{ dark: r.between(10, 60), light: r.between(170, 240), noise: between(0, 1.5) },
      }
      const symbol = gradeOf(t, printed(type, '12345', how), how)
      if (symbol === undefined) continue
      judge(t, 'contrast of a matrix', measured(symbol, 'contrast'), (how.light - how.dark) / 255, { type, ...how })
      judge(t, 'print growth', symbol.printGrowth![0], how.gain[0], { type, ...how })
      judge(t, 'print growth', symbol.printGrowth![1], how.gain[1], { type, ...how })
      judge(t, 'gridNonuniformity', measured(symbol, 'gridNonuniformity'), 0, { type, ...how })
    }
  }
})

t.test('axial and grid non-uniformity of prints that are stretched and shifted', inLongRun, async (t) => {
  for (let i = 0; i < 2 * prints; i++) {
    const [across, down] = [23622, Math.round(23622 * between(0.86, 1.14))]
    const picture = printed('datamatrix', 'axial', { module: 10, dark: 15, light: 220, parts: 2 })
    const symbol = gradeOf(t, { ...picture, resolution: { across, down } }, { down })
    const truth = (2 * Math.abs(across - down)) / (across + down)
    if (symbol !== undefined) judge(t, 'axialNonuniformity', measured(symbol, 'axialNonuniformity'), truth, { down })
  }
})

/** The reflectances of modules, 0 to 1: ink blurred, through a round aperture of 80 % of a module, with the quiet zone's light. */
function moduleInk(
  rows: readonly string[],
  { module, blur, gain }: { module: number; blur: number; gain: number },
): number[][] {
  const parts = 20
  const [around, size] = [2, rows.length + 4]
  const side = size * parts
  const at = (u: number, v: number): boolean => rows[Math.floor(v)]?.[Math.floor(u)] === '1'
  let ink = Float64Array.from({ length: side * side }, (_, i) => {
    const [u, v] = [((i % side) + 0.5) / parts - around, (Math.floor(i / side) + 0.5) / parts - around]
    const g = gain / 2
    const corners = [at(u - g, v - g), at(u + g, v - g), at(u - g, v + g), at(u + g, v + g)]
    return Number(gain >= 0 ? corners.some(Boolean) : corners.every(Boolean))
  })
  // blur, and a pixel with the line between two of them, whose variance is 1/12 and 1/6
  const deviation = Math.sqrt((blur / module) ** 2 + 0.25 / module ** 2) * parts
  const reach = Math.ceil(3.5 * deviation)
  const weights = Array.from({ length: 2 * reach + 1 }, (_, i) => Math.exp(-((i - reach) ** 2) / (2 * deviation ** 2)))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  for (const isDown of [false, true]) {
    const before = ink
    ink = before.map((_, i) => {
      const place = isDown ? Math.floor(i / side) : i % side
      let sum = 0
      for (let k = -reach; k <= reach; k++)
        if (place + k >= 0 && place + k < side) sum += weights[k + reach]! * before[i + k * (isDown ? side : 1)]!
      return sum / total
    })
  }
  return rows.map((row, y) =>
    Array.from(row, (_, x) => {
      let [sum, count] = [0, 0]
      for (let j = 0; j < parts; j++) {
        for (let i = 0; i < parts; i++) {
          if (Math.hypot(i + 0.5 - parts / 2, j + 0.5 - parts / 2) > 0.4 * parts) continue
          sum += ink[((y + around) * parts + j) * side + (x + around) * parts + i]!
          count++
        }
      }
      return sum / count
    }),
  )
}

t.test('the modulation of each module of a blurred, wider print', inLongRun, async (t) => {
  const rows = rowsOf(encode('qr', 'QZ-0001').matrix)
  const limits = [0.5, 0.4, 0.3, 0.2]
  const digit = (share: number): number => {
    const first = limits.findIndex((limit) => share >= limit)
    return first < 0 ? 0 : 4 - first
  }
  for (let i = 0; i < prints; i++) {
    const module = between(10, 14)
    const how = { module, turn: between(0, 360), blur: module * between(0.2, 0.4), gain: between(-0.15, 0.25) }
    const print = { ...how, gain: [how.gain, how.gain] as const, dark: 15, light: 220, parts: 5 }
    const symbol = gradeOf(t, printed('qr', 'QZ-0001', print), how)
    if (symbol === undefined) continue
    const ink = moduleInk(rows, how)
    const most = Math.max(...ink.flat())
    for (const [y, row] of rows.entries()) {
      for (const [x, module] of [...row].entries()) {
        // within five points, for the ink of modules is summed coarsely; the global threshold is halfway to the darkest module; twice the distance from it, as a share of the contrast
        const share = ((module === '1' ? 1 : -1) * 2 * (ink[y]![x]! - most / 2)) / most
        const found = Number(symbol.margins![y]![x])
        const isNear = [-0.05, -0.02, 0, 0.02, 0.05].some((off) => digit(share + off) === found)
        if (!isNear) t.fail(`module ${y}, ${x}: ${found} of ${share.toFixed(3)}: ${JSON.stringify(how)}`)
      }
    }
  }
})

t.test('the greatest deviations', inLongRun, async (t) => {
  for (const [name, off] of deviations) {
    t.ok(off <= 0.02, name)
    t.comment(`${name}: ${(100 * off).toFixed(2)} points of 100`)
  }
})
