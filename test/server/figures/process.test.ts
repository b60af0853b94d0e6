/** The delay of the event loop: what a stall counts for, and that a real one is seen. */

import { connect } from 'node:net'
import t from 'tap'
import { observeStall } from '../../../src/server/figures/process.ts'
import { Histograms } from '../../../src/server/metrics.ts'
import { cases, inLongRun, random } from '../../random.ts'
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

t.test('an event loop that stands still is seen, once somebody has asked', inLongRun, async (t) => {
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

t.test('conventional names of the process', async (t) => {
  const service = await served()
  const scrape = await scraped(service)
  const resident = scrape.value('process_resident_memory_bytes') ?? 0
  t.ok(resident > 20e6 && resident < 8e9, `${resident} bytes`)
  t.ok(Math.abs((scrape.value('process_start_time_seconds') ?? 0) - Date.now() / 1000) < 3600)
  t.ok((scrape.value('process_cpu_seconds_total') ?? 0) > 0.1)
  t.ok((scrape.value('process_open_fds') ?? 0) > 3 || process.platform !== 'linux')
  t.ok((scrape.value('process_max_fds') ?? 0) > 3 || process.platform !== 'linux')
  t.ok((scrape.value('nodejs_heap_size_used_bytes') ?? 0) > 1e6)
  const info = scrape.families.get('quietzone_build_info')?.series[0]
  t.equal(info?.labels.get('node'), process.version)
  t.match(info?.labels.get('version'), /^\d+\.\d+\.\d+/)
  await service.close()
})

t.test('open connections are in the number of file descriptors', async (t) => {
  if (process.platform !== 'linux') return
  const service = await served()
  const before = (await scraped(service)).value('process_open_fds') ?? 0
  const sockets = Array.from({ length: 10 }, () => connect(service.port, '127.0.0.1'))
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve))))
  const during = (await scraped(service)).value('process_open_fds') ?? 0
  t.ok(during >= before + 10, `${before} and ${during}`)
  for (const socket of sockets) socket.destroy()
  await service.close()
})
