/** Services that announce themselves on the local network: DNS-based Service Discovery (RFC 6763) by multicast DNS (RFC 6762). */

import { networkInterfaces } from 'node:os'
import type { Answer } from 'dns-packet'
import type { MulticastDNS, ResponsePacket } from 'multicast-dns'

/** A service as its records describe it. */
export interface AnnouncedService {
  /** What people call it: `Zebra ZD421 (dock)`. */
  readonly instance: string
  readonly type: string
  /** An address where one is known, else a name. */
  readonly host: string
  readonly port: number
  /** Its TXT record (RFC 6763, 6), names in lower case. */
  readonly about: ReadonlyMap<string, string>
}

interface DiscoveryOptions {
  /** Such as `_ipp._tcp`. */
  readonly types: readonly string[]
  /** For how long services are waited for, in ms. */
  readonly ms: number
  /** It ends as soon as so many are known. */
  readonly most: number
  readonly signal: AbortSignal
  /** The IPv4 addresses of the interfaces that are asked on; by default all of this machine but loopbacks. */
  readonly interfaces?: readonly string[]
  /** 5353 by default. */
  readonly port?: number
}

/** The most records that are kept of all answers. */
const mostRecords = 4000
/** The most interfaces that are asked on. */
export const mostInterfaces = 8

/** The services of some types that answer in time. Where this machine lets nobody ask, there are none. Never rejected but by the signal. */
export async function announcedServices(options: DiscoveryOptions): Promise<readonly AnnouncedService[]> {
  const { types, ms, most, signal, interfaces = ownAddresses(), port } = options
  signal.throwIfAborted()
  const { default: multicastDns } = await import('multicast-dns')
  const records = new Records(types)
  const sockets: MulticastDNS[] = []
  try {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      signal.addEventListener('abort', () => resolve(), { once: true })
      for (const address of interfaces.slice(0, mostInterfaces)) {
        // bound to all addresses, since what is sent to a group reaches no socket that is bound to one of the machine
        const socket = multicastDns({ interface: address, bind: '0.0.0.0', ...(port !== undefined && { port }) })
        sockets.push(socket)
        // another program may have the port for itself, and an interface may be gone
        socket.on('error', () => {}).on('warning', () => {})
        socket.on('response', (response) => {
          const missing = records.add(response)
          if (missing.length > 0) socket.query({ questions: [...missing] })
          if (records.services().length < most) return
          clearTimeout(timer)
          resolve()
        })
        socket.query({ questions: types.map((type) => ({ name: `${type}.local`, type: 'PTR' })) })
      }
    })
  } finally {
    for (const socket of sockets) socket.destroy()
  }
  signal.throwIfAborted()
  return records.services().slice(0, most)
}

/** The IPv4 addresses of this machine but loopbacks. */
export function ownAddresses(): readonly string[] {
  const all = Object.values(networkInterfaces()).flatMap((each = []) => each)
  return all.flatMap(({ family, internal, address }) => (family === 'IPv4' && !internal ? [address] : []))
}

interface Question {
  readonly name: string
  readonly type: 'SRV' | 'TXT' | 'A'
}

/** What was answered so far. */
class Records {
  readonly #types: readonly string[]
  /** By name, in lower case. */
  readonly #targets = new Map<string, { readonly host: string; readonly port: number }>()
  readonly #texts = new Map<string, ReadonlyMap<string, string>>()
  readonly #addresses = new Map<string, string>()
  /** Names of instances as they are written, with their types. */
  readonly #instances = new Map<string, { readonly name: string; readonly type: string }>()
  readonly #asked = new Set<string>()

  constructor(types: readonly string[]) {
    this.#types = types
  }

  /** Takes an answer. @returns what it leaves open, once each */
  add({ answers, additionals }: Pick<ResponsePacket, 'answers' | 'additionals'>): readonly Question[] {
    for (const record of [...(answers ?? []), ...(additionals ?? [])]) if (this.#size < mostRecords) this.#take(record)
    return [...this.#open()]
  }

  get #size(): number {
    return this.#targets.size + this.#texts.size + this.#addresses.size + this.#instances.size
  }

  #take(record: Answer): void {
    const name = record.name.toLowerCase()
    switch (record.type) {
      case 'PTR': {
        const type = this.#types.find((each) => name === `${each}.local`)
        if (type !== undefined) this.#instances.set(record.data.toLowerCase(), { name: record.data, type })
        break
      }
      case 'SRV':
        this.#targets.set(name, { host: record.data.target, port: record.data.port })
        break
      case 'TXT':
        this.#texts.set(name, textsIn(record.data))
        break
      case 'A':
        this.#addresses.set(name, record.data)
        break
      // others tell nothing of where a service is
      default:
    }
  }

  *#open(): Generator<Question> {
    for (const key of this.#instances.keys()) {
      const target = this.#targets.get(key)
      if (target === undefined) yield* this.#once({ name: key, type: 'SRV' })
      else if (!this.#addresses.has(target.host.toLowerCase())) yield* this.#once({ name: target.host, type: 'A' })
      if (!this.#texts.has(key)) yield* this.#once({ name: key, type: 'TXT' })
    }
  }

  *#once(question: Question): Generator<Question> {
    const key = `${question.type} ${question.name.toLowerCase()}`
    if (this.#asked.has(key)) return
    this.#asked.add(key)
    yield question
  }

  /** Those that are known with all that belongs to them. */
  services(): AnnouncedService[] {
    return [...this.#instances].flatMap(([key, { name, type }]) => {
      const [target, about] = [this.#targets.get(key), this.#texts.get(key)]
      const host = target && this.#addresses.get(target.host.toLowerCase())
      if (target === undefined || about === undefined || host === undefined) return []
      return [{ instance: name.slice(0, name.length - `.${type}.local`.length), type, host, port: target.port, about }]
    })
  }
}

/** The strings of a TXT record, `name=value` each; the first of a name counts (RFC 6763, 6.4). */
function textsIn(data: string | Buffer | readonly (string | Buffer)[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const each of Array.isArray(data) ? data : [data]) {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(each.toString()) ?? []
    if (name !== undefined && !found.has(name.toLowerCase())) found.set(name.toLowerCase(), value!)
  }
  return found
}
