/** A design for a printer that stretches: shorter where it prints longer. */

import type { Scale } from '../layout/stock.ts'
import type { Design, DesignElement, LabelPoint } from './design.ts'

/** The design with shorter lengths, where it is printed longer. */
export function scaledDesign(design: Design, scale: Scale | undefined): Design {
  if (scale === undefined) return design
  const short = ([x, y]: LabelPoint): LabelPoint => [x / scale[0], y / scale[1]]
  const elements = design.elements.map((element): DesignElement => {
    if (element.kind === 'line') return { ...element, from: short(element.from), to: short(element.to) }
    const { at, size } = element
    return at === undefined || size === undefined ? element : { ...element, at: short(at), size: short(size) }
  })
  return { ...design, elements }
}
