/**
 * The host names under which the service is called. A page from elsewhere whose name is bound again to the address of this service would
 * be of the same origin to its browser, and could print; but the request still has the page's host name.
 */

import { BlockList, isIP, isIPv6 } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import { quoted } from '../../../symbologies/messages.ts'
import { type Answer, errorAnswer } from '../../answer.ts'

/** Judges the value of a Host header. */
export interface Hosts {
  /** The answer to a request for another host; undefined if it is one of these. */
  refusal(host: string | undefined): Answer | undefined
}

/** The hosts that a setting names, in any case, without ports. */
export function namedHosts(names: readonly string[]): Hosts {
  const known = new Set(names.map(normal))
  return { refusal: (host) => (isOneOf(known, host) ? undefined : wrongHost(host)) }
}

/**
 * This machine by its own names: localhost, its name, alone and in .local, and its addresses. They are asked for again when a host is not
 * among them, once a second at most, since a machine may get another address.
 *
 * @param clock  milliseconds
 */
export function machineHosts(clock: () => number, names: () => readonly string[] = namesOfMachine): Hosts {
  let known = new Set(names().map(normal))
  let asked = clock()
  return {
    refusal(host) {
      if (isOneOf(known, host)) return undefined
      if (clock() - asked >= 1000) {
        known = new Set(names().map(normal))
        asked = clock()
      }
      return isOneOf(known, host) ? undefined : wrongHost(host)
    },
  }
}

/** Whether the value of a Host header is one of these names. */
function isOneOf(known: ReadonlySet<string>, host: string | undefined): boolean {
  const name = nameIn(host)
  return name !== undefined && known.has(name)
}

/** Of which requests the service is asked by its own names alone: of all, of those that print, keep something or are told what is private, of none. */
export type Privacy = 'all' | 'private' | 'none'

/**
 * The hosts that a service answers for: those that the setting names; without it the machine, for requests that need it.
 *
 * @returns `hosts` of all requests, `privateHosts` of those that need it
 * @param clock  milliseconds
 */
export function hostsOf(
  named: readonly string[] | undefined,
  privacy: Privacy,
  clock: () => number,
): { readonly hosts?: Hosts; readonly privateHosts?: Hosts } {
  if (named !== undefined) return { hosts: namedHosts(named) }
  if (privacy === 'none') return {}
  const hosts = machineHosts(clock)
  return privacy === 'all' ? { hosts } : { privateHosts: hosts }
}

function namesOfMachine(): readonly string[] {
  const name = hostname()
  const [short = name] = name.split('.')
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address) ?? [])
  return ['localhost', '127.0.0.1', '::1', name, short, `${short}.local`, ...addresses]
}

/** Addresses at which a machine reaches itself, whatever others it has. */
const ownAddresses = [
  ['127.0.0.0', 8, 'ipv4'],
  ['0.0.0.0', 32, 'ipv4'],
  ['::1', 128, 'ipv6'],
  ['::', 128, 'ipv6'],
] as const

/**
 * Whether a host without a port is this machine, by a loopback address, an address of its own, or one of its names. No name is looked up.
 *
 * @param more  names of it that it does not know itself
 */
export function isThisMachine(host: string, more: readonly string[] = []): boolean {
  const name = normal(host)
  const names = [...namesOfMachine(), ...more]
  if (isIP(name) === 0) return name === 'localhost' || name.endsWith('.localhost') || names.map(normal).includes(name)
  const own = new BlockList()
  for (const [address, prefix, family] of ownAddresses) own.addSubnet(address, prefix, family)
  for (const each of names.map(normal)) if (isIP(each) !== 0) own.addAddress(each, familyOf(each))
  // an IPv4 address that is written as an IPv6 address is found, too
  return own.check(name, familyOf(name))
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** A name or an address of this service in one form: in lower case, an IPv6 address without brackets and zone, a name without a full stop at its end. */
function normal(name: string): string {
  const address = name.replace(/^\[(.*)\]$/, '$1')
  return isIPv6(address) ? shortest(address.replace(/%.*$/, '')) : name.toLowerCase().replace(/\.$/, '')
}

/** An IPv6 address without a zone as the URL standard writes it, in its shortest form (RFC 5952). */
const shortest = (address: string): string => new URL(`http://[${address}]`).hostname.slice(1, -1)

/**
 * The host in the value of a Host header in the same form; undefined if it has none. Nothing is taken off it but the port, and the full stop
 * that ends a whole name (RFC 1034, 3.1): brackets have an IPv6 address without a zone, which is of use on its own machine alone (RFC 6874, 4),
 * and a name is compared as it was sent, with the `%` that others may decode or cut.
 */
function nameIn(host = ''): string | undefined {
  const [, address, name] = /^(?:\[([0-9a-f:.]*)\]|([^:[\]]+))(?::[0-9]*)?$/i.exec(host) ?? []
  if (address !== undefined) return isIPv6(address) ? shortest(address) : undefined
  return name?.toLowerCase().replace(/\.$/, '')
}

function wrongHost(host: string | undefined): Answer {
  const what = host === undefined || host === '' ? 'a request without a host' : quoted(host)
  const message = `${what} is not a name of this service; QZ_HOSTS lists the names under which it is called`
  return errorAnswer('wrong_host', message)
}

/** Whether a text is a host without a port: a name, an IPv4 address, or an IPv6 address with or without brackets. */
export function isHost(text: string): boolean {
  return (
    isIPv6(text.replace(/^\[(.*)\]$/, '$1')) || /^(?=.{1,253}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*\.?$/i.test(text)
  )
}
