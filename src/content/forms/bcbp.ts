/** A boarding pass: the items that each has, of one leg or several. */

import { readBcbp } from '../bcbp.ts'
import { meaningOfDate } from '../dates.ts'
import { linesOf } from '../texts.ts'
import { type Content, type ContentField, type ContentValues, type FaultCode, filled } from './form.ts'

/** Of a leg, in the order in which a line of the form has them. */
const legNames = [
  ...(['booking', 'from', 'to', 'carrier', 'flight'] as const),
  ...(['day', 'cabin', 'seat', 'sequence', 'status'] as const),
] as const
type LegName = (typeof legNames)[number]
type Leg = { readonly [N in LegName]: string }
type Name = 'passenger' | LegName | 'legs'

const fields: readonly ContentField<Name>[] = [
  { name: 'passenger', isRequired: true, longest: 20 },
  { name: 'booking', isRequired: true, longest: 7 },
  { name: 'from', isRequired: true, longest: 3 },
  { name: 'to', isRequired: true, longest: 3 },
  { name: 'carrier', isRequired: true, longest: 3 },
  { name: 'flight', isRequired: true, longest: 5 },
  { name: 'day', isRequired: true, longest: 10 },
  { name: 'cabin', isRequired: true, longest: 1 },
  { name: 'seat', longest: 4 },
  { name: 'sequence', longest: 5 },
  { name: 'status', longest: 1 },
  { name: 'legs', kind: 'lines', longest: 300 },
]

const airport = { form: /^[A-Z]{3}$/, code: 'airport' } as const
const numbered = /^(\d{1,4})([A-Z]?)$/
const item = (form: RegExp): Rule => ({ form, code: 'item' })

interface Rule {
  readonly form: RegExp
  readonly code: FaultCode
}

const legRules: { readonly [N in Exclude<LegName, 'day'>]: Rule } = {
  booking: { form: /^[0-9A-Z]{1,7}$/, code: 'capitals' },
  from: airport,
  to: airport,
  carrier: { form: /^[0-9A-Z]{2}[A-Z]?$/, code: 'carrier' },
  flight: { form: numbered, code: 'flight' },
  cabin: item(/^[A-Z]$/),
  seat: item(/^[0-9A-Z]{0,4}$/),
  sequence: item(/^(?:\d{1,4}[0-9A-Z]?)?$/),
  status: item(/^[0-9A-Z]?$/),
}

/** The most legs of a pass. */
const mostLegs = 4

/** Mandatory items alone: of a leg nothing follows (IATA Resolution 792, Attachment B). */
export const bcbp: Content<Name> = {
  standard: 'IATA Resolution 792, version 8',
  fields,
  types: () => ['qr', 'datamatrix'],
  write: (values) => {
    const legs = legsOf(values)
    return `M${legs.length}${values.passenger.padEnd(20)}E${legs.map(legText).join('')}`
  },
  read: (text) => {
    const count = Number(text[1])
    const { faults } = readBcbp(text)
    if (faults.length > 0 || text.length !== 23 + 37 * count || count > mostLegs) return undefined
    const [first, ...others] = Array.from({ length: count }, (_, i) => legIn(text.slice(23 + 37 * i, 60 + 37 * i)))
    const legs = others.map((leg) => legNames.map((name) => leg[name]).join(', ')).join('\n')
    const values = filled(fields, { passenger: text.slice(2, 22).trimEnd(), ...first, legs })
    return bcbp.write(values) === text ? values : undefined
  },
  check: (values) => {
    const [first, ...others] = legsOf(values)
    const areRight = others.length < mostLegs && others.every((leg) => legFaults(leg).length === 0)
    const lines = linesOf(values.legs).filter((line) => line.split(',').length !== legNames.length)
    return [
      // with less than a letter and its blanks no reader knows it for a name
      ...(/^[A-Z][A-Z/ .'-]*$/.test(values.passenger) ? [] : [{ field: 'passenger', code: 'passenger' } as const]),
      ...legFaults(first!),
      ...(areRight && lines.length === 0 ? [] : [{ field: 'legs', code: 'legs' } as const]),
    ]
  },
  caption: ({ passenger, from, to, carrier, flight }) => `${passenger}\n${from} ${to} ${carrier} ${flight}`,
}

/** The leg of the fields, and those of the lines with commas between their items. */
function legsOf(values: ContentValues<Name>): readonly Leg[] {
  const others = linesOf(values.legs).map((line) => {
    const items = line.split(',').map((part) => part.trim())
    return Object.fromEntries(legNames.map((name, i) => [name, items[i] ?? ''])) as Leg
  })
  return [values, ...others]
}

function legFaults(leg: Leg) {
  const wrong = (Object.keys(legRules) as (keyof typeof legRules)[]).filter(
    (name) => !legRules[name].form.test(leg[name]),
  )
  return [
    ...wrong.map((field) => ({ field, code: legRules[field].code })),
    ...(dayOf(leg.day) === undefined ? [{ field: 'day', code: 'day' } as const] : []),
  ]
}

/** The day of the year, of a date or by itself, as three digits; undefined for anything else. */
function dayOf(text: string): string | undefined {
  const digits = text.replaceAll('-', '')
  if (/^\d{4}-\d\d-\d\d$/.test(text)) {
    if (meaningOfDate(digits, 'YYYYMMDD') !== text) return undefined
    const [year, time] = [Number(text.slice(0, 4)), Date.parse(`${text}T00:00Z`)]
    return `${1 + (time - Date.UTC(year, 0, 1)) / 86_400_000}`.padStart(3, '0')
  }
  const day = text.padStart(3, '0')
  return /^\d{1,3}$/.test(text) && meaningOfDate(day, 'JJJ') !== undefined ? day : undefined
}

/** A number with its zeros in front, and a letter or a blank behind it. */
function numberedText(text: string, digits: number): string {
  const [, number, letter = ''] = /^(\d+)([A-Z]?)$/.exec(text) ?? []
  return number === undefined ? text.padEnd(digits + 1) : number.padStart(digits, '0') + letter.padEnd(1)
}

/** The size of what follows is 00. */
const legText = (leg: Leg): string =>
  [
    leg.booking.padEnd(7),
    ...[leg.from, leg.to, leg.carrier.padEnd(3)],
    numberedText(leg.flight, 4),
    dayOf(leg.day) ?? leg.day,
    leg.cabin,
    numberedText(leg.seat, 3),
    numberedText(leg.sequence, 4),
    leg.status.padEnd(1),
    '00',
  ].join('')

const withoutZeros = (text: string): string => text.trimEnd().replace(/^0+(?=\d)/, '')

function legIn(text: string): Leg {
  const part = (start: number, length: number): string => text.slice(start, start + length).trimEnd()
  return {
    booking: part(0, 7),
    ...{ from: part(7, 3), to: part(10, 3), carrier: part(13, 3) },
    flight: withoutZeros(part(16, 5)),
    day: withoutZeros(part(21, 3)),
    cabin: part(24, 1),
    seat: withoutZeros(part(25, 4)),
    sequence: withoutZeros(part(29, 5)),
    status: part(34, 1),
  }
}
