/** The GS1 message of a symbol for people. */

import type { Part } from '../../../symbologies/gs1/index.ts'
import { visible } from '../../../symbologies/messages.ts'
import type { Gs1Contents, Gs1Element } from './contents.ts'

const forms = { elements: 'GS1', link: 'GS1 Digital Link', gtin: 'GS1' } as const

/** The message in brackets, then a line for each element. */
export function gs1Lines({ form, elements, humanReadable }: Gs1Contents): string[] {
  if (elements.length === 0) return [`${forms[form]}: no element can be read`]
  return [`${forms[form]}: ${visible(humanReadable)}`, ...elements.map((element) => `  ${elementLine(element)}`)]
}

/** `(17) USE BY or EXPIRY: date 261231, 2026-12-31`. */
function elementLine({ ai, title, value, parts }: Gs1Element): string {
  const isPlain = parts.every(({ kind, meaning }) => kind === 'value' && meaning === undefined)
  const known = isPlain ? plainly(value) : parts.map(partText).join('; ')
  return `(${ai})${title === '' ? '' : ` ${title}`}: ${known}`
}

const partText = ({ kind, value, meaning }: Part): string =>
  `${kind} ${plainly(value)}${meaning === undefined ? '' : `, ${plainly(meaning)}`}`

/** Without anything that a terminal obeys. */
const plainly = (text: string): string => visible(text).slice(1, -1).replaceAll('\\"', '"')
