/** Modules without a picture: what an encoder computes before anything is drawn. */

import { requireNames } from '../../../symbologies/option-names.ts'
import { type CheckOptions, checked, optionNames } from './checked.ts'
import type { Picture } from './picture/picture.ts'
import { PictureError } from './png/png.ts'
import type { Report, Rows, SymbolReport } from './report.ts'

/** The most rows of a matrix; QR Code has 177, and a margin around it may be given too. */
const mostRows = 250
/** The most modules of a matrix: Code 39 has two symbol characters of 32 columns for each of 7089 characters. */
const mostModules = 500_000

/** The most bytes of a file of modules. */
export const mostMatrixBytes = 1 << 20

/** Pixels of a module as it is painted, light modules around a matrix symbol and beside bars, and the height of bars in modules. */
const painted = { pixels: 2, margin: 12, barHeight: 30 } as const

/**
 * The report on a symbol that is given as its modules. What only a picture shows is not judged: quiet zones, the height of bars, X.
 * Places are in modules of the matrix, `corners` too.
 *
 * @param given  strings of 1 (dark) and 0 (light), top row first, 250 rows and 500,000 modules at most; one row is a linear symbol.
 *   Light rows and columns around the symbol are left out
 * @throws PictureError for rows of other characters, of different lengths, too many, or without a dark module; RangeError as `checked`
 */
export function checkMatrix(given: Rows, options: CheckOptions = {}): Report {
  requireNames('checkMatrix', options, optionNames)
  const { rows, left, top } = trimmed(requireRows(given))
  const { margin, pixels } = painted
  const { report } = checked(paintedRows(rows), { ...options, isDrawn: true })
  const placed = (at: number, first: number): number => Math.max(0, at / pixels - margin) + first
  const symbols = report.symbols.map(({ x: _x, barHeight: _height, ...symbol }): SymbolReport => {
    const findings = symbol.findings.filter(({ code }) => !isOfPictures.test(code))
    const verdict = findings.some(({ kind }) => kind === 'fault') ? 'faults' : 'conforming'
    const corners = symbol.corners.map(({ x, y }) => ({
      x: placed(x, left),
      y: rows.length === 1 ? top + (y > (margin + 1) * pixels ? 1 : 0) : placed(y, top),
    }))
    return { ...symbol, corners, verdict, findings }
  })
  const [first, ...more] = symbols
  if (first === undefined) return report
  const verdict = symbols.some((symbol) => symbol.verdict === 'faults') ? 'faults' : 'conforming'
  return { schema: report.schema, tool: report.tool, findings: [], ...(more.length === 0 && first), symbols, verdict }
}

/** What is judged of the picture that a matrix is painted as. */
const isOfPictures =
  /\.(quiet(\.\w+)?|grid|bars|bearer|x\.\w+|height|width|resolution|addon\.(quiet|bars)|photo|light)$/

/**
 * The rows in a file: JSON `{ "matrix": ["0110…", …] }`, or lines of 0 and 1, with blanks between them or not.
 *
 * @throws PictureError for any other file
 */
export function matrixIn(file: Uint8Array): Rows {
  if (file.length > mostMatrixBytes) {
    throw new PictureError(`modules are given in ${mostMatrixBytes} bytes at most`, 'picture.limit')
  }
  const text = new TextDecoder().decode(file).trim()
  const rows = text.startsWith('{') ? rowsInJson(text) : text.split(/\r?\n/).map((line) => line.replace(/[ \t]/g, ''))
  return requireRows(rows)
}

const form = '{ "matrix": ["0110…", …] } or lines of 0 and 1 are'

function rowsInJson(text: string): unknown {
  try {
    const { matrix }: { matrix?: unknown } = JSON.parse(text)
    return matrix
  } catch {
    throw new PictureError(`the file is not JSON; ${form} accepted`)
  }
}

/** @throws PictureError for what is not a matrix */
function requireRows(given: unknown): Rows {
  const isRow = (row: unknown): row is string => typeof row === 'string'
  if (!Array.isArray(given) || !given.every(isRow)) {
    throw new PictureError(`no modules: ${form} accepted`)
  }
  const rows: Rows = given
  const width = rows[0]?.length ?? 0
  const wrong = rows.findIndex((row) => row.length !== width || !/^[01]+$/.test(row))
  if (rows.length > mostRows || rows.length * width > mostModules) {
    const size = `${rows.length} rows of ${width} modules`
    throw new PictureError(`${size}; at most ${mostRows} rows and ${mostModules} modules are accepted`, 'picture.limit')
  }
  if (wrong >= 0) {
    const expected = wrong === 0 ? 'a row of 0 and 1' : `${width} characters, each 0 or 1, as in row 1`
    throw new PictureError(`row ${wrong + 1} is not ${expected}; ${form} accepted`)
  }
  if (!rows.some((row) => row.includes('1'))) throw new PictureError('the matrix has no dark module')
  return rows
}

/** The rows from the first to the last that has a dark module, and the columns likewise; of equal rows, which are bars, one. */
function trimmed(given: Rows): { readonly rows: Rows; readonly left: number; readonly top: number } {
  const top = given.findIndex((row) => row.includes('1'))
  const dark = given.filter((row) => row.includes('1'))
  const left = Math.min(...dark.map((row) => row.indexOf('1')))
  const right = Math.max(...dark.map((row) => row.lastIndexOf('1'))) + 1
  const bottom = given.findLastIndex((row) => row.includes('1')) + 1
  const rows = given.slice(top, bottom).map((row) => row.slice(left, right))
  const isLinear = rows.every((row) => row === rows[0])
  return { rows: isLinear ? rows.slice(0, 1) : rows, left, top }
}

/** Two greys, every module a square of the same size, with room on each side; bars are stretched. */
function paintedRows(rows: Rows): Picture {
  const { pixels, margin, barHeight } = painted
  const columns = rows[0]!.length
  const stretched = rows.length === 1 ? barHeight : 1
  const width = (columns + 2 * margin) * pixels
  const height = (rows.length * stretched + 2 * margin) * pixels
  const grey = new Uint8Array(width * height).fill(255)
  rows.forEach((row, y) => {
    const from = (margin + y * stretched) * pixels * width
    for (let column = 0; column < columns; column++) {
      if (row[column] === '1') grey.fill(0, from + (margin + column) * pixels, from + (margin + column + 1) * pixels)
    }
    const line = grey.slice(from, from + width)
    for (let more = 1; more < stretched * pixels; more++) grey.set(line, from + more * width)
  })
  return { width, height, grey }
}
