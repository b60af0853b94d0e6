/** What differs between the labels of two programs: their fields one by one, and their dots. */

import { paint } from '../render/paint.ts'
import type { DrawnLabel, Program } from './read.ts'
import { type FieldReport, fieldReport } from './report.ts'

/** What of a field may differ. */
export const fieldParts = ['command', 'text', 'at', 'size', 'dots'] as const
export type FieldPart = (typeof fieldParts)[number]

/** A field that is on one label alone, or is another one there. */
export interface FieldDifference {
  readonly before: FieldReport | null
  readonly after: FieldReport | null
  /** Empty where the other label has none. */
  readonly changed: readonly FieldPart[]
}

export interface LabelDifference {
  /** From 0. */
  readonly index: number
  readonly fields: readonly FieldDifference[]
  /** Dots that are dark on one of them alone; null where there is one label, or their sizes differ. */
  readonly dots: number | null
}

/** The labels that differ, in their order. Positions in the program are no difference. */
export function differences(before: Program, after: Program): readonly LabelDifference[] {
  const found: LabelDifference[] = []
  const [ones, others] = [before.labels(), after.labels()]
  for (;;) {
    const [one, other] = [nextOf(ones), nextOf(others)]
    if (!one && !other) return found
    const fields = fieldDifferences(one ? one.fields : [], other ? other.fields : [])
    const dots = one && other ? differentDots(one, other) : null
    if (fields.length > 0 || dots !== 0) found.push({ index: (one ?? other)!.index, fields, dots })
  }
}

/** The next label, if there is one. */
function nextOf(labels: ReturnType<Program['labels']>): DrawnLabel | undefined {
  for (const label of { [Symbol.iterator]: () => ({ next: () => labels.next() }) })
    if (label !== undefined) return label
  return undefined
}

type Judged = DrawnLabel['fields'][number]

/** Equal fields are passed over; of the others those of the same command are compared in their order. */
function fieldDifferences(before: readonly Judged[], after: readonly Judged[]): readonly FieldDifference[] {
  const [first, second] = [before.map(withKey), after.map(withKey)]
  const [gone, come] = [without(first, second), without(second, first)]
  const found: FieldDifference[] = []
  for (const one of gone) {
    const at = come.findIndex(({ report }) => report.command === one.report.command)
    const [other] = at < 0 ? [] : come.splice(at, 1)
    found.push(
      other === undefined
        ? { before: one.report, after: null, changed: [] }
        : { before: one.report, after: other.report, changed: changedIn(one, other) },
    )
  }
  return [...found, ...come.map(({ report }) => ({ before: null, after: report, changed: [] }))]
}

interface Keyed {
  readonly report: FieldReport
  readonly parts: { readonly [P in FieldPart]: string }
  readonly key: string
}

function withKey(judged: Judged): Keyed {
  const report = fieldReport(judged)
  const { command, text, at, size } = report
  const dots = judged.drawn.marks
    .map(({ matrix, xs, ys }) => `${xs[0]} ${ys[0]} ${matrix.words.join()} ${xs.at(-1)} ${ys.at(-1)}`)
    .join(';')
  const parts = { command, text: text ?? '', at: at.join(), size: size.join(), dots }
  return { report, parts, key: JSON.stringify(parts) }
}

/** The fields of which the other label has none that is equal, each of its fields counted once. */
function without(fields: readonly Keyed[], others: readonly Keyed[]): Keyed[] {
  const left = new Map<string, number>()
  for (const { key } of others) left.set(key, (left.get(key) ?? 0) + 1)
  return fields.filter(({ key }) => {
    const count = left.get(key) ?? 0
    left.set(key, count - 1)
    return count <= 0
  })
}

function changedIn(one: Keyed, other: Keyed): readonly FieldPart[] {
  const changed = fieldParts.filter((part) => one.parts[part] !== other.parts[part])
  // dots differ wherever something else does
  return changed.length > 1 ? changed.filter((part) => part !== 'dots') : changed
}

function differentDots({ scene }: DrawnLabel, { scene: other }: DrawnLabel): number | null {
  if (scene.width !== other.width || scene.height !== other.height) return null
  const [one, two] = [paint(scene), paint(other)]
  let count = 0
  for (let i = 0; i < one.words.length; i++) {
    for (let rest = one.words[i]! ^ two.words[i]!; rest !== 0; rest &= rest - 1) count++
  }
  return count
}
