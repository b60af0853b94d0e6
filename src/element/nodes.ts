const svgNamespace = 'http://www.w3.org/2000/svg'
const linkNamespace = 'http://www.w3.org/1999/xlink'

/** A tag with its attributes, and the characters up to the next one: all that a drawing of this program consists of. */
const tag = /<(\/?)([a-z]+)([^<>]*?)(\/?)>([^<]*)/g
const attribute = /(?<![a-zA-Z:-])([a-zA-Z:-]+)="([^"]*)"/g

/**
 * The elements of a drawing, made one by one: unlike a parser of HTML or XML, that is allowed by every content security policy, Trusted
 * Types included.
 *
 * @param svg  as this program writes it
 */
export function svgNodes(svg: string): SVGSVGElement {
  const open: Element[] = []
  let root: Element | undefined
  for (const [, end, name, attributes, single, text] of svg.matchAll(tag)) {
    if (end) {
      open.pop()
      continue
    }
    const node = document.createElementNS(svgNamespace, name!)
    for (const [, key, value] of attributes!.matchAll(attribute)) setAttribute(node, key!, value!)
    if (text && !single) node.append(unescaped(text))
    open.at(-1)?.append(node)
    root ??= node
    if (!single) open.push(node)
  }
  return root as SVGSVGElement
}

function setAttribute(node: Element, name: string, value: string): void {
  // the namespace of a node is known when it is made
  if (name.startsWith('xmlns')) return
  if (name.startsWith('xlink:')) node.setAttributeNS(linkNamespace, name, value)
  else node.setAttribute(name, value)
}

const characters: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' }

const unescaped = (text: string): string => text.replace(/&(lt|gt|amp);/g, (entity) => characters[entity]!)
