import { quoted } from '../../../symbologies/index.ts'
import { type Answer, errorAnswer } from '../../answer.ts'

/** What identifies a request. */
export interface RequestKey {
  /** That the client chose. */
  readonly key: string
  /** Equal only for the same request. */
  readonly fingerprint: string
}

/** What a job ends with. */
export interface Outcome {
  readonly answer: Answer
  /** Whether the job must not run again. */
  readonly isFinal: boolean
}

interface Remembered {
  readonly fingerprint: string
  readonly answer: Promise<Answer>
  /** In ms; undefined while the job runs. */
  until: number | undefined
}

export interface RepeatedRequestsOptions {
  /** Milliseconds of a clock that only goes forward. */
  readonly clock: () => number
  /** Keys that are remembered. */
  readonly most?: number
}

/** Milliseconds for which a key is remembered after its job. */
const lifetime = 600_000

const keyForgotten = [
  'Quietzone-Warning',
  'key_forgotten; the service was started less than ten minutes ago and knows no key from before: ' +
    'if this request was sent before, it may have been printed then too',
]

/** Jobs that are done once however often they are asked for: a client that gets no answer sends the same request again, with the same key. */
export class RepeatedRequests {
  /** Those that are done in the order in which they will be forgotten. */
  readonly #byKey = new Map<string, Remembered>()
  readonly #clock: () => number
  readonly #most: number
  readonly #started: number

  constructor({ clock, most = 10_000 }: RepeatedRequestsOptions) {
    this.#clock = clock
    this.#most = most
    this.#started = clock()
  }

  /** The answer to a request whose key is known, or for which there is no room; undefined if the job can run. */
  answerTo({ key, fingerprint }: RequestKey): Answer | Promise<Answer> | undefined {
    this.#forget()
    const known = this.#byKey.get(key)
    if (known === undefined) return this.#byKey.size < this.#most ? undefined : this.#full()
    if (known.fingerprint === fingerprint) return known.answer
    return errorAnswer(
      'key_used',
      `Idempotency-Key: ${quoted(key)} was given with another request in the last ten minutes; each job needs a key of its own`,
    )
  }

  /** Runs the job, unless `answerTo` has an answer. While keys from before the start could still matter, the answer says that none is known. */
  once(request: RequestKey, job: () => Promise<Outcome>): Answer | Promise<Answer> {
    return this.answerTo(request) ?? this.#run(request, job)
  }

  #run({ key, fingerprint }: RequestKey, job: () => Promise<Outcome>): Promise<Answer> {
    const isYoung = this.#clock() - this.#started < lifetime
    const outcome = job()
    const answer = outcome.then(({ answer }) =>
      isYoung ? { ...answer, headers: [...answer.headers, ...keyForgotten] } : answer,
    )
    const remembered: Remembered = { fingerprint, answer, until: undefined }
    const keep = (): void => {
      this.#byKey.delete(key)
      remembered.until = this.#clock() + lifetime
      this.#byKey.set(key, remembered)
    }
    this.#byKey.set(key, remembered)
    // what a fault has left undone is not known, so that it is final too
    outcome.then(({ isFinal }) => (isFinal ? keep() : this.#byKey.delete(key)), keep)
    return answer
  }

  #forget(): void {
    const now = this.#clock()
    for (const [key, { until }] of this.#byKey) {
      if (until === undefined) continue
      if (until > now) return
      this.#byKey.delete(key)
    }
  }

  /** 503: to forget a key early could print a job twice. */
  #full(): Answer {
    let next = this.#clock() + 1000
    for (const { until } of this.#byKey.values()) {
      if (until === undefined) continue
      next = until
      break
    }
    const seconds = Math.max(1, Math.ceil((next - this.#clock()) / 1000))
    const message = `${this.#most} keys of the last ten minutes are remembered, and there is no room for another; try again in ${seconds} s`
    return errorAnswer('overloaded', message, ['Retry-After', String(seconds)])
  }
}
