/** The report on a document, with pictures of its labels. */

import { png } from '../render/deflate.ts'
import { type HealedLabel, healed } from './index.ts'
import type { HealOrder } from './order.ts'
import type { DocumentReport, PagePictures } from './report.ts'

/** Characters of all pictures of a report. */
const mostPictures = 8 << 20

/**
 * @param hasPictures  whether labels have their pictures: the first one, and those that follow until these take 8 MiB
 * @param turn         is called after each label: others may have theirs
 * @throws as `healed`
 */
export async function reportOf(
  file: Uint8Array<ArrayBuffer>,
  order: HealOrder,
  hasPictures: boolean,
  turn: () => void,
): Promise<DocumentReport> {
  const pages: DocumentReport['pages'][number][] = []
  let room = hasPictures ? mostPictures : 0
  for await (const label of healed(file, { ...order, isGraded: true })) {
    const pictures = room > 0 ? picturesOf(label) : undefined
    const size = pictures === undefined ? 0 : pictures.before.length + pictures.after.length
    const isKept = pictures !== undefined && (size <= room || pages.length === 0)
    // those that follow are left out too, so that who looks at a report knows where they end
    room = isKept ? room - size : 0
    pages.push({ ...label.report, ...(isKept && { pictures }) })
    turn()
  }
  return { pages }
}

function picturesOf({ scene, before = scene }: HealedLabel): PagePictures {
  const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
  return { before: base64(png(before)), after: base64(png(scene)) }
}
