/** Counters in print jobs, in words and in designs: each label gets a number of its own, which stands with the job. */

import t, { type Test } from 'tap'
import { Counters, Jobs, printersIn, printersOf } from '../../../../src/printing/index.ts'
import { checkDigitOf } from '../../../../symbologies/gs1/index.ts'
import { designOf } from '../../../design/drawn.ts'
import { pngPicture } from '../../../oracle/picture.ts'
import { zxingTexts } from '../../../oracle/zxing.ts'
import { loopbackPrinter } from '../../../printing/channels/loopback-printer.ts'
import { endless } from '../../../printing/printers/example-jobs.ts'
import { storeInMemory } from '../../../printing/store/example-store.ts'
import { errorIn, type Reply, repliesIn, type Served, served, Wire } from '../../http/wire.ts'
import { got, type Posted, print, printWithKey } from '../print-service.ts'

const stock = '50x30'
const paper = await loopbackPrinter()
const row = { name: 'dock-3', address: paper.address, language: 'zpl', dpi: 203, stock, labelsPerMinute: 10_000 }
const printers = printersOf(printersIn(JSON.stringify([row])), { patience: endless })
const store = storeInMemory()
const counters = new Counters({ store })
const jobs = new Jobs({ store, printers, answerTo: () => undefined, record: () => {}, log: () => {} })

/** `box` is on the label twice; a field may have what looks like a place. */
const numbered = designOf({
  name: 'numbered',
  size: '50x30mm',
  fields: { text: {} },
  elements: [
    { kind: 'symbol', at: [1, 1], size: [28, 28], type: 'qr', value: 'QZ-{serial:box|6}' },
    { kind: 'text', at: [30, 1], size: [19, 8], value: '{serial:box}' },
    { kind: 'text', at: [30, 12], size: [19, 8], value: '{text}' },
  ],
})
/** What `numbered` is with the numbers as fields. */
const plain = designOf({
  name: 'plain',
  size: '50x30mm',
  fields: { long: {}, short: {}, text: {} },
  elements: [
    { kind: 'symbol', at: [1, 1], size: [28, 28], type: 'qr', value: 'QZ-{long}' },
    { kind: 'text', at: [30, 1], size: [19, 8], value: '{short}' },
    { kind: 'text', at: [30, 12], size: [19, 8], value: '{text}' },
  ],
})
const pallet = designOf({
  name: 'pallet',
  size: '50x30mm',
  elements: [
    { kind: 'symbol', at: [1, 1], size: [48, 12], type: 'code128', gs1: true, value: '(00){sscc:pallet}' },
    {
      kind: 'symbol',
      at: [1, 15],
      size: [14, 14],
      type: 'datamatrix',
      gs1: true,
      value: '(01)0950600{serial:pallet|6}(21)A',
    },
  ],
})
const all = [numbered, plain, pallet]
const designs = { list: () => all, find: (name: string) => all.find((design) => design.name === name) }
const service = await served({ printing: { printers, jobs, counters }, designs })
const without = await served({ printing: { printers }, designs })
t.teardown(async () => {
  await Promise.all([service.close(), without.close()])
  await jobs.close(0)
  await paper.close()
  store.close()
})

const allowed = ['Quietzone-Print: yes']

/** Prints, and returns what came out. */
async function printed(query: string, posted: Posted = { headers: allowed }, where: Served = service) {
  const before = paper.printed.length
  const reply = await print(where, `printer=dock-3&type=qr&${query}`, posted)
  return { reply, labels: paper.printed.slice(before).join('') }
}

/** Prints labels of a design, and returns what came out. */
async function printedDesign(query: string, posted: Posted = { headers: allowed }, where: Served = service) {
  const before = paper.printed.length
  const reply = await print(where, `printer=dock-3&${query}`, posted)
  return { reply, labels: paper.printed.slice(before).join('') }
}

/** What POST answers to a table. */
async function posted(target: string, table: string, where: Served = service): Promise<Reply> {
  const head = `POST ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: text/csv\r\nContent-Length: ${table.length}\r\n\r\n`
  const wire = new Wire(where.port).send(`${head}${table}`)
  await wire.closed
  return repliesIn(wire.received)[0]!
}

/** What is drawn for these texts. */
async function drawnFor(texts: readonly string[], more = ''): Promise<string> {
  const target = (text: string) =>
    `/api/v1/label?type=qr&format=zpl&dpi=203&size=${stock}&text=${encodeURIComponent(text)}${more}`
  return (await Promise.all(texts.map(async (text) => (await got(without, target(text))).body.toString()))).join('')
}

/** What `numbered` is with these numbers. */
async function designedWith(numbers: readonly number[], text = ''): Promise<string> {
  const drawn = numbers.map(async (number) => {
    const [long, short] = [`${number}`.padStart(6, '0'), `${number}`.padStart(4, '0')]
    const query = `design=plain&format=zpl&dpi=203&long=${long}&short=${short}&text=${encodeURIComponent(text)}`
    return (await got(without, `/api/v1/label?${query}`)).body.toString()
  })
  return (await Promise.all(drawn)).join('')
}

const serial = encodeURIComponent('QZ-{serial:box}')

/** A test that begins with the counter `box` of these settings. */
function test(name: string, run: (t: Test) => Promise<void>): void {
  t.test(name, (t) => {
    counters.set('box', { width: 4, limit: 9000 })
    return run(t)
  })
}

test('each copy of a label has a number of its own, which stands with the job', async (t) => {
  const { reply, labels } = await printed(`text=${serial}&qty=3`)
  t.match(JSON.parse(reply.body.toString()), { sent: { rows: 1, labels: 3 }, confirmed: { labels: 3 } })
  t.equal(labels, await drawnFor(['QZ-0001', 'QZ-0002', 'QZ-0003']))
  t.match(counters.ofJob(1), [{ counter: 'box', first: 1, count: 3, label: 1 }])
  const words = await printed(`text=A&title=${serial}`)
  t.equal(words.labels, await drawnFor(['A'], '&title=QZ-0004'))
  t.same(counters.gaps('box', 9), [])
})

test('rows of a table have numbers where they name a counter', async (t) => {
  counters.set('other', { start: 100 })
  const { next } = counters.get('box')!
  const body = 'text,qty\nQZ-{serial:box},2\nplain,1\n{serial:other}/{serial:box},1\n'
  const { reply, labels } = await printed('', { headers: allowed, body })
  t.match(JSON.parse(reply.body.toString()), { sent: { rows: 3, labels: 4 } })
  t.equal(reply.headers.get('quietzone-rows'), '3/3')
  const [a, b, c] = [0, 1, 2].map((i) => `${next + i}`.padStart(4, '0'))
  t.equal(labels, await drawnFor([`QZ-${a}`, `QZ-${b}`, 'plain', `100/${c}`]))
  const { id } = store.list({ limit: 1 })[0]!
  t.same(
    counters.ofJob(id).map(({ counter, first, count, label }) => [counter, first, count, label]),
    [
      ['box', next, 2, 1],
      ['other', 100, 1, 4],
      ['box', next + 2, 1, 4],
    ],
  )
})

test('what is not printed takes no number; rows that are left out leave a gap with their job', async (t) => {
  const { next } = counters.get('box')!
  const refused = await print(service, `printer=dock-3&type=ean13&text=${serial}`)
  t.equal(errorIn(refused).code, 'invalid_character')
  const rows = { headers: allowed, body: 'text,type\nQZ-{serial:box},ean13\nQZ-{serial:box},qr\n' }
  t.equal(errorIn(await print(service, 'printer=dock-3', rows)).code, 'invalid_rows')
  t.match(counters.get('box'), { next })
  const { reply, labels } = await printed('partial=true', rows)
  t.equal(reply.headers.get('quietzone-rows'), '1/2')
  t.equal(labels, await drawnFor([`QZ-${`${next}`.padStart(4, '0')}`]), 'a number that is not drawn is for the next')
  const { id: job } = store.list({ limit: 1 })[0]!
  t.same(counters.gaps('box', 9), [{ first: next + 1, last: next + 1, count: 1, job }])
})

test('the same key is the same job, with the same numbers', async (t) => {
  const { next } = counters.get('box')!
  for (let i = 0; i < 2; i++) await printWithKey(service, `printer=dock-3&type=qr&text=${serial}`, 'a-key')
  t.match(counters.get('box'), { next: next + 1 })
})

test('a counter that is not there, or at its end, is told before anything is drawn', async (t) => {
  const { next } = counters.get('box')!
  const none = encodeURIComponent('{serial:none}')
  t.match(errorIn((await printed(`text=a&title=${none}`)).reply), {
    code: 'counter_unknown',
    faults: [{ parameter: 'title', message: 'there is no counter none' }],
  })
  const body = 'text\na\n{serial:box}{serial:none}\n'
  t.match(errorIn((await printed('', { headers: allowed, body })).reply), { faults: [{ parameter: 'text', row: 3 }] })
  counters.set('box', { limit: next })
  t.match(errorIn((await printed(`text=${serial}&qty=2`)).reply), {
    code: 'counter_exhausted',
    message: `text: the counter box has 1 numbers up to ${next}; 2 numbers are wanted`,
  })
  t.match(counters.get('box'), { next })
  const stateless = await printed(`text=${serial}`, { headers: allowed }, without)
  t.match(errorIn(stateless.reply), { code: 'counter_unknown', message: /QZ_STATE/ })
  const literal = await printed(
    `escapes=true&text=${encodeURIComponent('\\x7bserial:box}')}`,
    { headers: allowed },
    without,
  )
  t.equal(literal.labels, await drawnFor(['{{serial:box}}']))
})

test('many orders at once: no number twice, and none is missing', async (t) => {
  const { next } = counters.get('box')!
  const orders = Array.from({ length: 12 }, (_, i) => printed(`text=${serial}&qty=${(i % 3) + 1}`))
  await Promise.all(orders)
  const runs = store
    .list({ limit: 12 })
    .flatMap(({ id }) => counters.ofJob(id))
    .flatMap(({ first, count }) => Array.from({ length: count }, (_, i) => first + i))
  t.same(
    runs.sort((a, b) => a - b),
    Array.from({ length: 24 }, (_, i) => next + i),
  )
})

test('each label of a design has a number of its own, the same in all of its elements', async (t) => {
  const { next } = counters.get('box')!
  const design = (query: string, posted: Posted = { headers: allowed }, where = service) =>
    printedDesign(`design=numbered&${query}`, posted, where)
  const { reply, labels } = await design('qty=3')
  t.match(JSON.parse(reply.body.toString()), { sent: { rows: 1, labels: 3 }, confirmed: { labels: 3 } })
  t.equal(labels, await designedWith([next, next + 1, next + 2]))
  const { id } = store.list({ limit: 1 })[0]!
  t.match(counters.ofJob(id), [{ counter: 'box', first: next, count: 3, label: 1 }])
  const body = `text,qty\n{serial:other},2\n${'x'.repeat(200)},1\n`
  t.equal(errorIn((await design('', { headers: allowed, body })).reply).code, 'invalid_rows')
  t.match(counters.get('box'), { next: next + 3 }, 'a refused order gives its numbers back')
  const field = { parameter: 'text', code: 'counter_unknown', row: 2, message: /values of the design may have/ }
  t.match(errorIn((await design('', { headers: allowed, body })).reply), { faults: [field] }, 'fields have no counters')
  const literal = { headers: allowed, body: body.replace('{serial:other}', '{{serial:other}}') }
  const partial = await design('partial=true', literal)
  t.equal(partial.labels, await designedWith([next + 3, next + 4], '{{serial:other}}'), 'in two braces it is text')
  for (let i = 0; i < 2; i++) {
    await printWithKey(service, 'printer=dock-3&design=numbered', 'a-design')
    t.match(counters.get('box'), { next: next + 7 })
  }
  counters.set('box', { limit: next + 7 })
  t.match(errorIn((await design('qty=2')).reply), { code: 'counter_exhausted', faults: [{ parameter: 'design' }] })
  t.match(errorIn((await design('', { headers: allowed }, without)).reply), {
    code: 'no_counter',
    faults: [{ parameter: 'design' }],
  })
})

test('a design has SSCCs, and check digits of what is counted', async (t) => {
  counters.set('pallet', { start: 7 })
  t.match(errorIn((await printedDesign('design=pallet')).reply), {
    code: 'counter_unknown',
    message: /no company prefix/,
  })
  counters.set('pallet', { prefix: '0614141', extension: 0 })
  const shown = await got(service, '/api/v1/label?design=pallet&format=png&dpi=300')
  const picture = pngPicture(shown.body)
  t.same(await zxingTexts(picture, 'code128'), ['00006141410000000074'])
  t.same(await zxingTexts(picture, 'datamatrix'), [`01${'0950600000007'}${checkDigitOf('0950600000007')}21A`])
  t.match(counters.get('pallet'), { next: 7 })
})

test('labels of a design that are not printed show what comes next, and take no number', async (t) => {
  counters.set('box', { limit: 9000 })
  const { next } = counters.get('box')!
  const query = 'design=numbered&format=zpl&dpi=203'
  const shown = await got(service, `/api/v1/label?${query}`)
  t.equal(shown.body.toString(), await designedWith([next]))
  t.equal(shown.headers.get('cache-control'), 'no-store')
  const many = await posted(`/api/v1/labels?${query}`, 'text,qty\na,2\na,1\n')
  t.equal(many.body.toString(), await designedWith([next, next + 1, next + 2], 'a'))
  const words = await posted(`/api/v1/labels?type=qr&format=zpl&dpi=203&size=${stock}`, 'text,qty\nQZ-{serial:box},2\n')
  const texts = [next, next + 1].map((number) => `QZ-${`${number}`.padStart(4, '0')}`)
  t.equal(words.body.toString(), await drawnFor(texts))
  t.match(counters.get('box'), { next })
  const stateless = await got(without, `/api/v1/label?${query}`)
  t.match(errorIn(stateless), { code: 'no_counter' })
  t.match(errorIn(await posted(`/api/v1/labels?${query}`, 'text\na\n', without)), { code: 'no_counter' })
})

test('many orders of designs and words at once: no number twice, and none is missing', async (t) => {
  const { next } = counters.get('box')!
  const orders = Array.from({ length: 8 }, (_, i) =>
    i % 2 === 0 ? printedDesign(`design=numbered&qty=${i + 1}`) : printed(`text=${serial}&qty=${i + 1}`),
  )
  await Promise.all(orders)
  const given = store
    .list({ limit: 8 })
    .flatMap(({ id }) => counters.ofJob(id))
    .flatMap(({ first, count }) => Array.from({ length: count }, (_, i) => first + i))
  t.same(
    given.sort((a, b) => a - b),
    Array.from({ length: 36 }, (_, i) => next + i),
  )
})
