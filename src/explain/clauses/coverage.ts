/** How many clauses each register has, and how many of them vectors show: for pages, which need not load the registers. */

/** Numbers of a register, in the order of the registers. */
export interface Coverage {
  readonly standard: string
  /** What of the standard the register is about. */
  readonly about: string
  readonly clauses: number
  readonly shown: number
}

export const coverage: readonly Coverage[] = [
  { standard: 'ISO/IEC 15417:2007', about: 'Code 128', clauses: 36, shown: 32 },
  { standard: 'ISO/IEC 18004:2015', about: 'QR Code', clauses: 107, shown: 102 },
  { standard: 'ISO/IEC 18004:2015', about: 'Micro QR Code', clauses: 38, shown: 36 },
  { standard: 'ISO/IEC 16022:2006', about: 'Data Matrix', clauses: 90, shown: 86 },
  { standard: 'ISO/IEC 21471:2020', about: 'DMRE', clauses: 19, shown: 18 },
  { standard: 'ISO/IEC 15420:2009', about: 'EAN, UPC', clauses: 53, shown: 51 },
  { standard: 'GS1 General Specifications', about: 'EAN, UPC', clauses: 23, shown: 21 },
  { standard: 'ISO/IEC 16388:2007', about: 'Code 39', clauses: 20, shown: 18 },
  { standard: 'ISO/IEC 16390:2007', about: 'ITF', clauses: 6, shown: 4 },
  { standard: 'GS1 General Specifications', about: 'ITF-14', clauses: 5, shown: 5 },
  { standard: 'AIM ECI 008, Part 3', about: 'ECI', clauses: 31, shown: 31 },
  { standard: 'GS1 General Specifications', about: 'GS1', clauses: 16, shown: 12 },
]
