/** The forms of contents: what they write is read back, by themselves, by readers of others, and as the standards' own examples say. */

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import {
  type Content,
  type ContentField,
  type ContentValues,
  faultsOf,
  filled,
} from '../../../src/content/forms/form.ts'
import { contents } from '../../../src/content/forms/index.ts'
import { wifi, wifiMeant } from '../../../src/content/forms/wifi.ts'
import { amountIn, mod97, recursiveCheckDigit } from '../../../src/content/payments.ts'
import { contents as words } from '../../../src/pages/words/contents/en.ts'
import { root } from '../../../src/root.ts'
import { forAll } from '../../random.ts'
import { bill } from '../qr-bill.ts'
import { trades } from './trades.ts'

const all = Object.entries(contents).map(([name, content]) => [name, content as unknown as Content] as const)

/** What standards and readers treat in a special way, among letters. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ';',
        ',',
        ':',
        '\\',
        '"',
        "'",
        '&',
        '=',
        '?',
        '%',
        '#',
        '/',
        '+',
        ' ',
        '\\n',
        '%41',
        '\\;',
        'S:',
        ';;',
      ),
      fc.constantFrom('a', 'Z', '0', 'é', 'ß', 'Ž', '倉', '📦'),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))
const lines = fc.array(hostile, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('\n'))

const digits = (length: number): fc.Arbitrary<string> =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((all) => all.join(''))

/** An IBAN with right check digits. */
const ibanOf = (country: string, account: string): string =>
  `${country}${`${98 - mod97(`${account}${country}00`)}`.padStart(2, '0')}${account}`
const germanIban = digits(18).map((account) => ibanOf('DE', account))
const swissIban = fc
  .tuple(fc.constantFrom('00700', '09000', '30000', '31999'), digits(12))
  .map(([bank, account]) => ibanOf('CH', bank + account))
const creditorReference = digits(10).map((number) => `RF${`${98 - mod97(`${number}RF00`)}`.padStart(2, '0')}${number}`)
const qrReference = digits(26).map((number) => `${number}${recursiveCheckDigit(number)}`)

const moment = fc
  .date({ min: new Date('1970-01-01T00:00Z'), max: new Date('2099-12-31T23:59Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 16))
const amount = fc.oneof(
  fc.constant(''),
  fc
    .integer({ min: 1, max: 99_999_999_999 })
    .map((cents) => `${Math.floor(cents / 100)}.${`${cents % 100}`.padStart(2, '0')}`),
)
const email = fc.constantFrom('srowen@example.com', "o'neil+x@example.org", 'a%b@example.co.uk', '')
const phone = digits(10).map((number) => `+49${number}`)

/** Text of the Swiss character set, of one character at least. */
const latin = hostile.map((text) => [...`A${text.replace(/[倉📦]/gu, '')}B`].slice(0, 16).join('').trim())

/** Values of fields that are not any text. */
const special: { readonly [content: string]: { readonly [field: string]: fc.Arbitrary<string> } } = {
  link: { address: hostile.map((path) => `https://example.com/${encodeURIComponent(path)}`) },
  wifi: { password: fc.string({ unit: 'grapheme-ascii', minLength: 8, maxLength: 63 }), printed: fc.constant('') },
  contact: { job: fc.constant(''), phone, email },
  mail: { email: email.filter((each) => each !== '') },
  phone: { phone },
  sms: { phone },
  place: {
    latitude: fc.integer({ min: -90, max: 90 }).map(String),
    longitude: fc.integer({ min: -180, max: 180 }).map((each) => `${each}.25`),
  },
  event: { start: moment, end: fc.constant('') },
  epc: {
    iban: germanIban,
    bic: fc.constantFrom('', 'COBADEFFXXX'),
    amount,
    reference: fc.oneof(fc.constant(''), creditorReference),
  },
  swiss: {
    iban: swissIban,
    amount,
    ...Object.fromEntries(
      ['Name', 'Street', 'House', 'Zip', 'City'].flatMap((part) =>
        [`creditor${part}`, `debtor${part}`].map((field) => [field, latin]),
      ),
    ),
    message: latin,
    billing: latin,
    creditorCountry: fc.constant('CH'),
    debtorCountry: fc.constant('DE'),
    reference: fc.oneof(fc.constant(''), creditorReference, qrReference),
  },
}

function valuesFor(name: string, { fields }: Content): fc.Arbitrary<ContentValues> {
  if (name in trades) return trades[name as keyof typeof trades]
  const arbitrary = ({ name: field, kind, choices = [], longest = 500 }: ContentField): fc.Arbitrary<string> => {
    const own = special[name]?.[field]
    if (own !== undefined) return own
    if (kind === 'choice') return fc.constantFrom(...choices)
    if (kind === 'switch') return fc.constantFrom('', 'true')
    return (kind === 'lines' ? lines : hostile.map((text) => text.trim())).map((text) =>
      [...text].slice(0, longest).join(''),
    )
  }
  return fc.record(Object.fromEntries(fields.map((field) => [field.name, arbitrary(field)])))
}

for (const [name, content] of all) {
  t.test(`${name}: what is written is read back`, async (t) => {
    let count = 0
    await forAll([valuesFor(name, content)], { count: 2000 }, (values) => {
      if (faultsOf(content, values).length > 0) return
      count++
      const text = content.write(values)
      const read = content.read(text)
      assert.ok(read !== undefined, text)
      assert.equal(content.write(read), text)
      // what has no second form is the same; of a text without a password, networks have none
      const isSame = Object.entries(values).every(
        ([field, value]) => read[field] === value || isWrittenOtherwise(name, field, values),
      )
      assert.ok(isSame, `${JSON.stringify(values)}\n${JSON.stringify(read)}`)
    })
    t.ok(count > 10, `${count} without faults`)
  })

  t.test(`${name}: what is anything is read as nothing, or as itself`, async () => {
    const beginning = content.write(filled(content.fields)).slice(0, 12)
    await forAll(
      [
        fc.oneof(
          hostile,
          lines.map((text) => beginning + text),
        ),
      ],
      { count: 2000 },
      (text) => {
        const read = content.read(text)
        if (read !== undefined) assert.deepEqual(content.read(content.write(read)), read)
      },
    )
  })

  t.test(`${name}: every field has a title`, async (t) => {
    const titles: { readonly [field: string]: string } = words.fields
    for (const field of content.fields) t.type(titles[field.name], 'string', field.name)
  })
}

/** Fields whose value is not in the text, or in another form. */
function isWrittenOtherwise(name: string, field: string, { security, allday }: ContentValues): boolean {
  if (name === 'wifi') return field === 'password' && security === 'nopass'
  return name === 'event' && field === 'start' && allday === 'true'
}

t.test('examples of the standards', async (t) => {
  const same = (name: keyof typeof contents, text: string): ContentValues => {
    const content = contents[name] as unknown as Content
    const values = content.read(text)
    t.ok(values, text)
    t.same(faultsOf(content, values!), [], text)
    return values!
  }
  t.match(same('place', 'geo:13.4125,103.8667'), { latitude: '13.4125', longitude: '103.8667' }) // RFC 5870, 6.1
  for (const text of ['geo:90,180', 'geo:-90,-180']) same('place', text) // RFC 5870, 3.4.2
  for (const text of ['geo:90.1,0', 'geo:0,-180.1']) t.equal(contents.place.read(text), undefined, text)
  t.match(same('sms', 'sms:+15105550101?body=hello%20there'), { phone: '+15105550101', body: 'hello there' }) // RFC 5724, 2.5
  t.match(same('phone', 'tel:+1-201-555-0123'), { phone: '+12015550123' }) // RFC 3966, 6
  t.match(same('mail', 'mailto:chris@example.com?subject=hi'), { email: 'chris@example.com', subject: 'hi' })
  t.match(same('mail', 'mailto:list@example.org?body=send%20current-issue%0D%0Asend%20index'), {
    body: 'send current-issue\nsend index',
  }) // RFC 6068, 6.1
  t.match(same('wifi', 'WIFI:T:WPA;S:mynetwork;P:mypass\\;1;;'), { network: 'mynetwork', password: 'mypass;1' })
  // EPC069-12; the reference is that of ISO 11649, 5
  const epc = same(
    'epc',
    'BCD\n002\n1\nSCT\nBHBLDEHHXXX\nFranz Mustermänn\nDE71110220330123456789\nEUR12.3\n\nRF18539007547034',
  )
  t.match(epc, { amount: '12.30', reference: 'RF18539007547034' })
  // Swiss Implementation Guidelines QR-bill, annex A, example 1
  t.match(same('swiss', bill), {
    creditorName: 'Robert Schneider AG',
    debtorCity: 'Rorschach',
    reference: '210000000003139471430009017',
  })
  t.equal(contents.swiss.write(contents.swiss.read(bill)!), bill)
})

t.test('what is wrong is found', async (t) => {
  const faults = (name: keyof typeof contents, given: ContentValues) => {
    const content = contents[name] as unknown as Content
    return faultsOf(content, filled(content.fields, given)).map(({ field, code }) => `${field}: ${code}`)
  }
  t.same(faults('wifi', { network: 'A', password: 'short' }), ['password: password'])
  t.same(faults('wifi', { network: 'ä'.repeat(17), security: 'nopass' }), ['network: long'])
  t.same(faults('contact', { email: 'nobody' }), ['family: one', 'email: email'])
  t.same(faults('link', { address: 'exa mple' }), ['address: address'])
  t.same(faults('event', { summary: 'A', start: '2026-02-30T10:00' }), ['start: required'])
  t.same(faults('event', { summary: 'A', start: '2026-02-28T10:00', end: '2026-02-28T09:00' }), ['end: order'])
  t.same(faults('epc', { name: 'A', iban: 'DE71110220330123456788' }), ['iban: iban'])
  t.same(faults('epc', { name: 'A', iban: 'DE71110220330123456789', amount: '0' }), ['amount: amount'])
  t.same(faults('place', { latitude: '91', longitude: '-181' }), ['latitude: latitude', 'longitude: longitude'])
  const creditor = { creditorName: 'A', creditorZip: '8000', creditorCity: 'Z', creditorCountry: 'CH' }
  t.same(
    faults('swiss', { ...creditor, iban: 'CH4431999123000889012' }),
    ['reference: reference'],
    'such an account needs one',
  )
  t.same(faults('swiss', { ...creditor, iban: 'CH5800791123000889012', reference: 'RF18539007547034' }), [])
  t.same(faults('swiss', { ...creditor, iban: 'CH5800791123000889012', message: '\u03b1' }), ['message: characters'])
})

t.test('an amount is taken as people write it', async (t) => {
  for (const [given, amount] of [
    ["1'250.00", '1250.00'],
    ['1’250.5', '1250.50'],
    ["12'345'678.–", '12345678.00'],
    ['1250.--', '1250.00'],
    ['1 250,05', '1250.05'],
    ['1\u202f250', '1250.00'],
    ["999'999'999.99", '999999999.99'],
    ['0.01', '0.01'],
    // three digits behind each mark, and no others
    ["1'25.00", undefined],
    ["1250'000.00", undefined],
    ["'250.00", undefined],
    ["1'250'.00", undefined],
    ["1''250.00", undefined],
    ["1'000'000'000.00", undefined],
    ['1.250', undefined],
    ['0.00', undefined],
  ] as const)
    t.equal(amountIn(given), amount, given)
  const { write, read } = contents.swiss
  const bill = { iban: 'CH5800791123000889012', creditorName: 'A', creditorZip: '8000', creditorCity: 'Z' }
  const values = filled(contents.swiss.fields, { ...bill, creditorCountry: 'CH', amount: "999'999'999.99" })
  t.same(faultsOf(contents.swiss, values), [])
  t.same(faultsOf(contents.swiss, { ...values, amount: '1’250.–' }), [], 'marks that the code does not have')
  t.equal(read(write(values))?.amount, '999999999.99')
})

t.test('backslashes that a network lacks are put in', async (t) => {
  t.equal(wifiMeant('WIFI:T:WPA;S:My;Net;P:pa:ss\\w;;'), 'WIFI:T:WPA;S:My\\;Net;P:pa\\:ss\\\\w;;')
  for (const right of ['WIFI:T:WPA;S:A;P:12345678;;', 'WIFI:T:nopass;S:A;;', 'QZ-0001', 'WIFI:'])
    t.equal(wifiMeant(right), undefined, right)
  const password = fc
    .string({ unit: 'grapheme-ascii', minLength: 8, maxLength: 20 })
    .filter((text) => /[;,:"]/.test(text) && !/\\|;[TSPH]:|;$/.test(text))
  await forAll([password], { count: 1000 }, (text) => {
    const meant = wifiMeant(`WIFI:T:WPA;S:Net;P:${text};;`)
    assert.equal(wifi.read(meant!)?.password, text)
  })
})

interface Ical {
  parse(text: string): unknown
}

const require = createRequire(join(root, 'test/package/package.json'))
const isThere = existsSync(join(root, 'test/package/node_modules/ical.js'))
const skip = !isThere && 'ical.js is not installed: npm ci --prefix test/package'

t.test('readers of others: vCard and iCalendar by ical.js', { skip }, async () => {
  const { default: ICAL } = (await import(require.resolve('ical.js'))) as { default: Ical }
  /** The properties of a component: name, parameters, type, value. */
  const propertiesOf = (component: unknown): Map<string, unknown> => {
    const [, properties] = component as [string, [string, unknown, string, unknown][]]
    return new Map(properties.map(([name, , , value]) => [name, value]))
  }
  await forAll([valuesFor('contact', contents.contact as unknown as Content)], { count: 400 }, (given) => {
    const values: ContentValues = { ...given, format: 'vcard' }
    if (faultsOf(contents.contact as unknown as Content, values).length > 0) return
    const found = propertiesOf(ICAL.parse((contents.contact as unknown as Content).write(values)))
    // it takes the second of two backslashes for one before a semicolon
    if (!/\\$/.test(`${values.family}`) && !/\\$/.test(`${values.given}`))
      assert.deepEqual(found.get('n'), [values.family, values.given, '', '', ''])
    // it leaves the backslash before a semicolon in place, which RFC 2426, 5, has there
    assert.equal(String(found.get('note') ?? '').replaceAll('\\;', ';'), values.note)
    assert.equal(found.get('tel') ?? '', values.phone)
  })
  await forAll([valuesFor('event', contents.event as unknown as Content)], { count: 400 }, (values) => {
    const content = contents.event as unknown as Content
    if (faultsOf(content, values).length > 0) return
    const [, , components] = ICAL.parse(content.write(values)) as [string, unknown, unknown[]]
    const found = propertiesOf(components[0])
    assert.equal(found.get('summary'), values.summary)
    assert.equal(found.get('description') ?? '', values.description)
    assert.equal(found.get('dtstart'), values.allday === 'true' ? values.start!.slice(0, 10) : `${values.start}:00`)
  })
})
