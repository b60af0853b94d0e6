import type { Defect } from '../defects.ts'
import { filled, type QrPlan, qrCapacity, qrOf } from '../inject-defects.ts'
import { rowsPicture } from '../paint.ts'

const plan: QrPlan = { version: 7, level: 'M', mask: 3 }

/** A symbol of other bits than it should have. */
export const stream = (
  name: string,
  bits: string,
  defect: Omit<Defect, 'name' | 'picture'>,
  of: QrPlan = plan,
): Defect => ({
  name,
  picture: rowsPicture(qrOf(filled(bits, qrCapacity(of)), of)),
  ...defect,
})
