import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { mostNumber } from '../../../src/printing/counters/counter-number.ts'
import { type CounterSettings, Counters, type Numbers } from '../../../src/printing/counters/counters.ts'
import { type Job, JobStore } from '../../../src/printing/index.ts'
import { forAll, inLongRun } from '../../random.ts'
import { newJob, testTime } from '../store/example-store.ts'

interface Opened {
  readonly store: JobStore
  readonly counters: Counters
}

const folder = mkdtempSync(join(tmpdir(), 'quietzone-counters-'))
t.teardown(() => rmSync(folder, { recursive: true }))
let files = 0

function opened(file = join(folder, `${files++}.sqlite`)): Opened & { again: () => Opened } {
  const store = new JobStore(file, { most: 64 << 20, free: () => 1e12, clock: () => testTime })
  const again = (): Opened => {
    store.close()
    return opened(file)
  }
  return { store, counters: new Counters({ store }), again }
}

function taken(counters: Counters, counts: Record<string, number>): Numbers {
  const numbers = counters.take(new Map(Object.entries(counts)))
  if ('code' in numbers) throw new Error(numbers.message)
  return numbers
}

/** Accepts a job of so many labels, and its numbers with it. */
const accepted = ({ counters, store }: Opened, numbers: Numbers, labels: number): Job =>
  store.accept(newJob(labels, { also: (job) => counters.record(numbers, job) }))

/** Takes numbers of one counter for so many labels, of which the first `used` get theirs, and accepts the job. */
function printed(here: Opened, counter: string, labels: number, used = labels) {
  const numbers = taken(here.counters, { [counter]: labels })
  const values = Array.from({ length: used }, (_, i) => {
    const { value } = numbers.next(counter) as { value: number }
    numbers.give([counter], i + 1)
    return value
  })
  return { values, job: accepted(here, numbers, used) }
}

t.test('numbers follow one another, with their zeros, after another start too', inLongRun, async (t) => {
  const first = opened()
  t.match(first.counters.set('pallet', { start: 8, step: 2, width: 6, limit: 20 }), { next: 8 })
  t.match(first.counters.peek('pallet'), { value: 8, text: '000008', sscc: undefined })
  t.same(printed(first, 'pallet', 3).values, [8, 10, 12])
  const { store, counters } = first.again()
  t.match(counters.get('pallet'), { start: 8, step: 2, width: 6, limit: 20, next: 14 })
  t.same(printed({ store, counters }, 'pallet', 1).values, [14])
  t.match(counters.ofJob(2), [{ counter: 'pallet', first: 14, count: 1, job: 2, label: 1 }])
  t.match(counters.take(new Map([['pallet', 4]])), {
    code: 'counter_exhausted',
    message: 'the counter pallet has 3 numbers up to 20; 4 numbers are wanted',
  })
  t.match(counters.take(new Map([['box', 1]])), { code: 'counter_unknown', message: 'there is no counter box' })
  t.same(counters.gaps('pallet', 10), [])
  store.close()
})

t.test('an SSCC has extension digit, prefix, the number and its check digit', async (t) => {
  const { counters, store } = opened()
  counters.set('sscc', { start: 1234567890, prefix: '0614141', extension: 1, limit: undefined })
  t.match(counters.peek('sscc'), { code: 'counter_exhausted' }, 'nine digits are left for the number')
  counters.set('other', { start: 234567890, prefix: '0614141', extension: 1 })
  // GS1 General Specifications, 4.2.1: the SSCC of a company with the prefix 0614141
  t.match(counters.peek('other'), { text: '234567890', sscc: '106141412345678908' })
  store.close()
})

t.test('a counter is set further, and never back', async (t) => {
  const here = opened()
  const { counters, store } = here
  counters.set('a', {})
  t.same(printed(here, 'a', 5).values, [1, 2, 3, 4, 5])
  t.match(counters.set('a', { start: 4 }), { code: 'counter_used', message: /at 6 and never goes back/ })
  t.match(counters.set('a', { width: 3 }), { next: 6, width: 3, start: 1 })
  t.match(counters.set('a', { start: 1, width: 4 }), { next: 6, width: 4 }, 'as it was begun is no step back')
  t.match(counters.set('a', { start: 100 }), { next: 100 })
  const skipped = { first: 6, last: 99, count: 94, job: undefined }
  t.same(counters.gaps('a', 10), [skipped])
  t.same(printed(here, 'a', 1).values, [100])
  const waiting = taken(counters, { a: 10 })
  t.match(counters.set('a', { step: 5 }), { next: 111 })
  waiting.release()
  t.match(counters.peek('a'), { value: 111 }, 'what was taken before is not given again')
  t.same(counters.gaps('a', 10), [{ first: 101, last: 110, count: 10, job: undefined }, skipped])
  t.same(
    counters.list().map(({ name }) => name),
    ['a'],
  )
  t.match(counters.set('b', { start: mostNumber }), { next: mostNumber })
  t.same(printed(here, 'b', 1).values, [mostNumber])
  t.match(counters.peek('b'), { code: 'counter_exhausted' })
  store.close()
})

/** Counters as they are set one after the other: those that are refused, with the code. */
function refusedOf(counters: Counters, settings: readonly (readonly [string, Partial<CounterSettings>])[]): string[] {
  return settings.flatMap(([name, given]) => {
    const made = counters.set(name, given)
    return 'code' in made ? [`${name} ${made.code}`] : []
  })
}

t.test(
  'counters that could give the same SSCC, or the same text under one prefix, are refused',
  inLongRun,
  async (t) => {
    const prefix = '0614141'
    const cases: readonly (readonly [
      string,
      Partial<CounterSettings>,
      Partial<CounterSettings>,
      RegExp | undefined,
    ])[] = [
      ['the same', { prefix }, { prefix }, /a and b|b and a/],
      ['ranges that meet', { prefix, limit: 100 }, { prefix, start: 100 }, /both give the SSCC 006141410000001002/],
      ['ranges apart', { prefix, limit: 100 }, { prefix, start: 101 }, undefined],
      ['other extension, the same text', { prefix }, { prefix, extension: 3 }, /the text 1 under the prefix 0614141/],
      [
        'other extension, other widths',
        { prefix, limit: 99 },
        { prefix, extension: 3, width: 3, limit: 99 },
        undefined,
      ],
      ['widths that digits fill', { prefix, limit: 99 }, { prefix, extension: 3, width: 2, limit: 99 }, /the text 10 /],
      ['a prefix in a prefix', { prefix }, { prefix: `${prefix}00` }, /the SSCC 0061414100000000\d\d/],
      ['a prefix beside a prefix', { prefix, limit: 9_999_999 }, { prefix: `${prefix}99` }, undefined],
      ['other prefixes', { prefix }, { prefix: '0614142' }, undefined],
      ['no prefix', {}, {}, undefined],
      ['one without a prefix', { prefix }, {}, undefined],
    ]
    for (const [name, a, b, message] of cases) {
      const { counters, store } = opened()
      counters.set('a', a)
      const made = counters.set('b', b)
      t.match(made, message === undefined ? { name: 'b' } : { code: 'counter_overlaps', message }, name)
      t.equal(counters.get('b') === undefined, message !== undefined, `${name}: nothing is made of it`)
      store.close()
    }
  },
)

t.test('what a counter gave before is not given by another', async (t) => {
  const here = opened()
  const { counters, store } = here
  const prefix = '0614141'
  counters.set('a', { prefix, limit: 50 })
  printed(here, 'a', 5)
  t.match(counters.set('a', { prefix: '0614142' }), {
    code: 'counter_used',
    message: /has given SSCCs of 0 and 0614141/,
  })
  t.match(counters.set('a', { extension: 1 }), { code: 'counter_used' })
  counters.set('a', { start: 40 })
  t.same(refusedOf(counters, [['b', { prefix, limit: 5 }]]), ['b counter_overlaps'], 'they are on labels')
  t.same(
    refusedOf(counters, [
      ['b', { prefix, start: 51, limit: 60 }],
      ['b', { limit: 70 }],
    ]),
    [],
  )
  t.same(refusedOf(counters, [['a', { limit: 51 }]]), ['a counter_overlaps'], 'nor may it grow into another')
  t.match(counters.get('a'), { limit: 50, next: 40 })
  t.same(refusedOf(counters, [['b', { prefix: '0614142', start: 51 }]]), [], 'none of its own are out')
  store.close()
})

t.test('counters that are accepted never give an SSCC twice', inLongRun, async () => {
  const settings = fc.record({
    prefix: fc.constantFrom('06141411234', '061414112345', '061414112340'),
    extension: fc.constantFrom(0, 0, 3),
    start: fc.nat(12),
    limit: fc.integer({ min: 5, max: 24 }),
    step: fc.integer({ min: 1, max: 3 }),
    width: fc.integer({ min: 1, max: 3 }),
  })
  const labels = fc.integer({ min: 1, max: 4 })
  const acts = fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.oneof(settings, labels, labels)), { maxLength: 12 })
  await forAll([settings, settings, acts], { count: 240 }, (a, b, all) => {
    const here = opened(':memory:')
    const seen: string[] = []
    for (const [name, act] of [['a', a] as const, ['b', b] as const, ...all]) {
      if (typeof act !== 'number') here.counters.set(name, act)
      const numbers = typeof act === 'number' ? here.counters.take(new Map([[name, act]])) : undefined
      if (numbers === undefined || 'code' in numbers) continue
      const { labels, ssccs } = given(numbers, name)
      seen.push(...ssccs)
      accepted(here, numbers, labels)
    }
    here.store.close()
    return new Set(seen).size === seen.length
  })
})

/** Gives all numbers of an order for one counter to its labels. */
function given(numbers: Numbers, name: string): { readonly labels: number; readonly ssccs: readonly string[] } {
  const { count } = numbers.taken[0]!
  const ssccs = Array.from({ length: count }, (_, i) => {
    const { sscc = '' } = numbers.next(name) as { sscc?: string }
    numbers.give([name], i + 1)
    return sscc
  })
  return { labels: count, ssccs }
}

t.test('orders that come to nothing give their numbers back, or leave a gap', async (t) => {
  const here = opened()
  const { counters, store } = here
  counters.set('a', {})
  taken(counters, { a: 5 }).release()
  t.match(counters.peek('a'), { value: 1 })
  const first = taken(counters, { a: 5 })
  t.match(counters.peek('a'), { value: 6 })
  t.same(printed(here, 'a', 2).values, [6, 7])
  first.release()
  t.match(counters.peek('a'), { value: 8 })
  t.same(counters.gaps('a', 10), [{ first: 1, last: 5, count: 5, job: undefined }])
  const early = taken(counters, { a: 3 })
  t.same(printed(here, 'a', 1).values, [11])
  t.match(counters.gaps('a', 1), [{ first: 8, last: 10 }], 'as long as it is not accepted')
  early.give(['a'], 1)
  early.give(['a'], 3)
  const job = accepted(here, early, 3)
  early.release()
  t.match(counters.get('a'), { next: 12 })
  t.same(
    counters.ofJob(job.id).map(({ first, count, label }) => [first, count, label]),
    [
      [8, 1, 1],
      [9, 1, 3],
      [10, 1, undefined],
    ],
  )
  t.same(counters.gaps('a', 10), [
    { first: 10, last: 10, count: 1, job: 3 },
    { first: 1, last: 5, count: 5, job: undefined },
  ])
  store.change(job.id, { state: 'cancelled', sent: 3, confirmed: 2, printed: 2 })
  t.match(counters.gaps('a', 2), [
    { first: 10, job: 3 },
    { first: 9, last: 9, count: 1, job: 3 },
  ])
  const later = here.again()
  t.match(later.counters.get('a'), { next: 12 }, 'on disk too')
  later.store.close()
})

t.test('a job that is not accepted takes no number with it, and one that is cannot be without', async (t) => {
  const here = opened()
  const { counters, store } = here
  counters.set('a', {})
  const numbers = taken(counters, { a: 2 })
  numbers.give(['a'], 1)
  const also = (job: Job): never => {
    counters.record(numbers, job)
    throw new Error('the disk is full')
  }
  t.throws(() => store.accept(newJob(1, { also })), { message: 'the disk is full' })
  numbers.release()
  store.accept(newJob(1))
  t.same(counters.ofJob(1), [], 'the next job has nothing of it')
  t.match(counters.get('a'), { next: 1 })
  const later = taken(counters, { a: 2 })
  later.give(['a'], 1)
  later.give(['a'], 2)
  accepted(here, later, 2)
  later.release()
  t.match(counters.get('a'), { next: 3 }, 'what was accepted is not free')
  store.close()
})

t.test('a counter that is not as it was written gives no number', async (t) => {
  const { counters, store } = opened()
  counters.set('a', {})
  store.database.run('UPDATE counter SET next = 0')
  for (const work of [() => counters.peek('a'), () => counters.list(), () => counters.take(new Map([['a', 1]]))])
    t.throws(work, { name: 'StateError', message: /counter a does not match its checksum/ })
  store.close()
})

t.test('whatever orders do, and whenever the process dies, no number is on two labels', inLongRun, async () => {
  const order = fc.record({
    labels: fc.integer({ min: 1, max: 7 }),
    used: fc.integer({ min: 0, max: 7 }),
    end: fc.constantFrom('accepted', 'released', 'open', 'killed'),
    step: fc.integer({ min: 1, max: 3 }),
  })
  await forAll([fc.array(order, { maxLength: 25 })], { count: 100 }, (orders) => {
    let here = opened()
    here.counters.set('a', {})
    const seen = new Set<number>()
    let open: { numbers: Numbers; used: number; values: number[] }[] = []
    const accept = ({ numbers, used, values }: (typeof open)[number]): void => {
      if (used === 0) {
        numbers.release()
        return
      }
      accepted(here, numbers, used)
      numbers.release()
      for (const value of values) {
        if (seen.has(value)) throw new Error(`${value} twice`)
        seen.add(value)
      }
    }
    for (const { labels, used: wanted, end, step } of orders) {
      const used = Math.min(wanted, labels)
      here.counters.set('a', { step })
      const numbers = taken(here.counters, { a: labels })
      const values = Array.from({ length: used }, (_, i) => {
        const { value } = numbers.next('a') as { value: number }
        numbers.give(['a'], i + 1)
        return value
      })
      if (end === 'open') open.push({ numbers, used, values })
      if (end === 'released') numbers.release()
      if (end === 'accepted') {
        accept({ numbers, used, values })
        open.splice(0, 1).forEach(accept)
      }
      if (end !== 'killed') continue
      open = []
      here.store.close()
      here = opened(join(folder, `${files - 1}.sqlite`))
    }
    open.forEach(accept)
    const { next } = here.counters.get('a')!
    for (const value of seen) if (value >= next) throw new Error(`${value} may come again`)
    here.store.close()
  })
})
