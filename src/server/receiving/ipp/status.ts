/** How operations end, and why they are refused: RFC 8011, appendix B. */

import type { Attribute } from '../../../printing/channels/ipp-message.ts'

export const statuses = {
  ok: 0x0000,
  okWithoutSome: 0x0001,
  badRequest: 0x0400,
  notAuthorized: 0x0403,
  notPossible: 0x0404,
  notFound: 0x0406,
  tooLarge: 0x0408,
  formatNotSupported: 0x040a,
  attributesNotSupported: 0x040b,
  charsetNotSupported: 0x040d,
  compressionNotSupported: 0x040f,
  compressionError: 0x0410,
  formatError: 0x0411,
  operationNotSupported: 0x0501,
  versionNotSupported: 0x0503,
  temporaryError: 0x0505,
  busy: 0x0507,
  onlyOneDocument: 0x0509,
  tooManyJobs: 0x050b,
} as const

/** Why an operation is refused; the message is for people. */
export class IppRefusal extends Error {
  readonly status: number
  /** What of the request is not supported. */
  readonly unsupported: readonly Attribute[]

  constructor(status: keyof typeof statuses, message: string, unsupported: readonly Attribute[] = []) {
    super(message)
    this.status = statuses[status]
    this.unsupported = unsupported
  }
}
