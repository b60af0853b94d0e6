/** The outline of a label, along which it is cut, and the rectangle within it that is printed on. */

/** Lengths are in mm. Round labels are ellipses with equal sides. */
export type LabelOutline =
  | { readonly kind: 'rectangle'; readonly corner: number }
  | { readonly kind: 'ellipse' }
  /** A disc with a hole in its middle. The label may cut off parts of the circle. */
  | { readonly kind: 'disc'; readonly diameter: number; readonly hole: number }

/** Lengths of one unit, such as dots. */
interface Extent {
  readonly width: number
  readonly height: number
}

/** Distances from the sides of a label. */
export interface Insets {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/**
 * How far the largest rectangle that is `margin` dots within the outline, and as wide and high as the label in proportion, is from its
 * sides, in whole dots. On a disc it is above the hole.
 *
 * @param label  in dots
 * @param perMillimetre  dots
 */
export function insetsOf(outline: LabelOutline, label: Extent, margin: number, perMillimetre: number): Insets {
  switch (outline.kind) {
    case 'rectangle':
      // where the diagonal of a rounded corner is cut
      return alike(Math.max(margin, Math.ceil((1 - Math.SQRT1_2) * outline.corner * perMillimetre)))
    case 'ellipse':
      return { ...across(label.width, margin), ...down(label.height, margin) }
    case 'disc':
      return aboveHole({ ...outline, ...label, margin, perMillimetre })
  }
}

const alike = (inset: number): Insets => ({ left: inset, top: inset, right: inset, bottom: inset })

/** The inset of the sides of the rectangle with the largest area in an ellipse. */
const inscribed = (side: number, margin: number): number =>
  Math.min(Math.floor(side / 2) - 1, Math.ceil(side / 2 - (side / 2 - margin) * Math.SQRT1_2))

function across(width: number, margin: number): Pick<Insets, 'left' | 'right'> {
  return { left: inscribed(width, margin), right: inscribed(width, margin) }
}

function down(height: number, margin: number): Pick<Insets, 'top' | 'bottom'> {
  return { top: inscribed(height, margin), bottom: inscribed(height, margin) }
}

interface Disc extends Extent {
  readonly diameter: number
  readonly hole: number
  readonly margin: number
  readonly perMillimetre: number
}

/** The rectangle with the largest area between the hole and the upper edge. */
function aboveHole({ width, height, diameter, hole, margin, perMillimetre }: Disc): Insets {
  const outer = (diameter * perMillimetre) / 2 - margin
  const inner = (hole * perMillimetre) / 2 + margin
  const highest = Math.max(1, Math.floor(Math.min(outer, height / 2 - margin) - inner))
  const halfWidth = (rise: number): number =>
    Math.min(width / 2 - margin, Math.sqrt(Math.max(0, outer ** 2 - (inner + rise) ** 2)))
  let best = 1
  for (let rise = 1; rise <= highest; rise++) if (rise * halfWidth(rise) > best * halfWidth(best)) best = rise
  const side = Math.min(Math.floor(width / 2) - 1, Math.ceil(width / 2 - halfWidth(best)))
  const bottom = Math.min(height - 2, Math.ceil(height / 2 + inner))
  return { left: side, right: side, top: Math.max(0, Math.ceil(height / 2 - inner - best)), bottom }
}
