/** What the editor of GS1 elements knows by itself, without a browser. */

import { deepEqual } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { hasDecimals } from '../../../../src/pages/browser/gs1/identifiers.ts'
import { dateInWords, datesIn, shownValue, typedValue, withDate } from '../../../../src/pages/browser/gs1/values.ts'
import { gs1Message, identifierOf, identifiers } from '../../../../symbologies/gs1/index.ts'
import { forAll } from '../../../random.ts'

t.test('decimals are typed as people write them, and the AI says where they are', async (t) => {
  const typed = (ai: string, text: string): string => Object.values(typedValue(ai, text)).join(' ')
  t.equal(typed('3100', '1.234'), '3103 001234')
  t.equal(typed('3103', '1,5'), '3101 000015')
  t.equal(typed('3103', '12'), '3100 000012')
  t.equal(typed('3103', '0.00012'), '3105 000012')
  t.equal(typed('3920', '12.50'), '3922 1250')
  t.equal(typed('3920', '0.05'), '3922 05')
  t.equal(typed('3930', '978 12.5'), '3931 978125')
  t.equal(typed('3942', '5.5'), '3941 0055')
  for (const text of ['1.234567', '1234567', 'x', '1.2.3', '', '.']) t.equal(typed('3102', text), `3102 ${text}`, text)
  t.equal(typed('10', '1.5'), '10 1.5', 'other AIs have none')
  const all = identifiers().filter(({ ai }) => hasDecimals(ai))
  await forAll([fc.constantFrom(...all), fc.nat(999_999)], { count: 2000 }, ({ ai, components }, number) => {
    const decimals = Number(ai[3])
    const { least, most } = components.at(-1)!
    const lead = components.length > 1 ? 3 : 0
    const digits = `${number % 10 ** most}`.padStart(least === most ? most : Math.min(most, decimals + 1), '0')
    if (digits.length < decimals + 1) return
    const value = '978'.slice(0, lead) + digits
    const faults = gs1Message(`(${ai})${value}`).faults.filter(({ code }) => code === 'gs1_invalid_value')
    deepEqual(faults, [])
    const shown = shownValue(ai, value)
    const back = typedValue(ai, shown)
    deepEqual(shownValue(back.ai, back.value), shown)
    deepEqual({ ai: back.ai, number: BigInt(back.value.slice(lead)) }, { ai, number: BigInt(digits) })
  })
})

t.test('dates of a calendar, and in words', async (t) => {
  const dates = (ai: string, value: string) => datesIn(identifierOf(ai)!, value, 2026)
  t.same(dates('10', '261231'), [])
  t.match(dates('17', '261231'), [{ start: 0, length: 6, iso: '2026-12-31', min: '1977-01-01', max: '2076-12-31' }])
  t.equal(dates('17', '261200')[0]?.iso, '', 'a month is no day')
  t.equal(dates('17', '260231')[0]?.iso, '', 'nor is the 31st of February')
  t.equal(dates('17', '770101')[0]?.iso, '1977-01-01')
  t.equal(dates('7250', '19991231')[0]?.iso, '1999-12-31')
  t.same(
    dates('7007', '260501260503').map(({ iso }) => iso),
    ['2026-05-01', '2026-05-03'],
  )
  t.equal(withDate('2605011200', dates('7003', '2605011200')[0]!, '2026-06-02'), '2606021200')
  t.equal(withDate('', dates('7250', '')[0]!, '1999-12-31'), '19991231')
  t.equal(dateInWords('2026-12-31'), '31 December 2026')
  t.equal(dateInWords('2026-12'), 'December 2026')
  t.equal(dateInWords('1.234 kg'), '1.234 kg')
})
