/** The forms in which messages come: as people write them, as web addresses, as symbols carry them, and as readers send them. */

import { type Parsed, parseBracketed } from './bracketed.ts'
import type { Repair } from './fault.ts'
import { fnc1 } from './fnc1.ts'
import { isLink, parseLink } from './link.ts'
import { parseRaw } from './raw.ts'

/**
 * What readers send before the data of GS1-128, GS1 DataBar and its composites, GS1 DataMatrix, GS1 QR Code and GS1 DotCode, some
 * with the ECI protocol (ISO/IEC 15424; GS1 General Specifications, 5.1.3).
 */
const elementStringsIdentifier = /^\](C1|e[0-2]|d[25]|Q[34]|J[14])[ \t]*/
/** Before a GTIN: EAN-13 and UPC, EAN-8, ITF-14. */
const gtinIdentifier = /^\](E0(?=\d{13}$)|E4(?=\d{8}$)|I1(?=\d{14}$))/
/** Before the data of Data Matrix and QR Code that are not of GS1, as those that carry a URI are. */
const linkIdentifier = /^\][dQ]\d(?=https?:)/i

/**
 * A text in one of the forms of messages, also behind what a reader sends before it, and among blanks, which are in no value.
 *
 * @returns undefined if it has none of the forms
 */
export function parse(text: string): Parsed | undefined {
  if (isLink(text)) return parseLink(text)
  const before = text.length - text.trimStart().length
  const whole = text.trim()
  const [gtin] = gtinIdentifier.exec(whole) ?? []
  if (gtin !== undefined) return shifted(text, before, gtinAlone(whole, gtin.length))
  const [identifier = ''] = elementStringsIdentifier.exec(whole) ?? linkIdentifier.exec(whole) ?? []
  const body = whole.slice(identifier.length)
  const parsed = parseForm(body, identifier !== '')
  return parsed && shifted(text, before + identifier.length, parsed)
}

function parseForm(text: string, isRead: boolean): Parsed | undefined {
  if (/^[([]/.test(text)) return parseBracketed(text)
  if (text.startsWith('^') || text.startsWith(fnc1)) return parseRaw(text, 1)
  if (isLink(text)) return parseLink(text)
  // GS is in no value, so that digits with it are element strings as readers send them
  return /^\d/.test(text) && (isRead || text.includes(fnc1)) ? parseRaw(text, 0) : undefined
}

/** The GTIN behind a symbology identifier, in 14 digits. */
function gtinAlone(text: string, start: number): Parsed {
  const digits = text.slice(start)
  const zeros = 14 - digits.length
  const at = Array.from({ length: 15 }, (_, i) => start + Math.max(0, i - zeros))
  const value = '0'.repeat(zeros) + digits
  return { form: 'raw', elements: [{ ai: '01', value, aiRange: { start: 0, end: start }, at }], faults: [] }
}

/** What is parsed of a part of a text, in the places of the whole text. @param offset  where the part begins */
function shifted(text: string, offset: number, { form, elements, faults }: Parsed): Parsed {
  const end = text.trimEnd()
  if (offset === 0 && end === text) return { form, elements, faults }
  const around = ({ text: part, said }: Repair): Repair => {
    const whole = text.slice(0, offset) + part + text.slice(end.length)
    return said === undefined ? { text: whole } : { text: whole, said }
  }
  return {
    form,
    elements: elements.map(({ ai, value, aiRange, at }) => {
      const range = { start: aiRange.start + offset, end: aiRange.end + offset }
      return { ai, value, aiRange: range, at: at.map((index) => index + offset) }
    }),
    faults: faults.map((fault) => {
      const repair = () => {
        const repaired = fault.repair?.()
        return repaired && around(repaired)
      }
      return { ...fault, from: fault.from + offset, to: fault.to + offset, repair }
    }),
  }
}
