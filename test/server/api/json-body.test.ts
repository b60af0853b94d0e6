/** Bodies in JSON, which are read element by element: what they mean is what JSON.parse says. */

import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { symbolRows } from '../../../src/request/rows.ts'
import { jsonArray, jsonIn, UnreadableBody } from '../../../src/server/api/json-body.ts'
import { jsonRows } from '../../../src/server/api/labels/rows.ts'
import { cases, seed } from '../../random.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The elements of an array, or undefined if it cannot be read; and what each step keeps. */
function read(text: string): { elements: unknown[] | undefined; kept: number[] } {
  const elements: unknown[] = []
  const kept: number[] = []
  try {
    for (const step of jsonArray(bytesOf(text), 'an array', (element) => 10 * elements.push(element)))
      kept.push(step.kept)
    return { elements, kept }
  } catch (error) {
    if (!(error instanceof UnreadableBody)) throw error
    return { elements: undefined, kept }
  }
}

/** What JSON.parse says: the elements, or undefined for what is no array. */
function expected(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

t.test('the elements are those that JSON.parse finds', async () => {
  const json = fc.json({ maxDepth: 5, noUnicodeString: false } as never)
  fc.assert(
    fc.property(fc.array(json, { maxLength: 6 }), fc.constantFrom('', ' ', '\n\t\r '), (all, blank) => {
      const text = `${blank}[${blank}${all.join(`${blank},${blank}`)}${blank}]${blank}`
      assert.deepEqual(read(text).elements, expected(text))
      assert.deepEqual(jsonIn(bytesOf(text), ''), expected(text))
    }),
    { seed, numRuns: cases(200) },
  )
})

t.test('what JSON.parse refuses is refused, wherever it is broken', async () => {
  const parts = [
    '[',
    ']',
    '{',
    '}',
    ',',
    ':',
    '"',
    '\\',
    '"a"',
    '1',
    ' ',
    '\n',
    'null',
    '{"a":1}',
    '"\\""',
    '\u0001',
    '\u00a0',
    '\ufeff',
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 8 }), (some) => {
      for (const text of [some.join(''), `[${some.join('')}]`]) {
        const wanted = expected(text.startsWith('\ufeff') ? text.slice(1) : text)
        assert.deepEqual(read(text).elements, wanted, JSON.stringify(text))
      }
    }),
    { seed, numRuns: cases(2000) },
  )
})

t.test('levels and names are bounded, and the row is named', async (t) => {
  const rows = (text: string) => () => [...jsonRows(bytesOf(text), symbolRows)]
  const nested = (levels: number): string => `[1,${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}]`
  const named = (count: number): string => `[{},{${Array.from({ length: count }, (_, i) => `"n${i}":{"a":1}`).join()}}]`
  t.doesNotThrow(rows(nested(32)))
  t.throws(rows(nested(33)), {
    code: 'bad_request',
    message: /it has more than 32 levels in row 2; an array of objects/,
  })
  t.doesNotThrow(rows(named(200)))
  t.throws(rows(named(201)), { code: 'bad_request', message: /an object has more than 200 names in row 2; an array/ })
  t.throws(() => jsonIn(bytesOf(nested(33)), 'x'), { message: 'the body is not read: it has more than 32 levels; x' })
  t.throws(rows('[{}, {"a" 1}]'), { message: /^the body is not JSON in row 2; an array of objects/ })
  t.throws(rows('{}'), { message: /^the JSON is no array; an array of objects/ })
  t.throws(rows(''), { message: /^the body is not JSON; an array of objects/ })
})

t.test(
  'a long array is read in many steps, each of which tells what is kept; rows beyond 500 are only counted',
  async (t) => {
    const text = `[${Array.from({ length: 20_000 }, (_, i) => `{"text":"${i}"}`).join()}]`
    const { kept } = read(text)
    t.ok(kept.length > 50)
    t.ok(kept.every((bytes, i) => i === 0 || bytes >= kept[i - 1]!))
    const steps = jsonRows(bytesOf(text), symbolRows)
    let step = steps.next()
    while (!step.done) step = steps.next()
    t.match(step.value, { count: 20_000, rows: { length: 500 } })
  },
)
