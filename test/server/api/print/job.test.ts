import t from 'tap'
import { designRequestOf } from '../../../../src/design/of-label.ts'
import type { LabelRequest } from '../../../../src/draw.ts'
import { languages } from '../../../../src/printing/index.ts'
import { Refusal } from '../../../../src/request/form-faults.ts'
import { bytesOfLabel, type JudgedRow } from '../../../../src/server/api/labels/judge.ts'
import { jobOfRows } from '../../../../src/server/api/print/job.ts'
import { inLongRun } from '../../../random.ts'

const limits = { maxPixels: 25_000_000 }

/** What is said of values that are tried. */
const refused = new Refusal('invalid_parameter', 'wrong').fault('text')

const rowOf = (number: number, text = `QZ-${number}`): JudgedRow => {
  const request = { type: 'code128', text, size: '4x6', orientation: 'portrait', qty: 1, showtext: true, format: 'png' }
  return { number, given: {}, label: designRequestOf(request as LabelRequest), faults: [] }
}

/** What each step of a job tells that it keeps, besides the rows. */
function keptIn(language: (typeof languages)[number], rows: readonly JudgedRow[]): { steps: number[]; job: unknown } {
  const steps: number[] = []
  const bytes = rows.reduce((sum, row) => sum + bytesOfLabel(row), 0)
  const making = jobOfRows(
    rows,
    { language, stock: '4x6', zpl: 'z64' },
    { partial: false, limits, read: () => ({ faults: [refused] }), skipped: 0 },
  )
  for (;;) {
    const { done, value } = making.next()
    if (done) return { steps, job: value }
    steps.push(value.kept - bytes)
  }
}

t.test('a job that is being made tells with each label what it keeps', inLongRun, async (t) => {
  const rows = [1, 2, 3, 4, 5].map((number) => rowOf(number))
  for (const language of languages) {
    const { steps, job } = keptIn(language, rows)
    t.equal(steps.length, 5)
    t.ok(steps[0]! > 100, `${language}: ${steps}`)
    t.ok(
      steps.every((kept, i) => i === 0 || kept > steps[i - 1]!),
      `${language}: ${steps}`,
    )
    const { pieces } = job as { pieces: { kept: number }[] }
    const kept = pieces.reduce((sum, piece) => sum + piece.kept, 0)
    t.ok(
      language === 'pdf' ? kept > steps[4]! : kept === steps[4],
      'and the job has as much, with the end of its document',
    )
  }
})

t.test('a job that cannot be drawn keeps nothing', async (t) => {
  const rows = [rowOf(1), rowOf(2, '\u{1f600}'), rowOf(3)]
  for (const language of languages) {
    const { steps, job } = keptIn(language, rows)
    t.ok(steps[0]! > 0)
    // one that proves what would do, and one for each row
    t.same(steps.slice(1), [0, 0, 0])
    t.match(job, { status: 422 })
  }
})
