/** What node has and browsers have not, loaded when it is first needed. */

import { deflateSync } from 'node:zlib'
import type { FontSource } from '../text/font-source.ts'

export async function installedFonts(): Promise<FontSource> {
  return (await import('../text/installed-fonts.ts')).installedFonts
}

export const deflate = (bytes: Uint8Array): Uint8Array => deflateSync(bytes)
