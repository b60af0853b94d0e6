/** GS1 Digital Link URIs that are not as they should be, and characters that no value has: what is told of them, and where. */

import t, { type Test } from 'tap'
import { carried, gs1Message, isHost } from '../../../symbologies/gs1/index.ts'
import { linkText } from '../../../symbologies/gs1/link.ts'

const sampleGtin = '09506000134352'
const host = 'https://id.gs1.org'
const key = `${host}/01/${sampleGtin}`

const linkOf = (text: string): string | undefined => linkText(gs1Message(text).elements, host)
const faultsOf = (text: string) => gs1Message(text).faults.filter(({ code }) => code !== 'gs1_missing_ai')

/** The only fault of a text: its code, its place in the text, and its message. */
function only(t: Test, text: string, code: string, place: string, message: RegExp): void {
  const faults = faultsOf(text)
  t.match(faults, [{ code, message }], text)
  t.equal(faults.length, 1, text)
  const { from = 0, to = 0 } = faults[0] ?? {}
  t.equal([...text].slice(from - 1, to).join(''), place, text)
}

t.test('a link has equal elements once, and no dot segments', async (t) => {
  t.equal(linkOf(`(01)${sampleGtin}(10)A(10)A(01)${sampleGtin}(17)261231(17)261231`), `${key}/10/A?17=261231`)
  for (const value of ['.', '..']) {
    t.equal(linkOf(`(01)${sampleGtin}(10)${value}`), undefined, value)
    t.equal(linkOf(`(8013)${value}`), undefined, value)
    t.equal(linkOf(`(00)395060001343520001(10)${value}`), `${host}/00/395060001343520001?10=${value}`)
  }
  t.equal(linkOf(`(01)${sampleGtin}(10)...`), `${key}/10/...`)
})

t.test('percent encoding is UTF-8', async (t) => {
  t.match(gs1Message(`${key}/10/A%2fB`), { elements: [{}, { value: 'A/B' }], faults: { length: 0 } })
  only(t, `${key}/10/A%C3%A9B`, 'gs1_invalid_value', '%C3%A9', /has "é"; accepted: letters/)
  only(t, `${key}?98=%F0%9F%98%80`, 'gs1_invalid_value', '%F0%9F%98%80', /has "😀"; accepted: letters/)
  for (const bytes of ['%FF', '%C0', '%80', '%ED', '%F0']) {
    only(t, `${key}/10/A${bytes}%41`, 'gs1_syntax', bytes, /UTF-8; accepted: percent encoding/)
  }
  only(t, `${key}/10/A%41%zz`, 'gs1_syntax', '%', /^% without two hexadecimal digits; accepted: .+%25/)
  only(t, `${key}/10/A%4`, 'gs1_syntax', '%', /^% without two hexadecimal digits/)
})

t.test('a host, and the characters of URIs', async (t) => {
  only(t, `https:///01/${sampleGtin}`, 'gs1_syntax', '/', /^no host after "https:\/\/"; accepted: https:/)
  only(t, `https://:80/01/${sampleGtin}`, 'gs1_syntax', ':80', /^no host/)
  t.same(faultsOf(`http://user@[::1]:80/01/${sampleGtin}?linkType=all#a`), [])
  for (const character of [...' "<>\\^`{}|\n\u007fé😀']) {
    const text = `${key}?a=${character}${character}`
    only(t, text, 'gs1_syntax', character, /is not a character of a URI; accepted: .+write it as %[0-9A-F]{2}/)
  }
  only(t, `${key}#\ud83d`, 'gs1_syntax', '\ud83d', /^"\\ud83d" is not a character of a URI/)
})

t.test('attributes of the query', async (t) => {
  only(t, `${key}?98=A&98=A`, 'gs1_syntax', '98', /^AI \(98\) occurs more than once in the URI; accepted: once$/)
  t.equal(faultsOf(`${key}?98=A&98=A`)[0]?.from, key.length + 7)
  only(t, `${key}/10/AB?10=AB`, 'gs1_syntax', '10', /more than once/)
  only(t, `${key}?01=${sampleGtin}`, 'gs1_syntax', '01', /more than once/)
  only(t, `${key}?98=A&98=B`, 'gs1_excluded_ai', '98=B', /occurs more than once, with different values; accepted: once/)
  only(t, `${key}?10=AB`, 'gs1_syntax', '10', /is a qualifier of \/01; accepted: in the path after the key, \/10\/AB$/)
  only(t, `${key}/21/X?10=AB`, 'gs1_syntax', '10', /\/10\/AB$/)
  only(t, `${key}/10/AB?235=X`, 'gs1_syntax', '235', /cannot be an attribute/)
  t.same(faultsOf(`${key}/235/XYZ?10=AB`), [])
  t.same(faultsOf(`${host}/00/395060001343520001?10=AB&02=${sampleGtin}&37=1`), [])
  only(t, `${key}?%31%37=261231`, 'gs1_syntax', '%31%37', /percent-encoded; accepted: its digits, "17"$/)
  only(t, `${key}?1%37=261231`, 'gs1_syntax', '1%37', /"17"$/)
})

t.test('names for AIs that URI syntax 1.2 withdrew are repaired to digits', async (t) => {
  const repaired = (text: string): string | undefined => {
    const [fault] = faultsOf(text)
    t.match(fault, { code: 'gs1_syntax', rule: 'name' }, text)
    return fault?.suggestion?.text
  }
  const name = `${host}/gtin/${sampleGtin}/lot/AB?exp=261231&a=1`
  t.equal(repaired(name), `${key}/10/AB?17=261231&a=1`)
  t.match(
    faultsOf(name).map(({ from, to }) => name.slice(from - 1, to)),
    ['gtin', 'lot', 'exp'],
  )
  t.equal(repaired(`${host}/shop/01/${sampleGtin}/ser/X`), `${host}/shop/01/${sampleGtin}/21/X`)
  t.equal(repaired(`${host}/SSCC/395060001343520001`), `${host}/00/395060001343520001`)
  t.equal(repaired(`${host}/lot/gtin/${sampleGtin}`), `${host}/lot/01/${sampleGtin}`, 'a path before the key')
  // names that are for others
  t.same(faultsOf(`${host}/lot/A/01/${sampleGtin}?exp=never`), [])
  t.same(faultsOf(`${key}/10/lot`), [])
})

t.test('paths without a key, and qualifiers in another order', async (t) => {
  only(t, `${key}/`, 'gs1_syntax', '/', /^the path ends with a slash/)
  only(t, `${key}/10`, 'gs1_syntax', '10', /^AI \(10\) at the end of the path has no value/)
  only(t, `${host}/01`, 'gs1_syntax', '01', /^AI \(01\) at the end of the path has no value/)
  only(t, `${host}/ARFKk4XB0DCKWcnpq`, 'gs1_syntax', 'ARFKk4XB0DCKWcnpq', /compressed URIs are not read/)
  only(t, `${key}/HxYsEFykk4XB`, 'gs1_syntax', 'HxYsEFykk4XB', /compressed URIs are not read/)
  t.equal(faultsOf(`${host}/ARFKk4XB0DCKWcnpq`)[0]?.rule, 'compressed')
  only(t, `${host}/about`, 'gs1_syntax', '/about', /^the path "\/about" has no key/)
  only(
    t,
    `${key}/21/X/10/A`,
    'gs1_syntax',
    '21/X/10/A',
    /\/10 after \/01; accepted: \/22 \/10 \/21 in this order, or \/235$/,
  )
  only(
    t,
    `${host}/414/9506000134352/254/A/254/A`,
    'gs1_syntax',
    '254/A/254/A',
    /accepted: \/254, or \/7040, each once$/,
  )
  only(t, `${host}/00/395060001343520001/10/A`, 'gs1_syntax', '10/A', /^qualifier \/10 after \/00; accepted: none$/)
})

t.test('characters that no value has, before lengths, and whole', async (t) => {
  only(t, `(10)${'😀'.repeat(11)}`, 'gs1_invalid_value', '😀', /has "😀"; accepted: letters/)
  only(t, '(421)12😀1', 'gs1_invalid_value', '😀', /has "😀"; accepted: digits/)
  only(t, '^1726123😀', 'gs1_invalid_value', '😀', /"26123😀" has "😀"; accepted: digits/)
  only(t, '^abc😀', 'gs1_unknown_ai', 'abc😀', /^"abc😀" at position 2 does not begin with an AI/)
  only(t, '(421)276é', 'gs1_invalid_value', 'é', /^AI \(421\) .*: "276é" has "é"; accepted/)
  only(t, '(17)2612é1234', 'gs1_invalid_value', 'é', /has "é"/)
  only(t, '(17)261231é', 'gs1_invalid_value', 'é', /has "é"/)
  only(t, `(10)${'A'.repeat(21)}`, 'gs1_invalid_value', 'A', /has 21 characters; accepted: 1 to 20$/)
  only(t, '(253)950600013435', 'gs1_invalid_value', '950600013435', /has 12 characters; accepted: 13 to 30$/)
  only(t, '(4330)00123', 'gs1_invalid_value', '00123', /accepted: 6 or 7$/)
  only(t, '(4330)001230x', 'gs1_invalid_value', 'x', /has "x"; accepted: a hyphen$/)
  only(t, '(426)999', 'gs1_invalid_value', '999', /has 999, which is not a code of ISO 3166-1$/)
})

const gtin = '(01)09501101530003'

t.test('a URI of another domain than the one that is drawn is told', async (t) => {
  const doubts = (text: string, domain?: string) =>
    carried('qr', text, { form: 'link', ...(domain !== undefined && { domain }) }).doubts
  const text = 'https://example.com/shop/01/09501101530003?17=271130'
  t.match(doubts(text), [
    {
      code: 'gs1_domain_replaced',
      parameter: 'domain',
      from: 1,
      to: 24,
      message:
        /of https:\/\/example\.com\/shop, the symbol .+ https:\/\/id\.gs1\.org; domain=https:\/\/example\.com\/shop keeps it$/,
    },
  ])
  t.match(doubts(`]Q1${text}`), [{ code: 'gs1_domain_replaced', from: 4, to: 27 }])
  t.match(doubts('http://id.gs1.org/01/09501101530003'), [{ code: 'gs1_domain_replaced' }])
  t.match(doubts('https://id.gs1.org/01/09501101530003', 'https://example.com'), [{ code: 'gs1_domain_replaced' }])
  t.same(doubts(text, 'https://example.com/shop'), [])
  t.same(doubts('HTTPS://ID.GS1.org/01/09501101530003'), [])
  t.same(doubts(gtin, 'https://example.com/shop'), [])
  t.same(carried('qr', text, { form: 'elements' }).doubts, [])
})

t.test('hosts are names, IPv4 addresses and IP literals', async (t) => {
  const right = [
    ...[
      'id.gs1.org',
      'example.com.',
      'localhost',
      'a_b.example',
      'xn--bcher-kva.example',
      'a%20b',
      "a!$&'()*+,;=~b",
      '1.example',
    ],
    ...['0.0.0.0', '192.168.1.255', '249.250.199.9', '1.2.3'],
    ...['[::]', '[::1]', '[2001:db8::8:800:200C:417A]', '[1:2:3:4:5:6:7:8]', '[1:2:3:4:5:6:7::]', '[::ffff:192.0.2.1]'],
    ...['[1:2:3:4:5:6:192.0.2.1]', '[v1.a:b]', '[vF.~]'],
  ]
  const wrong = [
    ...[
      '',
      '.',
      'a..b',
      '.a',
      '-a.example',
      'a-.example',
      'a b',
      'a%2',
      'a%zz',
      'é.example',
      'a[b',
      'a]b',
      'a:b',
      'a@b',
      'a"b',
      'a|b',
    ],
    ...['256.1.1.1', '1.2.3.04', '1.2.3.400'],
    ...[
      '[]',
      '[1]',
      '[:]',
      '[:::]',
      '[1::2::3]',
      '[1:2:3:4:5:6:7:8:9]',
      '[1:2:3:4:5:6:7]',
      '[1:2:3:4:5:6:7:8::]',
      '[12345::]',
    ],
    ...[
      '[g::]',
      '[::192.0.2.256]',
      '[::192.0.2]',
      '[1:2:3:4:5:6:7:192.0.2.1]',
      '[v.a]',
      '[v1.]',
      '[vg.a]',
      '[::1',
      '::1',
      '[fe80::1%eth0]',
    ],
  ]
  for (const host of right) t.ok(isHost(host), host)
  for (const host of wrong) t.notOk(isHost(host), host)
  const faults = (authority: string) => gs1Message(`https://${authority}/01/09501101530003`).faults
  for (const authority of [...right, 'user:a@a.example', 'a.example:', 'a.example:0', '[::1]:65535', '@a.example'])
    t.same(faults(authority), [], authority)
  for (const authority of [
    ...wrong.filter((host) => host !== 'a@b'),
    'a.example:65536',
    'a.example:x',
    'a.example:-1',
    'a@b@c',
    '[::1]a',
    '[::1]:x',
    'a[@b',
  ])
    t.match(faults(authority), [{ code: 'gs1_syntax' }], authority)
  const [fault] = faults('exa[mple.com')
  t.match(fault, { from: 9, to: 20, message: /^"exa\[mple\.com" is not a host; accepted: a name such as id\.gs1\.org/ })
})
