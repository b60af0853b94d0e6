import t from 'tap'
import {
  domainIn,
  extended,
  fromReader,
  inBrackets,
  pastedMessage,
  replaced,
  rowsOf,
} from '../../../../src/pages/browser/gs1/message.ts'
import { offersFor } from '../../../../src/pages/browser/gs1/values.ts'
import { identifierOf } from '../../../../symbologies/gs1/index.ts'

t.test('what is missing is offered, and never done unasked', async (t) => {
  const offered = (ai: string, value: string): string[] =>
    offersFor(identifierOf(ai)!, value).map((offer) => offer.value)
  t.same(offered('01', '0950600013435'), ['09506000134352'])
  t.same(offered('01', '4006381333931'), ['04006381333931', '40063813339314'], 'an EAN-13 is a GTIN of 13 digits')
  t.same(offered('01', '40170725'), ['00000040170725'])
  t.same(offered('01', '09506000134353'), ['09506000134352'])
  t.same(offered('01', '09506000134352'), [])
  t.same(offered('01', '0 950600 013435 2'), ['09506000134352'])
  t.same(offered('00', '10614141123456789'), ['106141411234567897'])
  t.same(offered('253', '4012345000015AB'), ['4012345000016AB'], 'within a longer value')
  t.same(offered('8013', '1987654Ad4X4bL5ttr2310c'), ['1987654Ad4X4bL5ttr2310c2K'])
  t.same(offered('4300', 'Müller AG'), ['M%C3%BCller+AG'])
  t.same(offered('8007', 'de89 3704 0044 0532 0130 00'), ['DE89370400440532013000'])
  t.same(offered('10', 'AB 12'), ['AB12'])
  t.same(offered('10', 'AB-12'), [])
})

t.test('a message of any form becomes elements, and what is not understood is kept', async (t) => {
  const bracketed = '(01)09506000134352(17)261231(10)AB-12'
  const values = (text: string): string[] => rowsOf(text).rows.map(({ ai, value }) => `${ai} ${value}`)
  for (const text of [
    bracketed,
    'https://example.com/shop/01/09506000134352/10/AB-12?17=261231',
    '^0109506000134352172612311' + '0AB-12',
  ]) {
    t.same(values(text).toSorted(), values(bracketed).toSorted(), text)
    t.same(values(inBrackets(text)), values(text), 'none is lost')
  }
  t.equal(domainIn('HTTPS://Example.com/shop/01/09506000134352'), 'HTTPS://Example.com/shop')
  t.equal(domainIn(bracketed), undefined)
  t.equal(replaced('(10)a junk (99)b', 1, { ai: '99', value: 'x(y)' }), '(10)a junk (99)x\\(y\\)')
  t.equal(replaced('(xx)(10)a(99)b', 0, undefined), '(xx)(99)b')
  t.equal(replaced('^10a', 0, { ai: '10', value: 'b' }), '(10)b')
  t.equal(extended('AB(12', '10'), '(10)AB\\(12', 'a plain text becomes the value')
  t.equal(extended('^10a', '17'), '(10)a(17)')
  t.equal(extended('', '00'), '(00)')
  t.equal(rowsOf('^10a^05b').isEditable, false, 'an unknown AI would be lost')
  t.equal(inBrackets('^10a^05b'), '^10a^05b')
  for (const more of ['?linkType=all', '?17=261231&s', '?17=261231#a', '#']) {
    const link = `https://example.com/01/09506000134352${more}`
    t.equal(rowsOf(link).isEditable, false, `${more} would be lost`)
    t.equal(inBrackets(link), link)
  }
  for (const all of ['', '?', '?17=261231&', '/10/A;b?17=261231;99=a']) {
    t.equal(rowsOf(`https://example.com/01/09506000134352${all}`).isEditable, true, all)
  }
  t.same(rowsOf('QZ-0001').rows, [])
})

t.test('what readers send is a message: prefixes, and GS for FNC1', async (t) => {
  const raw = '^10AB^0109506000134352'
  for (const prefix of [']C1', ']d2', ']Q3', ']d2\u001d', '^', '']) {
    t.equal(fromReader(`${prefix}10AB\u001d0109506000134352`), raw, prefix)
  }
  t.equal(fromReader(']Q1https://id.gs1.org/01/09506000134352'), 'https://id.gs1.org/01/09506000134352')
  for (const text of ['QZ-0001', ']C0AB', '(10)AB', '10AB']) t.equal(fromReader(text), text, 'this is left alone')
  t.equal(pastedMessage(' ]C110AB\n'), '^10AB')
  for (const text of ['https://example.com/about', 'AB-12', '(c) 2026', '', '^'])
    t.equal(pastedMessage(text), undefined, text)
})
