/** The elements of a file of gLabels, with what is wrong in them by their paths. */

import { quoted } from '../../../symbologies/messages.ts'
import { attributesOf, xmlTokens } from '../../xml.ts'

/** Why a file gives no design; the message goes on after its name. */
export class GlabelsError extends Error {
  override readonly name = 'GlabelsError'
}

/** An element of XML. */
export interface Node {
  readonly name: string
  /** Such as `Glabels-document/Objects/Object-text[2]`, counted among all of its neighbours. */
  readonly path: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: (Node | string)[]
}

/** Bounds of what is read; documents have a depth of 5. */
const most = { depth: 16, nodes: 20_000, token: 12 << 20 }

const notXml = (why: string): GlabelsError => new GlabelsError(`cannot be read, because ${why}`)

/** The outermost element of an XML text. @throws GlabelsError if it is not XML, or exceeds a bound */
export function treeOf(bytes: Uint8Array): Node {
  const top: Node = { name: '', path: '', attributes: new Map(), children: [] }
  const open: Node[] = [top]
  let count = 0
  for (const token of xmlTokens([bytes], notXml, most.token)) {
    if (token.kind === 'pause') continue
    const parent = open.at(-1)!
    if (token.kind === 'text') {
      if (token.text !== '') parent.children.push(token.text)
    } else if (token.kind === 'end') {
      if (open.length === 1 || parent.name !== token.name) {
        throw new GlabelsError(`${at(parent)}: ends with </${shown(token.name)}>`)
      }
      open.pop()
    } else {
      const { name, isEmpty } = token
      const path = `${parent.path}${parent.path && '/'}${shown(name)}${parent === top ? '' : `[${nodesIn(parent) + 1}]`}`
      if (++count > most.nodes) throw new GlabelsError(`has more than ${most.nodes} elements`)
      if (open.length > most.depth) throw new GlabelsError(`${path}: is deeper than ${most.depth} elements`)
      const node: Node = { name, path, attributes: attributesOf(token.attributes), children: [] }
      parent.children.push(node)
      counts.set(parent, nodesIn(parent) + 1)
      if (!isEmpty) open.push(node)
    }
  }
  if (open.length > 1) throw new GlabelsError(`${at(open.at(-1)!)}: has no end`)
  const root = top.children.find((child) => typeof child !== 'string')
  if (root === undefined) throw new GlabelsError('is not XML, which gLabels writes, packed by gzip or not')
  return root
}

/** How many elements one has so far. */
const counts = new WeakMap<Node, number>()
const nodesIn = (node: Node): number => counts.get(node) ?? 0

const at = ({ path }: Node): string => (path === '' ? 'its end' : path)

/** A name in a message. */
const shown = (name: string): string => (/^[\w.-]{1,40}$/.test(name) ? name : quoted(name))

/** The elements in one that have a name. */
export const childrenCalled = (node: Node, name: string): readonly Node[] =>
  elementsIn(node).filter((child) => child.name === name)

export const elementsIn = ({ children }: Node): readonly Node[] =>
  children.filter((child): child is Node => typeof child !== 'string')

/** The text of an element, without that of elements in it. */
export const textIn = ({ children }: Node): string => children.filter((child) => typeof child === 'string').join('')

/** An attribute that is there and not empty. */
export const attribute = ({ attributes }: Node, name: string): string | undefined => attributes.get(name) || undefined

/** Points in the units of lengths; without a unit a length is in points. */
const units: { readonly [unit: string]: number } = { pt: 1, in: 72, mm: 72 / 25.4, cm: 720 / 25.4, pc: 12, '': 1 }

const lengthForm = /^([+-]?(?:\d{1,9}(?:\.\d{0,20})?|\.\d{1,20})(?:e[+-]?\d{1,3})?) {0,4}([a-z]{0,3})$/i

/** A length in mm, `usual` if it is not there. @throws GlabelsError */
export function length(node: Node, name: string, usual = 0): number {
  const given = attribute(node, name)
  if (given === undefined) return usual
  const [, digits, unit = ''] = lengthForm.exec(given.trim()) ?? []
  const points = units[unit.toLowerCase()]
  const result = Number(digits) * (points ?? NaN) * (25.4 / 72)
  if (Math.abs(result) <= mostLength) return result
  const accepted = `a length in pt, in, mm, cm or pc of ${mostLength} mm at the most`
  throw new GlabelsError(`${node.path}: ${name}: ${quoted(given)} is not ${accepted}`)
}

/** Of any length, in mm: ten metres. */
const mostLength = 10_000

const numberForm = /^[+-]?(?:\d{1,15}(?:\.\d{0,20})?|\.\d{1,20})(?:e[+-]?\d{1,3})?$/i

/** A number without a unit. @throws GlabelsError */
export function plainNumber(node: Node, name: string, usual: number): number {
  const given = attribute(node, name)
  if (given === undefined) return usual
  if (numberForm.test(given.trim()) && Math.abs(Number(given)) < 1e9) return Number(given)
  throw new GlabelsError(`${node.path}: ${name}: ${quoted(given)} is not a number`)
}

/** Yes or no as both generations write it. @throws GlabelsError */
export function yes(node: Node, name: string, usual = false): boolean {
  const given = attribute(node, name)?.toLowerCase()
  if (given === undefined) return usual
  if (given === 'true' || given === '1') return true
  if (given === 'false' || given === '0') return false
  throw new GlabelsError(`${node.path}: ${name}: ${quoted(given)} is not True or False`)
}
