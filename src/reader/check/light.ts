/** Whether a coloured symbol is dark and light in the red light that scanners use: to people, red bars are dark. */

import type { Symbology } from '../../../symbologies/barcode.ts'
import { isMatrixSymbology } from '../../../symbologies/catalogue.ts'
import { type Box, colourPairOf, type Picture } from './picture/picture.ts'
import type { Finding, Rule, SymbolReading } from './report.ts'

/** ISO/IEC 15416, 5.4: less is F for symbol contrast, and more for minimum reflectance. */
const leastContrast = 0.2
const mostOfLight = 0.5

const requirement =
  'in red light of 660 nm, dark is at most half as bright as light, and 20 % of all light or more below it'

export const lightRules = (symbology: Symbology): Readonly<Record<'light', Rule>> => ({
  light: [isMatrixSymbology(symbology) ? 'ISO/IEC 15415:2011, 7.8' : 'ISO/IEC 15416:2000, 5.4', requirement],
})

/** Nothing is said of a picture in greys. */
export function lightFindings(picture: Picture, { symbology, place }: SymbolReading): Finding[] {
  const found = redIn(picture, place)
  if (found === undefined) return []
  const [dark, light] = found
  const [clause] = lightRules(symbology).light
  const code = `${symbology}.light`
  const isDarkEnough = light - dark >= leastContrast && dark <= mostOfLight * light
  if (isDarkEnough) return [{ code, kind: 'pass', clause, message: requirement }]
  const percent = (share: number): string => `${Math.round(100 * share)} %`
  const message = `in red light of 660 nm, what is dark to people reflects ${percent(dark)} and what is light ${percent(light)}: scanners see no symbol, or hardly any`
  return [{ code, kind: 'fault', clause, message }]
}

/** The red light that dark and light parts of a box reflect, 0 to 1 each; undefined if the picture has no colours. */
function redIn(picture: Picture, place: Box): readonly [dark: number, light: number] | undefined {
  const reflectance = (value: number): number => picture.reflectances?.[value] ?? linear(value)
  const pair = colourPairOf(picture)
  if (pair !== undefined) return [reflectance(pair[0][0]), reflectance(pair[1][0])]
  if (picture.colours === undefined) return undefined
  const [red] = picture.colours
  const { width, height, grey } = picture
  const [left, right] = [Math.max(0, Math.floor(place.left)), Math.min(width, Math.ceil(place.right))]
  const [top, bottom] = [Math.max(0, Math.floor(place.top)), Math.min(height, Math.ceil(place.bottom))]
  const middle = middleOf(grey, { left, right, top, bottom }, width)
  const sums = { dark: 0, darks: 0, light: 0, lights: 0 }
  for (let y = top; y < bottom; y++) {
    for (let at = y * width + left; at < y * width + right; at++) {
      const reflected = reflectance(red[at]!)
      if (grey[at]! < middle) {
        sums.dark += reflected
        sums.darks++
      } else {
        sums.light += reflected
        sums.lights++
      }
    }
  }
  if (sums.darks === 0 || sums.lights === 0) return undefined
  return [sums.dark / sums.darks, sums.light / sums.lights]
}

/** The grey between the darkest and the lightest of a box. */
function middleOf(grey: Picture['grey'], { left, right, top, bottom }: Box, width: number): number {
  let [low, high] = [255, 0]
  for (let y = top; y < bottom; y++) {
    for (let at = y * width + left; at < y * width + right; at++) {
      const value = grey[at]!
      if (value < low) low = value
      if (value > high) high = value
    }
  }
  return (low + high) / 2
}

/** IEC 61966-2-1 */
function linear(value: number): number {
  const share = value / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
