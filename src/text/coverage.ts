import { fontFile } from './font-files.ts'

export interface FontFacts {
  /** Path below fonts/. */
  readonly file: string
  readonly kind: 'text' | 'symbol' | 'emoji' | 'bitmap'
  /** Glyphs are placed on whole dots (1), or on quarter dots (4) in scripts whose letters touch, where a gap would show. */
  readonly phases: 1 | 4
  /** Font units; the em square is `unitsPerEm` of them. Descent is positive below the baseline. */
  readonly unitsPerEm: number
  readonly ascent: number
  readonly descent: number
}

/** What fonts/make.mjs writes: see `tableOf` there. */
interface Table {
  readonly fonts: readonly FontFacts[]
  readonly sets: readonly (readonly number[])[]
  readonly ranges: readonly number[]
}

interface Coverage {
  readonly fonts: readonly FontFacts[]
  readonly sets: readonly (readonly number[])[]
  /** Range i is [starts[i], ends[i]), covered by the fonts of sets[setOf[i]]. */
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  readonly setOf: Uint16Array
}

let loaded: Coverage | undefined

function coverage(): Coverage {
  loaded ??= read()
  return loaded
}

function read(): Coverage {
  const { fonts, sets, ranges }: Table = JSON.parse(fontFile('fonts.json').toString())
  const count = ranges.length / 3
  const [starts, ends, setOf] = [new Uint32Array(count), new Uint32Array(count), new Uint16Array(count)]
  let end = 0
  for (let i = 0; i < count; i++) {
    starts[i] = end + ranges[3 * i]!
    end = starts[i]! + ranges[3 * i + 1]!
    ends[i] = end
    setOf[i] = ranges[3 * i + 2]!
  }
  return { fonts, sets, starts, ends, setOf }
}

const none: readonly number[] = []

/** The fonts in order of preference; a font's number is its index here. */
export function fontFacts(): readonly FontFacts[] {
  return coverage().fonts
}

/** The fonts that have this code point, most preferred first. No font file is opened for that. */
export function fontsCovering(code: number): readonly number[] {
  const { sets, starts, ends, setOf } = coverage()
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (code < ends[middle]!) high = middle
    else low = middle + 1
  }
  return low < starts.length && starts[low]! <= code ? sets[setOf[low]!]! : none
}
