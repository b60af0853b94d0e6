import t from 'tap'
import { gs1Message } from '../../../symbologies/gs1/index.ts'

t.test('faults are told where they are in the text that was given', async (t) => {
  for (const text of [
    ']d2010950110153000610AB',
    '  (01) 09501101530006 (10) AB ',
    '[01]09501101530006[10]AB',
    '\x1d010950110153000610AB',
  ]) {
    const [fault, ...others] = gs1Message(text).faults
    t.match([fault?.rule, others.length, text[fault!.from - 1]], ['csum', 0, '6'], text)
    t.equal(fault?.suggestion?.text, text.replace('06', '03'), text)
    for (const { ai, aiRange, at, value } of gs1Message(text).elements) {
      t.match(text.slice(aiRange.start, aiRange.end), new RegExp(ai))
      t.equal(text.slice(at[0], at.at(-1)), value)
    }
  }
})
