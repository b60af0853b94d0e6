import { byId, made } from './dom.ts'
import { field } from './text-field.ts'
import { fixed, words } from './words.ts'

/** A picture, its size in dots, and the dots of its paper. */
export interface Picture {
  readonly image: HTMLImageElement
  readonly width: number
  readonly height: number
  readonly resolution: { readonly perInch: number; readonly perMillimetre: number }
}

/** CSS pixels per dot of a picture at its actual size: a CSS pixel is 1/96 inch. */
export function actualSize({ resolution }: Picture): number {
  return 96 / resolution.perInch
}

const stage = byId('stage', HTMLElement)
const frame = byId('frame', HTMLElement)
const paper = byId('paper', HTMLElement)
const note = byId('note', HTMLElement)
const retry = byId('retry', HTMLButtonElement)

let shown: Picture | undefined
/** The last picture that was shown; its bytes are not released yet. */
let held: Picture | undefined
/** The CSS pixels to which a smaller barcode is enlarged at most; labels fill the available space. */
let enlargeTo = Number.POSITIVE_INFINITY

/** Decodes a picture so that it can be shown or printed. The browser keeps its bytes until it is released. */
export async function pictureOf(bytes: Blob, alt: string, resolution: Picture['resolution']): Promise<Picture> {
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

export function release({ image }: Picture): void {
  URL.revokeObjectURL(image.src)
}

/** Shows the picture on paper, in place of the last one. */
export function show(picture: Picture, mayFill: boolean): void {
  if (held !== undefined) release(held)
  held = picture
  shown = picture
  enlargeTo = mayFill ? Number.POSITIVE_INFINITY : 240
  paper.replaceChildren(picture.image)
  note.textContent = ''
  hideRetry()
  stage.dataset.state = 'shown'
  fit()
}

/** Shows a message in place of a picture, with a button to try again if that can help. */
export function showNone(message: string, mayRetry = false): void {
  shown = undefined
  paper.replaceChildren()
  note.textContent = message
  stage.dataset.state = 'empty'
  if (mayRetry) retry.hidden = false
  else hideRetry()
}

/** Hides the button. If it has the focus, that goes to the text. */
function hideRetry(): void {
  if (document.activeElement === retry) field.focus({ preventScroll: true })
  retry.hidden = true
}

/** Marks the picture as out of date while a new one is drawn. */
export function showStale(): void {
  if (stage.dataset.state === 'shown') stage.dataset.state = 'stale'
}

/** Gives the picture its size on the screen, in true proportions; enlarged only by whole device pixels, so that it stays sharp. */
function fit(): void {
  if (shown === undefined) return
  const { image, width, height } = shown
  const actual = actualSize(shown)
  const scale = isActualSize() ? actual : scaleToFit(shown, actual)
  image.style.width = `${width * scale}px`
  image.style.height = `${height * scale}px`
  const percent = Math.round((scale / actual) * 100)
  byId('zoom', HTMLElement).textContent = percent === 100 ? words.label.shownAtActualSize : words.label.shownAt(percent)
}

function scaleToFit({ width, height }: Picture, actual: number): number {
  const { clientWidth, clientHeight } = frame
  const style = getComputedStyle(frame)
  const across = clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
  const down = clientHeight - Number.parseFloat(style.paddingTop) - Number.parseFloat(style.paddingBottom)
  const room = Math.min(across / width, down / height)
  const wanted = Math.min(room, Math.max(1, enlargeTo / Math.max(width, height)))
  // if its actual size almost fills the space, it is shown at that size
  if (wanted >= actual && wanted < 1.2 * actual) return actual
  const dot = window.devicePixelRatio
  return wanted < 1 ? wanted : Math.floor(wanted * dot) / dot
}

function isActualSize(): boolean {
  return byId('actual', HTMLInputElement).checked
}

export function followSize(): void {
  new ResizeObserver(fit).observe(frame)
  byId('view', HTMLElement).addEventListener('change', () => {
    frame.classList.toggle('scrolls', isActualSize())
    frame.tabIndex = isActualSize() ? 0 : -1
    fit()
  })
}

/** The length of `dots` of a picture in mm, to a tenth. */
export function millimetres(dots: number, { resolution }: Picture): string {
  return fixed(dots / resolution.perMillimetre, 1)
}
