/** Callers without types may give anything: what is not a text is refused, and the message says so. */

import t from 'tap'
import { explain, explainContent } from '../../src/explain/index.ts'
import * as lib from '../../src/lib/index.ts'
import { encodeContent } from '../../symbologies/index.ts'
import { inLongRun } from '../random.ts'

const notTexts: readonly unknown[] = [
  4711,
  Number.NaN,
  true,
  4n,
  null,
  undefined,
  {},
  [],
  Symbol('4711'),
  new String('4711'),
]

const { symbologies } = lib
const called = (name: string): ((...given: unknown[]) => unknown) => (lib as never)[name]

const takers: { readonly [name: string]: (text: never) => unknown } = {
  ...Object.fromEntries(symbologies.map((symbology) => [symbology, called(symbology)])),
  ...Object.fromEntries(symbologies.map((symbology) => [`encode ${symbology}`, (text) => lib.encode(symbology, text)])),
  ...Object.fromEntries(symbologies.map((symbology) => [`explain ${symbology}`, (text) => explain(symbology, text)])),
  'datamatrix in parts': (text) => lib.datamatrix(text, { parts: 2, part: 1 }),
  encodeContent: (text) => encodeContent('qr', { text }),
  'encodeContent gs1': (text) => encodeContent('qr', { text, gs1: 'true' }),
  explainContent: (text) => explainContent('qr', { text }, undefined, 2026),
  gs1Message: lib.gs1Message,
  gs1Description: lib.gs1Description,
  checkDigitOf: lib.checkDigitOf,
  checkCharactersOf: lib.checkCharactersOf,
  linkText: (domain) => lib.linkText(lib.gs1Message('(01)09506000134352').elements, domain),
}

t.test('what is not a string is a TypeError that says so', async (t) => {
  for (const [name, take] of Object.entries(takers)) {
    for (const given of notTexts) {
      const wanted = {
        name: 'TypeError',
        message: /the (text|domain) is (null|undefined|an? \w+|\w+); accepted: a string$/,
      }
      t.throws(() => take(given as never), wanted, `${name}: ${typeof given}`)
    }
  }
})

t.test('what is no symbology, symbol, style or year', async (t) => {
  for (const given of notTexts) {
    const accepted = { name: 'RangeError', message: /the symbology is .*; accepted: code128, / }
    t.throws(() => lib.encode(given as never, 'A'), accepted)
    t.throws(() => explain(given as never, 'A'), accepted)
    const refusal = { name: 'TypeError', message: /not what an encoder returns/ }
    t.throws(() => lib.toSvg(given as never), refusal)
    await t.rejects(lib.toPng(given as never), refusal)
  }
  for (const given of [4711, null, 'R'])
    t.throws(() => lib.toSvg(lib.qr('A'), given as never), { name: 'TypeError', message: /the style is/ })
  t.throws(() => lib.gs1Description('(01)09506000134352', { thisYear: Number.NaN }), TypeError)
})

t.test('a request says which of its values is none', async (t) => {
  for (const given of [Number.NaN, {}, [], Symbol('4711'), new String('4711')])
    for (const name of ['text', 'type', 'scale', 'domain'])
      await t.rejects(lib.barcode({ type: 'qr', text: '1', [name]: given } as never), {
        name: 'RequestError',
        faults: [{ parameter: name, message: /accepted$/ }],
      })
})

t.test('a text that no symbol could hold is refused before it is read', inLongRun, async (t) => {
  for (const text of ['a', '0', '^', '(01)', '%', '\u0301\u0323', '📓'].map((unit) => unit.repeat(1 << 20))) {
    for (const symbology of symbologies) {
      t.throws(() => lib.encode(symbology, text), { name: 'EncodeError', code: 'data_too_long' })
      t.throws(() => explain(symbology, text), { name: 'EncodeError', code: 'data_too_long' })
    }
    for (const message of [text, `(10)${text}`, `^10${text}`, `https://id.gs1.org/01/${text}`])
      t.throws(() => lib.gs1Description(message), { name: 'Gs1Error', message: /more than any symbol holds/ })
  }
})
