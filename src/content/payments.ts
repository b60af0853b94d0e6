/** Numbers of payments: their check digits, and amounts. */

/** The rest of the division by 97 of what ISO 7064, MOD 97-10, makes of letters and digits: 1 if they are right. */
export function mod97(text: string): number {
  let rest = 0
  for (const character of text)
    for (const digit of `${Number.parseInt(character, 36)}`) rest = (10 * rest + Number(digit)) % 97
  return rest
}

/** Whether the check digits, in the third and fourth place, are right: of an IBAN (ISO 13616-1, 6) and of a reference (ISO 11649, 5). */
const isChecked = (text: string): boolean => mod97(text.slice(4) + text.slice(0, 4)) === 1

/** Without the blanks that people put between groups, in capital letters. */
export const compact = (text: string): string => text.replace(/\s/g, '').toUpperCase()

/** The lengths of IBANs in the SEPA countries (SWIFT's IBAN Registry, release 97). */
const lengths: { readonly [country: string]: number } = {
  ...{ AD: 24, AT: 20, BE: 16, BG: 22, CH: 21, CY: 28, CZ: 24, DE: 22, DK: 18, EE: 20, ES: 24, FI: 18, FR: 27, GB: 22 },
  ...{ GI: 23, GR: 27, HR: 21, HU: 28, IE: 22, IS: 26, IT: 27, LI: 21, LT: 20, LU: 20, LV: 21, MC: 27, MT: 31, NL: 18 },
  ...{ NO: 15, PL: 28, PT: 25, RO: 24, SE: 24, SI: 19, SK: 24, SM: 27, VA: 22 },
}

/** Whether this is an IBAN of a SEPA country, as `compact` gives it. */
export const isIban = (iban: string): boolean =>
  /^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban) && lengths[iban.slice(0, 2)] === iban.length && isChecked(iban)

/** Whether this is a creditor reference (ISO 11649), as `compact` gives it. */
export const isCreditorReference = (reference: string): boolean =>
  /^RF\d{2}[A-Z0-9]{1,21}$/.test(reference) && isChecked(reference)

/** The row of the table of modulo 10, recursive (Swiss Implementation Guidelines QR-bill 2.3, Annex B). */
const row = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5]

/** The check digit of digits, modulo 10, recursive. */
export function recursiveCheckDigit(digits: string): number {
  let carry = 0
  for (const digit of digits) carry = row[(carry + Number(digit)) % 10]!
  return (10 - carry) % 10
}

/** Whether this is a QR reference: 27 digits, the last of which is the check digit. */
export const isQrReference = (reference: string): boolean =>
  /^\d{27}$/.test(reference) && `${recursiveCheckDigit(reference.slice(0, -1))}` === reference.at(-1)

/** What people write between groups of three digits: blanks, and apostrophes as in Switzerland. */
const grouped = /^\d{1,3}(?:['\u2019\u02bc\s]\d{3})+(?!\d)/

/** An amount of 0.01 to 999999999.99 with two decimals; undefined if it is not one. A comma is taken for the point, and 1'250.– for 1250.00. */
export function amountIn(text: string): string | undefined {
  const digits = text.trim().replace(grouped, (group) => group.replace(/\D/g, ''))
  const [, whole, decimals = ''] = /^0*(\d{1,9})(?:[.,](?:(\d{1,2})|[-\u2013\u2014]{1,2}))?$/.exec(digits) ?? []
  const amount = whole === undefined ? '0.00' : `${whole}.${decimals.padEnd(2, '0')}`
  return Number(amount) === 0 ? undefined : amount
}

/** A BIC (ISO 9362), as `compact` gives it. */
export const isBic = (bic: string): boolean => /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(bic)
