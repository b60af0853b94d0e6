/** GS1 symbols with one defect each, and symbols that are meant as GS1 symbols and are none. */

import t from 'tap'
import { checkImage, type Picture, type Report, reportText } from '../../../../src/reader/check/index.ts'
import { type Application, encode, type Symbology } from '../../../../symbologies/index.ts'
import { plainPicture } from '../../../oracle/picture.ts'
import { inLongRun } from '../../../random.ts'
import { type Defect, testDefects } from '../defects.ts'
import { code128Of } from '../inject-bar-defects.ts'
import { dataMatrixOf, filled, qrOf } from '../inject-defects.ts'
import { barsPicture, rowsPicture } from '../paint.ts'

const gs = '\x1d'
const gtin = '0109506000134352'
const carriers = ['code128', 'datamatrix', 'qr'] as const
type Carrier = (typeof carriers)[number]

const plain = (type: Symbology, text: string): Picture => plainPicture(encode(type, text), 2)
const gs1 = (type: Carrier, text: string): Picture => plainPicture(encode(type, text, { gs1: true }), 2)
const bars = (values: readonly number[]): Picture => barsPicture(code128Of(values), { left: 30, right: 30 })

const version1 = { version: 1, level: 'L', mask: 0 } as const

const byte = (value: number): string => value.toString(2).padStart(8, '0')

const inBytes = (text: string): string =>
  `0100${byte(text.length)}${Array.from(text, (each) => byte(each.charCodeAt(0))).join('')}`

/** A defect of a message in each of the three symbologies. */
const inAll = (
  name: string,
  text: string,
  { faults = [], notes = [] }: { faults?: readonly string[]; notes?: readonly string[] },
): Defect[] =>
  carriers.map((type) => ({
    name: `${type}: ${name}`,
    picture: gs1(type, text),
    faults: faults.map((each) => `${type}.gs1.${each}`),
    notes: notes.map((each) => `${type}.gs1.${each}`),
  }))

t.test('defects of a message', inLongRun, async (t) => {
  testDefects(t, [
    ...inAll('none', `${gtin}10AB-12${gs}17261231`, {}),
    ...inAll('a wrong check digit', '0109506000134353', { faults: ['invalid_value'] }),
    ...inAll('a day that is none', `${gtin}17261232`, { faults: ['invalid_value'] }),
    ...inAll('a value that is too long', `${gtin}10${'A'.repeat(21)}`, { faults: ['invalid_value'] }),
    ...inAll('a character that no value has', `${gtin}10A^B`, { faults: ['invalid_value'] }),
    ...inAll('an AI that is none', `${gtin}05AB`, { faults: ['unknown_ai'] }),
    ...inAll('brackets in a GS1 symbol', '(01)09506000134352', { faults: ['unknown_ai'] }),
    // lower case, so that QR Code has no alphanumeric mode, in which two separators are a per cent sign
    ...inAll('two separators in a row', `${gtin}10ab${gs}${gs}17261231`, { faults: ['syntax'] }),
    ...inAll('AIs that exclude each other', `${gtin}31030012343102001234`, { faults: ['excluded_ai'] }),
    ...inAll('an AI with two values', `${gtin}0109506000134369`, { faults: ['excluded_ai'] }),
    ...inAll('a separator at the end', `${gtin}10AB${gs}`, { notes: ['separator'] }),
    ...inAll('a separator behind a GTIN', `${gtin}${gs}10AB`, { notes: ['separator'] }),
    { name: 'companions missing in GS1-128', picture: gs1('code128', '10AB'), notes: ['code128.gs1.missing_ai'] },
    {
      name: 'companions missing in GS1 DataMatrix',
      picture: gs1('datamatrix', '10AB'),
      faults: ['datamatrix.gs1.missing_ai'],
    },
    { name: 'companions missing in GS1 QR Code', picture: gs1('qr', '10AB'), faults: ['qr.gs1.missing_ai'] },
    {
      name: 'GS1-128 of 48 characters',
      picture: gs1('code128', `${gtin}10${'A'.repeat(20)}${gs}2112345678`.slice(0, 48)),
    },
    {
      name: 'GS1-128 of 49 characters',
      picture: gs1('code128', `${gtin}10${'A'.repeat(20)}${gs}21123456789`.slice(0, 49)),
      faults: ['code128.gs1.too_long'],
    },
    // start B, FNC1, code set A, the digits, GS (93 in code set A) in place of FNC1
    {
      name: 'GS in place of FNC1',
      picture: bars([104, 102, ...values(gtin), 17, 16, 33, 101, 93, 17, 23, ...values('261231')]),
      notes: ['code128.separator'],
      at: [[0, 11 * 22]],
      most: 11,
    },
    // ISO/IEC 18004:2015, 7.4.8: mode indicator 0101 comes before the segments
    {
      name: 'FNC1 behind characters in QR Code',
      picture: rowsPicture(qrOf(filled(`${inBytes('A')}0101${inBytes('0109506')}0000`, 19), version1)),
      faults: ['qr.mode'],
    },
    { name: 'FNC1 and nothing else', picture: bars([104, 102]), faults: ['code128.gs1.syntax'] },
  ])
})

t.test('FNC1 and nothing else', async (t) => {
  const { findings } = checkImage(bars([104, 102]))
  const [found] = findings.filter(({ kind }) => kind === 'fault')
  t.match(found, { message: '^ at position 1 has no element after it', gs1: { code: 'gs1_syntax', from: 1, to: 1 } })
})

/** Values of code sets A and B. */
function values(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0) - 32)
}

/** Digits as values of code set C. */
const pairs = (digits: string): number[] => (digits.match(/../g) ?? []).map(Number)

const ascii = (text: string): number[] => Array.from(text, (each) => each.charCodeAt(0) + 1)

t.test('meant as a GS1 symbol', inLongRun, async (t) => {
  const all = (name: string, text: string, found: Pick<Defect, 'faults' | 'notes'>): Defect[] =>
    (['code128', 'datamatrix', 'qr', 'code39'] as const)
      .filter((type) => type !== 'code39' || /^[\dA-Z-]*$/.test(text))
      .map((type) => ({
        name: `${type}: ${name}`,
        picture: plain(type, text),
        faults: (found.faults ?? []).map((each) => `${type}.gs1.${each}`),
        notes: (found.notes ?? []).map((each) => `${type}.gs1.${each}`),
      }))
  testDefects(t, [
    ...all('brackets', '(01)09506000134352(10)AB-12', { faults: ['brackets'] }),
    ...all('brackets, one key', '(01)09506000134352', { faults: ['brackets'] }),
    ...all('brackets, a companion missing', '(10)AB(21)CD', { faults: ['brackets'] }),
    ...all('brackets, a wrong check digit', '(01)09506000134353(10)AB', { notes: ['brackets'] }),
    ...all('brackets, an unknown AI behind', '(01)09506000134352(05)AB', { notes: ['brackets'] }),
    ...all('a telephone number like AI (240)', '(240)555-1234', { notes: ['brackets'] }),
    ...all('without FNC1', '010950600013435217261231', { notes: ['without_fnc1'] }),
    ...all('an SSCC without FNC1', '00395060001343520001', { notes: ['without_fnc1'] }),
    ...all('GS in place of FNC1', `${gs}${gtin}`, { notes: ['without_fnc1'] }),
    ...all('GS between elements, no FNC1', `${gtin}10AB${gs}17261231`, { notes: ['without_fnc1'] }),
    ...all('GS between three elements', `10AB${gs}21CD${gs}91EF`, { notes: ['without_fnc1'] }),
    ...all('the raw form, not for GS1', `^${gtin}10AB^17261231`, { notes: ['without_fnc1'] }),
    ...all('a symbology identifier', `]C1${gtin}`, { notes: ['without_fnc1'] }),
    {
      name: 'FNC1 second in Code 128',
      picture: bars([105, 1, 102, ...pairs('09506000134352')]),
      notes: ['code128.gs1.without_fnc1'],
    },
    {
      name: 'FNC1 second in Data Matrix',
      picture: rowsPicture(dataMatrixOf([131, 232, ...pairs('09506000134352').map((each) => each + 130)], '16x16')),
      notes: ['datamatrix.gs1.without_fnc1'],
    },
    {
      name: 'FNC1 in the third place in Data Matrix',
      picture: rowsPicture(dataMatrixOf([...ascii('AB'), 232, ...ascii('C')], '14x14')),
    },
  ])
})

const gs1Codes = ({ findings }: Report): string[] =>
  findings.filter(({ code }) => code.includes('.gs1.')).map(({ code, kind }) => `${kind} ${code}`)

t.test('not meant as a GS1 symbol: nothing is said', async (t) => {
  for (const text of [
    gtin,
    '0109506000134353172612311',
    '(212)555-1234',
    '(see note)',
    '01-09506000134352',
    `A${gs}B`,
    `10AB${gs}21C`,
    '[)>\x1e06\x1dP123\x1e\x04',
    'https://example.com/2026/01/31',
    'https://example.com/',
    'https://www.example.com/401/12345',
    'HTTP',
  ]) {
    for (const type of carriers) {
      const report = checkImage(plain(type, text))
      t.same([gs1Codes(report), report.gs1], [[], undefined], `${type} ${JSON.stringify(text)}`)
      t.equal(report.verdict, 'conforming')
    }
  }
})

t.test('the words for a common mistake', async (t) => {
  const find = (picture: Picture, code: string): string =>
    checkImage(picture).findings.find((finding) => finding.code === code)!.message
  t.equal(
    find(plain('code128', '(01)09506000134352(17)261231'), 'code128.gs1.brackets'),
    'the brackets round the AIs are characters of the symbol, and scanners show them; a GS1 symbol begins with FNC1: ' +
      'gs1=true and the text "(01)09506000134352(17)261231" make one',
  )
  t.match(
    find(plain('code39', '010950600013435217261231'), 'code39.gs1.without_fnc1'),
    /: type code128, datamatrix or qr, gs1=true and the text "\(01\)09506000134352\(17\)261231" make one$/,
  )
  t.match(find(bars([105, 1, 102, ...pairs('09506000134352')]), 'code128.gs1.without_fnc1'), /^FNC1 is in the second/)
})

t.test('GS1 Digital Link URIs', async (t) => {
  const link = 'https://example.com/01/09506000134352/10/AB?17=261231'
  for (const type of ['datamatrix', 'qr'] as const) {
    const report = checkImage(plain(type, link), { thisYear: 2026 })
    t.equal(report.verdict, 'conforming')
    t.match(report.gs1, { form: 'link', link, raw: '^010950600013435210AB^17261231' })
    t.same(report.gs1?.elements[2]?.parts, [{ kind: 'date', value: '261231', meaning: '2026-12-31' }])
    t.same(
      gs1Codes(report).filter((each) => !each.startsWith('pass')),
      [],
    )
  }
  t.equal(checkImage(plain('code128', link)).gs1, undefined, 'for matrix symbols alone')
  for (const [uri, notes] of [
    ['https://id.gs1.org/01/09506000134353', ['invalid_value']],
    ['https://example.com/01/09506000134353', ['invalid_value']],
    ['https://id.gs1.org/401/123', ['invalid_value']],
    ['https://example.com/01/09506000134352?17=261232', ['invalid_value']],
    ['https://example.com/01/09506000134352/21/A/10/B', ['syntax']],
    ['https://example.com/01/09506000134352?9999=1', ['unknown_ai']],
    ['HTTPS://ID.GS1.ORG/01/09506000134352', []],
  ] as const) {
    const report = checkImage(plain('qr', uri))
    t.equal(report.gs1?.form, 'link', uri)
    const codes = gs1Codes(report).filter((each) => !each.startsWith('pass'))
    t.same(
      codes,
      notes.map((note) => `note qr.gs1.${note}`),
      uri,
    )
    t.equal(report.verdict, 'conforming', 'the standard of the symbology allows any URI')
    const verdict = checkImage(plain('qr', uri), { application: 'retail' }).verdict
    t.equal(verdict, notes.length === 0 ? 'conforming' : 'faults', 'the application does not')
  }
})

t.test('EAN, UPC and ITF-14 carry a GTIN', async (t) => {
  for (const [type, text, wanted] of [
    ['ean13', '9506000134352', '09506000134352'],
    ['ean8', '96385074', '00000096385074'],
    ['upca', '036000291452', '00036000291452'],
    ['upce', '04252614', '00042100005264'],
    ['itf14', '15400141288763', '15400141288763'],
  ] as const) {
    const report = checkImage(plain(type, text), { text: `(01)${wanted}` })
    t.match(report.gs1, { form: 'gtin', humanReadable: `(01)${wanted}`, link: `https://id.gs1.org/01/${wanted}` }, type)
    t.same([report.verdict, gs1Codes(report)], ['conforming', []], type)
    const other = checkImage(plain(type, text), { text: '(01)09506000134369' })
    t.match(
      other.findings.filter(({ kind }) => kind === 'fault'),
      [{ code: `${type}.text` }],
    )
  }
  // GS1 General Specifications, 1.4: numbers for use in one shop or country
  for (const [type, text] of [
    ['ean13', '2012345678900'],
    ['ean13', '0412345678903'],
    ['ean13', '9991234567890'],
    ['upca', '212345678909'],
    ['ean8', '20123451'],
    ['ean8', '02345673'],
  ] as const) {
    t.equal(checkImage(plain(type, text.slice(0, -1))).gs1, undefined, `${type} ${text}`)
  }
  t.ok(checkImage(plain('itf14', '0201234567890')).gs1)
})

t.test('an expected text in any form of the message', async (t) => {
  const text = `${gtin}10AB-12${gs}17261231`
  const forms = [
    text,
    '(01)09506000134352(10)AB-12(17)261231',
    '^010950600013435210AB-12^17261231',
    'https://example.com/01/09506000134352/10/AB-12?17=261231',
  ]
  const others = ['(01)09506000134352(10)AB-12', '(01)09506000134352(10)AB-12(17)261230', '(10)', '^', 'https://a/']
  for (const type of carriers) {
    const faults = (expected: string): string[] =>
      checkImage(gs1(type, text), { text: expected }).findings.flatMap(({ kind, code }) =>
        kind === 'fault' ? [code] : [],
      )
    t.same(forms.flatMap(faults), [], type)
    for (const other of others) t.same(faults(other), [`${type}.text`], `${type} ${other}`)
    const superfluous = checkImage(gs1(type, `${text}${gs}`), { text: forms[1]! })
    t.equal(superfluous.verdict, 'conforming', 'a separator at the end is no difference')
    t.equal(checkImage(gs1(type, `${text} `)).verdict, 'faults', 'a blank at the end is a character')
  }
})

t.test('an application takes GS1 symbols', async (t) => {
  const application = 'logistics'
  const sscc = '00395060001343520001'
  const kind = (picture: Picture, asked: Application, type: Carrier): string | undefined =>
    checkImage(picture, { application: asked }).findings.find(({ code }) => code === `${type}.gs1.application`)?.kind
  for (const type of carriers) {
    t.equal(kind(gs1(type, sscc), application, type), 'pass')
    t.equal(kind(plain(type, 'QZ-0001'), application, type), 'fault')
    t.equal(kind(plain(type, 'QZ-0001'), 'general-distribution', type), 'note')
    const elsewhere = type === 'code128' ? 'retail' : type === 'qr' ? 'healthcare' : 'retail-and-distribution'
    t.equal(kind(plain(type, 'QZ-0001'), elsewhere, type), undefined, `no ${type} at all is for ${elsewhere}`)
    t.equal(checkImage(plain(type, 'QZ-0001'), { application }).verdict, 'faults')
    t.equal(checkImage(plain(type, 'QZ-0001')).verdict, 'conforming', 'without an application, it is what it is')
    const resolution = { across: 8000, down: 8000 }
    const { findings } = checkImage({ ...gs1(type, sscc), resolution }, { application })
    const least = type === 'code128' ? '0.495' : '0.743'
    t.match(
      findings.find(({ code }) => code === `${type}.x.minimum`),
      { kind: 'fault', message: `X is 0.250 mm; the application logistics needs an X of ${least} mm or more` },
    )
  }
})

t.test('where in the message, and by which rule', async (t) => {
  const { findings } = checkImage(gs1('datamatrix', `${gtin}10AB${gs}17261232`))
  t.match(
    findings.filter(({ kind }) => kind === 'fault'),
    [{ gs1: { code: 'gs1_invalid_value', ai: '17', rule: 'yymmd0', from: 29, to: 30 } }],
  )
})

t.test('the century of a date is decided by the year that is given', async (t) => {
  const picture = gs1('qr', `${gtin}17500600`)
  const meaning = (thisYear?: number): string | undefined =>
    checkImage(picture, thisYear === undefined ? {} : { thisYear }).gs1?.elements[1]?.parts[0]?.meaning
  t.equal(meaning(2026), '2050-06')
  t.equal(meaning(1999), '1950-06')
  t.equal(meaning(), undefined)
})

t.test('the report for people', async (t) => {
  const text = reportText(checkImage(gs1('code128', `${gtin}310300123410AB${gs}17261200`), { thisYear: 2026 }))
  t.match(
    text,
    [
      'GS1: "(01)09506000134352(3103)001234(10)AB(17)261200"',
      '  (01) GTIN: indicator digit 0; company prefix and reference 950600013435; check digit 2',
      '  (3103) NET WEIGHT (kg): value 001234, 1.234 kg',
      '  (10) BATCH/LOT: AB',
      '  (17) USE BY or EXPIRY: date 261200, 2026-12',
      '',
    ].join('\n'),
  )
  const hostile = reportText(checkImage(gs1('qr', `${gtin}10\x1b[31m`)))
  t.notMatch(hostile, '\x1b')
  t.match(hostile, '(10) BATCH/LOT: \\u001b[31m')
})
