import t from 'tap'
import { checkImage } from '../../../../src/reader/check/index.ts'
import { encode, type Symbology } from '../../../../symbologies/index.ts'
import { inLongRun } from '../../../random.ts'
import { type Defect, testDefects } from '../defects.ts'
import { barsPicture, widthsIn } from '../paint.ts'
import { frayed, type Sample, samples } from './bars.ts'

/** ITF-14 with other widths of narrow and wide elements. */
const itfOf = (text: string, narrow: number, wide: number): number[] =>
  widthsIn(encode('itf14', text), 1).map((width) => (width === 1 ? narrow : wide))

const itfCase = (
  name: string,
  widths: number[],
  faults: string[],
  { notes = [], bearers = [8, 8] }: { notes?: string[]; bearers?: [number, number] } = {},
): Defect => ({
  name: `itf14: ${name}`,
  picture: barsPicture(widths, { left: 40, right: 40, bearers }),
  type: 'itf14',
  faults: faults.map((rule) => `itf14.${rule}`),
  notes: notes.map((rule) => `itf14.${rule}`),
})

const itfText = '15400141288763'
const swapped = (widths: readonly number[], a: number, b: number): number[] =>
  widths.map((width, i) => (i === a ? widths[b]! : i === b ? widths[a]! : width))
const itf: Defect[] = [
  itfCase('2:1', itfOf(itfText, 4, 8), ['ratio']),
  itfCase('2.5:1', itfOf(itfText, 4, 10), [], { notes: ['ratio'] }),
  itfCase('4:1', itfOf(itfText, 4, 16), ['ratio']),
  // The last pair is 6 in bars and 3 in spaces: 01100 and 11000; 2 is 01001, 4 is 00101.
  itfCase('a wrong check digit', swapped(itfOf(itfText, 4, 12), 65, 69), ['check'], { notes: ['reference'] }),
  itfCase(
    'a wide element in the start pattern',
    itfOf(itfText, 4, 12).map((width, i) => (i === 1 ? 12 : width)),
    ['start'],
  ),
  itfCase(
    'a narrow stop pattern',
    itfOf(itfText, 4, 12).map((width, i) => (i === 74 ? 4 : width)),
    ['stop'],
  ),
  itfCase('no bearer bars', itfOf(itfText, 4, 12), [], { notes: ['bearer'], bearers: [0, 0] }),
  itfCase('thin bearer bars', itfOf(itfText, 4, 12), ['bearer'], { bearers: [4, 4] }),
]

t.test('ITF-14: characters', inLongRun, async (t) => testDefects(t, itf))

const ofSymbology = (symbology: Symbology): Sample => samples.find((sample) => sample.symbology === symbology)!

t.test('bearer bars are seen behind bars that are cut short', inLongRun, async (t) => {
  for (const { end, picture } of frayed(ofSymbology('itf14'), 5)) {
    const { findings } = checkImage(picture)
    t.match(
      findings.filter(({ code }) => code === 'itf14.bearer'),
      [{ kind: 'pass' }],
      end,
    )
  }
})
