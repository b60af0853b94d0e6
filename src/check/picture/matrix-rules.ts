import type { Findings, Flaw, ModulePlace, Rule } from '../report.ts'
import { mostUnequal } from './fits.ts'
import type { Found } from './matrix.ts'

const sides = ['top', 'right', 'bottom', 'left'] as const

export type MatrixRule =
  | `quiet.${(typeof sides)[number]}`
  | 'grid'
  | 'modules'
  | 'polarity'
  | 'mirrored'
  | 'text'
  | 'reference'

/** The rules of `MatrixRule`, with the clauses of one standard. */
export function matrixRules(
  standard: string,
  clause: { quiet: string; module: string; polarity: string; mirrored: string; text: string },
  quiet: number,
): Readonly<Record<MatrixRule, Rule>> {
  const margin = (side: string): Rule => [
    `${standard}, ${clause.quiet}`,
    `${quiet} ${quiet === 1 ? 'module' : 'modules'} or more are light at the ${side}`,
  ]
  return {
    'quiet.top': margin('top'),
    'quiet.right': margin('right'),
    'quiet.bottom': margin('bottom'),
    'quiet.left': margin('left'),
    grid: [`${standard}, ${clause.module}`, 'all rows are equally high and all columns equally wide, to the dot'],
    modules: [`${standard}, ${clause.module}`, 'every module is dark or light all over'],
    polarity: [`${standard}, ${clause.polarity}`, 'the symbol is dark on light'],
    mirrored: [`${standard}, ${clause.mirrored}`, 'the symbol is not mirrored'],
    text: [`${standard}, ${clause.text}`, 'the symbol carries the expected text'],
    reference: [standard, 'module by module the same as the reference symbol'],
  }
}

/** Judges the rules for every matrix symbol that concern the picture. */
export function judgeFound(findings: Findings<MatrixRule>, found: Found): void {
  const wanted = found.shape.quiet
  for (const side of sides) {
    const light = found.quiet[side]
    const message = `the quiet zone is ${light.toFixed(1)} modules wide; ${wanted} are needed`
    findings.judge(`quiet.${side}`, light + found.tolerance >= wanted ? [] : [{ message }])
  }
  const flaws = (modules: readonly ModulePlace[], message: string): Flaw[] =>
    modules.length === 0 ? [] : [{ message, modules }]
  findings.judge('grid', [
    ...flaws(found.uneven, 'rows or columns are wider or narrower than the others'),
    ...oblongFlaws(found),
  ])
  findings.judge(
    'modules',
    flaws(found.speckled, `${found.speckled.length} modules are neither dark nor light all over`),
  )
}

/** Modules that are not square: on paper if the resolution differs across and down the picture, otherwise in pixels. */
function oblongFlaws({ oblong, size }: Found): Flaw[] {
  const [across, down] = size?.modules ?? []
  if (across === undefined || down === undefined || across.perMetre === down.perMetre) {
    return oblong === undefined ? [] : [{ message: `modules are ${oblong.join(' x ')} dots` }]
  }
  const isSquare = Math.max(across.mm, down.mm) <= mostUnequal * Math.min(across.mm, down.mm)
  return isSquare ? [] : [{ message: `modules are ${across.mm.toFixed(3)} x ${down.mm.toFixed(3)} mm` }]
}
