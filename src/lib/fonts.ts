import type { FontLoader } from '../text/needed-fonts.ts'

let loader: FontLoader | undefined

/**
 * Where captions get their fonts, for other letters than those of western Europe: in a browser, from files that the page serves.
 * In node the installed fonts are used without this.
 */
export function provideFonts(fonts: FontLoader): void {
  loader = fonts
}

/** The loader that was provided last. */
export function providedFonts(): FontLoader | undefined {
  return loader
}
