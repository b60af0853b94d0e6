/** Where the engine of a shared limiter is: a Valkey or a Redis. */
export type EngineAddress = (
  | { readonly host: string; readonly port: number; readonly isEncrypted: boolean }
  | { readonly path: string }
) & {
  /** Undefined: the default user. */
  readonly user: string | undefined
  readonly password: string | undefined
  readonly database: number
}

/** What `engineAddress` accepts, for messages. */
export const engineAddresses =
  'redis://[user:password@]host[:port][/database], valkey:// or, for TLS, rediss:// or valkeys:// instead, or unix:///path'

const usualPort = 6379
const lastDatabase = 1_000_000

/** The address that a text has in this form; undefined if it has none. */
export function engineAddress(text: string): EngineAddress | undefined {
  const local = /^unix:(?:\/\/(?:([^/@]*(?::[^/@]*)?)@)?)?(\/(?!\/)[^\0]+)$/.exec(text)
  if (local !== null) return complete(local[1], { path: local[2]! }, 0)
  const remote =
    /^(redis|valkey)(s?):\/\/(?:([^/@]*)@)?(\[[\da-f:.]+\]|[^\s/@:?#[\]]+)(?::(\d{1,5}))?(?:\/(\d{0,7}))?$/i.exec(text)
  if (remote === null) return undefined
  const [, , encrypted, credentials, host = '', portText, databaseText] = remote
  const port = Number(portText ?? usualPort)
  const database = Number(databaseText ?? 0)
  if (port < 1 || port > 65535 || database > lastDatabase) return undefined
  const name = host.replace(/^\[(.*)\]$/, '$1')
  return complete(credentials, { host: name, port, isEncrypted: encrypted !== '' }, database)
}

type Place = { readonly host: string; readonly port: number; readonly isEncrypted: boolean } | { readonly path: string }

/** @param credentials  `user:password` or `:password`, percent-encoded */
function complete(credentials: string | undefined, place: Place, database: number): EngineAddress | undefined {
  if (credentials === undefined) return { ...place, user: undefined, password: undefined, database }
  const [, user, password] = /^([^:]*):(.+)$/s.exec(credentials) ?? []
  if (user === undefined || password === undefined) return undefined
  try {
    const name = decodeURIComponent(user)
    return { ...place, user: name === '' ? undefined : name, password: decodeURIComponent(password), database }
  } catch {
    return undefined
  }
}
