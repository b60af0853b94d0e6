import { deepEqual } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { attributesOf, type XmlToken, xmlTokens } from '../src/xml.ts'
import { forAll } from './random.ts'

const unlike = (why: string): Error => new Error(why)

const tokensOf = (text: string): XmlToken[] => [...xmlTokens([Buffer.from(text)], unlike)]

t.test('tags, texts and what stands for characters', async (t) => {
  const start = { kind: 'start', attributes: '', isEmpty: false } as const
  t.match(tokensOf('<?xml version="1.0"?><!-- none --><a><x:b>1 &lt; 2 &amp;&#65;&#x42;</x:b></a>\n'), [
    { ...start, name: 'a' },
    { ...start, name: 'b' },
    { kind: 'text', text: '1 < 2 &AB' },
    { kind: 'end', name: 'b' },
    { kind: 'end', name: 'a' },
  ])
  t.match(tokensOf('<c r="A1" t=\'>"\'/>'), [{ kind: 'start', name: 'c', isEmpty: true }])
  t.match(tokensOf('<t><![CDATA[<b> & ]] ]]></t>'), [{ name: 't' }, { kind: 'text', text: '<b> & ]] ' }, { name: 't' }])
  const attributes = attributesOf(' r="A1" x:t = \'>&quot;\' s="&unknown;"')
  t.same(
    [...attributes],
    [
      ['r', 'A1'],
      ['x:t', '>"'],
      ['s', '&unknown;'],
    ],
  )
  t.same([...attributesOf(' a b="1" c')], [['a b', '1']])
  t.equal(attributesOf(Array.from({ length: 300 }, (_, i) => `a${i}=""`).join(' ')).size, 256)
})

t.test('what is no XML, or declares entities, is refused', async (t) => {
  for (const text of [
    '<!DOCTYPE a [<!ENTITY b "b">]><a>&b;</a>',
    '<a',
    '<a b="',
    '<!-- never ended',
    '<a><![CDATA[ never ended',
    '\ud800',
  ]) {
    const bytes = text === '\ud800' ? Buffer.from([0x3c, 0x61, 0x3e, 0xed, 0xa0, 0x80]) : Buffer.from(text)
    t.throws(() => [...xmlTokens([bytes], unlike)], { message: /^it (?:is|declares) / }, text)
  }
})

/** Elements as programs write them, with any texts in them. */
const anyText = fc
  .array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }), { maxLength: 40 })
  .map((signs) => signs.map((sign) => (sign < ' ' || sign > '\ufffd' ? ' ' : sign)).join(''))
const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!)
const anyElements = fc.array(fc.record({ name: fc.constantFrom('row', 'c', 'v'), text: anyText, value: anyText }), {
  minLength: 1,
  maxLength: 20,
})

t.test('wherever the bytes are divided, texts and attributes come back', async () => {
  await forAll([anyElements, fc.array(fc.nat(3000), { maxLength: 8 })], { count: 150 }, (elements, cuts) => {
    const bytes = Buffer.from(
      elements.map(({ name, text, value }) => `<${name} a="${escaped(value)}">${escaped(text)}</${name}>`).join(''),
    )
    const places = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length]
    const pieces = places.slice(1).map((end, i) => bytes.subarray(places[i], end))
    const found = [...xmlTokens(pieces, unlike)]
    const texts = found.map((token) => (token.kind === 'text' ? token.text : '')).join('')
    deepEqual(texts, elements.map(({ text }) => text).join(''))
    const values = found.flatMap((token) => (token.kind === 'start' ? [attributesOf(token.attributes).get('a')] : []))
    deepEqual(
      values,
      elements.map(({ value }) => value),
    )
  })
})
