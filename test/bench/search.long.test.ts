import t from 'tap'
import { type Draw, seeded } from '../../bench/pools.ts'
import { type Cost, climb, type Space } from '../../bench/search/climb.ts'
import { type Candidate, described, description, queryOf, requests } from '../../bench/search/requests.ts'
import { alphabet, textOf } from '../../bench/search/texts.ts'
import { requestCost } from '../../bench/worst.ts'
import { parameters } from '../../src/request/params.ts'
import { cases, seed } from '../random.ts'

/** Requests as the search makes them: fresh ones, and such as descend from them. */
function candidates(draw: Draw, count: number): Candidate[] {
  return Array.from({ length: count }, (_, i) => {
    let candidate = requests.fresh(draw)
    for (let changes = i % 4; changes > 0; changes--) candidate = requests.altered(candidate, draw)
    return candidate
  })
}

/** What a search with the fake cost proposes, in order. */
function proposals(seed: number, cost: (candidate: Candidate) => Cost): string[] {
  const asked: string[] = []
  const noted = (candidate: Candidate): Cost => {
    asked.push(description(candidate))
    return cost(candidate)
  }
  climb(requests, { cost: noted, seed, enough: (tried) => tried >= 600 })
  return asked
}

const byLength = ({ endpoint, text }: Candidate): Cost => ({ milliseconds: textOf(text).length, kind: endpoint })

t.test('with the same seed and the same costs the search proposes the same', async (t) => {
  const once = proposals(7, byLength)
  t.same(proposals(7, byLength), once)
  t.notSame(proposals(8, byLength), once)
})

t.test('a description makes its request again, and is one cell of a table', async (t) => {
  for (const candidate of candidates(seeded(seed), cases(500))) {
    const line = description(candidate)
    const again = described(line)
    t.same(again, candidate, line)
    t.equal(queryOf(again), queryOf(candidate))
    t.notMatch(line, /[|`\n]/)
  }
  t.throws(() => described('explain type=qr; many words'), SyntaxError)
  t.throws(() => described('explain type=qr; 2 x word'), SyntaxError)
})

t.test('a text is made as its description says', async (t) => {
  const made = described('label type=qr size=4x6; 2 x "ab" U+0301*3, 5 of digits:1 #3; escaped; then 2 x "&x=%zz"')
  t.match(textOf(made.text), /^(ab\u0301{3}){2}[0-9]{5}$/)
  t.match(queryOf(made), /^type=qr&size=4x6&text=(%61%62(%cc%81){3}){2}(%3[0-9]){5}(&x=%zz){2}$/)
  t.same(alphabet('NotoEmoji', 1), ['\u{1f4d3}'], 'its notebook has by far the most points')
  t.throws(() => alphabet('NotoKlingon', 1), RangeError)
})

t.test('requests of every endpoint and type are tried, with every parameter, good and bad', async (t) => {
  const all = candidates(seeded(1), 4000)
  for (const endpoint of ['barcode', 'label', 'explain'] as const) {
    const own = all.filter((each) => each.endpoint === endpoint)
    t.same(new Set(own.map(({ given }) => given.type)), new Set(parameters[endpoint].type.words))
    const names = new Set(own.flatMap(({ given }) => Object.keys(given)))
    t.same(names, new Set(Object.keys(parameters[endpoint]).filter((name) => name !== 'text')))
  }
  const statuses = new Set(all.filter((_, i) => i % 40 === 0).map((each) => requestCost(each).kind.split(' ').at(-1)))
  t.same([...statuses].toSorted().slice(0, 3), ['200', '400', '422'])
})

t.test('what no server reads is not asked', async (t) => {
  const long = described('barcode type=qr; 1 x "a"; then 40000 x "&x="')
  t.equal(queryOf(long), undefined)
  t.same(requestCost(long), { milliseconds: 0, kind: 'unread' })
})

t.test('it climbs to a slow spot', async (t) => {
  const notebook = '\u{1f4d3}'
  const cost = ({ endpoint, given, text }: Candidate): Cost => {
    const points = [...textOf(text)]
    const slow = endpoint === 'barcode' && given.type === 'code128' && given.format === 'pdf'
    const notebooks = points.filter((point) => point === notebook).length
    return { milliseconds: notebooks * (slow ? 1 : 0.1), kind: `${endpoint} ${given.type} ${given.format}` }
  }
  for (const seed of [1, 2]) {
    const { worst, tried } = climb(requests, { cost, seed, enough: (tried) => tried >= 5000 })
    t.equal(tried, 5000)
    t.ok(worst[0]!.milliseconds > 4000, description(worst[0]!.candidate))
  }
})

/** Whole numbers up to a million. */
const numbers: Space<number> = {
  fresh: (draw) => draw(0, 1e6),
  altered: (number, draw) => number + draw(-1000, 1000),
  crossed: (number, other) => Math.round((number + other) / 2),
  key: String,
}

t.test('a time that others made long does not count; the worst of each kind is told, the worst first', async (t) => {
  const asked = new Set<number>()
  const cost = (number: number): Cost => {
    const disturbed = number % 7 === 0 && !asked.has(number)
    asked.add(number)
    return { milliseconds: disturbed ? 1e9 : number, kind: `ends in ${number % 10}` }
  }
  const records: number[] = []
  const progress = ({ milliseconds }: Cost): void => void records.push(milliseconds)
  const { worst } = climb(numbers, { cost, seed, enough: (tried) => tried >= 3000, progress })
  t.equal(worst.length, 10)
  t.same(
    worst.map(({ milliseconds }) => milliseconds),
    worst.map(({ candidate }) => candidate),
  )
  const sorted = worst.toSorted((a, b) => b.milliseconds - a.milliseconds)
  t.same(worst, sorted)
  t.same(
    records,
    records.toSorted((a, b) => a - b),
  )
})
