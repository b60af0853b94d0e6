import type { Scene } from '../layout/scene.ts'
import { painterOf } from './paint.ts'
import { pngFile } from './png-file.ts'
import { upright } from './upright.ts'

/** A PNG of one bit a pixel, one pixel a dot, dark on white. The same scene always gives the same bytes. */
export function png(scene: Scene): Uint8Array {
  const { width, height, marks, resolution } = upright(scene)
  return pngFile({ width, height, resolution, painters: marks.map(painterOf) })
}
