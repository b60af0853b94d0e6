/** What a label says, for people who look for it in a list. */

import { type DesignRequest, fillingOf } from './compose.ts'
import { type DesignElement, isSymbolElement, templatesOf } from './design.ts'
import { filled, filledMessage, type TextTemplate } from './template.ts'

/** What the symbols of a label say, one below the other, and its other words, a line each. */
export interface Inscription {
  readonly text: string
  readonly words: readonly string[]
}

/** @throws what filling the fields of a design throws, which a label that is composed never does */
export function inscriptionOf(label: DesignRequest): Inscription {
  const filling = fillingOf(label)
  const { elements } = label.design
  const texts = elements
    .filter(isSymbolElement)
    .map(({ value, given }) =>
      given.gs1 === undefined || given.gs1 === 'false' ? filled(value, filling) : filledMessage(value, filling),
    )
  const words = elements.flatMap(wordsOf).map((template) => filled(template, filling))
  return { text: texts.join('\n'), words: words.flatMap((each) => each.split(/\r?\n/)).filter((line) => line !== '') }
}

/** The words of an element besides what symbols say. */
const wordsOf = (element: DesignElement): readonly TextTemplate[] =>
  element.kind === 'label' ? templatesOf(element).slice(1) : element.kind === 'text' ? [element.value] : []
