/**
 * XML of a workbook as elements: those that matter come whole, with all that is in them, and those around them as they are entered and
 * left. `<v/>` and `<v></v>` are the same (XML 1.0, 3.1).
 */

import { attributesOf, xmlTokens } from '../../xml.ts'
import { unreadable } from './unreadable.ts'

export interface XmlElement {
  /** Without its prefix. */
  readonly name: string
  /** By their names, with prefixes. */
  readonly attributes: ReadonlyMap<string, string>
  readonly content: readonly (XmlElement | string)[]
}

export type XmlEvent =
  | { readonly kind: 'enter'; readonly name: string; readonly attributes: ReadonlyMap<string, string> }
  | { readonly kind: 'leave'; readonly name: string }
  | { readonly kind: 'whole'; readonly element: XmlElement }
  /** Nothing of the document: between two pauses the work is bounded, and others can be served. */
  | { readonly kind: 'pause' }

/** Elements and texts in an element that comes whole, and how deep such elements and those around them are, at most. */
const [mostParts, mostDepth] = [1 << 14, 64] as const

/** How many tokens of XML may still be read, of all parts of a workbook together. */
export interface TokenBudget {
  left: number
  readonly most: number
}

/**
 * The elements of a document.
 *
 * @param pieces  its bytes
 * @param whole  the names of the elements that come whole, without prefixes
 * @throws TableError if it is not XML, or exceeds a bound
 */
export function* elementsIn(
  pieces: Iterable<Uint8Array>,
  whole: readonly string[],
  budget: TokenBudget,
): Generator<XmlEvent> {
  const builder = new ElementBuilder()
  /** The names of the elements around it. */
  const around: string[] = []
  for (const token of xmlTokens(pieces, unreadable)) {
    if (token.kind === 'pause') {
      yield token
      continue
    }
    if (--budget.left < 0) throw unreadable(`it has more than ${budget.most} parts`, 'detailedWorkbook', budget.most)
    if (token.kind === 'text') {
      if (!builder.isEmpty) builder.add(token.text)
    } else if (token.kind === 'end') {
      if (builder.isEmpty) {
        if (around.pop() !== token.name) throw unreadable('it is damaged')
        yield { kind: 'leave', name: token.name }
      } else {
        const element = builder.close(token.name)
        if (builder.isEmpty) yield { kind: 'whole', element }
      }
    } else if (!builder.isEmpty || whole.includes(token.name)) {
      builder.open(token.name, attributesOf(token.attributes))
      const element = token.isEmpty ? builder.close(token.name) : undefined
      if (element !== undefined && builder.isEmpty) yield { kind: 'whole', element }
    } else {
      yield { kind: 'enter', name: token.name, attributes: attributesOf(token.attributes) }
      if (token.isEmpty) yield { kind: 'leave', name: token.name }
      else if (around.push(token.name) > mostDepth) throw unreadable('it is damaged')
    }
  }
  if (!builder.isEmpty || around.length > 0) throw unreadable('it is damaged')
}

interface OpenElement extends XmlElement {
  readonly content: (XmlElement | string)[]
}

/** An element in the making; empty outside of those that come whole. */
class ElementBuilder {
  readonly #open: OpenElement[] = []
  #parts = 0

  get isEmpty(): boolean {
    return this.#open.length === 0
  }

  open(name: string, attributes: XmlElement['attributes']): void {
    if (this.isEmpty) this.#parts = 0
    if (this.#open.length === mostDepth) throw unreadable('it is damaged')
    const element: OpenElement = { name, attributes, content: [] }
    this.add(element)
    this.#open.push(element)
  }

  /** The innermost element, which ends. */
  close(name: string): XmlElement {
    const element = this.#open.pop()
    if (element?.name !== name) throw unreadable('it is damaged')
    return element
  }

  add(part: XmlElement | string): void {
    if (++this.#parts > mostParts)
      throw unreadable(`a cell of it has more than ${mostParts} parts`, 'detailedWorkbook', mostParts)
    this.#open.at(-1)?.content.push(part)
  }
}

/** The elements directly in one that have a name. */
export const childrenOf = ({ content }: XmlElement, name: string): XmlElement[] =>
  content.filter((part): part is XmlElement => typeof part !== 'string' && part.name === name)

/** The text directly in an element. */
export const textIn = ({ content }: XmlElement): string => content.filter((part) => typeof part === 'string').join('')
