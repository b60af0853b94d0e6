/** GET /api/v1/printers/found: printers on the network and queues of this machine, or what one at an address is. Nothing is sent to any before. */

import { type Answer, errorAnswer, jsonAnswer } from '../../../answer.ts'
import { PrinterFailure } from '../../../printing/channels/failure.ts'
import { type FoundPrinter, foundPrinters } from '../../../printing/finding/found.ts'
import { identityOf, type PrinterIdentity } from '../../../printing/finding/identity.ts'
import { type Address, PrinterFileError } from '../../../printing/index.ts'
import { printerAddressIn } from '../../../printing/printers/printers-file.ts'
import { parameters } from '../../../request/params.ts'
import { counted, privateTo } from '../../route.ts'
import { type Operation, plainEndpoint } from '../endpoint.ts'

/** How printers are looked for. */
export interface PrinterSearch {
  /** Whether an address is that of this service. */
  readonly isOwn: (address: Address) => boolean
  /** On the network and on this machine. */
  readonly found?: (signal: AbortSignal) => Promise<readonly FoundPrinter[]>
}

const notAllowed = errorAnswer(
  'not_allowed',
  'only a key that may "admin" has this service look for printers, and it has no keys: QZ_KEYS names their file, or QZ_STATE the folder that has it',
)

/** The most questions at a time. */
const mostAsked = 8

export function foundOperation(search: PrinterSearch | undefined): Operation {
  const { found = foundPrinters, isOwn = () => false } = search ?? {}
  const { signal } = new AbortController()
  /** What is being looked for now: those who ask at the same time share it. */
  let finding: Promise<readonly FoundPrinter[]> | undefined
  let asked = 0

  async function all(): Promise<Answer> {
    finding ??= found(signal).finally(() => {
      finding = undefined
    })
    return jsonAnswer({ printers: (await finding).map(printerJson) })
  }

  async function one(text: string): Promise<Answer> {
    try {
      const address = printerAddressIn(text)
      if (isOwn(address)) return errorAnswer('own_address', 'address: this is the service itself, not a printer')
      if (asked >= mostAsked) return errorAnswer('overloaded', 'other printers are being asked', ['Retry-After', '10'])
      asked++
      try {
        return jsonAnswer({ printers: [printerJson({ address: text, ...(await identityOf(address, signal)) })] })
      } finally {
        asked--
      }
    } catch (error) {
      if (error instanceof PrinterFileError) return errorAnswer('invalid_parameter', error.message)
      if (error instanceof PrinterFailure) return errorAnswer(error.code, `the printer ${error.message}`)
      throw error
    }
  }

  return {
    path: '/api/v1/printers/found',
    ...counted,
    ...privateTo('admin'),
    parameters: parameters.foundPrinters,
    endpoint: plainEndpoint(parameters.foundPrinters, ({ address }): Answer | Promise<Answer> => {
      if (search === undefined) return notAllowed
      return address === undefined ? all() : one(address)
    }),
  }
}

/** What is not known is null. */
function printerJson({
  name,
  address,
  from,
  model,
  language,
  dpi,
  stock,
  media,
}: Pick<FoundPrinter, 'address'> & Partial<FoundPrinter> & PrinterIdentity): object {
  const known = { model, language, dpi: dpi === undefined ? undefined : Number(dpi), stock, media }
  const told = Object.entries(known).map(([field, value]) => [field, value ?? null])
  return { name: name ?? null, address, from: from ?? 'address', ...Object.fromEntries(told) }
}
