/**
 * Kills a service at random moments while clients print on it, and keeps a ledger of what was ordered, answered and printed: labels of
 * tables and of designs, with numbers of counters and without. At the end each label that was accepted is on paper once, or waits, or is
 * named uncertain, no number is on two labels, each number is on a label or in a gap, and the ledger agrees with /api/v1/jobs.
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as waited } from 'node:timers/promises'
import { labelsFor } from '../../../src/design/printer-labels.ts'
import { composeLabel } from '../../../src/draw.ts'
import type { Printer } from '../../../src/printing/index.ts'
import { piecesOf } from '../../../src/printing/printers/pieces.ts'
import { root } from '../../../src/root.ts'
import { composed, designOf } from '../../design/drawn.ts'
import { hostStatus } from '../channels/loopback-printer.ts'
import { dock } from '../printers/example-jobs.ts'

/** Gives a random whole number, both ends included. */
export type Between = (least: number, most: number) => number

type Mood = 'well' | 'slow' | 'dying' | 'absent'

/** A printer of the harness: what it has printed is what it has read. It may be slow, absent, or die in the middle. */
class Press {
  readonly name: string
  /** What came on each connection, and the order of them. */
  readonly paper: string[] = []
  readonly #between: Between
  readonly #mood: Mood
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined
  port = 0

  constructor(name: string, mood: Mood, between: Between) {
    this.name = name
    this.#mood = mood
    this.#between = between
  }

  get row(): object {
    return {
      name: this.name,
      address: `socket://127.0.0.1:${this.port}`,
      language: 'zpl',
      dpi: 203,
      stock: '2x1',
      labelsPerMinute: 10_000,
    }
  }

  async open(): Promise<void> {
    if (this.#server !== undefined) return
    const server = createServer({ allowHalfOpen: true }, (socket) => this.#serve(socket))
    server.listen(this.port, '127.0.0.1')
    await once(server, 'listening')
    this.port = (server.address() as { port: number }).port
    this.#server = server
  }

  async shut(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    for (const socket of this.#sockets) socket.destroy()
    if (server !== undefined) await new Promise((resolve) => server.close(resolve))
  }

  /** From now on it prints all that it gets, at once. */
  isWell = false

  #serve(socket: Socket): void {
    this.#sockets.add(socket)
    let text = ''
    const job = this.paper.push('') - 1
    const dies =
      !this.isWell && this.#mood === 'dying' && this.#between(0, 3) === 0
        ? this.#between(1, 4000)
        : Number.POSITIVE_INFINITY
    socket
      .on('data', (chunk: Buffer) => {
        text += chunk.toString('latin1')
        const asked = text.split('~HS').length - 1
        text = text.replaceAll('~HS', '')
        this.paper[job] = text
        for (let i = 0; i < asked; i++) if (socket.writable) socket.write(hostStatus())
        if (text.length > dies) socket.destroy()
        else if (!this.isWell && this.#mood === 'slow') {
          socket.pause()
          setTimeout(() => socket.resume(), this.#between(1, 15))
        }
      })
      .on('end', () => socket.end())
      .on('error', () => {})
      .on('close', () => this.#sockets.delete(socket))
  }

  /** Absent ones come and go. */
  async stir(): Promise<void> {
    if (this.#mood !== 'absent' || this.isWell) return
    if (this.#between(0, 1) === 0) await this.shut()
    else await this.open()
  }
}

/** What the labels of an order are. */
interface OrderKind {
  readonly isOfDesign: boolean
  /** Whether each label has a number of the counter behind its text. */
  readonly isCounted: boolean
}

/** An order as the ledger has it. */
interface Order extends OrderKind {
  readonly key: string
  readonly press: string
  /** The text of each label, which is on no other; what is before the number, of those that are counted. */
  readonly texts: readonly string[]
  readonly copies: number
  readonly isAsync: boolean
  /** The status of the last answer; undefined if none came. */
  status: number | undefined
  body: unknown
}

interface JobRow {
  readonly id: number
  readonly printer: string
  readonly state: string
  readonly labels: number
  readonly sent: number
  readonly confirmed: number
  readonly printed: number | null
  readonly from: number | null
  readonly idempotencyKey: string | null
}

export interface HarnessResult {
  readonly kills: number
  readonly orders: number
  readonly labels: number
  readonly ofDesigns: number
  /** Numbers that the counter has given. */
  readonly numbers: number
  readonly uncertain: number
  readonly failed: number
  readonly faults: readonly string[]
}

const counter = 'lot'

/** Designs of one symbol: the text of a label is that of its field, with a number where it is counted. */
function designNamed(name: string, value: string): Parameters<typeof designOf>[0] {
  return {
    name,
    size: '2x1',
    fields: { text: {} },
    elements: [
      { kind: 'symbol', at: [2, 2], size: [46, 12], type: 'code128', value },
      { kind: 'text', at: [2, 16], size: [46, 6], value },
    ],
  }
}
const plainDesign = designNamed('plain', '{text}')
const countedDesign = designNamed('counted', `{text}-{serial:${counter}}`)

/** Runs a service that is killed `kills` times. */
export async function killedService(kills: number, between: Between): Promise<HarnessResult> {
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-kills-'))
  const presses = (['well', 'slow', 'dying', 'absent'] as const).map((mood) => new Press(mood, mood, between))
  const faults: string[] = []
  const orders: Order[] = []
  let service: Service | undefined
  let done = 0
  try {
    for (const press of presses) await press.open()
    writeFileSync(join(folder, 'printers.json'), JSON.stringify(presses.map(({ row }) => row)))
    mkdirSync(join(folder, 'designs'))
    for (const design of [plainDesign, countedDesign])
      writeFileSync(join(folder, 'designs', `${design.name}.json`), JSON.stringify(design))
    service = await Service.start(folder)
    await posted(service, `/api/v1/counters/${counter}`)
    await service.stop()
    for (let kill = 0; kill < kills; kill++) {
      service = await Service.start(folder)
      const clients = Array.from({ length: between(1, 3) }, () => client(service!, presses, orders, between))
      const [least, most] = between(0, 9) === 0 ? [0, 5] : [5, 500]
      await waited(between(least, most))
      for (const press of presses) await press.stir()
      if (between(0, 9) === 0) await service.stop()
      else await service.kill()
      await Promise.all(clients)
      done++
    }
    for (const press of presses) {
      press.isWell = true
      await press.open()
    }
    service = await Service.start(folder)
    await repeatAll(service, orders)
    const jobs = await settled(service)
    const ledger: Ledger = { orders, texts: await textsOf(service, jobs, orders), presses }
    faults.push(...judged(ledger, jobs))
    const resumed = await resumedByClerk(service, ledger, jobs)
    for (const fault of judged(ledger, resumed)) faults.push(`after the clerk: ${fault}`)
    faults.push(...unaccounted(await countedSoFar(service), ledger, resumed))
    if (resumed.some(({ state }) => state === 'uncertain')) faults.push('a job that the clerk did not bring to its end')
    const count = (state: string): number => jobs.filter((job) => job.state === state).length
    const labels = jobs.reduce((sum, job) => sum + job.labels, 0)
    return {
      kills: done,
      orders: orders.length,
      labels,
      ofDesigns: orders.filter(({ isOfDesign }) => isOfDesign).length,
      numbers: (await countedSoFar(service)).next - 1,
      uncertain: count('uncertain'),
      failed: count('failed'),
      faults,
    }
  } finally {
    await service?.kill()
    for (const press of presses) await press.shut()
    rmSync(folder, { recursive: true, force: true })
  }
}

class Service {
  readonly url: string
  readonly #process: ChildProcess
  isGone = false

  private constructor(url: string, process: ChildProcess) {
    this.url = url
    this.#process = process
  }

  static async start(folder: string): Promise<Service> {
    const child = spawn(process.execPath, [join(root, 'build/program/main.js')], {
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        QZ_RATE_PER_MINUTE: '0',
        QZ_PRINTERS: join(folder, 'printers.json'),
        QZ_DESIGNS: join(folder, 'designs'),
        QZ_STATE: join(folder, 'state'),
        QZ_SHUTDOWN_GRACE_MS: '1500',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    child.stderr!.on('data', (chunk: Buffer) => (said += chunk))
    for await (const line of createInterface({ input: child.stdout! })) {
      const url = /listening on (http:[^"\s]+)/.exec(line)?.[1]
      if (url === undefined) continue
      child.stdout!.resume()
      return new Service(url, child)
    }
    throw new Error(`the service did not start: ${said}`)
  }

  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM')
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    this.isGone = true
    const { exitCode, signalCode } = this.#process
    if (exitCode !== null || signalCode !== null) return
    const closed = once(this.#process, 'close')
    this.#process.kill(signal)
    await closed
  }
}

/** Orders until its service has gone. */
async function client(service: Service, presses: readonly Press[], orders: Order[], between: Between): Promise<void> {
  while (!service.isGone) {
    const press = presses[between(0, presses.length - 1)]!
    const number = orders.length
    const count = between(0, 3) === 0 ? between(2, 12) : 1
    const texts = Array.from({ length: count }, (_, i) => `L${number}-${i + 1}`)
    const copies = count === 1 ? between(1, 3) : 1
    const order: Order = {
      key: `order-${number}`,
      press: press.name,
      texts,
      copies,
      isOfDesign: between(0, 1) === 0,
      isCounted: between(0, 1) === 0,
      isAsync: between(0, 1) === 0,
      status: undefined,
      body: undefined,
    }
    orders.push(order)
    await send(service, order)
  }
}

async function send({ url }: Service, order: Order): Promise<void> {
  const { key, press, texts, copies, isOfDesign, isCounted, isAsync } = order
  const headers = {
    'Quietzone-Print': 'yes',
    'Idempotency-Key': key,
    'Content-Type': 'text/csv',
    ...(isAsync && { Prefer: 'respond-async' }),
  }
  // in the fields of a design there are no counters
  const place = isCounted && !isOfDesign ? `-{serial:${counter}}` : ''
  const body = `text,qty\n${texts.map((text) => `${text}${place},${copies}`).join('\n')}\n`
  const { name } = isCounted ? countedDesign : plainDesign
  const kind = isOfDesign ? `design=${name}` : 'type=code128&size=2x1'
  try {
    const answer = await fetch(`${url}/api/v1/print?printer=${press}&${kind}`, {
      method: 'POST',
      headers,
      body,
    })
    order.body = await answer.json()
    order.status = answer.status
  } catch {
    // killed before the answer
  }
}

/** Sends each order again whose answer did not come, with the key that it had. */
async function repeatAll(service: Service, orders: readonly Order[]): Promise<void> {
  for (const order of orders) if (order.status === undefined) await send(service, order)
}

async function listed(service: Service, before?: number): Promise<readonly JobRow[]> {
  const answer = await fetch(`${service.url}/api/v1/jobs?limit=200${before === undefined ? '' : `&before=${before}`}`)
  const { jobs } = (await answer.json()) as { jobs: readonly JobRow[] }
  if (jobs.length === 0) return jobs
  return [...jobs, ...(await listed(service, jobs.at(-1)!.id))]
}

/** All jobs, once none waits or is printed. */
async function settled(service: Service): Promise<readonly JobRow[]> {
  for (;;) {
    const jobs = await listed(service)
    if (jobs.every(({ state }) => state !== 'waiting' && state !== 'printing')) return jobs
    await waited(50)
  }
}

/** The ledger: what was ordered, and what is on paper. */
interface Ledger {
  readonly orders: readonly Order[]
  /** What the labels of a job say, of jobs whose labels are counted. */
  readonly texts: ReadonlyMap<number, readonly string[]>
  readonly presses: readonly Press[]
}

/** Asks for what no label says by itself: the texts of labels that have a number. */
async function textsOf(
  service: Service,
  jobs: readonly JobRow[],
  orders: readonly Order[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const counted = new Set(orders.filter(({ isCounted }) => isCounted).map(({ key }) => key))
  const texts = new Map<number, readonly string[]>()
  for (const { id, idempotencyKey } of jobs) {
    if (!counted.has(idempotencyKey ?? '')) continue
    const answer = await fetch(`${service.url}/api/v1/jobs/${id}/labels`)
    const { labels } = (await answer.json()) as { labels: readonly { readonly text: string }[] }
    texts.set(
      id,
      labels.map(({ text }) => text),
    )
  }
  return texts
}

/** A text that is on paper, and how often it has to be. */
interface WantedText {
  readonly text: string
  readonly copies: number
}

/** What has to be on paper of a job: each copy of a label that is counted has a text of its own. */
function wantedTexts({ texts, copies, isCounted }: Order, job: JobRow, ledger: Ledger): readonly WantedText[] {
  if (isCounted) return ledger.texts.get(job.id)!.map((text) => ({ text, copies: 1 }))
  return texts.map((text) => ({ text, copies }))
}

/** Goes on with what is uncertain, after a look at the paper. */
async function resumedByClerk(service: Service, ledger: Ledger, jobs: readonly JobRow[]): Promise<readonly JobRow[]> {
  for (const job of jobs.filter(({ state }) => state === 'uncertain')) {
    const order = ledger.orders.find(({ key }) => key === job.idempotencyKey)!
    const out = wantedTexts(order, job, ledger).map(({ text }) => printsOf(order, text, ledger))
    const from = out.reduce((sum, copies) => sum + copies, 0) + 1
    await posted(service, `/api/v1/jobs/${job.id}/resume?from=${from}`)
  }
  return settled(service)
}

async function posted({ url }: Service, path: string): Promise<void> {
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers: { 'Quietzone-Print': 'yes' } })
  if (answer.status !== 200) throw new Error(`${path}: ${await answer.text()}`)
}

/** What of the ledger does not agree with the jobs and with the paper. */
function judged(ledger: Ledger, jobs: readonly JobRow[]): readonly string[] {
  const { orders, presses } = ledger
  const faults: string[] = []
  const byKey = new Map<string, JobRow[]>()
  for (const job of jobs) byKey.set(job.idempotencyKey ?? '', [...(byKey.get(job.idempotencyKey ?? '') ?? []), job])
  /** Labels on the paper of each printer that the ledger knows. */
  const known = new Map(presses.map(({ name }) => [name, 0]))
  for (const order of orders) {
    const own = byKey.get(order.key) ?? []
    // one that failed before its first byte may be ordered again with its key
    const live = own.filter(({ state, sent }) => state !== 'failed' || sent > 0)
    const say = (what: string): void =>
      void faults.push(`${order.key} (${order.status}): ${what}: ${JSON.stringify(own)}`)
    if (live.length > 1) say('several jobs for one key')
    const [job] = live
    const isAccepted = order.status === 200 || order.status === 202
    if (isAccepted && job === undefined) say('accepted, and no job')
    if (order.status === 200 && job?.state !== 'done') say('printed, and not done')
    if (order.status !== undefined && order.status >= 500 && (job?.state === 'waiting' || job?.state === 'done'))
      say('an error, and printed later')
    if (job === undefined) continue
    const wanted = wantedTexts(order, job, ledger)
    const printed = wanted.map(({ text }) => printsOf(order, text, ledger))
    known.set(order.press, known.get(order.press)! + printed.reduce((sum, copies) => sum + copies, 0))
    if (job.labels !== order.texts.length * order.copies) say('another number of labels')
    if (wanted.reduce((sum, { copies }) => sum + copies, 0) !== job.labels) say('labels without a text')
    if (order.isCounted) {
      const before = order.texts.flatMap((text) => Array<string>(order.copies).fill(text))
      if (wanted.some(({ text }, i) => !new RegExp(`^${before[i]}-[0-9]+$`).test(text))) say('other texts')
    }
    const isLess = (end?: number): boolean => wanted.slice(0, end).some(({ copies }, i) => printed[i] !== copies)
    if (job.state === 'done' && isLess()) say(`done, on paper ${printed}`)
    if (wanted.some(({ copies }, i) => printed[i]! > copies)) say(`too often on paper: ${printed}`)
    const copies = order.isCounted ? 1 : order.copies
    if (isLess(Math.floor(job.confirmed / copies))) say(`confirmed and not on paper: ${printed}`)
    if (job.from !== null && job.from !== (job.printed ?? 0) + 1) say('goes on elsewhere')
  }
  for (const key of byKey.keys())
    if (key !== '' && !orders.some((order) => order.key === key)) faults.push(`${key}: a job without an order`)
  for (const { name, paper } of presses) {
    const all = paper.flatMap((job) => [...job.matchAll(/\^PQ(\d+)\^XZ/g)]).reduce((sum, [, n]) => sum + Number(n), 0)
    if (all !== known.get(name))
      faults.push(`${name}: ${all} labels are on paper, of which jobs know ${known.get(name)}`)
  }
  return faults
}

interface Counted {
  readonly next: number
  /** At most 100, the newest. */
  readonly gaps: readonly { readonly first: number; readonly last: number }[]
}

async function countedSoFar({ url }: Service): Promise<Counted> {
  const answer = await fetch(`${url}/api/v1/counters?counter=${counter}`)
  return ((await answer.json()) as { counters: readonly [Counted] }).counters[0]
}

/** Numbers on two labels, beyond the counter, or neither on a label nor in a gap. */
function unaccounted({ next, gaps }: Counted, { texts }: Ledger, jobs: readonly JobRow[]): readonly string[] {
  const faults: string[] = []
  const jobsOf = new Map<number, number>()
  for (const { id } of jobs) {
    for (const text of texts.get(id) ?? []) {
      const number = Number(text.slice(text.lastIndexOf('-') + 1))
      if (jobsOf.has(number)) faults.push(`the number ${number} is on labels of jobs ${jobsOf.get(number)} and ${id}`)
      if (!(number < next)) faults.push(`${text} of job ${id}, and the counter goes on at ${next}`)
      jobsOf.set(number, id)
    }
  }
  const listed = gaps.length < 100 ? 1 : Math.min(...gaps.map(({ first }) => first))
  for (let number = listed; number < next; number++) {
    if (!jobsOf.has(number) && !gaps.some(({ first, last }) => first <= number && number <= last))
      faults.push(`the number ${number} is on no label, and in no gap`)
  }
  return faults
}

const drawings = new Map<string, string>()

/** The format of a label of this text without its copies. */
function drawingOf({ isOfDesign }: OrderKind, text: string): string {
  const name = `${isOfDesign} ${text}`
  const known = drawings.get(name)
  if (known !== undefined) return known
  const { read, style } = labelsFor(printerOf, undefined)
  const { scene } = isOfDesign
    ? composed(plain, { text }, { format: 'zpl' })
    : composeLabel(read({ type: 'code128', text, size: '2x1' }).request!, { maxPixels: 25_000_000 })
  const [piece] = piecesOf(style, [{ row: 1, copies: 1, scene }])
  const zpl = Buffer.from(piece!.bytes).toString('latin1')
  const drawing = zpl.slice(0, zpl.lastIndexOf('^PQ'))
  drawings.set(name, drawing)
  return drawing
}

const plain = designOf(plainDesign)
const printerOf: Printer = { ...dock, stock: '2x1' }

/** How often a label came out, whole. */
function printsOf(order: Order, text: string, { presses }: Ledger): number {
  const drawing = drawingOf(order, text)
  let count = 0
  for (const job of presses.find(({ name }) => name === order.press)!.paper) {
    for (let at = job.indexOf(drawing); at >= 0; at = job.indexOf(drawing, at + 1)) {
      const copies = /^\^PQ(\d+)\^XZ/.exec(job.slice(at + drawing.length, at + drawing.length + 12))?.[1]
      if (copies !== undefined) count += Number(copies)
    }
  }
  return count
}
