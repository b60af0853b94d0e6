import t from 'tap'
import { printersOf } from '../../../src/printing/index.ts'
import { HeldChannel } from '../channels/held-channel.ts'
import { dock, endless, failureOf, jobOf, piecesOf } from '../printers/example-jobs.ts'

/** Printers whose channels are held, by their hosts. */
function shop(...hosts: readonly string[]) {
  const channels = new Map(hosts.map((host) => [host, new HeldChannel()]))
  const at = (host: string, more = {}) =>
    ({ ...dock, address: { kind: 'socket', host, port: 9100 }, labelsPerMinute: 10_000, ...more }) as const
  const printers = printersOf([at(hosts[0]!)], {
    patience: endless,
    clock: () => 0,
    channelOf: ({ address }) => channels.get(address.kind === 'socket' ? address.host : '')!,
  })
  return { printers, at, channel: (host: string) => channels.get(host)! }
}

t.test('a printer that is described as before stays the same, and keeps its question', async (t) => {
  const { printers, at } = shop('a', 'b')
  const before = printers.find('dock-3')!
  let replaced = 0
  printers.onReplaced(() => replaced++)
  printers.replace([at('b', { name: 'lab' }), at('a')])
  t.equal(printers.find('dock-3'), before)
  t.same(
    printers.list.map(({ name }) => name),
    ['lab', 'dock-3'],
  )
  t.equal(replaced, 1)
  printers.replace([at('a', { dpi: '300' })])
  t.not(printers.find('dock-3'), before)
  t.equal(printers.find('lab'), undefined)
  await printers.close()
})

t.test('one that is described otherwise keeps its queue; each job goes where it was made for', async (t) => {
  const { printers, at, channel } = shop('a', 'b')
  const before = printers.find('dock-3')!
  const first = printers.print(before, jobOf(piecesOf(1, { first: 1 })))
  const second = printers.print(before, jobOf(piecesOf(1, { first: 2 })))
  printers.replace([at('b')])
  const after = printers.find('dock-3')!
  const third = printers.print(after, jobOf(piecesOf(1, { first: 3 })))
  t.equal(printers.waiting(after), 3, 'one queue')
  await channel('a').end()
  await first
  t.same(channel('b').begun, [], 'not beside another')
  await channel('a').end()
  await second
  await channel('b').end()
  await third
  t.same([channel('a').begun, channel('b').begun], [[1, 2], [3]])
  await printers.close()
})

t.test('one that has gone prints what was ordered, and the end waits for it', async (t) => {
  const { printers, at, channel } = shop('a', 'b')
  const before = printers.find('dock-3')!
  printers.replace([at('b', { name: 'lab' })])
  printers.replace([at('b', { name: 'lab' })])
  const job = printers.print(before, jobOf(piecesOf(1)))
  let isClosed = false
  const closed = printers.close().then(() => {
    isClosed = true
  })
  await new Promise(setImmediate)
  t.notOk(isClosed)
  await channel('a').end()
  await Promise.all([job, closed])
  t.equal((await failureOf(printers.print(before, jobOf(piecesOf(1))))).code, 'overloaded')
  printers.replace([])
  t.same(
    printers.list.map(({ name }) => name),
    ['lab'],
    'nothing is replaced any more',
  )
})

t.test('labels a minute are those of the file as it is', async (t) => {
  const { printers, at, channel } = shop('a')
  const job = () => printers.print(printers.find('dock-3')!, jobOf(piecesOf(1)))
  printers.replace([at('a', { labelsPerMinute: 1 })])
  t.equal((await failureOf(job())).code, 'too_many_labels')
  printers.replace([at('a', { labelsPerMinute: 2 })])
  const first = job()
  t.match(await failureOf(job()), { code: 'rate_limited', message: /at most 2 labels a minute/ })
  printers.replace([at('a', { labelsPerMinute: 4 })])
  t.equal((await failureOf(job())).code, 'rate_limited', 'the minute of those that were taken goes on')
  await channel('a').end()
  await first
  await printers.close()
})
