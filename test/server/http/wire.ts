import { connect, type Socket } from 'node:net'
import type { Designs } from '../../../src/design/designs.ts'
import { type Drawing, drawBarcode, drawLabel } from '../../../src/draw.ts'
import { type Amount, Jobs, memoryStore, printersOf } from '../../../src/printing/index.ts'
import type { PrinterEntries } from '../../../src/printing/printers/entries.ts'
import type { Draw } from '../../../src/server/api/images.ts'
import type { KeysInUse } from '../../../src/server/api/keys.ts'
import type { Printing } from '../../../src/server/api/print/index.ts'
import type { PrinterSearch } from '../../../src/server/api/printers/found.ts'
import type { SetupCopy } from '../../../src/server/api/setup.ts'
import { figuresOf } from '../../../src/server/figures/index.ts'
import { listen, type Running, type ServerOptions, service } from '../../../src/server/http/server.ts'
import type { SharedLimiter } from '../../../src/server/limiter/index.ts'
import type { Log, PrintRecord, RequestRecord } from '../../../src/server/log.ts'
import type { Receiver } from '../../../src/server/receiving/index.ts'
import { answerTo, routesOf } from '../../../src/server/routes.ts'

/** Draws pictures of so many bytes. */
export function drawnBy(bytes: number, before: () => void = () => {}) {
  const drawn = { bytes: new Uint8Array(bytes), format: 'png', xDimension: 0.254, warnings: [] } as const
  const draw = (): Drawing => {
    before()
    return drawn
  }
  return { barcode: draw, label: draw, limits: { maxPixels: 1 } }
}

/** A service on a free port of this machine, with its log records and the number of pictures drawn. */
export interface Served extends Running {
  readonly url: string
  readonly port: number
  /** Counts, and keeps the records below. */
  readonly log: Log
  readonly records: RequestRecord[]
  readonly printed: PrintRecord[]
  readonly faults: { readonly id: string; readonly error: unknown }[]
  /** Pictures drawn. */
  readonly drawn: () => number
  close(): Promise<void>
}

/** @param prepare  called with the server before it listens */
export async function served(
  options: Partial<ServerOptions> & {
    readonly draw?: Draw
    readonly printing?: Partial<Omit<Printing, 'jobs'>> & { readonly jobs?: Jobs | undefined }
    readonly shared?: Pick<SharedLimiter, 'figures'>
    readonly designs?: Designs
    /** From which on uses of keys are known. */
    readonly usedSince?: number
    /** What makes and removes keys. */
    readonly keysMade?: KeysInUse['changes']
    /** Of the file of printers. */
    readonly printerEntries?: PrinterEntries
    readonly printerSearch?: PrinterSearch
    readonly setupCopy?: SetupCopy
    readonly receiver?: Receiver
  } = {},
  prepare: (server: Running['server']) => void = () => {},
): Promise<Served> {
  let count = 0
  const counted = <Args extends unknown[], Result>(draw: (...args: Args) => Result): ((...args: Args) => Result) => {
    return (...args) => {
      count++
      return draw(...args)
    }
  }
  const {
    draw = { barcode: drawBarcode, label: drawLabel, limits: { maxPixels: 25_000_000 } },
    printing,
    shared,
    designs,
    usedSince = 0,
    keysMade,
    printerEntries,
    printerSearch,
    setupCopy,
    receiver,
    ...others
  } = options
  const { log: kept, records, printed, faults } = recorder()
  const printers = printing?.printers ?? printersOf([])
  const figures = figuresOf({ log: kept, printers, ...(options.clock && { clock: options.clock }) })
  const { log } = figures
  const proof = { policy: 'print', failed: log.verification } as const
  const drawCounted = { proof, ...draw, barcode: counted(draw.barcode), label: counted(draw.label) }
  const clock = options.clock ?? (() => performance.now())
  const running = service({
    rate: undefined,
    trustedProxies: [],
    log,
    routes: ({ isReady, figures: ofServer }) => {
      const metrics = figures.endpoint(ofServer, shared, printing?.jobs)
      const keys = { reports: () => others.keys?.reports() ?? [], since: usedSince, changes: keysMade }
      const isDamaged = (): boolean => (printing?.jobs?.store.damage ?? []).length > 0
      const state = {
        isReady,
        isDegraded: figures.isDegraded,
        isDamaged,
        metrics,
        designs,
        keys,
        printerEntries,
        printerSearch,
        setupCopy,
        receiver,
      }
      return routesOf(drawCounted, printingOf({ log: log.print, clock, ...printing, printers }), state)
    },
    ...others,
  })
  prepare(running.server)
  const url = await listen(running, '127.0.0.1', 0)
  const close = async (): Promise<void> => {
    running.server.closeAllConnections()
    await new Promise((resolve) => running.server.close(resolve))
  }
  return { ...running, log, url, port: Number(new URL(url).port), records, printed, faults, drawn: () => count, close }
}

/** What a service prints with: it keeps no jobs, unless some are given. */
export function printingOf(
  given: Partial<Omit<Printing, 'jobs'>> & { readonly jobs?: Jobs | undefined } = {},
): Printing {
  const { printers = printersOf([]), clock = () => 0 } = given
  let { jobs } = given
  const keepsJobs = jobs !== undefined
  return {
    ...{ log: () => {}, ...given, printers, clock, keepsJobs },
    get jobs() {
      const about = { printers, clock, answerTo: answerTo(), record: () => {}, log: () => {} }
      jobs ??= new Jobs({ ...about, store: memoryStore({ passed: clock }) })
      return jobs
    },
  }
}

function recorder(): Pick<Served, 'log' | 'records' | 'printed'> & { faults: { id: string; error: unknown }[] } {
  const records: RequestRecord[] = []
  const printed: PrintRecord[] = []
  const faults: { id: string; error: unknown }[] = []
  const log: Log = {
    request: (record) => void (records.length < 10_000 && records.push(record)),
    print: (record) => void printed.push(record),
    received: () => {},
    verification: () => {},
    event: () => {},
    problem: () => {},
    fault: (id, error) => void faults.push({ id, error }),
    crash: (error) => void faults.push({ id: '', error }),
    close: async () => {},
  }
  return { log, records, printed, faults }
}

export interface Reply {
  readonly status: number
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
}

/**
 * What came over the wire, reply by reply, read strictly: status line, headers with a length, body of that length.
 * Replies to HEAD (`isHead`) have no bodies.
 *
 * @throws Error if the bytes are not a sequence of complete replies
 */
export function repliesIn(bytes: Buffer, isHead = false): Reply[] {
  const replies: Reply[] = []
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf('\r\n\r\n', at)
    if (end < 0) throw new Error(`a reply without an end of its headers: ${bytes.subarray(at, at + 200)}`)
    const [statusLine = '', ...lines] = bytes.toString('latin1', at, end).split('\r\n')
    const status = /^HTTP\/1\.1 (\d{3}) [A-Za-z -]+$/.exec(statusLine)?.[1]
    if (status === undefined) throw new Error(`no status line: ${statusLine}`)
    const fields = lines.map((line) => headerIn(line))
    // there is a line for each warning
    const warnings = fields.filter(([name]) => name === 'quietzone-warning').map(([, value]) => value)
    const headers = new Map(fields)
    if (warnings.length > 0) headers.set('quietzone-warning', warnings.join('\n'))
    if (headers.size !== fields.length - Math.max(0, warnings.length - 1)) throw new Error(`a header twice: ${lines}`)
    const bodiless = isHead || status === '100' || status === '204' || status === '304'
    const length = bodiless ? 0 : Number(headers.get('content-length'))
    const body = bytes.subarray(end + 4, end + 4 + length)
    if (body.length !== length) throw new Error(`a body of ${body.length} bytes that should have ${length}`)
    replies.push({ status: Number(status), headers, body })
    at = end + 4 + length
  }
  return replies
}

function headerIn(line: string): readonly [string, string] {
  const found = /^([A-Za-z-]+): ([\x20-\x7e]*)$/.exec(line)
  if (found === null) throw new Error(`no header: ${JSON.stringify(line)}`)
  return [found[1]!.toLowerCase(), found[2]!]
}

/** A socket whose every received byte is kept. */
export class Wire {
  readonly socket: Socket
  private readonly chunks: Buffer[] = []
  readonly closed: Promise<void>

  /** @param from  the address of this machine that the connection comes from, any in 127.0.0.0/8 */
  constructor(port: number, reading = true, from = '127.0.0.1') {
    this.socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, localAddress: from })
    this.socket.on('error', () => {})
    if (reading) this.read()
    this.closed = new Promise((resolve) => {
      this.socket.once('end', () => {
        this.socket.end()
        resolve()
      })
      this.socket.once('close', () => resolve())
    })
  }

  /** Reads from now on. */
  read(): this {
    this.socket.on('data', (chunk) => this.chunks.push(chunk as Buffer))
    return this
  }

  get received(): Buffer {
    if (this.chunks.length > 1) this.chunks.splice(0, this.chunks.length, Buffer.concat(this.chunks))
    return this.chunks[0] ?? Buffer.alloc(0)
  }

  send(bytes: string | Uint8Array): this {
    this.socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
    return this
  }

  /** Waits until `count` replies are here, or the server has closed, or the time is over. */
  async replies(count: number, patience = 60_000, isHead = false): Promise<Reply[]> {
    const deadline = Date.now() + patience
    let over = false
    this.closed.then(() => {
      over = true
    })
    const found: Reply[] = []
    for (let at = 0; ; ) {
      const bytes = this.received.subarray(at)
      const whole = wholeReplies(bytes, isHead)
      found.push(...repliesIn(bytes.subarray(0, whole), isHead))
      at += whole
      if (found.length >= count || over || Date.now() > deadline) return found
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
}

/** How many of the bytes are replies that have come whole. */
function wholeReplies(bytes: Buffer, isHead: boolean): number {
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n\r\n', at)
    if (end < 0) return at
    const head = bytes.toString('latin1', at, end)
    const bodiless = isHead || /^HTTP\/1\.1 (100|204|304)/.test(head)
    const next = end + 4 + (bodiless ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN))
    if (!(next <= bytes.length)) return at
    at = next
  }
}

/** Waits until the condition holds. @throws Error if it does not within half a minute */
export async function until(condition: () => boolean): Promise<void> {
  for (let i = 0; i < 6000 && !condition(); i++) await new Promise((resolve) => setTimeout(resolve, 5))
  if (!condition()) throw new Error(`waited in vain for ${condition}`)
}

/** Sends the bytes on a connection of their own, and reads until the server closes it. */
export async function conversation(port: number, bytes: string | Uint8Array): Promise<Buffer> {
  const wire = new Wire(port)
  wire.send(bytes)
  await wire.closed
  return wire.received
}

/** One request that asks the server to close, and its reply. */
export async function ask(port: number, line: string, headers: readonly string[] = []): Promise<Reply> {
  const head = [`${line} HTTP/1.1`, 'Host: test', 'Connection: close', ...headers].join('\r\n')
  const [reply] = repliesIn(await conversation(port, `${head}\r\n\r\n`), line.startsWith('HEAD '))
  if (reply === undefined) throw new Error(`no reply to ${line}`)
  return reply
}

export interface ErrorBody {
  readonly error: {
    readonly code: string
    readonly message: string
    readonly printer?: string
    readonly sent?: Amount
    readonly received?: Amount
    readonly printed?: Amount | null
    readonly confirmed?: Amount
    readonly from?: number
    readonly faults?: readonly {
      readonly parameter: string
      readonly code: string
      readonly message: string
      readonly position?: number
      readonly ai?: string
      readonly rule?: string
      readonly from?: number
      readonly to?: number
      readonly row?: number
      readonly suggestion?: { readonly [parameter: string]: string }
    }[]
  }
}

/** The error object in a reply. @throws Error if it is anything else, or its message differs from those of its faults */
export function errorIn(reply: Reply): ErrorBody['error'] {
  const { error, ...others } = JSON.parse(reply.body.toString()) as ErrorBody
  const names = Object.keys(error).join()
  const isError =
    /^code,message(,faults|,printer,sent,received,printed,confirmed(,from)?)?$/.test(names) &&
    error.message !== '' &&
    error.code !== ''
  if (Object.keys(others).length > 0 || !isError || error.faults?.every(isFaultOf(error)) === false) {
    throw new Error(`no error object: ${reply.body}`)
  }
  return error
}

/** Of many rows the message has the first faults only. */
function isFaultOf({ code, message }: ErrorBody['error']) {
  return (fault: NonNullable<ErrorBody['error']['faults']>[number]): boolean =>
    /^parameter,code,message(,warning)?(,position)?(,ai)?(,rule)?(,from,to)?(,sizes)?(,suggestion)?(,row)?$/.test(
      Object.keys(fault).join(),
    ) &&
    (message.includes(fault.message) || code === 'invalid_rows')
}
