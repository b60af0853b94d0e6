/** Announces services on the local network: DNS-based Service Discovery (RFC 6763) by multicast DNS (RFC 6762). */

import { hostname } from 'node:os'
import type { Answer, Packet } from 'dns-packet'
import type { MulticastDNS } from 'multicast-dns'
import type { Announcement } from './announced.ts'
import { mostInterfaces, ownAddresses } from './dns-sd.ts'

interface AnnouncerOptions {
  /** The name of this machine, without a domain. */
  readonly host?: string
  /** The IPv4 addresses of the interfaces on which it announces; by default all of this machine but loopbacks. */
  readonly interfaces?: () => readonly string[]
  /** 5353 by default. */
  readonly port?: number
  /** Milliseconds between two messages of the same kind: RFC 6762, 8.1 and 8.3. */
  readonly pace?: { readonly probes: number; readonly announcements: number }
  /** A line of the log. */
  readonly log: (message: string) => void
}

/** RFC 6762, 10: how long records are kept by others, in seconds; those with the name or an address of a machine shorter. */
const ttl = { shared: 4500, host: 120 } as const

/** RFC 6762, 8.1 and 8.3: how often a name is asked for before it is used, and how often it is announced then. */
const [probes, announcings] = [3, 2] as const

/** Milliseconds between two looks whether this machine has other addresses. */
const lookEvery = 60_000

const domain = 'local'
/** RFC 6763, 9: all types that there are. */
const allTypes = `_services._dns-sd._udp.${domain}`

/** The name of this machine as others find it. */
export const ownName = (): string => hostname().split('.')[0]!

export class Announcer {
  readonly #options: AnnouncerOptions
  readonly #host: string
  readonly #sockets = new Map<string, MulticastDNS>()
  #services: readonly Announcement[] = []
  /** Names that others have, in lower case. */
  readonly #taken = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #last: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(options: AnnouncerOptions) {
    this.#options = options
    this.#host = `${options.host ?? ownName()}.${domain}`
  }

  /** Announces these services and no others. Resolves when they are announced; never rejected. */
  announce(services: readonly Announcement[]): Promise<void> {
    this.#last = this.#last.then(() => this.#announce(services))
    return this.#last
  }

  async #announce(services: readonly Announcement[]): Promise<void> {
    if (this.#isClosed) return
    try {
      await this.#open()
      const before = this.#services
      const names = new Set(services.map(nameOf))
      await this.#farewell(before.filter((each) => !names.has(nameOf(each))))
      const known = new Set(before.map(nameOf))
      this.#services = before.filter((each) => names.has(nameOf(each)))
      const named = await this.#probed(services, known)
      if (this.#isClosed) return
      this.#services = named
      for (let i = 0; i < announcings && !this.#isClosed; i++) {
        if (i > 0) await pause(this.#options.pace?.announcements ?? 1000)
        for (const [address, socket] of this.#sockets) {
          const answers = this.#services.flatMap((each) => this.#recordsOf(each, address))
          if (answers.length > 0) socket.respond({ answers })
        }
      }
    } catch (error) {
      this.#options.log(`printers are not announced: ${(error as Error).message}`)
    }
  }

  /** The services by names that nobody else has: RFC 6762, 8.1 and 9. */
  async #probed(services: readonly Announcement[], known: ReadonlySet<string>): Promise<readonly Announcement[]> {
    let named = services
    for (let number = 2; number < 10; number++) {
      const asked = named.filter((each) => !known.has(nameOf(each)))
      for (let i = 0; i < probes && asked.length > 0 && !this.#isClosed; i++) {
        const questions = asked.map((each) => ({ name: nameOf(each), type: 'SRV' as const }))
        for (const socket of this.#sockets.values()) socket.query({ questions })
        await pause(this.#options.pace?.probes ?? 250)
      }
      const isTaken = (each: Announcement): boolean => this.#taken.has(nameOf(each).toLowerCase())
      if (!named.some(isTaken)) break
      named = named.map((each, i) =>
        isTaken(each) ? { ...each, instance: `${services[i]!.instance} (${number})` } : each,
      )
    }
    return named
  }

  /** Opens a socket for each interface, and closes those of interfaces that have gone. */
  async #open(): Promise<void> {
    const { interfaces = ownAddresses, port } = this.#options
    const addresses = interfaces().slice(0, mostInterfaces)
    for (const [address, socket] of this.#sockets) {
      if (addresses.includes(address)) continue
      socket.destroy()
      this.#sockets.delete(address)
    }
    const { default: multicastDns } = await import('multicast-dns')
    for (const address of addresses) {
      if (this.#sockets.has(address)) continue
      const socket = multicastDns({ interface: address, bind: '0.0.0.0', ...(port !== undefined && { port }) })
      // another program may have the port for itself, and an interface may be gone
      socket.on('error', ({ message }) => this.#options.log(`printers are not announced on ${address}: ${message}`))
      socket.on('warning', () => {})
      socket.on('query', (query, from) => this.#answer(query, { address, socket, from }))
      socket.on('response', ({ answers = [] }) => this.#heed(answers))
      this.#sockets.set(address, socket)
    }
    this.#timer ??= setInterval(() => this.#look(), lookEvery).unref()
  }

  /** Announces again where this machine has other addresses than before. */
  #look(): void {
    const addresses = (this.#options.interfaces ?? ownAddresses)().slice(0, mostInterfaces)
    const isSame = addresses.length === this.#sockets.size && addresses.every((each) => this.#sockets.has(each))
    if (!isSame) void this.announce(this.#services)
  }

  /** Notes the names that others have. */
  #heed(answers: readonly Answer[]): void {
    const own = new Map(this.#services.map((each) => [nameOf(each).toLowerCase(), each.port]))
    for (const answer of answers) {
      if (answer.type !== 'SRV') continue
      const name = answer.name.toLowerCase()
      const isOwn = answer.data.target.toLowerCase() === this.#host.toLowerCase() && own.get(name) === answer.data.port
      if (!isOwn && !own.has(name) && this.#taken.size < 1000) this.#taken.add(name)
    }
  }

  #answer({ questions = [], answers: known = [], id }: Packet, { address, socket, from }: Asking): void {
    const all = this.#services.flatMap((each) => this.#recordsOf(each, address))
    const asked = all.filter((record) =>
      questions.some(({ name, type }) => {
        return record.name.toLowerCase() === name.toLowerCase() && (type === record.type || (type as string) === 'ANY')
      }),
    )
    // RFC 6762, 7.1: what the asker knows is not told
    const answers = asked.filter((record) => !known.some((each) => isSame(each, record)))
    if (answers.length === 0) return
    const targets = new Set(
      answers.map((record) => (record.type === 'PTR' ? record.data.toLowerCase() : record.name.toLowerCase())),
    )
    const isOf = ({ name, type }: Answer): boolean =>
      type !== 'PTR' && (type === 'A' || targets.has(name.toLowerCase()))
    const additionals = all.filter((record) => isOf(record) && !answers.includes(record))
    const { port = 5353 } = this.#options
    if (from.port === port) socket.respond({ answers, additionals })
    // RFC 6762, 6.7: an ordinary resolver, which knows nothing of caches to flush
    else
      socket.respond({ id: id ?? 0, questions, answers: answers.map(plain), additionals: additionals.map(plain) }, from)
  }

  /** All records of a service, on the interface of an address. */
  #recordsOf(service: Announcement, address: string): readonly Answer[] {
    const { type, subtypes, port, about } = service
    const name = nameOf(service)
    const shared = { ttl: ttl.shared, class: 'IN' } as const
    const own = { class: 'IN', flush: true } as const
    return [
      { type: 'PTR', name: `${type}.${domain}`, data: name, ...shared },
      ...subtypes.map(
        (each): Answer => ({ type: 'PTR', name: `${each}._sub.${type}.${domain}`, data: name, ...shared }),
      ),
      { type: 'PTR', name: allTypes, data: `${type}.${domain}`, ...shared },
      { type: 'SRV', name, data: { target: this.#host, port, priority: 0, weight: 0 }, ttl: ttl.host, ...own },
      { type: 'TXT', name, data: [...about], ttl: ttl.shared, ...own },
      { type: 'A', name: this.#host, data: address, ttl: ttl.host, ...own },
    ]
  }

  /** RFC 6762, 10.1: others forget what they know of these services. Resolves when it is sent, or cannot be. */
  async #farewell(services: readonly Announcement[]): Promise<void> {
    if (services.length === 0) return
    const sent = [...this.#sockets].map(([address, socket]) => {
      const records = services.flatMap((each) => this.#recordsOf(each, address))
      // the machine, and services of its type, may go on
      const answers = records.filter(({ name, type }) => type !== 'A' && name !== allTypes)
      const goodbye = { answers: answers.map((record) => ({ ...record, ttl: 0 })) }
      return new Promise<void>((resolve) => socket.respond(goodbye, () => resolve()))
    })
    await Promise.all(sent)
  }

  /** Says goodbye, and ends. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    clearInterval(this.#timer)
    const services = this.#services
    this.#services = []
    await this.#farewell(services)
    for (const socket of this.#sockets.values()) socket.destroy()
    this.#sockets.clear()
  }
}

interface Asking {
  /** Of the interface. */
  readonly address: string
  readonly socket: MulticastDNS
  readonly from: { readonly address: string; readonly port: number }
}

const nameOf = ({ instance, type }: Announcement): string => `${instance}.${type}.${domain}`

/** Half of its time to live is left of what an asker knows. */
function isSame(known: Answer, record: Answer): boolean {
  if (known.type !== 'PTR' || record.type !== 'PTR' || (known.ttl ?? 0) < ttl.shared / 2) return false
  return (
    known.name.toLowerCase() === record.name.toLowerCase() && known.data.toLowerCase() === record.data.toLowerCase()
  )
}

const plain = (record: Answer): Answer => ({ ...record, flush: false }) as Answer

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
