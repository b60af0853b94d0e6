/** The picture of the form's values: on the screen with its size in words, and on paper. */

import { byId, made } from './dom.ts'
import type { Form, FormResolution } from './form.ts'
import { fixed, words } from './words.ts'

/** A picture, its size in dots, and the dots of its paper. */
export interface StagePicture {
  readonly image: HTMLImageElement
  readonly width: number
  readonly height: number
  readonly resolution: FormResolution
}

export class Stage {
  readonly #form: Form
  readonly #stage = byId('stage', HTMLElement)
  readonly #frame = byId('frame', HTMLElement)
  readonly #paper = byId('paper', HTMLElement)
  readonly #note = byId('note', HTMLElement)
  readonly #retry = byId('retry', HTMLButtonElement)
  #shown: StagePicture | undefined
  /** The last picture that was shown; its bytes are not released yet. */
  #held: StagePicture | undefined
  /** The CSS pixels to which a smaller picture is enlarged at most. */
  #enlargeTo = Number.POSITIVE_INFINITY

  constructor(form: Form) {
    this.#form = form
    new ResizeObserver(() => this.#fit()).observe(this.#frame)
    byId('view', HTMLElement).addEventListener('change', () => {
      this.#frame.classList.toggle('scrolls', isActualSize())
      this.#frame.tabIndex = isActualSize() ? 0 : -1
      this.#fit()
    })
  }

  /** Shows the picture on paper, in place of the last one. */
  show(picture: StagePicture): void {
    if (this.#held !== undefined) release(this.#held)
    this.#held = picture
    this.#shown = picture
    // labels fill the available space
    this.#enlargeTo = this.#form.product === 'label' ? Number.POSITIVE_INFINITY : 240
    this.#paper.replaceChildren(picture.image)
    this.#note.textContent = ''
    this.#hideRetry()
    this.#stage.dataset.state = 'shown'
    this.#fit()
  }

  /** Shows a message in place of a picture, with a button to try again if that can help. */
  showNone(message: string, mayRetry = false): void {
    this.#shown = undefined
    this.#paper.replaceChildren()
    this.#note.textContent = message
    this.#stage.dataset.state = 'empty'
    if (mayRetry) this.#retry.hidden = false
    else this.#hideRetry()
  }

  /** Hides the button. If it has the focus, that goes to the text. */
  #hideRetry(): void {
    if (document.activeElement === this.#retry) this.#form.entry.focus({ preventScroll: true })
    this.#retry.hidden = true
  }

  /** Marks the picture as out of date while a new one is drawn. */
  showStale(): void {
    if (this.#stage.dataset.state === 'shown') this.#stage.dataset.state = 'stale'
  }

  /** Gives the picture its size on the screen, in true proportions; enlarged only by whole device pixels, so that it stays sharp. */
  #fit(): void {
    if (this.#shown === undefined) return
    const { image, width, height } = this.#shown
    const actual = actualSize(this.#shown)
    const scale = isActualSize() ? actual : this.#scaleToFit(this.#shown, actual)
    image.style.width = `${width * scale}px`
    image.style.height = `${height * scale}px`
    const percent = Math.round((scale / actual) * 100)
    byId('zoom', HTMLElement).textContent =
      percent === 100 ? words.label.shownAtActualSize : words.label.shownAt(percent)
  }

  #scaleToFit({ width, height }: StagePicture, actual: number): number {
    const { clientWidth, clientHeight } = this.#frame
    const style = getComputedStyle(this.#frame)
    const across = clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
    const down = clientHeight - Number.parseFloat(style.paddingTop) - Number.parseFloat(style.paddingBottom)
    const room = Math.min(across / width, down / height)
    const wanted = Math.min(room, Math.max(1, this.#enlargeTo / Math.max(width, height)))
    // if its actual size almost fills the space, it is shown at that size
    if (wanted >= actual && wanted < 1.2 * actual) return actual
    const dot = window.devicePixelRatio
    return wanted < 1 ? wanted : Math.floor(wanted * dot) / dot
  }
  /**
   * Shows the picture's size in the units of its stock, in mm and in dots, and its module.
   *
   * @param module  the width of a module as the service says it, such as 0.254mm
   * @returns the size in the units of the stock
   */
  showDetails(picture: StagePicture, module: string): string {
    const { width, height, resolution } = picture
    const millimetres = (dots: number): string => fixed(dots / resolution.perMillimetre, 1)
    const isLabel = this.#form.product === 'label'
    const paper = paperSize(this.#form, picture)
    const metric = `${millimetres(width)} × ${millimetres(height)} mm`
    const stock = `${Number.parseFloat(paper.width)} × ${paper.height.replace(/(in|mm)$/, ' $1')}`
    const size = isLabel ? stock : metric
    const x = Number.parseFloat(module)
    byId('size-shown', HTMLElement).textContent = size
    byId('details', HTMLElement).textContent = [
      ...(isLabel && stock.endsWith('in') ? [metric] : []),
      words.label.dots(width, height, this.#form.chosen('dpi')),
      words.label.module(fixed(x, 3), Math.round(x * resolution.perMillimetre)),
    ].join(' · ')
    return size
  }
}

const isActualSize = (): boolean => byId('actual', HTMLInputElement).checked

/** CSS pixels per dot of a picture at its actual size: a CSS pixel is 1/96 inch. */
const actualSize = ({ resolution }: StagePicture): number => 96 / resolution.perInch

/** Decodes a picture so that it can be shown or printed. The browser keeps its bytes until it is released. */
export async function pictureOf(bytes: Blob, alt: string, resolution: FormResolution): Promise<StagePicture> {
  const image = made('img', { src: URL.createObjectURL(bytes), alt })
  await image.decode()
  const [width, height] = (await sizeInSvg(bytes)) ?? [image.naturalWidth, image.naturalHeight]
  return { image, width, height, resolution }
}

/** The size of an SVG in dots, which its viewBox has; its width and height may be in mm. */
async function sizeInSvg(bytes: Blob): Promise<[width: number, height: number] | undefined> {
  if (!bytes.type.startsWith('image/svg+xml')) return undefined
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(await bytes.slice(0, 1000).text()) ?? []
  return width === undefined ? undefined : [Number(width), Number(height)]
}

export function release({ image }: StagePicture): void {
  URL.revokeObjectURL(image.src)
}

/**
 * Lays out the copies when the browser is about to print.
 *
 * @param current  the picture of the form's values; if it is undefined, a page with a message is printed instead, because a
 *                 label that is not on the screen must not be printed
 */
export function wirePaper(form: Form, current: () => StagePicture | undefined, afterwards: () => void): void {
  const sheets = byId('sheets', HTMLElement)
  const pageRule = new CSSStyleSheet()
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, pageRule]
  window.addEventListener('beforeprint', () => {
    const picture = current()
    if (picture === undefined) {
      sheets.replaceChildren(made('p', {}, words.label.notPrinted))
      pageRule.replaceSync('')
      return
    }
    if (form.isOnSheets && (form.sheet?.pages(form.copies)?.count ?? 0) > 1) {
      sheets.replaceChildren(made('p', {}, words.sheet.printPdf))
      pageRule.replaceSync('')
      return
    }
    const { width, height } = paperSize(form, picture)
    pageRule.replaceSync(
      `@page { size: ${width} ${height}; margin: 0 } .sheet { width: ${width}; height: calc(${height} - 0.5px) }`,
    )
    sheets.replaceChildren(...Array.from({ length: form.isOnSheets ? 1 : form.copies }, () => sheetOf(picture)))
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
function sheetOf(picture: StagePicture): HTMLElement {
  const { image, width, height } = picture
  const copy = image.cloneNode() as HTMLImageElement
  copy.style.width = `${width}px`
  copy.style.height = `${height}px`
  copy.style.transform = `scale(${actualSize(picture) * withinDots})`
  return made('div', { class: 'sheet' }, copy)
}

/** The sides of the paper as CSS lengths: those of the stock, or whole CSS pixels around the barcode alone. */
function paperSize(form: Form, picture: StagePicture): { width: string; height: string } {
  const pixels = (dots: number): string => `${Math.ceil(dots * actualSize(picture)) + 1}px`
  if (form.product === 'barcode') return { width: pixels(picture.width), height: pixels(picture.height) }
  const paper = form.isOnSheets ? form.sheet?.sheet?.paper : undefined
  if (paper !== undefined) return { width: `${paper.width}mm`, height: `${paper.height}mm` }
  const { lengths, unit } = form.sides
  const [short, long] = [Math.min(...lengths), Math.max(...lengths)].map((side) => `${side}${unit}`) as [string, string]
  return picture.width > picture.height ? { width: long, height: short } : { width: short, height: long }
}
