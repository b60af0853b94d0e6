/**
 * The pictures, of at most 8 MiB as files, that POST /api/v1/check takes longest for, by CPU time: random ones of every kind that
 * test/reader/check/hostile-pngs.ts makes, and JPEGs of many scans, checked and graded within this process. A check has 20 s, and 10 while
 * somebody else waits.
 *
 *     npm run build && TEST_SEED=1 node build/bench/slow-pictures.js [seconds]
 */

import { graded } from '../src/reader/grade/index.ts'
import { checkedFile } from '../src/reader/picture-file.ts'
import { random, seed } from '../test/random.ts'
import { hostilePng } from '../test/reader/check/hostile-pngs.ts'
import { jpegOfScans } from './attacks/jpeg-scans.ts'

/** The longest body, and pictures as large as the service takes them. */
const most = { file: 8 << 20, pixels: 25e6, chunks: 1e6, bytes: 100e6 }

/** Milliseconds of CPU, of the thread that V8 compiles in as well. */
async function cost(file: Uint8Array<ArrayBuffer>): Promise<{ milliseconds: number; verdict: string }> {
  const before = process.cpuUsage()
  const { report, picture } = await checkedFile(file, {})
  if (picture !== undefined) graded(picture, {})
  const { user, system } = process.cpuUsage(before)
  return { milliseconds: (user + system) / 1000, verdict: report.verdict }
}

const until = performance.now() + 1000 * Number(process.argv[2] ?? 120)
const r = random('slow pictures')
const slowest = new Map<string, { milliseconds: number; verdict: string; bytes: number }>()
let tried = 0
for (; performance.now() < until; tried++) {
  const { kind, file } =
    r.between(0, 19) === 0
      ? { kind: 'scans of a JPEG', file: jpegOfScans(r.between(1, 1000), r.between(8, 5000)) }
      : hostilePng(tried, r, most)
  if (file.length > most.file) continue
  const found = { ...(await cost(file)), bytes: file.length }
  if (found.milliseconds > (slowest.get(kind)?.milliseconds ?? 0)) slowest.set(kind, found)
}
console.log(`${tried} pictures, seed ${seed}; the slowest of each kind`)
for (const [kind, { milliseconds, verdict, bytes }] of [...slowest].sort(
  ([, a], [, b]) => b.milliseconds - a.milliseconds,
)) {
  console.log(`${Math.round(milliseconds)} ms, ${bytes} bytes, ${kind}: ${verdict}`)
}
