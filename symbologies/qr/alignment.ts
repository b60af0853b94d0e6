/**
 * Rows, and likewise columns, of the centres of alignment patterns, in rising order; none in version 1.
 *
 * ISO/IEC 18004:2015, Annex E, Table E.1, as a formula: the first centre is on the timing pattern, the last one six
 * modules from the far edge, and the distances between centres are even and equal except for the first. The distance is
 * that of an equal division, its half rounded up if the fraction is a quarter or more.
 */
export function alignmentCentres(version: number): number[] {
  if (version === 1) return []
  const gaps = 1 + Math.floor(version / 7)
  const first = 6
  const last = 10 + 4 * version
  const distance = 2 * Math.floor((last - first) / (2 * gaps) + 0.75)
  return [first, ...Array.from({ length: gaps }, (_, i) => last - (gaps - 1 - i) * distance)]
}
