import { PrinterFailure } from './failure.ts'

const unreachable: { readonly [code: string]: string } = {
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: 'closed the connection',
  EPIPE: 'closed the connection',
  UND_ERR_SOCKET: 'closed the connection',
  ENOTFOUND: 'cannot be reached: the name of its host is not known',
  EAI_AGAIN: 'cannot be reached: the name of its host cannot be looked up at present',
  EHOSTUNREACH: 'cannot be reached: there is no route to its host',
  EHOSTDOWN: 'cannot be reached: there is no route to its host',
  ENETUNREACH: 'cannot be reached: there is no route to its host',
  ENETDOWN: 'cannot be reached: there is no route to its host',
  EACCES: 'cannot be reached: this system forbids the connection',
  EPERM: 'cannot be reached: this system forbids the connection',
  EPROTO: 'does not speak TLS',
}

const timeouts = ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']

/** OpenSSL's codes of certificates that do not verify, as node has them. */
const certificate = /CERT|SELF_SIGNED|^UNABLE_TO_|^CRL_|^INVALID_(?:CA|PURPOSE)$|^HOSTNAME_MISMATCH$/

/**
 * What an error of a connection says of the printer, to go on after its name. The error's own message is never used, because it names the address.
 *
 * @param error  of `fetch`, whose cause is the system's error, or that error itself
 */
export function networkFailure(error: unknown): PrinterFailure {
  const { code, message } = causeOf(error)
  const failure = (why: string): PrinterFailure => new PrinterFailure('printer_unreachable', why)
  if (timeouts.includes(code)) return new PrinterFailure('printer_timeout', 'did not answer')
  if (Object.hasOwn(unreachable, code)) return failure(unreachable[code]!)
  if (certificate.test(code)) {
    return failure(
      `has a certificate that is not trusted (${code}): NODE_EXTRA_CA_CERTS can name a file of its authority`,
    )
  }
  if (/^(?:ERR_SSL|ERR_TLS)_[A-Z0-9_]+$/.test(code)) return failure(`does not speak TLS as it is expected (${code})`)
  if (/^(?:HPE|UND_ERR)_[A-Z_]+$/.test(code)) {
    return new PrinterFailure('printer_refused', `does not answer in HTTP (${code})`)
  }
  if (message === 'bad port') return failure('has a port that is reserved for another protocol')
  return failure(/^[A-Z0-9_]+$/.test(code) ? `cannot be reached (${code})` : 'cannot be reached')
}

function causeOf(error: unknown): { code: string; message: string } {
  const { cause } = (error ?? {}) as { cause?: unknown }
  const { code, message } = (cause ?? error ?? {}) as { code?: unknown; message?: unknown }
  return { code: String(code ?? ''), message: String(message ?? '') }
}
