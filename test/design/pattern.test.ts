import { createContext, runInContext } from 'node:vm'
import fc from 'fast-check'
import t from 'tap'
import { PatternError, patternOf } from '../../src/design/pattern.ts'
import { forAll, inLongRun } from '../random.ts'

const atoms = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\d', '\\w', '\\.', '[A-Z0-9-]', '\\p{L}', '[\\]a]', '😀')
const quantifiers = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,}', '{0,3}', '{0}')
const { pattern } = fc.letrec((tie) => ({
  single: fc.oneof(
    { maxDepth: 3 },
    atoms,
    (tie('pattern') as fc.Arbitrary<string>).map((inner) => `(${inner})`),
    (tie('pattern') as fc.Arbitrary<string>).map((inner) => `(?:${inner})`),
  ),
  sequence: fc
    .array(fc.tuple(tie('single') as fc.Arbitrary<string>, quantifiers), { maxLength: 4 })
    .map((parts) => parts.map((part) => part.join('')).join('')),
  pattern: fc
    .array(tie('sequence') as fc.Arbitrary<string>, { minLength: 1, maxLength: 2 })
    .map((parts) => parts.join('|')),
}))
const texts = fc
  .array(fc.constantFrom('a', 'b', 'A', '1', '.', '-', ']', 'é', '😀', '\n'), { maxLength: 8 })
  .map((all) => all.join(''))

const context = createContext({})

/** Whether JavaScript matches all of the text; undefined where it does not come to an end. */
function byJavaScript(source: string, text: string): boolean | undefined {
  const program = `new RegExp(${JSON.stringify(`^(?:${source})$`)}, 'u').test(${JSON.stringify(text)})`
  try {
    return runInContext(program, context, { timeout: 500 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined
    throw error
  }
}

t.test('a pattern matches what JavaScript matches as a whole', inLongRun, async (t) => {
  let matched = 0
  await forAll([pattern as fc.Arbitrary<string>, texts], { count: 8000 }, (source, text) => {
    if (source.length > 200) return
    const expected = byJavaScript(source, text)
    if (expected) matched++
    return expected === undefined || patternOf(source).matches(text) === expected
  })
  t.ok(matched > 100)
})

t.test('the time of a match grows with the text alone', async (t) => {
  const slow = ['(a*)*b', '(a|a)*b', '(.*)(.*)(.*)(.*)(.*)b', '(a?){30}a{30}', '((a+)+)+b', '(?:(?:a{0,9}){0,9}){0,9}b']
  for (const source of slow) t.equal(patternOf(source).matches(`${'a'.repeat(5000)}c`), false, source)
})

t.test('what is not a pattern is refused', async (t) => {
  const refused: readonly (readonly [string, RegExp])[] = [
    ['[', /is not a regular expression/],
    ['a'.repeat(201), /has 201 characters; at most 200/],
    ['(a)\\1', /references to groups/],
    ['(?<n>a)\\k<n>', /groups that begin with/],
    ['(?=a)', /groups that begin with/],
    ['^a$', /matches the whole value/],
    ['a*?', /lazy quantifiers/],
    ['((a{99}){99}){99}', /repeats too much/],
    ['a{4000000000}', /repeats too much/],
  ]
  for (const [source, message] of refused) t.throws(() => patternOf(source), { name: 'PatternError', message }, source)
  t.ok(new PatternError('') instanceof Error)
})
