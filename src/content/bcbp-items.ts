/**
 * The items of a bar coded boarding pass, by their numbers in IATA Resolution 792, with their lengths.
 *
 * Version 8, by the public BCBP Implementation Guide (7th edition, 2018; version 8 changed values of the passenger description alone).
 */

export interface Item {
  readonly number: number
  readonly title: string
  readonly length: number
  /** What it is, besides blanks: a form and how messages write it, or a day of the year behind so many digits of the year. */
  readonly form?: readonly [pattern: RegExp, expected: string] | 'JJJ' | 'YJJJ'
}

const airport = [/^[A-Z]{3}$/, 'A-Z'] as const
const carrier = [/^[A-Z0-9]{2}[A-Z ]$/, 'A-Z, 0-9'] as const
const hex = [/^[0-9A-F]{2}$/, '00 to FF'] as const

/** Of the whole pass. */
export const headerItems: readonly Item[] = [
  { number: 1, title: 'Format code', length: 1, form: [/^[MS]$/, 'M'] },
  { number: 5, title: 'Number of legs', length: 1, form: [/^[1-9]$/, '1 to 9'] },
  { number: 11, title: 'Passenger name', length: 20 },
  { number: 253, title: 'Electronic ticket indicator', length: 1, form: [/^[EL]$/, 'E'] },
]

/** Of each leg. */
export const legItems: readonly Item[] = [
  { number: 7, title: 'Booking reference', length: 7 },
  { number: 26, title: 'From airport', length: 3, form: airport },
  { number: 38, title: 'To airport', length: 3, form: airport },
  { number: 42, title: 'Operating carrier', length: 3, form: carrier },
  { number: 43, title: 'Flight number', length: 5, form: [/^\d{4}[A-Z ]$/, '0000A'] },
  { number: 46, title: 'Date of flight', length: 3, form: 'JJJ' },
  { number: 71, title: 'Compartment', length: 1, form: [/^[A-Z]$/, 'A-Z'] },
  { number: 104, title: 'Seat', length: 4 },
  { number: 107, title: 'Check-in sequence number', length: 5, form: [/^\d{4}[A-Z0-9 ]$/, '0000A'] },
  { number: 117, title: 'Passenger status', length: 1, form: [/^[A-Z0-9]$/, '0-9, A-Z'] },
  { number: 6, title: 'Size of what follows', length: 2, form: hex },
]

/** Of the whole pass, behind the first leg, as far as their size goes. */
export const uniqueItems: readonly Item[] = [
  { number: 15, title: 'Passenger description', length: 1 },
  { number: 12, title: 'Source of check-in', length: 1 },
  { number: 14, title: 'Source of boarding pass issuance', length: 1 },
  { number: 22, title: 'Date of issue', length: 4, form: 'YJJJ' },
  { number: 16, title: 'Document type', length: 1 },
  { number: 21, title: 'Issuer of the boarding pass', length: 3, form: carrier },
  { number: 23, title: 'Baggage tag', length: 13 },
  { number: 31, title: 'Second baggage tag', length: 13 },
  { number: 32, title: 'Third baggage tag', length: 13 },
]

/** Of each leg, as far as their size goes. */
export const repeatedItems: readonly Item[] = [
  { number: 142, title: 'Airline numeric code', length: 3, form: [/^\d{3}$/, '000'] },
  { number: 143, title: 'Document number', length: 10 },
  { number: 18, title: 'Selectee indicator', length: 1 },
  { number: 108, title: 'International document verification', length: 1 },
  { number: 19, title: 'Marketing carrier', length: 3, form: carrier },
  { number: 20, title: 'Frequent flyer airline', length: 3, form: carrier },
  { number: 236, title: 'Frequent flyer number', length: 16 },
  { number: 89, title: 'ID/AD indicator', length: 1 },
  { number: 118, title: 'Free baggage allowance', length: 3 },
  { number: 254, title: 'Fast track', length: 1, form: [/^[YN]$/, 'Y, N'] },
]

/** Versions of the standard, of which the later ones have more items at the end. */
export const versions = /^[1-8]$/

export const lengthOf = (items: readonly Item[]): number => items.reduce((sum, { length }) => sum + length, 0)
