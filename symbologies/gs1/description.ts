/** A right message as plain data: its elements with what they mean, and its forms. */

import type { Element } from './element.ts'
import { meaningOf, type Part } from './meaning.ts'
import { bracketedText, humanReadable, linkText, rawText } from './message.ts'
import { needsSeparator } from './raw.ts'

export interface DescribedElement {
  readonly ai: string
  /** The data title; empty if GS1 gives none. */
  readonly title: string
  readonly value: string
  readonly parts: readonly Part[]
  /** Whether FNC1 follows it in a symbol. */
  readonly separator: boolean
}

export interface DescribedMessage {
  readonly elements: readonly DescribedElement[]
  readonly bracketed: string
  /** With `^` for FNC1. */
  readonly raw: string
  /** Null if the message has no key that a GS1 Digital Link URI of all its elements could begin with. */
  readonly link: string | null
  readonly humanReadable: string
}

export interface DescriptionStyle {
  /** Of the URI: with its scheme, and without a slash at the end. */
  readonly domain: string
  /** Decides the century of dates with two digits for the year. */
  readonly thisYear: number
}

/** @param elements  without faults */
export function messageDescription(
  elements: readonly Element[],
  { domain, thisYear }: DescriptionStyle,
): DescribedMessage {
  return {
    elements: elements.map((element, i) => ({
      ai: element.ai,
      title: element.identifier.title,
      value: element.value,
      parts: meaningOf(element, thisYear),
      separator: i < elements.length - 1 && needsSeparator(element.ai),
    })),
    bracketed: bracketedText(elements),
    raw: rawText(elements),
    link: linkText(elements, domain) ?? null,
    humanReadable: humanReadable(elements).join(''),
  }
}
