/** What people type: drawn as readers read it, warned about, or refused with the repair. */

import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import type { Answer } from '../../../src/answer.ts'
import { EncodeError, encodeContent, type Suggestion, type Symbology, symbologies } from '../../../symbologies/index.ts'
import { visible } from '../../../symbologies/messages.ts'
import { cases, inLongRun, seed } from '../../random.ts'
import { ask, jsonOf, readIn } from './asking.ts'

type Values = { readonly [name: string]: string }

/** The suggestions of all faults together. */
function suggestedIn(answer: Answer): Suggestion | undefined {
  const found = (jsonOf(answer).error?.faults ?? []).flatMap(({ suggestion }) => (suggestion ? [suggestion] : []))
  return found.length === 0 ? undefined : Object.assign({}, ...found)
}

/** The codes of the warnings, and what is said. */
function warningsIn({ headers }: Answer): { readonly [code: string]: string } {
  const lines = headers.flatMap((name, i) => (name === 'Quietzone-Warning' && i % 2 === 0 ? [headers[i + 1]!] : []))
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(';')), line.slice(line.indexOf(';') + 2)]))
}

t.test('digits that are complete already are drawn as before, with both readings', inLongRun, async (t) => {
  const rows: readonly [type: Symbology, text: string, drawn: string, other: string][] = [
    ['ean13', '073512906849', '0735129068494', '0073512906849'],
    ['upca', '48271603957', '482716039572', '048271603957'],
    ['ean8', '7351204', '73512042', '07351204'],
    ['itf14', '4012345123456', '40123451234560', '04012345123456'],
  ]
  for (const [type, text, drawn, other] of rows) {
    const answer = ask('barcode', { type, text, scale: '4', height: '32' })
    const { complete_already: said = '' } = warningsIn(answer)
    t.ok(
      [drawn, other, text].every((number) => said.includes(number)),
      said,
    )
    // it reads every UPC-A as an EAN-13
    t.equal((await readIn(answer, type))?.text, type === 'upca' ? `0${drawn}` : drawn)
    t.match(jsonOf(ask('barcode', { type, text, strict: 'true', scale: '4', height: '32' })), {
      error: { code: 'not_conforming', faults: [{ parameter: 'text', warning: 'complete_already' }] },
    })
    for (const complete of [drawn, other]) {
      t.notOk('complete_already' in warningsIn(ask('barcode', { type, text: complete, scale: '4', height: '32' })))
    }
  }
  t.notOk('complete_already' in warningsIn(ask('barcode', { type: 'ean13', text: '401234512345' })))
  const plan = jsonOf(ask('plan', { type: 'ean8', text: '7351204', size: '4x6' }))
  t.match(plan, { scans: 'doubtful', nearest: null, reasons: [{ code: 'complete_already' }] })
  t.ok((plan.sizes as unknown[]).length > 0, 'other labels are listed all the same')
})

/** Whether the digits, weighted by 3 and 1 from the right, the last by 1, add up to a multiple of ten. */
function isComplete(digits: string): boolean {
  const sum = [...digits].reverse().reduce((sum, digit, i) => sum + Number(digit) * (i % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

t.test('complete_already where, and only where, the digits are complete; a wrong check digit is mended', async (t) => {
  const lengths = { ean13: 13, upca: 12, ean8: 8, itf14: 14 } as const
  for (const [type, length] of Object.entries(lengths) as [keyof typeof lengths, number][]) {
    const number = (count: number) => fc.stringMatching(new RegExp(`^[0-9]{${count}}$`))
    const count = { complete: 0, wrong: 0 }
    fc.assert(
      fc.property(number(length - 1), number(1), (digits, last) => {
        const { doubts } = encodeContent(type, { text: digits })
        assert.equal(
          doubts.some(({ code }) => code === 'complete_already'),
          isComplete(digits),
          digits,
        )
        if (isComplete(digits)) count.complete++
        try {
          const { doubts } = encodeContent(type, { text: digits + last })
          assert.deepEqual(doubts, [])
          assert.ok(isComplete(digits + last))
        } catch (error) {
          if (!(error instanceof EncodeError)) throw error
          count.wrong++
          const { text } = error.suggestion as { text: string }
          assert.ok(isComplete(text) && text.startsWith(digits), text)
          assert.deepEqual(encodeContent(type, { text }).doubts, [])
        }
      }),
      { seed, numRuns: cases(3000) },
    )
    t.ok(count.complete > 20 && count.wrong > 300, JSON.stringify(count))
  }
})

t.test('what readers without a setting read otherwise is a warning, and a plan is doubtful', inLongRun, async (t) => {
  const rows: readonly [Values, code: string | undefined][] = [
    [{ type: 'code128', text: 'Ölkanne 5l' }, 'latin1_in_code128'],
    [{ type: 'code128', text: 'Kanne 5l' }, undefined],
    [{ type: 'code39', text: 'Tor-7b', fullascii: 'true' }, 'fullascii_in_code39'],
    [{ type: 'code39', text: 'TOR-7', fullascii: 'true' }, undefined],
    [{ type: 'code39', text: 'A+B', fullascii: 'true' }, 'fullascii_in_code39'],
    [{ type: 'code39', text: 'A+B' }, 'pairs_in_code39'],
    [{ type: 'code39', text: '50%/$A' }, 'pairs_in_code39'],
    [{ type: 'code39', text: 'A+1/-%' }, undefined],
    [{ type: 'microqr', text: '5 °C' }, 'latin1_in_microqr'],
    [{ type: 'qr', text: '(01)09506000134352' }, 'gs1_brackets'],
    [{ type: 'code128', text: '(01)09506000134352(21)12' }, 'gs1_brackets'],
    [{ type: 'code128', text: '(240)555-1234' }, undefined],
    [{ type: 'code128', gs1: 'true', text: '(01)09506000134352' }, undefined],
  ]
  for (const [values, code] of rows) {
    const answer = ask('barcode', values)
    t.same(Object.keys(warningsIn(answer)), code === undefined ? [] : [code], values.text!)
    t.equal(ask('barcode', { ...values, strict: 'true' }).status, code === undefined ? 200 : 422)
    if (values.type === 'code39') continue
    const plan = jsonOf(ask('plan', { ...values, size: '4x6' }))
    t.equal(plan.scans, code === undefined ? 'yes' : 'doubtful', values.text!)
    const { nearest } = plan as { nearest: { type: string } | null }
    t.equal(nearest?.type, code === undefined || code === 'gs1_brackets' ? undefined : 'qr')
  }
  t.equal((await readIn(ask('barcode', rows[2]![0]), 'code39'))?.text, 'T+O+R-7+B', 'what such readers give')
})

/** Named one by one here, as the contract has them. */
const unseen = [
  ...['\u00a0', '\u00ad', '\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u2028', '\u2029', '\u202a', '\u202b'],
  ...['\u202c', '\u202d', '\u202e', '\u2060', '\ufeff'],
]

t.test('a byte order mark is taken off, and said', async (t) => {
  const answer = ask('barcode', { type: 'qr', text: '\ufeffSTK-20' })
  t.match(warningsIn(answer).byte_order_mark, /U\+FEFF/)
  t.equal((await readIn(answer, 'qr'))?.text, 'STK-20')
  t.same(answer.body, ask('barcode', { type: 'qr', text: 'STK-20' }).body)
  t.match(
    jsonOf(ask('explain', { type: 'qr', text: '\ufeffSTK-20' })).steps,
    jsonOf(ask('explain', { type: 'qr', text: 'STK-20' })).steps,
  )
  t.same(suggestedIn(ask('barcode', { type: 'qr', text: '\ufeffSTK-20', strict: 'true' })), { text: 'STK-20' })
  const message = ask('gs1', { text: '\ufeff(01)09501101530003' })
  t.match([jsonOf(message).bracketed, warningsIn(message)], ['(01)09501101530003', { byte_order_mark: /U\+FEFF/ }])
  const pallet = { type: 'code128', gs1: 'true', layout: 'logistics', size: '4x6', orientation: 'portrait' }
  const logistic = ask('label', { ...pallet, text: '\ufeff(00)195012340000000012', format: 'svg' })
  t.match([logistic.status, warningsIn(logistic)], [200, { byte_order_mark: /U\+FEFF/ }])
})

t.test('each character that nobody sees is named with its place, and drawn', async (t) => {
  const part = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('A', '7', 'é', '倉', '📦', '-') },
    { weight: 1, arbitrary: fc.constantFrom(...unseen, ' ', '  ') },
  )
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 12 }), (parts) => {
      const text = parts.join('')
      const points = [...text]
      if (text.startsWith('\ufeff')) return
      const isBlank = (from: number, to: number): boolean => points.slice(from, to).every((each) => each === ' ')
      const places = points.flatMap((point, i) => {
        const isAtEnd = point === ' ' && (isBlank(0, i) || isBlank(i, points.length))
        const name = `U+${point.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')} at position ${i + 1}`
        return unseen.includes(point) || isAtEnd ? [name] : []
      })
      const { doubts, barcode: symbol } = encodeContent('qr', { text })
      const said = doubts.filter(({ code }) => code === 'invisible_character').map(({ message }) => message)
      assert.equal(said.length, Math.min(1, places.length), visible(text))
      for (const place of places.slice(0, 5)) assert.ok(said[0]!.includes(place), `${visible(text)}: ${place}`)
      assert.equal(said[0]?.match(/position/g)?.length ?? 0, Math.min(5, places.length))
      assert.ok(symbol.captions[0]!.text === text, visible(text))
    }),
    { seed, numRuns: cases(1000) },
  )
  const answer = ask('label', { type: 'code128', text: 'STK\u00a023', size: '3x1', format: 'png' })
  t.same(Object.keys(warningsIn(answer)).sort(), ['invisible_character', 'latin1_in_code128'])
})

t.test('the repair of a refusal, which draws', inLongRun, async (t) => {
  const rows: readonly [Values, suggestion: Suggestion | undefined, text?: string, identifier?: string][] = [
    [{ type: 'ean13', text: '4012345123459' }, { text: '4012345123456' }, '4012345123456'],
    [{ type: 'upca', text: '073512906842' }, { text: '073512906849' }],
    [{ type: 'ean13', text: '9789999123457+51250' }, { text: '9789999123457', addon: '51250' }, '9789999123457'],
    [
      { type: 'ean13', text: '9789999123457 51250' },
      { text: '9789999123457', addon: '51250' },
    ],
    [
      { type: 'ean13', text: '978999912345751250' },
      { text: '9789999123457', addon: '51250' },
    ],
    ...[':', ' : ', '/', '-', ';', '_', '|', '.', ',', '–'].map((sign): [Values, Suggestion] => [
      { type: 'ean13', text: `9789999123457${sign}51250` },
      { text: '9789999123457', addon: '51250' },
    ]),
    [
      { type: 'upca', text: '073512906849:12' },
      { text: '073512906849', addon: '12' },
    ],
    // of a number without its check digit, what is behind a hyphen may be its end
    [{ type: 'ean13', text: '978999912345-51' }, undefined],
    [{ type: 'ean13', text: '9789999123457:512' }, undefined],
    [{ type: 'ean8', text: '73512042:12' }, undefined],
    [{ type: 'ean13', text: '978-9-99-912345-7' }, { text: '9789999123457' }, '9789999123457'],
    [{ type: 'ean13', text: 'ISBN 978-9-99-912345-7' }, { text: '9789999123457' }],
    [{ type: 'ean13', text: '978–9–99–912345–8' }, { text: '9789999123457' }],
    [{ type: 'ean13', text: '4012345１２３456' }, { text: '4012345123456' }],
    [{ type: 'ean13', text: '3-16-148410-X' }, { text: '978316148410' }, '9783161484100'],
    [{ type: 'issn', text: '0317-8471' }, { type: 'ean13', text: '977031784700' }, '9770317847001'],
    [{ type: 'ean13', text: '73512906849' }, { text: '0073512906849' }],
    [{ type: 'upca', text: '0073512906849' }, { text: '073512906849' }],
    [
      { type: 'upca', text: '4012345123456' },
      { type: 'ean13', text: '4012345123456' },
    ],
    [
      { type: 'ean', text: '73512042' },
      { type: 'ean8', text: '73512042' },
    ],
    [{ type: 'upce', text: '012345678905' }, { type: 'upca' }],
    [{ type: 'code39', text: '*PUMP-4*' }, { text: 'PUMP-4' }, 'PUMP-4'],
    [{ type: 'code39', text: 'RX–77' }, { text: 'RX-77' }, 'RX-77'],
    [{ type: 'code39', text: 'ΑB\u00a0С' }, { text: 'AB C' }, 'AB C'],
    [{ type: 'code39', text: 'Rack b' }, { fullascii: 'true' }],
    [{ type: 'code39', text: 'ключ' }, { type: 'qr' }, 'ключ'],
    [{ type: 'code128', text: 'RX–77' }, { text: 'RX-77' }, 'RX-77'],
    [{ type: 'code128', text: '倉庫' }, { type: 'qr' }, '倉庫'],
    [{ type: 'gs1-128', text: '(01)09501101530003' }, { type: 'code128', gs1: 'true' }, '0109501101530003', ']C1'],
    [
      { type: 'EAN128', text: '(01)09501101530003' },
      { type: 'code128', gs1: 'true' },
    ],
    [
      { type: 'code39ext', text: 'Rack b' },
      { type: 'code39', fullascii: 'true' },
    ],
    [{ type: 'dmre', text: 'a' }, { type: 'datamatrix', shape: 'dmre' }, 'a'],
    [{ type: 'pdf417', text: 'a' }, { type: 'datamatrix' }, 'a'],
    [{ type: 'upc', text: '07351290684' }, { type: 'upca' }],
    [{ type: 'jan', text: '4012345123456' }, { type: 'ean13' }],
    [
      { type: 'sscc', text: '(00)195012340000000012' },
      { type: 'code128', gs1: 'true' },
    ],
    [{ type: 'code128', Text: 'BIN-32' }, { text: 'BIN-32' }, 'BIN-32'],
    [{ 'amp;type': 'qr', text: 'a' }, { type: 'qr' }, 'a'],
    [{ type: 'qr', text: 'BIN-33', format: 'PNG' }, { format: 'png' }, 'BIN-33'],
    [
      { type: 'QR', text: 'a', scale: '20' },
      { type: 'qr', scale: '10' },
    ],
    [{ type: 'microqr', text: '1', version: '3', level: 'Q' }, { level: 'L' }],
    [{ type: 'datamatrix', text: '1', shape: 'square', modules: '8x18' }, { shape: 'rectangle' }],
    [{ type: 'code39', text: 'A', ratio: '2.5', scale: '3' }, { scale: '4' }],
    [{ type: 'qr', text: '3 × Żur', eci: 'none' }, { eci: 'utf8' }],
    [{ type: 'qr', text: '21 °C', eci: 'utf8', strict: 'true', scale: '4' }, { eci: 'auto' }, '21 °C'],
    [{ type: 'ean13', text: '40123451234' }, undefined],
    [{ type: 'qr', text: 'a', rotate: 'x' }, undefined],
    [{ type: 'qr', text: 'a'.repeat(5000) }, undefined],
    [{ type: 'ean13', text: '4012345123459', rotate: 'x' }, undefined],
  ]
  for (const [values, suggestion, text, identifier] of rows) {
    const answer = ask('barcode', values)
    t.ok(answer.status === 400 || answer.status === 422, JSON.stringify(values))
    t.strictSame(suggestedIn(answer), suggestion, JSON.stringify(values))
    if (suggestion === undefined) continue
    const drawn = ask('barcode', { ...values, ...suggestion })
    t.equal(drawn.status, 200, JSON.stringify(values))
    if (text === undefined) continue
    const read = await readIn(drawn, (suggestion.type ?? values.type) as Symbology)
    t.match(read, { text, ...(identifier && { identifier }) }, JSON.stringify(values))
  }
  const twice = jsonOf(ask('barcode', { type: 'QR', text: 'a', scale: '20' })).error?.faults
  t.match(twice, [{ suggestion: { type: 'qr' } }, { suggestion: { scale: '10' } }], 'each value at its fault')
  t.match(
    jsonOf(ask('barcode', { type: 'code39', text: 'RX–77' })),
    { error: { code: 'invalid_character', message: /U\+2013/ } },
    'nobody sees the difference',
  )
  const typed = { type: 'code39', text: '*A\\x2bB*', escapes: 'true' }
  t.strictSame(suggestedIn(ask('barcode', typed)), { text: 'A+B' })
  t.strictSame(suggestedIn(ask('barcode', { type: 'code128', text: 'a\\\\–', escapes: 'true' })), { text: 'a\\\\-' })
})

t.test('random faulty requests: every suggestion is answered 200', inLongRun, async (t) => {
  const samples: { readonly [S in Symbology]: string } = {
    ...{ code128: 'Bolt M6', qr: 'QZ-0001', microqr: 'QZ-1', datamatrix: 'QZ-0001', code39: 'PUMP-4' },
    ...{ ean13: '4012345123456', ean8: '73512042', upca: '073512906849', upce: '01234565', itf14: '14012345123453' },
  }
  const typed = fc.tuple(fc.constantFrom(...symbologies), fc.constantFrom(...symbologies), fc.nat(), fc.nat())
  /** Slips of a text, with a number of one's choice. */
  const slips: readonly ((text: string, n: number) => string)[] = [
    (text, n) => text.slice(0, -1) + (n % 10),
    (text, n) => `${text.slice(0, n % text.length)}-${text.slice(n % text.length)}`,
    (text, n) => `${text.slice(0, n % text.length)}–${text.slice(n % text.length)}`,
    (text, n) => `${text}+${String(n % 100).padStart(2, '0')}`,
    (text) => `*${text}*`,
    (text) => text.replace(/^0/, ''),
    (text) => `0${text}`,
    (text) => text.toLowerCase(),
    (text, n) => text + ['é', '倉', 'А', '\u00a0', '"'][n % 5],
    (text) => text,
  ]
  const changes: readonly ((values: Values, n: number) => Values)[] = [
    (values) => ({ ...values, type: values.type!.toUpperCase() }),
    ({ text, ...values }) => ({ ...values, Text: text! }),
    (values, n) => ({ ...values, scale: String(n % 30) }),
    (values) => ({ ...values, format: 'jpeg' }),
    (values) => ({ ...values, fullascii: 'yes' }),
    (values) => ({ ...values, strict: 'true', scale: '4', height: '40' }),
    (values, n) => ({ ...values, type: ['gs1-128', 'ean', 'upc', 'pdf417', 'code39ext', 'x'][n % 6]! }),
    (values) => values,
  ]
  const count = { faults: 0, suggested: 0 }
  const wrong: string[] = []
  fc.assert(
    fc.property(typed, fc.nat(), fc.nat(), ([type, other, n, m], slip, change) => {
      const text = slips[slip % slips.length]!(samples[n % 4 === 0 ? other : type], m)
      const values = changes[change % changes.length]!({ type, text }, n)
      const answer = ask('barcode', values)
      if (answer.status === 200) return
      count.faults++
      const suggestion = suggestedIn(answer)
      if (suggestion === undefined) return
      count.suggested++
      if (ask('barcode', { ...values, ...suggestion }).status !== 200) wrong.push(JSON.stringify([values, suggestion]))
    }),
    { seed, numRuns: cases(4000) },
  )
  t.same(wrong, [])
  t.comment(`${count.suggested} of ${count.faults} faulty requests have a suggestion`)
  t.ok(count.faults > 500 && count.suggested > count.faults / 2, JSON.stringify(count))
})
