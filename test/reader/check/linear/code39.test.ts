import t from 'tap'
import { checkImage } from '../../../../src/reader/check/index.ts'
import { encode, rowsOf } from '../../../../symbologies/index.ts'
import { inLongRun, long, random } from '../../../random.ts'
import { type Defect, testDefects } from '../defects.ts'
import { code39Of, flippedModules } from '../inject-bar-defects.ts'
import { barsPicture, widthsIn } from '../paint.ts'
import { barsOf, degraded } from '../photo/degraded.ts'
import { normalBy, sampleOf } from '../photo/samples.ts'

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

t.test('Code 39: characters', async (t) => testDefects(t, code39))

t.test('gaps of scans: bars that have gained or lost ink leave them as they are', inLongRun, async (t) => {
  const r = random('gaps of scans')
  const gapsIn = (picture: Parameters<typeof checkImage>[0]): string[] =>
    checkImage(picture).findings.flatMap(({ kind, code, message }) =>
      kind === 'fault' && /gap/.test(code) ? [message] : [],
    )
  const wrong = Array.from({ length: long ? 20 : 2 }, () => gapsIn(sampleOf(r, 'code39').picture)).flat()
  t.same(wrong, [])
  // gaps of five modules
  const row = rowsOf(encode('code39', 'GAPS').matrix)[0]!
    .match(/.{1,16}/g)!
    .join('0000')
  t.match(gapsIn(degraded(barsOf(row, 30), { module: 4, turn: 3, blur: 1, margin: 12 }, normalBy(r))), [
    /[45]\.\d modules wide/,
  ])
})
