import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { codePoints, cutAt, quoted, unicodeEscapes, visible } from '../../symbologies/messages.ts'
import { forAll } from '../random.ts'

const characters = [
  'a',
  '"',
  '\\',
  ' ',
  '\n',
  '\x7f',
  'é',
  '\u2028',
  '\u202e',
  '\ud800',
  '\udc00',
  '漢',
  '😀',
  '\u{e0001}',
]

t.test('characters are code points, half of a pair is one', async (t) => {
  t.same(['', 'abc', 'é😀', '\ud800', '\udc00\ud800'].map(codePoints), [0, 3, 2, 1, 2])
})

t.test('a text is cut after so many characters, never within one', async () => {
  const texts = fc.array(fc.constantFrom('a', '漢', '😀'), { maxLength: 12 })
  await forAll([texts, fc.nat(12)], { count: 300 }, (points, most) => {
    const wanted = points.length > most ? `${points.slice(0, most).join('')}…` : points.join('')
    assert.equal(cutAt(points.join(''), most), wanted)
  })
})

t.test('a visible text is JSON of the text, and nothing in it is invisible', async () => {
  const texts = fc.array(fc.constantFrom(...characters), { maxLength: 60 }).map((all) => all.join(''))
  await forAll([texts], { count: 300 }, (text) => {
    assert.equal(JSON.parse(visible(text)), text)
    assert.doesNotMatch(visible(text), /[\p{C}\p{Zl}\p{Zp}]/u)
    assert.equal(quoted(text), visible(cutAt(text, 40)))
  })
})

t.test('every code unit can be escaped', async (t) => {
  t.equal(unicodeEscapes('a\n😀'), '\\u0061\\u000a\\ud83d\\ude00')
})
