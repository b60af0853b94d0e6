/** GS1 symbols as bwip-js and zint make them from bracketed messages. */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import bwip from 'bwip-js/node'
import { darken, lightMatrix, type Matrix } from '../../symbologies/index.ts'

/** The symbologies that carry element strings. */
export type Gs1Symbology = 'code128' | 'datamatrix' | 'qr'

interface Pair {
  readonly ai: string
  readonly value: string
}

/** What is forced of a QR symbol; what is left out, the peer chooses. */
export interface Forced {
  readonly level?: 'L' | 'M' | 'Q' | 'H'
  readonly version?: number
  readonly mask?: number
}

const bwipNames = { code128: 'gs1-128', datamatrix: 'gs1datamatrix', qr: 'gs1qrcode' }

/** To bwip-js a bracket that opens in a value is that of an AI. */
export const bwipTakes = (pairs: readonly Pair[]): boolean => pairs.every(({ value }) => !value.includes('('))

/**
 * Rows of '1' (dark) and '0' as bwip-js makes them, its lint of values left out; Data Matrix is square.
 *
 * @param pairs that `bwipTakes`
 */
export function bwipGs1Rows(symbology: Gs1Symbology, pairs: readonly Pair[], forced: Forced = {}): string[] {
  const { level, version, mask } = forced
  const options: Record<string, string | number | boolean> = { dontlint: true }
  if (level !== undefined) Object.assign(options, { eclevel: level, fixedeclevel: true })
  if (version !== undefined) options.version = version
  // BWIPP counts masks from 1
  if (mask !== undefined) options.mask = mask + 1
  const text = pairs.map(({ ai, value }) => `(${ai})${value}`).join('')
  const [symbol] = bwip.raw(bwipNames[symbology], text, options) as readonly { [name: string]: unknown }[]
  if (symbology === 'code128') return [modulesOfWidths((symbol!.sbs as readonly number[]).slice())]
  const [modules, width] = [(symbol!.pixs as readonly number[]).join(''), Number(symbol!.pixx)]
  return Array.from({ length: modules.length / width }, (_, y) => modules.slice(y * width, (y + 1) * width))
}

/** Rows of '1' and '0' as a matrix. */
export function matrixOfRows(rows: readonly string[]): Matrix {
  const matrix = lightMatrix(rows[0]!.length, rows.length)
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) if (row[x] === '1') darken(matrix, x, y)
  })
  return matrix
}

/** The modules of bars and spaces in turn, bar first; a space at the end is left out. */
const modulesOfWidths = (widths: readonly number[]): string =>
  widths
    .map((width, i) => (i % 2 === 0 ? '1' : '0').repeat(width))
    .join('')
    .replace(/0+$/, '')

const zintNames = { code128: 'GS1_128', datamatrix: 'DATAMATRIX', qr: 'QRCODE' }

/** Why tests with zint are skipped; false if it is installed. */
export const withoutZint: string | false =
  spawnSync('zint', ['--version']).status === 0 ? false : 'zint is not on the PATH'

/** Rows for each message as zint makes them, all in one process, without its checks; Data Matrix is square. */
export function zintGs1Rows(
  symbology: Gs1Symbology,
  messages: readonly (readonly Pair[])[],
  forced: Forced = {},
): string[][] {
  const folder = mkdtempSync(join(tmpdir(), 'zint-'))
  try {
    const input = join(folder, 'messages')
    // character set 82 has no square brackets
    const lines = messages.map((pairs) => `${pairs.map(({ ai, value }) => `[${ai}]${value}`).join('')}\n`)
    writeFileSync(input, lines.join(''))
    const options = ['-b', zintNames[symbology], '--gs1', '--gs1nocheck', '--batch', '-i', input, '--dump']
    if (symbology === 'datamatrix') options.push('--square')
    const { level, version, mask } = forced
    if (level !== undefined) options.push(`--secure=${1 + 'LMQH'.indexOf(level)}`)
    if (version !== undefined) options.push(`--vers=${version}`)
    if (mask !== undefined) options.push(`--mask=${mask}`)
    const { stdout, stderr } = spawnSync('zint', options, { encoding: 'utf8', maxBuffer: 2 ** 28 })
    const symbols = symbolsIn(stdout, symbology)
    if (symbols.length !== messages.length) {
      throw new Error(`zint gave ${symbols.length} of ${messages.length}: ${stderr.slice(0, 500)}`)
    }
    return symbols
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A line of hexadecimal digits is a row; symbols follow each other, and one of a matrix is as high as it is wide. */
function symbolsIn(dump: string, symbology: Gs1Symbology): string[][] {
  const rows = dump
    .split('\n')
    .filter((line) => line !== '')
    .map((line) =>
      Array.from(line.replaceAll(' ', ''), (digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).join(''),
    )
  if (symbology === 'code128') return rows.map((row) => [row.replace(/0+$/, '')])
  const symbols: string[][] = []
  for (let from = 0; from < rows.length; ) {
    // The top row ends with a dark module in QR, and with a light one behind a dark one in Data Matrix.
    const size = rows[from]!.lastIndexOf('1') + (symbology === 'qr' ? 1 : 2)
    symbols.push(rows.slice(from, from + size).map((row) => row.slice(0, size)))
    from += size
  }
  return symbols
}
