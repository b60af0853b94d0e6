import { fontFile } from './font-source.ts'

export interface FontFacts {
  /** Path below fonts/. */
  readonly file: string
  readonly kind: 'text' | 'symbol' | 'emoji' | 'bitmap'
  /** 1: glyphs are placed on whole dots. 4: on quarter dots, in scripts whose letters touch, so that no gap shows. */
  readonly phases: 1 | 4
  /** Ascent and descent are in font units. Descent is positive below the baseline. */
  readonly unitsPerEm: number
  readonly ascent: number
  readonly descent: number
}

/** The content of fonts.json: see `tableOf` in fonts/make.mjs. */
interface FontTable {
  readonly fonts: readonly FontFacts[]
  readonly sets: readonly (readonly number[])[]
  readonly ranges: readonly number[]
}

interface Coverage {
  readonly fonts: readonly FontFacts[]
  readonly sets: readonly (readonly number[])[]
  /** Range i of code points is [starts[i], ends[i]). The fonts sets[setOf[i]] cover it. */
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
  const { fonts, sets, ranges }: FontTable = JSON.parse(new TextDecoder().decode(fontFile('fonts.json')))
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

/** The fonts that have this code point, most preferred first. Opens no font file. */
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
