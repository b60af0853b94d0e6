import { cpus } from 'node:os'
import { join } from 'node:path'
import { root } from '../src/root.ts'
import { type Quartiles, quartiles } from './quartiles.ts'
import { alphabetNames } from './search/alphabets.ts'
import { climb, type Found } from './search/climb.ts'
import { requestCost, timeOf } from './search/cost.ts'
import { description } from './search/description.ts'
import { type Candidate, queryOf, requests } from './search/request.ts'
import { textOf } from './search/segments.ts'
import { type Service, startedServer, startedService } from './service.ts'
import { yardstick } from './yardstick.ts'

/** How long one request takes its client, in milliseconds. */
export interface Slow {
  /** Made again by `described`. */
  readonly request: string
  /** Characters of its text. */
  readonly characters: number
  readonly status: number
  /** As the first one of a service that has just been started. */
  readonly first: number
  readonly later: Quartiles
  /** How many times the yardstick's work it took, each measured right before it. */
  readonly ratio: Quartiles
}

export interface Worst {
  readonly date: string
  readonly processor: string
  readonly seed: number
  readonly seconds: number
  /** How many different requests the search has tried. */
  readonly tried: number
  /** Milliseconds of the yardstick's work over HTTP. */
  readonly yardstick: Quartiles
  /** The slowest first. */
  readonly requests: readonly Slow[]
}

export interface Effort {
  /** For how long to search. */
  readonly seconds: number
  /** A whole number from 1 to 9999. */
  readonly seed: number
  /** How many of the requests found are asked over HTTP. */
  readonly shown: number
  /** How often each is asked, behind the first time: until its code is compiled, and then to be timed. */
  readonly warm: number
  readonly times: number
}

/** Climbs to the slowest requests there are in this process, and times the worst of each kind over HTTP. */
export async function measuredWorst({ seconds, seed, shown, warm, times }: Effort): Promise<Worst> {
  const { worst, tried } = searched(seconds, seed)
  globalThis.gc?.()
  const server = await startedServer(join(root, 'build/bench/servers/yardstick.js'))
  const yardsticks: number[] = []
  const found: Slow[] = []
  try {
    for (let i = 0; i < warm; i++) await asked(server.url)
    for (const { candidate } of worst.slice(0, shown))
      found.push(await slow(candidate, { warm, times, server, yardsticks }))
  } finally {
    server.stop()
  }
  return {
    date: new Date().toISOString(),
    processor: `${cpus().length} x ${cpus()[0]?.model.trim() ?? 'unknown'}`,
    seed,
    seconds,
    tried,
    yardstick: quartiles(yardsticks),
    requests: found.toSorted((a, b) => b.ratio.median - a.ratio.median),
  }
}

function searched(seconds: number, seed: number): ReturnType<typeof climb<Candidate>> {
  // opens all fonts, which is no work of the requests that come first
  alphabetNames()
  const unit = Math.min(...Array.from({ length: 5 }, () => timeOf(yardstick)))
  const progress = ({ candidate, milliseconds }: Found<Candidate>, tried: number): void => {
    const ratio = (milliseconds / unit).toFixed(2)
    process.stderr.write(
      `  ${tried} tried: ${milliseconds.toFixed(1)} ms, ${ratio} of the yardstick: ${description(candidate)}\n`,
    )
  }
  process.stderr.write(`  searching for ${seconds} s with seed ${seed}\n`)
  const end = performance.now() + seconds * 1000
  return climb(requests, { cost: requestCost, seed, enough: () => performance.now() > end, progress })
}

interface Timing extends Pick<Effort, 'warm' | 'times'> {
  readonly server: Service
  /** Where the yardstick's times are put. */
  readonly yardsticks: number[]
}

async function slow(candidate: Candidate, { warm, times, server, yardsticks }: Timing): Promise<Slow> {
  const service = await startedService()
  const path = `/api/v1/${candidate.endpoint}?${queryOf(candidate)}`
  try {
    const first = await asked(service.url + path)
    const later: number[] = []
    const ratios: number[] = []
    for (let i = -warm; i < times; i++) {
      const unit = (await asked(server.url)).milliseconds
      const { milliseconds } = await asked(service.url + path)
      if (i < 0) continue
      yardsticks.push(unit)
      later.push(milliseconds)
      ratios.push(milliseconds / unit)
    }
    const characters = [...textOf(candidate.text)].length
    const request = description(candidate)
    return {
      request,
      characters,
      status: first.status,
      first: first.milliseconds,
      later: quartiles(later),
      ratio: quartiles(ratios),
    }
  } finally {
    service.stop()
  }
}

async function asked(url: string): Promise<{ status: number; milliseconds: number }> {
  const started = performance.now()
  const answer = await fetch(url)
  await answer.arrayBuffer()
  if (answer.status >= 500) throw new Error(`the service answers ${answer.status} to ${url.slice(0, 100)}`)
  return { status: answer.status, milliseconds: performance.now() - started }
}
