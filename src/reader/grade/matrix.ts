/**
 * QR Code and Data Matrix by ISO/IEC 15415: each module through an aperture, graded against what error correction has left. The
 * limits are those that public guides to verification give for the edition of 2011, whose text was not at hand.
 */

import type { ModulePlace } from '../check/index.ts'
import type { MatrixSighting } from '../check/photo/matrix.ts'
import type { GreyPlane } from '../check/photo/planes.ts'
import { projected } from '../check/photo/projection.ts'
import { type BarePaper, evenedBy, inEvenLight } from './evenness.ts'
import { fixedPatternDamage } from './fixed-patterns.ts'
import {
  type Grade,
  type GradedParameter,
  type GradeLimits,
  gradeBy,
  lowest,
  parameter,
  passed,
  rounded,
  type Unseen,
  unseen,
} from './grades.ts'
import { gridNonuniformity } from './grid.ts'
import type { Optics, Reflectance } from './reflectance.ts'

export interface GradedMatrix {
  readonly grade: Grade
  readonly parameters: readonly GradedParameter[]
  /** How much wider dark modules are than they should be, across and down, in modules: measured, not graded. */
  readonly printGrowth: readonly [across: number, down: number]
  /** Row by row, the grade of the reflectance margin of each module: what a page colours. */
  readonly margins: readonly string[]
  /** The modules as they were read: 1 is dark. */
  readonly modules: readonly string[]
  /** The share of light that the darkest place of the paper lacks, where it was evened out. */
  readonly unevenness?: number
}

const standard = 'ISO/IEC 15415'
/** 7.8.4: twice the distance of a module from the global threshold, as a share of the contrast. */
const modulationLimits: GradeLimits = { least: [0.5, 0.4, 0.3, 0.2] }
/** 7.8.8 */
const unusedLimits: GradeLimits = { least: [0.62, 0.5, 0.37, 0.25] }
const levels: readonly Grade[] = [4, 3, 2, 1]

/** How clear a module is. */
export interface ModuleGrades {
  /** By its contrast alone, whatever it should be. */
  readonly modulation: Uint8Array
  /** 0 where it is wrong. */
  readonly margin: Uint8Array
}

/**
 * @param plane  of the picture, in which the edges between modules are looked at
 * @param hidden  why contrast cannot be seen, if it cannot
 */
export function gradedMatrix(
  sighting: MatrixSighting,
  optics: Optics,
  { plane, hidden }: { plane: GreyPlane; hidden: Unseen | undefined },
): GradedMatrix {
  const { shape, reading } = sighting
  const { rows, columns } = shape
  const evened = evenedBy(paperOf(sighting, optics))
  const reflectance = inEvenLight(optics.light, evened)
  const values = reflectancesOf(sighting, reflectance, optics)
  const isCut = values.some(Number.isNaN)
  const inner = (row: number, column: number): number =>
    values[(row + shape.quiet) * (columns + 2 * shape.quiet) + column + shape.quiet]!
  const seen = values.filter((value) => !Number.isNaN(value))
  const [most, least] = [Math.max(...seen), Math.min(...seen)]
  const [contrast, threshold] = [most - least, (most + least) / 2]
  const modulation = new Uint8Array(rows * columns)
  const margin = new Uint8Array(rows * columns)
  const fixed = new Map(
    shape
      .regions()
      .flatMap(({ modules }) => modules.map((place) => [place.row * columns + place.column, place.dark] as const)),
  )
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column
      const value = inner(row, column)
      const share = contrast > 0 ? (2 * Math.abs(value - threshold)) / contrast : 0
      modulation[at] = gradeBy(share, modulationLimits)
      const isDark = fixed.get(at) ?? reading.rows[row]![column] === '1'
      margin[at] = value < threshold === isDark ? modulation[at]! : 0
    }
  }
  const unused = unusedCorrection(sighting, () => true)
  const width = columns + 2 * shape.quiet
  const damage = fixedPatternDamage(shape, (row, column, isDark) => {
    const value = values[(row + shape.quiet) * width + column + shape.quiet]!
    // beyond the picture nothing is known to be damaged
    if (Number.isNaN(value)) return 4
    const isRight = value < threshold === isDark
    return isRight ? gradeBy(contrast > 0 ? (2 * Math.abs(value - threshold)) / contrast : 0, modulationLimits) : 0
  })
  const axial = axialNonuniformity(sighting)
  const farthest = gridNonuniformity(plane, sighting)
  const contrastShown = parameter(
    'contrast',
    contrast,
    { least: [0.7, 0.55, 0.4, 0.2] },
    { clause: `${standard}, 7.8.3` },
  )
  const fixedPatterns = parameter(
    'fixedPatternDamage',
    damage.grade,
    { least: levels },
    { clause: `${standard}, 7.8.5`, modules: damage.modules },
  )
  const isBorderCut = isCut && shape.symbology === 'datamatrix' && damage.grade === 4
  const parameters = [
    passed(
      'decode',
      optics.isSame || isDecodable(sighting, (row, column) => inner(row, column) < threshold),
      `${standard}, 7.8.2`,
    ),
    hidden === undefined ? contrastShown : unseen(contrastShown, hidden),
    overlaid('modulation', sighting, modulation, `${standard}, 7.8.4.2`),
    overlaid('reflectanceMargin', sighting, margin, `${standard}, 7.8.4.4`),
    isBorderCut ? unseen(fixedPatterns, 'outside_picture') : fixedPatterns,
    parameter('axialNonuniformity', axial, { most: [0.06, 0.08, 0.1, 0.12] }, { clause: `${standard}, 7.8.6` }),
    parameter(
      'gridNonuniformity',
      farthest.distance,
      { most: [0.38, 0.5, 0.63, 0.75] },
      { clause: `${standard}, 7.8.7`, modules: [farthest.place] },
    ),
    parameter('unusedErrorCorrection', unused.value, unusedLimits, {
      clause: `${standard}, 7.8.8`,
      modules: unused.modules,
    }),
  ]
  const growth = growthOf(sighting, reflectance, threshold)
  return {
    grade: lowest(parameters.map(({ grade }) => grade)),
    parameters,
    printGrowth: [rounded(growth[0]), rounded(growth[1])],
    margins: Array.from({ length: rows }, (_, row) => margin.subarray(row * columns, (row + 1) * columns).join('')),
    modules: reading.rows,
    ...(evened && { unevenness: rounded(evened.unevenness) }),
  }
}

/** Places of bare paper: light modules between light ones, and those of the quiet zone. */
function paperOf({ shape, grid, reading: { rows } }: MatrixSighting, { light, isInside }: Optics): BarePaper[] {
  const { quiet } = shape
  const isLight = (row: number, column: number): boolean => rows[row]?.[column] !== '1'
  const paper: BarePaper[] = []
  for (let row = -quiet; row < shape.rows + quiet; row++) {
    for (let column = -quiet; column < shape.columns + quiet; column++) {
      const around = [
        isLight(row - 1, column),
        isLight(row + 1, column),
        isLight(row, column - 1),
        isLight(row, column + 1),
      ]
      const point = projected(grid.projection, column + 0.5, row + 0.5)
      if (!isLight(row, column) || around.includes(false) || !isInside(point)) continue
      paper.push({ ...point, light: light(point) })
    }
  }
  return paper
}

/** Whether error correction makes good what is other in the light of the grades than it was read in. */
function isDecodable(
  { shape, reading: { rows, codewords } }: MatrixSighting,
  isDark: (row: number, column: number) => boolean,
): boolean {
  if (codewords === undefined) return false
  const { blocks, modulesOf, reserved } = codewords
  const isOther = (codeword: number): boolean =>
    modulesOf(codeword).some(({ row, column }) => isDark(row, column) !== (rows[row]![column] === '1'))
  const isCorrected = blocks.every(({ places, wrong }) => {
    const known = new Set(wrong)
    const others = [...places.data, ...places.errorCorrection].filter(
      (codeword) => known.has(codeword) || isOther(codeword),
    )
    return 2 * others.length <= places.errorCorrection.length - reserved
  })
  const finders = shape
    .regions()
    .filter(({ rule }) => rule === 'finder')
    .flatMap(({ modules }) => modules)
  return (
    isCorrected && finders.filter(({ row, column, dark }) => isDark(row, column) === dark).length > finders.length / 2
  )
}

/** Of all modules and those of the quiet zone, row by row; not a number beyond the picture. */
function reflectancesOf({ shape, grid }: MatrixSighting, reflectance: Reflectance, { isInside }: Optics): Float64Array {
  const { rows, columns, quiet } = shape
  const values = new Float64Array((rows + 2 * quiet) * (columns + 2 * quiet))
  let at = 0
  for (let row = -quiet; row < rows + quiet; row++) {
    for (let column = -quiet; column < columns + quiet; column++) {
      const point = projected(grid.projection, column + 0.5, row + 0.5)
      values[at++] = isInside(point) ? reflectance(point) : Number.NaN
    }
  }
  return values
}

/**
 * The unused error correction of the block that has the least, 0 to 1, if codewords that are not good count as errors too.
 * 7.8.8: 1 - 2t / (d - p)
 */
function unusedCorrection(
  { reading: { codewords } }: MatrixSighting,
  isGood: (codeword: number) => boolean,
): { value: number; modules: readonly ModulePlace[] } {
  let least: { value: number; modules: readonly ModulePlace[] } = { value: 1, modules: [] }
  if (codewords === undefined) return { value: 0, modules: [] }
  const { blocks, modulesOf, reserved } = codewords
  for (const { places, wrong } of blocks) {
    const bad = new Set(wrong)
    for (const codeword of [...places.data, ...places.errorCorrection]) if (!isGood(codeword)) bad.add(codeword)
    const room = places.errorCorrection.length - reserved
    const value = bad.size === 0 ? 1 : room <= 0 ? 0 : Math.max(0, 1 - (2 * bad.size) / room)
    if (value < least.value) least = { value, modules: [...bad].flatMap(modulesOf) }
  }
  return least
}

/**
 * 7.8.4: each codeword has the grade of its worst module. At each level, codewords of lower grades count as errors; what then is left
 * of error correction has a grade, and the lower of this and the level counts. The highest of these is the grade.
 */
function overlaid(name: string, sighting: MatrixSighting, modules: Uint8Array, clause: string): GradedParameter {
  const { columns } = sighting.shape
  const { codewords } = sighting.reading
  const gradeOf = (codeword: number): Grade =>
    lowest((codewords?.modulesOf(codeword) ?? []).map(({ row, column }) => modules[row * columns + column] as Grade))
  let best: Grade = 0
  for (const level of levels) {
    const { value } = unusedCorrection(sighting, (codeword) => gradeOf(codeword) >= level)
    best = Math.max(best, Math.min(level, gradeBy(value, unusedLimits))) as Grade
  }
  const worst = unusedCorrection(sighting, (codeword) => gradeOf(codeword) > best)
  const places = worst.modules.filter(({ row, column }) => modules[row * columns + column]! <= best)
  return parameter(name, best, { least: levels }, { clause, modules: best === 4 ? [] : places })
}

/** 7.8.6: the difference of the mean spacings across and down, as a share of their mean; on paper, if the picture has resolutions. */
function axialNonuniformity({ reading: { size }, corners: [a, b, c, d], shape }: MatrixSighting): number {
  const length = (from: { x: number; y: number }, to: { x: number; y: number }): number =>
    Math.hypot(to.x - from.x, to.y - from.y)
  const [across, down] =
    size?.modules[1] === undefined
      ? [(length(a, b) + length(d, c)) / shape.columns, (length(a, d) + length(b, c)) / shape.rows]
      : [size.modules[0].mm, size.modules[1].mm]
  return (2 * Math.abs(across - down)) / (across + down)
}

/** Places between the middles of two modules at which they are compared. */
const steps = 24

/**
 * By how much dark modules are wider than light ones, across and down, in modules: the mean of where greys cross the threshold
 * between modules that differ.
 */
function growthOf(
  { shape, grid, reading }: MatrixSighting,
  reflectance: Reflectance,
  threshold: number,
): readonly [number, number] {
  const isDark = (row: number, column: number): boolean => reading.rows[row]?.[column] === '1'
  const growth = (isDown: boolean): number => {
    let [sum, count] = [0, 0]
    for (let row = 0; row < shape.rows - Number(isDown); row++) {
      for (let column = 0; column < shape.columns - Number(!isDown); column++) {
        const before = isDark(row, column)
        if (before === isDark(row + Number(isDown), column + Number(!isDown))) continue
        if (count > mostEdges) continue
        const at = (part: number): number =>
          reflectance(projected(grid.projection, column + 0.5 + (isDown ? 0 : part), row + 0.5 + (isDown ? part : 0))) -
          threshold
        let last = at(0)
        for (let i = 1; i <= steps; i++) {
          const value = at(i / steps)
          if (last > 0 !== value > 0) {
            const off = (i - 1 + last / (last - value)) / steps - 0.5
            sum += before ? off : -off
            count++
            break
          }
          last = value
        }
      }
    }
    return count === 0 ? 0 : (2 * sum) / count
  }
  return [growth(false), growth(true)]
}

/** The most edges whose growth is measured in a direction: enough for a mean. */
const mostEdges = 1500
