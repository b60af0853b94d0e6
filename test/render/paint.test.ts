import t from 'tap'
import { dotsOf, inkOf } from '../../src/render/paint.ts'
import { paragraph } from '../../src/text/index.ts'
import '../text/installed.ts'

t.test('where the dots of a text are is known without drawing them', async (t) => {
  for (const text of ['Ägypten 12/34', 'jj', '日本語', '   ']) {
    for (const [i, line] of paragraph(text, { size: 40, minSize: 40, width: 400, lines: 2, face: 'sans' }).entries()) {
      for (const turn of ['N', 'R', 'I', 'L'] as const) {
        const mark = { kind: 'text', line, x: 30 + i, y: -7, turn } as const
        const { matrix, left, top } = dotsOf(mark)
        t.same(inkOf(mark), { left, top, right: left + matrix.width, bottom: top + matrix.height }, `${text} ${turn}`)
      }
    }
  }
})
