/** What is wrong with one parameter of a request. */
interface Fault {
  readonly parameter: string
  readonly message: string
}

/** Why the service does not do what it was asked, in its words; `faults` is empty where no parameter is to blame. */
export interface Refusal {
  readonly message: string
  readonly faults: readonly Fault[]
}

/** What the service says to one request. */
export type Outcome =
  | { readonly kind: 'done'; readonly response: Response }
  | ({ readonly kind: 'refused' } & Refusal)
  /** Not now: the same request may succeed after so many seconds. */
  | { readonly kind: 'later'; readonly seconds: number; readonly message: string }

/** Requests of the limit that typing leaves alone, so that a print or a download is never the one that is refused. */
const reserve = 4

/** What the server last said of the limit: requests left, and seconds until there is one more. */
const limitForm = /^"ip";r=(\d+);t=(\d+)$/

/** As much by now, together with what was asked since: whoever types on breaks off requests, and the server counts them too. */
let left = Number.POSITIVE_INFINITY
let secondsToNext = 0

/** Time by performance.now() before which nothing is to be fetched that is not urgent. */
let notBefore = 0

/** Milliseconds to wait so that a request stays within the limit. */
export function patience(): number {
  return Math.max(0, notBefore - performance.now())
}

/** Asks the service. Rejects only where `signal` is aborted. */
export async function ask(url: string, signal?: AbortSignal): Promise<Outcome> {
  know(left - 1)
  let response: Response
  try {
    response = await fetch(url, signal ? { signal } : {})
  } catch (error) {
    if (signal?.aborted) throw error
    return later(3, 'The service does not answer.')
  }
  heed(response.headers)
  if (response.ok) return { kind: 'done', response }
  const refusal = await refusalIn(response)
  if (response.status !== 429 && response.status !== 503) return { kind: 'refused', ...refusal }
  return later(Number(response.headers.get('Retry-After') ?? 1) || 1, refusal.message)
}

function later(seconds: number, message: string): Outcome {
  notBefore = performance.now() + seconds * 1000
  return { kind: 'later', seconds, message }
}

/** Believes the server. The browser's own cache repeats what was true long ago, which does no harm. */
function heed(headers: Headers): void {
  const [, requests, seconds] = limitForm.exec(headers.get('RateLimit') ?? '') ?? []
  if (seconds !== undefined) secondsToNext = Number(seconds)
  know(requests === undefined ? Number.POSITIVE_INFINITY : Number(requests))
}

/** Slows down while few requests are left. */
function know(requests: number): void {
  left = requests
  notBefore = left <= reserve ? performance.now() + secondsToNext * 1000 : 0
}

/** The service's own words, or what can be said where something between here and there has answered. */
async function refusalIn(response: Response): Promise<Refusal> {
  try {
    const { error } = objectIn(await response.json())
    const { message, faults } = objectIn(error)
    if (typeof message === 'string') return { message, faults: Array.isArray(faults) ? faults.filter(isFault) : [] }
  } catch {}
  return { message: `The answer was ${response.status} ${response.statusText}`.trim(), faults: [] }
}

function isFault(value: unknown): value is Fault {
  const { parameter, message } = objectIn(value)
  return typeof parameter === 'string' && typeof message === 'string'
}

/** The object that a value is; an empty one where it is none. */
function objectIn(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}
