import type { FontSource } from '../text/font-source.ts'

/** The installed fonts; undefined in a browser, which has none. */
export async function installedFonts(): Promise<FontSource | undefined> {
  return isNode() ? (await import('#node')).installedFonts() : undefined
}

/** As much of node's global object as is looked at; a browser has none. */
declare const process: { readonly versions?: { readonly node?: string } } | undefined

/** Whether this runs in node, or in what has its modules. */
function isNode(): boolean {
  return typeof process === 'object' && process.versions?.node !== undefined
}
