/** The GS1 message of a symbol for the report. */

import {
  bracketedText,
  type DescribedElement,
  type DescribedMessage,
  type Element,
  type Gs1Doubt,
  type Gs1ErrorCode,
  gs1Message,
  humanReadable,
  linkText,
  meaningOf,
  needsSeparator,
  type Part,
  rawText,
  usualDomain,
} from '../../../symbologies/gs1/index.ts'
import type { SymbolMessage } from './message.ts'

/** Of a value that is not right, `parts` is empty. */
export type Gs1Element = DescribedElement

/** As the API describes a message, but for what is said otherwise here. */
export interface Gs1Contents extends DescribedMessage {
  readonly form: SymbolMessage['form']
  /** As the symbol carries it, with `^` for FNC1; of a URI, how a symbol of element strings carries it. */
  readonly raw: string
  /** The GS1 Digital Link URI; null if the message has no key for it, or faults. */
  readonly link: string | null
}

/** The part of a message that a finding is about. */
export interface Gs1Place {
  /** Of the message's fault, as the API has it. */
  readonly code?: Gs1ErrorCode | Gs1Doubt['code']
  readonly ai?: string
  readonly rule?: string
  /** The characters of `raw`, or of the URI, as code points from 1, both included. */
  readonly from: number
  readonly to: number
}

/** @param thisYear  decides the century of dates; if undefined, they get no meaning */
export function contentsOf(message: SymbolMessage, thisYear: number | undefined): Gs1Contents {
  const { form, source, elements, faults } = message
  const isWhole = faults.every(({ code }) => code === 'gs1_missing_ai')
  const link = isWhole ? linkText(elements, usualDomain) : undefined
  return {
    form,
    elements: elements.map((element, i) => ({
      ai: element.ai,
      title: element.identifier.title,
      value: element.value,
      parts: isRight(element) ? partsOf(element, thisYear) : [],
      separator: i < elements.length - 1 && needsSeparator(element.ai),
    })),
    bracketed: bracketedText(elements),
    raw: form === 'link' ? rawText(elements) : source,
    link: form === 'link' ? source : (link ?? null),
    humanReadable: humanReadable(elements).join(''),
  }
}

/** Whether the value is right by itself. */
const isRight = (element: Element): boolean =>
  gs1Message(bracketedText([element])).faults.every(({ code }) => code !== 'gs1_invalid_value')

/** Two years that give every date another century. */
const someYears = [2000, 2100] as const

/** Without a year, the parts whose meaning depends on it have none. */
function partsOf(element: Element, thisYear: number | undefined): readonly Part[] {
  if (thisYear !== undefined) return meaningOf(element, thisYear)
  const [parts, others] = someYears.map((year) => meaningOf(element, year)) as [readonly Part[], readonly Part[]]
  return parts.map((part, i) => {
    const { meaning, ...rest } = part
    return meaning === others[i]!.meaning ? part : rest
  })
}
