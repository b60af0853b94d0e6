import fc from 'fast-check'
import t from 'tap'
import { isCut, leastEms, type ParagraphStyle, paragraph } from '../../src/text/index.ts'
import { shapedRuns } from '../../src/text/shape.ts'
import { cases, inLongRun, seed } from '../random.ts'
import './installed.ts'
import { forget, hostile, slowWords } from './slow-texts.ts'

const style: ParagraphStyle = { face: 'sans', size: 40, minSize: 25, width: 400, lines: 2 }

t.test('a text that takes more ems at the least than there is room for is cut', inLongRun, (t) => {
  const styles = fc.record({ width: fc.integer({ min: 40, max: 900 }), lines: fc.integer({ min: 1, max: 6 }) })
  let cut = 0
  const property = fc.property(fc.tuple(hostile, fc.integer({ min: 1, max: 8 })), styles, ([part, times], changes) => {
    const text = part.repeat(times)
    const { width, lines, minSize } = { ...style, ...changes }
    if (leastEms(text, 'sans') <= (width * lines) / minSize) return true
    cut++
    return isCut(text, paragraph(text, { ...style, ...changes }))
  })
  const result = fc.check(property, { numRuns: cases(400), seed })
  t.equal(result.failed, false, `${JSON.stringify(result.counterexample)} ${result.errorInstance}`)
  t.ok(cut > 20, `${cut} texts`)
  t.equal(leastEms(' \u2003 ', 'sans'), 0)
  t.ok(leastEms('x'.repeat(1000), 'sans') > leastEms('x'.repeat(999), 'sans'))
  t.equal(leastEms('x'.repeat(1001), 'sans'), Number.POSITIVE_INFINITY, 'never shown whole')
  t.end()
})

t.test('a text of a script that takes long to shape is shaped once for all widths', (t) => {
  for (const words of slowWords) {
    const text = Array.from({ length: 8 }, () => words.join(' ')).join(' ')
    forget()
    const before = shapedRuns()
    let lines = 0
    for (let width = 300; width <= 600; width += 15) {
      lines += paragraph(text, { ...style, size: 20, minSize: 20, width, lines: 60 }).length
    }
    t.ok(shapedRuns() - before < lines / 2, `${shapedRuns() - before} runs for ${lines} lines of ${words[0]}`)
  }
  t.end()
})
