import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  type Barcode,
  type EncodeErrorCode,
  lightMatrix,
  type Matrix,
  rowsOf,
  type Symbology,
} from '../../symbologies/index.ts'

/** The one row of a linear symbol, '1' dark. */
export const modulesOf = (barcode: Barcode): string => rowsOf(barcode.matrix)[0]!

/** The modules of bars and spaces in turn, bar first. */
export function modulesOfWidths(widths: readonly number[]): string {
  return widths.map((width, i) => (i % 2 === 0 ? '1' : '0').repeat(width)).join('')
}

export function matrixOf(modules: string): Matrix {
  const matrix = lightMatrix(modules.length, 1)
  for (let x = 0; x < modules.length; x++) if (modules[x] === '1') matrix.words[x >> 5]! |= 0x80000000 >>> (x & 31)
  return matrix
}

/** test/vectors/linear.json */
interface Vectors {
  readonly modules: readonly { symbology: Symbology; source: string; text: string; widths: string }[]
  readonly code128: readonly { source: string; text: string; values: number[] }[]
  readonly refusals: readonly {
    symbology: Symbology
    text: string
    error: { code: EncodeErrorCode; message: string; at?: number }
  }[]
  readonly checkDigits: readonly { symbology: 'ean13' | 'ean8' | 'upca' | 'itf14'; text: string; digits: string }[]
}

export function vectors(): Vectors {
  let folder = import.meta.dirname
  for (;;) {
    try {
      readFileSync(join(folder, 'package.json'))
      return JSON.parse(readFileSync(join(folder, 'test/vectors/linear.json'), 'utf8'))
    } catch (error) {
      if (folder === dirname(folder)) throw error
      folder = dirname(folder)
    }
  }
}
