/** SVG and PDF have outlines in whole hundredths of a dot, which are shorter than fractions and faster to write. */
export const unitsPerDot = 100
