/** Texts that nobody means well with: whatever they are, the answer is elements or faults, each in its place. */

import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { bracketedText, rawText } from '../../../symbologies/gs1/forms.ts'
import { carried, Gs1Error, gs1Message, gs1Symbol } from '../../../symbologies/gs1/index.ts'
import { linkText } from '../../../symbologies/gs1/link.ts'
import { codePoints, EncodeError, encode, type Symbology, symbologies } from '../../../symbologies/index.ts'
import { drawn, forAll, inLongRun, type Random } from '../../random.ts'
import { randomPairs, soundPairs } from './messages.ts'

const longest = 7089

const pieces = [
  ...'()\\^%/?&;=#+.:- ',
  ...[
    '\\(',
    '\\)',
    '()',
    '(0',
    ')(',
    '%41',
    '%2',
    '%zz',
    '%00',
    '^^',
    '//',
    '/é/x',
    '/22/1',
    '\u0000',
    '\u001d',
    '\n',
    '\u202e',
  ],
  ...['é', '倉', '😀', '\ud83d', '\ude00', '\ud800\ud800', 'e\u0301', '٣', '１'],
  ...[
    'https://',
    'HTTP://x',
    'http://a/01/09506000134352',
    'https://id.gs1.org/00/',
    '?',
    '01',
    '10',
    '17',
    '21',
    '99',
  ],
  ...['(01)', '(10)', '(21)', '(3103)', '(8110)', '(99)', '(09)', '(1)', '(12345)', '09506000134352', '261231', 'AB'],
]

/** A valid message in one of its forms. */
function message(r: Random): string {
  const pairs = r.between(0, 1) === 0 ? randomPairs(r, 8) : soundPairs(r, 8)
  const { elements } = gs1Message(bracketedText(pairs))
  return r.pick([bracketedText(pairs), rawText(pairs), linkText(elements, 'https://example.com') ?? rawText(pairs)])
}

/** A text with pieces cut out, put in, doubled and exchanged. */
function mutated(r: Random, text: string): string {
  let changed = text
  for (let i = r.between(1, 6); i > 0; i--) {
    const [from, to] = [r.between(0, changed.length), r.between(0, changed.length)].sort((a, b) => a - b)
    const middle = r.pick([
      '',
      r.pick(pieces),
      changed.slice(from, to).repeat(2),
      r.pick(pieces).repeat(r.between(1, 9)),
    ])
    changed = changed.slice(0, from) + middle + changed.slice(to)
  }
  return changed
}

const anyPieces = (r: Random, most: number): string =>
  Array.from({ length: r.between(0, most) }, () => r.pick(pieces)).join('')

/** The same few pieces again and again, up to the longest text that a request can have. */
function repetitive(r: Random): string {
  const few =
    r.pick(['', '^', '(', 'https://x/01/09506000134352?', 'https://x/01/09506000134352', '(01)09506000134352']) +
    anyPieces(r, 3)
  const again = r.pick(pieces) + anyPieces(r, 3)
  return (few + again.repeat(Math.ceil(longest / again.length))).slice(0, r.pick([longest, r.between(1, longest)]))
}

function hostileText(r: Random): string {
  const kind = r.between(0, 99)
  if (kind < 50) return mutated(r, message(r)).slice(0, longest)
  if (kind < 97) return r.pick(['', '(', '^', 'https://']) + anyPieces(r, 30)
  return repetitive(r)
}

const hostileTexts = drawn(hostileText)

t.test(
  'no text makes it throw; faults are few and within the text; elements are where they say',
  inLongRun,
  async (t) => {
    const codes = new Set<string>()
    await forAll([hostileTexts], { count: 8000 }, (text) => {
      const { elements, faults } = gs1Message(text)
      const length = Math.max(1, codePoints(text))
      for (const { code, from, to, message } of faults) {
        codes.add(code)
        assert.ok(from >= 1 && from <= to && to <= length, `${from} to ${to}: ${message}`)
        assert.ok(message.length <= 1000 && !/[\p{Cc}\p{Cs}]/u.test(message), message)
      }
      assert.ok(faults.length <= 100, `${faults.length} faults`)
      for (const { ai, value, aiRange, at } of elements) {
        const isInText = text.slice(aiRange.start, aiRange.end).includes(ai) && at.length === value.length + 1
        const isAscending = at.every((each, i) => each >= (at[i - 1] ?? 0) && each <= text.length)
        assert.ok(isInText && isAscending, `${ai} ${value}`)
      }
      if (faults.length > 0) return
      for (const form of [bracketedText(elements), rawText(elements)]) {
        const again = gs1Message(form)
        const isSame = again.elements.every(
          ({ ai, value }, i) => ai === elements[i]?.ai && value === elements[i]?.value,
        )
        assert.ok(again.faults.length === 0 && again.elements.length === elements.length && isSame, form)
      }
    })
    t.same([...codes].sort(), [
      'gs1_excluded_ai',
      'gs1_invalid_value',
      'gs1_missing_ai',
      'gs1_syntax',
      'gs1_unknown_ai',
    ])
  },
)

t.test('a symbology carries a text or says why not', async (t) => {
  const made = new Set<Symbology>()
  const texts = fc.oneof({ weight: 3, arbitrary: hostileTexts }, { weight: 1, arbitrary: drawn(message) })
  const some = fc.constantFrom(...symbologies, 'qr', 'datamatrix', 'code128')
  await forAll([texts, some, fc.constantFrom('elements', 'link')], { count: 2000 }, (text, symbology, form) => {
    try {
      const all = carried(symbology, text, { form })
      gs1Symbol(symbology, text, all, (data, gs1) => encode(symbology, data, gs1 ? { gs1: true } : {}))
      made.add(symbology)
    } catch (error) {
      if (!(error instanceof Gs1Error) || error instanceof EncodeError || error.faults.length === 0) throw error
    }
  })
  t.ok(made.has('code128') && made.has('qr') && made.has('datamatrix'), [...made].join())
})
