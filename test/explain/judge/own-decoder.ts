/** Our reader as a decoder. */

import type { ShownSymbol } from '../../../src/explain/judge/decoders/index.ts'
import { checkImage, type Picture, readPngAtOnce, type SymbolReport } from '../../../src/reader/check/index.ts'

/** What the reader found in the picture. */
export interface Seen {
  readonly picture: Picture
  readonly symbol: SymbolReport | undefined
}

export type Answered =
  | { readonly kind: 'read'; readonly data: string; readonly type?: string }
  | { readonly kind: 'nothing'; readonly why: string }

/** A check goes on where a decoder has to stop. */
const fatal = /\.(check|character|parity)$/

export function ownDecoder({ type, png }: ShownSymbol): { readonly answer: Answered; readonly seen: Seen } {
  const picture = readPngAtOnce(png)
  const symbol = checkImage(picture, { type }).symbols.find(({ symbology }) => symbology === type)
  const seen = { picture, symbol }
  const fault = symbol?.findings.find(({ code, kind }) => kind === 'fault' && fatal.test(code))
  if (symbol?.text === undefined || fault !== undefined) {
    return { answer: { kind: 'nothing', why: fault?.message ?? 'no symbol' }, seen }
  }
  return { answer: { kind: 'read', data: symbol.text, type }, seen }
}

export const greyAt = ({ width, grey }: Picture, x: number, y: number): number => grey[y * width + x]!
