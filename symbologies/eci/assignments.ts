/**
 * The character sets that AIM's ECI register assigns numbers to (AIM ECI 008, Part 3), as far as quietzone writes them.
 */

const rows = [
  [1, 'ISO 8859-1 (former number)'],
  [2, 'Code page 437'],
  [3, 'ISO 8859-1'],
  [4, 'ISO 8859-2'],
  [5, 'ISO 8859-3'],
  [6, 'ISO 8859-4'],
  [7, 'ISO 8859-5'],
  [8, 'ISO 8859-6'],
  [9, 'ISO 8859-7'],
  [10, 'ISO 8859-8'],
  [11, 'ISO 8859-9'],
  [12, 'ISO 8859-10'],
  [13, 'ISO 8859-11'],
  [15, 'ISO 8859-13'],
  [16, 'ISO 8859-14'],
  [17, 'ISO 8859-15'],
  [18, 'ISO 8859-16'],
  [20, 'Shift JIS'],
  [21, 'Windows 1250'],
  [22, 'Windows 1251'],
  [23, 'Windows 1252'],
  [24, 'Windows 1256'],
  [25, 'UTF-16BE'],
  [26, 'UTF-8'],
  [27, 'ASCII'],
  [28, 'Big5'],
  [29, 'GB 2312'],
  [30, 'KS X 1001'],
  [32, 'GB 18030'],
  [35, 'UTF-32LE'],
  [170, 'ISO 646, the invariant characters'],
  [899, 'Bytes'],
] as const

/** The number of a character set in the register. */
export type Eci = (typeof rows)[number][0]

/** In rising order. */
export const ecis: readonly Eci[] = rows.map(([eci]) => eci)

/** ISO 8859-1 and UTF-8 first, which more readers know than others; then in rising order. */
export const preferredEcis: readonly Eci[] = [3, 26, ...ecis.filter((eci) => eci !== 3 && eci !== 26)]

/** The name of a character set, for people. */
export const eciNames: { readonly [eci in Eci]: string } = Object.fromEntries(rows) as Record<Eci, string>
