/** Random texts: right ones of each kind, the same with one fault planted, and texts of other kinds. */

import fc from 'fast-check'
import t from 'tap'
import { type ContentFaultCode, type ContentKind, contentOf, kindOf } from '../../src/content/index.ts'
import { forAll } from '../random.ts'

const [gs, rs, eot] = ['\x1d', '\x1e', '\x04']

const of = (characters: string, least: number, most = least): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...characters), minLength: least, maxLength: most })
const digits = (least: number, most = least): fc.Arbitrary<string> => of('0123456789', least, most)
const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const alphanumeric = `0123456789${capitals}`
const word = of(alphanumeric, 1, 18)
const joined = (...parts: fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((each) => each.join(''))

const day = fc.integer({ min: 11_323, max: 40_176 }).map((days) => {
  // from 2001 to 2079
  const date = new Date(86_400_000 * days)
  const [year, month, dayOfMonth] = date.toISOString().slice(0, 10).split('-') as [string, string, string]
  const ordinal = (date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000
  return { year, month, day: dayOfMonth, ordinal: `${Math.floor(ordinal) + 1}`.padStart(3, '0') }
})
const longDay = day.map(({ year, month, day }) => year + month + day)

/** The check characters by the words of the standards, not by the source. */
const values43 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%'
const withCheck43 = (text: string): string =>
  text + values43[Array.from(text).reduce((sum, character) => sum + values43.indexOf(character), 0) % 43]
/** ICCBBA ST-001, A.1: each value times the nth power of 2, n from the right. */
function value37(text: string): number {
  const weighted = Array.from(text).map((character, i) => Number.parseInt(character, 36) * 2 ** (text.length - i))
  return (38 - (weighted.reduce((sum, each) => sum + each, 0) % 37)) % 37
}
function withGtinCheck(text: string): string {
  const sum = Array.from(text).reduce(
    (total, digit, i) => total + Number(digit) * ((text.length - i) % 2 === 1 ? 3 : 1),
    0,
  )
  return `${text}${(10 - (sum % 10)) % 10}`
}
const gtin = (length: number): fc.Arbitrary<string> => joined(of('123456789', 1), digits(length - 2)).map(withGtinCheck)

const labeler = joined(of(capitals, 1), digits(3))
const primary = joined(labeler, of(alphanumeric, 3, 18), digits(1))
const lot = of(alphanumeric, 1, 18)
const secondary = fc.oneof(
  lot.map((each) => `$${each}`),
  fc.tuple(day, lot).map(([{ year, ordinal }, each]) => `$$5${year.slice(2)}${ordinal}${each}`),
  fc.tuple(day, lot).map(([{ year, month, day }, each]) => `$$3${year.slice(2)}${month}${day}${each}`),
  fc.tuple(digits(2), day, lot).map(([count, { year, month }, each]) => `$$8${count}${month}${year.slice(2)}${each}`),
  lot.map((each) => `$$+7${each}`),
)
const supplement = fc.oneof(
  lot.map((each) => `/S${each}`),
  longDay.map((each) => `/16D${each}`),
  longDay.map((each) => `/14D${each}`),
)
const hibc = fc.oneof(
  joined(fc.constant('+'), primary).map(withCheck43),
  joined(fc.constant('+'), primary, fc.constant('/'), secondary, fc.oneof(fc.constant(''), supplement)).map(
    withCheck43,
  ),
  joined(fc.constant('+'), secondary, of(values43.slice(0, 36), 1))
    .map(withCheck43)
    .filter((text) => text.length >= 9),
  joined(fc.constant('+/'), of('ABCDEFGHIJKLZ', 1), of('ABCDEFGHIJKLMNOPQRSTUVXZ', 1), of(alphanumeric, 4, 15)).map(
    withCheck43,
  ),
)

const field = fc.oneof(
  word.map((each) => `1P${each}`),
  word.map((each) => `P${each}`),
  word.map((each) => `S${each}`),
  word.map((each) => `1T${each}`),
  digits(1, 8).map((each) => `Q${each}`),
  digits(9).map((each) => `12V${each}`),
  longDay.map((each) => `14D${each}`),
  longDay.map((each) => `16D${each}`),
  gtin(14).map((each) => `8P${each}`),
  of(capitals, 2).map((each) => `4L${each}`),
)
const iso15434 = fc
  .array(field, { minLength: 1, maxLength: 8 })
  .map((fields) => `[)>${rs}06${gs}${fields.join(gs)}${rs}${eot}`)

const facility = joined(of('ABCDEFGHIJKLMNPQRSTUVWXYZ123456789', 1), digits(4))
const donation = joined(facility, digits(2), digits(6))
const century = day.map(({ year, ordinal }) => `0${year.slice(2)}${ordinal}`)
const isbt128 = fc.oneof(
  donation.map((each) => `=${each}00`),
  donation.map((each) => `=${each}${60 + value37(each)}`),
  century.map((each) => `=>${each}`),
  fc.tuple(donation, century).map(([each, date]) => `=+02000=${each}00&>${date}2359`),
  fc.tuple(digits(4), of(alphanumeric, 13)).map(([issuer, donor]) => {
    const check = `${value37(issuer + donor)}`.padStart(2, '0')
    return `&:${issuer}${donor}${check}`
  }),
)

const flight = fc
  .tuple(
    of(capitals, 3, 15),
    of(alphanumeric, 6),
    of(capitals, 6),
    of(capitals, 2),
    digits(4),
    day,
    digits(3),
    digits(4),
  )
  .map(([name, booking, airports, carrier, number, { ordinal }, seat, sequence]) => {
    const leg = `${booking} ${airports}${carrier} ${number} ${ordinal}Y${seat}A${sequence} 1`
    return { head: `${name}/A`.padEnd(20), leg }
  })
const bcbp = fc.oneof(
  flight.map(({ head, leg }) => `M1${head}E${leg}00`),
  flight.map(({ head, leg }) => `M1${head}E${leg}06>60000`),
  fc.tuple(flight, flight).map(([one, other]) => `M2${one.head}E${one.leg}00${other.leg}00`),
)

const wifi = fc
  .tuple(
    of(`${alphanumeric}abc -_`, 1, 20).filter((name) => name.trim() !== ''),
    of(`${alphanumeric}abc!`, 8, 40),
  )
  .map(([name, password]) => `WIFI:T:WPA;S:${name};P:${password};;`)
const isbn = digits(9).map((each) => withGtinCheck(`978${each}`))
const gs1 = fc.tuple(gtin(14), lot).map(([number, each]) => `(01)${number}(10)${each}`)

const name = of(`${capitals}abcdefg`, 2, 12)
/** An IBAN with right check digits, by the words of ISO 13616: the country and 00 behind the account, letters as 10 to 35. */
const iban = digits(18).map((account) => {
  const rest = BigInt(`${account}131400`) % 97n
  return `DE${`${98n - rest}`.padStart(2, '0')}${account}`
})
const amount = fc.integer({ min: 1, max: 99_999 }).map((cents) => `EUR${cents}.50`)
const epc = fc
  .tuple(name, iban, amount)
  .map(([payee, account, sum]) => `BCD\n002\n1\nSCT\n\n${payee}\n${account}\n${sum}`)
const swissIban = digits(16).map((account) => {
  const rest = BigInt(`0${account}121700`) % 97n
  return `CH${`${98n - rest}`.padStart(2, '0')}0${account}`
})
const bill = fc
  .tuple(swissIban, name, digits(4))
  .map(([account, payee, sum]) =>
    [
      ...['SPC', '0200', '1', account, 'S', payee, '', '', '2501', 'Biel', 'CH', '', '', '', '', '', '', ''],
      ...[`1${sum}.00`, 'CHF', '', '', '', '', '', '', '', 'NON', '', '', 'EPD'],
    ].join('\n'),
  )
const vcard = fc
  .tuple(name, name)
  .map(([given, family]) => `BEGIN:VCARD\nVERSION:3.0\nN:${family};${given}\nFN:${given} ${family}\nEND:VCARD`)
const event = fc
  .tuple(name, longDay)
  .map(([summary, date]) => `BEGIN:VEVENT\nDTSTART:${date}T100000\nSUMMARY:${summary}\nEND:VEVENT`)
const mecard = fc.tuple(name, digits(9)).map(([family, number]) => `MECARD:N:${family};TEL:+4${number};;`)
const mail = name.map((who) => `mailto:${who}@example.com`)
const phone = digits(9).map((number) => `tel:+4${number}`)
const sms = digits(9).map((number) => `sms:+4${number}?body=hello`)
const place = fc.tuple(fc.nat(89), digits(3), fc.nat(179)).map(([north, part, east]) => `geo:${north}.${part},-${east}`)
const url = fc
  .tuple(of('abcdefgh', 2, 9), of('abcdefgh/', 0, 9))
  .map(([host, path]) => `https://${host}.example/${path}`)

const right: { readonly [kind in ContentKind]?: fc.Arbitrary<string> } = {
  ...{ epc, swiss: bill, vcard, event, mecard, mail, phone, sms, place, url },
  // those of books are ISBN
  gtin: fc.oneof(gtin(13), gtin(14), gtin(12)).filter((number) => !/^97[89]\d{10}$/.test(number)),
  hibc,
  iso15434,
  isbt128,
  bcbp,
  wifi,
  isbn,
  gs1,
}
const kinds = Object.keys(right) as readonly ContentKind[]
const anyRight = fc.oneof(...kinds.map((kind) => right[kind]!.map((text) => ({ kind, text }))))

t.test('right texts are recognised, and nothing is wrong with them', async () => {
  await forAll([anyRight], { count: 1800, times: 14 }, ({ kind, text }) => {
    const content = contentOf(text)
    if (content?.kind !== kind) throw new Error(`${content?.kind} in place of ${kind}`)
    if (content.faults.length > 0) throw new Error(content.faults[0]!.message)
    const { elements } = content
    return elements.every(({ value, span }) => text.slice(span.start, span.end) === value)
  })
})

/** A fault: its code, and a text that has it, or the same text where it cannot be planted. */
type Planted = readonly [code: ContentFaultCode, plant: (text: string, at: number) => string]

/** Another character of a set than there is. */
const other = (character: string, set: string): string => set[(set.indexOf(character) + 1) % set.length]!
const lastDigit = (text: string): string => text.slice(0, -1) + other(text.at(-1)!, '0123456789')

const faults: { readonly [kind in ContentKind]?: readonly Planted[] } = {
  hibc: [
    ['wrong_check_character', (text) => text.slice(0, -1) + other(text.at(-1)!, values43)],
    ['wrong_character', (text) => text.replace(/(\$.*?)([A-Z])/, (_, before, letter) => before + letter.toLowerCase())],
  ],
  iso15434: [
    ['missing_trailer', (text) => text.slice(0, -1)],
    ['missing_trailer', (text) => text.slice(0, -2) + eot],
    ['missing_trailer', (text) => text.slice(0, -2)],
    ['wrong_header', (text) => text.replace(rs, '')],
    ['wrong_header', (text) => text.replaceAll(rs, '{RS}').replaceAll(gs, '{GS}').replace(eot, '{EOT}')],
    ['wrong_separator', (text) => text.replace(`06${gs}`, '06')],
    ['missing_element', (text) => text.replace(`06${gs}`, `06${gs}${gs}`)],
    ['wrong_date', (text) => text.replace(/(1[46]D)(\d{4})(\d\d)(\d\d)/, '$1$2-$3-$4')],
    ['wrong_check_character', (text) => text.replace(/8P\d{14}/, lastDigit)],
    [
      'wrong_character',
      (text) => text.replace(/\b4L[A-Z]{2}\b/, (letters) => letters.replace(/..$/, (two) => two.toLowerCase())),
    ],
  ],
  isbt128: [
    [
      'wrong_check_character',
      (text) => (/^=.{13}(?:[6-8]\d|9[0-6])$/.test(text) ? text.slice(0, 14) + otherFlags(text) : text),
    ],
    ['wrong_check_character', (text) => (text.startsWith('&:') ? lastDigit(text) : text)],
    ['wrong_count', (text) => text.replace('=+02', '=+03')],
    ['wrong_character', (text) => text.replace(/^(=.{7,12})0(.*00)$/, '$1O$2')],
  ],
  bcbp: [
    ['wrong_count', (text) => `M${text[1] === '1' ? 2 : 1}${text.slice(2)}`],
    ['wrong_count', (text) => (text.endsWith('>60000') ? text.replace('06>60000', '09>60000') : text)],
    ['wrong_value', (text) => text.slice(0, 30) + text.slice(30, 33).toLowerCase() + text.slice(33)],
  ],
  wifi: [
    ['missing_trailer', (text) => text.slice(0, -1)],
    ['missing_trailer', (text) => text.slice(0, -2)],
    ['wrong_header', (text) => text.replace('WIFI:', 'wifi:')],
    ['wrong_value', (text) => text.replace('T:WPA', 'T:wpa')],
  ],
  isbn: [['wrong_check_character', (text) => `ISBN ${lastDigit(text)}`]],
  epc: [['wrong_value', (text) => text.replace('SCT', 'sct')]],
  swiss: [['wrong_value', (text) => text.replace('\nCHF\n', '\nchf\n')]],
  vcard: [['missing_trailer', (text) => text.replace('\nEND:VCARD', '')]],
  event: [['missing_trailer', (text) => text.replace('\nEND:VEVENT', '')]],
  mecard: [['missing_trailer', (text) => text.slice(0, -1)]],
  phone: [['wrong_value', (text) => text.replace(/(\d{3})(\d{4})$/, ' $1 $2')]],
  sms: [['wrong_value', (text) => text.replace(/(\d{3})(?=\?)/, ' $1')]],
  gs1: [['gs1_invalid_value', (text) => text.replace(/(?<=\(01\))\d{14}/, lastDigit)]],
}

function otherFlags(text: string): string {
  const value = Number(text.slice(14))
  return `${value === 96 ? 60 : value + 1}`
}

const plantable = Object.keys(faults) as readonly ContentKind[]

/** Where a text is not as it was: up to the characters at its end that are the same. */
function differenceIn(text: string, wrong: string): { readonly start: number; readonly end: number } {
  let start = 0
  while (start < wrong.length && text[start] === wrong[start]) start++
  let same = 0
  while (same < wrong.length - start && same < text.length - start && text.at(-1 - same) === wrong.at(-1 - same)) same++
  return { start, end: wrong.length - same }
}

const planted = fc
  .oneof(
    ...plantable.map((kind) => fc.tuple(fc.constant(kind), right[kind]!, fc.constantFrom(...faults[kind]!), fc.nat())),
  )
  .map(([kind, text, [code, plant], at]) => ({ kind, text, code, wrong: plant(text, at) }))
  .filter(({ text, wrong }) => text !== wrong)

t.test('of texts with one fault it is found, and repaired', async () => {
  await forAll([planted], { count: 1800, times: 14 }, ({ kind, text, code, wrong }) => {
    const content = contentOf(wrong)
    if (content?.kind !== kind) throw new Error(`${content?.kind} in place of ${kind}`)
    const found = content.faults.find((fault) => fault.code === code)
    if (found === undefined) throw new Error(`${content.faults.map((fault) => fault.code)} in place of ${code}`)
    const { start, end } = differenceIn(text, wrong)
    if (found.span.start > end + 1 || found.span.end < start - 1)
      throw new Error(`${found.span.start} to ${found.span.end} in place of ${start} to ${end}`)
    if (content.repaired === undefined) throw new Error('not repaired')
    // a check character that is wrong may be meant as the last one of a text that has none
    const meant = kind === 'isbn' ? `ISBN ${text}` : text
    return content.repaired === meant || (code === 'wrong_count' && contentOf(content.repaired)?.faults.length === 0)
  })
})

const ascii = fc.string({
  unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)),
  maxLength: 40,
})
const small = 'abcdefghijklmnopqrstuvwxyz'
const words = fc.array(of(small, 1, 10), { minLength: 1, maxLength: 6 }).map((each) => each.join(' '))
const partNumber = joined(
  of(alphanumeric, 1, 6),
  of('-/. +_', 0, 1),
  of(alphanumeric, 1, 8),
  of('-/. +_', 0, 1),
  of(alphanumeric, 0, 6),
)
const hasCheckDigit = (text: string): boolean =>
  [8, 12, 13, 14].includes(text.length) && withGtinCheck(text.slice(0, -1)) === text
const number = fc.oneof(
  digits(1, 20),
  joined(of('+-', 1), digits(1, 14)),
  joined(digits(1, 6), of('.,', 1), digits(1, 4)),
)
const sentence = joined(of(capitals, 1), words, of('.!?', 1))
const formula = joined(of('=&', 1), of(`${alphanumeric}()*+-/:$`, 1, 20))
const link = joined(
  of(small, 2, 12),
  fc.constantFrom('.example', '.com', '.example.org:8080'),
  of(`${small}/-`, 0, 20).map((path) => `/${path}`),
).map((rest) => `https://${rest.replace(/^([^/]*)-(?=[./]|$)/g, '$1')}`)

/** What is recognised by its kind is no mistake: numbers with a right check digit, addresses of the web. */
const otherText = fc
  .oneof(ascii, words, partNumber, number, sentence, formula, fc.string({ unit: 'grapheme', maxLength: 20 }))
  .filter((text) => !hasCheckDigit(text))

t.test('texts of other kinds are not mistaken for any', async () => {
  await forAll([otherText], { count: 11_000, times: 8.2 }, (text) => {
    const kind = kindOf(text)
    // an identifier with data of its length is a data structure, though a formula could be the same
    if (kind === 'isbt128' && /^[=&][^0-9A-Za-z][0-9A-Za-z]{5,21}$/.test(text)) return
    if (kind !== undefined) throw new Error(`taken for ${kind}`)
  })
  await forAll([link], { count: 1000, times: 10 }, (text) => kindOf(text) === 'url')
})
