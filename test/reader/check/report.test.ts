import t from 'tap'
import { checkImage, reportText } from '../../../src/reader/check/index.ts'
import { bestOf } from '../../../src/reader/check/report.ts'
import { encode, symbologies } from '../../../symbologies/index.ts'
import { plainPicture } from '../../oracle/picture.ts'
import { notesOn } from './notes.ts'

t.test('every finding has a code, a clause and a message', async (t) => {
  const reports = symbologies.map((type) =>
    checkImage(
      plainPicture(
        encode(
          type,
          {
            code39: 'A',
            itf14: '1234567890123',
            ean13: '123456789012',
            ean8: '1234567',
            upca: '12345678901',
            upce: '123456',
          }[type as string] ?? '1',
        ),
        3,
      ),
    ),
  )
  for (const { findings, symbology } of reports) {
    t.ok(findings.length >= 10, `${symbology} has ${findings.length} findings`)
    t.same(
      findings.filter(
        ({ code, clause, message }) =>
          !code.startsWith(`${symbology}.`) || !/^(ISO\/IEC|GS1) /.test(clause) || message === '',
      ),
      [],
    )
  }
  t.match(reportText(reports[0]!), /^code128: conforming\ntext: "1"\n/)
  const hostile = checkImage(plainPicture(encode('code128', '\x1b[31m'), 2))
  t.match(reportText(hostile), 'text: "\\u001b[31m"')
})

t.test('what the report says of options', async (t) => {
  t.match(notesOn('qr', 'a part of a longer text', { parts: 3, part: 2 }), {
    'qr.append': /^part 2 of 3 of a structured append; the parity of all its data is \d+$/,
  })
  t.match(notesOn('datamatrix', 'a part of a longer text', { parts: 3, part: 2, fileid: '5,9' }), {
    'datamatrix.append': /part 2 of 3 of a structured append with the file identification 5, 9$/,
  })
  t.match(notesOn('datamatrix', 'program', { reader: 'init' }), { 'datamatrix.programming': /programs the reader/ })
  t.match(notesOn('code128', 'program', { reader: 'init' }), { 'code128.programming': /programs the reader/ })
  t.match(notesOn('qr', 'AB12', { fnc1: 'second', indicator: '37' }), { text: 'AB12', 'qr.fnc1': /the indicator 37$/ })
  t.match(notesOn('code39', 'CODE39', { checkdigit: true }), {
    'code39.check': /, is the check character of the others/,
  })
  t.match(notesOn('code39', 'Code 39', { fullascii: true }), { text: 'C+O+D+E 39', 'code39.fullascii': /"Code 39"$/ })
  const whole = checkImage(plainPicture(encode('code39', 'Code 39', { fullascii: true, checkdigit: true }), 3), {
    text: 'Code 39',
  })
  t.equal(whole.verdict, 'conforming')
})

t.test('of several readings the best is the likeliest, with the fewest kinds of faults', (t) => {
  const reading = (name: string, likeness: number, codes: readonly string[]) =>
    ({ text: name, likeness, findings: { list: codes.map((code) => ({ code, kind: 'fault' })) } }) as never
  const best = (...readings: Parameters<typeof reading>[]): string | undefined =>
    bestOf(readings.map((each) => reading(...each)))?.text
  t.equal(best(['unlike', 0.5, []], ['like', 0.9, []]), 'like')
  t.equal(best(['like', 0.9, []], ['unlike', 0.5, []]), 'like')
  t.equal(best(['two kinds', 0.9, ['a', 'b']], ['one kind, often', 0.9, ['a', 'a', 'a']]), 'one kind, often')
  t.equal(best(['first', 0.9, []], ['second', 0.9, []]), 'first')
  t.equal(best(), undefined)
  t.end()
})
