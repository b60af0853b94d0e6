/** The line below the picture: its size on paper and in dots. */

import { byId } from './dom.ts'
import { chosenAs, product } from './form.ts'
import { sizeOf } from './print.ts'
import { millimetres, type Picture } from './stage.ts'
import { fixed, words } from './words.ts'

/**
 * Shows the picture's size in the units of its stock, in mm and in dots, and its module.
 *
 * @param module  the width of a module as the service says it, such as 0.254mm
 * @returns the size in the units of the stock
 */
export function showDetails(picture: Picture, module: string): string {
  const { width, height, resolution } = picture
  const paper = sizeOf(picture)
  const metric = `${millimetres(width, picture)} × ${millimetres(height, picture)} mm`
  const stock = `${Number.parseFloat(paper.width)} × ${paper.height.replace(/(in|mm)$/, ' $1')}`
  const size = product() === 'label' ? stock : metric
  const x = Number.parseFloat(module)
  const dots = Math.round(x * resolution.perMillimetre)
  byId('size-shown', HTMLElement).textContent = size
  byId('details', HTMLElement).textContent = [
    ...(product() === 'label' && stock.endsWith('in') ? [metric] : []),
    words.label.dots(width, height, chosenAs('dpi')),
    words.label.module(fixed(x, 3), dots),
  ].join(' · ')
  return size
}
