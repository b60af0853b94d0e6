/**
 * The designs in a body, of at most 1 MB, that hold the event loop longest in one step, by CPU time: a search within this
 * process.
 *
 *     npm run build && node build/bench/slow-designs.js [seconds] [seed]
 */

import type { Answer, LongAnswer, Steps } from '../src/answer.ts'
import { VerificationFailure } from '../src/reader/verify/failure.ts'
import { labels } from '../src/server/api/labels/index.ts'
import { loadHarfBuzz } from '../src/text/installed-fonts.ts'
import { type Cost, climb } from './search/climb.ts'
import { bodyOf, type DesignCandidate, designs } from './search/designs.ts'

const [seconds = 120, seed = 1] = process.argv.slice(2).map(Number)
const endpoint = labels({ limits: { maxPixels: 25_000_000 }, policy: 'off' })
const sender = { principal: { key: 'a', name: 'a' }, headerOf: () => undefined, printingRefused: () => undefined }

/** The longest step of a request, and what was answered. */
function cost(candidate: DesignCandidate): Cost {
  const bytes = bodyOf(candidate)
  if (bytes === undefined) return { milliseconds: 0, kind: 'too long' }
  const steps = endpoint(candidate.query, { mediaType: 'application/json', bytes }, sender) as Steps | Answer
  if (!('next' in steps)) return { milliseconds: 0, kind: String(steps.status) }
  let longest = 0
  for (const deadline = performance.now() + 1500; ; ) {
    const from = process.cpuUsage()
    const step = stepOf(steps)
    const { user, system } = process.cpuUsage(from)
    longest = Math.max(longest, (user + system) / 1000)
    // what comes later is of the same kind: other rows
    if (step !== 'failed' && !step.done && performance.now() < deadline) continue
    const ended = step !== 'failed' && step.done
    const status = ended ? (step.value as Answer | LongAnswer).status : step === 'failed' ? step : 'unfinished'
    return { milliseconds: longest, kind: `${candidate.query.split('&')[0]} ${status}` }
  }
}

/** What is read back and is not what was asked for ends an answer by an error. */
function stepOf(steps: Steps): ReturnType<Steps['next']> | 'failed' {
  try {
    return steps.next()
  } catch (error) {
    if (error instanceof VerificationFailure) return 'failed'
    throw error
  }
}

await loadHarfBuzz()
const until = performance.now() + 1000 * seconds
const { worst, tried } = climb(designs, { cost, seed, enough: () => performance.now() > until })
console.log(`${tried} designs in ${seconds} s, seed ${seed}; the longest step of each kind of answer in ms`)
for (const { milliseconds, kind, candidate } of worst) {
  const groups = candidate.groups.map(({ kind, count, size, text, height, picture }) => ({
    ...{ kind, count, size },
    ...(kind === 'image' ? { picture } : { letters: text.length, height }),
  }))
  console.log(Math.round(milliseconds), kind, candidate.size, candidate.query, candidate.rows, JSON.stringify(groups))
}
