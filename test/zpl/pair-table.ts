/**
 * `node build/test/zpl/pair-table.js [FOLDER]`: the table of docs/zpl.md of how far labels are from Labelary's, the one that is furthest first.
 * With FOLDER a picture of each pair that differs is written there: grey what is dark in both, red what is dark there alone, blue what is dark
 * here alone.
 */

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import {
  type Area,
  counted,
  type DrawnPair,
  darkHere,
  darkThere,
  differences,
  drawnPair,
  extents,
  pairs,
  whole,
} from './labelary.ts'

/** The rows of the table. */
export function pairRows(drawn: readonly DrawnPair[]): readonly string[] {
  const rows = drawn.map((pair) => {
    const { name, exact = [], words = [], isDown, why } = pair.pair
    const { there, more, fewer } = counted(pair, whole)
    const share = (100 * (more + fewer)) / there
    const differing = exact.reduce((sum, area) => sum + differences(pair, area), 0)
    const dots = exact.length === 0 ? '' : differing === 0 ? 'the same' : `${differing} differ`
    const deviations = words.map((area) => {
      const { here, there } = extents(pair, area, isDown)
      return 100 * Math.abs(here.length / there.length - 1)
    })
    const width = words.length === 0 ? '' : `${Math.max(...deviations).toFixed(1)} %`
    return {
      share,
      row: `| \`${name}\` | ${there} | ${more} | ${fewer} | ${share.toFixed(1)} % | ${dots} | ${width} | ${why} |`,
    }
  })
  return rows.toSorted((a, b) => b.share - a.share).map(({ row }) => row)
}

/** A picture of the area in which anything is dark. */
function pictureOf(pair: DrawnPair): Buffer {
  const [left, top, right, bottom] = inkedArea(pair)
  const png = new PNG({ width: right - left, height: bottom - top, colorType: 2 })
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const [ours, theirs] = [darkHere(pair, x, y), darkThere(pair, x, y)]
      const colour = ours && theirs ? [150, 150, 150] : ours ? [0, 60, 255] : theirs ? [230, 0, 0] : [255, 255, 255]
      png.data.set([...colour, 255], 4 * ((y - top) * (right - left) + x - left))
    }
  }
  return PNG.sync.write(png)
}

function inkedArea(pair: DrawnPair): Area {
  const margin = 8
  const [all, down] = [extents(pair, whole), extents(pair, whole, true)]
  const [left, top] = [Math.min(all.here.start, all.there.start), Math.min(down.here.start, down.there.start)]
  const end = ({ start, length }: { readonly start: number; readonly length: number }): number => start + length
  const [right, bottom] = [Math.max(end(all.here), end(all.there)), Math.max(end(down.here), end(down.there))]
  return [Math.max(0, left - margin), Math.max(0, top - margin), right + margin, bottom + margin]
}

if (import.meta.filename === process.argv[1]) {
  const [folder] = process.argv.slice(2)
  const drawn = await Promise.all(pairs.map(drawnPair))
  console.log(pairRows(drawn).join('\n'))
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true })
    for (const pair of drawn) {
      if (differences(pair, whole) > 0) writeFileSync(join(folder, `${pair.pair.name}.png`), pictureOf(pair))
    }
  }
}
