import type { Scene, TextMark } from '../../src/layout/scene.ts'
import { bitmapOf } from '../../src/text/index.ts'
import { isDark } from '../../symbologies/index.ts'
import type { Picture } from './zxing.ts'

/** A scene painted dot by dot and then turned, each by its definition: slow, plain, a reference. */
export function painted(scene: Scene): Picture {
  const { width, height } = scene
  const grey = new Uint8Array(width * height).fill(255)
  for (const mark of scene.marks) {
    if (mark.kind === 'text') {
      for (const [x, y] of dotsOf(mark)) grey[y * width + x] = 0
      continue
    }
    if (mark.kind !== 'modules') throw new Error(`${mark.kind} is not painted here`)
    for (let row = 0; row < mark.matrix.height; row++) {
      for (let column = 0; column < mark.matrix.width; column++) {
        if (!isDark(mark.matrix, column, row)) continue
        for (let y = mark.ys[row]!; y < mark.ys[row + 1]!; y++) {
          for (let x = mark.xs[column]!; x < mark.xs[column + 1]!; x++) grey[y * width + x] = 0
        }
      }
    }
  }
  let picture: Picture = { width, height, grey }
  for (let quarters = 'NRIL'.indexOf(scene.turn); quarters > 0; quarters--) picture = turnedClockwise(picture)
  return picture
}

/** The same without its texts. */
export function paintedModules(scene: Scene): Picture {
  return painted({ ...scene, marks: scene.marks.filter(({ kind }) => kind === 'modules') })
}

/** The dots of a text's bitmap, each turned about the line's origin. */
function dotsOf({ line, x, y, turn }: TextMark): [number, number][] {
  const { matrix, left, top } = bitmapOf(line)
  const dots: [number, number][] = []
  for (let v = 0; v < matrix.height; v++) {
    for (let u = 0; u < matrix.width; u++) {
      if (!isDark(matrix, u, v)) continue
      let [dx, dy] = [left + u, top + v]
      // a dot covers the unit square right of and below its corner: that is why turns take one off
      for (let quarters = 'NRIL'.indexOf(turn); quarters > 0; quarters--) [dx, dy] = [-dy - 1, dx]
      dots.push([x + dx, y + dy])
    }
  }
  return dots
}

/** A quarter turn clockwise: what was the left side is then the top. */
export function turnedClockwise({ width, height, grey }: Picture): Picture {
  const turned = new Uint8Array(grey.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) turned[x * height + (height - 1 - y)] = grey[y * width + x]!
  }
  return { width: height, height: width, grey: turned }
}
