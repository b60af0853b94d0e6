/** Judges the GS1 message of a symbol, and texts that are meant as one in a symbol that readers do not take for a GS1 symbol. */

import {
  bracketedIn,
  bracketedText,
  type Element,
  type Gs1ErrorCode,
  type Gs1Fault,
  type Gs1Message,
  gs1Message,
  hasCheckedNumber,
  isSound,
  lengthsOf,
  needsSeparator,
} from '../../../../symbologies/gs1/index.ts'
import { codePoints, quoted } from '../../../../symbologies/messages.ts'
import { type Application, specificationOf } from '../../../../symbologies/tables.ts'
import { type Finding, Findings, type Flaw, type Rule } from '../report.ts'
import type { LabelJudgement } from './label.ts'
import { type Data, elementStrings, type Gs1Place, type SymbolMessage } from './message.ts'

const gs1 = 'GS1 General Specifications'

/** The faults of a message that are judged by themselves. */
const faultRules = ['syntax', 'unknown_ai', 'invalid_value', 'missing_ai', 'excluded_ai'] as const
type FaultRule = (typeof faultRules)[number]
type Gs1Rule = `gs1.${FaultRule | 'too_long' | 'separator' | 'brackets' | 'without_fnc1' | 'application'}`

export const rules: Readonly<Record<Gs1Rule, Rule>> = {
  'gs1.syntax': [`${gs1}, 7.8`, 'the message is AIs with their values', 'fault or note'],
  'gs1.unknown_ai': [`${gs1}, 3`, 'every AI is one of GS1’s', 'fault or note'],
  'gs1.invalid_value': [
    `${gs1}, 3`,
    'every value has the length, the characters and the check digit that its AI wants',
    'fault or note',
  ],
  'gs1.missing_ai': [`${gs1}, 4.13`, 'no AI needs another that is not there', 'fault or note'],
  'gs1.excluded_ai': [`${gs1}, 4.13`, 'no AI excludes another that is there', 'fault or note'],
  'gs1.too_long': [`${gs1}, 5.4.4.3`, 'GS1-128 has 48 characters at most, with AIs and separators'],
  'gs1.separator': [`${gs1}, 7.8`, 'FNC1 is only where it separates elements', 'note'],
  'gs1.brackets': [`${gs1}, 3`, 'brackets round AIs are for human readers alone', 'fault or note'],
  'gs1.without_fnc1': [`${gs1}, 7.8`, 'element strings stand behind FNC1', 'note'],
  'gs1.application': [`${gs1}, 5.12.3`, 'the symbol is a GS1 symbol', 'fault or note'],
}

const linkRules: Readonly<Record<Gs1Rule, Rule>> = {
  ...rules,
  'gs1.syntax': ['GS1 Digital Link standard: URI syntax', 'the URI is a GS1 Digital Link URI'],
}

/** What a symbol is judged with. */
interface Surroundings {
  /** The use of the symbol that was asked for; its symbologies are those of GS1. */
  readonly application: Application | undefined
  /** The label that it is on. */
  readonly label: Pick<LabelJudgement, 'hasCompanionsOf'>
}

export function gs1Findings(
  data: Data,
  message: SymbolMessage | undefined,
  { application, label }: Surroundings,
): readonly Finding[] {
  const isLink = message?.form === 'link'
  const findings = new Findings<Gs1Rule>(data.symbology, isLink ? linkRules : rules)
  if (message === undefined) judgeMistakes(findings, data)
  else if (message.form !== 'gtin') {
    // the standard of a symbology allows any URI
    judgeFaults(findings, data, withCompanions(message, label), isLink && application === undefined ? 'note' : 'fault')
    if (!isLink) judgeElementStrings(findings, data, message)
  }
  if (application !== undefined) judgeApplication(findings, data, message, application)
  return findings.list
}

/** A message without its need of companions that are in other symbols of the label. */
function withCompanions(message: SymbolMessage, { hasCompanionsOf }: Surroundings['label']): SymbolMessage {
  const isThere = ({ code, ai }: Gs1Fault): boolean =>
    code === 'gs1_missing_ai' && ai !== undefined && hasCompanionsOf(ai)
  return { ...message, faults: message.faults.filter((fault) => !isThere(fault)) }
}

/** Companions that GS1-128 lacks may be in another symbol of the same item. */
function judgeFaults(
  findings: Findings<Gs1Rule>,
  { symbology }: Data,
  { source, elements, faults }: SymbolMessage,
  kind: 'fault' | 'note',
): void {
  for (const name of faultRules) {
    const code: Gs1ErrorCode = `gs1_${name}`
    const isElsewhere = name === 'missing_ai' && symbology === 'code128'
    const flaws = faults
      .filter((fault) => fault.code === code)
      .map((fault): Flaw => {
        const more = isElsewhere
          ? '; it may be in another symbol of the item'
          : missingSeparator(fault, elements, source)
        return { kind: isElsewhere ? 'note' : kind, message: fault.message + more, gs1: placeOf(fault) }
      })
    findings.judge(`gs1.${name}`, flaws)
  }
}

function placeOf({ code, ai, rule, from, to }: Gs1Fault): Gs1Place {
  return { code, ...(ai !== undefined && { ai }), ...(rule !== undefined && { rule }), from, to }
}

/** The most characters of a value in which the next element is looked for. */
const longestSearched = 200

/** Where FNC1 may be missing in a value that is too long, for the end of the message: before an element that is right. */
function missingSeparator({ code, rule, from }: Gs1Fault, elements: readonly Element[], source: string): string {
  if (code !== 'gs1_invalid_value' || rule !== 'length') return ''
  const element = elements.find(
    ({ at }) => from > codePoints(source.slice(0, at[0])) && from <= codePoints(source.slice(0, at.at(-1))),
  )
  if (element === undefined || !needsSeparator(element.ai) || element.value.length > longestSearched) return ''
  const { ai, value, identifier } = element
  const { least, most } = lengthsOf(identifier)
  for (let length = Math.min(most, value.length - 1); length >= least; length--) {
    const rest = gs1Message(`^${value.slice(length)}`)
    if (rest.elements[0]?.identifier.hasPredefinedLength !== true || !isSound(rest.faults)) continue
    if (!isSound(gs1Message(`^${ai}${value.slice(0, length)}`).faults)) continue
    return `; FNC1 may be missing behind ${quoted(value.slice(0, length))}, before AI (${rest.elements[0].ai})`
  }
  return ''
}

/** The most characters of GS1-128. */
const longest = 48

function judgeElementStrings(findings: Findings<Gs1Rule>, { symbology }: Data, message: SymbolMessage): void {
  findings.judge('gs1.separator', superfluousSeparators(message))
  if (symbology !== 'code128') return
  const length = codePoints(message.source) - 1
  const flaw = {
    message: `the message has ${length} characters; GS1-128 has ${longest} at most`,
    gs1: { code: 'gs1_too_long' as const, from: 1, to: length + 1 },
  }
  findings.judge('gs1.too_long', length <= longest ? [] : [flaw])
}

/** FNC1 where no reader needs it: behind an element of predefined length, or behind the last. */
function superfluousSeparators({ source, elements }: SymbolMessage): Flaw[] {
  return elements.flatMap(({ ai, value, at, identifier }): Flaw[] => {
    const end = at.at(-1)!
    if (source[end] !== '^') return []
    const isLast = end === source.length - 1
    const isWhole = identifier.hasPredefinedLength && value.length === lengthsOf(identifier).most
    if (!isLast && !isWhole) return []
    const place = codePoints(source.slice(0, end)) + 1
    const reason = isLast ? 'is at the end' : `is behind AI (${ai}), whose length is predefined`
    const message = `the separator at position ${place} ${reason}; it separates nothing, and the message is shorter without it`
    return [{ kind: 'note', message, gs1: { ai, from: place, to: place } }]
  })
}

/** Says nothing of a text that is not meant as a GS1 message. */
function judgeMistakes(findings: Findings<Gs1Rule>, data: Data): void {
  const brackets = literalBrackets(data)
  if (brackets !== undefined) findings.judge('gs1.brackets', [brackets])
  const without = missingFnc1(data)
  if (without !== undefined) findings.judge('gs1.without_fnc1', [without])
}

/**
 * The brackets of human-readable text encoded as characters. It is a fault if the text is a message without faults, and not
 * one that is right by accident, as `(240)555-1234` is; a note if it only begins like one.
 */
function literalBrackets({ symbology, text, fnc1 }: Data): Flaw | undefined {
  if (text === undefined || fnc1 === 'first') return undefined
  const found = bracketedIn(text)
  if (found === undefined) return undefined
  const { message, isMeant } = found
  const seen = 'the brackets round the AIs are characters of the symbol, and scanners show them'
  if (isMeant) return { message: `${seen}; ${remedy(symbology, message)}` }
  const [first] = message.faults.filter(({ code }) => code !== 'gs1_missing_ai')
  const why = first === undefined ? '' : `, once its message is right: ${first.message}`
  return { kind: 'note', message: `if this is meant for GS1, ${seen}; gs1=true makes a GS1 symbol${why}` }
}

/** Element strings without FNC1 in front, if they are surely meant so. */
function missingFnc1({ symbology, text, fnc1 }: Data): Flaw | undefined {
  if (text === undefined || fnc1 === 'first') return undefined
  const { said, rest } = frontOf(text, fnc1)
  if (!/^\d\d/.test(rest)) return undefined
  const message = elementStrings(rest)
  const isMarked = rest !== text || fnc1 === 'second' || rest.includes('\x1d')
  if (!isSound(message.faults) || !(isMarked ? isMeantWithMark(message) : isMeant(message))) return undefined
  return { kind: 'note', message: `${said}; ${remedy(symbology, message)}` }
}

/** What stands where FNC1 should be the first character, and the text behind it. */
function frontOf(text: string, fnc1: Data['fnc1']): { said: string; rest: string } {
  const identifier = /^\](C1|d2|Q3)/.exec(text)?.[0]
  if (identifier !== undefined) {
    const said = `the symbology identifier ${identifier}, which readers send by themselves for a GS1 symbol, is in the text`
    return { said, rest: text.slice(identifier.length) }
  }
  if (text.startsWith('\x1d'))
    return { said: 'the symbol begins with the character GS, not with FNC1', rest: text.slice(1) }
  if (text.startsWith('^'))
    return { said: '^ is a character of the symbol, not FNC1', rest: text.slice(1).replaceAll('^', '\x1d') }
  if (fnc1 === 'second') return { said: 'FNC1 is in the second position, not in the first', rest: text }
  return { said: 'the text reads as element strings of GS1, but the symbol does not begin with FNC1', rest: text }
}

/** Not by accident: a GTIN and more, or an SSCC. */
function isMeant(message: Gs1Message): boolean {
  const [first, ...others] = message.elements
  return (first?.ai === '00' || (first?.ai === '01' && others.length > 0)) && hasCheckedNumber(message)
}

const isMeantWithMark = (message: Gs1Message): boolean => hasCheckedNumber(message) || message.elements.length > 2

/** How to make a GS1 symbol instead. */
function remedy(symbology: Data['symbology'], message: Gs1Message): string {
  const type = symbology in carriers ? '' : 'type code128, datamatrix or qr, '
  return `a GS1 symbol begins with FNC1: ${type}gs1=true and the text ${quoted(bracketedText(message.elements))} make one`
}

/** The symbologies that carry both element strings and other texts. */
const carriers: { readonly [S in Data['symbology']]?: readonly [plain: string, gs1: string] } = {
  code128: ['Code 128', 'GS1-128'],
  datamatrix: ['Data Matrix', 'GS1 DataMatrix'],
  qr: ['QR Code', 'GS1 QR Code'],
}

/** A logistic unit must have a GS1 symbol; of other uses the size alone may be of interest. */
function judgeApplication(
  findings: Findings<Gs1Rule>,
  { symbology, text }: Data,
  message: SymbolMessage | undefined,
  application: Application,
): void {
  const names = carriers[symbology]
  if (names === undefined || text === undefined || specificationOf(symbology, application) === undefined) return
  if (message !== undefined) {
    findings.pass('gs1.application')
    return
  }
  const [plain, needed] = names
  const said = `the application ${application} takes ${needed}; this is ${plain} without FNC1 in the first position`
  findings.judge('gs1.application', [{ kind: application === 'logistics' ? 'fault' : 'note', message: said }])
}
