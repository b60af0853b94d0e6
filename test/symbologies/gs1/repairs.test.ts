/** Messages as people type and readers send them: what is read, and what is said of the rest. */

import t from 'tap'
import { bracketedText, rawText } from '../../../symbologies/gs1/forms.ts'
import { identifierOf } from '../../../symbologies/gs1/identifiers.ts'
import { type Carried, carried, checkDigitOf, Gs1Error, gs1Message } from '../../../symbologies/gs1/index.ts'
import type { RuleName } from '../../../symbologies/gs1/linters.ts'
import { gs1Symbologies, type Symbology } from '../../../symbologies/index.ts'
import { drawn, forAll, inLongRun, type Random } from '../../random.ts'
import { type Pair, soundMessages } from './messages.ts'
import { validValue } from './values.ts'

const suggested = (text: string) => gs1Message(text).faults.map(({ suggestion }) => suggestion?.text)

/** Asserts `check` of random messages without a fault, and of what it draws for each. */
const forMessages = (count: number, check: (pairs: readonly Pair[], r: Random) => void): Promise<void> =>
  forAll([soundMessages(5), drawn((r) => r)], { count }, check)

/** A check that the first fault of a text suggests another text. */
function isSuggested(text: string, wanted: string): void {
  const [fault] = gs1Message(text).faults
  if (fault?.suggestion?.text === wanted) return
  throw new Error(`${JSON.stringify(text)} suggests ${JSON.stringify(fault)}, not ${JSON.stringify(wanted)}`)
}

const gtin = '(01)09501101530003'

t.test('a fault suggests the text that is meant', async (t) => {
  for (const [text, wanted] of [
    ['(01)4012345123456(10)K9', '(01)04012345123456(10)K9'],
    ['(01)036000291452', '(01)00036000291452'],
    ['(01)96385074', '(01)00000096385074'],
    ['(8006)95011015300030102', '(8006)095011015300030102'],
    ['(01)09501101530006(21)7', `${gtin}(21)7`],
    ['(00)39506000134352000', '(00)395060001343520001'],
    [`${gtin}(17)2027-11-30`, `${gtin}(17)271130`],
    [`${gtin}(17)2027/11/30`, `${gtin}(17)271130`],
    [`${gtin}(17)20271130`, `${gtin}(17)271130`],
    [`${gtin}(17)30.11.2027`, `${gtin}(17)271130`],
    [`${gtin}(17)11/30/2027`, `${gtin}(17)271130`],
    [`${gtin}(17)2027-11-30 00:00:00`, `${gtin}(17)271130`],
    [`${gtin}(15)2027-11`, `${gtin}(15)271100`],
    [`${gtin}(7003)2027-11-30T14:30`, `${gtin}(7003)2711301430`],
    [`${gtin}(7007)2027-11-30/2027-12-02`, `${gtin}(7007)271130271202`],
    [`${gtin}(8008)2027-11-30 14:30:05`, `${gtin}(8008)271130143005`],
    ['(01)0 9501101 53000 3', gtin],
    ['(01)0950-1101-53000-3', gtin],
    ['(01)095O11O153OOO3', gtin],
    ['(01)０９５０１１０１５３０００３', gtin],
    [`${gtin}(10)A\u2010B\u00a0(21)1`, `${gtin}(10)A-B(21)1`],
    [`${gtin}(422)de`, `${gtin}(422)276`],
    [`${gtin}(3103)1.5`, `${gtin}(3103)001500`],
    ['(8010)9506ab', '(8010)9506AB'],
    ['(8013)1987654Ad4X4bL5ttr2310c2L', '(8013)1987654Ad4X4bL5ttr2310c2K'],
    // brackets
    ['（01）09501101530003（10）AB', `${gtin}(10)AB`],
    ['{01}09501101530003<10>AB', `${gtin}(10)AB`],
    [`${gtin}(10)A(B)`, `${gtin}(10)A\\(B\\)`],
    [`${gtin}(10)A(12345)`, `${gtin}(10)A\\(12345\\)`],
    ['(1)09501101530003(10)AB', `${gtin}(10)AB`],
    ['(0109501101530003(10)AB', `${gtin}(10)AB`],
    ['01)09501101530003(10)AB', `${gtin}(10)AB`],
    ['0109501101530003(10)AB', `${gtin}(10)AB`],
    ['(01)0950110153000317271130', `${gtin}(17)271130`],
    [`${gtin} 17 271130 10 K7`, `${gtin}(17)271130(10)K7`],
    ['[01]09501101530003 17271130', '[01]09501101530003[17]271130'],
    ['[01]09501101530003(10)AB', '[01]09501101530003[10]AB'],
    // without FNC1, or with another sign for it
    ['010950110153000310AB', '^010950110153000310AB'],
    ['0109501101530003 17271130 10K7', '^0109501101530003^17271130^10K7'],
    ['01 09501101530003 17 271130 10 K7', `${gtin}(17)271130(10)K7`],
    ['010950110153000310AB<GS>2112', '^010950110153000310AB^2112'],
    ['010950110153000310AB\\x1d2112', '^010950110153000310AB^2112'],
    ['^0109501101530003 10AB 2112', '^0109501101530003^10AB^2112'],
    ['^010950110153000310AB^^2112', '^010950110153000310AB^2112'],
    ['^010950110153000610AB', '^010950110153000310AB'],
    ['^014012345123456', '^0104012345123456'],
    ['^01401234512345610K9', '^010401234512345610K9'],
    [']c1010950110153000310AB', ']C1010950110153000310AB'],
    [']d1010950110153000310AB', '^010950110153000310AB'],
    // a number alone
    ['09501101530003', gtin],
    ['9501101530003', gtin],
    ['9501101-53000-3', gtin],
    ['395060001343520001', '(00)395060001343520001'],
    // links
    ['id.gs1.org/01/09501101530003', 'https://id.gs1.org/01/09501101530003'],
    ['https://id.gs1.org/01/09501101530003/', 'https://id.gs1.org/01/09501101530003'],
    ['https://id.gs1.org/01/9501101530006?a=b#c', 'https://id.gs1.org/01/9501101530003?a=b#c'],
    [
      'https://id.gs1.org/01/09501101530003/21/X/10/A?17=271130',
      'https://id.gs1.org/01/09501101530003/10/A/21/X?17=271130',
    ],
    [
      'https://id.gs1.org/01/09501101530003/21/X?10=A%2FB&17=271130',
      'https://id.gs1.org/01/09501101530003/10/A%2FB/21/X?17=271130',
    ],
    ['https://id.gs1.org/01/09501101530003?17=271130&10=A', 'https://id.gs1.org/01/09501101530003/10/A?17=271130'],
    ['https://id.gs1.org/01/09501101530003?98=A&98=A', 'https://id.gs1.org/01/09501101530003?98=A'],
    ['https://id.gs1.org/01/09501101530003?%31%37=271130', 'https://id.gs1.org/01/09501101530003?17=271130'],
    ['https://id.gs1.org/01/09501101530003?17=2027-11-30', 'https://id.gs1.org/01/09501101530003?17=271130'],
    ['https://id.gs1.org/01/09501101530003?a=b c', 'https://id.gs1.org/01/09501101530003?a=b%20c'],
    ['https://id.gs1.org/01/09501101530003\n', 'https://id.gs1.org/01/09501101530003'],
  ] as const) {
    const found = suggested(text)
    t.equal(found[0], wanted, text)
    t.same(gs1Message(wanted).faults, [], wanted)
  }
})

t.test('what is not sure is not suggested', async (t) => {
  for (const text of [
    // a wrong check digit, or a digit that is missing
    '(01)4012345123457',
    '(01)401234512345',
    '9501101530004',
    '950110153000',
    // the day, or the month, or the year first
    `${gtin}(17)11/12/2027`,
    `${gtin}(17)27-11-30`,
    // two digits say another century
    `${gtin}(17)2090-11-30`,
    `${gtin}(17)1999-11-30`,
    `${gtin}(17)2027-02-30`,
    `${gtin}(17)2027-11-30T14:30`,
    `${gtin}(17)271330`,
    `${gtin}(3103)1500`,
    `${gtin}(3103)1.2345`,
    `${gtin}(10)A B`,
    `${gtin}(10)Aé`,
    `${gtin}(05)12`,
    `${gtin}(10)A(10)B`,
    '(10)AB',
    '(01)',
    '(01',
    '^^',
    'hello',
    '10AB',
    'https://example.com/about',
    'https://exa mple.com/01/09501101530003',
  ]) {
    t.ok(gs1Message(text).faults.length > 0, text)
    t.same(suggested(text).filter(Boolean), [], text)
  }
  const { faults } = gs1Message(Array.from({ length: 60 }, () => '(01)09501101530006').join(''))
  t.equal(faults.filter(({ suggestion }) => suggestion !== undefined).length, 10, 'a long text only ten times')
})

const hasRule = (ai: string, ...rules: RuleName[]): boolean =>
  identifierOf(ai)!.components.some((component) => rules.some((rule) => component.rules.includes(rule)))
const isOfDigits = (ai: string): boolean => identifierOf(ai)!.components.every(({ set }) => set === 'N')

/** Ways to write a value wrong; undefined where the value cannot be written so. */
const mistakes: readonly ((pair: Pair, r: Random) => string | undefined)[] = [
  // without the zeros of a GTIN
  ({ ai, value }) =>
    (/^(01|02|03)$/.test(ai) ? /^0(?:0?|0{5})(?=[1-9]\d*$)/.exec(value) && value.replace(/^0+/, '') : undefined) ??
    undefined,
  ({ ai, value }, r) => {
    if (!hasRule(ai, 'csum') || identifierOf(ai)!.components.length > 1) return undefined
    return value.slice(0, -1) + ((Number(value.at(-1)) + r.between(1, 9)) % 10)
  },
  ({ ai, value }, r) =>
    hasRule(ai, 'csumalpha') ? value.slice(0, -1) + (value.endsWith('2') ? r.pick('3Z') : '2') : undefined,
  ({ ai, value }, r) => {
    if (!hasRule(ai, 'yymmdd', 'yymmd0') || value.slice(4, 6) === '00' || value.length !== 6) return undefined
    const year = Number(value.slice(0, 2))
    if (year > 76) return undefined
    const separator = r.pick(['-', '/', '.', ''])
    return [`20${value.slice(0, 2)}`, value.slice(2, 4), value.slice(4)].join(separator)
  },
  ({ ai, value }, r) => {
    if (!isOfDigits(ai) || value.length < 7) return undefined
    const at = r.between(3, value.length - 3)
    return value.slice(0, at) + r.pick([' ', '-', '\u00a0', '\u2011']) + value.slice(at)
  },
  ({ ai, value }) =>
    identifierOf(ai)!.components[0]!.set === 'Y' && /[A-Z]/.test(value) ? value.toLowerCase() : undefined,
  ({ value }) => value.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0)),
]

/** Messages whose GTINs have the zeros of shorter ones, and with a date and check characters where they can stand. */
function withMore(pairs: readonly Pair[], r: Random): Pair[] {
  const more = pairs.some(({ ai }) => ai === '01' || ai === '8006') ? ['17', '8013'] : ['8013']
  const added = more.filter((ai) => r.between(0, 1) === 0 && pairs.every((pair) => pair.ai !== ai))
  const all = [...pairs, ...added.map((ai) => ({ ai, value: validValue(r, identifierOf(ai)!) }))]
  return all.map(({ ai, value }) => {
    if (!/^(01|02|03)$/.test(ai)) return { ai, value }
    const digits = r.pick(['0', '00', '000000']).padEnd(13, `${r.between(1, 9)}${value}`)
    return { ai, value: digits + checkDigitOf(digits) }
  })
}

t.test('each way to write a value of a sound message wrong suggests the message', inLongRun, async (t) => {
  const made = mistakes.map(() => 0)
  await forMessages(2000, (sound, r) => {
    const pairs = withMore(sound, r)
    const kind = r.between(0, mistakes.length - 1)
    const values = pairs.map((pair) => mistakes[kind]!(pair, r))
    const which = values.findIndex((value, i) => value !== undefined && value !== pairs[i]!.value)
    const value = values[which]
    if (value === undefined) return
    made[kind]!++
    const wrong = pairs.map((pair, i) => (i === which ? { ...pair, value } : pair))
    isSuggested(bracketedText(wrong), bracketedText(pairs))
    const square = (all: readonly Pair[]): string => all.map((pair) => `[${pair.ai}] ${pair.value}`).join(' ')
    isSuggested(square(wrong), square(pairs))
    // what has the length of its AI is a value in the raw form too
    if (kind === 1 && !/^0[123]$/.test(wrong[which]!.ai)) isSuggested(rawText(wrong), rawText(pairs))
  })
  t.ok(
    made.every((count) => count > 0),
    made.join(),
  )
})

t.test('several mistakes are repaired one after the other', async () => {
  await forMessages(400, (sound, r) => {
    const pairs = withMore(sound, r)
    const wrong = pairs.map((pair) => ({ ai: pair.ai, value: r.pick(mistakes)(pair, r) ?? pair.value }))
    let text = bracketedText(wrong)
    for (let rounds = 0; rounds <= pairs.length && gs1Message(text).faults.length > 0; rounds++) {
      text = gs1Message(text).faults.find(({ suggestion }) => suggestion !== undefined)?.suggestion?.text ?? text
    }
    if (text !== bracketedText(pairs)) throw new Error(`${bracketedText(wrong)} becomes ${text}`)
  })
})

t.test('a raw message without FNC1, and one in other brackets, suggest the message', async () => {
  await forMessages(400, (pairs, r) => {
    const raw = rawText(pairs)
    const isChecked = pairs.some(({ ai }) => hasRule(ai, 'csum'))
    if (isChecked && !/^\d{8}(\d{4,6})?$/.test(raw.slice(1)) && !/["<{[(\\]/.test(raw)) isSuggested(raw.slice(1), raw)
    if (pairs.some(({ value }) => /[()<>{]/.test(value))) return
    const [open, close] = r.pick(['（）', '{}', '【】', '〔〕'])
    isSuggested(pairs.map(({ ai, value }) => open! + ai + close! + value).join(''), bracketedText(pairs))
  })
})

/** What a symbology carries of a message, or the faults. */
function tried(symbology: Symbology, text: string, form: 'elements' | 'link' = 'elements'): Carried | Gs1Error {
  try {
    return carried(symbology, text, { form })
  } catch (error) {
    if (error instanceof Gs1Error) return error
    throw error
  }
}

t.test('a symbology that does not carry a message suggests one that does', async (t) => {
  const many = `${gtin}(17)271130`
  for (const [symbology, text, suggestion] of [
    ['microqr', gtin, { type: 'qr' }],
    ['code39', gtin, { type: 'code128' }],
    ['ean13', many, { type: 'datamatrix' }],
    ['upca', many, { type: 'datamatrix' }],
    ['itf14', many, { type: 'code128' }],
    ['ean13', '(01)15400141288763', { type: 'itf14' }],
    ['upca', gtin, { type: 'ean13' }],
    ['ean8', gtin, { type: 'ean13' }],
    ['ean8', '(01)00036000291452', { type: 'upca' }],
    ['ean13', '(01)00000096385074', { type: 'ean8' }],
  ] as const) {
    t.match(tried(symbology, text), { faults: [{ code: 'gs1_carrier', suggestion }] }, `${symbology} ${text}`)
    t.notOk(tried(suggestion.type, text) instanceof Gs1Error, `${suggestion.type} ${text}`)
  }
  for (const symbology of gs1Symbologies('elements').filter((each) => !gs1Symbologies('link').includes(each)))
    t.match(tried(symbology, gtin, 'link'), { faults: [{ suggestion: { type: 'qr' } }] }, symbology)
  t.match(tried('qr', '(91)A', 'link'), { faults: [{ code: 'gs1_carrier', suggestion: { gs1: 'true' } }] })
  t.match(tried('datamatrix', '(10)AB'), { faults: [{ code: 'gs1_missing_ai', suggestion: undefined }] })
})
