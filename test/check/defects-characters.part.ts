import t from 'tap'
import { encode } from '../../symbologies/index.ts'
import { type Defect, testDefects } from './defects.ts'
import { code39Of, code128Of, flippedModules } from './inject-bar-defects.ts'
import { barsPicture, widthsIn } from './paint.ts'

const code128Case = (name: string, widths: number[], faults: string[], notes: string[] = []): Defect => ({
  name: `code128: ${name}`,
  picture: barsPicture(widths, { left: 30, right: 30 }),
  type: 'code128',
  faults: faults.map((rule) => `code128.${rule}`),
  notes: notes.map((rule) => `code128.${rule}`),
})

const startB = 104
const letters = [33, 34, 35, 36, 37, 38, 39, 40]
const code128: Defect[] = [
  code128Case('sound', code128Of([startB, ...letters]), []),
  code128Case('a wrong check character', code128Of([startB, ...letters], 7), ['check'], ['reference']),
  code128Case('no start character', code128Of([...letters]), ['start']),
  code128Case('a start character in the middle', code128Of([startB, 33, 105, ...letters]), ['sequence']),
  code128Case('shift before a code set', code128Of([startB, 33, 98, 99, ...letters]), ['sequence']),
  code128Case('shift at the end', code128Of([startB, ...letters, 98]), ['sequence']),
  code128Case('FNC4 at the end', code128Of([startB, ...letters, 100]), ['sequence']),
  code128Case(
    'digits in set B',
    code128Of([startB, ...letters, 17, 18, 19, 20, 21, 22, 23, 24]),
    [],
    ['shortest', 'reference'],
  ),
  code128Case('an invalid character', flippedModules('code128', 'Code 128', 13), ['character']),
  code128Case('a wrong stop character', flippedModules('code128', 'Code 128', 11 * 9 + 2 + 11), ['stop']),
]

const code39Case = (name: string, widths: number[], faults: string[], notes: string[] = []): Defect => ({
  name: `code39: ${name}`,
  picture: barsPicture(widths, { left: 60, right: 60 }),
  type: 'code39',
  faults: faults.map((rule) => `code39.${rule}`),
  notes: notes.map((rule) => `code39.${rule}`),
})

const code39: Defect[] = [
  code39Case('2:1', code39Of('CODE-39', { narrow: 4, wide: 8, gap: 4 }), [], ['ratio']),
  code39Case('2.5:1', code39Of('CODE-39', { narrow: 4, wide: 10, gap: 4 }), [], ['ratio']),
  code39Case('1.75:1', code39Of('CODE-39', { narrow: 4, wide: 7, gap: 4 }), ['ratio']),
  code39Case('4:1', code39Of('CODE-39', { narrow: 4, wide: 16, gap: 4 }), ['ratio']),
  code39Case(
    'a character 2:1 among others 3:1',
    code39Of('CODE-39', { narrow: 4, wide: 12, gap: 4 }, { at: 3, wide: 8 }),
    ['widths'],
  ),
  code39Case('gaps of 4 modules', code39Of('CODE-39', { narrow: 4, wide: 12, gap: 16 }), ['gap']),
  code39Case('no start character', widthsIn(encode('code39', 'CODE-39'), 4).slice(10), ['start']),
  code39Case('no stop character', widthsIn(encode('code39', 'CODE-39'), 4).slice(0, -10), ['stop']),
  code39Case('a module of a character', flippedModules('code39', 'CODE-39', 34, 35, 36), ['character', 'widths']),
]

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

t.test('Code 128: characters', async (t) => testDefects(t, code128))
t.test('Code 39: characters', async (t) => testDefects(t, code39))
t.test('ITF-14: characters', async (t) => testDefects(t, itf))
