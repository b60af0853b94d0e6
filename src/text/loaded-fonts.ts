/** Fonts for pages: what captions need is fetched first, and then drawn without waiting. */

import { type BidiAlgorithm, FontError, type FontSource, provideFonts } from './font-source.ts'
import { neededFonts, needsFonts } from './needed-fonts.ts'

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
export type LoadFonts = (texts: readonly string[]) => Promise<void>

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
  return async (texts) => {
    if (!needsFonts(texts)) return
    provideFonts(source)
    await loadFile('fonts.json')
    const needed = neededFonts(texts)
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
