/** In place of node.ts in what is made for browsers, where the function is never called. */

import type { FontSource } from '../text/font-source.ts'

export const installedFonts: () => Promise<FontSource> = () => {
  throw new Error('only node has this')
}
