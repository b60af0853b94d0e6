/** A label as it is seen at any resolution, before anything on it is drawn again. */

import type { Resolution } from '../layout/resolution.ts'
import type { DotArea } from '../layout/scene.ts'
import type { Greys } from './greys.ts'
import type { Page, PageView } from './pages.ts'
import { onLabel, type Placement, type Region } from './placing.ts'

/** What is seen of a label: pixel (x, y) is at `left + x / pitch`, `top + y / pitch` in dots of the label. */
export interface Seen extends Greys {
  readonly left: number
  readonly top: number
  /** Pixels a dot. */
  readonly pitch: number
}

/** Of a page that may be looked at finely: pixels a mm of the page at which modules of 0.19 mm are two pixels and more. */
const readingPitch = 300 / 25.4
/** The most pixels that are searched for symbols. */
const mostSearched = 9_000_000

export class LabelView {
  readonly width: number
  readonly height: number
  readonly #page: Page
  readonly #placement: Placement
  readonly #perMillimetre: number

  /** @param size  of the label, in dots */
  constructor(
    page: Page,
    placement: Placement,
    { width, height, resolution }: { width: number; height: number; resolution: Resolution },
  ) {
    this.#page = page
    this.#placement = placement
    this.#perMillimetre = resolution.perMillimetre
    this.width = width
    this.height = height
  }

  /** Pixels a dot that the page itself has; undefined of shapes. */
  get pixels(): number | undefined {
    const { pixels } = this.#page
    return pixels && Math.max(...pixels) / (this.#perMillimetre * this.#placement.scale)
  }

  /** Pixels a dot at which symbols are looked for: those that a picture has, as fine as modules need of anything else. */
  get readingPitch(): number {
    const own = this.pixels ?? Math.max(1, readingPitch / (this.#perMillimetre * this.#placement.scale))
    return Math.min(own, Math.sqrt(mostSearched / (this.width * this.height)))
  }

  /** What the printer would print if it printed greys, a pixel a dot. */
  printed(): Greys {
    return this.#seen({ left: 0, top: 0, right: this.width, bottom: this.height }, 1, 'printing')
  }

  /** A part of the label to be read, in dots. @param pitch  pixels a dot */
  read(area: DotArea, pitch: number): Seen {
    return this.#seen(area, pitch, 'reading')
  }

  /** All of the label to be read. */
  whole(): Seen {
    return this.read({ left: 0, top: 0, right: this.width, bottom: this.height }, this.readingPitch)
  }

  #seen({ left, top, right, bottom }: DotArea, pitch: number, purpose: PageView['purpose']): Seen {
    const width = Math.max(1, Math.round((right - left) * pitch))
    const height = Math.max(1, Math.round((bottom - top) * pitch))
    const { scale, quarters, region, x, y } = this.#placement
    const dots = this.#perMillimetre
    const pixelsOfPage = scale * dots * pitch
    // where the page's own corner lies, after its turn
    const corner = onLabel({ scale, quarters, region, x, y }, this.#pageRegion())
    const [exactX, exactY] = [(corner.left * dots - left) * pitch, (corner.top * dots - top) * pitch]
    // a picture that keeps its pixels keeps them sharp
    const isOwn = this.pixels !== undefined && Math.abs(pitch / this.pixels - 1) < 1e-6
    const [atX, atY] = isOwn ? [Math.round(exactX), Math.round(exactY)] : [exactX, exactY]
    const view = { width, height, scale: pixelsOfPage, quarters, x: atX, y: atY, purpose }
    const grey = this.#page.view(view)
    const seen = {
      ...{ width, height, grey, pitch },
      left: left + (exactX - atX) / pitch,
      top: top + (exactY - atY) / pitch,
    }
    this.#clip(seen)
    return seen
  }

  #pageRegion(): Region {
    return { left: 0, top: 0, right: this.#page.width, bottom: this.#page.height }
  }

  /** White where the page shows more than the region that is on the label. */
  #clip({ width, height, grey, left, top, pitch }: Seen): void {
    const shown = onLabel(this.#placement, this.#placement.region)
    const at = (mm: number, start: number, length: number): number =>
      Math.min(length, Math.max(0, Math.round((mm * this.#perMillimetre - start) * pitch)))
    const [x0, x1] = [at(shown.left, left, width), at(shown.right, left, width)]
    const [y0, y1] = [at(shown.top, top, height), at(shown.bottom, top, height)]
    grey.fill(255, 0, y0 * width)
    grey.fill(255, y1 * width)
    for (let y = y0; y < y1; y++) {
      grey.fill(255, y * width, y * width + x0)
      grey.fill(255, y * width + x1, (y + 1) * width)
    }
  }
}
