/** Colours of gLabels on a label that is black and white. */

import { quoted } from '../../../symbologies/messages.ts'
import { attribute, GlabelsError, type Node } from './tree.ts'

/** What becomes of a colour, and what there is to say about it. */
export interface GlabelsInk {
  readonly isDrawn: boolean
  readonly note?: string
}

/**
 * The ink of a colour: red, green, blue and opacity in one number.
 *
 * @param usual  whether something without a colour is drawn
 * @throws GlabelsError
 */
export function inkOf(node: Node, name: string, usual: boolean): GlabelsInk {
  const field = attribute(node, `${name}_field`)
  if (field !== undefined) return { isDrawn: usual, note: `its ${words(name)} is that of the field ${quoted(field)}` }
  const given = attribute(node, name)
  if (given === undefined) return { isDrawn: usual }
  if (!/^(?:0x[\da-f]{1,8}|\d{1,10})$/i.test(given) || Number(given) > 0xffffffff) {
    throw new GlabelsError(`${node.path}: ${name}: ${quoted(given)} is not a colour such as 0x000000ff`)
  }
  const number = Number(given)
  const [red, green, blue, opacity] = [24, 16, 8, 0].map((shift) => (number >>> shift) & 255) as [
    number,
    number,
    number,
    number,
  ]
  if (opacity === 0) return { isDrawn: false }
  const light = 255 - ((255 - (0.299 * red + 0.587 * green + 0.114 * blue)) * opacity) / 255
  if (light < 1) return { isDrawn: true }
  const color = `#${(number >>> 8).toString(16).padStart(6, '0')}`
  if (light >= lightest)
    return { isDrawn: false, note: `its ${words(name)} is ${color}, too light for black and white` }
  return { isDrawn: true, note: `its ${words(name)} is ${color}, which is drawn black` }
}

/** The light, 0 to 255, from which a colour is left white, as pictures are. */
const lightest = 128

const words = (name: string): string => name.replace('_', ' ').replace('color', 'colour')
