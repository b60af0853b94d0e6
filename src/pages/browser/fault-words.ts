/** Faults in the language of the page: made from their codes, their rules and the values that they are about. */

import { aisOfMeasure } from '../../../symbologies/gs1/index.ts'
import { escapable, unescaped, unknownEscape } from '../../request/escapes.ts'
import { faults as english, type FaultValues, type FaultWords } from '../words/faults/en.ts'
import { byId } from './dom.ts'
import { invisibles, pictureOf } from './fields.ts'
import type { Fault, ServiceRefusal } from './service.ts'
import { capitalized, words } from './words.ts'

/** What is given for a parameter; empty if nothing is. */
export type GivenValue = (parameter: string) => string

/** What a sentence is made of. */
type FaultOf = Omit<Fault, 'message'> & { readonly scopes?: ServiceRefusal['scopes'] | undefined }

type Controls = readonly (HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement)[]

const { codes, rules } = english

/** A fault as a sentence. */
export function faultText(fault: FaultOf, asked: GivenValue): string {
  const { code, warning } = fault
  const doubt = warning === undefined ? undefined : warningText(warning)
  if (doubt !== undefined) return doubt
  if (fault.sizes !== undefined) {
    const { design, stock } = fault.sizes
    return english.otherLabels(sizeTitle(design), sizeTitle(stock), fault.parameter === 'sheet' ? 'sheet' : 'printer')
  }
  // a service of another version may have other codes
  return isCode(code) ? codes[code](valuesOf(fault, asked)) : codes.bad_request(valuesOf(fault, asked))
}

/** A refusal with its messages in the language of the page. */
export function refusalInWords(refusal: ServiceRefusal, asked: GivenValue): ServiceRefusal {
  const faults = refusal.faults.map((fault) => ({ ...fault, message: faultText(fault, asked) }))
  const own = faultText({ parameter: '', code: refusal.code ?? '', scopes: refusal.scopes }, asked)
  const message = faults.length === 0 ? own : [...new Set(faults.map(sentenceWithField))].join(' ')
  return { ...refusal, faults, message }
}

/** The message of a fault where its field is not beside it. */
export function sentenceWithField({ parameter, message }: Pick<Fault, 'parameter' | 'message'>): string {
  const heading = parameter === 'text' ? undefined : headingOf(parameter)
  return heading === undefined ? message : `${heading}: ${message}`
}

/** The refusal of a GET, which has all values in its address. */
export function refusalOf(address: string, refusal: ServiceRefusal): ServiceRefusal {
  const given = new URL(address, location.href).searchParams
  return refusalInWords(refusal, (name) => given.get(name) ?? '')
}

/** What a rule says of the value of an element, without the AI. */
export function valueFaultText(fault: Omit<Fault, 'parameter' | 'message'>): string {
  const { code, rule } = fault
  if (code === 'gs1_invalid_value' && rule !== undefined && isRule(rule)) return `${capitalized(rules[rule])}.`
  return faultText({ parameter: 'text', ...fault }, () => '')
}

/** A warning of the API as a sentence; undefined for codes that this page does not know. */
export function warningText(code: string): string | undefined {
  return isWarning(code) ? `${capitalized(words.advice[code].because)}.` : undefined
}

const isCode = (code: string): code is keyof FaultWords['codes'] => Object.hasOwn(codes, code)
const isRule = (rule: string): rule is keyof FaultWords['rules'] => Object.hasOwn(rules, rule)
const isWarning = (code: string): code is keyof typeof words.advice => Object.hasOwn(words.advice, code)

function valuesOf(fault: FaultOf, asked: GivenValue): FaultValues {
  const { parameter, suggestion, ai, rule, from, to, position = from } = fault
  const given = parameter === '' ? '' : asked(parameter)
  const isEscaped = asked('escapes') === 'true' && escapable.includes(parameter)
  const meant = isEscaped ? unescaped(given) : given
  const characters = [...(typeof meant === 'string' ? meant : given)]
  const part = position === undefined ? [] : characters.slice(position - 1, to ?? position)
  const kind = kindNamed(asked('type'))
  return {
    field: headingOf(parameter),
    given: shownText(titleIn(parameter, given)),
    count: characters.length,
    instead: suggestion?.[parameter],
    range: rangeOf(parameter, given),
    barcode: kind?.dataset.name ?? kind?.text ?? words.text.barcode,
    accepts: kind?.dataset.hint ?? '',
    part: shownText(part.join('')),
    position: part.length === 0 ? undefined : position,
    ai: ai === undefined ? '' : `(${ai})`,
    measure: fault.code === 'gs1_unknown_ai' && ai !== undefined ? measureOf(ai) : undefined,
    wrongEscape: isEscaped ? unknownEscape(given) : undefined,
    rule: rule !== undefined && isRule(rule) ? rule : undefined,
    scopes: (fault.scopes ?? []).map(scopeTitle),
  }
}

/** What a key is allowed, as the page /setup calls it. */
function scopeTitle(scope: string): string {
  const titles: Readonly<Record<string, string>> = words.scopes
  return titles[scope] ?? scope
}

function measureOf(ai: string): FaultValues['measure'] {
  const [first, last] = aisOfMeasure(ai) ?? []
  return first === undefined ? undefined : [`(${first})`, `(${last})`]
}

function kindNamed(type: string): HTMLOptionElement | undefined {
  // a page without symbols has no such field
  const options = document.querySelectorAll<HTMLOptionElement>('#type option')
  return [...options].find(({ value }) => value === type)
}

/** The numbers that a field takes, if what is given is not one of them. */
function rangeOf(parameter: string, given: string): FaultValues['range'] {
  const [control] = controlsOf(parameter)
  if (!(control instanceof HTMLInputElement) || control.type !== 'number') return undefined
  const { min, max } = control
  const isWithin = /^\d+(\.\d+)?$/.test(given) && Number(given) >= Number(min) && Number(given) <= Number(max)
  return isWithin ? undefined : [min, max]
}

/** The controls of a parameter: one, or all buttons of a choice. */
export const controlsOf = (name: string): Controls =>
  name === ''
    ? []
    : [...byId('form', HTMLFormElement).querySelectorAll<Controls[number]>(`[name="${CSS.escape(name)}"]`)]

/** What the form calls a parameter; undefined if it has no field for it. */
export function headingOf(name: string): string | undefined {
  const [control] = controlsOf(name)
  const label = control?.type === 'radio' ? control.closest('fieldset')?.querySelector('legend') : control?.labels?.[0]
  return label?.textContent.trim()
}

/** What the form calls a value of a parameter; the value itself if it has no name for it. */
export function titleIn(name: string, value: string): string {
  for (const control of controlsOf(name)) {
    if (control instanceof HTMLSelectElement)
      return [...control.options].find((option) => option.value === value)?.text ?? value
    if (control.type === 'radio' && control.value === value) return control.labels?.[0]?.textContent.trim() ?? value
  }
  return value
}

/** The characters at either end of a long text that are shown. */
const longest = 24

/** A size as people write it, such as 57 × 32 mm; the name of a stock that the page has no title for stays. */
export function sizeTitle(size: string): string {
  const [, across, along, unit] = /^([0-9.]+)x([0-9.]+)(mm|in)$/.exec(size) ?? []
  if (unit !== undefined) return `${across} × ${along} ${unit}`.replaceAll('.', words.decimalSign)
  return document.querySelector<HTMLOptionElement>(`option[value="${CSS.escape(size)}"]`)?.text ?? size
}

/** A text in one line, with pictures of its control characters, and the numbers of others that are not seen. */
export function shownText(text: string): string {
  const characters = [...text]
  const isLong = characters.length > 2 * longest
  const shown = isLong ? [...characters.slice(0, longest), '…', ...characters.slice(-longest)] : characters
  return shown.join('').replace(invisibles, pictureOf)
}
