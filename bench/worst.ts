/** The slowest requests: a search finds them within this process, and they are timed over HTTP. */

import { cpus } from 'node:os'
import type { Endpoint } from '../src/answer.ts'
import { drawBarcode, drawLabel } from '../src/draw.ts'
import { barcode, label } from '../src/server/api/images.ts'
import { explanation } from '../src/server/api/json.ts'
import { planned } from '../src/server/api/plan.ts'
import { paragraph } from '../src/text/index.ts'
import { type Quartiles, quartiles } from './quartiles.ts'
import { type Cost, climb, type Found } from './search/climb.ts'
import { type Candidate, description, type EndpointName, queryOf, requests } from './search/requests.ts'
import { alphabetNames, textOf } from './search/texts.ts'
import { type Server, startedServer, startedService, yardstick } from './servers.ts'

/** One request and its times as the client sees them, in milliseconds. */
interface Slow {
  /** A description, which `described` parses. */
  readonly request: string
  /** The number of characters in its text. */
  readonly characters: number
  readonly status: number
  /** Its time as the first request to a service. */
  readonly first: number
  readonly later: Quartiles
  /** Its time divided by that of the yardstick, measured right before it. */
  readonly ratio: Quartiles
}

export interface Worst {
  readonly date: string
  readonly processor: string
  readonly seed: number
  readonly seconds: number
  /** The number of different requests that the search tried. */
  readonly tried: number
  /** The time of the yardstick over HTTP, in milliseconds. */
  readonly yardstick: Quartiles
  /** The slowest first. */
  readonly requests: readonly Slow[]
}

export interface Effort {
  /** The duration of the search. */
  readonly seconds: number
  /** A whole number from 1 to 9999. */
  readonly seed: number
  /** How many of the requests found are sent over HTTP. */
  readonly shown: number
  /** How often each is sent after the first time: without timing, until its code is compiled, and then with timing. */
  readonly warm: number
  readonly times: number
}

/** Searches for the slowest requests in this process, and times the slowest of each kind over HTTP. */
export async function measuredWorst({ seconds, seed, shown, warm, times }: Effort): Promise<Worst> {
  const { worst, tried } = searched(seconds, seed)
  globalThis.gc?.()
  const server = await startedServer('yardstick')
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
  // opens all fonts, so that the first requests do not
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
  readonly server: Server
  /** The times of the yardstick are added here. */
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
      await drawOtherWords(service.url)
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

/** Labels with other words. */
async function drawOtherWords(url: string): Promise<void> {
  const body = ['text,caption', ...otherWords().map((word) => `1,${word}`)].join('\n')
  const headers = { 'Content-Type': 'text/csv' }
  const answer = await fetch(`${url}/api/v1/labels?type=code128&size=2x1`, { method: 'POST', headers, body })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`the service answers ${answer.status} to labels with other words`)
}

async function asked(url: string): Promise<{ status: number; milliseconds: number }> {
  const started = performance.now()
  const answer = await fetch(url)
  await answer.arrayBuffer()
  if (answer.status >= 500) throw new Error(`the service answers ${answer.status} to ${url.slice(0, 100)}`)
  return { status: answer.status, milliseconds: performance.now() - started }
}

/** The default limits of the service. */
const draw = { barcode: drawBarcode, label: drawLabel, limits: { maxPixels: 25_000_000 } }

const endpoints: Readonly<Record<EndpointName, Endpoint>> = {
  barcode: barcode(draw),
  label: label(draw),
  plan: planned({ maxPixels: 25_000_000 }),
  explain: explanation(),
}

/** The time that the endpoint takes for the request in this process. A request that is too long to be read costs nothing. */
export function requestCost(candidate: Candidate): Cost {
  const { endpoint, given } = candidate
  const query = queryOf(candidate)
  if (query === undefined) return { milliseconds: 0, kind: 'unread' }
  let status = 0
  setOtherWords()
  const milliseconds = timeOf(() => {
    status = endpoints[endpoint](query).status
  })
  if (status >= 500) throw new Error(`${status} for /api/v1/${endpoint}?${query}`)
  return { milliseconds, kind: [endpoint, given.type, given.format ?? '', status].join(' ') }
}

/**
 * An estimate of the milliseconds that this thread worked: the lesser of the elapsed time, which other processes lengthen, and the
 * CPU time of the whole process, which includes the threads that collect garbage.
 */
function timeOf(work: () => void): number {
  const before = process.cpuUsage()
  const started = performance.now()
  work()
  const passed = performance.now() - started
  const { user, system } = process.cpuUsage(before)
  return Math.min(passed, (user + system) / 1000)
}

let number = 0

/**
 * New words, more of each kind than are kept of those that were set last. Set before a request is timed, they make it take as long
 * as one whose words differ from those of the request before, which costs a client nothing.
 */
function otherWords(): string[] {
  const words = (count: number, letter: string): string[] => Array.from({ length: count }, () => `${letter}${number++}`)
  // texts that take long to shape are kept apart
  return [...words(40, 'é'), ...words(4, 'ꦄ')]
}

/** Sets other words in this process. */
function setOtherWords(): void {
  for (const word of otherWords()) paragraph(word, { face: 'sans', size: 20, minSize: 20, width: 500, lines: 1 })
}
