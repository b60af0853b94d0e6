import { lookup } from 'node:dns'
import type { CommandParser, ErrorReply } from '@redis/client'
import type { EngineAddress } from './address.ts'
import { type Bucket, type Rate, token } from './limiter.ts'

/** A bucket as the engine replies it. */
export interface DatedBucket extends Bucket {
  /** The engine's time, in milliseconds. */
  readonly at: number
}

/** A connection to the engine that is ready. */
export interface EngineConnection {
  /** Takes a token from the bucket of that key. Rejected if the engine refuses, or the connection is lost. */
  take(key: string, rate: Rate): Promise<DatedBucket>
  close(): void
}

/**
 * Connects, with all that the address asks for. Rejected if that fails.
 *
 * @param signal  closes a connection that is not ready yet
 * @param lost  called when the connection is lost, except by `close`
 */
export type Connect = (signal: AbortSignal, lost: (reason: unknown) => void) => Promise<EngineConnection>

/** A fault of the engine in words of this program. */
export class EngineFault extends Error {}

/** Why the engine cannot be used, in words that never quote what was sent to it or came from it. */
export function whyLost(error: unknown): string {
  if (error instanceof EngineFault) return error.message
  const { code } = error as { readonly code?: unknown }
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? code : senseless
}

/** An error reply by its first word, which says what is wrong; what follows may quote what was sent, a password even. */
export function refusal({ message }: Pick<ErrorReply, 'message'>): EngineFault {
  const [word] = /^[A-Z]{1,40}(?= |$)/.exec(message) ?? []
  return new EngineFault(word === undefined ? senseless : `it answers ${word}`)
}

const senseless = 'its answers make no sense'

/**
 * Takes a token from one bucket, in one step for all instances: KEYS[1] is the bucket, ARGV tokens a minute and of a full bucket.
 * The reply is whether it is admitted, the engine's time in milliseconds, and what the bucket lacks then, in units of 1 / 60000 token.
 *
 * A bucket is stored as that time and that lack, whatever the rate: so many units are a token at any rate, so that instances with
 * other settings, as in a rolling change of them, count the same spent tokens. All numbers are integers below 2^53, except
 * that the refill of more than a bucket holds may be rounded. A full bucket is not stored; the key stays a second longer than the
 * bucket is filled, because the engine may count the time to live from an earlier time than the script.
 *
 * If the engine's clock has gone back, the bucket is not refilled for the time before, and is counted from now on.
 */
const script = `
local perMinute, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local at, ahead = string.match(redis.call('GET', KEYS[1]) or '', '^(%d+) (%d+)$')
at, ahead = tonumber(at or now), tonumber(ahead or 0)
ahead = math.max(ahead - math.max(now - at, 0) * perMinute, 0)
local admitted = ahead <= (burst - 1) * ${token}
if admitted then ahead = ahead + ${token} end
if admitted or now < at then
  local value = string.format('%.0f %.0f', now, ahead)
  redis.call('SET', KEYS[1], value, 'PX', string.format('%.0f', math.ceil(ahead / perMinute) + 1000))
end
return { admitted and 1 or 0, now, ahead }
`

/** What connects to the engine at an address. It loads the library, which most services do not need. */
export async function engineAt(address: EngineAddress): Promise<Connect> {
  const library = await import('@redis/client')
  const take = library.defineScript({
    SCRIPT: script,
    NUMBER_OF_KEYS: 1,
    parseCommand(parser: CommandParser, key: string, { perMinute, burst }: Rate) {
      parser.pushKey(key)
      parser.push(String(perMinute), String(burst))
    },
    transformReply: (reply: unknown) => reply,
  })
  const inWords = (error: unknown): unknown => {
    if (error instanceof library.ErrorReply) return refusal(error)
    return error instanceof library.SocketClosedUnexpectedlyError ? new EngineFault('the connection was closed') : error
  }
  const found = 'host' in address ? hostLookup(address.host) : () => undefined
  return async (signal, lost) => {
    await found()
    signal.throwIfAborted()
    // `destroy` forgets a socket that has not connected yet, which would be used once it has
    const closing = new AbortController()
    const client = library.createClient({ ...optionsOf(address, closing.signal), scripts: { take } })
    const replied = bounded(client._getQueue().decoder)
    const close = (): void => {
      client.destroy()
      closing.abort()
    }
    let reason: unknown
    signal.addEventListener('abort', close)
    try {
      await new Promise<unknown>((resolve, reject) => {
        // without a listener an error would end the process
        client.on('error', (error) => {
          reason ??= inWords(error)
          close()
          reject(reason)
          lost(reason)
        })
        client.connect().then(resolve, reject)
      })
    } catch (error) {
      close()
      throw error
    } finally {
      signal.removeEventListener('abort', close)
    }
    return {
      async take(key, rate) {
        try {
          return bucketIn(await client.take(key, rate))
        } catch (error) {
          throw reason ?? inWords(error)
        } finally {
          replied()
        }
      },
      close,
    }
  }
}

function optionsOf(address: EngineAddress, signal: AbortSignal) {
  const { user, password, database } = address
  return {
    socket: placeOf(address, signal),
    ...(user !== undefined && { username: user }),
    ...(password !== undefined && { password }),
    database,
    disableOfflineQueue: true,
    commandOptions: { timeout: 0 },
    // no commands but AUTH, SELECT and those of the script
    RESP: 2,
    disableClientInfo: true,
    maintNotifications: 'disabled',
  } as const
}

function placeOf(address: EngineAddress, signal: AbortSignal) {
  // whoever waits too long decides alone, and connects again
  const waiting = { signal, connectTimeout: 0, reconnectStrategy: false } as const
  if ('path' in address) return { ...waiting, path: address.path, tls: false } as const
  const place = { ...waiting, host: address.host, port: address.port }
  return address.isEncrypted ? ({ ...place, tls: true } as const) : ({ ...place, tls: false } as const)
}

/**
 * What looks a host up, as one look-up for all who ask while it runs. Rejected if the host has no address.
 *
 * A name server that is silent keeps the system busy for ten seconds or more, and node runs two look-ups at a time: one for each
 * attempt would become a queue without end, in which those of printers wait too.
 */
function hostLookup(host: string): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= new Promise<void>((resolve, reject) => {
      lookup(host, (error) => (error === null ? resolve() : reject(error)))
    }).finally(() => {
      running = undefined
    })
    return running
  }
}

/** Bytes that may arrive from one reply to the next: whatever is asked at a time, its replies come in reads of at most 64 KB. */
const mostBytes = 1 << 17

/** A claim that an array has ten elements or more, or a string a thousand bytes: no reply to the script or the handshake has. */
const longClaim = /^(?:[*~%>][^\r\n]{2}|[$=!][^\r\n]{4})/m

/** Characters of a line that are kept until its rest comes: more than a claim may have. */
const lineStart = 5

/**
 * Ends the connection, with the reason, when the engine sends more than replies can be, or claims that it will. The decoder keeps
 * all that has come of a reply, and may allocate as much as it claims to have: so each read is judged before it is decoded. The
 * package declares the decoder in its types and does not document it; what it throws becomes an error of the client.
 *
 * @returns a function to be called with each reply
 */
function bounded(decoder: { write(chunk: Buffer): void }): () => void {
  let bytes = 0
  let line = ''
  const write = decoder.write.bind(decoder)
  decoder.write = (chunk) => {
    const text = line + chunk.toString('latin1')
    line = text.slice(text.lastIndexOf('\n') + 1).slice(0, lineStart)
    bytes += chunk.length
    if (bytes > mostBytes || longClaim.test(text)) throw new EngineFault('its answers are too long')
    write(chunk)
  }
  return () => {
    bytes = 0
  }
}

/** @throws EngineFault if the reply is not that of the script */
function bucketIn(reply: unknown): DatedBucket {
  const [admitted, at, ahead, ...others] = Array.isArray(reply) ? (reply as unknown[]) : []
  const isWhole = [admitted, at, ahead].every((value) => Number.isSafeInteger(value) && (value as number) >= 0)
  if (!isWhole || others.length > 0) throw new EngineFault(senseless)
  return { admitted: admitted === 1, at: at as number, ahead: ahead as number }
}
