import { deepEqual } from 'node:assert/strict'
import { isUtf8 } from 'node:buffer'
import fc from 'fast-check'
import t from 'tap'
import { firstOf, type Parameters } from '../../src/request/parameter.ts'
import { parameters } from '../../src/request/params.ts'
import { queryParser } from '../../src/request/query.ts'
import { utf8Text } from '../../src/utf8.ts'
import { anyCharacters } from '../characters.ts'
import { forAll, inLongRun } from '../random.ts'
import { companionsOf, readerOf } from '../server/api/reader.ts'

const { text, type } = parameters.barcode
const readQuery = queryParser({ text, type })
const valuesOf = (query: string) => ['text', 'type'].map((name) => firstOf(readQuery(query).given[name]))
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

t.test('forms of a value', async (t) => {
  t.same(valuesOf('text=a&type=b'), ['a', 'b'])
  t.same(valuesOf('&&text=a=b&&type&other=1&'), ['a=b', ''])
  t.same(valuesOf('text=a+b%2Bc%26%3d'), ['a b+c&=', undefined])
  t.same(valuesOf('t%65xt=x'), ['x', undefined], 'names are decoded like values')
  t.same(valuesOf('Text=x&TYPE=y'), [undefined, undefined])
  t.same(valuesOf('text=%EF%BB%BFx'), ['\ufeffx', undefined], 'a byte order mark is text')
  t.same(valuesOf('text=\xc3\xa9'), ['é', undefined], 'bytes that are not percent-encoded')
  t.same(valuesOf('text=%00%7f'), ['\0\x7f', undefined])
  t.same(valuesOf(''), [undefined, undefined])
  t.same(readQuery('text=1&text=2&type=3&text=').given, { text: ['1', '2', ''], type: '3' })
})

t.test('the names of other parameters are noted', async (t) => {
  const others = (query: string) => {
    const { others } = readQuery(query)
    return others.names.size > 0 ? { names: [...others.names], more: others.more } : undefined
  }
  t.equal(others('text=1&type=2'), undefined)
  t.equal(others('&&=x&'), undefined, 'an empty name is none')
  t.same(others('b=1&text=x&a&b=2&Text=y'), { names: ['b', 'a', 'Text'], more: 0 })
  t.same(others('%C3%A9=1&a%62=2&ab=3&\xc3\xa9=4'), { names: ['é', 'ab'], more: 0 })
  t.same(others('te%xt=1&a=%zz&%ff'), { names: ['te%xt', 'a', '%ff'], more: 0 }, 'as given if they cannot be decoded')
  const many = Array.from({ length: 25 }, (_, i) => `n${i}`)
  t.same(others([...many, 'n0', 'n24'].join('&')), { names: many.slice(0, 20), more: 6 })
})

t.test('the percent sequence or byte that is wrong is named', async (t) => {
  t.same(valuesOf('text=ab%zz'), [{ fault: '"%zz" at character 3 is no percent sequence' }, undefined])
  t.same(valuesOf('text=%'), [{ fault: '"%" at character 1 is no percent sequence' }, undefined])
  t.same(valuesOf('text=%4'), [{ fault: '"%4" at character 1 is no percent sequence' }, undefined])
  t.same(valuesOf('text=a%E9b'), [{ fault: 'byte 2 of the decoded value, E9, starts no UTF-8 character' }, undefined])
  t.match(readQuery('type=qr&x=%ff').others.fault, { parameter: 'x', message: /byte 1[^;]*character$/ })
  t.match(readQuery('%ff=1').others.fault, { parameter: '%ff', message: /byte 1[^;]*character$/ })
  t.match(read('text=a&text=%ff&text=%zz&type=qr'), [{ message: /^byte 1/ }, {}], 'and in a second value')
  t.match(codesOf(read('type=qr&text=a&text=%ff')), ['invalid_encoding', 'duplicate_parameter'])
  const strays = read('type=qr&text=a&x=%zz&%ff=1&y=%ff')
  t.match(strays, [{ message: /%zz.*, and 2 more such/ }], 'one fault reports all unknown parameters')
})

t.test('every text is decoded, however much of it is percent-encoded', async () => {
  // one number for each byte of UTF-8: whether it is written as it is, and in which case
  const ways = fc.array(fc.nat(3), { minLength: 40, maxLength: 40 })
  await forAll([anyCharacters(), ways], { count: 300 }, (text, ways) => {
    const raw = Array.from(bytesOf(text), (byte, i) => {
      const way = ways[i % ways.length]!
      const plain = (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || byte > 0x7f
      const hex = byte.toString(16).padStart(2, '0')
      if (plain && way < 2) return String.fromCharCode(byte)
      return byte === 0x20 && way < 2 ? '+' : `%${way % 2 === 0 ? hex : hex.toUpperCase()}`
    }).join('')
    deepEqual(valuesOf(`type=x&text=${raw}`)[0], text)
  })
})

t.test('UTF-8 is decoded exactly as strictly as by the platform', inLongRun, async (t) => {
  // a decoder with `fatal` would decide the same, but each of its exceptions costs more than a hundred decoded values
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const platform = (bytes: Uint8Array): string | undefined => (isUtf8(bytes) ? decoder.decode(bytes) : undefined)
  const differences: string[] = []
  const compare = (bytes: Uint8Array): void => {
    const ours = utf8Text(bytes)
    if ((typeof ours === 'string' ? ours : undefined) !== platform(bytes)) differences.push(String(bytes))
  }
  for (let first = 0; first < 256; first++) {
    compare(Uint8Array.of(first))
    for (let second = 0; second < 256; second++) compare(Uint8Array.of(first, second))
  }
  // the bounds of every range, in sequences of three and four bytes, with something before or after
  const edges = [0, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf]
  const high = [0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff]
  const all = [...edges, ...high]
  for (const a of all) {
    for (const b of all) {
      for (const c of all) {
        compare(Uint8Array.of(a, b, c))
        for (const d of edges) compare(Uint8Array.of(a, b, c, d))
      }
    }
  }
  compare(bytesOf('🂡'.repeat(7089)))
  t.same(differences, [])
  const sequences = fc.array(fc.constantFrom(...all), { minLength: 1, maxLength: 12 })
  await forAll([sequences], { count: 5000 }, (bytes) => {
    compare(Uint8Array.from(bytes))
    return differences.length === 0
  })
})

const read = readerOf(parameters.barcode)
const readLabel = readerOf(parameters.label)
const codesOf = (read: unknown): unknown => (Array.isArray(read) ? read.map((fault) => fault.code) : read)

t.test('defaults', async (t) => {
  const barcode = {
    format: 'png',
    includetext: false,
    withtext: false,
    scale: 3,
    height: 15,
    rotate: 'N',
    gs1: 'false',
    escapes: false,
    strict: false,
    verify: false,
  }
  t.same(read('text=a&type=qr'), { text: 'a', type: 'qr', ...barcode })
  const label = {
    size: '4x6',
    orientation: 'landscape',
    qty: 1,
    showtext: true,
    withtext: false,
    layout: 'above',
    format: 'pdf',
    zpl: 'z64',
    outline: false,
    gs1: 'false',
    escapes: false,
    strict: false,
    verify: false,
  }
  t.same(readLabel('text=a&type=qr&tomorrow=1'), { text: 'a', type: 'qr', ...label })
})

t.test('every parameter accepts exactly the values in its row of the table', inLongRun, async (t) => {
  for (const [endpoint, table] of Object.entries(parameters as { [endpoint: string]: Parameters })) {
    const reader = readerOf(table)
    for (const [name, parameter] of Object.entries(table)) {
      const others = ['text', 'type', 'printer', 'design'].filter((required) => required !== name && required in table)
      const alone = name !== 'sheet' && table.sheet !== undefined && !('optional' in table.sheet)
      const required = {
        ...Object.fromEntries(others.map((other) => [other, 'qr'])),
        ...(alone && { sheet: 'avery-l7160' }),
      }
      const ask = (value: string) =>
        reader(
          `${new URLSearchParams({ ...required, ...companionsOf(table, name, value) })}&${name}=${encodeURIComponent(value)}`,
        )
      const { taken, refused } = examples(parameter)
      for (const [given, value] of taken) t.match(ask(given), { [name]: value }, `${endpoint} ${name}=${given}`)
      for (const given of refused) {
        t.same(codesOf(ask(given)), ['invalid_parameter'], `${endpoint} ${name}=${JSON.stringify(given)}`)
      }
    }
  }
})

/** Values at and around the bounds of a parameter. */
function examples(parameter: Parameters[string]): { taken: [string, unknown][]; refused: string[] } {
  switch (parameter.kind) {
    case 'text': {
      const longest = ['x', '🂡'].map((character) => character.repeat(parameter.longest))
      return { taken: longest.map((text) => [text, text]), refused: longest.map((text) => `${text}a`) }
    }
    case 'word': {
      const other = parameter.words.map((word) =>
        word === word.toUpperCase() ? word.toLowerCase() : word.toUpperCase(),
      )
      const odd = other.filter((word) => !parameter.words.includes(word))
      return {
        taken: parameter.words.map((word) => [word, word]),
        refused: [...odd, ` ${parameter.words[0]}`, 'x', 'toString'],
      }
    }
    case 'form': {
      const { samples } = parameter
      return {
        taken: samples.map((sample) => [sample, sample]),
        // of what is required the empty value is missing
        refused: [...('optional' in parameter ? [''] : []), 'a b', '-1x', `${samples[0]},`, '0'.repeat(41)],
      }
    }
    case 'domain': {
      const taken = ['https://example.com', 'http://a.b-c.example:8080/x/y', 'HTTPS://EXAMPLE.COM', 'https://192.0.2.1']
      const refused = [
        '',
        'example.com',
        'https://',
        'https://a/',
        'https://a//b',
        'ftp://a',
        'https://a?b',
        'https://a#b',
      ]
      const long = `https://${'a'.repeat(245)}`
      return {
        taken: [...taken, long].map((given) => [given, given]),
        refused: [...refused, `${long}a`, 'https://a b', 'https://é', 'https://-a', 'https://a:0', ' https://a'],
      }
    }
    case 'flag':
      return {
        taken: [
          ['true', true],
          ['false', false],
        ],
        refused: ['', 'True', '1', '0', 'yes', 'true '],
      }
    case 'integer':
    case 'number': {
      const { kind, least, most } = parameter
      const forms = [
        '',
        ' ',
        '+3',
        '-3',
        '0x3',
        '1e0',
        ' 3',
        '3 ',
        '3.',
        '.5',
        '3,5',
        '٣',
        'NaN',
        'Infinity',
        '3..5',
        '3_0',
      ]
      const outside = [least - 1, most + 1, most + 0.001, 10 ** 30].map((value) =>
        value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 3 }),
      )
      const parts =
        kind === 'number' ? ['12.5', '1.0', '99.999', '0.26'].filter((each) => +each >= least && +each <= most) : []
      return {
        taken: [...[least, most, least + 1].map(String), `0${Math.max(3, least + 1)}`, ...parts].map((given) => [
          given,
          Number(given),
        ]),
        refused: [...forms, ...outside, ...(kind === 'integer' ? ['3.0', '3.5'] : [])],
      }
    }
  }
}

t.test('required parameters, and repeated ones', async (t) => {
  t.same(codesOf(read('')), ['missing_parameter', 'missing_parameter'])
  t.same(codesOf(read('text=&type=')), ['missing_parameter', 'missing_parameter'])
  t.same(codesOf(read('text&type')), ['missing_parameter', 'missing_parameter'])
  t.same(codesOf(read('text=a&text=a&type=qr')), ['duplicate_parameter'])
  t.same(codesOf(read('text=a&te%78t=a&type=qr&type=qr')), ['duplicate_parameter', 'duplicate_parameter'])
  t.match(read('text=a&type=qr&x=1&x=2'), { text: 'a' }, 'what is not known may be repeated')
})

t.test('columns that are given several times are told to be one list', async (t) => {
  const faults = readerOf(parameters.labels)('columns=text=SKU&columns=title=Name')
  t.match(faults, [{ parameter: 'columns', message: 'given 2 times; once is accepted, with commas between' }])
})

t.test('all faults of a request are reported, the worst kind first', async (t) => {
  const faults = read('type=QR&scale=11&scale=2&height=%zz&rotate=')
  t.same(codesOf(faults), [
    'invalid_encoding',
    'duplicate_parameter',
    'missing_parameter',
    'invalid_parameter',
    'invalid_parameter',
    'invalid_parameter',
  ])
  t.same(faults, [
    fault('height', 'invalid_encoding', '"%zz" at character 1 is no percent sequence'),
    fault('scale', 'duplicate_parameter', 'given 2 times; once is accepted'),
    fault('text', 'missing_parameter', 'required, and absent or empty'),
    fault(
      'type',
      'invalid_parameter',
      `"QR" is not one of ${parameters.barcode.type.words.join(', ')}; did you mean qr?`,
      { type: 'qr' },
    ),
    fault('scale', 'invalid_parameter', '"11" is not a whole number from 1 to 10', { scale: '10' }),
    fault('rotate', 'invalid_parameter', '"" is not one of N, R, L, I'),
  ])
})

function fault(parameter: string, code: string, message: string, suggestion?: { readonly [name: string]: string }) {
  return { parameter, code, message, sentence: `${parameter}: ${message}`, ...(suggestion && { suggestion }) }
}

t.test('a fault in an unknown parameter has the given name, cut to 40 characters', async (t) => {
  const message = 'a parameter that is not known here: "%zz" at character 1 is no percent sequence'
  const stray = { code: 'invalid_encoding', message, sentence: message }
  t.same(read('type=qr&text=a&x%41=%zz'), [{ parameter: 'xA', ...stray }])
  t.match(read('type=qr&text=a&te%xt=1'), [{ parameter: 'te%xt' }], 'a broken name as it stands')
  t.match(read(`type=qr&text=a&${'x'.repeat(10_000)}=%zz`), [{ parameter: 'x'.repeat(40) }])
  const phones = '%F0%9F%93%93'
  t.match(read(`type=qr&text=a&x${phones.repeat(50)}=%zz`), [{ parameter: `x${'📓'.repeat(39)}` }])
})

t.test('a long query is read in time that grows with its length alone', async (t) => {
  const text = '&'.repeat(100_000)
  t.same(codesOf(read(text)), ['missing_parameter', 'missing_parameter'])
  t.same(codesOf(read(`${'text&'.repeat(20_000)}type=qr`)), ['duplicate_parameter', 'missing_parameter'])
})
