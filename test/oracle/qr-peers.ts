/** QR and Micro QR symbols as bwip-js and zint make them: rows of '1' (dark) and '0' (light). */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import bwip from 'bwip-js/node'

/** What is forced; what is left out, the peer chooses. `version` 1 to 4 of Micro QR is M1 to M4. */
export interface Forced {
  readonly level?: string | undefined
  readonly version?: number | undefined
  readonly mask?: number | undefined
}

/** @param text ASCII */
export function bwipRows(micro: boolean, text: string, { level, version, mask }: Forced): string[] {
  const options: Record<string, string | number | boolean> = { binarytext: true }
  if (level !== undefined && level !== '') {
    options.eclevel = level
    options.fixedeclevel = true
  }
  if (version !== undefined) options.version = micro ? `M${version}` : version
  // BWIPP counts masks from 1
  if (mask !== undefined) options.mask = mask + 1
  const symbols: readonly object[] = bwip.raw(micro ? 'microqrcode' : 'qrcode', text, options)
  const symbol = symbols[0]
  if (symbol === undefined || !('pixs' in symbol) || !Array.isArray(symbol.pixs) || !('pixx' in symbol)) {
    throw new Error('bwip-js gave no modules')
  }
  const width = Number(symbol.pixx)
  const modules = symbol.pixs.join('')
  return Array.from({ length: width }, (_, y) => modules.slice(y * width, (y + 1) * width))
}

/** Why tests with zint are skipped; false if it is installed. */
export const zintMissing: string | false =
  spawnSync('zint', ['--version']).status === 0 ? false : 'zint is not on the PATH'

/**
 * One symbol for each text, all in one process.
 *
 * @param texts without backslashes and line feeds
 * @param forced `eci` is the ECI that zint has to use; `append` the number of the symbol, of how many, and the parity
 */
export function zintRows(
  micro: boolean,
  texts: readonly string[],
  forced: Forced & { eci?: number | undefined; append?: readonly [part: number, parts: number, parity: number] } = {},
): string[][] {
  const folder = mkdtempSync(join(tmpdir(), 'zint-'))
  try {
    const input = join(folder, 'texts')
    writeFileSync(input, texts.map((text) => `${text}\n`).join(''))
    const { level, version, mask, eci, append } = forced
    const options = ['-b', micro ? 'MICROQR' : 'QRCODE', '--batch', '-i', input, '--dump']
    if (level !== undefined && level !== '') options.push(`--secure=${1 + 'LMQH'.indexOf(level)}`)
    if (version !== undefined) options.push(`--vers=${version}`)
    if (mask !== undefined) options.push(`--mask=${mask}`)
    if (eci !== undefined) options.push(`--eci=${eci}`)
    if (append !== undefined) options.push(`--structapp=${append.join()}`)
    const { stdout, stderr } = spawnSync('zint', options, { encoding: 'utf8', maxBuffer: 2 ** 28 })
    const symbols = rowsIn(stdout)
    if (symbols.length !== texts.length) throw new Error(`zint gave ${symbols.length} of ${texts.length}: ${stderr}`)
    return symbols
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A line of hexadecimal digits is a row; symbols follow each other, and each is as high as it is wide. */
function rowsIn(dump: string): string[][] {
  const lines = dump.split('\n').filter((line) => line !== '')
  const rows = lines.map((line) =>
    Array.from(line.replaceAll(' ', ''), (digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).join(''),
  )
  const symbols: string[][] = []
  for (let from = 0; from < rows.length; ) {
    // The top row of every symbol ends with a dark module: of a finder pattern, or of Micro QR's timing pattern.
    const size = rows[from]!.lastIndexOf('1') + 1
    symbols.push(rows.slice(from, from + size).map((row) => row.slice(0, size)))
    from += size
  }
  return symbols
}
