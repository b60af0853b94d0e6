import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { qrOfSegments } from '../../../symbologies/given.ts'
import { qr, rowsOf } from '../../../symbologies/index.ts'
import { bwipRows } from '../../oracle/qr-peers.ts'
import { readQr } from '../../oracle/qr-reader.ts'
import { forAll } from '../../random.ts'

t.test('every segment is in its mode, by a reader of matrices', async () => {
  const segment = fc.oneof(
    fc.record({ mode: fc.constant('numeric' as const), text: fc.stringMatching(/^\d{1,12}$/) }),
    fc.record({ mode: fc.constant('alphanumeric' as const), text: fc.stringMatching(/^[0-9A-Z $%*+./:-]{1,12}$/) }),
    fc.record({ mode: fc.constant('byte' as const), text: fc.stringMatching(/^[ -~]{1,12}$/) }),
  )
  const mask = fc.integer({ min: 0, max: 7 })
  await forAll([fc.array(segment, { minLength: 1, maxLength: 5 }), mask], { count: 300 }, (segments, mask) => {
    const barcode = qrOfSegments({ segments, level: 'M', mask })
    const reading = readQr(barcode.matrix)
    assert.deepEqual([reading.mask, reading.level], [mask, 'M'])
    assert.equal(reading.text, segments.map(({ text }) => text).join(''))
    const modes = barcode.trace.segments.map((each) => each.mode)
    assert.deepEqual(
      modes,
      segments.map((each) => each.mode),
    )
  })
})

const level = fc.constantFrom('L', 'M', 'Q', 'H')
const mask = fc.integer({ min: 0, max: 7 })

t.test('text of one mode has the modules of bwip-js, and those of the encoder that chooses', async () => {
  const texts = fc.oneof(
    fc.stringMatching(/^\d{1,40}$/).map((text) => ['numeric' as const, text] as const),
    fc.stringMatching(/^[A-Z]{1,40}$/).map((text) => ['alphanumeric' as const, text] as const),
    fc.stringMatching(/^[a-z]{1,40}$/).map((text) => ['byte' as const, text] as const),
  )
  await forAll([texts, level, mask], { count: 200 }, ([mode, text], level, mask) => {
    const { matrix, trace } = qrOfSegments({ segments: [{ mode, text }], level, mask })
    const rows = rowsOf(matrix)
    assert.deepEqual(rows, bwipRows(false, text, { level, version: trace.version, mask }))
    assert.deepEqual(rows, rowsOf(qr(text, { level, mask }).matrix))
    const auto = qrOfSegments({ segments: [{ mode: 'auto', text }], level, mask })
    assert.deepEqual(rowsOf(auto.matrix), rows)
  })
})

t.test('a level is raised as far as the version allows', async (t) => {
  const text = 'HELLO WORLD'
  const levelOf = (isRaised: boolean): string =>
    qrOfSegments({ segments: [{ mode: 'auto', text }], level: 'L', isRaised }).trace.level
  t.same([levelOf(false), levelOf(true)], ['L', 'Q'])
})

t.test('what is refused', async (t) => {
  const segments = [{ mode: 'auto', text: '1' }] as const
  t.throws(() => qrOfSegments({ segments: [], level: 'L' }), { code: 'invalid_length' })
  t.throws(() => qrOfSegments({ segments: [{ mode: 'numeric', text: '1a' }], level: 'L' }), {
    code: 'invalid_character',
    at: 2,
  })
  t.throws(() => qrOfSegments({ segments: [{ mode: 'byte', text: '\u0416' }], level: 'L' }), {
    code: 'invalid_character',
  })
  t.throws(() => qrOfSegments({ segments: [{ mode: 'byte', text: 'a'.repeat(2954) }], level: 'L' }), {
    code: 'data_too_long',
  })
  t.throws(() => qrOfSegments({ segments: [{ mode: 'auto', text: '1'.repeat(9000) }], level: 'L' }), {
    code: 'data_too_long',
  })
  t.throws(() => qrOfSegments({ segments, level: 'L', mask: 8 }), RangeError('qr: mask is 8; accepted: 0 to 7'))
  const append = { part: 3, parts: 2, parity: 0 }
  t.throws(() => qrOfSegments({ segments, level: 'L', append }), RangeError('qr: part is 3; accepted: 1 to 2'))
})
