/** The files with deflated data, in node: its zlib deflates at once. */

import { deflateSync } from 'node:zlib'
import type { Scene } from '../layout/scene.ts'
import { paint } from './paint.ts'
import { deflateOptions, pngFile, type Undeflated } from './png.ts'
import { type ZplPacking, zplFile } from './zpl.ts'

/**
 * The whole with data deflated by zlib. The same data gives the same bytes from the same build of node on processors of one kind.
 */
export function deflated<T>({ data, whole }: Undeflated<T>): T {
  return whole(data.map((bytes) => deflateSync(bytes, deflateOptions)))
}

/** The PNG of a scene. */
export function png(scene: Scene): Uint8Array {
  return deflated(pngFile(paint(scene), scene.resolution))
}

/** The ZPL of a scene. @param copies  how often it is printed, 1 or more */
export function zpl(scene: Scene, copies = 1, packing?: ZplPacking): Uint8Array {
  return deflated(zplFile(scene, copies, packing))
}
