/** RFC 8011, appendix B.1: status codes of responses. */

/** RFC 8011, appendix B.1.2: up to here a request was successful. */
const lastSuccessful = 0x00ff

export const formatNotSupported = 0x040a
export const busy = 0x0507

const client = [
  'bad-request',
  'forbidden',
  'not-authenticated',
  'not-authorized',
  'not-possible',
  'timeout',
  'not-found',
  'gone',
  'request-entity-too-large',
  'request-value-too-long',
  'document-format-not-supported',
  'attributes-or-values-not-supported',
  'uri-scheme-not-supported',
  'charset-not-supported',
  'conflicting-attributes',
  'compression-not-supported',
  'compression-error',
  'document-format-error',
  'document-access-error',
]

const server = [
  'internal-error',
  'operation-not-supported',
  'service-unavailable',
  'version-not-supported',
  'device-error',
  'temporary-error',
  'not-accepting-jobs',
  'busy',
  'job-canceled',
  'multiple-document-jobs-not-supported',
  'printer-is-deactivated',
  'too-many-jobs',
]

/** What to do, where the keyword alone does not say it. */
const advice: { readonly [keyword: string]: string } = {
  'client-error-not-found': 'the path of its address in the file of printers is another one',
  'client-error-forbidden': 'it must accept jobs of this machine without a password',
  'client-error-not-authenticated': 'it must accept jobs of this machine without a password',
  'client-error-not-authorized': 'it must accept jobs of this machine without a password',
  'server-error-service-unavailable': 'try again later',
  'server-error-temporary-error': 'try again later',
  'server-error-busy': 'try again later',
  'server-error-too-many-jobs': 'try again later',
  'server-error-not-accepting-jobs': 'it, or its queue, is set to accept none',
}

export const isSuccessful = (status: number): boolean => status <= lastSuccessful

/** `client-error-not-found (0x0406)`, with what to do if there is more to say */
export function statusText(status: number): string {
  const keyword = keywordOf(status)
  const code = `0x${status.toString(16).padStart(4, '0')}`
  if (keyword === undefined) return `status ${code}`
  return `${keyword} (${code})${advice[keyword] === undefined ? '' : `: ${advice[keyword]}`}`
}

function keywordOf(status: number): string | undefined {
  if (status >= 0x0500) return suffixed('server-error', server[status - 0x0500])
  return status >= 0x0400 ? suffixed('client-error', client[status - 0x0400]) : undefined
}

function suffixed(kind: string, name: string | undefined): string | undefined {
  return name && `${kind}-${name}`
}
