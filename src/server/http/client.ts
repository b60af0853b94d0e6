import { hash } from 'node:crypto'
import { BlockList, isIPv4, isIPv6 } from 'node:net'
import type { ClientKey } from '../limiter/index.ts'

export interface Client extends ClientKey {
  /** The address in its usual notation. */
  readonly address: string
  /** The same identity as text, equal only for the same client. */
  readonly key: string
}

/** The prefix ffff:ffff::/32 is multicast (RFC 4291, 2.7): it is never the address of a client. */
const ipv4High = 0xffffffff

/** Each proxy adds one address; more than this many are not read. */
const mostHops = 32

/** A list of the trusted proxies. @param blocks  addresses or CIDR blocks */
export function proxies(blocks: readonly string[]): BlockList | undefined {
  if (blocks.length === 0) return undefined
  const list = new BlockList()
  for (const block of blocks) {
    const [address = '', prefix] = block.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    list.addSubnet(address, prefix === undefined ? (family === 'ipv4' ? 32 : 128) : Number(prefix), family)
  }
  return list
}

/**
 * The client behind trusted proxies: the first address in `forwarded`, read from the right, that is not a trusted proxy. If an
 * element is not an address, the address before it in that order is the client.
 *
 * @param forwarded  the value of X-Forwarded-For; several headers are joined by commas
 */
export function clientBehind(peer: Client, forwarded: string | undefined, trusted: BlockList | undefined): Client {
  let client = peer
  if (forwarded === undefined || trusted === undefined) return client
  let end = forwarded.length
  for (let hop = 0; hop < mostHops && end >= 0 && isIn(trusted, client); hop++) {
    const start = forwarded.lastIndexOf(',', end - 1)
    const next = clientOf(withoutPort(forwarded.slice(start + 1, end).trim()))
    if (next === undefined) return client
    client = next
    end = start === 0 ? -1 : start
  }
  return client
}

/** Whether the client's address is in the list. */
export function isIn(list: BlockList, { address }: Client): boolean {
  return list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
}

/** Some proxies write `192.0.2.1:4711` and `[2001:db8::1]:4711`. */
function withoutPort(address: string): string {
  return address.replace(/^\[([^\]]*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')
}

/** The client at an address; ::ffff:a.b.c.d is a.b.c.d. Undefined if the text is not an address. */
export function clientOf(text: string): Client | undefined {
  if (isIPv4(text)) return { address: text, key: text, high: ipv4High, low: ipv4Number(text) }
  const address = text.replace(/%.*$/s, '')
  if (!isIPv6(address)) return undefined
  const groups = ipv6Groups(address)
  const [a, b, c, d, e, f, g, h] = groups as [number, number, number, number, number, number, number, number]
  if ((a | b | c | d | e) === 0 && f === 0xffff) return clientOf([g >> 8, g & 255, h >> 8, h & 255].join('.'))
  if (isLocal(a)) return wholeAddress(address, groups)
  return { address, key: groups.slice(0, 4).join(':'), high: ((a << 16) | b) >>> 0, low: ((c << 16) | d) >>> 0 }
}

/**
 * Whether an address is in fe80::/10 (link-local) or fc00::/7 (unique local), in which all hosts of a network share one /64
 * (RFC 4291, 2.5.6; RFC 4193).
 */
function isLocal(first: number): boolean {
  return (first & 0xffc0) === 0xfe80 || (first & 0xfe00) === 0xfc00
}

/** A client that is identified by all 128 bits: 64 bits of SHA-256, so that nobody can choose an address with the hash of another. */
function wholeAddress(address: string, groups: readonly number[]): Client {
  const key = groups.join(':')
  const digest = hash('sha256', key, 'buffer')
  return { address, key, high: digest.readUInt32BE(0), low: digest.readUInt32BE(4) }
}

function ipv4Number(address: string): number {
  return address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
}

/** The eight groups of a valid IPv6 address (RFC 4291, 2.2). */
function ipv6Groups(address: string): number[] {
  const [left = [], right] = address.split('::').map(groupsOf)
  if (right === undefined) return left
  return [...left, ...new Array<number>(8 - left.length - right.length).fill(0), ...right]
}

function groupsOf(part: string): number[] {
  if (part === '') return []
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return Number.parseInt(group, 16)
    const number = ipv4Number(group)
    return [Math.floor(number / 65536), number % 65536]
  })
}
