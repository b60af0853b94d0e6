/**
 * The host names under which the service is called. A page from elsewhere whose name is bound anew to the address of this service would
 * be of the same origin to its browser, and could print; but the request still has the page's host name.
 */

import { isIPv6 } from 'node:net'
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
  return { refusal: (host) => (known.has(nameIn(host)) ? undefined : wrongHost(host)) }
}

/**
 * This machine by its own names: localhost, its name, alone and in .local, and its addresses. They are asked for anew when a host is not
 * among them, once a second at most, since a machine may get another address.
 *
 * @param clock  milliseconds
 */
export function machineHosts(clock: () => number, names: () => readonly string[] = namesOfMachine): Hosts {
  let known = new Set(names().map(normal))
  let asked = clock()
  return {
    refusal(host) {
      const name = nameIn(host)
      if (known.has(name)) return undefined
      if (clock() - asked >= 1000) {
        known = new Set(names().map(normal))
        asked = clock()
      }
      return known.has(name) ? undefined : wrongHost(host)
    },
  }
}

function namesOfMachine(): readonly string[] {
  const name = hostname()
  const [short = name] = name.split('.')
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address) ?? [])
  return ['localhost', '127.0.0.1', '::1', name, short, `${short}.local`, ...addresses]
}

/** A name or an address in one form: in lower case, without a full stop at the end, brackets or a zone. */
function normal(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/%.*$/, '')
  // the URL standard writes an address in its shortest form (RFC 5952)
  return isIPv6(plain) ? new URL(`http://[${plain}]`).hostname.slice(1, -1) : plain.replace(/\.$/, '')
}

/** The host in the value of a Host header, without its port; empty if there is none. */
function nameIn(host = ''): string {
  return normal(host.replace(/:[0-9]*$/, ''))
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
