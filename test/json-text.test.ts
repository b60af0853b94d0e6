import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import t from 'tap'
import { JsonError, type JsonValue, parsedJson } from '../src/json-text.ts'
import { printersIn } from '../src/printing/index.ts'
import { mistakesIn } from './printing/channels/mistakes.ts'
import { cases, inLongRun, seed } from './random.ts'

t.test('JSON: where a text stops being JSON', inLongRun, async (t) => {
  const texts: readonly (readonly [string, string])[] = [
    ['', 'line 1, column 1: its end where a value is expected'],
    ['[\r\n  {"name": "a",}\r\n]', 'line 2, column 16: "}" where the name of a field in double quotes is expected'],
    ['[\n1,\n]', 'line 3, column 1: "]" where a value is expected'],
    ['[1 2]', 'line 1, column 4: "2" where a comma or ] is expected'],
    ['{"a" 1}', 'line 1, column 6: "1" where a colon is expected'],
    ["['a']", 'line 1, column 2: "\'" where a value is expected'],
    ['[01]', 'line 1, column 2: "0" where a value is expected'],
    ['["a\tb"]', 'line 1, column 2: "\\"" where a value is expected'],
    ['[] x', 'line 1, column 4: "x" where the end of the text is expected'],
    ['[\u202e', 'line 1, column 2: "\\u202e" where a value is expected'],
    [
      '['.repeat(100_000),
      'line 1, column 22: "[" where no more than 20 objects and arrays within each other is expected',
    ],
  ]
  for (const [text, expected] of texts)
    t.equal(
      mistakesIn(() => printersIn(text)),
      `is not JSON: ${expected}`,
    )
  t.match(
    mistakesIn(() => printersIn(`["${'a'.repeat(1 << 20)}"]`)),
    /^printer 1: "a{40}…" is not an object$/,
  )
})

/** The value with the fields of its objects in JavaScript's form. */
function plain(value: JsonValue): unknown {
  if (value.kind === 'array') return value.items.map(plain)
  if (value.kind === 'other') return value.value
  // as JSON.parse does, a field may be called __proto__
  return Object.fromEntries(value.fields.map(([name, field]) => [name, plain(field)]))
}

/** The value, or undefined for a text that is not JSON. */
function outcomeOf(parse: () => unknown): unknown {
  try {
    return parse()
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof JsonError) return undefined
    throw error
  }
}

t.test('JSON: texts are JSON where JSON.parse says so', inLongRun, async (t) => {
  const pieces = [
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '"a"',
    ' ',
    '\n',
    '0',
    '-',
    '1.5',
    'e2',
    'true',
    'null',
    '\\u00',
    '\t',
    '\x01',
  ]
  const garbled = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join(''))
  const texts = fc.oneof(fc.json({ maxDepth: 4 }), garbled)
  const check = fc.property(texts, (text) => {
    const [expected, found] = [outcomeOf(() => JSON.parse(text)), outcomeOf(() => plain(parsedJson(text)))]
    return isDeepStrictEqual(found, expected)
  })
  t.doesNotThrow(() => fc.assert(check, { seed, numRuns: cases(2000) }))
})

t.test('JSON: values say on which line they begin', async (t) => {
  const text = '{\n  "a": [1,\r\n    2],\r  "b":\n {}, "c": "\\n", "d": true }'
  const value = parsedJson(text)
  const lines = value.kind === 'object' ? value.fields.map(([name, { line }]) => [name, line]) : []
  t.equal(value.line, 1)
  t.same(lines, [
    ['a', 2],
    ['b', 5],
    ['c', 5],
    ['d', 5],
  ])
  const [, a] = value.kind === 'object' ? value.fields[0]! : []
  t.same(a?.kind === 'array' && a.items.map(({ line }) => line), [2, 3])
})
