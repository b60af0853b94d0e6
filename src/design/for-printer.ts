/** A design for a printer that stretches or spreads: shorter where it prints longer, and its symbols narrower. */

import type { LabelFormat } from '../draw/drawing.ts'
import { compensationFor } from '../layout/compensation.ts'
import type { Dpi, Resolution } from '../layout/resolution.ts'
import { type Compensation, fed, type Scene, type Turn } from '../layout/scene.ts'
import { fedOrientation, type LabelSize, type Scale, scaleAsRead } from '../layout/stock.ts'
import { type Arrangement, quarterTurns, turnedFor } from '../render/arrange.ts'
import { isPrinterLanguage } from '../render/language.ts'
import type { Design, Element, Point } from './design.ts'

/** Of a request for a label. */
interface Asked {
  readonly design: Design
  readonly format: LabelFormat
  readonly dpi?: Dpi | undefined
  readonly stock?: LabelSize | undefined
  readonly handling?: Arrangement | undefined
}

/** The printer's, of the design as it is read. */
export function scaleOf({ design, stock, format, handling = {} }: Asked, resolution: Resolution): Scale | undefined {
  const { scale, turn = 0 } = handling
  if (scale === undefined || !isPrinterLanguage(format)) return undefined
  const orientation = fedOrientation(design.size) ?? 'landscape'
  return scaleAsRead(scale, { size: stock ?? design.size, orientation, resolution }, quarterTurns.indexOf(turn))
}

/** The design with shorter lengths, where it is printed longer. */
export function scaledDesign(design: Design, scale: Scale | undefined): Design {
  if (scale === undefined) return design
  const short = ([x, y]: Point): Point => [x / scale[0], y / scale[1]]
  const elements = design.elements.map(
    (element): Element =>
      element.kind === 'line'
        ? { ...element, from: short(element.from), to: short(element.to) }
        : { ...element, at: short(element.at), size: short(element.size) },
  )
  return { ...design, elements }
}

/** By how many dots symbols are narrowed for the printer. */
export function compensationOf(
  { format, dpi, handling = {} }: Asked,
  resolution: Resolution,
): Compensation | undefined {
  const columns = format === 'brother' && dpi === '600' ? 2 : 1
  return handling.gain && compensationFor(handling.gain, resolution, columns)
}

/** The turn of a label when it is printed: documents and pictures are turned when they are sent to a printer. */
export function printedTurn(scene: Scene, { design, stock, handling }: Asked): Turn {
  return handling === undefined ? scene.turn : turnedFor(fed(scene, stock ?? design.size), handling).turn
}
