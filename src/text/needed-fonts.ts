/** What captions need that is not part of the program: pages fetch it before they draw, and draw without waiting. */

import { isBidirectional } from './bidi.ts'
import { type BidiAlgorithm, FontError, type FontSource, provideFonts } from './font-source.ts'
import { type Face, fontFacts, isNotoSansFace, notoSansIn, undecided } from './fonts.ts'
import { isLatin } from './latin.ts'
import { chooseFrom, commonFonts, isInFaces } from './prepared-text.ts'
import { clean } from './shown-text.ts'

/** Whether captions with these texts need anything that is not part of the program. */
export const needsFonts = (texts: readonly string[], face: Face = 'sans'): boolean =>
  isNotoSansFace(face) || !texts.map(clean).every(isLatin)

interface NeededFonts {
  /** Files of the folder fonts/, by their names in fonts/SHA256SUMS. */
  readonly files: readonly string[]
  readonly harfBuzz: boolean
  /** Whether the algorithm of bidi-js is needed. */
  readonly bidi: boolean
}

/**
 * What captions with these texts need, wherever their lines end and whether they are shown whole or not: nothing for Latin letters of
 * Europe in sans.
 *
 * @throws FontError if fonts.json is needed, which tells the fonts of each character, and the source does not have it
 */
export function neededFonts(texts: readonly string[], face: Face = 'sans'): NeededFonts {
  const others = drawnOf(texts).filter((text) => isNotoSansFace(face) || !isLatin(text))
  if (others.length === 0) return { files: [], harfBuzz: false, bidi: false }
  const facts = fontFacts()
  const fonts = [...new Set(others.flatMap((text) => [...fontsOf(text, face)]))].sort((a, b) => a - b)
  return {
    files: ['fonts.json', ...fonts.map((font) => facts[font]!.file)],
    harfBuzz: fonts.some((font) => facts[font]!.kind !== 'bitmap'),
    bidi: others.some(isBidirectional),
  }
}

/** Each text as it is drawn: as a whole, or its lines by themselves, which are read in directions of their own. */
const drawnOf = (texts: readonly string[]): readonly string[] =>
  texts.flatMap((text) => [text, ...text.split(/\r?\n/)]).map((text) => clean(text).trim())

/** The fonts of a text and of all starts of it: those of its letters, and those that neutral characters between them may be given. */
function fontsOf(text: string, face: Face): ReadonlySet<number> {
  const chosen = new Uint8Array(text.length).fill(undecided)
  const starts = chooseFrom(text, 0, chosen, 'sans')
  // what no letter decides is given the first, an ellipsis at the end among it
  const inFace = notoSansIn(face)
  const fonts = new Set([inFace])
  for (let i = 0; i + 1 < starts.length; i++) {
    const [start, end] = [starts[i]!, starts[i + 1]!]
    const grapheme = text.slice(start, end)
    const first = inFace !== 0 && isInFaces(grapheme) ? inFace : 0
    for (const id of chosen.subarray(start, end)) if (id < undecided) fonts.add(id === 0 ? first : id)
    const neutral = commonFonts(grapheme)?.[0]
    if (neutral !== undefined && chosen[start] === undecided) fonts.add(neutral === 0 ? first : neutral)
  }
  return fonts
}

/** Where a page gets what captions need besides Latin letters of Europe. */
export interface FontLoader {
  /** A file of the folder fonts/. @param name  as fonts/SHA256SUMS has it; unifont.br is wanted decompressed */
  file(name: string): Promise<Uint8Array>
  /** The module of the package harfbuzzjs, dist/index.mjs, which fetches harfbuzz.wasm beside it. */
  harfBuzz(): Promise<object>
  /** What the default export of bidi-js returns; its ES module is dist/bidi.mjs. */
  bidi(): Promise<BidiAlgorithm>
}

/** Loads what captions with these texts need, all at once, and hands it over to them. @throws what the loader throws */
type LoadFonts = (texts: readonly string[], face?: Face) => Promise<void>

/** Each part is loaded once, for the first text that needs it; one that could not be loaded is tried again for the next. */
export function fontsLoadedBy(loader: FontLoader): LoadFonts {
  const files = new Map<string, Uint8Array>()
  let harfBuzz: object | undefined
  let bidi: BidiAlgorithm | undefined
  const source: FontSource = {
    file: (name) => files.get(name) ?? missing(name),
    unifont: () => files.get('unifont.br') ?? missing('unifont.br'),
    harfBuzz: () => harfBuzz ?? missing('harfbuzzjs'),
    bidi: () => bidi ?? missing('bidi-js'),
  }
  const once = loadingOnce()
  const loadFile = (name: string): Promise<void> =>
    once(name, async () => {
      files.set(name, await loader.file(name))
    })
  const loadHarfBuzz = (): Promise<void> =>
    once('harfbuzzjs', async () => {
      harfBuzz = await loader.harfBuzz()
    })
  const loadBidi = (): Promise<void> =>
    once('bidi-js', async () => {
      bidi = await loader.bidi()
    })
  return async (texts, face) => {
    if (!needsFonts(texts, face)) return
    provideFonts(source)
    await loadFile('fonts.json')
    const needed = neededFonts(texts, face)
    const parts = needed.files.map(loadFile)
    if (needed.harfBuzz) parts.push(loadHarfBuzz())
    if (needed.bidi) parts.push(loadBidi())
    await Promise.all(parts)
  }
}

/** Calls each `load` at the first time for its name, and again only after one that failed. */
function loadingOnce(): (name: string, load: () => Promise<void>) => Promise<void> {
  const begun = new Map<string, Promise<void>>()
  return (name, load) => {
    const known = begun.get(name)
    if (known !== undefined) return known
    const loading = load().catch((error: unknown) => {
      begun.delete(name)
      throw error
    })
    begun.set(name, loading)
    return loading
  }
}

function missing(name: string): never {
  throw new FontError(name, 'is needed for a caption, and has not been loaded; load what its text needs first')
}
