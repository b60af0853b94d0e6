import { quoted } from '../../../../symbologies/index.ts'
import { type Answer, errorAnswer } from '../../../answer.ts'
import { Shares } from '../../../printers/index.ts'

/** What identifies a request. */
export interface RequestKey {
  /** The key of the client, whose keys are no concern of other clients. */
  readonly client: string
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
  readonly client: string
  readonly fingerprint: string
  readonly answer: Promise<Answer>
  /** In ms; undefined while the job runs. */
  until: number | undefined
}

interface RepeatedRequestsOptions {
  /** Milliseconds of a clock that only goes forward. */
  readonly clock: () => number
  /** Keys that are remembered, of which each client has its share. */
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
  /** By client and key; those that are done in the order in which they will be forgotten. */
  readonly #byKey = new Map<string, Remembered>()
  readonly #shares: Shares<string>
  readonly #clock: () => number
  readonly #most: number
  readonly #started: number

  constructor({ clock, most = 10_000 }: RepeatedRequestsOptions) {
    this.#clock = clock
    this.#most = most
    this.#shares = new Shares(most)
    this.#started = clock()
  }

  /** The answer to a request whose key is known, or for which there is no room; undefined if the job can run. */
  answerTo({ client, key, fingerprint }: RequestKey): Answer | Promise<Answer> | undefined {
    this.#forget()
    const known = this.#byKey.get(nameOf(client, key))
    if (known === undefined) return this.#shares.hasRoom(client, 1) ? undefined : this.#full(client)
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

  #run({ client, key, fingerprint }: RequestKey, job: () => Promise<Outcome>): Promise<Answer> {
    const isYoung = this.#clock() - this.#started < lifetime
    const outcome = job()
    const answer = outcome.then(({ answer }) =>
      isYoung ? { ...answer, headers: [...answer.headers, ...keyForgotten] } : answer,
    )
    const name = nameOf(client, key)
    const remembered: Remembered = { client, fingerprint, answer, until: undefined }
    const keep = (): void => {
      this.#byKey.delete(name)
      remembered.until = this.#clock() + lifetime
      this.#byKey.set(name, remembered)
    }
    this.#byKey.set(name, remembered)
    this.#shares.take(client, 1)
    // what a fault has left undone is not known, so that it is final too
    outcome.then(({ isFinal }) => (isFinal ? keep() : this.#remove(name, remembered)), keep)
    return answer
  }

  #remove(name: string, { client }: Remembered): void {
    this.#byKey.delete(name)
    this.#shares.giveBack(client, 1)
  }

  #forget(): void {
    const now = this.#clock()
    for (const [name, remembered] of this.#byKey) {
      const { until } = remembered
      if (until === undefined) continue
      if (until > now) return
      this.#remove(name, remembered)
    }
  }

  /** 503: to forget a key early could print a job twice. */
  #full(client: string): Answer {
    const isFull = this.#byKey.size >= this.#most
    const now = this.#clock()
    let next = now + 1000
    for (const { client: owner, until } of this.#byKey.values()) {
      if (until === undefined || (!isFull && owner !== client)) continue
      next = until
      break
    }
    const seconds = Math.max(1, Math.ceil((next - now) / 1000))
    const whose = isFull ? `${this.#byKey.size} keys` : `${this.#shares.held(client)} keys of this client`
    const rest = isFull ? 'there is no room for another' : 'the room that is left is for other clients'
    const message = `${whose} of the last ten minutes are remembered, and ${rest}; try again in ${seconds} s`
    return errorAnswer('overloaded', message, ['Retry-After', String(seconds)])
  }
}

/** A key among those of all clients; neither has a space. */
const nameOf = (client: string, key: string): string => `${client} ${key}`
