/** In place of node.ts in what is made for browsers, where the functions are never called. */

import type { FontSource } from '../text/font-source.ts'

function refused(): never {
  throw new Error('only node has this')
}

export const installedFonts: () => Promise<FontSource> = refused
export const deflate: (bytes: Uint8Array) => Uint8Array = refused
