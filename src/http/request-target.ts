/** A request target as received: nothing in it is decoded or normalised. */
export interface Target {
  readonly path: string
  /** What follows the first `?`; empty where there is none. */
  readonly query: string
}

/**
 * The target in origin form, or undefined where this server does not serve it: the absolute form is accepted only
 * with the host that the Host header names (RFC 9112, 3.2.2).
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
