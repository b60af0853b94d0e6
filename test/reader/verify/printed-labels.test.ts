import t from 'tap'
import { FitError } from '../../../src/layout/fit.ts'
import { printersIn } from '../../../src/printing/printers/printers-file.ts'
import { type Expected, VerificationFailure, verify } from '../../../src/reader/verify/index.ts'
import { cases, inLongRun, long, type Random, random } from '../../random.ts'
import {
  anyPrinted,
  type Fault,
  faults,
  type Printed,
  printedOn,
  type Spoilt,
  soundPiece,
  withoutLine,
  withPitch,
} from './printed-labels.ts'
import type { Query } from './random-requests.ts'

const entryOf = ({ printer: { address: _, ...entry }, labels, copies, asked }: Printed): string =>
  JSON.stringify({ ...entry, copies, ...asked.query, texts: labels.map(({ scene }) => scene.title) })

/** Why bytes are refused; undefined if they are not. */
function failureOf(bytes: Uint8Array, expected: Expected | (() => Expected)): VerificationFailure | undefined {
  try {
    verify(bytes, typeof expected === 'function' ? expected() : expected)
    return undefined
  } catch (error) {
    if (error instanceof VerificationFailure) return error
    throw error
  }
}

/** What comes of a fault; undefined where it has nothing to do, and where drawing itself refuses what comes of it. */
function spoiltBy(fault: Fault, printed: Printed, r: Random): Spoilt | undefined {
  try {
    const spoilt = fault(printed, r)
    return spoilt instanceof Uint8Array ? { bytes: spoilt } : spoilt
  } catch (error) {
    if (error instanceof FitError) return undefined
    throw error
  }
}

t.test(
  'a fault in any function between a scene and its bytes is refused, and nothing that is sound',
  inLongRun,
  async (t) => {
    const r = random('printed labels')
    const counts = new Map(Object.keys(faults).map((name) => [name, 0]))
    let sound = 0
    for (let i = 0; i < cases(200); i++) {
      const printed = anyPrinted(r)
      if (printed === undefined) continue
      const made = soundPiece(printed)
      if (made === undefined) continue
      const { bytes, expected } = made
      const failure = failureOf(bytes, expected)
      if (failure !== undefined) t.fail(`${entryOf(printed)}: ${failure.message}`)
      sound++
      for (const [name, fault] of Object.entries(faults)) {
        const spoilt = spoiltBy(fault, printed, r)
        if (spoilt === undefined || Buffer.compare(spoilt.bytes, bytes) === 0) continue
        counts.set(name, counts.get(name)! + 1)
        for (const each of spoilt.expected === undefined ? [expected] : [expected, spoilt.expected]) {
          if (failureOf(spoilt.bytes, each) === undefined) t.fail(`${name} leaves: ${entryOf(printed)}`)
        }
      }
    }
    t.comment(`${sound} rows of labels; faults: ${JSON.stringify(Object.fromEntries(counts))}`)
    for (const [name, count] of counts) t.ok(count > 0, name)
  },
)

/** A row of labels on a printer of the file. */
function rowOn(entry: object, texts: readonly string[], query: Query = { type: 'code128' }): Printed {
  const dock = { name: 'dock', address: 'socket://192.0.2.1:9100', dpi: '203', stock: '50x30', ...entry }
  const [printer] = printersIn(JSON.stringify([dock]))
  return printedOn(printer!, { orientation: 'landscape', showtext: 'false', ...query }, { texts, copies: 1 })!
}

/** What is wrong with bytes that should be those of a row. */
const refusalOf = (printed: Printed, bytes: Uint8Array): VerificationFailure | undefined =>
  failureOf(bytes, soundPiece(printed)!.expected)

t.test('TSPL: labels too far apart by a dot are refused, and beside a label that is alone by two', (t) => {
  for (const [across, pitch] of [
    [2, 52],
    [2, 102.5],
    [3, 53.3],
  ] as const) {
    const row = { language: 'tspl', across, pitch }
    const all = ['A-1', 'A-2', 'A-3'].slice(0, across)
    const [whole, alone] = [rowOn(row, all), rowOn(row, ['A-1'])]
    for (const printed of [whole, alone]) {
      t.equal(refusalOf(printed, soundPiece(printed)!.bytes), undefined, `${across} of ${pitch} mm are sound`)
    }
    for (const dots of [-2, -1, 1, 2, 60]) {
      t.ok(refusalOf(whole, withPitch(whole, dots)!), `${across} labels, ${dots} dots`)
    }
    for (const dots of [-2, 2, 60]) t.ok(refusalOf(alone, withPitch(alone, dots)!), `one of ${across}, ${dots} dots`)
  }
  t.end()
})

t.test(
  'a line of dots that is not painted is refused in every language, wherever it is within a symbol',
  inLongRun,
  (t) => {
    const symbols: readonly Query[] = [{ type: 'code128' }, { type: 'datamatrix' }]
    for (const language of ['zpl', 'tspl', 'epl', 'cpcl', 'escpos', 'brother', 'dymo']) {
      const dpi = language === 'brother' || language === 'dymo' ? '300' : '203'
      const stock = language === 'brother' ? '62x100mm' : language === 'dymo' ? '54x101mm' : '50x30'
      for (const query of symbols) {
        const printed = rowOn({ language, dpi, stock }, ['A-17'], query)
        t.equal(refusalOf(printed, soundPiece(printed)!.bytes), undefined, `${language}, ${query.type} is sound`)
        let count = 0
        for (const isColumn of [true, false]) {
          for (const at of long ? [0, 0.2, 0.35, 0.5, 0.65, 0.8] : [0.35, 0.5]) {
            const bytes = withoutLine(printed, { at, isColumn })
            if (bytes === undefined) continue
            count++
            t.ok(refusalOf(printed, bytes), `${language}, ${query.type}: ${isColumn ? 'column' : 'row'} at ${at}`)
          }
        }
        t.ok(count >= 2, `${language}, ${query.type}: ${count} lines`)
      }
    }
    t.end()
  },
)

/** A label on a QL, and its bytes with what is expected of them. @throws FitError */
function onQl(entry: object, query: Query): NonNullable<ReturnType<typeof soundPiece>> {
  const dock = { name: 'dock', address: 'socket://192.0.2.1:9100', language: 'brother', ...entry }
  const { text = '', ...others } = query
  const [printer] = printersIn(JSON.stringify([dock]))
  const printed = printedOn(
    printer!,
    { orientation: 'landscape', showtext: 'false', ...others },
    { texts: [text], copies: 1 },
  )
  return soundPiece(printed!)!
}

t.test('an offset that would move a symbol beyond the pins is refused before it is drawn', (t) => {
  const cases: readonly (readonly [entry: object, query: Query])[] = [
    [
      { dpi: '300', stock: 'dk-22205x100', offset: [-1.9, 0.7] },
      { type: 'ean8', text: '9638507' },
    ],
    [
      { dpi: '300', stock: '62x100mm', offset: [-2, -1.1] },
      { type: 'upca', text: '03600029145' },
    ],
    [
      { dpi: '600', stock: '62x100mm', offset: [-2, 0.1] },
      { type: 'code128', text: 'QZ-01' },
    ],
    [
      { dpi: '300', stock: 'dk-11201', offset: [-1.5, -1], media: 'gap' },
      { type: 'ean13', text: '590123412345' },
    ],
  ]
  for (const [entry, query] of cases) {
    t.throws(
      () => onQl(entry, query),
      { message: /^the printer's offset, .* would cut \d.\d mm off a symbol/ },
      `${query.type}`,
    )
    const { bytes, expected } = onQl({ ...entry, offset: [0, 0.1] }, query)
    t.equal(failureOf(bytes, expected), undefined, `${query.type} in its place`)
  }
  t.end()
})

t.test('pins of two columns: a quiet zone may be beyond them, and bars are where they should be to a pin', (t) => {
  const quiet = onQl(
    { dpi: '600', stock: '29x90mm', offset: [-1.7, 0], scale: [1.011, 0.99] },
    { type: 'datamatrix', text: 'QZ-01' },
  )
  t.equal(failureOf(quiet.bytes, quiet.expected), undefined, 'a quiet zone beyond the pins')
  const pin = (2 * 25.4) / 600
  const upc = { type: 'upca', text: '03600029145' }
  const at = (offset: number) =>
    onQl({ dpi: '600', stock: '62x100mm', media: 'continuous', offset: [offset, 0.4], scale: [1.013, 0.994] }, upc)
  const { bytes, expected } = at(-0.7)
  t.equal(failureOf(bytes, expected), undefined, 'bars in their place')
  for (const by of [-pin, pin]) t.ok(failureOf(at(-0.7 + by).bytes, expected), `bars moved by ${by} mm`)
  t.end()
})
