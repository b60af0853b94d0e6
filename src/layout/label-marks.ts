/** An arrangement as marks. */

import type { Barcode } from '../../symbologies/barcode.ts'
import { heightOf, type Line } from '../text/index.ts'
import { type Arrangement, gapsOf, lowestBars, space } from './arrangement.ts'
import type { BesideArrangement } from './beside.ts'
import { type Block, block, sizeOfBlock, stacked } from './captions.ts'
import { linesAbove, linesBelow } from './label-words.ts'
import { type Mark, moved, type Scene, type TextMark, turned } from './scene.ts'
import type { Room } from './stock.ts'
import { isLinear } from './symbol.ts'

export type LabelMarks = Pick<Scene, 'marks' | 'barHeight' | 'cut'>

/** @param digits  whether the digits at the bars of EAN and UPC are drawn */
export function labelMarks(
  barcode: Barcode,
  arrangement: Arrangement | BesideArrangement,
  digits: boolean,
): LabelMarks {
  const symbol = symbolIn(barcode, arrangement, digits)
  const { barHeight } = symbol
  const column = 'column' in arrangement ? arrangement.column : undefined
  const marks = [...stackedMarks(barcode, arrangement, symbol), ...(column === undefined ? [] : columnMarks(column))]
  const { words } = column ?? arrangement
  const cut = [...new Set([...words.cut, ...words.tooLong])]
  if (symbol.isCut && !cut.includes('text')) cut.push('text')
  return { marks, barHeight, cut }
}

/** The symbol and the words above and below it, together in the middle of the room. */
function stackedMarks(barcode: Barcode, arrangement: Arrangement, symbol: Block): readonly Mark[] {
  const { words, room } = arrangement
  const [above, below] = [linesAbove(words), linesBelow(words)]
  const gaps = gapsOf(barcode, arrangement)
  const needed = heightOf(above) + gaps.above + symbol.height + gaps.below + heightOf(below)
  const top = room.y + Math.floor((room.height - needed) / 2)
  const x = room.x + Math.floor((room.width - symbol.width) / 2)
  const y = top + heightOf(above) + gaps.above
  return [
    ...stacked(above, { ...room, y: top }),
    ...stacked(below, { ...room, y: y + symbol.height + gaps.below }),
    ...symbol.marks.map((mark) => moved(mark, x, y)),
  ]
}

/** Lines in the middle of the height of a column, each at the side on which it starts to be read. */
function columnMarks({ words, room }: BesideArrangement['column']): readonly Mark[] {
  const lines = [...words.title, ...words.caption]
  let top = room.y + Math.floor((room.height - heightOf(lines)) / 2)
  return lines.map((line): TextMark => {
    const y = top + line.ascent
    top += line.ascent + line.descent
    return { kind: 'text', line, x: startOf(line, room), y, turn: 'N' }
  })
}

function startOf({ ink, isRightToLeft }: Line, { x, width }: Room): number {
  return isRightToLeft ? x + width - ink.right : x - ink.left
}

/** The symbol at the origin, a linear one with bars as high as the room allows. */
function symbolIn(barcode: Barcode, arrangement: Arrangement, digits: boolean): Block & { readonly barHeight: number } {
  const { module, isTurned, room } = arrangement
  const captions = digits ? 'digits' : 'none'
  const lowest = { x: 0, y: 0, module, height: lowestBars(room), resolution: room.resolution }
  const [, leastHeight] = sizeOfBlock(barcode, lowest, captions)
  const spare = isLinear(barcode) ? space(barcode, arrangement).across - leastHeight : 0
  const barHeight = lowest.height + spare
  const { marks, width, height, isCut } = block(barcode, { ...lowest, height: barHeight }, captions)
  if (!isTurned) return { marks, width, height, isCut, barHeight }
  const frame = { width, height, turn: 'L' } as const
  return { marks: marks.map((mark): Mark => turned(mark, frame)), width: height, height: width, isCut, barHeight }
}
