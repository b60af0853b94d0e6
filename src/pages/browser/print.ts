import { byId, made } from './dom.ts'
import { chosenAs, product } from './form.ts'
import { chosenSides } from './size-field.ts'
import { actualSize, type Picture } from './stage.ts'
import { words } from './words.ts'

const sheets = byId('sheets', HTMLElement)
const pageRule = new CSSStyleSheet()
document.adoptedStyleSheets = [...document.adoptedStyleSheets, pageRule]

/**
 * Lays out the copies when the browser is about to print.
 *
 * @param current  the picture of the form's values; if it is undefined, a page with a message is printed instead, because a
 *                 label that is not on the screen must not be printed
 */
export function printsOnly(current: () => Picture | undefined, afterwards: () => void): void {
  window.addEventListener('beforeprint', () => {
    const picture = current()
    if (picture === undefined) {
      sheets.replaceChildren(made('p', {}, words.label.notPrinted))
      pageRule.replaceSync('')
      return
    }
    const { width, height } = sizeOf(picture)
    pageRule.replaceSync(
      `@page { size: ${width} ${height}; margin: 0 } .sheet { width: ${width}; height: calc(${height} - 0.5px) }`,
    )
    sheets.replaceChildren(...Array.from({ length: copies() }, () => sheetOf(picture)))
  })
  window.addEventListener('afterprint', () => {
    sheets.replaceChildren()
    afterwards()
  })
}

/** Keeps rounding from making a picture wider than its dots: renderers stretch one that reaches over the edge of a dot by a whole dot. */
const withinDots = 1 - 1e-5

/**
 * The picture in its true size: laid out with one CSS pixel for each dot and then scaled down, because layout rounds lengths
 * to whole CSS pixels, which are three dots wide. The copy of the picture is in memory too, so nothing is loaded for printing.
 */
function sheetOf(picture: Picture): HTMLElement {
  const { image, width, height } = picture
  const copy = image.cloneNode() as HTMLImageElement
  copy.style.width = `${width}px`
  copy.style.height = `${height}px`
  copy.style.transform = `scale(${actualSize(picture) * withinDots})`
  return made('div', { class: 'sheet' }, copy)
}

export function copies(): number {
  return product() === 'label' ? Number(chosenAs('qty')) : 1
}

/** The sides of the paper as CSS lengths: those of the stock, or whole CSS pixels around the barcode alone. */
export function sizeOf(picture: Picture): { width: string; height: string } {
  const pixels = (dots: number): string => `${Math.ceil(dots * actualSize(picture)) + 1}px`
  if (product() === 'barcode') return { width: pixels(picture.width), height: pixels(picture.height) }
  const { lengths, unit } = chosenSides()
  const [short, long] = [Math.min(...lengths), Math.max(...lengths)].map((side) => `${side}${unit}`) as [string, string]
  return chosenAs('orientation') === 'landscape' ? { width: long, height: short } : { width: short, height: long }
}
