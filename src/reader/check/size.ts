/** Judges the size of a symbol on paper by the limits of an application. GS1 General Specifications, 5.12.3 */

import { type Application, type Specification, specificationOf, usualApplication } from '../../../symbologies/tables.ts'
import type { Finding, FindingKind, Rule, Size, SymbolReading } from './report.ts'

const gs1 = 'GS1 General Specifications'
const table = `${gs1}, 5.12.3`

/** What is judged of the size of every symbol; what an application needs is in the message of a finding. */
export const sizeRules = {
  application: [table, 'the application accepts the symbology'],
  resolution: ['ISO/IEC 15948:2004, 11.3.5.3', 'the picture has a resolution, so that X can be judged', 'note'],
  'x.minimum': [table, 'X is not less than the application needs', 'fault or note'],
  'x.maximum': [table, 'X is not more than the application needs', 'fault or note'],
  height: [table, 'the bars are as high as the application needs', 'fault or note'],
  width: [`${gs1}, 5.4.1`, 'GS1-128 is at most 165.10 mm wide with its quiet zones', 'fault or note'],
} as const satisfies Record<string, Rule>
type SizeRule = keyof typeof sizeRules

/**
 * Findings on X, the height of the bars and the width of the symbol. What breaks a limit of `asked` is a fault; without it,
 * what breaks a limit of the symbology's usual application, if there is one, is a note.
 */
export function sizeFindings(reading: SymbolReading, asked: Application | undefined): Finding[] {
  const { symbology, size } = reading
  const application = asked ?? usualApplication(symbology)
  if (application === undefined || (asked === undefined && size === undefined)) return []
  const finding = (rule: SizeRule, kind: FindingKind, message: string): Finding => ({
    code: `${symbology}.${rule}`,
    kind,
    clause: sizeRules[rule][0],
    message,
  })
  const specification = specificationOf(symbology, application)
  if (specification === undefined)
    return [finding('application', 'fault', `the application ${application} does not accept ${symbology}`)]
  const accepted =
    asked === undefined ? [] : [finding('application', 'pass', `the application ${application} accepts ${symbology}`)]
  if (size === undefined) {
    const message = 'the picture has no resolution, so X cannot be judged'
    return [...accepted, finding('resolution', 'note', message)]
  }
  const user = asked === undefined ? `${application}, the usual application,` : `the application ${application}`
  const judged = { size, specification, user }
  const limits = [...moduleLimits(judged), ...heightLimit(judged), ...widthLimit(reading, judged)]
  return [
    ...accepted,
    ...limits.map(({ rule, requirement, measured, isKept, hasException }) => {
      if (isKept) return finding(rule, 'pass', requirement)
      const kind = asked === undefined || hasException ? 'note' : 'fault'
      return finding(rule, kind, `${measured}; ${requirement}`)
    }),
  ]
}

interface Judged {
  readonly size: Size
  readonly specification: Specification
  /** The application, for people. */
  readonly user: string
}

/** A limit, and the symbol's measure for people. */
interface Limit {
  readonly rule: 'x.minimum' | 'x.maximum' | 'height' | 'width'
  readonly requirement: string
  readonly measured: string
  readonly isKept: boolean
  /** It may be broken for a reason that no picture shows. */
  readonly hasException?: boolean
}

/** X as it is rounded in the report: the tables have three decimals too. */
function moduleLimits({ size, specification, user }: Judged): Limit[] {
  const { leastModule, mostModule } = specification
  const widths = size.modules.map(({ mm }) => mm)
  const [least, most] = [Math.min(...widths), Math.max(...widths)]
  return [
    {
      rule: 'x.minimum',
      requirement: `${user} needs an X of ${leastModule.toFixed(3)} mm or more`,
      measured: `X is ${least.toFixed(3)} mm`,
      isKept: least >= leastModule,
    },
    {
      rule: 'x.maximum',
      requirement: `${user} needs an X of ${mostModule.toFixed(3)} mm or less`,
      measured: `X is ${most.toFixed(3)} mm`,
      isKept: most <= mostModule,
    },
  ]
}

function heightLimit({ size: { modules, bars }, specification, user }: Judged): Limit[] {
  const { barHeight, targetModule } = specification
  if (bars === undefined || barHeight === undefined) return []
  const { height, tolerance } = bars
  const [{ pixels, perMetre }] = modules
  const { atTarget, isProportional, withoutRoom } = barHeight
  const wanted = isProportional ? (atTarget * millimetres(pixels, perMetre)) / targetModule : atTarget
  const found = millimetres(height.pixels + tolerance, height.perMetre)
  const more =
    withoutRoom === undefined ? ' at this X' : `; ${withoutRoom.toFixed(2)} mm is allowed if there is no room for more`
  return [
    {
      rule: 'height',
      requirement: `${user} needs bars of ${wanted.toFixed(2)} mm or more${more}`,
      measured: `the bars are ${height.mm.toFixed(2)} mm high`,
      isKept: found >= wanted,
      hasException: withoutRoom !== undefined && found >= withoutRoom,
    },
  ]
}

function widthLimit({ rows, quiet }: SymbolReading, { size, specification: { mostWidth } }: Judged): Limit[] {
  if (mostWidth === undefined) return []
  const [{ pixels, perMetre }] = size.modules
  const columns = quiet.left + rows[0]!.length + quiet.right
  const width = millimetres(columns * pixels, perMetre).toFixed(2)
  return [
    {
      rule: 'width',
      requirement: `GS1-128 is at most ${mostWidth.toFixed(2)} mm wide with its quiet zones`,
      measured: `the symbol is ${width} mm wide with its quiet zones`,
      isKept: Number(width) <= mostWidth,
    },
  ]
}

/** Not rounded. */
const millimetres = (pixels: number, perMetre: number): number => (1000 * pixels) / perMetre
