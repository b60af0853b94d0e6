import t from 'tap'
import { jpegOfScans } from '../../../../bench/attacks/jpeg-scans.ts'
import { drawBarcode } from '../../../../src/draw.ts'
import { Checker } from '../../../../src/server/api/check/checker.ts'
import { inLongRun } from '../../../random.ts'

const picture = (text: string): Uint8Array<ArrayBuffer> =>
  drawBarcode(
    { text, type: 'qr', format: 'png', includetext: false, scale: 2, height: 10, rotate: 'N' },
    { maxPixels: 1e6 },
  ).bytes
const asked = (file: Uint8Array<ArrayBuffer>) => ({ file, dpi: undefined, options: {} })

t.test('pictures of several clients are checked one after the other', inLongRun, async (t) => {
  const checker = new Checker()
  const texts = Array.from({ length: 20 }, (_, i) => `text ${i}`)
  const reports = await Promise.all(texts.map((text, i) => checker.check(`client ${i % 3}`, asked(picture(text)))))
  t.same(
    reports.map((report) => ('text' in report ? report.text : undefined)),
    texts,
  )
})

t.test('a client has half of the room that others leave, and gives it back', inLongRun, async (t) => {
  const checker = new Checker()
  const large = new Uint8Array(9 << 20)
  const first = checker.check('a', asked(large))
  await t.rejects(checker.check('a', asked(large)), { message: /other pictures wait/ })
  const second = checker.check('b', asked(large))
  t.match(await first, { verdict: 'unreadable' })
  t.match(await second, { verdict: 'unreadable' })
  t.match(await checker.check('a', asked(large)), { verdict: 'unreadable' })
})

t.test('a picture that takes too long is given up, and the next one is checked', inLongRun, async (t) => {
  const checker = new Checker({ alone: 0, besideOthers: 0 })
  await t.rejects(checker.check('a', asked(picture('slow'))), { name: 'Error', message: /crop it to its symbol/ })
  const patient = new Checker()
  const lost = patient.check('a', { ...asked(picture('x')), file: 1 as never })
  await t.rejects(lost, { name: 'Error' }, 'a fault of the checker is one')
  t.match(await patient.check('a', asked(picture('next'))), { text: 'next' })
})

/** A picture whose check takes about a second. */
const slow = () => asked(jpegOfScans(4))

t.test(
  'clients take turns by the time that they have used, not in the order in which they came',
  inLongRun,
  async (t) => {
    const checker = new Checker()
    const ended: string[] = []
    const check = (client: string, name: string) =>
      checker.check(client, asked(picture(name))).then(() => void ended.push(name))
    const many = Array.from({ length: 5 }, (_, i) => check('many', `many ${i}`))
    const few = [check('few', 'few 0'), check('few', 'few 1')]
    await Promise.all([...many, ...few])
    t.equal(ended[0], 'many 0')
    t.equal(ended[1], 'few 0', 'before the four that came earlier')
    t.ok(ended.indexOf('few 1') < ended.indexOf('many 4'))
    await check('new', 'new')
    const later = [check('many', 'many 5'), check('many', 'many 6'), check('other', 'other')]
    await Promise.all(later)
    t.same(ended.slice(-3), ['many 5', 'other', 'many 6'])
  },
)

t.test('twelve slow pictures of clients that have left hold nobody', inLongRun, async (t) => {
  const checker = new Checker()
  const connections = Array.from({ length: 12 }, () => new AbortController())
  const abandoned = connections.map(({ signal }, i) => checker.check(`attacker ${i % 4}`, slow(), signal))
  const outcomes = Promise.allSettled(abandoned)
  for (const connection of connections) connection.abort()
  const answer = await checker.check('other', asked(picture('here')))
  t.match(answer, { text: 'here' })
  for (const outcome of await outcomes) {
    t.match(outcome, { status: 'rejected', reason: { message: /has closed its connection/ } })
  }
})

t.test('a check of a client that has left goes on while nobody waits', inLongRun, async (t) => {
  const checker = new Checker()
  const left = new AbortController()
  const alone = checker.check('a', asked(picture('alone')), left.signal)
  left.abort()
  t.match(await alone, { text: 'alone' })
  const before = AbortSignal.abort()
  t.match(await checker.check('a', asked(picture('half closed')), before), { text: 'half closed' })
  const first = checker.check('a', asked(picture('first')))
  await t.rejects(checker.check('b', asked(picture('second')), before), { message: /has closed its connection/ })
  t.match(await first, { text: 'first' })
})

t.test('a check has less time while another client waits', inLongRun, async (t) => {
  const checker = new Checker({ alone: 60_000, besideOthers: 0 })
  const first = checker.check('a', slow())
  const second = checker.check('a', asked(picture('of the same')))
  const lost = t.rejects(first, { message: /more than 0 s while others wait/ })
  const other = checker.check('b', asked(picture('other')))
  await lost
  t.match(await other.catch((error: Error) => error), { message: /while others wait/ }, 'which waits for the second')
  t.match(await second, { text: 'of the same' })
})
