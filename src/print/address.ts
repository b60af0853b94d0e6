import { isIPv4, isIPv6 } from 'node:net'
import { quoted } from '../../symbologies/messages.ts'
import type { Address } from './printer.ts'

/** Why a text is no address of a printer. */
export interface AddressFault {
  /** Goes on after "address: ". */
  readonly fault: string
}

const forms = 'socket://HOST:PORT, ipp://HOST:PORT/PATH, ipps://HOST:PORT/PATH or lp:QUEUE'

/** The port of raw printing, known as JetDirect or AppSocket, where the address names none. */
const socketPort = 9100
/** RFC 8010, 9: the default port of ipp; RFC 7472, 4.1: of ipps. */
const ippPort = 631

/** The address of a printer in the file of printers, or why it is none. */
export function addressOf(text: string): Address | AddressFault {
  const [, scheme = '', rest = ''] = /^(socket|ipps?|lp):(.*)$/is.exec(text) ?? []
  switch (scheme.toLowerCase()) {
    case 'socket':
      return networkAddress(text, rest, socketPort, (host, port, path) =>
        path === '' || path === '/'
          ? { kind: 'socket', host, port }
          : { fault: `${quoted(text)} has a path, which a socket has not: leave ${quoted(path)} out` },
      )
    case 'ipp':
    case 'ipps':
      return networkAddress(text, rest, ippPort, (host, port, path) =>
        /^[!-~]*$/.test(path)
          ? ippAddress(
              `${scheme.toLowerCase() === 'ipps' ? 'https' : 'http'}://${authorityOf(host, port)}${path}`,
              host,
            )
          : {
              fault: `${quoted(text)} has a path with characters that a URL does not have: escape them as %20 and the like`,
            },
      )
    case 'lp':
      return queueAddress(rest)
    default:
      return { fault: notAnAddress(text) }
  }
}

/** A text with an @ is not quoted, because it may hold a password. */
function notAnAddress(text: string): string {
  return `${text.includes('@') ? 'what is given' : quoted(text)} is not ${forms}`
}

type Network = (host: string, port: number, path: string) => Address | AddressFault

function networkAddress(text: string, rest: string, usualPort: number, address: Network): Address | AddressFault {
  const [, authority, path = ''] = /^\/\/([^/?#]*)([^?#]*)$/s.exec(rest) ?? []
  // not quoted, because it may hold a password
  if (/^\/\/[^/?#]*@/s.test(rest)) return { fault: 'a user or a password before the @ is not accepted: leave them out' }
  if (authority === undefined) {
    return rest.startsWith('//')
      ? { fault: `${quoted(text)} has a query or a fragment: leave out what follows "?" or "#"` }
      : { fault: notAnAddress(text) }
  }
  const [, name, port] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/s.exec(authority) ?? []
  const host = name === undefined ? undefined : hostOf(name)
  if (host === undefined) {
    return {
      fault: `${quoted(authority)} is not a host name, an IPv4 address or an IPv6 address in brackets, with or without a port`,
    }
  }
  const number = port === undefined ? usualPort : portOf(port)
  if (number === undefined) return { fault: `port ${quoted(port!)} is not a whole number from 1 to 65535` }
  return address(host, number, path)
}

/** RFC 1123, 2.1, and with underscores, which names in local networks have. */
const hostName =
  /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*\.?$/i

/** A host as sockets take it: an IPv6 address without its brackets. */
function hostOf(name: string): string | undefined {
  if (name.startsWith('[')) {
    const address = name.slice(1, -1)
    return isIPv6(address) && !address.includes('%') ? address : undefined
  }
  // no name ends in a number: it is an IPv4 address with a mistake, which URLs and resolvers read in surprising ways
  const looksLikeIPv4 = /(?:^|\.)(?:[0-9]+|0x[0-9a-f]*)\.?$/i.test(name)
  return (looksLikeIPv4 ? isIPv4(name) : hostName.test(name)) ? name : undefined
}

function portOf(text: string): number | undefined {
  const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : 0
  return port >= 1 && port <= 65535 ? port : undefined
}

function authorityOf(host: string, port: number): string {
  return `${isIPv6(host) ? `[${host}]` : host}:${port}`
}

function ippAddress(url: string, host: string): Address | AddressFault {
  // the standard of URLs knows names that it refuses: those that begin with xn-- and are no Punycode
  return URL.canParse(url) ? { kind: 'ipp', url: new URL(url).href } : { fault: `${quoted(host)} is not a host name` }
}

/** No name of a queue begins with a hyphen: it never reads as an option of lp. */
const queueName = /^[A-Za-z0-9_][A-Za-z0-9_.@+-]{0,126}$/

function queueAddress(queue: string): Address | AddressFault {
  if (queueName.test(queue)) return { kind: 'lp', queue }
  return {
    fault: `${quoted(queue)} is not a queue: 1 to 127 letters, digits or _ . @ + -, the first a letter, a digit or _`,
  }
}
