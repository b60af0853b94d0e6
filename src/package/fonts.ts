import { type FontSource, provideFonts as provide } from '../text/font-source.ts'
import { isNode } from './platform.ts'

let isProvided = false

/**
 * Hands over the fonts for captions beyond Latin: in a browser, what the page has fetched of the package's folder fonts/. In
 * node the installed ones are used without this.
 */
export function provideFonts(source: FontSource): void {
  isProvided = true
  provide(source)
}

/** Provides the installed fonts in node, unless others are provided. */
export async function installedInNode(): Promise<void> {
  if (isProvided || !isNode()) return
  const { installedFonts } = await import('../text/installed-fonts.ts')
  if (!isProvided) provideFonts(installedFonts)
}
