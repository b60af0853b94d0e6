import fc from 'fast-check'
import t from 'tap'
import { type HostStatus, HostStatusReader } from '../../src/printers/connection.ts'
import { cases, seed } from '../random.ts'
import { type Flags, hostStatus } from './loopback-printer.ts'

const none: HostStatus = {
  paperOut: false,
  paused: false,
  bufferFull: false,
  ramCorrupt: false,
  tooCold: false,
  tooHot: false,
  headUp: false,
  ribbonOut: false,
  remaining: 0,
}

const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1')

t.test('~HS: the answer of a printer', async (t) => {
  // the example of the ZPL II Programming Guide is of this form
  const answer =
    '\x02030,0,1,1245,007,0,0,0,000,0,0,0\x03\r\n\x02000,0,1,0,0,2,4,0,00000012,1,000\x03\r\n\x021234,0\x03\r\n'
  t.same(new HostStatusReader().read(bytesOf(answer)), [{ ...none, paused: true, headUp: true, remaining: 12 }])
  t.same(new HostStatusReader().read(bytesOf(hostStatus())), [none])
  for (const flag of Object.keys(none) as (keyof Flags)[]) {
    const flags = { [flag]: flag === 'remaining' ? 99_999_999 : true }
    t.same(new HostStatusReader().read(bytesOf(hostStatus(flags))), [{ ...none, ...flags }], flag)
  }
})

t.test('~HS: strings that are no answer', async (t) => {
  const [first, second, third] = hostStatus().split('\r\n') as [string, string, string]
  const wrong: readonly string[] = [
    '',
    first + second,
    second + third,
    first + third + second,
    first + first + third,
    third + second + first,
    first.replace('030', '0x0') + second + third,
    first.replace('\x03', ',0\x03') + second + third,
    first + second + third.replace('\x03', ''),
    first + second + third.replace('\x02', ''),
    first + second.replace('000', '0'.repeat(100)) + third,
  ]
  for (const text of wrong) {
    const reader = new HostStatusReader()
    t.same(reader.read(bytesOf(text)), [], JSON.stringify(text))
    t.same(reader.read(bytesOf(hostStatus({ paused: true }))), [{ ...none, paused: true }], 'and the next is one')
  }
  t.equal(new HostStatusReader().read(bytesOf(`${first}\x02${first}garbage${second}\x11${third}`)).length, 1)
})

const flagsOf = fc.record<HostStatus>({
  paperOut: fc.boolean(),
  paused: fc.boolean(),
  bufferFull: fc.boolean(),
  ramCorrupt: fc.boolean(),
  tooCold: fc.boolean(),
  tooHot: fc.boolean(),
  headUp: fc.boolean(),
  ribbonOut: fc.boolean(),
  remaining: fc.integer({ min: 0, max: 99_999_999 }),
})

/** Bytes that no string begins with. */
const garbage = fc.string({
  unit: fc.integer({ min: 3, max: 255 }).map((code) => String.fromCharCode(code)),
  maxLength: 200,
})

t.test('~HS: answers in any pieces, among any other bytes', async (t) => {
  const chunks = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 20 })
  const check = fc.property(fc.array(fc.tuple(garbage, flagsOf), { maxLength: 5 }), chunks, (answers, lengths) => {
    const bytes = bytesOf(answers.map(([before, flags]) => before + hostStatus(flags)).join(''))
    const reader = new HostStatusReader()
    const found: HostStatus[] = []
    for (let at = 0, i = 0; at < bytes.length; i++) {
      const length = lengths[i % lengths.length]!
      found.push(...reader.read(bytes.subarray(at, at + length)))
      at += length
    }
    return JSON.stringify(found) === JSON.stringify(answers.map(([, flags]) => flags))
  })
  t.doesNotThrow(() => fc.assert(check, { seed, numRuns: cases(400) }))
})

t.test('~HS: any bytes are read without harm', async (t) => {
  const letters = fc.constantFrom(
    '\x02',
    '\x03',
    ',',
    '0',
    '1',
    '\r\n',
    '0,0,0,0,0,0,0,0,0,0,0,0',
    '0,0,0,0,0,0,0,0,0,0,0',
    '\xff',
  )
  const check = fc.property(fc.array(letters, { maxLength: 40 }), (parts) => {
    const bytes = bytesOf(parts.join(''))
    const whole = new HostStatusReader().read(bytes)
    const reader = new HostStatusReader()
    const single = [...bytes].flatMap((byte) => reader.read(Uint8Array.of(byte)))
    if (JSON.stringify(whole) !== JSON.stringify(single)) throw new Error('depends on the chunks')
    if (whole.length * 3 > bytes.filter((byte) => byte === 3).length) throw new Error('an answer without its strings')
  })
  t.doesNotThrow(() => fc.assert(check, { seed, numRuns: cases(4000) }))
})
