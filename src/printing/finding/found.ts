/** Printers that are looked for: those that announce themselves on the network, and the queues of this machine. */

import { usualPatience } from '../channels/channel-of.ts'
import { localQueues } from '../channels/lp.ts'
import { PrinterFileError, printerAddressIn } from '../printers/printers-file.ts'
import { type AnnouncedService, announcedServices } from './dns-sd.ts'
import { languageIn, type PrinterIdentity, shown } from './identity.ts'

/** A printer that was found. It is asked nothing: what is known is what it announces. */
export interface FoundPrinter extends Pick<PrinterIdentity, 'model' | 'language'> {
  /** A name that it could have in the file of printers. */
  readonly name: string
  /** As the file of printers has it. */
  readonly address: string
  readonly from: 'network' | 'queue'
}

/** IANA's service types of printers, with the scheme of their addresses; the first is the most useful of a label printer. */
const schemes = { '_pdl-datastream._tcp': 'socket', '_ipp._tcp': 'ipp', '_ipps._tcp': 'ipps' } as const

const types = Object.keys(schemes) as (keyof typeof schemes)[]

/** How long printers are waited for, in ms, and how many are listed at most. */
const [usualTime, mostFound] = [2500, 100] as const

interface FindingOptions
  extends Partial<Pick<Parameters<typeof announcedServices>[0], 'ms' | 'most' | 'interfaces' | 'port'>> {
  /** The queues of this machine. */
  readonly queues?: (signal: AbortSignal) => Promise<readonly string[]>
}

const usualQueues = (signal: AbortSignal): Promise<readonly string[]> =>
  localQueues({ ...usualPatience, response: usualTime }, signal)

/** The printers that answer within 2.5 s, and the queues of this machine; 100 at most. Rejected by the signal alone. */
export async function foundPrinters(
  signal: AbortSignal,
  options: FindingOptions = {},
): Promise<readonly FoundPrinter[]> {
  const { queues = usualQueues, ms = usualTime, most = mostFound, ...where } = options
  const [services, names] = await Promise.all([
    announcedServices({ types, ms, most, signal, ...where }),
    queues(signal),
  ])
  const announced = types.flatMap((type) => services.filter((each) => each.type === type).map(printerOf))
  const local = names.map((queue): FoundPrinter => ({ name: nameFor(queue), address: `lp:${queue}`, from: 'queue' }))
  return [...announced, ...local].filter(({ address }) => isAddress(address)).slice(0, most)
}

function printerOf({ instance, type, host, port, about }: AnnouncedService): FoundPrinter {
  const scheme = schemes[type as keyof typeof schemes]
  const path = scheme === 'socket' ? '' : `/${about.get('rp') ?? ''}`
  const address = `${scheme}://${host}:${port}${path}`
  const model = shown(about.get('ty') ?? '') || undefined
  const language = languageIn((about.get('pdl') ?? '').split(',').map((each) => each.trim().toLowerCase()))
  return { name: nameFor(instance), address, from: 'network', model, language }
}

/** Whether the file of printers takes it: anybody may announce anything. */
function isAddress(text: string): boolean {
  try {
    printerAddressIn(text)
    return true
  } catch (error) {
    if (error instanceof PrinterFileError) return false
    throw error
  }
}

/** The most characters of a name. */
const longestName = 40

/** What people call a printer, in the letters that names have. */
function nameFor(title: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9_]+/)
  const name = words
    .filter((word) => word !== '')
    .join('-')
    .slice(0, longestName)
    .toLowerCase()
  return name === '' ? 'printer' : name
}
