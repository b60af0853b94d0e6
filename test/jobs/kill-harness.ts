/**
 * Kills a service at random moments while clients print on it, and keeps a ledger of what was ordered, answered and printed. At the end
 * each label that was accepted is on paper once, or waits, or is named uncertain, and the ledger agrees with /api/v1/jobs.
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as waited } from 'node:timers/promises'
import { composeLabel } from '../../src/draw.ts'
import type { Printer } from '../../src/printers/index.ts'
import { piecesOf } from '../../src/printers/pieces.ts'
import { labelsFor } from '../../src/request/printer-labels.ts'
import { root } from '../../src/root.ts'
import { dock } from '../printers/jobs.ts'
import { hostStatus } from '../printers/loopback-printer.ts'

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

/** An order as the ledger has it. */
interface Order {
  readonly key: string
  readonly press: string
  /** The text of each label, which is on no other. */
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
  readonly uncertain: number
  readonly failed: number
  readonly faults: readonly string[]
}

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
    faults.push(...judged(orders, jobs, presses))
    const resumed = await resumedByClerk(service, orders, jobs, presses)
    for (const fault of judged(orders, resumed, presses)) faults.push(`after the clerk: ${fault}`)
    if (resumed.some(({ state }) => state === 'uncertain')) faults.push('a job that the clerk did not bring to its end')
    const count = (state: string): number => jobs.filter((job) => job.state === state).length
    const labels = jobs.reduce((sum, job) => sum + job.labels, 0)
    return {
      kills: done,
      orders: orders.length,
      labels,
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
      isAsync: between(0, 1) === 0,
      status: undefined,
      body: undefined,
    }
    orders.push(order)
    await send(service, order)
  }
}

async function send({ url }: Service, order: Order): Promise<void> {
  const { key, press, texts, copies, isAsync } = order
  const headers = {
    'Quietzone-Print': 'yes',
    'Idempotency-Key': key,
    'Content-Type': 'text/csv',
    ...(isAsync && { Prefer: 'respond-async' }),
  }
  const body = `text,qty\n${texts.map((text) => `${text},${copies}`).join('\n')}\n`
  try {
    const answer = await fetch(`${url}/api/v1/print?printer=${press}&type=code128&size=2x1`, {
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

/** Goes on with what is uncertain, after a look at the paper. */
async function resumedByClerk(
  service: Service,
  orders: readonly Order[],
  jobs: readonly JobRow[],
  presses: readonly Press[],
): Promise<readonly JobRow[]> {
  const paper = new Map(presses.map(({ name, paper: all }) => [name, all]))
  for (const { id, idempotencyKey, printer } of jobs.filter(({ state }) => state === 'uncertain')) {
    const { texts } = orders.find(({ key }) => key === idempotencyKey)!
    const printed = texts.reduce((sum, text) => sum + printsOf(text, paper.get(printer)!), 0)
    const headers = { 'Quietzone-Print': 'yes' }
    const answer = await fetch(`${service.url}/api/v1/jobs/${id}/resume?from=${printed + 1}`, {
      method: 'POST',
      headers,
    })
    if (answer.status !== 200) throw new Error(`resume ${id} from ${printed + 1}: ${await answer.text()}`)
  }
  return settled(service)
}

/** What of the ledger does not agree with the jobs and with the paper. */
function judged(orders: readonly Order[], jobs: readonly JobRow[], presses: readonly Press[]): readonly string[] {
  const faults: string[] = []
  const byKey = new Map<string, JobRow[]>()
  for (const job of jobs) byKey.set(job.idempotencyKey ?? '', [...(byKey.get(job.idempotencyKey ?? '') ?? []), job])
  const paper = new Map(presses.map(({ name, paper }) => [name, paper]))
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
    const printed = order.texts.map((text) => printsOf(text, paper.get(order.press)!))
    if (job === undefined) {
      if (printed.some((copies) => copies > 0)) say(`on paper ${printed}, and no job`)
      continue
    }
    if (job.labels !== order.texts.length * order.copies) say('another number of labels')
    if (job.state === 'done' && printed.some((copies) => copies !== order.copies)) say(`done, on paper ${printed}`)
    if (printed.some((copies) => copies > order.copies)) say(`too often on paper: ${printed}`)
    if (
      job.confirmed > 0 &&
      printed.slice(0, Math.floor(job.confirmed / order.copies)).some((copies) => copies !== order.copies)
    )
      say(`confirmed and not on paper: ${printed}`)
    if (job.from !== null && job.from !== (job.printed ?? 0) + 1) say('goes on elsewhere')
  }
  for (const key of byKey.keys())
    if (key !== '' && !orders.some((order) => order.key === key)) faults.push(`${key}: a job without an order`)
  return faults
}

/** The format of a label of this text without its copies. */
function drawingOf(text: string): string {
  const { read, style } = labelsFor(printerOf, undefined)
  const { request } = read({ type: 'code128', text, size: '2x1' })
  const { scene } = composeLabel(request!, { maxPixels: 25_000_000 })
  const [piece] = piecesOf(style, [{ row: 1, copies: 1, scene }])
  const zpl = Buffer.from(piece!.bytes).toString('latin1')
  return zpl.slice(0, zpl.lastIndexOf('^PQ'))
}

const printerOf: Printer = { ...dock, stock: '2x1' }

/** How often a label came out, whole. */
function printsOf(text: string, paper: readonly string[]): number {
  const drawing = drawingOf(text)
  let count = 0
  for (const job of paper) {
    for (let at = job.indexOf(drawing); at >= 0; at = job.indexOf(drawing, at + 1)) {
      const copies = /^\^PQ(\d+)\^XZ/.exec(job.slice(at + drawing.length))?.[1]
      if (copies !== undefined) count += Number(copies)
    }
  }
  return count
}
