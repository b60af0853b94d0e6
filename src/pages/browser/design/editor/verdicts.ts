/** What the service says of a draft: for each element and for the whole. */

import { designs as words } from '../../../words/designs/en.ts'
import { faultText, warningText } from '../../fault-words.ts'
import type { ShownWarning } from '../../scans.ts'
import type { Fault, ServiceRefusal } from '../../service.ts'
import { titleOf } from './canvas.ts'
import { type DesignDraft, fieldNamesIn } from './draft.ts'

export interface ElementVerdict {
  /** The elements that it is about, by index; none for the whole. */
  readonly elements: readonly number[]
  /** In the language of the page. */
  readonly text: string
  /** As the service says it, in English, where that says more. */
  readonly detail: string
  /** The counter that is missing. */
  readonly counter?: string
}

/** An element has numbers of a counter that there is not. */
export function missingCounter(element: number, counter: string): ElementVerdict {
  return { elements: [element], text: words.editor.counters.missing(counter), detail: '', counter }
}

/** What is doubtful or wrong. */
export function verdictsOf(
  draft: DesignDraft,
  warnings: readonly ShownWarning[],
  refusal: ServiceRefusal | undefined,
): readonly ElementVerdict[] {
  const doubts = warnings.map(ofWarning)
  const faults = (refusal?.faults ?? []).map((fault) => ofFault(draft, fault))
  const whole =
    refusal !== undefined && faults.length === 0 ? [{ elements: [], text: refusal.message, detail: '' }] : []
  return [...whole, ...faults, ...doubts]
}

function ofFault(draft: DesignDraft, fault: Fault): ElementVerdict {
  const { parameter, code, message } = fault
  const [, path] = /^design\.elements\[(\d+)\]/.exec(parameter) ?? []
  const elements = path === undefined ? namedIn(message) : [Number(path)]
  if (code === 'invalid_design') return { elements, text: words.editor.wrong(pathOf(parameter)), detail: message }
  const own = faultText(fault, (name) => `${draft.fields[name]?.sample ?? ''}`)
  return {
    elements,
    text: own,
    detail: code === 'does_not_fit' ? withoutNames(message) : '',
  }
}

function ofWarning({ code, said, message }: ShownWarning): ElementVerdict {
  const elements = namedIn(said)
  const own = code.startsWith('profile_') ? warningText(code) : undefined
  if (own === undefined) return { elements, text: message, detail: '' }
  // which rule of the published label it is
  return { elements, text: own, detail: withoutNames(said.replace(/^row 1: /, '')) }
}

/** A message without the names that elements have in a request for a picture. */
const withoutNames = (message: string): string => message.replace(/(?:text|symbol|label) "e\d{1,3}":? /g, '')

/** What people see of a path: the property. */
const pathOf = (path: string): string => path.replace(/^design\.(?:elements\[\d+\]\.?)?/, '')

const namedIn = (said: string): readonly number[] => [
  ...new Set([...said.matchAll(/"e(\d+)"/g)].map(([, index]) => Number(index))),
]

/** A verdict with what it is about. */
export function sentenceOf({ elements, text }: ElementVerdict, draft: DesignDraft): string {
  const names = elements.flatMap((index) => draft.elements[index] ?? []).map(titleOf)
  return names.length === 0 ? text : `${names.join(', ')}: ${text}`
}

/** Fields that are drawn with their names, for want of a sample, in what a verdict is about. */
export function withoutSample({ elements, fields }: DesignDraft, verdict: ElementVerdict): readonly string[] {
  if (verdict.counter !== undefined) return []
  const names = verdict.elements.flatMap((index) => elements[index] ?? []).flatMap(fieldNamesIn)
  return [...new Set(names)].filter((name) => !fields[name]?.sample && !fields[name]?.default)
}
