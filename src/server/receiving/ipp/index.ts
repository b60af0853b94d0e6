/** POST /ipp/print/{name}: a printer as programs print on it without a driver, IPP 2.0 and IPP Everywhere. RFC 8010, 4 */

import { type Answer, type BodyEndpoint, type Caller, errorAnswer } from '../../../answer.ts'
import {
  type Attribute,
  groups,
  IppSyntaxError,
  type RequestHead,
  requestHead,
  responseBytes,
} from '../../../printing/channels/ipp-message.ts'
import { type Printer, printersOf } from '../../../printing/index.ts'
import { admittedBy } from '../../../printing/printers/receive-field.ts'
import type { Operation } from '../../api/endpoint.ts'
import { unknownPrinter } from '../../api/print/printers.ts'
import { privateTo } from '../../route.ts'
import { senderOf } from './job-attributes.ts'
import { mostKilobytes } from './printer-attributes.ts'
import { nameOf, printerRequest } from './request.ts'
import { IppService, type IppServices, type Told } from './service.ts'
import { IppRefusal } from './status.ts'

export type { IppServices } from './service.ts'

const mediaType = 'application/ipp'

/** Bytes of a request: those of its document and of its attributes. */
const longestRequest = mostKilobytes * 1024

/** The path of a printer, below which are its jobs. */
export const ippPath = '/ipp/print/'

/** The printers of entries that receive by IPP, one below the path of each. @param services  undefined if nothing is received */
export function ippOperation(services: IppServices | undefined): Operation {
  const service = services && new IppService(services)
  const printers = services?.jobs.printers ?? printersOf([])
  /** The printer that a path names, and the number of the job behind it. */
  const named = (segment = ''): { readonly printer: Printer; readonly job: number | undefined } | Answer => {
    const [, name = '', job] = /^([^/]+)(?:\/([1-9][0-9]{0,9}))?$/.exec(segment) ?? []
    const printer = printers.find(name)
    if (printer?.receive?.ipp !== true)
      return unknownPrinter(name, { list: printers.list.filter(({ receive }) => receive?.ipp) })
    return { printer, job: job === undefined ? undefined : Number(job) }
  }
  const admitted = ({ segment, address = '' }: Pick<Caller, 'segment' | 'address'>) => {
    const found = named(segment)
    if (!('printer' in found)) return found
    return admittedBy(found.printer.receive!).has(address) ? found : notFrom(address)
  }
  const endpoint: BodyEndpoint = (_query, { bytes }, sender) => {
    const found = admitted(sender)
    return 'printer' in found ? answered(service!, found, { bytes, sender }) : found
  }
  return {
    path: ippPath,
    isBeginning: true,
    parameters: {},
    limited: false,
    isDrawing: false,
    ...privateTo('print'),
    takesBasic: true,
    body: { limit: longestRequest, mediaTypes: [mediaType] },
    refusalByHead: (_, sender) => {
      const found = admitted(sender)
      return 'printer' in found ? undefined : found
    },
    endpoint,
  }
}

const notFrom = (address: string): Answer =>
  errorAnswer('not_allowed', `${address} is not among the addresses whose documents this printer takes`)

interface Sent {
  readonly bytes: Uint8Array
  readonly sender: Caller
}

async function answered(
  service: IppService,
  { printer, job }: { readonly printer: Printer; readonly job: number | undefined },
  { bytes, sender }: Sent,
): Promise<Answer> {
  const head = headOf(bytes)
  if (head === undefined) return errorAnswer('bad_request', 'the body is not a request in IPP: it has no head')
  try {
    const request = printerRequest(head, bytes)
    const user = nameOf(request.operation, 'requesting-user-name') ?? 'anonymous'
    const { principal, address = '' } = sender
    const hasKey = principal.name !== address
    const asked = {
      ...{ ...request, printer, uri: uriOf(printer, request.target, sender), job_: job },
      ...{ by: hasKey ? principal.name : senderOf(user, address), client: principal.key },
    }
    return responseTo(head, await service.answer(head.operation, asked))
  } catch (error) {
    if (!(error instanceof IppRefusal)) throw error
    const { status, message, unsupported } = error
    const refused = unsupported.length === 0 ? [] : [{ tag: groups.unsupported, attributes: unsupported }]
    return responseTo(head, { status, groups: refused }, message)
  }
}

function headOf(bytes: Uint8Array): RequestHead | undefined {
  try {
    return requestHead(bytes)
  } catch (error) {
    if (error instanceof IppSyntaxError) return undefined
    throw error
  }
}

/** The URI of a printer as its client has it, or else by the Host that it was asked for. */
function uriOf({ name }: Printer, target: string, { headerOf }: Caller): string {
  const [, place] = /^(ipps?:\/\/[^/?#\s]{1,300})\/ipp\/print\//i.exec(target) ?? []
  return `${place ?? `ipp://${headerOf('Host') ?? 'localhost'}`}${ippPath}${name}`
}

/** Bytes of a message: texts of IPP have 1023 at most. */
const longestMessage = 1000

/** The version of a response is that of its request, as far as it is one of these: RFC 8011, 4.1.8. */
const versionFor = ([major, minor]: RequestHead['version']): RequestHead['version'] =>
  major === 1 ? [1, 1] : major === 2 && minor <= 2 ? [major, minor] : [2, 0]

function responseTo({ version, requestId }: RequestHead, { status, groups: told }: Told, message?: string): Answer {
  const operation: Attribute[] = [
    { tag: 'charset', name: 'attributes-charset', values: ['utf-8'] },
    { tag: 'naturalLanguage', name: 'attributes-natural-language', values: ['en'] },
  ]
  if (message !== undefined)
    operation.push({ tag: 'text', name: 'status-message', values: [message.slice(0, longestMessage / 4)] })
  const sent = [{ tag: groups.operation, attributes: operation }, ...told]
  const body = responseBytes({ version: versionFor(version), requestId }, status, sent)
  return { status: 200, type: mediaType, body, maxAge: 0, headers: [] }
}
