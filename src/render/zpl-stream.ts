import type { PrintDocument } from './print-document.ts'
import { type ZplPacking, zpl } from './zpl.ts'

/** ZPL of several scenes: labels one after another, each of its own size. */
export function zplStream(packing: ZplPacking): PrintDocument {
  let labels: Uint8Array[] = []
  const take = (): Uint8Array => {
    const bytes = Buffer.concat(labels)
    labels = []
    return bytes
  }
  return { add: (scene, copies) => void labels.push(zpl(scene, copies, packing)), take, end: take }
}
