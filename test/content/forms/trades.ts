/** Random values for the forms of HIBC, ISO/IEC 15434, ISBT 128 and boarding passes: almost all are right. */

import fc from 'fast-check'

export const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
export const alphanumeric = `0123456789${capitals}`

export const textOf = (characters: string, least: number, most = least): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...characters), minLength: least, maxLength: most })

const blankOr = (value: fc.Arbitrary<string>): fc.Arbitrary<string> => fc.oneof(fc.constant(''), value)
const joined = (...parts: fc.Arbitrary<string>[]): fc.Arbitrary<string> => fc.tuple(...parts).map((all) => all.join(''))

const moment = fc
  .date({ min: new Date('2001-01-01T00:00Z'), max: new Date('2079-12-31T23:59Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 16))
const early = fc.constantFrom('1999-12-31', '2000-02-29', '2001-01-01')
const day = moment.map((each) => each.slice(0, 10))
/** Without zeros in front. */
const number = (most: number): fc.Arbitrary<string> => fc.integer({ min: 1, max: most }).map(String)

const leg = {
  booking: textOf(alphanumeric, 1, 7),
  from: textOf(capitals, 3),
  to: textOf(capitals, 3),
  carrier: textOf(alphanumeric, 2),
  flight: joined(number(9999), fc.constantFrom('', 'A')),
  day: number(366),
  cabin: textOf(capitals, 1),
  seat: blankOr(joined(number(999), textOf(capitals, 1))),
  sequence: blankOr(number(9999)),
  status: blankOr(textOf(alphanumeric, 1)),
}
const legLine = fc.record(leg).map((items) => Object.values(items).join(', '))

const field = fc.oneof(
  textOf(alphanumeric, 1, 12).map((each) => `1P${each}`),
  textOf(`${alphanumeric}-./ `, 1, 12).map((each) => `S${each}A`),
  number(99_999_999).map((each) => `Q${each}`),
  day.map((each) => `14D${each.replaceAll('-', '')}`),
)
const element = fc.oneof(
  textOf(alphanumeric, 1, 20).map((each) => `(10)${each}`),
  textOf(`${alphanumeric}-_`, 1, 20).map((each) => `(21)${each}`),
  day.map((each) => `(17)${each.slice(2).replaceAll('-', '')}`),
)
/** Each AI once. */
const elements = fc
  .uniqueArray(element, { minLength: 1, maxLength: 3, selector: (each) => each.slice(0, 4) })
  .map((all) => ['(01)09506000134352', ...all].join('\n'))
const textElement = fc.tuple(fc.constantFrom('MFR', 'SER', 'PNO', 'LOT'), textOf(alphanumeric, 1, 10))

const message = fc.oneof(
  fc.array(field, { minLength: 1, maxLength: 5 }).map((all) => ({ envelope: '06', elements: all.join('\n') })),
  elements.map((all) => ({ envelope: '05', elements: all })),
  fc
    .array(textElement, { minLength: 1, maxLength: 4 })
    .map((all) => ({ envelope: '12', elements: all.map((each) => each.join(' ')).join('\n') })),
)

/** The values of each form. */
export const trades = {
  hibc: fc.record({
    labeler: joined(textOf(capitals, 1), textOf(alphanumeric, 3)),
    product: textOf(alphanumeric, 1, 18),
    unit: textOf('0123456789', 1),
    lot: blankOr(textOf(`${alphanumeric}-.`, 1, 18)),
    serial: blankOr(textOf(`${alphanumeric}-.`, 1, 18)),
    expiry: blankOr(day),
    produced: blankOr(early),
    quantity: blankOr(number(99_999)),
  }),
  provider: fc.record({
    where: textOf('ABCDEFGHIJKLZ', 1),
    what: textOf('ABCDEFGHIJKLMNOPQRSTUVXZ', 1),
    value: textOf(`${alphanumeric}-.`, 1, 15),
    more: fc
      .array(joined(textOf('ABCDEFGHIJKLMNOPQRSTUVXZ', 1), textOf(alphanumeric, 1, 15)), { maxLength: 3 })
      .map((all) => all.join('\n')),
  }),
  iso15434: message,
  isbt128: fc.record({
    donation: joined(textOf('ABCDEFGHJKLMN123456789', 1), textOf('0123456789', 12)),
    flags: fc.constantFrom('check', '00'),
    bloodGroup: fc.constantFrom('', '5100', '0600', '8800'),
    productCode: blankOr(joined(textOf(capitals, 1), textOf('0123456789', 4), fc.constantFrom('V00', 'T0A', '0Aa'))),
    expires: blankOr(moment),
    collected: blankOr(early.map((each) => `${each}T08:30`)),
  }),
  bcbp: fc.record({
    passenger: joined(textOf(capitals, 1, 12), fc.constantFrom('', '/LUC', '/MARIA MS')).map((name) =>
      name.slice(0, 20),
    ),
    ...leg,
    legs: fc.array(legLine, { maxLength: 3 }).map((all) => all.join('\n')),
  }),
} as const
