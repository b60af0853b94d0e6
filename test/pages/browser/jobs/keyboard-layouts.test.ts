/** A label that a scanner types for another keyboard than the computer has is known by what comes of it. */

import t from 'tap'
import { misreadingOf } from '../../../../src/pages/browser/jobs/keyboard-layouts.ts'

const keyboard = (scanner?: string, computer?: string) => ({ kind: 'keyboard', scanner, computer })

t.test('what keyboards make of a label', async (t) => {
  for (const [expected, typed, told] of [
    // US on a German keyboard: y and z are swapped, the hyphen is ß
    ['QZ-0001', 'QYß0001', keyboard('us', 'de')],
    // German on a US one
    ['QZ-0001', 'QY/0001', keyboard('de', 'us')],
    // US on a French one: a and q, digits as symbols, the hyphen as a bracket
    ['QA-0123', 'AQ)à&é"', keyboard('us', 'fr')],
    ['LOT1', 'LOT&', { kind: 'keyboard', computer: 'fr' }],
    // y and z alone: the one or the other
    ['ZEBRA', 'YEBRA', keyboard(undefined, undefined)],
    ['QZ-0001', "QZ'0001", keyboard('us', 'es')],
    ['QZ-abc', 'qz-ABC', { kind: 'capsLock' }],
    // with a symbology identifier, FNC1 and brackets, as a label of GS1 is shown
    ['(01)09506000134352(10)Z-1(21)Y', '+C1010950600013435210Yß1\u001d21Z', keyboard('us', 'de')],
  ] as const)
    t.match(misreadingOf(typed, expected), told, `${expected} as ${typed}`)
})

t.test('another label is another label', async (t) => {
  for (const [expected, typed] of [
    ['QZ-0001', 'QZ-0001'],
    ['QZ-0001', ']C0QZ-0001'],
    ['QZ-0001', 'QZ-0002'],
    ['QZ-0001', 'QYß0002'],
    ['12345', '12354'],
    ['', 'QYß'],
    ['QZ-0001', '倉'],
    ['QZ-0001', ''],
  ] as const)
    t.equal(misreadingOf(typed, expected), undefined, `${expected} as ${typed}`)
})
