import t from 'tap'
import { exampleCounters } from '../printing/counters/example-counters.ts'
import { storeInMemory } from '../printing/store/example-store.ts'
import { inLongRun } from '../random.ts'
import { examplePrinters } from '../server/api/example-printers.ts'
import { served } from '../server/http/wire.ts'
import { quietzone } from './quietzone.ts'

const store = storeInMemory()
const service = await served({ printing: { printers: examplePrinters(), counters: exampleCounters(store) } })
t.teardown(async () => {
  await service.close()
  store.close()
})

const counter = (...args: readonly string[]) => quietzone(['counter', ...args], { env: { QZ_URL: service.url } })

t.test('counters are made, set and shown', inLongRun, async (t) => {
  t.match(await counter('box', '--width', '4', '--start', '12'), {
    code: 0,
    stdout: Buffer.from('box: next is 0012\n'),
  })
  t.match(await counter('box', '--prefix', '0614142', '--json'), { code: 0, stdout: /"sscc":"00614142000000012\d"/ })
  t.equal((await counter('pallet')).stdout.toString(), 'pallet: next is 000004, 006141410000000043\n  gap: 3, job 1\n')
  t.match((await counter()).stdout.toString(), /^box: next is 0012, .*\npallet: next is 000004, /)
  t.match(await counter('pallet', '--start', '1'), { code: 0 }, 'as it was begun')
  const overlaps = await counter('box', '--prefix', '0614141')
  t.match(overlaps, { code: 1, stderr: /counter_overlaps: the counters box and pallet could both give the SSCC/ })
  const back = await counter('pallet', '--start', '2')
  t.match(back, { stderr: /counter_used: the counter pallet is at 4 and never goes back/ })
  t.not(back.code, 0)
})

t.test('what cannot be is said', async (t) => {
  t.match(await counter('Box'), { code: 2, stderr: /"Box" is not the name of a counter/ })
  t.match(await counter('--width', '4'), { code: 2, stderr: /options need the name of a counter/ })
  t.match(await counter('none'), { stderr: /counter_unknown: there is no counter none/ })
})
