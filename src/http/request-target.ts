/** A request target as received: nothing in it is decoded or normalised. */
export interface Target {
  readonly path: string
  /** The part after the first `?`; empty if there is none. */
  readonly query: string
}

/**
 * The target in origin form; undefined if this server does not serve it. The absolute form is accepted only with the host of the
 * Host header (RFC 9112, 3.2.2).
 */
export function targetOf(url: string, host: string | undefined): Target | undefined {
  if (url.charCodeAt(0) !== 0x2f) return absolute(url, host)
  const mark = url.indexOf('?')
  return mark < 0 ? { path: url, query: '' } : { path: url.slice(0, mark), query: url.slice(mark + 1) }
}

const absoluteForm = /^https?:\/\/([^/?#]+)(\/.*)$/is

function absolute(url: string, host: string | undefined): Target | undefined {
  const [, authority, rest] = absoluteForm.exec(url) ?? []
  if (rest === undefined || authority?.toLowerCase() !== host?.toLowerCase()) return undefined
  return targetOf(rest, host)
}
