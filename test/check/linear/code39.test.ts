import t from 'tap'
import { encode } from '../../../symbologies/index.ts'
import { type Defect, testDefects } from '../defects.ts'
import { code39Of, flippedModules } from '../inject-bar-defects.ts'
import { barsPicture, widthsIn } from '../paint.ts'

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
