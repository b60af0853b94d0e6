/** What the labels of a program were asked for, for those who read their bytes back, and what they say. */

import type { Symbology } from '../../symbologies/index.ts'
import type { ExpectedOrder, OrderedSymbol } from '../draw/proof.ts'
import { isOfSymbol, type Scene, type Turn, turned, turns } from '../layout/scene.ts'
import type { FieldJudgement } from './judge.ts'
import { turnOf } from './placing.ts'
import type { DrawnLabel } from './read.ts'

/** Findings of symbols that are not read as they are drawn: they are told, and not read back. */
const unread: ReadonlySet<string> = new Set([
  ...['off_page', 'quiet_zone_short', 'ink_in_quiet_zone'],
  ...['symbol_erased', 'symbol_reversed', 'symbol_mirrored'],
])

/**
 * The symbols of a label as it lies upright: those of the ten that are judged to be read, with the text that the program gives them.
 *
 * @param sides  of the label as it is written
 */
export function orderOf(
  { scene, fields }: Pick<DrawnLabel, 'scene' | 'fields'>,
  sides: ExpectedOrder['sides'],
): ExpectedOrder {
  const ordered = fields.map((each) => orderedSymbol(each, scene))
  // together they are judged only where all are read back
  const isWhole = fields.every(({ drawn }, i) => drawn.symbol === undefined || ordered[i]!.length > 0)
  const agrees = isWhole && fields.every(({ findings }) => findings.every(({ code }) => code !== 'label_conflict'))
  return { head: scene.resolution, symbols: ordered.flat().map((symbol) => ({ ...symbol, agrees })), sides }
}

function orderedSymbol({ drawn, findings }: FieldJudgement, scene: Scene): readonly OrderedSymbol[] {
  const { symbol } = drawn
  const mark = drawn.marks.find(isOfSymbol)
  if (symbol === undefined || mark === undefined) return []
  const { type, encoded, transmitted, guards } = symbol.symbol
  const isRead = findings.every(({ code, kind }) => kind !== 'fault' && !unread.has(code))
  if (encoded === undefined || transmitted === undefined || !isRead) return []
  const { area, module } = turned(mark, scene).symbol!
  const gs1 = encoded.elements.length > 0 ? 'true' : 'false'
  const contents = { symbology: type as Symbology, text: encoded.text, gs1, isUtf8: transmitted === 'utf8' } as const
  return [{ contents, module, areas: [area], turns: [together(turnOf[symbol.orientation], scene.turn)], guards }]
}

/** One turn after the other. */
const together = (first: Turn, second: Turn): Turn =>
  turns[(turns.indexOf(first) + turns.indexOf(second)) % turns.length]!

/** What a label says, for people who look for it in a list: its symbols, one below the other, and its other words, a line each. */
export function inscriptionOfLabel({ fields }: Pick<DrawnLabel, 'fields'>): {
  readonly text: string
  readonly words: readonly string[]
} {
  const symbols = fields.flatMap(({ drawn }) => drawn.symbol?.symbol.text ?? [])
  const words = fields.flatMap(({ drawn: { field } }) =>
    field.content.kind === 'text' ? (field.data?.text.split(/\r?\n|\\&/) ?? []) : [],
  )
  return { text: symbols.join('\n'), words: words.filter((word) => word.trim() !== '') }
}
