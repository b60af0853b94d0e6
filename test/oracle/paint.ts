import type { Scene } from '../../src/layout/scene.ts'
import { isDark } from '../../symbologies/index.ts'
import type { Picture } from './zxing.ts'

/** The modules of a scene painted dot by dot and then turned, each by its definition: slow, plain, a reference. */
export function paintedModules(scene: Scene): Picture {
  const { width, height } = scene
  const grey = new Uint8Array(width * height).fill(255)
  for (const mark of scene.marks) {
    if (mark.kind !== 'modules') continue
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

/** A quarter turn clockwise: what was the left side is then the top. */
export function turnedClockwise({ width, height, grey }: Picture): Picture {
  const turned = new Uint8Array(grey.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) turned[x * height + (height - 1 - y)] = grey[y * width + x]!
  }
  return { width: height, height: width, grey: turned }
}
