/** A number as its counter writes it. */

import { checkDigitOf } from '../../../symbologies/facts.ts'

/** The characters of a counter's name. */
export const counterName: RegExp = /^[a-z0-9][a-z0-9-]{0,39}$/

/** The greatest number of any counter. */
export const mostNumber = 999_999_999_999

interface Writing {
  /** Digits that it has at least. */
  readonly width: number
  /** Of its SSCC; undefined if it makes none. */
  readonly prefix: string | undefined
  readonly extension: number
}

/** Digits of the serial reference of an SSCC. GS1 General Specifications, 2.2.1: with extension digit, prefix and check digit there are 18. */
export const serialDigits = (prefix: string): number => 16 - prefix.length

/** The greatest number that a counter can give: its own limit, and what its SSCCs have digits for. */
export function mostOf({
  limit = mostNumber,
  prefix,
}: Pick<Writing, 'prefix'> & { readonly limit: number | undefined }): number {
  return Math.min(limit, prefix === undefined ? mostNumber : 10 ** serialDigits(prefix) - 1)
}

/** A number with the zeros before it, and as the SSCC that its counter makes of it. */
export function numberOf({ width, prefix, extension }: Writing, value: number) {
  const text = `${value}`.padStart(width, '0')
  const sscc =
    prefix === undefined ? undefined : `${extension}${prefix}${`${value}`.padStart(serialDigits(prefix), '0')}`
  return { value, text, sscc: sscc === undefined ? undefined : `${sscc}${checkDigitOf(sscc)}` }
}
