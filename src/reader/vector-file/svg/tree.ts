/** The elements of an SVG, within bounds. */

import { attributesOf, xmlTokens } from '../../../xml.ts'
import { tooLargeSvg, unreadableSvg } from './fault.ts'

export interface SvgElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: SvgElement[]
  /** Between its tags, without that of its children. */
  text: string
}

/** The most elements, how deep they lie in one another, and the most characters of a tag. */
export const most = { elements: 200_000, depth: 100, tag: 16 << 20 } as const

/** A declaration of a type of document that declares nothing, as many programs write it. XML 1.0, 2.8 */
const plainDoctype = /^((?:\s|<\?[^>]{0,500}\?>|<!--(?:(?!-->)[\s\S]){0,10000}-->)*)<!DOCTYPE\s[^[\]<>]{0,1000}>/

/** The root element. @throws PictureError for what is not XML, declares entities or exceeds a bound */
export function svgTree(file: Uint8Array): SvgElement {
  const document: SvgElement = { name: '', attributes: new Map(), children: [], text: '' }
  const open = [document]
  let count = 0
  for (const token of xmlTokens([withoutDoctype(file)], unreadableSvg, most.tag)) {
    const parent = open.at(-1)!
    if (token.kind === 'text') parent.text += token.text
    else if (token.kind === 'start') {
      count++
      if (count > most.elements) throw tooLargeSvg(`${most.elements} elements`)
      const { name, attributes, isEmpty } = token
      const element = { name, attributes: attributesOf(attributes), children: [], text: '' }
      parent.children.push(element)
      if (isEmpty) continue
      if (open.length > most.depth) throw tooLargeSvg(`${most.depth} elements in one another`)
      open.push(element)
    } else if (token.kind === 'end') {
      if (open.length < 2 || open.pop()!.name !== token.name) throw unreadableSvg('its tags do not match')
    }
  }
  const [root] = document.children
  if (open.length > 1) throw unreadableSvg('it ends too early')
  if (root?.name !== 'svg') throw unreadableSvg('its first element is not svg')
  return root
}

function withoutDoctype(file: Uint8Array): Uint8Array {
  const start = new TextDecoder('latin1').decode(file.subarray(0, 20_000))
  const [whole, before] = plainDoctype.exec(start) ?? []
  if (whole === undefined || before === undefined) return file
  const left = file.slice(whole.length - before.length)
  left.set(file.subarray(0, before.length))
  left.set(file.subarray(whole.length), before.length)
  return left
}
