/** The delay of the event loop: what a stall counts for, and that a real one is seen. */

import t from 'tap'
import { observeStall } from '../../../src/server/figures/process.ts'
import { Histograms } from '../../../src/server/metrics.ts'
import { cases, random } from '../../random.ts'
import { served } from '../http/wire.ts'
import { scraped } from './scrape.ts'

t.test('a stall counts as the samples that were due in it', async (t) => {
  const { between } = random('stalls')
  for (let i = 0; i < cases(200); i++) {
    const histogram = new Histograms({ name: 'h', help: 'Hs.' }, [0.05, 1]).with()
    const milliseconds = between(0, 3000)
    observeStall(histogram, milliseconds)
    // due at 0, 50, 100 ... before the end of the stall
    const waits = [milliseconds]
    for (let due = 50; due <= milliseconds - 50; due += 50) waits.push(milliseconds - due)
    t.equal(histogram.counts[0], waits.filter((wait) => wait <= 50).length, `${milliseconds} ms`)
    t.equal(histogram.counts[2], waits.filter((wait) => wait > 1000).length, `${milliseconds} ms`)
    t.equal(
      histogram.counts.reduce((sum, count) => sum + count, 0),
      waits.length,
      `${milliseconds} ms`,
    )
  }
  const day = new Histograms({ name: 'h', help: 'Hs.' }, [1]).with()
  observeStall(day, 86_400_000)
  t.equal(day.counts[1], 1000, 'a machine that slept for a day')
})

t.test('an event loop that stands still is seen, once somebody has asked', async (t) => {
  const service = await served()
  t.equal((await scraped(service)).value('quietzone_event_loop_delay_seconds_count'), 0)
  const before = (await scraped(service)).value('quietzone_event_loop_active_seconds_total') ?? 0
  const end = performance.now() + 700
  while (performance.now() < end);
  let scrape = await scraped(service)
  const slow = (): number =>
    (scrape.value('quietzone_event_loop_delay_seconds_count') ?? 0) -
    (scrape.value('quietzone_event_loop_delay_seconds_bucket', { le: '0.5' }) ?? 0)
  for (let i = 0; i < 1000 && slow() === 0; i++) scrape = await scraped(service)
  t.ok(slow() >= 1, `${slow()} samples above half a second`)
  t.ok((scrape.value('quietzone_event_loop_delay_seconds_sum') ?? 0) >= 0.6)
  t.ok((scrape.value('quietzone_event_loop_active_seconds_total') ?? 0) >= before + 0.65)
  await service.close()
})
