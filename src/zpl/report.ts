/** What a program prints and what is found about it, as data. Places and sizes are in dots, module widths in mm. */

import { type Interruptible, uninterrupted } from '../interruptible.ts'
import { millimetres } from '../layout/resolution.ts'
import { isOfSymbol } from '../layout/scene.ts'
import type { Finding, Place } from './finding.ts'
import type { FieldJudgement } from './judge.ts'
import type { DrawnLabel, Program } from './read.ts'

/** A field on a label, by the command that draws it. */
export interface FieldReport extends Place {
  readonly command: string
  /** The upper left corner of its area as it is printed, and the area's width and height. */
  readonly at: readonly [x: number, y: number]
  readonly size: readonly [width: number, height: number]
  /** Its data; null for shapes and graphics. */
  readonly text: string | null
}

/** good: nothing is found; doubtful: a warning; bad: a fault; not judged: a symbology that is not among ours. */
export type SymbolVerdict = 'good' | 'doubtful' | 'bad' | 'not judged'

/** A symbol on a label. */
export interface SymbolReport extends Pick<FieldReport, 'at' | 'size'>, Place {
  readonly command: string
  readonly type: string
  readonly text: string
  /** The width of a module in mm; null for symbologies that are not judged. */
  readonly x: number | null
  readonly verdict: SymbolVerdict
  readonly findings: readonly Finding[]
}

export interface LabelReport {
  /** From 0. */
  readonly index: number
  readonly copies: number
  readonly width: number
  readonly height: number
  readonly fields: readonly FieldReport[]
  readonly symbols: readonly SymbolReport[]
}

export interface ProgramReport {
  readonly labels: readonly LabelReport[]
  readonly findings: readonly Finding[]
}

/** The report on a program: all of its labels are drawn for it, those that were drawn before too. */
export function* reporting(program: Program): Interruptible<ProgramReport> {
  const labels: LabelReport[] = []
  let room = mostFields
  for (const label of program.labels()) {
    yield
    if (label === undefined) continue
    labels.push(labelReport(label, room))
    room -= label.fields.length
  }
  return { labels, findings: program.findings() }
}

/** The same at once. */
export const reportOf = (program: Program): ProgramReport => uninterrupted(reporting(program))

/** The fields that a report names, of all labels together; labels behind them have none. */
const mostFields = 20_000

function labelReport({ index, copies, scene, fields }: DrawnLabel, room: number): LabelReport {
  const shown = fields.slice(0, Math.max(0, room))
  return {
    ...{ index, copies, width: scene.width, height: scene.height },
    fields: shown.map(fieldReport),
    symbols: shown.flatMap((each) => symbolReport(each, scene)),
  }
}

/** A field as reports have it. */
export function fieldReport({ drawn: { field, area } }: FieldJudgement): FieldReport {
  const { prefix, name, offset, line } = field.command
  return {
    ...{ command: `${prefix}${name}`, offset, line },
    at: [area.left, area.top],
    size: [area.right - area.left, area.bottom - area.top],
    text: field.data?.text ?? null,
  }
}

function symbolReport(judgement: FieldJudgement, { resolution }: DrawnLabel['scene']): readonly SymbolReport[] {
  const { drawn, findings } = judgement
  if (drawn.symbol === undefined) return []
  const { command, offset, line, at, size } = fieldReport(judgement)
  const { type, text, judged } = drawn.symbol.symbol
  const module = drawn.marks.find(isOfSymbol)?.symbol.module
  return [
    {
      ...{ command, offset, line, type, text, at, size },
      x: module === undefined ? null : millimetres(module, resolution),
      verdict: verdictOf(findings, judged),
      findings: findings.map((finding) => ({ ...finding, command, offset, line })),
    },
  ]
}

function verdictOf(findings: FieldJudgement['findings'], judged: boolean): SymbolVerdict {
  if (findings.some(({ kind }) => kind === 'fault')) return 'bad'
  if (!judged) return 'not judged'
  return findings.some(({ kind }) => kind === 'warning') ? 'doubtful' : 'good'
}
