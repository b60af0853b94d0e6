import t from 'tap'
import { checkImage } from '../../../../src/reader/check/index.ts'
import { type Defect, testDefects } from '../defects.ts'
import { code128Of, flippedModules } from '../inject-bar-defects.ts'
import { barsPicture } from '../paint.ts'
import { type Sample, testSamples } from '../samples.ts'

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

t.test('Code 128: characters', async (t) => testDefects(t, code128))

const unknown = { faults: ['unknown_ai'] }

const code128Sample = (name: string, values: readonly number[], says: string, other: Partial<Sample> = {}): Sample => ({
  name,
  picture: barsPicture(code128Of(values), { left: 30, right: 30 }),
  says,
  ...other,
})

const startC = 105
const fnc1 = 102
// ISO/IEC 15417:2007, Annex B
const code128Symbols = [
  code128Sample('first', [startB, fnc1, 33, 34], 'AB', unknown),
  code128Sample('behind a letter', [startB, 33, fnc1, 34, 35], 'ABC'),
  code128Sample('behind a small letter', [startB, 90, fnc1, 34, 35], 'zBC'),
  code128Sample('behind two digits', [startC, 57, fnc1, 58], '5758'),
  code128Sample('behind one digit', [startB, 17, fnc1, 34], '1\x1dB'),
  code128Sample('behind a hyphen', [startB, 13, fnc1, 34], '-\x1dB'),
  code128Sample('behind two letters', [startB, 33, 34, fnc1, 35], 'AB\x1dC'),
  code128Sample('behind four digits', [startC, 57, 58, fnc1, 59], '5758\x1d59'),
]

t.test('FNC1 in Code 128', async (t) => testSamples(t, 'code128', code128Symbols))

const noted = (values: readonly number[]) => {
  const report = checkImage(barsPicture(code128Of(values), { left: 30, right: 30 }))
  const notes = report.findings.filter(({ kind, code }) => kind === 'note' && /programming|append|fnc1/.test(code))
  return { fnc: report.fnc, notes: notes.map(({ code, modules }) => `${code} ${modules?.[0]?.column}`) }
}

t.test('function characters are named, with their places', async (t) => {
  const [fnc2, fnc3, fnc4] = [97, 96, 100]
  t.same(noted([startB, fnc2, 33, 34]), { fnc: [{ name: 'FNC2', at: 1 }], notes: ['code128.append 11'] })
  t.same(noted([startB, 33, fnc3, 34]), { fnc: [{ name: 'FNC3', at: 2 }], notes: ['code128.programming 22'] })
  t.same(noted([startB, 33, fnc1, 34]), { fnc: [{ name: 'FNC1', at: 2 }], notes: ['code128.fnc1 22'] })
  t.same(noted([startB, 33, 34, 35, fnc1, 34]), { fnc: [{ name: 'FNC1', at: 4 }], notes: ['code128.fnc1 44'] })
  t.same(noted([startB, fnc4, 33, 34]), { fnc: [{ name: 'FNC4', at: 1 }], notes: [] })
  t.same(noted([startC, fnc1, 10, 12, fnc1, 21, 12]).fnc, [
    { name: 'FNC1', at: 1 },
    { name: 'FNC1', at: 4 },
  ])
  t.same(noted([startC, fnc1, 10, 12, fnc1, 21, 12]).notes, [], 'they are part of GS1-128')
  t.same(noted([startB, 33, 34]), { fnc: undefined, notes: [] })
})
