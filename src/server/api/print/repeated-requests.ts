import { quoted } from '../../../../symbologies/index.ts'
import { type Answer, errorAnswer } from '../../../answer.ts'

/** What identifies a request. */
export interface RequestKey {
  /** The key of the principal, whose requests are no concern of others. */
  readonly client: string
  /** That it chose. */
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
  readonly client: string
  readonly fingerprint: string
  readonly answer: Promise<Answer>
  /** In ms; undefined while the job runs. */
  until: number | undefined
}

interface RepeatedRequestsOptions {
  /** Milliseconds of a clock that only goes forward, however that of the machine is set. */
  readonly clock: () => number
  /** Keys that are remembered of jobs that have ended. */
  readonly most?: number
}

/** Milliseconds for which a key is remembered after its job. */
const lifetime = 600_000

const keyForgotten = [
  'Quietzone-Warning',
  'key_forgotten; the service was started less than ten minutes ago and knows no key from before: ' +
    'if this request was sent before, it may have been printed then too',
]

/**
 * Jobs that are done once however often they are asked for: a client that gets no answer sends the same request again, with the same key.
 *
 * A key is remembered while its job runs, of which the queues of printers hold a bounded number, and then for ten minutes, or until there
 * are too many: then the oldest one ends of the principal that has most.
 */
export class RepeatedRequests {
  /** By principal and key; those of jobs that have ended in the order in which they did. */
  readonly #byKey = new Map<string, Remembered>()
  /** The names in #byKey of the jobs of each principal that have ended, oldest first; none is empty. */
  readonly #ended = new Map<string, Set<string>>()
  #endedCount = 0
  readonly #clock: () => number
  readonly #most: number
  readonly #started: number

  constructor({ clock, most = 10_000 }: RepeatedRequestsOptions) {
    this.#clock = clock
    this.#most = most
    this.#started = clock()
  }

  /** The answer to a request whose key is known; undefined if the job can run. */
  answerTo({ client, key, fingerprint }: RequestKey): Answer | Promise<Answer> | undefined {
    this.#forget()
    const known = this.#byKey.get(nameOf(client, key))
    if (known === undefined || known.fingerprint === fingerprint) return known?.answer
    return errorAnswer(
      'key_used',
      `Idempotency-Key: ${quoted(key)} was given with another request in the last ten minutes; each job needs a key of its own`,
    )
  }

  /** Runs the job, unless `answerTo` has an answer. While keys from before the start could still matter, the answer says that none is known. */
  once(request: RequestKey, job: () => Promise<Outcome>): Answer | Promise<Answer> {
    return this.answerTo(request) ?? this.#run(request, job)
  }

  #run({ client, key, fingerprint }: RequestKey, job: () => Promise<Outcome>): Promise<Answer> {
    const isYoung = this.#clock() - this.#started < lifetime
    const outcome = job()
    const answer = outcome.then(({ answer }) =>
      isYoung ? { ...answer, headers: [...answer.headers, ...keyForgotten] } : answer,
    )
    const name = nameOf(client, key)
    const remembered: Remembered = { client, fingerprint, answer, until: undefined }
    this.#byKey.set(name, remembered)
    const keep = (): void => this.#keep(name, remembered)
    // what a fault has left undone is not known, so that it is final too
    outcome.then(({ isFinal }) => (isFinal ? keep() : void this.#byKey.delete(name)), keep)
    return answer
  }

  /** The job has ended. */
  #keep(name: string, remembered: Remembered): void {
    const { client } = remembered
    this.#byKey.delete(name)
    remembered.until = this.#clock() + lifetime
    this.#byKey.set(name, remembered)
    const own = this.#ended.get(client) ?? new Set()
    this.#ended.set(client, own.add(name))
    if (++this.#endedCount > this.#most) this.#remove(this.#oldestOfMost())
  }

  /** The oldest key of the principal that has most. */
  #oldestOfMost(): string {
    let most: ReadonlySet<string> = new Set()
    for (const own of this.#ended.values()) if (own.size > most.size) most = own
    const [oldest] = most
    return oldest!
  }

  /** Removes the key of a job that has ended. */
  #remove(name: string): void {
    const { client } = this.#byKey.get(name)!
    const own = this.#ended.get(client)!
    this.#byKey.delete(name)
    own.delete(name)
    if (own.size === 0) this.#ended.delete(client)
    this.#endedCount--
  }

  #forget(): void {
    const now = this.#clock()
    for (const [name, { until }] of this.#byKey) {
      if (until === undefined) continue
      if (until > now) return
      this.#remove(name)
    }
  }
}

/** A key among those of all principals; neither has a space. */
const nameOf = (client: string, key: string): string => `${client} ${key}`
