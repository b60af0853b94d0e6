/** Printers and print servers that print side after side while they are asked: no word about a job is ahead of the paper. */

import t from 'tap'
import { ippChannel } from '../../../src/printing/channels/ipp.ts'
import { socketChannel } from '../../../src/printing/channels/socket.ts'
import type { DeliveryPiece, PrintError, Printer } from '../../../src/printing/index.ts'
import type { Channel } from '../../../src/printing/printers/printer.ts'
import { inLongRun, long, random } from '../../random.ts'
import { endless, piecesOf } from '../printers/example-jobs.ts'
import { using } from './ipp-channel.ts'
import { endTellers, playedPrinter, playedSettings } from './loopback-languages.ts'
import type { LoopbackPrinter } from './loopback-printer.ts'
import {
  type Answer,
  getAttributes,
  ippBytes,
  operationGroup,
  patience,
  played,
  printerGroup,
  printJob,
  testPrinter,
} from './played-printer.ts'

const { between } = random('ends')
const signal = (): AbortSignal => new AbortController().signal

function channelTo(language: string, loopback: LoopbackPrinter, still: number): Channel {
  const printer: Printer = playedSettings(language, loopback)
  if (printer.address.kind !== 'socket') throw new Error('not a socket')
  return socketChannel(printer, printer.address, { ...endless, still })
}

t.test('a printer that says only whether it prints: no word is ahead of its paper', inLongRun, async (t) => {
  for (const [language, answers] of Object.entries(endTellers)) {
    for (let run = 0; run < (long ? 20 : 4); run++) {
      const labels = between(1, 4)
      let out = 0
      // what it says from one question to the next, and whether a label comes out before that
      const course: (readonly ['ready' | 'printing' | 'paper_out', label?: true])[] = []
      const say = (word: 'ready' | 'printing' | 'paper_out', times: number): void => {
        for (let i = 0; i < times; i++) course.push([word])
      }
      say('ready', between(0, 2))
      for (let label = 1; label <= labels; label++) {
        if (between(0, 3) === 0) say('paper_out', 2)
        say('printing', between(1, 3))
        course.push([label < labels && between(0, 1) === 0 ? 'ready' : 'printing', true])
      }
      const told = course.map(([word, label]) => (label ? `${word}, out` : word)).join(' ')
      const printer = await playedPrinter(language, 'ready', {
        answer() {
          const [word, label] = printer.printed.length === 0 ? (['ready'] as const) : (course.shift() ?? ['ready'])
          if (label) out++
          return answers[word]
        },
      })
      const channel = channelTo(language, printer, 50)
      let printed = 0
      const pieces = piecesOf(labels).map((piece) => ({ ...piece, labels: 1 }))
      const delivery = await channel.send(pieces, signal(), {
        printed(more) {
          printed += more
          if (printed > out) t.fail(`${printed} said to be printed, ${out} are: ${language} ${told}`)
        },
      })
      t.same([out, printed, delivery.printed?.labels, delivery.from], [labels, labels, labels, undefined], told)
      await printer.close()
    }
  }
})

t.test('of a printer that never says that it prints nothing is claimed, and it is waited for once', async (t) => {
  for (const language of Object.keys(endTellers)) {
    const printer = await playedPrinter(language)
    const channel = channelTo(language, printer, 5)
    const asked: number[] = []
    for (let job = 0; job < 2; job++) {
      const before = printer.jobs.length
      const { confirmed, printed, from } = await channel.send(piecesOf(1), signal())
      t.same([confirmed.rows, printed, from], [1, undefined, undefined], language)
      asked.push(printer.jobs.length - before - 1)
    }
    t.ok(asked[0]! > 1)
    t.equal(asked[1], 1)
    await printer.close()
  }
})

const [cancelJob, getJob] = [0x08, 0x09]
const enums = (...values: number[]) => values.map((value) => [0x23, value] as const)

/** How a print server does its jobs. */
interface Course {
  /** The most copies of a job; more are several jobs. */
  readonly most: number
  /** What it says of the sides that are out: their number, always 0, or nothing. */
  readonly counts: 'all' | 'zero' | 'nothing'
  /** The side, of all jobs, at which the job is aborted. */
  readonly aborts: number
  /** Whether it has forgotten jobs that have ended. */
  readonly forgets: boolean
}

interface ServerJob {
  readonly copies: number
  out: number
  state: 'pending' | 'processing' | 'canceled' | 'aborted' | 'completed'
}

const numbers = { pending: 3, processing: 5, canceled: 7, aborted: 8, completed: 9 } as const

/** A print server that prints its jobs in order, a side or two between two questions about them. */
class PrintServer {
  /** Sides that are out. */
  out = 0
  readonly #course: Course
  readonly #jobs: ServerJob[] = []

  constructor(course: Course) {
    this.#course = course
  }

  readonly answer: Answer = ({ operation, requestId, attributes }) => {
    const job = this.#jobs[Number(attributes['job-id']?.[0]) - 1]
    if (operation === printJob) {
      this.#jobs.push({ copies: Number(attributes.copies?.[0] ?? 1), out: 0, state: 'pending' })
      const told = { 'job-id': [[0x21, this.#jobs.length]], 'job-state': enums(3) } as const
      return ippBytes(0, requestId, [operationGroup, { tag: 2, attributes: told }])
    }
    if (operation === cancelJob) {
      if (job!.state === 'pending' || job!.state === 'processing') job!.state = 'canceled'
      return ippBytes(0, requestId, [operationGroup])
    }
    if (operation !== getJob) return undefined
    for (let sides = between(0, 2); sides > 0; sides--) this.#print()
    const { state, out } = job!
    const hasEnded = state === 'completed' || state === 'aborted'
    if (hasEnded && this.#course.forgets) return ippBytes(0x0406, requestId, [operationGroup])
    const { counts } = this.#course
    const count = counts === 'all' ? out : 0
    const told = {
      'job-state': enums(numbers[state]),
      ...(counts !== 'nothing' && { 'job-impressions-completed': [[0x21, count] as const] }),
    }
    return ippBytes(0, requestId, [operationGroup, { tag: 2, attributes: told }])
  }

  #print(): void {
    const job = this.#jobs.find(({ state }) => state === 'pending' || state === 'processing')
    if (job === undefined) return
    job.state = 'processing'
    if (this.out + 1 === this.#course.aborts) {
      job.state = 'aborted'
      return
    }
    this.out++
    job.out++
    if (job.out === job.copies) job.state = 'completed'
  }
}

/** A label in a picture, so often. */
function copiesOf(row: number, times: number): DeliveryPiece {
  return { rows: { first: row, last: row, count: 1 }, labels: times, times, bytes: Buffer.from(`label ${row}`) }
}

t.test(
  'a print server that counts sides or does not, aborts, or forgets: no word is ahead of its paper',
  inLongRun,
  async (t) => {
    const follows = { 'operations-supported': enums(printJob, cancelJob, getJob, getAttributes) }
    let known = 0
    for (let run = 0; run < (long ? 80 : 15); run++) {
      const pieces = Array.from({ length: between(1, 5) }, (_, i) => copiesOf(i + 1, between(1, 5)))
      const labels = pieces.reduce((sum, piece) => sum + piece.labels, 0)
      const course: Course = {
        most: between(1, 4),
        counts: (['all', 'all', 'zero', 'nothing'] as const)[between(0, 3)]!,
        aborts: between(0, 1) === 0 ? between(1, labels) : 0,
        forgets: between(0, 4) === 0,
      }
      const server = new PrintServer(course)
      const range = Buffer.from(new Int32Array([1, course.most]).buffer).swap32()
      const supported = printerGroup({ ...follows, 'copies-supported': [[0x33, range]] })
      await using(await played(server.answer, supported), async ({ url }) => {
        const channel = ippChannel({ ...testPrinter, language: 'png' }, { kind: 'ipp', url }, patience({}))
        const told = JSON.stringify(course)
        let printed = 0
        const events = {
          printed(more: number) {
            printed += more
            if (printed > server.out) t.fail(`${printed} said to be printed, ${server.out} are: ${told}`)
          },
        }
        const { delivery } = await channel.send(pieces, signal(), events).then(
          (delivery) => ({ delivery }),
          (error: unknown) => error as PrintError,
        )
        t.equal(delivery.printed?.labels ?? 0, printed, told)
        if (course.counts === 'all' && !course.forgets) {
          t.equal(printed, server.out, told)
          known++
        } else if (course.counts !== 'all') t.equal(delivery.printed, undefined, told)
        if (course.aborts === 0) t.equal(delivery.confirmed.labels, labels, told)
      })
    }
    t.ok(known > 0)
  },
)
