/** The field `receive` of an entry of the file of printers, in which every mistake is named, and whom it admits. */

import { BlockList, isIP, isIPv4 } from 'node:net'
import { quoted } from '../../../symbologies/messages.ts'
import type { JsonValue } from '../../json-text.ts'
import type { JobFormat, Printer } from './printer.ts'
import { faultChoices, type Receive, type ServicePlace } from './receive.ts'

const fieldNames = ['socket', 'ipp', 'from', 'pass', 'onFault'] as const

/** Networks of an entry. */
const mostNetworks = 100

/**
 * What the field of an entry says, and all mistakes, one line each.
 *
 * @param language  of the printer; undefined where it has a fault of its own
 * @param place     undefined where no service reads the file
 */
export function receiveIn(
  value: JsonValue,
  language: JobFormat | undefined,
  place: ServicePlace | undefined,
): { readonly receive: Receive; readonly faults: readonly string[] } {
  if (value.kind !== 'object')
    return { receive: {}, faults: [`receive: ${shown(value)} is not an object such as {"socket": 9101}`] }
  const faults: string[] = []
  const names = value.fields.map(([name]) => name)
  const known: readonly string[] = fieldNames
  for (const name of new Set(names)) {
    if (!known.includes(name)) faults.push(`receive: ${quoted(name)}: there is no such field; ${known.join(', ')}`)
    else if (names.filter((each) => each === name).length > 1) faults.push(`receive: ${name}: is there more than once`)
  }
  const values = new Map(value.fields)
  const field = <T>(name: keyof Receive, read: (value: JsonValue) => T | undefined, accepted: string) => {
    const found = values.get(name)
    const result = found && read(found)
    if (found !== undefined && result === undefined) faults.push(`receive: ${name}: ${shown(found)} is not ${accepted}`)
    return result
  }
  const receive: Receive = {
    socket: field('socket', portIn, 'a port from 1 to 65535'),
    ipp: field('ipp', truthIn, 'true or false'),
    from: field(
      'from',
      networksIn,
      `1 to ${mostNetworks} addresses or networks such as "192.0.2.0/24", "2001:db8::/32"`,
    ),
    pass: field('pass', truthIn, 'true or false'),
    onFault: field('onFault', (given) => faultChoices.find((each) => each === scalarIn(given)), '"print" or "hold"'),
  }
  if (receive.pass === true && language !== undefined && language !== 'zpl')
    faults.push(`receive: pass: passes ZPL to a printer that speaks it, not ${quoted(language)}: leave it out`)
  faults.push(...(place === undefined ? [] : faultsAt(place, receive, values.has('from'))))
  return { receive: Object.fromEntries(Object.entries(receive).filter(([, each]) => each !== undefined)), faults }
}

/** Mistakes that depend on where the service listens. */
function faultsAt({ host, port }: ServicePlace, { socket }: Receive, hasFrom: boolean): readonly string[] {
  const faults: string[] = []
  if (socket !== undefined && socket === port) faults.push(`receive: socket: ${port} is the port of the service itself`)
  if (socket !== undefined && !hasFrom && !isLoopback(host))
    faults.push(
      `receive: from: is missing: the service listens on ${host}, beyond this machine, so name those from whom it takes documents, such as ["192.0.2.0/24"]`,
    )
  return faults
}

/** Mistakes of printers together, one line each: `[index, message]`. */
export function receiveFaults(
  printers: readonly Pick<Printer, 'name' | 'address' | 'receive'>[],
  place: ServicePlace | undefined,
): readonly (readonly [index: number, fault: string])[] {
  const byPort = new Map<number, string>()
  const faults: (readonly [number, string])[] = []
  for (const [i, { name, receive }] of printers.entries()) {
    const port = receive?.socket
    const before = port === undefined ? undefined : byPort.get(port)
    if (before !== undefined) faults.push([i, `receive: socket: ${port} is the port of printer ${quoted(before)}`])
    else if (port !== undefined) byPort.set(port, name)
  }
  for (const [i, { address }] of printers.entries()) {
    const receiver = address.kind === 'socket' ? byPort.get(address.port) : undefined
    const isOwn = address.kind === 'socket' && (isLoopback(address.host) || place?.isOwn(address.host) === true)
    if (receiver !== undefined && isOwn)
      faults.push([
        i,
        `address: is where documents arrive for printer ${quoted(receiver)}: they would come round again`,
      ])
  }
  return faults
}

/** Whether a name or an address to listen on, or of a printer, is reached from this machine alone. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i.test(host)
}

/** What `from` admits. */
export interface Admitted {
  /** @param address  IPv4 or IPv6, without a zone; an IPv4 address in its own form */
  has(address: string): boolean
}

const thisMachine = ['127.0.0.0/8', '::1'] as const

/** The addresses from which documents are taken. */
export function admittedBy({ from = thisMachine }: Pick<Receive, 'from'>): Admitted {
  const list = new BlockList()
  for (const each of from) {
    const [address = '', bits] = each.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    list.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family)
  }
  return { has: (address) => isIP(address) !== 0 && list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6') }
}

const scalarIn = (value: JsonValue): string | number | boolean | null | undefined =>
  value.kind === 'other' ? value.value : undefined

function truthIn(value: JsonValue): boolean | undefined {
  const truth = scalarIn(value)
  return typeof truth === 'boolean' ? truth : undefined
}

function portIn(value: JsonValue): number | undefined {
  const port = scalarIn(value)
  return typeof port === 'number' && Number.isInteger(port) && port >= 1 && port <= 65535 ? port : undefined
}

function networksIn(value: JsonValue): readonly string[] | undefined {
  const items = value.kind === 'array' ? value.items.map(scalarIn) : []
  return items.length >= 1 && items.length <= mostNetworks && items.every(isNetwork) ? items : undefined
}

/** An address, or one with the number of its bits that count. */
function isNetwork(value: unknown): value is string {
  const [, address = '', bits] = /^([0-9a-f.:]{2,45})(?:\/([0-9]{1,3}))?$/i.exec(`${value}`) ?? []
  const family = isIP(address)
  return typeof value === 'string' && family !== 0 && Number(bits ?? 0) <= (family === 4 ? 32 : 128)
}

/** What was given, for messages. */
function shown(value: JsonValue): string {
  if (value.kind !== 'other') return value.kind === 'array' ? 'this array' : 'an object'
  return typeof value.value === 'string' ? quoted(value.value) : `${value.value}`
}
