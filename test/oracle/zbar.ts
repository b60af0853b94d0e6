import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { qr } from '../../symbologies/index.ts'
import { pngOf } from './dmtx.ts'
import { plainPicture } from './picture.ts'
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

/** Between two pictures, in one call for many. */
const mark = 'BETWEEN TWO PICTURES'

/** The text that ZBar reads of the QR symbol in each picture; empty if it finds nothing. */
export function zbarQrTexts(pictures: readonly Picture[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'zbar-'))
  const save = (picture: Picture, name: string): string => {
    const file = join(folder, `${name}.png`)
    writeFileSync(file, pngOf(picture, 20))
    return file
  }
  const between = save(plainPicture(qr(mark), 4), 'between')
  const files = pictures.flatMap((picture, i) => [save(picture, String(i)), between])
  const { stdout } = spawnSync('zbarimg', ['--quiet', '--raw', '-Sdisable', '-Sqr.enable', ...files], {
    encoding: 'utf8',
  })
  rmSync(folder, { recursive: true })
  const read = stdout.split(`${mark}\n`)
  if (read.length !== pictures.length + 1)
    throw new Error(`zbarimg read ${read.length - 1} of the marks between pictures`)
  return read.slice(0, -1).map((text) => text.replace(/\n$/, ''))
}
