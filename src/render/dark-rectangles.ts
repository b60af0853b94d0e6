import { darkRuns, differentRow, type Matrix } from '../../symbologies/matrix/index.ts'

/** In modules; right and bottom are not included. */
export interface Rectangle {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/**
 * The rectangles of dark modules that are as wide as a dark run of a row, or as two runs of neighbouring rows meet, and as high as they
 * can be; none is there twice. They come from the top down.
 *
 * Together they cover all dark modules, and they overlap: if each is drawn a little smaller on all sides, what is connected stays so.
 */
export function darkRectangles(matrix: Matrix): readonly Rectangle[] {
  const bands = bandsOf(matrix)
  const found: Rectangle[] = []
  /** By left and right edge: the band below the last rectangle with these edges. */
  const taken = new Map<number, number>()
  const add = (left: number, right: number, band: number): void => {
    const key = left * matrix.width + right - 1
    if (taken.get(key)! > band) return
    const isDark = (i: number): boolean => bands[i] !== undefined && bands[i].ends[left]! >= right
    let [first, last] = [band, band]
    while (isDark(first - 1)) first--
    while (isDark(last + 1)) last++
    taken.set(key, last + 1)
    found.push({ left, right, top: bands[first]!.top, bottom: bands[last]!.bottom })
  }
  for (const [band, { runs }] of bands.entries()) {
    const above = bands[band - 1]?.ends
    for (let i = 0; i < runs.length; i += 2) {
      const [left, right] = [runs[i]!, runs[i + 1]!]
      if (above === undefined || above[left]! < right) add(left, right, band)
      for (let from = left; above !== undefined && from < right; from++) {
        const end = above[from]!
        if (end === 0) continue
        add(from, Math.min(end, right), band)
        from = end
      }
    }
  }
  return found
}

/** Equal rows below one another. */
interface Band {
  readonly top: number
  readonly bottom: number
  /** Where each dark run begins and ends. */
  readonly runs: Int32Array
  /** For each module the end of the dark run that it is in; 0 for a light one. */
  readonly ends: Int32Array
}

function bandsOf(matrix: Matrix): readonly Band[] {
  const bands: Band[] = []
  const edges = new Int32Array(matrix.width + 1)
  for (let top = 0; top < matrix.height; ) {
    const bottom = differentRow(matrix, top)
    const runs = edges.slice(0, darkRuns(matrix, top, edges))
    const ends = new Int32Array(matrix.width)
    for (let i = 0; i < runs.length; i += 2) ends.fill(runs[i + 1]!, runs[i], runs[i + 1])
    bands.push({ top, bottom, runs, ends })
    top = bottom
  }
  return bands
}
