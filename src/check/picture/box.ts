/** Pixels from `left` to `right` and `top` to `bottom`, `right` and `bottom` not included. */
export interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Whether two boxes have a pixel in common. */
export const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** In the picture mirrored at its main diagonal. */
export const transposedBox = ({ left, right, top, bottom }: Box): Box => ({
  left: top,
  right: bottom,
  top: left,
  bottom: right,
})
