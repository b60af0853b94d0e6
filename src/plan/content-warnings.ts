/** What is wrong with the text of a symbol by the standard of its content, as a check of the symbol finds it. */

import { type Barcode, type Encoded, type Symbology, withoutMark } from '../../symbologies/index.ts'
import { type Content, type ContentKind, contentAs, contentOfSymbol, kindsOfContent } from '../content/index.ts'
import { NotConforming, type Warning } from './warning.ts'

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
  return kindsOfContent[content.kind].breach === 'note' ? [] : warningsAbout(content)
}

/** What a request says of the text of its symbol. */
interface HeldText {
  /** The kind that the text is held to. */
  readonly content?: ContentKind | undefined
  readonly type: Symbology
  readonly text: string
  readonly gs1?: 'false' | 'true' | 'link' | undefined
}

/**
 * Holds the text of a symbol to the kind that was asked for, whatever it looks like.
 *
 * @param encoded  the symbol; of a GS1 message it says what the symbol carries
 * @throws NotConforming for a text with a fault
 */
export function requireContent(request: HeldText, encoded: Pick<Encoded, 'text'>): void {
  const { content, type, text, gs1 = 'false' } = request
  if (content === undefined) return
  // the check digit is right already, or the encoder's own
  if ((content === 'gtin' || content === 'gs1') && isOfGtins(type)) return
  const warnings = warningsAbout(contentAs(content, gs1 === 'false' ? withoutMark(text).text : encoded.text))
  if (warnings.length > 0) throw new NotConforming(warnings)
}

const isOfGtins = (type: Symbology): boolean => ['ean13', 'ean8', 'upca', 'upce', 'itf14'].includes(type)

function warningsAbout({ kind, faults, repaired }: Content): readonly Warning[] {
  const { title } = kindsOfContent[kind]
  const [first, ...others] = faults
  if (first === undefined) return []
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
