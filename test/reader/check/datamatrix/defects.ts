import type { DataMatrixSizeName } from '../../../../symbologies/datamatrix/sizes.ts'
import type { Defect } from '../defects.ts'
import { dataMatrixOf } from '../inject-defects.ts'
import { rowsPicture } from '../paint.ts'

const margins = [1, 1, 1, 1] as const

/** A symbol of other codewords than it should have. */
export const coded = (
  name: string,
  codewords: readonly number[],
  defect: Omit<Defect, 'name' | 'picture'>,
  size: DataMatrixSizeName = '16x16',
): Defect => ({ name, picture: rowsPicture(dataMatrixOf(codewords, size), { margins }), ...defect })

const ascii = (message: string): number[] => Array.from(message, (each) => each.charCodeAt(0) + 1)
/** Annex B.2: a value of a Base 256 field at a place counted from 1. */
const randomised = (value: number, place: number): number => (value + ((149 * place) % 255) + 1) % 256
export const triplet = (a: number, b: number, c: number): number[] => {
  const sum = 1600 * a + 40 * b + c + 1
  return [sum >> 8, sum & 255]
}
const fault = (rule: string): { faults: string[] } => ({ faults: [`datamatrix.${rule}`] })
const noted = (...rules: string[]): { notes: string[] } => ({ notes: rules.map((rule) => `datamatrix.${rule}`) })

export const codewords: Defect[] = [
  coded('a second pad that is not randomised', [...ascii('pad'), 129, 129], fault('pad')),
  coded('all pads 129', [...ascii('pad'), ...new Array<number>(9).fill(129)], fault('pad')),
  coded('data after the first pad', [...ascii('pad'), 129, ...ascii('x')], fault('pad')),
  coded('a codeword that does not exist', [...ascii('abc'), 250], fault('codeword')),
  coded('a codeword 0', [0, ...ascii('abc')], fault('codeword')),
  coded('an unlatch in ASCII', [...ascii('abc'), 254], fault('codeword')),
  coded('an upper shift before a pair of digits', [235, 142], fault('shift')),
  coded('a macro in the middle', [...ascii('a'), 236, ...ascii('b')], fault('first')),
  coded('structured append in the middle', [...ascii('a'), 233, 33, 1, 1], fault('first')),
  coded('reader programming in the middle', [...ascii('a'), 234], fault('first')),
  coded('C40 beyond 39 39 39', [230, 255, 255, 254], fault('values')),
  coded('C40, a shift 2 value without a meaning', [230, ...triplet(1, 28, 14), 254], fault('values')),
  coded('X12 beyond 39 39 39', [238, 252, 0, 254], fault('values')),
  coded('a Base 256 field that is too long', [231, randomised(40, 2), randomised(1, 3)], fault('length')),
  coded('EDIFACT, bits after the unlatch', [240, 0b000001_01, 0b1111_0100, ...ascii('x')], fault('end')),
  coded('EDIFACT, the last bit after the unlatch', [240, 0b000001_00, 0b0010_0111, 0b11_000001], fault('end')),
  coded('UTF-8 that is none', [241, 27, 235, 128], fault('eci')),
  coded('an ECI that begins with 220', [241, 220, ...ascii('a')], fault('eci')),
  coded('C40, a shift before the unlatch', [230, ...triplet(14, 15, 1), 254], { text: 'AB', ...noted('end') }),
  coded(
    'C40, a pair of digits without an unlatch in the last codeword',
    [
      230,
      ...triplet(14, 15, 16),
      ...triplet(14, 15, 16),
      ...triplet(14, 15, 16),
      ...triplet(14, 15, 16),
      ...triplet(4, 4, 4),
      142,
    ],
    { text: 'ABCABCABCABC00012', ...noted('end') },
  ),
  coded('ASCII where pairs of digits do', ascii('1234'), { text: '1234', ...noted('shortest', 'smallest') }),
  {
    name: 'blocks one after the other',
    picture: rowsPicture(
      dataMatrixOf([...ascii('Two blocks'), ...ascii('of data and more of it')], '52x52', 'one by one'),
      { margins },
    ),
    ...fault('blocks'),
  },
  {
    name: 'the error correction of 144x144 from the first block on',
    picture: rowsPicture(dataMatrixOf(ascii('Ten blocks'), '144x144', 'from the first'), { margins, dots: 2 }),
    text: 'Ten blocks',
    ...noted('blocks'),
  },
]
