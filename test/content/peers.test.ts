/**
 * Encoders of others beside our forms: etiket's HIBC and ISBT 128, bcbp's boarding passes.
 *
 * etiket 0.11.0 follows the standard in the primary data of HIBC and in secondary data with a whole date alone. What else it makes
 * is found wrong, by the clause that says so. No package of npm writes ISBT 128 by ICCBBA ST-001; bwip-js has no such encoder
 * either, so its published examples are the witness (examples.test.ts).
 */

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { filled } from '../../src/content/forms/form.ts'
import { contents } from '../../src/content/forms/index.ts'
import { contentAs } from '../../src/content/index.ts'
import { root } from '../../src/root.ts'
import { forAll } from '../random.ts'
import { alphanumeric, capitals, textOf, trades } from './forms/trades.ts'

const require = createRequire(join(root, 'test/package/package.json'))
const isThere = existsSync(join(root, 'test/package/node_modules/etiket'))
const skip = !isThere && 'etiket and bcbp are not installed: npm ci --prefix test/package'

interface Etiket {
  encodeHIBCPrimary(labeler: string, product: string, unit: number): string
  encodeHIBCSecondary(expiry?: string, lot?: string): string
  encodeHIBCConcatenated(labeler: string, product: string, options: { expiry?: string; lot?: string }): string
  encodeISBT128DIN(country: string, facility: string, year: string, number: string): string
  encodeISBT128Component(code: string): string
}

const labeler = fc.tuple(textOf(capitals, 1), textOf(alphanumeric, 3)).map((all) => all.join(''))
const product = textOf(alphanumeric, 1, 18)
const lot = textOf(alphanumeric, 1, 17)

t.test('etiket: HIBC', { skip }, async (t) => {
  const etiket = (await import(require.resolve('etiket'))) as Etiket
  const { hibc } = contents
  await forAll([labeler, product, fc.nat(9)], { count: 1800, times: 6 }, (lic, number, unit) => {
    const theirs = etiket.encodeHIBCPrimary(lic, number, unit)
    const ours = hibc.write(filled(hibc.fields, { labeler: lic, product: number, unit: `${unit}` }))
    assert.equal(theirs, ours)
    assert.deepEqual(contentAs('hibc', theirs).faults, [])
  })
  await forAll([lot], { count: 600, times: 6 }, (given) => {
    // the last character is read as that of the link to the primary data, which it does not ask for
    const { faults, elements } = contentAs('hibc', etiket.encodeHIBCSecondary('261231', `${given}X`))
    assert.deepEqual(faults, [])
    const value = (id: string): string | undefined => elements.find((element) => element.id === id)?.value
    assert.deepEqual([value('EXP'), value('LOT'), value('LNK')], ['261231', given, 'X'])
  })
  const code = (text: string): string | undefined => contentAs('hibc', text).faults[0]?.code
  t.equal(code(etiket.encodeHIBCSecondary('2612', 'LOT1X')), 'wrong_date', 'F1: $$2 is MMDDYY, not YYMM')
  t.equal(code(etiket.encodeHIBCSecondary('20261231', 'LOT1X')), 'wrong_date', 'F1: $$4 is YYMMDDHH, not YYYYMMDD')
  t.match(
    contentAs('hibc', etiket.encodeHIBCConcatenated('A123', 'B1', { expiry: '261231', lot: 'L' })).faults,
    [{ code: 'wrong_date' }],
    '2.2: $$ is left out behind the slash',
  )
})

t.test('etiket: a donation number by another standard than ICCBBA’s', { skip }, async (t) => {
  const { encodeISBT128DIN, encodeISBT128Component } = (await import(require.resolve('etiket'))) as Etiket
  const { faults } = contentAs('isbt128', encodeISBT128DIN('US', 'W1234', '26', '000001'))
  t.match(faults, [{ code: 'unknown_identifier' }], '2.4.1: five characters of a facility, so that one is too many')
  t.ok(contentAs('isbt128', encodeISBT128Component('E0791')).faults.length > 0, '2.4.3: "=<" and eight characters')
})

interface Leg {
  readonly operatingCarrierPNR?: string
  readonly departureAirport?: string
  readonly arrivalAirport?: string
  readonly operatingCarrierDesignator?: string
  readonly flightNumber?: string
  readonly flightDate?: Date
  readonly compartmentCode?: string
  readonly seatNumber?: string
  readonly checkInSequenceNumber?: string
  readonly passengerStatus?: string
}

interface Pass {
  readonly data: { readonly passengerName?: string; readonly legs: readonly Leg[] }
}

interface Bcbp {
  encode(pass: Pass): string
  decode(text: string, year: number): Pass
}

t.test('bcbp: boarding passes', { skip }, async () => {
  const { encode, decode } = (await import(require.resolve('bcbp'))) as Bcbp
  const { bcbp } = contents
  // days that every year has, and items that are there
  const pass = trades.bcbp.filter(({ day, legs }) => day !== '366' && !/\b366\b/.test(legs))
  await forAll([pass], { count: 1800, times: 6 }, (values) => {
    const text = bcbp.write(values)
    const { data } = decode(text, 2026)
    assert.equal(data.passengerName, values.passenger)
    assert.equal(data.legs.length, Number(text[1]))
    const [leg] = data.legs
    assert.deepEqual(
      [leg!.operatingCarrierPNR, leg!.departureAirport, leg!.arrivalAirport, leg!.operatingCarrierDesignator],
      [values.booking, values.from, values.to, values.carrier],
    )
    assert.equal(leg!.compartmentCode, values.cabin)
    assert.equal(leg!.flightDate!.toISOString().slice(0, 10), dateOf(Number(values.day)))
    // what it makes of the same data is right, and says the same items
    const again = contentAs('bcbp', encode({ data }))
    assert.deepEqual(again.faults, [])
    const items = (id: string, from: string) =>
      contentAs('bcbp', from)
        .elements.filter((element) => element.id === id)
        .map(({ value }) => value)
    for (const id of ['7', '26', '38', '42', '43', '46', '71', '104', '107', '117'])
      assert.deepEqual(items(id, encode({ data })), items(id, text), id)
  })
})

const dateOf = (day: number): string => new Date(Date.UTC(2026, 0, day)).toISOString().slice(0, 10)
