import t from 'tap'
import { FitError } from '../../src/layout/fit.ts'
import { printersIn } from '../../src/printers/printers-file.ts'
import { type Expected, VerificationFailure, verify } from '../../src/verify/index.ts'
import { cases, type Random, random } from '../random.ts'
import { anyPrinted, type Fault, faults, type Printed, printedOn, soundPiece } from './printed-labels.ts'
import type { Query } from './random-requests.ts'

const entryOf = ({ printer: { address: _, ...entry }, labels, copies }: Printed): string =>
  JSON.stringify({ ...entry, copies, texts: labels.map(({ scene }) => scene.title) })

/** Why bytes are refused; undefined if they are not. */
function failureOf(bytes: Uint8Array, expected: Expected): VerificationFailure | undefined {
  try {
    verify(bytes, expected)
    return undefined
  } catch (error) {
    if (error instanceof VerificationFailure) return error
    throw error
  }
}

/** What comes of a fault; undefined where it has nothing to do, and where drawing itself refuses what comes of it. */
function spoiltBy(fault: Fault, printed: Printed, r: Random): Uint8Array | undefined {
  try {
    return fault(printed, r)
  } catch (error) {
    if (error instanceof FitError) return undefined
    throw error
  }
}

t.test('a fault in any function between a scene and its bytes is refused, and nothing that is sound', async (t) => {
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
      if (spoilt === undefined || Buffer.compare(spoilt, bytes) === 0) continue
      counts.set(name, counts.get(name)! + 1)
      if (failureOf(spoilt, expected) === undefined) t.fail(`${name} leaves: ${entryOf(printed)}`)
    }
  }
  t.comment(`${sound} rows of labels; faults: ${JSON.stringify(Object.fromEntries(counts))}`)
  for (const [name, count] of counts) t.ok(count > 0, name)
})

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
