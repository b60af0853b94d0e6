import t from 'tap'
import { composeLabel } from '../../src/draw.ts'
import { FitError } from '../../src/layout/fit.ts'
import { stockNames } from '../../src/layout/stock.ts'
import type { PlanRequest } from '../../src/plan/alternatives.ts'
import { plan } from '../../src/plan/plan.ts'
import { cases, inLongRun, random } from '../random.ts'
import { anyPlan } from './any-plan.ts'

const limits = { maxPixels: 25_000_000 }

/** What no other label would mend. */
const aboutTyping: readonly string[] = ['complete_already', 'byte_order_mark', 'invisible_character']

/** Whether the label is drawn, and without a warning other than those of `codes`. */
function isGood(request: PlanRequest, codes: readonly string[] = []): boolean {
  try {
    const { warnings } = composeLabel({ ...request, qty: 1, format: 'png' }, limits)
    return warnings.every(({ code }) => codes.includes(code))
  } catch (error) {
    if (error instanceof FitError) return false
    throw error
  }
}

t.test(
  'what a plan calls good is drawn without a warning about its symbol, and nothing else is',
  inLongRun,
  async (t) => {
    const r = random('plans')
    const wrong: unknown[] = []
    const seen = { yes: 0, doubtful: 0, no: 0, choices: 0 }
    for (let i = 0; i < cases(100); i++) {
      const request = anyPlan(r)
      const found = plan(request, limits)
      seen[found.scans]++
      // words that are cut do not keep a symbol from scanning
      if ((found.scans === 'yes') !== isGood(request, ['caption_cut'])) wrong.push({ request, scans: found.scans })
      if ((found.scans === 'no') !== (found.drawn === null)) wrong.push({ request, drawn: found.drawn })
      const choices = [...found.arrangements, ...found.sizes, ...found.resolutions, ...found.symbologies]
      const nearest = isGood(request, [...aboutTyping, 'caption_cut']) ? null : (choices[0] ?? null)
      if (found.nearest !== nearest) wrong.push({ request, nearest: found.nearest })
      for (const { change } of choices) {
        seen.choices++
        const changes = Object.fromEntries(new URLSearchParams(change)) as Partial<PlanRequest>
        if (!isGood({ ...request, ...changes }, aboutTyping)) wrong.push({ request, change })
      }
      // sizes that would do are not left out
      for (const size of found.sizes.length < 5 && request.text.length <= 70 ? stockNames : []) {
        const isListed = size === request.size || found.sizes.some((choice) => choice.size === size)
        if (!isListed && isGood({ ...request, size }, aboutTyping)) wrong.push({ request, missing: size })
      }
    }
    t.same(wrong, [])
    t.ok(seen.yes > 0 && seen.doubtful > 0 && seen.choices > 0, JSON.stringify(seen))
  },
)

t.test('symbols without room for any text above them do not hide what scans', async (t) => {
  for (const [text, size] of [
    ['il.'.repeat(50).slice(0, 130), '4x2'],
    ['il.'.repeat(100), '2x1'],
    ['Warehouse 12, shelf 4 '.repeat(20), '50x25'],
  ] as const) {
    const request = { type: 'code128', text, size, orientation: 'landscape', showtext: true, dpi: '203' } as const
    const { scans, nearest, sizes, symbologies } = plan(request, limits)
    t.equal(scans, 'no')
    const qr = composeLabel({ ...request, type: 'qr', qty: 1, format: 'png' }, limits)
    const isListed = symbologies.some(({ type }) => type === 'qr')
    t.equal(isListed, qr.warnings.length === 0, `${text.slice(0, 10)} on ${size}`)
    t.equal(nearest === null, sizes.length + symbologies.length === 0)
  }
})
