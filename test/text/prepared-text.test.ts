import t from 'tap'
import type { Line } from '../../src/text/index.ts'
import { lineOf } from '../../src/text/line.ts'
import { prepare } from '../../src/text/prepared-text.ts'
import { shapedText } from '../../src/text/shape.ts'
import { clean } from '../../src/text/shown-text.ts'
import { cases, inLongRun, random } from '../random.ts'
import './installed.ts'
import { slowWords } from './slow-texts.ts'

t.test('lines that are cut from a shaped text are those that are shaped alone', inLongRun, (t) => {
  const r = random('cut lines')
  const shown = ({ text, width, ink, glyphs }: Line): string =>
    JSON.stringify([text, width, ink, glyphs.map(({ source, glyph, x, y }) => [source.id, glyph, x, y])])
  const faults: string[] = []
  for (let i = 0; i < cases(800, 2); i++) {
    const words = r.pick(slowWords)
    const others = r.pick([
      words,
      words,
      ['Tee', '250', 'g', '(A)', 'é', 'אבג', '📓', '\u1b06\u1b13'],
      r.pick(slowWords),
    ])
    const all = Array.from({ length: r.between(2, 40) }, () => r.pick(r.between(0, 3) > 0 ? words : others))
    const text = clean(all.join(r.pick([' ', '', '\u200b'])))
    const face = r.pick(['sans', 'sans', 'condensed-bold'] as const)
    const [alone, whole] = [prepare({ text, face }), prepare({ text, face })]
    const from = shapedText(whole)
    for (let n = 0; n < 30; n++) {
      const [start, end] = [r.pick(whole.graphemes), r.pick(whole.graphemes)].sort((a, b) => a - b) as [number, number]
      const range = { start, end, face, size: r.between(12, 60) } as const
      const line = lineOf(whole, { ...range, from })
      if (shown(line) !== shown(lineOf(alone, range))) faults.push(line.text)
    }
  }
  t.same(faults, [])
  t.end()
})
