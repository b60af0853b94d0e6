/** Which elements of a design a message of the service is about: it calls them `symbol "sku"`, or `element 2 (text)` where they have no name. */

import { designs as words } from '../../words/designs/en.ts'

const form = /element (\d+) \((\w+)\)|\b(text|symbol|label|line|box|ellipse|image) "([^"]+)"/g

/** The elements that a message names, in the language of the page. */
export function elementsNamedIn(said: string): string {
  const names = [...said.matchAll(form)].map(([, number, ofNumber, ofName, name]) =>
    name === undefined ? `${kindName(ofNumber ?? '')} ${number}` : `${kindName(ofName ?? '')} “${name}”`,
  )
  return [...new Set(names)].join(', ')
}

/** A kind of elements, in the language of the page. */
export function kindName(kind: string): string {
  const kinds: { readonly [kind: string]: string } = words.kinds
  return kinds[kind] ?? kind
}
