/** The result of one request. */
export type Outcome =
  | { readonly kind: 'done'; readonly response: Response }
  | { readonly kind: 'refused'; readonly message: string }
  /** The same request may succeed after so many seconds. */
  | { readonly kind: 'later'; readonly seconds: number; readonly message: string }

/** Requests that typing leaves in the budget, so that a print or a download is not refused. */
const reserve = 4

/** The RateLimit header: requests left, and seconds until there is one more. */
const limitForm = /^"ip";r=(\d+);t=(\d+)$/

/** Requests left, less those sent since: the server also counts requests that typing has aborted. */
let left = Number.POSITIVE_INFINITY
let secondsToNext = 0

/** Nothing but urgent requests before this time, in milliseconds of performance.now(). */
let notBefore = 0

/** Milliseconds to wait so that a request stays within the limit. */
export function waitTime(): number {
  return Math.max(0, notBefore - performance.now())
}

/** Sends a request. Rejects only if `signal` is aborted. */
export async function ask(url: string, signal?: AbortSignal): Promise<Outcome> {
  setRemaining(left - 1)
  let response: Response
  try {
    response = await fetch(url, signal ? { signal } : {})
  } catch (error) {
    if (signal?.aborted) throw error
    return later(3, 'The service does not answer.')
  }
  readLimit(response.headers)
  if (response.ok) return { kind: 'done', response }
  const message = await messageOf(response)
  if (response.status !== 429 && response.status !== 503) return { kind: 'refused', message }
  return later(Number(response.headers.get('Retry-After') ?? 1) || 1, message)
}

function later(seconds: number, message: string): Outcome {
  notBefore = performance.now() + seconds * 1000
  return { kind: 'later', seconds, message }
}

/** Takes over the server's count. A cached response has an old one, which does no harm. */
function readLimit(headers: Headers): void {
  const [, requests, seconds] = limitForm.exec(headers.get('RateLimit') ?? '') ?? []
  if (seconds !== undefined) secondsToNext = Number(seconds)
  setRemaining(requests === undefined ? Number.POSITIVE_INFINITY : Number(requests))
}

/** Sets how many requests are left; while they are few, the next ones wait. */
function setRemaining(requests: number): void {
  left = requests
  notBefore = left <= reserve ? performance.now() + secondsToNext * 1000 : 0
}

/** The service's message, or the status if a proxy has answered. */
async function messageOf(response: Response): Promise<string> {
  try {
    const body: unknown = await response.json()
    if (isErrorBody(body)) return body.error.message
  } catch {}
  return `The answer was ${response.status} ${response.statusText}`.trim()
}

function isErrorBody(body: unknown): body is { readonly error: { readonly message: string } } {
  const error: unknown = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
  return typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'
}
