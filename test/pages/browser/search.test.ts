import fc from 'fast-check'
import t from 'tap'
import { extractOf, type Searched, search } from '../../../src/pages/browser/search.ts'
import { forAll } from '../../random.ts'

const page = (
  address: string,
  title: string,
  ...sections: readonly (readonly [string, string, string])[]
): Searched => ({
  address,
  title,
  sections,
})

const pages = [
  page(
    '/docs/http',
    'The HTTP API',
    ['', 'The HTTP API', 'Ask for an address.'],
    ['errors', 'Errors', 'A check digit.'],
  ),
  page('/docs/gs1', 'GS1', ['', 'GS1', 'Messages.'], ['check-digits', 'Check digits', 'Modulo 10, by weights.']),
  page('/docs/api/quietzone', 'quietzone', ['checkdigit', 'checkDigit', 'The check digit of digits.']),
]

const foundBy = (query: string): readonly string[] =>
  search(pages, query).map(({ page, anchor }) => `${page.address}#${anchor}`)

t.test('a section has every word, and headings come before texts, explanations before the reference', async (t) => {
  t.same(foundBy('CHECK  digit'), ['/docs/gs1#check-digits', '/docs/api/quietzone#checkdigit', '/docs/http#errors'])
  t.same(foundBy('digit weights'), ['/docs/gs1#check-digits'])
  t.same(foundBy('api'), ['/docs/http#', '/docs/http#errors'], 'a title is of all sections of its page')
  t.same(foundBy('digit nowhere'), [])
  t.same(foundBy('  '), [])
})

t.test('an extract shows the first of the words, and marks all of them', async (t) => {
  t.same(extractOf('A check digit.', 'digit check'), ['A ', 'check', ' ', 'digit', '.'])
  t.same(extractOf('.*+?', '+?'), ['.*', '+?', ''])
  t.same(extractOf('Nothing of it', 'absent'), ['Nothing of it'])
  const long = `${'before '.repeat(40)}needle${' after'.repeat(40)}`
  const pieces = extractOf(long, 'needle')
  t.match(pieces, [/^… before .*before $/, 'needle', /^ after .*after …$/])
  t.ok(pieces.join('').length < 220)
})

t.test('an extract is a part of the text, with a word in every second piece', async () => {
  const word = fc.stringMatching(/^[a-cA-C.(]{1,4}$/)
  const texts = [
    fc.array(word, { minLength: 1, maxLength: 90 }),
    fc.array(word, { minLength: 1, maxLength: 3 }),
  ] as const
  await forAll<[string[], string[]]>([...texts], { count: 2000 }, (text, sought) => {
    const whole = text.join(' ')
    const pieces = extractOf(whole, sought.join(' '))
    const marked = pieces.filter((_, i) => i % 2 === 1)
    const part = pieces.join('').replace(/^… | …$/g, '')
    return (
      whole.includes(part) && marked.every((each) => sought.some((one) => one.toLowerCase() === each.toLowerCase()))
    )
  })
})
