import { darkRuns, differentRow, type Matrix } from '../../symbologies/matrix/index.ts'

/**
 * The rectangles of dark modules that are as wide as a dark run of a row, or as two runs of neighbouring rows meet, and as high as they
 * can be; none is there twice.
 *
 * Together they cover all dark modules, and they overlap: if each is drawn a little smaller on all sides, what is connected stays so.
 */
export class DarkRectangles {
  /** How many there are. */
  count = 0
  /** In modules: the edges of each, the end not included. Scratch; contents are not kept from one symbol to the next. */
  left = new Int32Array(0)
  right = new Int32Array(0)
  top = new Int32Array(0)
  bottom = new Int32Array(0)
  #width = 0
  /** Equal rows below one another are a band: the first row of each, and behind the last band the height. */
  #bands = 0
  #tops = new Int32Array(0)
  /** For each module of each band the end of the dark run that it is in; 0 for a light one. */
  #ends = new Int32Array(0)
  #edges = new Int32Array(0)
  /** By left and right edge: the band below the last rectangle with these edges, on top of `#level`. */
  #taken = new Int32Array(0)
  /** As much as any entry of the symbols before: none has to be cleared. */
  #level = 0

  /** Those of this matrix, from the top down. */
  read(matrix: Matrix): void {
    this.#readBands(matrix)
    this.count = 0
    const [width, ends] = [this.#width, this.#ends]
    for (let band = 0; band < this.#bands; band++) {
      const [start, above] = [band * width, (band - 1) * width]
      for (let left = 0; left < width; left++) {
        const right = ends[start + left]!
        if (right === 0) continue
        if (band === 0 || ends[above + left]! < right) this.#add(left, right, band)
        for (let from = left; band > 0 && from < right; from++) {
          const end = ends[above + from]!
          if (end === 0) continue
          this.#add(from, Math.min(end, right), band)
          from = end
        }
        left = right
      }
    }
    this.#level += this.#bands
  }

  /** Adds the rectangle of these columns that the band is in, unless it is there. */
  #add(left: number, right: number, band: number): void {
    const [width, ends] = [this.#width, this.#ends]
    const key = left * width + right - 1
    // a linear symbol can be wide, and no rectangle of a single band comes twice
    if (this.#bands > 1 && this.#taken[key]! > this.#level + band) return
    let top = band
    while (top > 0 && ends[(top - 1) * width + left]! >= right) top--
    let bottom = band + 1
    while (bottom < this.#bands && ends[bottom * width + left]! >= right) bottom++
    if (this.#bands > 1) this.#taken[key] = this.#level + bottom
    if (this.count === this.left.length) this.#grow()
    this.left[this.count] = left
    this.right[this.count] = right
    this.top[this.count] = this.#tops[top]!
    this.bottom[this.count++] = this.#tops[bottom]!
  }

  #readBands(matrix: Matrix): void {
    const { width, height } = matrix
    this.#reserve(width, height)
    const [tops, ends, edges] = [this.#tops, this.#ends, this.#edges]
    let bands = 0
    for (let row = 0; row < height; row = differentRow(matrix, row)) {
      const start = bands * width
      ends.fill(0, start, start + width)
      const count = darkRuns(matrix, row, edges)
      for (let i = 0; i < count; i += 2) {
        const right = edges[i + 1]!
        for (let x = edges[i]!; x < right; x++) ends[start + x] = right
      }
      tops[bands++] = row
    }
    tops[bands] = height
    this.#width = width
    this.#bands = bands
    if (bands > 1) this.#reserveTaken(width * width)
  }

  #reserve(width: number, height: number): void {
    if (this.#edges.length <= width) this.#edges = new Int32Array(width + 1)
    if (this.#tops.length <= height) this.#tops = new Int32Array(height + 1)
    if (this.#ends.length < width * height) this.#ends = new Int32Array(width * height)
  }

  #reserveTaken(count: number): void {
    if (this.#taken.length >= count && this.#level < mostLevel) return
    this.#taken = new Int32Array(Math.max(this.#taken.length, count))
    this.#level = 0
  }

  #grow(): void {
    const size = 2 * this.count + 64
    const grown = (array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> => {
      const larger = new Int32Array(size)
      larger.set(array)
      return larger
    }
    this.left = grown(this.left)
    this.right = grown(this.right)
    this.top = grown(this.top)
    this.bottom = grown(this.bottom)
  }
}

const mostLevel = 1 << 30
