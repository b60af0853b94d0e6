/** What a text says: published examples of each standard, faults with their places and repairs, and what is left alone. */

import t from 'tap'
import {
  type ContentKind,
  contentAs,
  contentNames,
  contentOf,
  kindOf,
  kindsOfContent,
} from '../../src/content/index.ts'
import { inLongRun } from '../random.ts'

const [gs, rs, eot] = ['\x1d', '\x1e', '\x04']

/** The elements of a text as a line, of those with an id among `ids`. */
function elementsOf(text: string, ids?: readonly string[]): string {
  const content = contentOf(text)
  if (content === undefined) return 'not recognised'
  const all = content.elements.filter(({ id }) => ids === undefined || ids.includes(id))
  const said = all.map(({ id, value, meaning }) => `${id}=${value}${meaning === undefined ? '' : ` (${meaning})`}`)
  return [content.kind, ...said, ...content.faults.map(({ code }) => `! ${code}`)].join('; ')
}

const hibcParts = ['LIC', 'PCN', 'UM', 'EXP', 'LOT', 'SER', 'MFD', 'QTY', 'LNK', 'CHK']
const hibc = (text: string): string => elementsOf(text, hibcParts)

t.test('HIBC of suppliers: examples of ANSI/HIBC 2.6-2016', async (t) => {
  t.equal(hibc('+A123BJC5D6E71G'), 'hibc; LIC=A123; PCN=BJC5D6E7; UM=1; CHK=G', 'B.2.0')
  t.equal(hibc('+H123ABC01234567890D'), 'hibc; LIC=H123; PCN=ABC0123456789; UM=0; CHK=D', 'C.3')
  t.equal(hibc('+$A1234GU'), 'hibc; LOT=A1234; LNK=G; CHK=U', 'E1.1')
  t.equal(hibc('+$$52001510X3GD'), 'hibc; EXP=20015 (2020-01-15); LOT=10X3; LNK=G; CHK=D', '4.3.2')
  const both = 'hibc; LIC=A999; PCN=1234; UM=5; EXP=20015 (2020-01-15); LOT=10X3'
  t.equal(hibc('+A99912345/$$52001510X33'), `${both}; CHK=3`, '2.2.1.1')
  t.equal(
    hibc('+A99912345/$$52001510X3/16D20111212/S77DEFG457'),
    `${both}; MFD=20111212 (2011-12-12); SER=77DEFG45; CHK=7`,
    '2.3.2',
  )
  t.equal(
    hibc('+A99912349/$10X3/16D20111231/14D20200131/Q500Z'),
    'hibc; LIC=A999; PCN=1234; UM=9; LOT=10X3; MFD=20111231 (2011-12-31); EXP=20200131 (2020-01-31); QTY=500; CHK=Z',
    '2.3.2.4',
  )
})

t.test('HIBC of suppliers: the forms of secondary data of Table F1', async (t) => {
  const forms: readonly (readonly [data: string, said: string])[] = [
    ['+05271LY', 'EXP=05271 (2005-09-28)'],
    ['+$3C001LV', 'LOT=3C001'],
    ['+$$09053C001L+', 'EXP=0905 (2005-09); LOT=3C001'],
    ['+$$20928053C001LA', 'EXP=092805 (2005-09-28); LOT=3C001'],
    ['+$$30509283C001LB', 'EXP=050928 (2005-09-28); LOT=3C001'],
    ['+$$4050928223C001LG', 'EXP=05092822 (2005-09-28T22:00); LOT=3C001'],
    ['+$$5052713C001L4', 'EXP=05271 (2005-09-28); LOT=3C001'],
    ['+$$605271223C001L9', 'EXP=0527122 (2005-09-28T22:00); LOT=3C001'],
    ['+$$73C001LY', 'LOT=3C001'],
    ['+$+0001LE', 'SER=0001'],
    ['+$$+09050001LO', 'EXP=0905 (2005-09); SER=0001'],
    ['+$$+30509280001L.', 'EXP=050928 (2005-09-28); SER=0001'],
    ['+$$+70001LH', 'SER=0001'],
  ]
  for (const [data, said] of forms) t.equal(hibc(data), `hibc; ${said}; LNK=L; CHK=${data.at(-1)}`, data)
  t.match(hibc('+$$824090510X3L8'), /QTY=24; EXP=0905 \(2005-09\); LOT=10X3; LNK=L/, 'a quantity of two digits')
  t.match(hibc('+$$900100710X3LJ'), /QTY=00100; LOT=10X3/, 'a quantity of five')
})

t.test('HIBC of providers: examples of ANSI/HIBC 1.3-2010', async (t) => {
  const said = (text: string): string => elementsOf(text).replace('hibc; +=+; ', '')
  t.equal(said('+/EO5232013'), 'WHERE=E (Business record); O=523201; CHK=3', '2.2')
  t.equal(said('+/EAH783B'), 'WHERE=E (Business record); A=H783; CHK=B', 'Appendix B')
  t.equal(said('+/ACMRN123456/V2009121908334'), 'WHERE=A (Patient); C=MRN123456; V=200912190833; CHK=4', '2.1')
  t.match(said('+/EU720060FF0/O523201/Z34H159/M9842431340V'), /U=720060FF0; O=523201; Z=34H159; M=9842431340/, '2.4')
})

t.test('ISO/IEC 15434: envelopes, formats, data identifiers', async (t) => {
  const unit = `[)>${rs}06${gs}17V0CVA5${gs}1P1234${gs}S786950${rs}${eot}`
  t.equal(elementsOf(unit, ['17V', '1P', 'S']), 'iso15434; 17V=0CVA5; 1P=1234; S=786950', 'MIL-STD-130N, format 06')
  const text = `[)>${rs}12${gs}MFR 0CVA5${gs}SER 786950${rs}${eot}`
  t.equal(elementsOf(text, ['MFR', 'SER']), 'iso15434; MFR=0CVA5; SER=786950', 'MIL-STD-130N, format 12')
  const ais = `[)>${rs}05${gs}0109506000134352${gs}10AB-12${rs}${eot}`
  t.equal(elementsOf(ais, ['01', '10']), 'iso15434; 01=09506000134352; 10=AB-12')
  const provider = `[)>${rs}06${gs}+/ACMRN123456/V2009121908334${rs}${eot}`
  t.equal(elementsOf(provider, ['C', 'V']), 'iso15434; C=MRN123456; V=200912190833', 'ANSI/HIBC 1.3, 2.1 in format 06')
  const two = `[)>${rs}01${gs}96841706672${gs}840${gs}001${rs}06${gs}P1${rs}${eot}`
  t.equal(elementsOf(two, ['01.1', '01.2', '01.3', 'P']), 'iso15434; 01.1=841706672; 01.2=840; 01.3=001; P=1')
  const date = `[)>${rs}06${gs}14D20261231${gs}4D26365${gs}10D2653${rs}${eot}`
  t.equal(
    elementsOf(date, ['14D', '4D', '10D']),
    'iso15434; 14D=20261231 (2026-12-31); 4D=26365 (2026-12-31); 10D=2653 (2026-W53)',
  )
  const { notJudged } = contentOf(`[)>${rs}06${gs}99KX${gs}P1${rs}${eot}`)!
  t.match(notJudged[0]!.because, /public list/, 'an identifier that the list does not have is not a fault')
  const binary = `[)>${rs}09${gs}BMP${gs}${gs}5${gs}a${rs}b${eot}c${rs}${eot}`
  t.equal(contentOf(binary)!.faults.length, 0, 'binary data may have separators')
})

t.test('ISBT 128: data structures of ICCBBA ST-001, version 6.2.2', async (t) => {
  const number = '=G12341765432170'
  t.match(elementsOf(number), /^isbt128; 001=G123417654321 \(check character A\); .*001.FF=70$/, 'A.1 and A.2')
  t.match(elementsOf('=A99991500000125'), /check character M/, 'Figure 23')
  t.match(elementsOf('=A99991734562808'), /check character \*/, 'Figure 22')
  t.equal(elementsOf('=%6200'), 'isbt128; 002=6200', '2.2')
  t.equal(elementsOf('=\\620000000000000000'), 'isbt128; 012=620000000000000000', '2.2')
  t.equal(elementsOf('&>0262012359'), 'isbt128; 005=0262012359 (2026-07-20T23:59)')
  t.match(elementsOf('&:6939DKM001392612726'), /^isbt128; 039=6939DKM001392612726$/, 'the checksum of a registration')
  t.match(elementsOf('=+02000=A99991712345600=<E0791V00'), /^isbt128; 023=02000; 001=A999917123456.*003=E0791V00$/)
  const { faults, repaired } = contentOf('=+03000=A99991712345600=<E0791V00')!
  t.match(faults, [{ code: 'wrong_count', span: { start: 2, end: 4 } }])
  t.equal(repaired, '=+02000=A99991712345600=<E0791V00')
})

t.test('boarding passes: examples of IATA Resolution 792, Attachment B', async (t) => {
  const one = 'M1DESMARAIS/LUC       EABC123 YULFRAAC 0834 326J001A0025 100'
  t.equal(elementsOf(one, ['7', '26', '38', '43']), 'bcbp; 7=ABC123 ; 26=YUL; 38=FRA; 43=0834 ')
  const security =
    '^164GIWVC5EH7JNT684FVNJ91W2QA4DVN5J8K4F0L0GEQ3DF5TGBN8709HKT5D3DW3GBHFCVHMY7J5T6HFR41W2QA4DVN5J8K4F0L0GE'
  t.equal(elementsOf(one + security, ['28', '29']), 'bcbp; 28=1; 29=64')
  const two = `M2DESMARAIS/LUC       EABC123 YULFRAAC 0834 226F001A0025 14D>6181WW6225BAC 00141234560032A0141234567890 1AC AC 1234567890123    20KYLX58ZDEF456 FRAGVALH 3664 227C012C0002 12E2A0140987654321 1AC AC 1234567890123    2PCNWQ${security}`
  t.equal(
    elementsOf(two, ['9', '22', '23', '26', '118', '254']),
    'bcbp; 26=YUL; 9=6; 22=6225 (day 225 of the year); 23=0014123456003; 118=20K; 254=Y; 26=FRA; 118=2PC; 254=N',
  )
  t.equal(contentOf(two)!.notJudged[0]!.because, 'for individual use of the airline')
  const blank =
    'M1DESMARAIS/LUC       EABC123    FRAAC      226F001A      3B>60B1W 6225BAC 2A   1234567890 1AC AC 1234567890123    20KY'
  t.equal(elementsOf(blank, ['1', '254']), 'bcbp; 1=M; 254=Y', 'items may be blank')
})

t.test('payments, networks, contacts, addresses, numbers', async (t) => {
  const epc = 'BCD\n002\n1\nSCT\n\nRed Cross\nDE71110220330123456789\nEUR1\n\n\nDonation'
  t.match(elementsOf(epc), /^epc; .*name=Red Cross; iban=DE71110220330123456789; amount=EUR1; message=Donation$/)
  t.match(elementsOf('WIFI:T:WPA;S:Caf\\;e;P:12345678;;'), /^wifi; T=WPA; S=Caf\\;e \(Caf;e\); P=12345678$/)
  t.match(elementsOf('BEGIN:VCARD\nVERSION:3.0\nN:Doe;Jo\nFN:Jo Doe\nEND:VCARD'), /^vcard; .*FN=Jo Doe$/)
  t.match(
    elementsOf('https://id.gs1.org/01/09506000134352/10/AB?17=261231'),
    /^gs1; 01=09506000134352; 10=AB; 17=261231$/,
  )
  t.match(
    elementsOf('https://shop.example/01/2024?a=1#b'),
    /^url; scheme=https; host=shop.example; path=\/01\/2024; query=a=1/,
  )
  t.equal(elementsOf('ISBN 978-3-16-148410-0'), 'isbn; ISBN-13=978-3-16-148410-0')
  t.equal(elementsOf('3-16-148410-X'), 'isbn; ISBN-10=3-16-148410-X')
  t.equal(elementsOf('4006381333931'), 'gtin; GTIN-13=4006381333931')
  t.equal(
    elementsOf('mailto:a@example.com?subject=Hi%20there'),
    'mail; to=a@example.com; subject=Hi%20there (Hi there)',
  )
  t.equal(elementsOf('geo:52.52,13.405'), 'place; latitude=52.52; longitude=13.405')
})

t.test('each fault has its place in UTF-16 units, and a repair that was read', async (t) => {
  const cases: readonly (readonly [kind: ContentKind, text: string, code: string, part: string, repaired?: string])[] =
    [
      ['hibc', '+A123BJC5D6E71H', 'wrong_check_character', 'H', '+A123BJC5D6E71G'],
      ['hibc', 'A123BJC5D6E71', 'wrong_header', 'A', '+A123BJC5D6E71G'],
      ['hibc', '*+A123BJC5D6E71G*', 'wrong_header', '*', '+A123BJC5D6E71G'],
      ['hibc', '+A99912345/$$52036710X3.', 'wrong_date', '20367'],
      ['hibc', '+A99912345/$$81X', 'wrong_length', '1'],
      ['hibc', '+A99912345/17D20111231N', 'unknown_identifier', '17D'],
      ['iso15434', '[)>06\x1d1P123', 'wrong_header', '[)>0', `[)>${rs}06${gs}1P123${rs}${eot}`],
      ['iso15434', '[)>{RS}06{GS}1P12{RS}{EOT}', 'wrong_header', '[)>{', `[)>${rs}06${gs}1P12${rs}${eot}`],
      ['iso15434', `[)>${rs}06${gs}P1${rs}`, 'missing_trailer', '', `[)>${rs}06${gs}P1${rs}${eot}`],
      ['iso15434', `[)>${rs}06${gs}P1${eot}`, 'missing_trailer', '', `[)>${rs}06${gs}P1${rs}${eot}`],
      ['iso15434', `[)>${rs}16${gs}P1${rs}${eot}`, 'wrong_value', '16'],
      ['iso15434', `[)>${rs}06${gs}A1${rs}${eot}`, 'unknown_identifier', 'A'],
      ['iso15434', `[)>${rs}06${gs}14D20261301${rs}${eot}`, 'wrong_date', '20261301'],
      ['iso15434', `[)>${rs}06${gs}12V12345678${rs}${eot}`, 'wrong_length', '12345678'],
      [
        'iso15434',
        `[)>${rs}06${gs}P1${gs}${gs}Q2${rs}${eot}`,
        'missing_element',
        '',
        `[)>${rs}06${gs}P1${gs}Q2${rs}${eot}`,
      ],
      ['iso15434', `[)>${rs}05${gs}0109506000134353${rs}${eot}`, 'gs1_invalid_value', '3'],
      ['isbt128', '=G12341765432171', 'wrong_check_character', '71', '=G12341765432170'],
      ['isbt128', 'G1234 17 654321 70', 'wrong_header', 'G', '=G12341765432170'],
      ['isbt128', '=>026366', 'wrong_date', '026366'],
      ['isbt128', '=+A5000=A99991712345600', 'wrong_character', 'A'],
      ['isbt128', '&:6939DKM001392612727', 'wrong_check_character', '27', '&:6939DKM001392612726'],
      ['bcbp', 'M2DESMARAIS/LUC       EABC123 YULFRAAC 0834 326J001A0025 100', 'wrong_count', '2'],
      ['epc', 'BCD\n002\n1\nSCT\n\nA\nDE71110220330123456788', 'wrong_number', 'DE71110220330123456788'],
      ['epc', 'BCD\n001\n1\nSCT\n\nA\nDE71110220330123456789', 'missing_element', ''],
      ['wifi', 'WIFI:T:WPA;S:a;P:short;;', 'wrong_length', 'short'],
      ['vcard', 'BEGIN:VCARD\nVERSION:3.0\nN:Doe;Jo\nFN:Jo', 'missing_trailer', ''],
      ['event', 'BEGIN:VEVENT\nDTSTART:2026-12-24\nEND:VEVENT', 'wrong_date', '2026-12-24'],
      ['isbn', '978-3-16-148410-1', 'wrong_check_character', '1', '978-3-16-148410-0'],
      ['gtin', '4006381333930', 'wrong_check_character', '0', '4006381333931'],
      ['gtin', '400638133393', 'wrong_check_character', '3', '400638133390'],
      ['gs1', '(01)09506000134353', 'gs1_invalid_value', '3', '(01)09506000134352'],
      ['url', 'example.com', 'wrong_header', 'example.', 'https://example.com'],
      ['phone', 'tel:+49 30 1234', 'wrong_value', '+49 30 1234', 'tel:+49301234'],
      ['place', 'geo:91,0', 'wrong_value', '91'],
      ['mail', 'mailto:nobody', 'wrong_value', 'nobody'],
    ]
  for (const [kind, text, code, part, repaired] of cases) {
    const content = contentAs(kind, text)
    const fault = content.faults.find((each) => each.code === code)
    t.ok(fault, `${JSON.stringify(text)}: ${code} in ${content.faults.map((each) => each.code)}`)
    if (fault === undefined) continue
    t.equal(text.slice(fault.span.start, fault.span.end), part, `the place in ${JSON.stringify(text)}`)
    if (repaired !== undefined) t.equal(content.repaired, repaired, JSON.stringify(text))
  }
})

t.test('a text of two faults has both repaired', async (t) => {
  const { faults, repaired } = contentOf(`[)>${rs}06${gs}Q1O${gs}8P09506000134353`)!
  t.same(
    faults.map(({ code }) => code),
    ['wrong_character', 'wrong_check_character', 'missing_trailer', 'missing_trailer'],
  )
  t.equal(repaired, `[)>${rs}06${gs}Q10${gs}8P09506000134352${rs}${eot}`)
})

t.test('numbers of accounts are never repaired, since which digit is wrong is not known', async (t) => {
  const { faults, repaired } = contentAs('epc', 'BCD\n002\n1\nSCT\n\nA\nDE71110220330123456788')
  t.match(faults, [{ code: 'wrong_number', suggestion: undefined }])
  t.equal(repaired, undefined)
})

t.test('what may be anything is not recognised', async (t) => {
  const others = [
    '',
    ' ',
    'hello',
    '20261130',
    '+49 30 1234567',
    '+4930123456',
    '=A1+B2',
    '=SUM(A1:A9)',
    'M1 screws',
    '1234567890',
  ]
  for (const text of [
    ...others,
    '(12) pieces',
    '^_^',
    'WIFI: ask at the desk',
    'tel: see below',
    '&c.',
    '+ABC',
    'http://',
    '0000',
  ])
    t.equal(kindOf(text), undefined, JSON.stringify(text))
})

t.test('each kind names its standard, and reads any text', inLongRun, async (t) => {
  for (const kind of contentNames) {
    t.match(kindsOfContent[kind].standard, /\S/)
    for (const text of [
      '',
      ' ',
      '+',
      '=',
      '&',
      '[)>',
      'M1',
      '\u{1f600}',
      '+/',
      '[)>\x1e',
      '[)>\x1e09\x1d',
      '=+99000',
      '&%999',
    ]) {
      const content = contentAs(kind, text)
      t.ok(content.faults.length > 0, `${kind}: ${JSON.stringify(text)}`)
      for (const { span } of [...content.faults, ...content.elements, ...content.notJudged])
        t.ok(span.start >= 0 && span.start <= span.end && span.end <= text.length, `${kind}: ${JSON.stringify(text)}`)
    }
  }
})

t.test('the longest texts are judged within bounds, whatever they repeat', async (t) => {
  // each made a reader read a text again and again
  const texts: readonly (readonly [kind: ContentKind, text: string])[] = [
    ['hibc', `+A99912345/$$5${'/Q1'.repeat(2300)}`],
    ['hibc', `https://id.gs1.org/01/${'/Q1'.repeat(2300)}`],
    ['iso15434', '\x1d'.repeat(7000)],
    ['iso15434', `[)>${rs}06${gs}${`${rs}05${gs}0109506000134353${gs}`.repeat(300)}`],
    ['bcbp', `+${'a\u0301'.repeat(3500)}`],
    ['isbt128', `${'=A99991712345600'.repeat(440)}x`],
    ['wifi', `WIFI:T:WPA;S:${';'.repeat(7000)}`],
    ['hibc', '\ud800'.repeat(7089)],
    ['gs1', '\0'.repeat(7089)],
  ]
  for (const [kind, text] of texts) {
    const { read } = kindsOfContent[kind]
    let characters = 0
    t.intercept(kindsOfContent[kind], 'read', {
      configurable: true,
      value: (each: string) => {
        characters += each.length
        return read(each)
      },
    })
    const { faults } = contentAs(kind, text)
    t.ok(faults.length > 0 && faults.length <= 100, `${kind}: ${faults.length} faults`)
    t.ok(characters <= text.length + 60_000, `${kind}: ${characters} characters read`)
    t.intercept(kindsOfContent[kind], 'read', { configurable: true, value: read })
  }
})
