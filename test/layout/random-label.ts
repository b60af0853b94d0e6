import type { LabelRequest } from '../../src/draw.ts'
import { symbolLayouts } from '../../src/layout/label.ts'
import { dpis } from '../../src/layout/resolution.ts'
import { isFreeSize, type LabelSize, orientations, stockNames } from '../../src/layout/stock.ts'
import { labelSymbologies } from '../../symbologies/index.ts'
import type { Random } from '../random.ts'
import { anyText, briefText, randomText } from '../texts.ts'

/** Words of Latin script, as labels have them. */
export const latin = 'Sechskantschraube M8 x 40 verzinkt, DIN 933 - Regal 7/12 (10 Stück) 12,90 zł Größe'.split(' ')

/** Words as people write them, or any text. */
function anyWords(r: Random, most: number): string {
  if (r.between(0, 3) === 0) return anyText(r, most)
  const words = Array.from({ length: r.between(1, 12) }, () => r.pick(latin))
  return words.join(' ').slice(0, most)
}

function anySize(r: Random): LabelSize {
  if (r.between(0, 2) > 0) return r.pick(stockNames)
  const side = (): number => r.between(100, r.pick([400, 1500])) / 10
  const size = r.between(0, 1) ? `${side()}x${side()}mm` : `${r.between(4, 50) / 10}x${r.between(4, 60) / 10}in`
  return isFreeSize(size) ? size : '57x32mm'
}

/** A label of any symbology, stock or free size, layout and resolution; it may not fit. */
export function anyLabel(r: Random): LabelRequest {
  const type = r.pick(labelSymbologies)
  const caption = Array.from({ length: r.between(1, 4) }, () => anyWords(r, 100)).join('\n')
  return {
    type,
    text: r.between(0, 1) ? briefText[type] : randomText[type](r),
    size: anySize(r),
    orientation: r.pick(orientations),
    layout: r.pick(symbolLayouts),
    showtext: r.between(0, 4) > 0,
    ...(r.between(0, 3) > 0 && { caption }),
    ...(r.between(0, 2) > 0 && { title: anyWords(r, 100) }),
    ...(r.between(0, 6) === 0 && { xdim: r.between(20, 200) / 100 }),
    dpi: r.pick(dpis),
    qty: 1,
    format: 'png',
  }
}
