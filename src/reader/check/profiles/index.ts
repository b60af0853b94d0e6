/** The rules of published labels, and what of them a label breaks. */

import type { ProfileName } from '../../../content/profile-names.ts'
import { type Finding, Findings, type Rule } from '../report.ts'
import { gs12027 } from './gs1-2027.ts'
import { gs1Logistic } from './gs1-logistic.ts'
import { gtl } from './gtl.ts'
import { hibc } from './hibc.ts'
import type { LabelProfile, ProfiledLabel, ProfileFlaw, ProfileRule } from './profile.ts'
import { udi } from './udi.ts'

export const labelProfiles: { readonly [Name in ProfileName]: LabelProfile } = {
  'gs1-logistic': gs1Logistic,
  'gs1-2027': gs12027,
  udi,
  gtl,
  hibc,
}

/** A rule with what it says of a label. */
export interface ProfileJudgement {
  /** As in findings: `profile.udi.date`. */
  readonly code: string
  readonly rule: ProfileRule
  readonly flaws: readonly ProfileFlaw[]
}

/** What the rules of a profile say of a label; those that it tells nothing about are left out. */
export function judgedByProfile(name: ProfileName, label: ProfiledLabel): readonly ProfileJudgement[] {
  return Object.entries(labelProfiles[name].rules).flatMap(([own, rule]) => {
    const flaws = rule.judge(label)
    return flaws === undefined ? [] : [{ code: `profile.${name}.${own}`, rule, flaws }]
  })
}

/** The same as findings of a check. */
export function profileFindings(name: ProfileName, judgements: readonly ProfileJudgement[]): readonly Finding[] {
  const prefix = `profile.${name}`
  const rules = Object.fromEntries(
    Object.entries(labelProfiles[name].rules).map(([own, { clause, requirement, kind }]): [string, Rule] => [
      own,
      [clause, requirement, kind],
    ]),
  )
  const findings = new Findings(prefix, rules)
  for (const { code, rule, flaws } of judgements) {
    findings.judge(
      code.slice(prefix.length + 1),
      flaws.map(({ message }) => ({ kind: rule.kind, message })),
    )
  }
  return findings.list
}

/** All of them but those that no picture shows. */
export function listedProfileRules() {
  return Object.entries(labelProfiles).flatMap(([name, { edition, source, rules }]) =>
    Object.entries(rules).flatMap(([own, { requirement, clause, kind, isOfDrawing }]) =>
      isOfDrawing ? [] : [{ code: `profile.${name}.${own}`, kind, requirement, clause, edition, source }],
    ),
  )
}
