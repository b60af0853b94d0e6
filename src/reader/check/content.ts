/** What the text of a symbol says by the standard of its content, and whether it keeps that standard. */

import type { Symbology } from '../../../symbologies/barcode.ts'
import { type Content, contentOfSymbol, type JudgedKind, judgedKinds, kindsOfContent } from '../../content/index.ts'
import { type Finding, Findings, type Flaw, type Rule, type SymbolReading } from './report.ts'

type ContentRule = `content.${JudgedKind}`

const ruleOf = (kind: JudgedKind): Rule => {
  const { standard, title, breach } = kindsOfContent[kind]
  return [standard, `the text is as its standard has it: ${title}`, breach]
}

/** One for each kind of content. The clause is the standard with its edition, whose texts have been read in part only. */
export const contentRules = Object.fromEntries(
  judgedKinds.map((kind) => [`content.${kind}`, ruleOf(kind)]),
) as Readonly<Record<ContentRule, Rule>>

/** What a symbol says; a part of a structured append says nothing by itself. */
export const contentIn = ({ text, append }: SymbolReading): ReturnType<typeof contentOfSymbol> =>
  text === undefined || append !== undefined ? undefined : contentOfSymbol(text)

/** A finding for each fault of a content, or that it has none. */
export function contentFindings(
  symbology: Symbology,
  { kind, faults }: Pick<Content, 'faults'> & { readonly kind: JudgedKind },
): readonly Finding[] {
  const findings = new Findings<ContentRule>(symbology, contentRules)
  const { breach } = kindsOfContent[kind]
  findings.judge(
    `content.${kind}`,
    faults.map(({ message }): Flaw => ({ kind: breach, message })),
  )
  return findings.list
}
