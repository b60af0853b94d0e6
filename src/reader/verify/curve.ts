/** How far a curve reaches: its control points may be far outside. */

/**
 * The least and the greatest coordinate of a cubic Bézier curve along one axis.
 *
 * @param from  where it begins; then its control points, and where it ends
 */
export function reachOf(from: number, a: number, b: number, to: number): readonly [least: number, most: number] {
  let [least, most] = [Math.min(from, to), Math.max(from, to)]
  if (Math.min(a, b) >= least && Math.max(a, b) <= most) return [least, most]
  // where its derivative, a quadratic polynomial, is zero
  const [first, second, third] = [a - from, b - a, to - b]
  for (const t of zerosOf(first - 2 * second + third, 2 * (second - first), first)) {
    if (!(t > 0 && t < 1)) continue
    const s = 1 - t
    const value = s * s * s * from + 3 * s * s * t * a + 3 * s * t * t * b + t * t * t * to
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  return [least, most]
}

/** Where a x² + b x + c is zero. */
function zerosOf(a: number, b: number, c: number): readonly number[] {
  if (Math.abs(a) < 1e-9) return b === 0 ? [] : [-c / b]
  const root = Math.sqrt(b * b - 4 * a * c)
  return Number.isNaN(root) ? [] : [(-b + root) / (2 * a), (-b - root) / (2 * a)]
}
