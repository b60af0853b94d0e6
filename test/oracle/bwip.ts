import bwip from 'bwip-js/node'

/**
 * The widths of bars and spaces in turn, from the first bar to the last, as bwip-js draws a linear symbol.
 *
 * @param text taken character by character, U+0000 to U+00FF
 */
export function bwipWidths(type: string, text: string, options: object = {}): number[] {
  const symbols: readonly object[] = bwip.raw(type, text, { binarytext: true, ...options })
  const symbol = symbols[0]
  if (symbol === undefined || !('sbs' in symbol) || !Array.isArray(symbol.sbs)) {
    throw new Error(`bwip-js gave no widths for ${type}`)
  }
  const widths = symbol.sbs.map(Number)
  return widths.length % 2 === 0 ? widths.slice(0, -1) : widths
}

/** What bwip-js finds wrong with a bracketed GS1 message; undefined if nothing. It does not look for companions of AIs. */
export function bwipVerdict(text: string): string | undefined {
  try {
    bwip.raw('gs1-128', text, {})
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
