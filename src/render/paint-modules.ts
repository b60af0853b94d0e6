import { changesIn, differentRow } from '../../symbologies/matrix/index.ts'
import type { ModulesMark } from '../layout/scene.ts'
import type { Painter } from './strips.ts'

export function modulesPainter(mark: ModulesMark): Painter {
  const { matrix, xs, ys } = mark
  // equal rows are painted at once: a turned linear symbol has a row for each module
  let row = 0
  let next = 0
  return {
    box: { left: xs[0]!, top: ys[0]!, right: xs[matrix.width]!, bottom: ys[matrix.height]! },
    paint: (dots, y) => {
      while (y >= ys[next]!) {
        row = next
        next = differentRow(matrix, row)
      }
      paintRow(mark, row, dots)
      return ys[next]!
    },
  }
}

/** Of a row, a bit for each dot whose colour is not that of the dot before: scratch, all 0 between calls. */
let changes = new Uint32Array(64)

/** Makes the dots of a row of modules dark, 32 at a time: a dot is dark if an odd number of changes precede it or are at it. */
function paintRow({ matrix, xs }: ModulesMark, row: number, dots: Uint32Array): void {
  if (changes.length !== dots.length) changes = new Uint32Array(dots.length)
  const { stride, words, width } = matrix
  let previous = 0
  let first = -1
  let last = 0
  for (let w = 0; w < stride; w++) {
    const word = words[row * stride + w]!
    for (let edges = changesIn(word, previous); edges !== 0; ) {
      const bit = Math.clz32(edges)
      edges ^= 0x80000000 >>> bit
      const x = xs[32 * w + bit]!
      last = x >>> 5
      if (first < 0) first = last
      changes[last]! ^= 0x80000000 >>> (x & 31)
    }
    previous = word
  }
  if (first < 0) return
  if (previous & 1) {
    // a dark run that ends with the row's last word
    last = xs[width]! >>> 5
    changes[last]! ^= 0x80000000 >>> (xs[width]! & 31)
  }
  let dark = 0
  for (let i = first; i <= last; i++) {
    let word = changes[i]!
    changes[i] = 0
    word ^= word >>> 1
    word ^= word >>> 2
    word ^= word >>> 4
    word ^= word >>> 8
    word ^= (word >>> 16) ^ dark
    dots[i]! |= word
    dark = -(word & 1)
  }
}
