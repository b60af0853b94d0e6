/** The files with deflated data, and documents of several labels, in node: its zlib deflates at once. */

import { deflateSync } from 'node:zlib'
import type { Scene } from '../layout/scene.ts'
import { paint } from './paint.ts'
import { PdfDocument } from './pdf.ts'
import { type Depth, deflateOptions, pngFile, type Undeflated } from './png.ts'
import type { DocumentFormat, PrintDocument } from './print-document.ts'
import { type ZplPacking, zplFile } from './zpl.ts'

/**
 * The whole with data deflated by zlib. The same data gives the same bytes from the same build of node on processors of one kind.
 */
export function deflated<T>({ data, whole }: Undeflated<T>): T {
  return whole(data.map((bytes) => deflateSync(bytes, deflateOptions)))
}

/** The PNG of a scene. @param depth  bits of a pixel */
export function png(scene: Scene, depth: Depth = 1): Uint8Array {
  return deflated(pngFile(paint(scene), scene.resolution, depth))
}

/** The ZPL of a scene. @param copies  how often it is printed, 1 or more */
export function zpl(scene: Scene, copies = 1, packing?: ZplPacking): Uint8Array {
  return deflated(zplFile(scene, copies, packing))
}

interface DocumentStyle {
  /** Of a PDF. */
  readonly title: string
  /** Of ZPL, z64 by default. */
  readonly packing?: ZplPacking | undefined
}

/** An empty document. */
export function printDocument(format: DocumentFormat, { title, packing = 'z64' }: DocumentStyle): PrintDocument {
  switch (format) {
    case 'pdf':
      return new PdfDocument(title)
    case 'zpl':
      return zplStream(packing)
  }
}

/** ZPL of several scenes: labels one after another, each of its own size. */
function zplStream(packing: ZplPacking): PrintDocument {
  let labels: Uint8Array[] = []
  const take = (): Uint8Array => {
    const bytes = Buffer.concat(labels)
    labels = []
    return bytes
  }
  return { add: (scene, copies) => void labels.push(zpl(scene, copies, packing)), take, end: take }
}
