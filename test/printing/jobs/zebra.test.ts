import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import {
  type DeliveryPiece,
  type Job,
  JobStore,
  Jobs,
  type KeptPiece,
  printersOf,
  type StoreOptions,
} from '../../../src/printing/index.ts'
import { inLongRun, long, random } from '../../random.ts'
import type { LoopbackPrinter } from '../channels/loopback-printer.ts'
import { Zebra } from '../channels/zebra.ts'
import { endless, printerAt } from '../printers/example-jobs.ts'

const { between } = random('zebra')

/** A label in ZPL, in so many copies. */
function labelOf(text: string, copies: number, row: number): DeliveryPiece {
  const head = `^XA^FX${text}^PQ`
  const bytes = new TextEncoder().encode(`${head}${copies}^XZ`)
  const rows = { first: row, last: row, count: 1 }
  return { rows, labels: copies, times: 1, bytes, count: { at: head.length, length: `${copies}`.length } }
}

const kept = (piece: DeliveryPiece): KeptPiece => ({ ...piece, kept: 0, piece: () => piece })

/** A service of the test: its store is in a file, so that another one can take up what it leaves. */
class Service {
  readonly jobs: Jobs
  readonly store: JobStore

  constructor(file: string, zebra: Zebra, check: (job: Job) => void) {
    const options: StoreOptions = { most: 64 << 20, free: () => 1e12, passed: () => 0 }
    this.store = new JobStore(file, options)
    const printer = printerAt({ port: zebra.port } as LoopbackPrinter, { labelsPerMinute: 10_000 })
    // it waits for a person no longer than for the second look
    const printers = printersOf([printer], { patience: { ...endless, write: 60, answer: 60 } })
    this.store.onChange(check)
    this.jobs = new Jobs({
      ...{ store: this.store, printers, pauses: { first: 5, longest: 20 } },
      ...{ answerTo: () => undefined, record: () => {}, log: () => {} },
    })
  }

  async order(pieces: readonly DeliveryPiece[]): Promise<number> {
    const [printer] = this.jobs.printers.list
    return (await this.jobs.order({ printer: printer!, client: 'a', by: 'a', pieces: pieces.map(kept) })).id
  }

  /** Ends as a kill does: nothing that it would write is written any more. */
  async kill(): Promise<void> {
    this.store.database.close()
    await this.jobs.close(0).catch(() => {})
  }
}

/** How a run goes: where paper ends, whether the buffer is lost then, and whether the service is killed. */
interface Course {
  readonly buffer: number
  readonly ends: readonly number[]
  readonly isLost: boolean
  readonly isKilled: boolean
  readonly answers: boolean
}

/** One job to its end, with a person who names the truth. @returns what went wrong */
async function faultsOf(t: Test, { buffer, ends, isLost, isKilled, answers }: Course): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-zebra-'))
  const zebra = await new Zebra(buffer).listen()
  zebra.answersWithoutPaper = answers
  const faults: string[] = []
  const check = ({ printed, confirmed, sent, labels, state }: Job): void => {
    const out = zebra.paper.length
    if ((printed ?? 0) > out) faults.push(`${printed} said to be printed, ${out} are`)
    if (confirmed > sent || (printed ?? 0) > confirmed) faults.push(`${sent} sent, ${confirmed}, ${printed} printed`)
    if (state === 'done' && out !== labels) faults.push(`done, and ${out} of ${labels} are out`)
  }
  const file = join(folder, 'quietzone.sqlite')
  let service = new Service(file, zebra, check)
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  try {
    const left = new Set(ends)
    const hasPaper = (label: number): boolean => !left.delete(label)
    zebra.hasPaper = hasPaper
    const pieces = Array.from({ length: between(1, 12) }, (_, i) => labelOf(`L${i + 1}`, between(1, 5), i + 1))
    const labels = pieces.reduce((sum, piece) => sum + piece.labels, 0)
    const wanted = pieces.flatMap(({ labels: copies }, i) => Array(copies).fill(`^XA^FXL${i + 1}^XZ`))
    const id = await service.order(pieces)
    if (isKilled) {
      const at = between(0, labels)
      await new Promise<void>((resolve) => {
        const end = service.store.onChange(({ printed, state }) => {
          if ((printed ?? 0) < at && state !== 'uncertain' && state !== 'done') return
          end()
          resolve()
        })
      })
      await service.kill()
      service = new Service(file, zebra, check)
    }
    for (let turn = 0; turn < 50; turn++) {
      const job = (await service.jobs.settled(id))!
      if (job.state === 'done') break
      if (job.state !== 'uncertain') faults.push(`it is ${job.state}: ${job.reason}`)
      await zebra.still()
      if (zebra.isOut && isLost) zebra.restart()
      zebra.load(hasPaper)
      // a printer prints what it still has before a person looks at the roll
      for (let i = 0; i < 50 && (zebra.isOut || i === 0); i++) {
        zebra.load(hasPaper)
        await zebra.still()
      }
      await service.jobs.resume(id, zebra.paper.length + 1)
    }
    const { state, printed } = service.store.get(id)!
    if (state !== 'done' || printed !== labels) faults.push(`at the end ${state}, ${printed} of ${labels}`)
    if (zebra.paper.join() !== wanted.join()) faults.push(`on paper ${zebra.paper}`)
    return faults
  } finally {
    await service.jobs.close(0)
    service.store.close()
    await zebra.close()
  }
}

t.test(
  'a Zebra with a buffer: each label once, whatever happens, and the words never before the paper',
  inLongRun,
  async (t) => {
    let hadEnds = 0
    for (let run = 0; run < (long ? 90 : 9); run++) {
      const ends = Array.from({ length: between(0, 3) }, () => between(1, 30))
      hadEnds += ends.length
      const course: Course = {
        ...{ buffer: [0, 4, 100][run % 3]!, ends },
        ...{ isLost: between(0, 1) === 0, isKilled: between(0, 1) === 0, answers: between(0, 3) > 0 },
      }
      t.same(await faultsOf(t, course), [], `run ${run}: ${JSON.stringify(course)}`)
    }
    t.ok(hadEnds > 0)
  },
)

t.test(
  'a printer that takes a whole job into its buffer and runs out of paper leaves the job unfinished',
  async (t) => {
    const zebra = await new Zebra(100).listen()
    const service = new Service(':memory:', zebra, () => {})
    t.teardown(async () => {
      await service.jobs.close(0)
      await zebra.close()
    })
    zebra.hasPaper = (label) => label !== 18
    const id = await service.order(Array.from({ length: 20 }, (_, i) => labelOf(`LAG-${i + 1}`, 1, i + 1)))
    const broken = (await service.jobs.settled(id))!
    t.match(broken, { state: 'uncertain', sent: 20, confirmed: 20, printed: 17, next: 18, reason: /out of paper/ })
    zebra.load()
    await zebra.still()
    t.match(await service.jobs.resume(id, 21), { state: 'done', printed: 20 })
    t.equal(zebra.paper.length, 20)
  },
)
