/** The families and their text, without a service. */

import t from 'tap'
import { gauge, Histograms, MetricCounters, Readings, Registry, total } from '../../src/server/metrics.ts'
import { cases, random } from '../random.ts'
import { scrapeOf } from './figures/scrape.ts'

t.test('the text of each kind of family', async (t) => {
  const registry = new Registry()
  const requests = registry.add(new MetricCounters({ name: 'a_total', help: 'As.', labels: ['route', 'status'] }))
  const times = registry.add(new Histograms({ name: 'b_seconds', help: 'Bs.' }, [0.5, 1]))
  registry.add(gauge({ name: 'c_bytes', help: 'Cs.' }, () => 1.5))
  registry.add(gauge({ name: 'unknown_bytes', help: 'Not known now.' }, () => undefined))
  registry.add(total({ name: 'd_total', help: 'Ds.' }, () => 3))
  requests.with('/x', '200').add()
  requests.with('/x', '200').add(2)
  requests.with('/y', '404')
  for (const value of [0.5, 0.6, 1, 7]) times.with().observe(value)
  t.equal(
    registry.text(),
    `# HELP a_total As.
# TYPE a_total counter
a_total{route="/x",status="200"} 3
a_total{route="/y",status="404"} 0
# HELP b_seconds Bs.
# TYPE b_seconds histogram
b_seconds_bucket{le="0.5"} 1
b_seconds_bucket{le="1"} 3
b_seconds_bucket{le="+Inf"} 4
b_seconds_sum 9.1
b_seconds_count 4
# HELP c_bytes Cs.
# TYPE c_bytes gauge
c_bytes 1.5
# HELP d_total Ds.
# TYPE d_total counter
d_total 3
`,
  )
  scrapeOf(registry.text())
})

t.test('a family without labels is there from the beginning, one with labels is not', async (t) => {
  const registry = new Registry()
  registry.add(new MetricCounters({ name: 'a_total', help: 'As.' }))
  registry.add(new MetricCounters({ name: 'b_total', help: 'Bs.', labels: ['x'] }))
  t.equal(registry.text(), '# HELP a_total As.\n# TYPE a_total counter\na_total 0\n')
})

t.test('any text comes back as a label and as help', async (t) => {
  const { text, between } = random('label texts')
  const texts = Array.from({ length: cases(400) }, () => text('ab\\"\n\r{},=# äé€😀\u2028', between(0, 12)))
  const registry = new Registry()
  const counters = registry.add(new MetricCounters({ name: 'a_total', help: `h${texts.join('')}`, labels: ['x', 'y'] }))
  for (const [i, value] of texts.entries()) counters.with(value, String(i)).add(i)
  const scrape = scrapeOf(registry.text())
  t.equal(scrape.families.get('a_total')?.help, `h${texts.join('')}`)
  for (const [i, x] of texts.entries()) t.equal(scrape.value('a_total', { x, y: String(i) }), i, `text ${i}`)
})

t.test('numbers that are no usual ones', async (t) => {
  const registry = new Registry()
  const values = [0, -1, 1e21, 1e-9, 2 ** 53, 0.1 + 0.2, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  registry.add(
    new Readings('gauge', { name: 'a', help: 'As.', labels: ['i'] }, () => values.map((value, i) => [[`${i}`], value])),
  )
  const scrape = scrapeOf(registry.text())
  for (const [i, value] of values.entries()) t.ok(Object.is(scrape.value('a', { i: String(i) }), value), String(value))
})

t.test('names that a scrape would refuse are refused where they are given', async (t) => {
  const help = 'x'
  for (const name of ['', '1a', 'a-b', 'a b', 'ä', 'a\n'])
    t.throws(() => new MetricCounters({ name, help }), RangeError, JSON.stringify(name))
  for (const label of ['', '1a', 'a:b', '__a', 'a-b']) {
    t.throws(() => new MetricCounters({ name: 'a_total', help, labels: [label] }), RangeError, JSON.stringify(label))
  }
  t.throws(() => new MetricCounters({ name: 'a_total', help, labels: ['a', 'a'] }), RangeError)
  t.throws(() => new Histograms({ name: 'a', help, labels: ['le'] }, [1]), RangeError)
  t.doesNotThrow(() => new MetricCounters({ name: 'a_total', help, labels: ['le'] }))
  for (const bounds of [[1, 1], [2, 1], [Number.NaN], [1, Number.POSITIVE_INFINITY]]) {
    t.throws(() => new Histograms({ name: 'a', help }, bounds), RangeError, bounds.join())
  }
  const registry = new Registry()
  const counters = registry.add(new MetricCounters({ name: 'a_total', help, labels: ['x'] }))
  t.throws(() => registry.add(gauge({ name: 'a_total', help }, () => 1)), RangeError)
  t.throws(() => counters.with(), RangeError)
  t.throws(() => counters.with('a', 'b'), RangeError)
})

t.test('random observations against a model that keeps all of them', async (t) => {
  const { between, pick } = random('observations')
  for (let round = 0; round < cases(200); round++) {
    const bounds = [...new Set(Array.from({ length: between(0, 8) }, () => between(-20, 100) / 4))].sort(
      (a, b) => a - b,
    )
    const registry = new Registry()
    const histograms = registry.add(new Histograms({ name: 'h', help: 'Hs.', labels: ['x'] }, bounds))
    const counters = registry.add(new MetricCounters({ name: 'c_total', help: 'Cs.', labels: ['x', 'y'] }))
    const observed = new Map<string, number[]>()
    const counted = new Map<string, number>()
    for (let i = between(0, 60); i > 0; i--) {
      const [x, y] = [pick(['', 'a', 'b"', 'c\\']), pick(['1', '2'])]
      const value = between(0, 120) / 4
      histograms.with(x).observe(value)
      observed.set(x, [...(observed.get(x) ?? []), value])
      counters.with(x, y).add(i)
      counted.set(`${x} ${y}`, (counted.get(`${x} ${y}`) ?? 0) + i)
    }
    const text = registry.text()
    if (observed.size === 0) {
      t.equal(text, '')
      continue
    }
    const scrape = scrapeOf(text)
    t.equal(scrape.size, observed.size * (bounds.length + 3) + counted.size)
    for (const [x, values] of observed) {
      for (const bound of bounds) {
        const below = values.filter((value) => value <= bound).length
        t.equal(scrape.value('h_bucket', { x, le: String(bound) }), below)
      }
      t.equal(scrape.value('h_count', { x }), values.length)
      t.equal(
        scrape.value('h_sum', { x }),
        values.reduce((sum, value) => sum + value, 0),
      )
    }
    for (const [key, value] of counted) {
      const [x = '', y = ''] = key.split(' ')
      t.equal(scrape.value('c_total', { x, y }), value)
    }
  }
})

t.test('the strict reader refuses what is wrong', async (t) => {
  const head = '# HELP h Hs.\n# TYPE h histogram\n'
  const wrong = [
    'a 1\n',
    '# HELP a As.\n# TYPE a gauge\na 1',
    '# HELP a As.\n# TYPE a gauge\na 1\na 2\n',
    '# HELP a As.\n# TYPE a gauge\na one\n',
    '# HELP a As.\n# TYPE a gauge\na{x="1" 1\n',
    '# HELP a As.\n# TYPE a gauge\n',
    '# HELP a As.\n# TYPE a counter\na 1\n',
    '# HELP a_total As.\n# TYPE a_total counter\na_total -1\n',
    '# TYPE a gauge\na 1\n',
    `${head}h_bucket{le="1"} 2\nh_bucket{le="+Inf"} 1\nh_sum 1\nh_count 1\n`,
    `${head}h_bucket{le="1"} 1\nh_bucket{le="+Inf"} 1\nh_sum 1\nh_count 2\n`,
    `${head}h_bucket{le="1"} 1\nh_sum 1\nh_count 1\n`,
    `${head}h_bucket{le="+Inf"} 1\nh_count 1\n`,
  ]
  for (const text of wrong) t.throws(() => scrapeOf(text), text)
})
