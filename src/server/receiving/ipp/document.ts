/** The document of a request: of which format, unpacked, and what becomes of it. */

import { promisify } from 'node:util'
import { gunzip, inflate } from 'node:zlib'
import { statusOf } from '../../../answer.ts'
import { tags } from '../../../printing/channels/ipp-message.ts'
import type { Job } from '../../../printing/index.ts'
import { hasRenderer } from '../../../reader/vector-file/pdfium.ts'
import type { ReceivedDocument, Receiver } from '../receiver.ts'
import { ReceivingError } from '../receiving-error.ts'
import { anyFormat, mostKilobytes } from './printer-attributes.ts'
import { type PrinterRequest, textOf } from './request.ts'
import { IppRefusal } from './status.ts'

/** Media types of documents, the best first for a client that has a choice. */
export const documentFormats = (): readonly string[] => [
  ...(hasRenderer() ? ['application/pdf'] : []),
  'image/pwg-raster',
  'image/urf',
  'image/png',
  'image/jpeg',
  'application/zpl',
  anyFormat,
]

/** Unpacked, a document may have so many bytes: PWG raster of a few labels is packed already. */
const mostUnpacked = mostKilobytes * 1024

const unpackers = { gzip: promisify(gunzip), deflate: promisify(inflate) } as const

/**
 * The document as it was before it was packed.
 *
 * @returns the media type that the client says; undefined where the bytes say what it is
 * @throws IppRefusal
 */
export async function documentOf({ operation, document }: Pick<PrinterRequest, 'operation' | 'document'>): Promise<{
  readonly mediaType: string | undefined
  readonly bytes: Uint8Array
}> {
  const mediaType = formatIn(operation)
  const compression = textOf(operation, 'compression', tags.keyword) ?? 'none'
  if (compression === 'none') return { mediaType, bytes: document }
  if (compression !== 'gzip' && compression !== 'deflate') {
    const given = operation.get('compression')!
    const message = 'compression: none, gzip and deflate are supported'
    throw new IppRefusal('compressionNotSupported', message, [{ tag: 'received', name: 'compression', values: given }])
  }
  try {
    const bytes =
      document.length === 0 ? document : await unpackers[compression](document, { maxOutputLength: mostUnpacked })
    return { mediaType, bytes }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new IppRefusal('tooLarge', `the document has more than ${mostKilobytes} KiB when it is unpacked`)
    throw new IppRefusal('compressionError', `the document is not ${compression}`)
  }
}

function formatIn(operation: PrinterRequest['operation']): string | undefined {
  const given = textOf(operation, 'document-format', tags.mimeMediaType)?.replace(/;.*$/, '').trim().toLowerCase()
  if (given === undefined || given === anyFormat) return undefined
  if (documentFormats().includes(given)) return given
  throw new IppRefusal('formatNotSupported', `document-format: ${documentFormats().join(', ')} are supported`, [
    { tag: 'received', name: 'document-format', values: operation.get('document-format')! },
  ])
}

/** The job of a document. @throws IppRefusal */
export async function receivedBy(receiver: Receiver, document: ReceivedDocument): Promise<Job> {
  try {
    const job = await receiver.receive(document)
    if (job === undefined) throw new IppRefusal('formatError', 'the document prints no label')
    return job
  } catch (error) {
    if (!(error instanceof ReceivingError)) throw error
    throw new IppRefusal(statusFor(error), error.message)
  }
}

function statusFor({ code }: ReceivingError): ConstructorParameters<typeof IppRefusal>[0] {
  switch (code) {
    case 'unsupported_media_type':
    case 'not_served':
      return 'formatNotSupported'
    case 'body_too_large':
      return 'tooLarge'
    case 'overloaded':
    case 'rate_limited':
      return 'busy'
    default:
      return statusOf[code] >= 500 ? 'temporaryError' : 'formatError'
  }
}
