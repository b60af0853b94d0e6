/** What the service says to one request. */
export type Outcome =
  | { readonly kind: 'done'; readonly response: Response }
  | { readonly kind: 'refused'; readonly message: string }
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
  const message = await messageOf(response)
  if (response.status !== 429 && response.status !== 503) return { kind: 'refused', message }
  return later(Number(response.headers.get('Retry-After') ?? 1) || 1, message)
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
