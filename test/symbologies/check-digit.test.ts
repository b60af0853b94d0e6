import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { EncodeError, encode, type Symbology } from '../../symbologies/index.ts'
import { vectors } from '../oracle/linear.ts'
import { forAll } from '../random.ts'
import { textsFor, textsOf } from '../texts.ts'

const digits = '0123456789'

t.test('refusals name what, where, and what was wanted', async (t) => {
  t.throws(() => encode('code39', 'A\u{e0041}'), { message: /^code39: "\\udb40\\udc41" \(U\+E0041\) at position 2;/ })
  for (const { symbology, text, error: wanted } of vectors().refusals) {
    try {
      encode(symbology, text)
      t.fail(`${symbology} took ${JSON.stringify(text)}`)
    } catch (error) {
      t.ok(error instanceof EncodeError)
      if (!(error instanceof EncodeError)) continue
      t.same({ code: error.code, message: error.message, at: error.at }, { at: undefined, ...wanted }, wanted.message)
    }
  }
})

/** The message for a text that the symbology refuses as invalid_character, after `accepted: digits 0 to 9`. */
function adviceFor(symbology: Symbology, text: string): string | undefined {
  try {
    encode(symbology, text)
    return undefined
  } catch (error) {
    if (!(error instanceof EncodeError) || error.code !== 'invalid_character') return undefined
    return /accepted: digits 0 to 9(.*)$/s.exec(error.message)?.[1]
  }
}

const separators = [...' -\u00a0\u2009\u202f\u2010\u2011\u2012\u2013\u2014\u2015\u2212']

t.test('the message shows the digits without blanks and hyphens if these are accepted', async (t) => {
  const shown: [Symbology, string, string][] = [
    ['ean13', '978-3-16-148410-0', '9783161484100'],
    ['ean13', '978-3-16-148410', '978316148410'],
    ['ean13', '4 006381 333931', '4006381333931'],
    ['ean13', ' 4006381333931\u00a0', '4006381333931'],
    ['ean8', '9638-5074', '96385074'],
    ['upca', '0 36000 29145 2', '036000291452'],
    ['upce', '0 123456 5', '01234565'],
    ['upce', '123 456', '123456'],
    ['upce', '0-12345-00006-5', '012345000065'],
    ['itf14', '154 00141 28876 3', '15400141288763'],
  ]
  for (const [symbology, text, digits] of shown) {
    t.equal(adviceFor(symbology, text), `; without blanks and hyphens: ${digits}`, `${symbology} ${text}`)
  }
  t.equal(adviceFor('ean13', '978-3-16-14841\u0660-0'), '; in digits of ASCII: 9783161484100')
  const [, text] = shown[0]!
  t.throws(() => encode('ean13', text), {
    code: 'invalid_character',
    at: 4,
    message: 'ean13: "-" at position 4; accepted: digits 0 to 9; without blanks and hyphens: 9783161484100',
  })
  const notShown: [Symbology, string][] = [
    ['ean13', '978-3-16-148410-1'],
    ['ean13', '978-3-16-14841'],
    ['ean13', '978-3-16-148410-X'],
    ['ean13', '978.3.16.148410.0'],
    ['ean13', ' '],
    ['ean13', '-'.repeat(100_000)],
    ['ean8', '9638-5075'],
    ['upce', '2 123456'],
    ['upce', '0 123456 6'],
    ['upce', '0-12345-67890'],
    ['upce', '9-12345-00006-5'],
    ['itf14', '154 00141 28876 4'],
  ]
  for (const [symbology, text] of notShown) t.equal(adviceFor(symbology, text), '', `${symbology} ${text.slice(0, 40)}`)
})

t.test('the digits in the message are those of the text, and are accepted', async (t) => {
  const count = { shown: 0, others: 0 }
  const keys = fc.constantFrom('ean13', 'ean8', 'upca', 'upce', 'itf14').chain((symbology) => {
    const changed = fc.oneof(textsFor[symbology], textsOf(digits, 1, 15))
    return fc.record({ symbology: fc.constant(symbology), changed })
  })
  // before each digit nothing, three times out of four, or a separator
  const before = fc.array(fc.oneof({ weight: 3, arbitrary: fc.constant('') }, fc.constantFrom(...separators)), {
    minLength: 15,
    maxLength: 15,
  })
  await forAll([keys, before], { count: 2000 }, ({ symbology, changed }, before) => {
    const text = Array.from(changed, (digit, i) => before[i] + digit).join('')
    if (text === changed) return
    const shown = isAccepted(symbology, changed)
    assert.equal(adviceFor(symbology, text), shown ? `; without blanks and hyphens: ${changed}` : '')
    count[shown ? 'shown' : 'others']++
  })
  t.ok(count.shown > 100 && count.others > 100, JSON.stringify(count))
})

function isAccepted(symbology: Symbology, text: string): boolean {
  try {
    return encode(symbology, text).symbology === symbology
  } catch {
    return false
  }
}
