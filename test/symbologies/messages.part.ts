import t from 'tap'
import { codePoints, cutAt, quoted, unicodeEscapes, visible } from '../../symbologies/messages.ts'
import { cases, random } from '../random.ts'

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

t.test('a text is cut after so many characters, never within one', async (t) => {
  const r = random('cut texts')
  for (let i = 0; i < cases(300); i++) {
    const points = Array.from({ length: r.between(0, 12) }, () => r.pick(['a', '漢', '😀']))
    const most = r.between(0, 12)
    const wanted = points.length > most ? `${points.slice(0, most).join('')}…` : points.join('')
    t.equal(cutAt(points.join(''), most), wanted)
  }
})

t.test('a visible text is JSON of the text, and nothing in it is invisible', async (t) => {
  const r = random('visible texts')
  for (let i = 0; i < cases(300); i++) {
    const text = Array.from({ length: r.between(0, 60) }, () => r.pick(characters)).join('')
    t.equal(JSON.parse(visible(text)), text)
    t.notMatch(visible(text), /[\p{C}\p{Zl}\p{Zp}]/u)
    t.equal(quoted(text), visible(cutAt(text, 40)))
  }
})

t.test('every code unit can be escaped', async (t) => {
  t.equal(unicodeEscapes('a\n😀'), '\\u0061\\u000a\\ud83d\\ude00')
})
