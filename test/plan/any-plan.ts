import { dpis } from '../../src/layout/resolution.ts'
import { orientations, stockNames } from '../../src/layout/stock.ts'
import type { PlanRequest } from '../../src/plan/alternatives.ts'
import { applications, labelSymbologies } from '../../symbologies/index.ts'
import type { Random } from '../random.ts'
import { randomText, shortText } from '../texts.ts'

export function anyPlan(r: Random): PlanRequest {
  const type = r.pick(labelSymbologies)
  return {
    type,
    text: r.between(0, 2) === 0 ? shortText[type] : randomText[type](r),
    size: r.pick(stockNames),
    orientation: r.pick(orientations),
    showtext: r.between(0, 3) > 0,
    ...(r.between(0, 3) > 0 && { dpi: r.pick(dpis) }),
    ...(r.between(0, 1) > 0 && { application: r.pick(applications) }),
  }
}
