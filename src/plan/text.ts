import { titleOf } from '../../symbologies/index.ts'
import { dotsAModule, threeDecimals } from '../layout/resolution.ts'
import type { Choice } from './alternatives.ts'
import type { DrawnSymbol, Plan } from './plan.ts'

/** A plan for people, in lines. */
export function planText(plan: Plan): string {
  const { type, size, orientation, dpi, application, scans, reasons, drawn, nearest, notes } = plan
  const use = application === null ? '' : `, for ${application}`
  return [
    `${titleOf(type)} on ${size} in ${orientation} at ${dpi} dpi${use}`,
    `scans: ${scans}`,
    ...reasons.map(({ code, message }) => `  ${code}; ${message}`),
    ...notes.map((note) => `  note: ${note}`),
    ...(drawn === null ? [] : drawnLines(drawn)),
    ...(nearest === null ? [] : [`nearest change: ${choiceText(nearest)}`]),
    `the same label: ${listed(plan.arrangements)}`,
    `other sizes: ${listed(plan.sizes)}`,
    `other resolutions: ${listed(plan.resolutions)}`,
    `other symbologies: ${listed(plan.symbologies)}`,
    '',
  ].join('\n')
}

function drawnLines({ dotsPerModule, x, width, limits, barHeight, leastBarHeight, quietZones }: DrawnSymbol): string[] {
  const allowed =
    limits === null ? '' : `; ${threeDecimals(limits.least)} to ${threeDecimals(limits.most)} mm are allowed`
  const { left, right, top, bottom } = quietZones
  return [
    `X: ${threeDecimals(x)} mm, ${dotsAModule(dotsPerModule)}${allowed}`,
    `width: ${width} mm with quiet zones`,
    ...(barHeight === null ? [] : [`bars: ${barHeight} mm; ${leastBarHeight} mm are needed`]),
    `quiet zones: left ${left}, right ${right}, top ${top}, bottom ${bottom} mm`,
  ]
}

function listed(choices: readonly Choice[]): string {
  return choices.length === 0 ? 'none' : choices.map(choiceText).join(', ')
}

const choiceText = ({ change, x }: Choice): string => `${change} (X ${threeDecimals(x)} mm)`
