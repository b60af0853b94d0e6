/** A printer that receives by IPP, whose documents become jobs of one label that ends when the test says so; and a client of it. */

import { Writable } from 'node:stream'
import {
  type Attribute,
  groups,
  type IppAttributes,
  type IppResponse,
  requestBytes,
  responseOf,
} from '../../../../src/printing/channels/ipp-message.ts'
import {
  type Jobs as AllJobs,
  type Amount,
  type Channel,
  type Condition,
  Jobs,
  nothing,
  type Printer,
  printersOf,
} from '../../../../src/printing/index.ts'
import { keptPiece } from '../../../../src/printing/jobs/shares.ts'
import type { Keys } from '../../../../src/server/access/index.ts'
import { listen, service } from '../../../../src/server/http/server.ts'
import { plainLog } from '../../../../src/server/log.ts'
import type { ReceivedDocument, Receiver } from '../../../../src/server/receiving/index.ts'
import { ippOperation } from '../../../../src/server/receiving/ipp/index.ts'
import { operations } from '../../../../src/server/receiving/ipp/operations.ts'
import { dock, endless, pieceOf } from '../../../printing/printers/example-jobs.ts'
import { storeInMemory } from '../../../printing/store/example-store.ts'

/** A printer that prints nothing until the test says so, and everything then. */
class GatedChannel implements Channel {
  said: Condition = { state: 'ready', message: 'ready' }
  open: () => void = () => {}
  readonly #isOpen = new Promise<void>((resolve) => {
    this.open = resolve
  })

  async condition(): Promise<Condition> {
    return this.said
  }

  async send(...[pieces, , events]: Parameters<Channel['send']>): ReturnType<Channel['send']> {
    await this.#isOpen
    let sent: Amount = nothing
    for await (const { labels, bytes } of pieces) {
      events?.starts?.()
      events?.handedOver?.()
      events?.confirmed?.(1)
      sent = { rows: sent.rows + 1, labels: sent.labels + labels, bytes: sent.bytes + bytes.length }
    }
    return { sent, confirmed: sent, from: undefined }
  }
}

export interface IppPrinting {
  readonly url: string
  readonly uri: string
  readonly channel: GatedChannel
  readonly jobs: AllJobs
  readonly documents: ReceivedDocument[]
  readonly events: string[]
  /** Milliseconds since 1970. */
  readonly time: { now: number }
  /** What happens to the next documents. */
  outcome: (document: ReceivedDocument) => Promise<void>
  ask(name: keyof typeof operations, asked?: Asked): Promise<IppResponse>
  close(): Promise<void>
}

interface Asked {
  readonly operation?: readonly Attribute[]
  readonly job?: readonly Attribute[]
  readonly document?: string | Uint8Array
  readonly user?: string
  readonly headers?: Readonly<Record<string, string>>
}

export const keyword = (name: string, ...values: readonly string[]): Attribute => ({ tag: 'keyword', name, values })
export const integer = (name: string, value: number): Attribute => ({ tag: 'integer', name, values: [value] })
export const boolean = (name: string, value: boolean): Attribute => ({ tag: 'boolean', name, values: [value] })

/** The beginning of all requests. */
export const common: readonly Attribute[] = [
  { tag: 'charset', name: 'attributes-charset', values: ['utf-8'] },
  { tag: 'naturalLanguage', name: 'attributes-natural-language', values: ['en'] },
]

interface Options {
  readonly printer?: Partial<Printer>
  readonly keys?: Keys
}

export async function ippPrinting({ printer: settings, keys }: Options = {}): Promise<IppPrinting> {
  const printer: Printer = { ...dock, receive: { ipp: true }, ...settings }
  const channel = new GatedChannel()
  const printers = printersOf([printer], { patience: endless, channelOf: () => channel })
  const jobs = new Jobs({
    store: storeInMemory(),
    printers,
    answerTo: () => undefined,
    record: () => {},
    log: () => {},
  })
  const documents: ReceivedDocument[] = []
  const events: string[] = []
  const time = { now: Date.UTC(2026, 10, 30, 10) }
  const receiver: Receiver = {
    async receive(document) {
      await made.outcome(document)
      documents.push(document)
      const { client, by, title: name, id, copies = 1 } = document
      const piece = { ...pieceOf(1), labels: copies, times: copies }
      return jobs.order({ printer, client, by, name, id, source: 'ipp', pieces: [keptPiece({ piece })] })
    },
  }
  const running = service({
    rate: undefined,
    trustedProxies: [],
    keys,
    log: plainLog('silent', new Writable()),
    routes: () => [
      ippOperation({
        ...{ receiver, jobs, hasKeys: () => keys !== undefined, place: () => 'labels:8080' },
        ...{ log: (message) => void events.push(message), now: () => time.now },
      }),
    ],
  })
  const base = await listen(running, '127.0.0.1', 0)
  const url = `${base}/ipp/print/${printer.name}`
  const uri = url.replace('http', 'ipp')
  let requestId = 0
  const made: IppPrinting = {
    ...{ url, uri, channel, jobs, documents, events, time },
    outcome: async () => {},
    async ask(name, { operation = [], job, document = '', user = 'anna', headers = {} } = {}) {
      const sent = [
        {
          tag: groups.operation,
          attributes: [
            ...common,
            { tag: 'uri', name: 'printer-uri', values: [uri] } as const,
            { tag: 'name', name: 'requesting-user-name', values: [user] } as const,
            ...operation,
          ],
        },
        ...(job === undefined ? [] : [{ tag: groups.job, attributes: job }]),
      ]
      const bytes = requestBytes({ operation: operations[name], requestId: ++requestId, groups: sent })
      const { body } = await posted(url, Buffer.concat([bytes, Buffer.from(document)]), headers)
      const response = responseOf(body)
      if (response.requestId !== requestId) throw new Error(`answers ${response.requestId}`)
      return response
    },
    async close() {
      channel.open()
      running.server.closeAllConnections()
      await new Promise((resolve) => running.server.close(resolve))
      await Promise.all([jobs.close(0), printers.close(0)])
    },
  }
  return made
}

export async function posted(
  url: string,
  body: Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly headers: Headers; readonly body: Buffer }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/ipp', ...headers },
    body,
  })
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) }
}

/** The attributes of the first group of a tag. */
export const groupOf = (response: IppResponse, tag: number): IppAttributes =>
  response.groups.find((group) => group.tag === tag)?.attributes ?? new Map()

/** The values of an attribute as numbers or texts. */
export function valuesOf(attributes: IppAttributes, name: string): readonly (number | string)[] {
  return (attributes.get(name) ?? []).map(({ tag, bytes }) =>
    tag === 0x21 || tag === 0x23 ? bytes.readInt32BE() : bytes.toString(),
  )
}

export const jobOf = (response: IppResponse): IppAttributes => groupOf(response, groups.job)
