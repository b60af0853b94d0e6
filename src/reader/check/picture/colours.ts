/** The colours of a picture: kept beside its greys where there are any, for what is to be seen in red light. */

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number]

/** Red, green and blue of each pixel, 0 to 255. */
export type Colours = readonly [red: Uint8Array, green: Uint8Array, blue: Uint8Array]

/** The colours of the pixels of a picture; nothing is kept of one whose pixels are all grey. */
export class ColourPlanes {
  readonly #grey: Uint8Array
  #planes: Colours | undefined

  /** @param grey  the greys of the picture: until a colour is set they are its colours too */
  constructor(grey: Uint8Array) {
    this.#grey = grey
  }

  get planes(): Colours | undefined {
    return this.#planes
  }

  /** Sets the colour of a pixel whose grey is set, or will be before another is. */
  set(at: number, red: number, green: number, blue: number): void {
    if (this.#planes === undefined) {
      if (red === green && green === blue) return
      this.#planes = [this.#grey.slice(), this.#grey.slice(), this.#grey.slice()]
    }
    this.#planes[0][at] = red
    this.#planes[1][at] = green
    this.#planes[2][at] = blue
  }
}
