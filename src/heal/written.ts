/** The labels of a document as a picture, as pages, or in the language of a printer. */

import { drawn, LabelDocument } from '../draw/document.ts'
import type { LabelFormat } from '../draw/finish.ts'
import { excessOf, type Limits } from '../drawing-size.ts'
import { uninterrupted } from '../interruptible.ts'
import { FitError } from '../layout/fit.ts'
import type { ZplPacking } from '../render/zpl.ts'
import { healed } from './index.ts'
import type { HealOrder } from './order.ts'
import type { PageReport } from './report.ts'

export interface HealedFileStyle {
  readonly format: LabelFormat
  /** Of ZPL. */
  readonly packing?: ZplPacking | undefined
  /** Whether the file is read back. */
  readonly isVerified: boolean
  readonly limits: Limits
}

/** What a document became. */
export interface HealedFile {
  readonly bytes: Uint8Array
  readonly pages: readonly PageReport[]
}

/** Bytes of all labels. */
const mostBytes = 64 << 20

/**
 * @param turn  is called after each label: others may have theirs
 * @throws as `healed`; FitError for what is too large for the format; VerificationFailure
 */
export async function healedFile(
  file: Uint8Array<ArrayBuffer>,
  order: HealOrder,
  { format, packing, isVerified, limits }: HealedFileStyle,
  turn: () => void,
): Promise<HealedFile> {
  const isPicture = format === 'png' || format === 'svg'
  const pages: PageReport[] = []
  const document = isPicture ? undefined : new LabelDocument({ format, title: 'labels', packing, isVerified })
  for await (const { scene, asked, report } of healed(
    file,
    isPicture ? { ...order, index: order.index ?? 0 } : order,
  )) {
    const excess = excessOf(scene, format, limits)
    if (excess !== undefined) throw new FitError('size', excess)
    pages.push(report)
    if (document === undefined) {
      const style = { format, copies: 1, isSized: true }
      return { bytes: drawn({ scene, warnings: [], asked }, style, isVerified).bytes, pages }
    }
    document.add({ scene, asked, copies: 1 })
    if (document.length > mostBytes) {
      const message = `the first ${pages.length} labels take more than ${mostBytes >> 20} MiB; index names one`
      throw new FitError('size', message)
    }
    turn()
  }
  return { bytes: Buffer.concat(uninterrupted(document!.end())), pages }
}
