/** What the GS1 symbols of a label say together, as findings of the fields that draw them. */

import { bracketedText, gs1Message } from '../../symbologies/gs1/index.ts'
import { labelConflicts } from '../design/label-conflicts.ts'
import { isOfSymbol, type Scene, type Turn } from '../layout/scene.ts'
import { messageIn } from '../reader/check/gs1/message.ts'
import type { DrawnOnLabel } from './draw-field.ts'
import type { FieldFinding, FieldOrientation } from './field.ts'

/** What messages call a field. */
export function fieldLabel({ field }: DrawnOnLabel): string {
  const { prefix, name, offset } = field.command
  return `${prefix}${name} at byte ${offset}`
}

const turns: { readonly [O in FieldOrientation]: Turn } = { N: 'N', R: 'R', I: 'I', B: 'L' }

/** By their names, the fields whose symbols contradict others, or are too far from them. A format may have several labels side by side. */
export function conflictFindings(
  drawn: readonly DrawnOnLabel[],
  { resolution }: Scene,
): ReadonlyMap<string, readonly FieldFinding[]> {
  const symbols = drawn.flatMap((each) => {
    const { symbol, marks } = each
    const encoded = symbol?.symbol.encoded
    const mark = marks.find(isOfSymbol)
    if (symbol === undefined || encoded === undefined || mark === undefined) return []
    const { barcode, elements, text } = encoded
    const hasFnc1 = elements.length > 0 && messageIn({ symbology: barcode.symbology, text }) === undefined
    const { area, module } = mark.symbol
    const contents = { gs1: hasFnc1 ? 'true' : 'false', append: undefined } as const
    const turn = turns[symbol.orientation]
    return [{ label: fieldLabel(each), symbol: { barcode, contents, elements, text, module, areas: [area], turn } }]
  })
  const found = new Map<string, FieldFinding[]>()
  for (const { code, message, labels } of labelConflicts(symbols, resolution, false)) {
    // the later of both is told
    const at = labels.at(-1)!
    found.set(at, [...(found.get(at) ?? []), { code, kind: 'warning', message }])
  }
  return found
}

/** Whether the GS1 symbols of a label together have all companions that each of them alone may lack. */
export function lacksNothing(drawn: readonly DrawnOnLabel[]): boolean {
  const elements = drawn.flatMap(({ symbol }) => symbol?.symbol.encoded?.elements ?? [])
  const { faults } = gs1Message(bracketedText(elements))
  return elements.length > 0 && faults.every(({ code }) => code !== 'gs1_missing_ai')
}
