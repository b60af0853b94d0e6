/** What is found about a program, and the fields of a label, as lists of buttons. */

import { zpl } from '../../words/zpl/en.ts'
import { buttonFor, byId, made } from '../dom.ts'
import { warningText } from '../fault-words.ts'
import { capitalized, words } from '../words.ts'
import type { Finding, FindingKind, Label, LabelField } from './report.ts'

/** Shows what is found; a click on a finding picks its command. */
export function showFindings(findings: readonly Finding[], pick: (finding: Finding) => void): void {
  const count = (kind: FindingKind): number => findings.filter((finding) => finding.kind === kind).length
  byId('summary', HTMLElement).textContent =
    findings.length === 0 ? zpl.none : zpl.found(count('fault'), count('warning'), count('note'))
  byId('findings', HTMLElement).replaceChildren(...findings.map((finding) => item(finding, pick)))
}

/** Shows that nothing is known. */
export function clearFindings(): void {
  byId('summary', HTMLElement).textContent = ''
  byId('findings', HTMLElement).replaceChildren()
}

function item(finding: Finding, pick: (finding: Finding) => void): HTMLLIElement {
  const { code, kind, command, line, suggestion } = finding
  const button = buttonFor('', () => pick(finding))
  button.append(
    made('strong', { class: 'kind' }, zpl.kinds[kind]),
    made('span', { class: 'said' }, ...said(finding)),
    made('span', { class: 'place' }, made('code', {}, command), ` ${zpl.at(line)}, `, made('code', {}, code)),
  )
  if (suggestion !== undefined) button.append(made('span', { class: 'instead' }, zpl.instead(suggestion)))
  return made('li', { 'data-kind': kind }, button)
}

/** What a finding says: in another language than English a sentence for its code, and behind it the report's own words, which have the values. */
function said({ code, message }: Finding): readonly (Node | string)[] {
  const english = capitalized(message)
  if (words.code === 'en') return [english]
  const own = zpl.codes[code] ?? warningText(code)?.replace(/\.$/, '')
  const report = made('span', { lang: 'en' }, english)
  return own === undefined ? [report] : [`${own}. `, report]
}

/** Fields of a label that are listed. */
const mostListed = 500

/** The fields of the label that is shown; one is current. */
export class FieldList {
  readonly #list = byId('fields', HTMLElement)
  #buttons: ReadonlyMap<LabelField, HTMLButtonElement> = new Map()

  show({ fields, symbols }: Label, pick: (field: LabelField) => void): void {
    const verdicts = new Map(symbols.map(({ offset, at, verdict }) => [`${offset} ${at}`, verdict]))
    this.#buttons = new Map(
      fields.slice(0, mostListed).map((field) => {
        const verdict = verdicts.get(`${field.offset} ${field.at}`)
        const button = buttonFor('', () => pick(field))
        button.append(made('span', {}, textOf(field)))
        if (verdict !== undefined) button.append(made('span', { 'data-verdict': verdict }, zpl.verdicts[verdict]))
        return [field, button]
      }),
    )
    const more = fields.length - this.#buttons.size
    this.#list.replaceChildren(
      ...Array.from(this.#buttons.values(), (button) => made('li', {}, button)),
      ...(more > 0 ? [made('li', {}, zpl.more(more))] : []),
    )
    byId('parts', HTMLElement).hidden = fields.length === 0
  }

  clear(): void {
    this.#buttons = new Map()
    byId('parts', HTMLElement).hidden = true
  }

  point(field: LabelField | undefined): void {
    for (const [each, button] of this.#buttons) {
      if (each === field) button.setAttribute('aria-current', 'true')
      else button.removeAttribute('aria-current')
    }
  }
}

/** A field by its command, its place and its text. */
export function textOf({ command, at, text }: LabelField): string {
  const name = zpl.field(command, ...at)
  return text === null || text === '' ? name : zpl.named(name, text.slice(0, 100))
}
