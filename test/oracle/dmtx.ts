import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import type { Picture } from './zxing.ts'

/** Why tests with libdmtx are skipped; false if its dmtxread is installed. */
export const withoutDmtx: string | false = spawnSync('dmtxread', ['--version']).error
  ? 'dmtxread is not installed (Debian package dmtx-utils)'
  : false

/**
 * The bytes that libdmtx reads in each picture, from a PNG with a wider margin; it does not know ECI.
 *
 * @param fnc1  the byte that stands for FNC1, which it otherwise leaves out
 */
export function dmtxBytes(pictures: Iterable<Picture>, fnc1?: number): Buffer[] {
  const folder = mkdtempSync(join(tmpdir(), 'dmtx-'))
  const file = join(folder, 'symbol.png')
  const read: Buffer[] = []
  for (const picture of pictures) {
    writeFileSync(file, pngOf(picture, 12))
    const options = ['--stop-after=1', '--milliseconds=5000', ...(fnc1 === undefined ? [] : [`--gs1=${fnc1}`])]
    read.push(spawnSync('dmtxread', [...options, file]).stdout)
  }
  rmSync(folder, { recursive: true })
  return read
}

/** The picture as a PNG, with so many pixels of white around it. */
export function pngOf({ width, height, grey }: Picture, margin: number): Buffer {
  const png = new PNG({ width: width + 2 * margin, height: height + 2 * margin })
  png.data.fill(255)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = 4 * ((y + margin) * png.width + x + margin)
      png.data.fill(grey[y * width + x]!, at, at + 3)
    }
  }
  return PNG.sync.write(png)
}
