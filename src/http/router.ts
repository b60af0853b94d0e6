import { type Answer, errorAnswer, jsonAnswer } from '../api/answer.ts'
import { barcode } from '../api/barcode.ts'
import { description } from '../api/description.ts'
import { explanation } from '../api/explain.ts'
import type { Draw, Endpoint } from '../api/images.ts'
import { label } from '../api/label.ts'
import { deprecation, legacy } from '../api/legacy.ts'
import { pagesServed } from '../pages/pages.ts'

export interface Route {
  readonly path: string
  readonly endpoint: Endpoint
  /** Whether requests cost a token of the client's. */
  readonly limited: boolean
  /** Whether answers take so much work that they are made one at a time, for each client in turn. */
  readonly isDrawing: boolean
  /** Headers of every response of this route: name and value in turn. */
  readonly headers: readonly string[]
}

const healthy = jsonAnswer({ status: 'ok' })
const ready = jsonAnswer({ status: 'ready' })

export type Routes = ReadonlyMap<string, Route>

/** @param isReady  whether more requests are welcome */
export function routesOf(draw: Draw, isReady: () => boolean): Routes {
  const drawn = { limited: true, isDrawing: true, headers: [] }
  const free = { limited: false, isDrawing: false, headers: [] }
  // a page costs no token: what it fetches from the API does, and reading the page must not use that up
  const pages = pagesServed().map((page) => ({ ...page, ...free }))
  const routes: readonly Route[] = [
    { path: '/api/v1/barcode', endpoint: barcode(draw), ...drawn },
    { path: '/api/v1/label', endpoint: label(draw), ...drawn },
    { path: '/api/v1/explain', endpoint: explanation(), ...drawn },
    { path: '/api/v1/openapi.json', endpoint: description(), ...free, limited: true },
    { path: '/api/generate-barcode', endpoint: legacy(draw), ...drawn, headers: deprecation },
    { path: '/healthz', endpoint: () => healthy, ...free },
    { path: '/readyz', endpoint: () => (isReady() ? ready : overloaded('stopping')), ...free },
    ...pages,
  ]
  return new Map(routes.map((route) => [route.path, route]))
}

export function overloaded(why: string): Answer {
  return errorAnswer('overloaded', why, ['Retry-After', '1'])
}

/** A request target as it stands on the wire: nothing in it is decoded, folded or completed. */
export interface Target {
  readonly path: string
  /** What follows the first `?`; empty where there is none. */
  readonly query: string
}

/**
 * The target in origin form, or undefined where it is none that this server answers to: the absolute form is taken only
 * where it names the host that the Host header names (RFC 9112, 3.2.2).
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
