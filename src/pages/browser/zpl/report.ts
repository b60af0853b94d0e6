/** The service's report on a program, as far as the page shows it. Places are bytes, areas dots. */

export type FindingKind = 'fault' | 'warning' | 'note'

export interface Finding {
  readonly code: string
  readonly kind: FindingKind
  readonly command: string
  readonly offset: number
  readonly line: number
  /** In English. */
  readonly message: string
  readonly suggestion?: string
}

export interface LabelField {
  readonly command: string
  readonly offset: number
  readonly line: number
  readonly at: readonly [x: number, y: number]
  readonly size: readonly [width: number, height: number]
  readonly text: string | null
}

export interface LabelSymbol extends LabelField {
  readonly verdict: 'good' | 'doubtful' | 'bad' | 'not judged'
}

export interface Label {
  /** From 0, as requests call it. */
  readonly index: number
  readonly copies: number
  readonly width: number
  readonly height: number
  readonly fields: readonly LabelField[]
  readonly symbols: readonly LabelSymbol[]
}

export interface ProgramReport {
  readonly labels: readonly Label[]
  readonly findings: readonly Finding[]
}

/** Whether an answer is such a report: a proxy may have put another in its place. */
export function isReport(body: unknown): body is ProgramReport {
  const { labels, findings } = (body ?? {}) as Partial<ProgramReport>
  return Array.isArray(labels) && Array.isArray(findings)
}
