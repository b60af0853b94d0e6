/** `quietzone content`: elements on standard output, faults on standard error, and exit codes. */

import t from 'tap'
import { quietzone } from './quietzone.ts'

t.test('content', async (t) => {
  const right = await quietzone(['content', '+A99912345/$$52001510X33'])
  t.equal(right.code, 0)
  t.match(right.stdout.toString(), /^hibc: Health Industry Bar Code \(ANSI\/HIBC 2\.6-2016/)
  t.match(right.stdout.toString(), /\n {2}EXP {2}Expiry date +20015 {2}\(2020-01-15\)\n/)
  t.equal(right.stderr, '')

  const wrong = await quietzone(['content', '--escapes', '[)>\\x1e06\\x1d1P1234\\x1dQ1O\\x1e'])
  t.equal(wrong.code, 1)
  t.match(wrong.stderr, 'quietzone: wrong_character, 16 to 17: Quantity has "O"; accepted: 0-9, - and .\n')
  const meant = "'[)>\\x1e06\\x1d1P1234\\x1dQ10\\x1e\\x04'"
  t.match(wrong.stderr, `quietzone: try: --escapes true --text ${meant}\n`)
  t.notMatch(wrong.stdout.toString(), /\p{Cc}(?<!\n)/u, 'separators do not reach the terminal')

  const json = await quietzone(['content', '--json', '--content', 'gtin', '4006381333930'])
  t.equal(json.code, 1)
  t.match(JSON.parse(json.stdout.toString()), {
    kind: 'gtin',
    faults: [{ code: 'wrong_check_character', span: { start: 12, end: 13 }, suggestion: '4006381333931' }],
    repaired: '4006381333931',
  })
  const other = await quietzone(['content', 'hello', '--json'])
  t.equal(other.code, 0)
  t.same(JSON.parse(other.stdout.toString()), { kind: null, elements: [], faults: [], notJudged: [] })
  t.match((await quietzone(['content', 'hello'])).stdout.toString(), 'not recognised')
  t.match((await quietzone(['content', '-'], { input: '978-3-16-148410-0\n' })).stdout.toString(), /^isbn: ISBN/)
  t.equal((await quietzone(['content'])).code, 2)
  t.match((await quietzone(['content', 'x', '--content', 'isn'])).stderr, 'did you mean isbn?')
})

t.test('hostile texts are answered within bounds', async (t) => {
  const long = await quietzone(['content', '+'.repeat(7090)])
  t.equal(long.code, 2, 'more than any symbol holds')
  t.match(long.stderr, /7089/)
  const zeros = await quietzone(['content', '--escapes', '--content', 'hibc', `+A123\\x00\\x00${'/Q1'.repeat(2000)}`])
  t.equal(zeros.code, 1)
  t.notMatch(zeros.stdout + zeros.stderr, /\0/, 'nothing that a terminal obeys')
  t.ok(zeros.stderr.split('\n').length < 110, 'a hundred faults at most')
  const half = await quietzone(['content', '--escapes', '+A\\u{d800}'])
  t.equal(half.code, 2)
  t.match(half.stderr, /escape/)
})
