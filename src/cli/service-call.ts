/** Requests of commands to a running service. */

import { exit, Failure, type Option } from './command.ts'
import type { Shell } from './shell.ts'

export const urlOption: Option = {
  name: 'url',
  value: 'URL',
  about: 'The service, instead of QZ_URL; http://127.0.0.1:8080 by default. Its key is in QZ_KEY, where it needs one.',
}

/** The service that a command calls. */
export interface ServiceCall {
  /** Without a slash at its end. */
  readonly url: string
  readonly headers: { readonly [name: string]: string }
}

/** @throws Failure for what is not the URL of a service */
export function serviceOf({ env }: Shell, options: ReadonlyMap<string, string>): ServiceCall {
  const given = options.get('url') ?? env.QZ_URL ?? 'http://127.0.0.1:8080'
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol))
    throw new Failure(exit.usage, `${JSON.stringify(given)} is not the URL of a service, such as http://127.0.0.1:8080`)
  const key = env.QZ_KEY
  const headers = { 'Quietzone-Print': 'yes', ...(key && { Authorization: `Bearer ${key}` }) }
  return { url: given.endsWith('/') ? given.slice(0, -1) : given, headers }
}

/** @throws Failure if the service cannot be reached, or answers with an error */
export async function called(
  { url, headers }: ServiceCall,
  path: string,
  method: 'GET' | 'POST' | 'PUT' = 'GET',
  more: { readonly headers?: Readonly<Record<string, string>>; readonly body?: Uint8Array<ArrayBuffer> } = {},
): Promise<Response> {
  let response: Response
  try {
    response = await fetch(`${url}${path}`, { method, ...more, headers: { ...headers, ...more.headers } })
  } catch (error) {
    const { cause } = error as { cause?: { code?: string; message?: string } }
    throw new Failure(
      exit.files,
      `${url} cannot be reached: ${cause?.code ?? cause?.message ?? (error as Error).message}`,
    )
  }
  if (response.ok) return response
  const text = await response.text()
  throw new Failure(
    response.status < 500 ? exit.refused : exit.files,
    errorIn(text) ?? `${url} answers ${response.status}`,
  )
}

function errorIn(text: string): string | undefined {
  try {
    const { error } = JSON.parse(text) as { error: { code: string; message: string } }
    return `${error.code}: ${error.message}`
  } catch {
    return undefined
  }
}
