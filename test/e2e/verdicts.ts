/** What is said of one label by all who judge it: the plan, the warnings, the proof, the check and the grades of its own drawing. */

import { drawn } from '../../src/draw/document.ts'
import { labelFile } from '../../src/draw/drawing.ts'
import { type Composition, composeLabel, type LabelRequest } from '../../src/draw.ts'
import { FitError } from '../../src/layout/fit.ts'
import { plan } from '../../src/plan/plan.ts'
import { type CheckOptions, checked, packedPicture } from '../../src/reader/check/index.ts'
import { graded } from '../../src/reader/grade/index.ts'
import { VerificationFailure } from '../../src/reader/verify/index.ts'
import { paint } from '../../src/render/paint.ts'
import { parameters } from '../../src/request/params.ts'
import { symbolReader } from '../../src/request/reader.ts'
import { Gs1Error } from '../../symbologies/gs1/index.ts'
import { EncodeError } from '../../symbologies/index.ts'
import type { Query } from '../reader/verify/random-requests.ts'

const limits = { maxPixels: 25_000_000 }
const readers = { label: symbolReader(parameters.label), plan: symbolReader(parameters.plan) }

/** The parameters of a label that a plan has too: all but those of its copies and its bytes. */
const planQuery = (query: Query): Query =>
  Object.fromEntries(Object.entries(query).filter(([name]) => Object.hasOwn(parameters.plan, name)))

/** Why a label cannot be drawn, if it cannot. */
function attempt<Value>(make: () => Value): Value | string {
  try {
    return make()
  } catch (error) {
    if (error instanceof EncodeError || error instanceof Gs1Error || error instanceof FitError) return error.message
    throw error
  }
}

export interface Verdicts {
  /** Codes of the warnings of a drawing; undefined if it cannot be drawn. */
  readonly warnings: readonly string[] | undefined
  /** Undefined if the symbology cannot carry the text. */
  readonly plan:
    | { readonly scans: string; readonly reasons: readonly string[]; readonly notes: readonly string[] }
    | undefined
  /** Why the proof refuses the drawing; undefined if it does not. */
  readonly proof?: string | undefined
  /** What is seen of the drawing, when it is asked for; undefined where nothing can be. */
  readonly seen?: () => Seen
}

interface Seen {
  /** Findings of the check, `fault` or `note` before each code. */
  readonly check: { readonly verdict: string; readonly findings: readonly string[] }
  /** Parameters below A, with their grades. */
  readonly grades: readonly string[]
}

/** What all say of a label; undefined for what is not even a request. */
export function verdictsOn(query: Query): Verdicts | undefined {
  const { request } = readers.label(query)
  const { request: planned } = readers.plan(planQuery(query))
  if (request === undefined || planned === undefined) return undefined
  const found = attempt(() => plan(planned, limits))
  const planOf =
    typeof found === 'string' ? undefined : { scans: found.scans, reasons: codesOf(found.reasons), notes: found.notes }
  const composition = attempt(() => composeLabel(request, limits))
  if (typeof composition === 'string') return { warnings: undefined, plan: planOf }
  const said = {
    warnings: codesOf(composition.warnings),
    plan: planOf,
    proof: proofOf(request, composition),
  }
  // bars that are narrowed for a printer are not what will be seen
  return composition.scene.compensation === undefined ? { ...said, seen: () => seenOf(request, composition) } : said
}

const codesOf = (all: readonly { readonly code: string }[]): readonly string[] => all.map(({ code }) => code).sort()

function proofOf(request: LabelRequest, composition: Composition): string | undefined {
  try {
    drawn(composition, labelFile(request), true)
    return undefined
  } catch (error) {
    if (error instanceof VerificationFailure) return `${error.rule} ${error.finding ?? error.message}`
    if (error instanceof FitError) return undefined
    throw error
  }
}

/** What is seen of the drawing in a picture. */
function seenOf({ type, application }: LabelRequest, { scene }: Composition): Seen {
  const { perMetre } = scene.resolution
  const picture = packedPicture({ bits: paint(scene), low: 0, high: 255 }, { across: perMetre, down: perMetre })
  const options: CheckOptions = { type, ...(application && { application }) }
  const { report } = checked(picture, options)
  const { symbols } = graded(picture, { type })
  const below = symbols.flatMap(({ parameters }) =>
    parameters.flatMap(({ name, grade }) => (grade === null || grade >= 3.5 ? [] : [`${name} ${grade}`])),
  )
  const findings = report.symbols.flatMap((symbol) => symbol.findings.map(({ kind, code }) => `${kind} ${code}`))
  return { check: { verdict: report.verdict, findings }, grades: below }
}

/** Bars that are lower than an application wants, and not so low that it is a fault. */
const isAboutBars = (finding: string): boolean => /^note \w+\.height$/.test(finding)

/** How many answers about labels were compared, each with another. */
export interface Compared {
  labels: number
  drawn: number
  /** Plan with warnings, proof with warnings; where there is no warning check and grades with that, and check with the notes of the plan. */
  pairs: number
}

/**
 * How the answers contradict each other; empty if they do not.
 *
 * @param compared  what has been compared so far, which is counted on
 */
export function contradictions(
  { warnings, plan: planned, proof, seen }: Verdicts,
  compared: Compared = { labels: 0, drawn: 0, pairs: 0 },
): readonly string[] {
  const found: string[] = []
  const isAboutScanning = (code: string): boolean => code !== 'caption_cut'
  compared.labels++
  compared.pairs++
  if (warnings === undefined) {
    return planned !== undefined && planned.scans !== 'no' ? [`not drawn, but the plan says ${planned.scans}`] : []
  }
  const doubts = warnings.filter(isAboutScanning)
  if (planned === undefined) found.push('drawn, but there is no plan')
  else {
    const wanted = doubts.length > 0 ? 'doubtful' : 'yes'
    if (planned.scans !== wanted) found.push(`drawn as ${wanted}, but the plan says ${planned.scans}`)
    if (planned.reasons.join() !== warnings.join()) {
      found.push(`warnings ${warnings.join()}, but reasons ${planned.reasons.join()}`)
    }
  }
  if (proof !== undefined) found.push(`drawn, but the proof says ${proof}`)
  compared.drawn++
  compared.pairs++
  if (seen === undefined || doubts.length > 0) return found
  const { check, grades } = seen()
  // check and grades with the warnings, check with the notes of the plan
  compared.pairs += 3
  const faults = check.findings.filter((finding) => !finding.startsWith('pass '))
  if (check.verdict !== 'conforming') found.push(`no warning, but check says ${check.verdict}: ${faults.join()}`)
  const [noted, planNotes] = [
    check.findings.some(isAboutBars),
    planned?.notes.some((note) => note.startsWith('bars of')),
  ]
  if (noted !== planNotes) found.push(`bars: check ${noted ? 'notes' : 'passes'} them, the plan does not`)
  if (grades.length > 0) found.push(`no warning, but grades ${grades.join()}`)
  return found
}
