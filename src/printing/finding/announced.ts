/** Printers of this service as they are announced on the local network: their DNS-SD records. Bonjour Printing Specification 1.2.1; PWG 5100.14, 4.2 */

import type { Printer } from '../printers/printer.ts'

/** A service as it is announced. */
export interface Announcement {
  /** What people call it; without full stops, 63 bytes at most. */
  readonly instance: string
  readonly type: '_ipp._tcp' | '_pdl-datastream._tcp'
  /** Such as `_print`: RFC 6763, 7.1. */
  readonly subtypes: readonly string[]
  readonly port: number
  /** The strings of its TXT record, `name=value` each, 255 bytes at most. */
  readonly about: readonly string[]
}

/** What is told of a printer besides its entry. */
export interface AnnouncedAbout {
  /** The name of this machine, without a domain. */
  readonly host: string
  /** Of the service. */
  readonly port: number
  /** Such as `quietzone ZPL 203 dpi`. */
  readonly model: string
  readonly uuid: string
  /** Media types of documents that are taken by IPP. */
  readonly formats: readonly string[]
  /** What the printer says in urf-supported. */
  readonly urf: readonly string[]
  readonly needsKey: boolean
}

/** Bytes of a label of DNS (RFC 1035, 2.3.4), and of a string of a TXT record. */
const [longestLabel, longestString] = [63, 255] as const

/** What is announced of a printer: one service for each way by which documents arrive that the network has a type for. */
export function announcementsOf({ name, receive = {} }: Printer, about: AnnouncedAbout): readonly Announcement[] {
  const { host, port, model, uuid, formats, urf, needsKey } = about
  const instance = `${name} on ${host}`.replaceAll('.', '-').slice(0, longestLabel)
  const common = [
    `ty=${model}`,
    `product=(${model})`,
    'note=',
    'priority=50',
    'qtotal=1',
    'Color=F',
    'Duplex=F',
    'Copies=T',
  ]
  const announcements: Announcement[] = []
  if (receive.ipp === true) {
    const list = ['txtvers=1', `rp=ipp/print/${name}`, `pdl=${formats.join(',')}`, ...common]
    const more = [
      `adminurl=http://${host}.local:${port}/setup`,
      `UUID=${uuid.replace(/^urn:uuid:/, '')}`,
      `URF=${urf.join(',')}`,
      'kind=label',
      'PaperMax=<legal-A4',
      `air=${needsKey ? 'username,password' : 'none'}`,
    ]
    const subtypes = ['_print', '_universal']
    announcements.push({ instance, type: '_ipp._tcp', subtypes, port, about: bounded([...list, ...more]) })
  }
  if (receive.socket !== undefined) {
    const list = ['txtvers=1', 'pdl=application/vnd.zebra-zpl,application/pdf', ...common]
    announcements.push({
      instance,
      type: '_pdl-datastream._tcp',
      subtypes: [],
      port: receive.socket,
      about: bounded(list),
    })
  }
  return announcements
}

const bounded = (strings: readonly string[]): readonly string[] =>
  strings.filter((each) => Buffer.byteLength(each) <= longestString)
