/** Whether an EAN or UPC symbol carries the expected digits, and how it differs from the reference symbol. */

import { expandedSix, expectedGtin, gtinOf } from '../gs1/gtin.ts'
import { referenceSymbol } from '../reference.ts'
import type { Findings } from '../report.ts'
import { shortened } from '../text.ts'
import type { Addon } from './addon.ts'
import type { EanRule, EanSymbology } from './ean-layouts.ts'
import { judgeLinearReference } from './linear.ts'

interface Numbers {
  readonly symbology: EanSymbology
  readonly text: string
  readonly addon: Addon | undefined
}

export function judgeText(
  findings: Findings<EanRule>,
  numbers: Numbers & { readonly expected: string | undefined },
): void {
  const { symbology, text, addon, expected } = numbers
  if (expected === undefined) return
  const [main, more, ...others] = expected.split(/[+ ]/)
  const isSame =
    others.length === 0 && sameNumber(symbology, text, main ?? '') && (more === undefined || addon?.digits === more)
  const carried = addon?.digits === undefined ? text : `${text}+${addon.digits}`
  findings.judge('text', isSame ? [] : [{ message: `the symbol carries ${carried}, not ${shortened(expected)}` }])
}

/** Encoders refuse a wrong check digit; given none, they add the right one. */
export function judgeEanReference(
  findings: Findings<EanRule>,
  { symbology, text, addon }: Numbers,
  modules: Uint8Array,
): void {
  const data = text.slice(0, -1)
  if (addon === undefined || symbology === 'ean8') {
    judgeLinearReference(findings, referenceSymbol(symbology, data), modules)
  } else if (addon.digits !== undefined) {
    const reference = referenceSymbol(symbology, data, { addon: addon.digits })
    // as far from the symbol as in the reference: several widths of the gap are allowed
    const column = reference?.addon?.from ?? modules.length
    judgeLinearReference(findings, reference, withAddon(modules, { addon, column }))
  }
}

/** The modules of a symbol and of its add-on, which begins at a column. */
export function withAddon(modules: Uint8Array, { addon, column }: { addon: Addon; column: number }): Uint8Array {
  const all = new Uint8Array(column + addon.modules.length)
  all.set(modules)
  all.set(addon.modules, column)
  return all
}

/** The check digit may be left out; UPC-E may be given as its six digits, or as its UPC-A. */
function sameNumber(symbology: EanSymbology, text: string, expected: string): boolean {
  const gtin = expectedGtin(expected)
  if (gtin !== undefined) return gtin === gtinOf(symbology, text)
  if (expected === text || expected === text.slice(0, -1)) return true
  if (symbology !== 'upce') return false
  const full = `${text[0]}${expandedSix(text.slice(1, 7))}${text[7]}`
  return (text[0] === '0' && expected === text.slice(1, 7)) || expected === full || expected === full.slice(0, -1)
}
