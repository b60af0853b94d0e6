import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Why tests with zint are skipped; false if it is installed. */
export const zintAbsent: string | false =
  spawnSync('zint', ['--version']).status === 0 ? false : 'zint is not on the PATH'

/**
 * The modules of a linear symbol for each text, '1' dark, as zint draws them; all in one process.
 *
 * @param type zint's name of the symbology
 * @param texts characters U+0000 to U+00FF, every one valid, for zint leaves out what it refuses
 * @param options  more of its command line
 */
export function zintModules(type: string, texts: readonly string[], options: readonly string[] = []): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'zint-'))
  try {
    const input = join(folder, 'texts')
    writeFileSync(input, texts.map((text) => `${escaped(text)}\n`).join(''))
    const asked = ['-b', type, '--binary', '--esc', '--batch', '-i', input, '--dump', ...options]
    const run = spawnSync('zint', asked, {
      encoding: 'latin1',
      maxBuffer: 2 ** 28,
    })
    const lines = run.stdout.split('\n').filter((line) => line !== '')
    if (lines.length !== texts.length) throw new Error(`zint gave ${lines.length} of ${texts.length}: ${run.stderr}`)
    return lines.map(modulesOfHex)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function escaped(text: string): string {
  return Array.from(text, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`).join('')
}

/** Four modules a digit; what follows the last bar is filling. */
function modulesOfHex(line: string): string {
  const digits = Array.from(line.replaceAll(' ', ''))
  return digits
    .map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0'))
    .join('')
    .replace(/0+$/, '')
}
