/** A file that captions need is missing, cannot be read, or differs from the one that this program was built with. */
export class FontError extends Error {
  constructor(path: string, why: string, options?: ErrorOptions) {
    super(`${path} ${why}`, options)
    // the service logs only the names of errors, not their messages: the name includes the file
    this.name = `FontError in ${path}`
  }
}

/**
 * Where the fonts come from, and what captions need besides: in node the installed files, in a browser what the page has fetched.
 *
 * Each is asked for when a text first needs it, and kept.
 */
export interface FontSource {
  /** The content of a file of the folder fonts/. @param name  as fonts/SHA256SUMS has it @throws FontError if there is none */
  file(name: string): Uint8Array
  /** The content of fonts/unifont.br, decompressed. @throws FontError */
  unifont(): Uint8Array
  /** The module of the package harfbuzzjs, which has been loaded. @throws FontError if it has not, or could not be */
  harfBuzz(): object
  /** What the default export of bidi-js returns. @throws FontError */
  bidi(): BidiAlgorithm
}

/** The classes of characters: Unicode Standard Annex #9, 3.2. */
export type BidiClass =
  | ('L' | 'R' | 'AL')
  | ('EN' | 'ES' | 'ET' | 'AN' | 'CS' | 'NSM' | 'BN')
  | ('B' | 'S' | 'WS' | 'ON')
  | ('LRE' | 'LRO' | 'RLE' | 'RLO' | 'PDF' | 'LRI' | 'RLI' | 'FSI' | 'PDI')

/** What is used of bidi-js. It treats UTF-16 units as characters. */
export interface BidiAlgorithm {
  /** Of each unit, and of the first paragraph. */
  getEmbeddingLevels(
    text: string,
    direction: 'ltr' | 'rtl' | 'auto',
  ): { readonly levels: Uint8Array; readonly paragraphs: readonly { readonly level: number }[] }
  getBidiCharTypeName(character: string): BidiClass
  getMirroredCharacter(character: string): string | null
}

let provided: FontSource | undefined

/** Sets where fonts come from. What has been read from an earlier source is kept. */
export function provideFonts(source: FontSource): void {
  provided = source
}

/** Asks the source for something. @param what  its name, for the error @throws FontError if there is no source */
export function fromSource<Part>(what: string, ask: (source: FontSource) => Part): Part {
  if (provided === undefined) {
    throw new FontError(what, 'is needed for a caption, and no fonts were handed over; call provideFonts first')
  }
  return ask(provided)
}

/** The content of a file of the folder fonts/. @throws FontError */
export const fontFile = (name: string): Uint8Array => fromSource(name, (source) => source.file(name))
