import { encode, type Symbology, tables } from '../../../../symbologies/index.ts'
import type { Defect } from '../defects.ts'
import { flippedModules } from '../inject-bar-defects.ts'
import { widthsIn } from '../paint.ts'
import { paint, type Sample, samples } from './bars.ts'

const dots = 3

const ofSymbology = (symbology: Symbology): Sample => samples.find((sample) => sample.symbology === symbology)!

export function eanFlip(symbology: Symbology, rule: string, ...columns: number[]): Defect {
  const sample = ofSymbology(symbology)
  return {
    name: `${symbology}: ${rule} at ${columns.join()}`,
    picture: paint(flippedModules(symbology, sample.text, ...columns), sample),
    type: symbology,
    faults: [`${symbology}.${rule}`],
    at: columns.map((column) => [0, column] as const),
  }
}

/** An EAN or UPC symbol of digits in number sets, whatever they are. */
export function eanOf(digits: string, sets: string, parts: { left: string; centre?: string; right: string }): number[] {
  const modules = Array.from(digits, (digit, i) => {
    const value = tables.eanSymbolCharacters[10 * 'ABC'.indexOf(sets[i]!) + Number(digit)]!
    return value.toString(2).padStart(7, '0')
  })
  const half = parts.centre === undefined ? digits.length : digits.length / 2
  const all = [parts.left, ...modules.slice(0, half), parts.centre ?? '', ...modules.slice(half), parts.right].join('')
  return (all.match(/1+|0+/g) ?? []).map((run) => run.length * dots)
}

const full = { left: '101', centre: '01010', right: '101' }
const short = { left: '101', right: '010101' }
export const eanCase = (
  name: string,
  symbology: Symbology,
  widths: number[],
  faults: string[],
  notes: string[] = [],
): Defect => ({
  name,
  picture: paint(widths, ofSymbology(symbology)),
  type: symbology,
  faults: faults.map((rule) => `${symbology}.${rule}`),
  notes: notes.map((rule) => `${symbology}.${rule}`),
})

export const ean: Defect[] = [
  eanFlip('ean13', 'guard.left', 1),
  eanFlip('ean13', 'guard.centre', 47),
  eanFlip('ean13', 'guard.right', 93),
  eanFlip('ean8', 'guard.centre', 33),
  eanFlip('upca', 'guard.left', 1),
  eanFlip('upce', 'guard.right', 48),
  eanCase('ean13: an invalid character', 'ean13', flippedModules('ean13', '5901234123457', 10), ['character']),
  eanCase('ean13: number sets that stand for nothing', 'ean13', eanOf('901234123457', 'ABABBBCCCCCC', full), [
    'parity',
  ]),
  eanCase(
    'ean13: number sets of another first digit',
    'ean13',
    eanOf('901234123457', 'AABABBCCCCCC', full),
    ['check'],
    ['reference'],
  ),
  eanCase('ean13: a wrong check digit', 'ean13', eanOf('901234123458', 'ABBAABCCCCCC', full), ['check'], ['reference']),
  eanCase('ean8: a digit of number set B', 'ean8', eanOf('96385074', 'ABAACCCC', full), ['parity'], ['reference']),
  eanCase(
    'ean8: a digit at the right of number set A',
    'ean8',
    eanOf('96385074', 'AAAACACC', full),
    ['parity'],
    ['reference'],
  ),
  eanCase('ean8: a wrong check digit', 'ean8', eanOf('96385075', 'AAAACCCC', full), ['check']),
  eanCase('upca: number sets of an EAN-13', 'upca', eanOf('036000291452', 'AABABBCCCCCC', full), ['parity']),
  eanCase('upca: a wrong check digit', 'upca', eanOf('036000291453', 'AAAAAACCCCCC', full), ['check']),
  eanCase('upce: number sets that stand for nothing', 'upce', eanOf('123456', 'AAAAAA', short), ['parity']),
  eanCase(
    'upce: number sets of another check digit',
    'upce',
    eanOf('123456', 'BBBAAA', short),
    ['check'],
    ['reference'],
  ),
  eanCase(
    'upce: six digits that suppression does not give',
    'upce',
    widthsIn(encode('upce', '585308'), dots),
    [],
    ['zeros'],
  ),
]
