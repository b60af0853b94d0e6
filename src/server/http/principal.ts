/** Whose a request is that shows no key: the address it comes from, directly or through trusted proxies. */

import { BlockList, isIPv4, isIPv6 } from 'node:net'
import type { Principal } from '../../answer.ts'

/** A connection whose other end has gone already. */
export const unknownPrincipal: Principal = { key: 'unknown', name: 'unknown' }

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
 * The address behind trusted proxies: the first one in `forwarded`, read from the right, that is not a trusted proxy. If an element is not
 * an address, it is the one before it in that order.
 *
 * @param forwarded  the value of X-Forwarded-For; several headers are joined by commas
 */
export function principalBehind(
  peer: Principal,
  forwarded: string | undefined,
  trusted: BlockList | undefined,
): Principal {
  let nearest = peer
  if (forwarded === undefined || trusted === undefined) return nearest
  let end = forwarded.length
  for (let hop = 0; hop < mostHops && end >= 0 && isIn(trusted, nearest); hop++) {
    const start = forwarded.lastIndexOf(',', end - 1)
    const next = principalAt(withoutPort(forwarded.slice(start + 1, end).trim()))
    if (next === undefined) return nearest
    nearest = next
    end = start === 0 ? -1 : start
  }
  return nearest
}

/** Whether an address is in the list. */
export function isIn(list: BlockList, { name: address }: Principal): boolean {
  return list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
}

/** Some proxies write `192.0.2.1:4711` and `[2001:db8::1]:4711`. */
function withoutPort(address: string): string {
  return address.replace(/^\[([^\]]*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')
}

/** An address as the principal of what comes from it; ::ffff:a.b.c.d is a.b.c.d. Undefined if the text is not an address. */
export function principalAt(text: string): Principal | undefined {
  if (isIPv4(text)) return ofAddress(text.split('.').join('.'))
  const address = text.replace(/%.*$/s, '')
  if (!isIPv6(address)) return undefined
  const groups = ipv6Groups(address)
  const [a, b, c, d, e, f, g, h] = groups as [number, number, number, number, number, number, number, number]
  if ((a | b | c | d | e) === 0 && f === 0xffff) return ofAddress([g >> 8, g & 255, h >> 8, h & 255].join('.'))
  return { name: address.split(':').join(':'), key: (isLocal(a) ? groups : groups.slice(0, 4)).join(':') }
}

// split and joined again, because a part of a string keeps the whole of it in memory, such as a long header
const ofAddress = (address: string): Principal => ({ name: address, key: address })

/**
 * Whether an address is in fe80::/10 (link-local) or fc00::/7 (unique local), in which all hosts of a network share one /64
 * (RFC 4291, 2.5.6; RFC 4193): all 128 bits of it count.
 */
function isLocal(first: number): boolean {
  return (first & 0xffc0) === 0xfe80 || (first & 0xfe00) === 0xfc00
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
