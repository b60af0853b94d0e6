/** Judges the GS1 message of a symbol. */

import type { Gs1ErrorCode, Gs1Fault } from '../../../symbologies/gs1/index.ts'
import { codePoints } from '../../../symbologies/messages.ts'
import { type Application, specificationOf } from '../../../symbologies/tables.ts'
import { type Finding, Findings, type Flaw, type Rule } from '../report.ts'
import type { Gs1Place } from './contents.ts'
import type { Data } from './fnc1.ts'
import type { SymbolMessage } from './message.ts'
import { literalBrackets, missingFnc1 } from './mistakes.ts'
import { missingSeparator, superfluousSeparators } from './separators.ts'

const gs1 = 'GS1 General Specifications'

/** The faults of a message that are judged by themselves. */
const faultRules = ['syntax', 'unknown_ai', 'invalid_value', 'missing_ai', 'excluded_ai'] as const
type FaultRule = (typeof faultRules)[number]
type Gs1Rule = `gs1.${FaultRule | 'too_long' | 'separator' | 'brackets' | 'without_fnc1' | 'application'}`

const rules: Readonly<Record<Gs1Rule, Rule>> = {
  'gs1.syntax': [`${gs1}, 7.8`, 'the message is AIs with their values'],
  'gs1.unknown_ai': [`${gs1}, 3`, 'every AI is one of GS1’s'],
  'gs1.invalid_value': [
    `${gs1}, 3`,
    'every value has the length, the characters and the check digit that its AI wants',
  ],
  'gs1.missing_ai': [`${gs1}, 4.13`, 'no AI needs another that is not there'],
  'gs1.excluded_ai': [`${gs1}, 4.13`, 'no AI excludes another that is there'],
  'gs1.too_long': [`${gs1}, 5.4.4.3`, 'GS1-128 has 48 characters at most, with AIs and separators'],
  'gs1.separator': [`${gs1}, 7.8`, 'FNC1 is only where it separates elements'],
  'gs1.brackets': [`${gs1}, 3`, 'brackets round AIs are for human readers alone'],
  'gs1.without_fnc1': [`${gs1}, 7.8`, 'element strings stand behind FNC1'],
  'gs1.application': [`${gs1}, 5.12.3`, 'the symbol is a GS1 symbol'],
}

const linkRules: Readonly<Record<Gs1Rule, Rule>> = {
  ...rules,
  'gs1.syntax': ['GS1 Digital Link standard: URI syntax', 'the URI is a GS1 Digital Link URI'],
}

/** The symbologies that carry both element strings and other texts. */
const carriers: { readonly [S in Data['symbology']]?: readonly [plain: string, gs1: string] } = {
  code128: ['Code 128', 'GS1-128'],
  datamatrix: ['Data Matrix', 'GS1 DataMatrix'],
  qr: ['QR Code', 'GS1 QR Code'],
}

/** @param application  the use of the symbol that was asked for; its symbologies are those of GS1 */
export function gs1Findings(
  data: Data,
  message: SymbolMessage | undefined,
  application: Application | undefined,
): readonly Finding[] {
  const isLink = message?.form === 'link'
  const findings = new Findings<Gs1Rule>(data.symbology, isLink ? linkRules : rules)
  if (message === undefined) judgeMistakes(findings, data)
  else if (message.form !== 'gtin') {
    // the standard of a symbology allows any URI
    judgeFaults(findings, data, message, isLink && application === undefined ? 'note' : 'fault')
    if (!isLink) judgeElementStrings(findings, data, message)
  }
  if (application !== undefined) judgeApplication(findings, data, message, application)
  return findings.list
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

/** Says nothing of a text that is not meant as a GS1 message. */
function judgeMistakes(findings: Findings<Gs1Rule>, data: Data): void {
  const brackets = literalBrackets(data)
  if (brackets !== undefined) findings.judge('gs1.brackets', [brackets])
  const without = missingFnc1(data)
  if (without !== undefined) findings.judge('gs1.without_fnc1', [without])
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
