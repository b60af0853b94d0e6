import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pngOf } from './dmtx.ts'
import type { Picture } from './zxing.ts'

/** Why tests with ZBar are skipped; false if its zbarimg is installed. */
export const withoutZbar: string | false = spawnSync('zbarimg', ['--version']).error
  ? 'zbarimg is not installed (Debian package zbar-tools)'
  : false

/**
 * The text that ZBar reads in each picture, FNC1 between elements as U+001D; empty if it finds nothing.
 *
 * @param options  more of its command line
 */
export function zbarTexts(pictures: Iterable<Picture>, options: readonly string[] = []): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'zbar-'))
  const file = join(folder, 'symbol.png')
  const read: string[] = []
  for (const picture of pictures) {
    writeFileSync(file, pngOf(picture, 20))
    const { stdout } = spawnSync('zbarimg', ['--quiet', '--raw', '--oneshot', ...options, file], { encoding: 'latin1' })
    read.push(stdout.replace(/\n$/, ''))
  }
  rmSync(folder, { recursive: true })
  return read
}
