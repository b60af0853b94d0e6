/** What is wrong with the text of a symbol by the standard of its content, as a check of the symbol finds it. */

import type { Barcode } from '../../symbologies/index.ts'
import { contentOfSymbol, kindsOfContent } from '../content/index.ts'
import type { Warning } from './warning.ts'

interface Carried {
  readonly barcode: Pick<Barcode, 'carried'>
  readonly text: string
  readonly isOfGs1: boolean
}

/** A warning about a text that the systems that it is for would refuse. A part of a structured append says nothing by itself. */
export function contentWarnings({ barcode, text, isOfGs1 }: Carried): readonly Warning[] {
  if (isOfGs1 || barcode.carried !== undefined) return []
  const content = contentOfSymbol(text)
  if (content === undefined) return []
  const { kind, faults, repaired } = content
  const { title, breach } = kindsOfContent[kind]
  const [first, ...others] = faults
  if (first === undefined || breach === 'note') return []
  const more = others.length === 0 ? '' : `, and ${others.length} more`
  const suggestion = repaired === undefined ? {} : { suggestion: { text: repaired } }
  return [
    {
      code: 'content_fault',
      parameter: 'text',
      message: inAscii(`${title}: ${first.message}${more}`),
      ...suggestion,
    },
  ]
}

const inAscii = (text: string): string =>
  text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
