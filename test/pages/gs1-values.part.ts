/** What the editor of GS1 elements knows by itself, without a browser. */

import { deepEqual } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { entries, found, hasDecimals, nameOf } from '../../src/pages/browser/gs1/identifiers.ts'
import {
  domainIn,
  extended,
  fromReader,
  inBrackets,
  pastedMessage,
  replaced,
  rowsOf,
} from '../../src/pages/browser/gs1/message.ts'
import {
  dateInWords,
  datesIn,
  formatHint,
  offersFor,
  shownValue,
  typedValue,
  withDate,
} from '../../src/pages/browser/gs1/values.ts'
import { gs1Message, identifierOf, identifiers } from '../../symbologies/gs1/index.ts'
import { forAll } from '../random.ts'

t.test('each AI has a name of its own, a format, and a place in the list', async (t) => {
  const names = entries().map(({ name }) => name)
  t.equal(new Set(names).size, names.length - 8, 'only 91 to 99 share one')
  for (const identifier of identifiers()) {
    const { ai, title } = identifier
    const { ai: shown, name } = nameOf(ai, title)
    t.notMatch(name, /^AI |#|undefined/, ai)
    t.notMatch(formatHint(identifier), /undefined|^$/, ai)
    t.equal(found(ai)[0]?.shown, shown, `${ai} is the first that its digits find`)
    t.ok(
      found(name).some((entry) => entry.shown === shown),
      `${name} is found by its name`,
    )
  }
})

t.test('plain words find what they mean first', async (t) => {
  const wanted: Readonly<Record<string, string>> = {
    batch: '10',
    lot: '10',
    'Best Bef': '15',
    expiry: '17',
    'use by': '17',
    serial: '21',
    pallet: '00',
    sscc: '00',
    gtin: '01',
    ean: '01',
    'net weight kg': '310n',
    weight: '310n',
    'gross weight': '330n',
    price: '392n',
    count: '37',
    quantity: '37',
    '(10)': '10',
    '3102': '310n',
    'ship zip': '420',
    country: '422',
    gln: '410',
    'production date': '11',
    URL: '8200',
  }
  for (const [query, shown] of Object.entries(wanted)) t.equal(found(query)[0]?.shown, shown, query)
  t.same(found('zebra crossing'), [])
  t.equal(found('').length, entries().length, 'without a word, all')
})

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

t.test('what is missing is offered, and never done unasked', async (t) => {
  const offered = (ai: string, value: string): string[] =>
    offersFor(identifierOf(ai)!, value).map((offer) => offer.value)
  t.same(offered('01', '0950600013435'), ['09506000134352'])
  t.same(offered('01', '4006381333931'), ['04006381333931', '40063813339314'], 'an EAN-13 is a GTIN of 13 digits')
  t.same(offered('01', '40170725'), ['00000040170725'])
  t.same(offered('01', '09506000134353'), ['09506000134352'])
  t.same(offered('01', '09506000134352'), [])
  t.same(offered('01', '0 950600 013435 2'), ['09506000134352'])
  t.same(offered('00', '10614141123456789'), ['106141411234567897'])
  t.same(offered('253', '4012345000015AB'), ['4012345000016AB'], 'within a longer value')
  t.same(offered('8013', '1987654Ad4X4bL5ttr2310c'), ['1987654Ad4X4bL5ttr2310c2K'])
  t.same(offered('4300', 'Müller AG'), ['M%C3%BCller+AG'])
  t.same(offered('8007', 'de89 3704 0044 0532 0130 00'), ['DE89370400440532013000'])
  t.same(offered('10', 'AB 12'), ['AB12'])
  t.same(offered('10', 'AB-12'), [])
})

t.test('a message of any form becomes elements, and what is not understood is kept', async (t) => {
  const bracketed = '(01)09506000134352(17)261231(10)AB-12'
  const values = (text: string): string[] => rowsOf(text).rows.map(({ ai, value }) => `${ai} ${value}`)
  for (const text of [
    bracketed,
    'https://example.com/shop/01/09506000134352/10/AB-12?17=261231',
    '^0109506000134352172612311' + '0AB-12',
  ]) {
    t.same(values(text).toSorted(), values(bracketed).toSorted(), text)
    t.same(values(inBrackets(text)), values(text), 'none is lost')
  }
  t.equal(domainIn('HTTPS://Example.com/shop/01/09506000134352'), 'HTTPS://Example.com/shop')
  t.equal(domainIn(bracketed), undefined)
  t.equal(replaced('(10)a junk (99)b', 1, { ai: '99', value: 'x(y)' }), '(10)a junk (99)x\\(y\\)')
  t.equal(replaced('(xx)(10)a(99)b', 0, undefined), '(xx)(99)b')
  t.equal(replaced('^10a', 0, { ai: '10', value: 'b' }), '(10)b')
  t.equal(extended('AB(12', '10'), '(10)AB\\(12', 'a plain text becomes the value')
  t.equal(extended('^10a', '17'), '(10)a(17)')
  t.equal(extended('', '00'), '(00)')
  t.equal(rowsOf('^10a^05b').isEditable, false, 'an unknown AI would be lost')
  t.equal(inBrackets('^10a^05b'), '^10a^05b')
  for (const more of ['?linkType=all', '?17=261231&s', '?17=261231#a', '#']) {
    const link = `https://example.com/01/09506000134352${more}`
    t.equal(rowsOf(link).isEditable, false, `${more} would be lost`)
    t.equal(inBrackets(link), link)
  }
  for (const all of ['', '?', '?17=261231&', '/10/A;b?17=261231;99=a']) {
    t.equal(rowsOf(`https://example.com/01/09506000134352${all}`).isEditable, true, all)
  }
  t.same(rowsOf('QZ-0001').rows, [])
})

t.test('what readers send is a message: prefixes, and GS for FNC1', async (t) => {
  const raw = '^10AB^0109506000134352'
  for (const prefix of [']C1', ']d2', ']Q3', ']d2\u001d', '^', '']) {
    t.equal(fromReader(`${prefix}10AB\u001d0109506000134352`), raw, prefix)
  }
  t.equal(fromReader(']Q1https://id.gs1.org/01/09506000134352'), 'https://id.gs1.org/01/09506000134352')
  for (const text of ['QZ-0001', ']C0AB', '(10)AB', '10AB']) t.equal(fromReader(text), text, 'this is left alone')
  t.equal(pastedMessage(' ]C110AB\n'), '^10AB')
  for (const text of ['https://example.com/about', 'AB-12', '(c) 2026', '', '^'])
    t.equal(pastedMessage(text), undefined, text)
})
