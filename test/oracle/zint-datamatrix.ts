import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Why tests with zint are skipped; false if it is installed and prints its codewords. */
export const withoutZint: string | false = reason()

/** A symbol as zint makes it, without ECI: data codewords before the pads, and rows of '1' (dark) and '0'. */
export interface ZintSymbol {
  readonly codewords: readonly number[]
  readonly rows: readonly string[]
}

function reason(): string | false {
  const { error, stdout } = spawnSync('zint', ['--barcode=71', '--verbose', '--dump', '--data=1'], { encoding: 'utf8' })
  if (error) return 'zint is not installed'
  return stdout.includes('Data (') ? false : 'this zint does not say what codewords it makes'
}

/**
 * What zint makes of `texts` in ISO 8859-1, the smallest square or the size numbered `version` (1 to 48), or of another
 * size by other options.
 *
 * @throws Error if zint refuses one of them
 */
export function zintSymbols(
  texts: readonly string[],
  version?: number,
  others: readonly string[] = ['--square'],
): ZintSymbol[] {
  const folder = mkdtempSync(join(tmpdir(), 'zint-'))
  const file = join(folder, 'texts')
  writeFileSync(file, texts.map((text) => `${escaped(text)}\n`).join(''))
  const options = ['--barcode=71', '--binary', '--esc', '--batch', '--verbose', '--dump', ...others, `--input=${file}`]
  if (version !== undefined) options.push(`--vers=${version}`)
  const { stdout, stderr } = spawnSync('zint', options, { encoding: 'utf8', maxBuffer: 1 << 30 })
  rmSync(folder, { recursive: true })
  const symbols = [...stdout.matchAll(/^Data \(\d+\): ([\d ]+)\n[\s\S]*?^ECC .*\n((?:[0-9A-F ]+\n)+)/gm)].map(
    ([, data, dump]): ZintSymbol => ({ codewords: data!.trim().split(' ').map(Number), rows: rowsIn(dump!) }),
  )
  if (symbols.length !== texts.length) throw new Error(`zint made ${symbols.length} of ${texts.length}: ${stderr}`)
  return symbols
}

const escaped = (text: string): string =>
  Array.from(text, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`).join('')

/** Hexadecimal rows of a symbol, whose sides are even: the last digit of a row may hold two bits that are not in it. */
function rowsIn(dump: string): string[] {
  const rows = dump
    .trim()
    .split('\n')
    .map((line) =>
      Array.from(line.replaceAll(' ', ''), (digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).join(''),
    )
  // the lower edge is solid
  const width = rows.at(-1)!.lastIndexOf('1') + 1
  return rows.map((row) => row.slice(0, width))
}
