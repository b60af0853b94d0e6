import type { EngineAddress } from './address.ts'
import { bounded } from './bounded.ts'
import { EngineFault, replyWord } from './engine-fault.ts'
import { hostLookup } from './host-lookup.ts'
import type { Bucket, Rate } from './limiter.ts'
import { script, scriptHash } from './script.ts'
import { restoreStringMethods } from './string-methods.ts'

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
 * @param lost  called when a connection that was ready is so no longer, except by `close`
 */
export type Connect = (signal: AbortSignal, lost: (reason: unknown) => void) => Promise<EngineConnection>

const closed = new EngineFault('the connection was closed')

/** What the library says of a command whose connection is closed. */
const closedMessage = /^(Connection is closed|Stream isn't writeable|Command aborted due to connection close)/

/** Milliseconds that a connection has to end before it is cut. */
const farewell = 100

/** What connects to the engine at an address. It loads the library, which most services do not need. */
export async function engineAt(address: EngineAddress): Promise<Connect> {
  const { Redis } = await import('ioredis')
  restoreStringMethods()
  const found = 'host' in address ? hostLookup(address.host) : () => undefined
  return async (signal, lost) => {
    await found()
    signal.throwIfAborted()
    const redis = new Redis(optionsOf(address))
    const close = (): void => redis.disconnect()
    let replied = (): void => {}
    redis.once('connect', () => {
      replied = bounded(redis.stream)
    })
    signal.addEventListener('abort', close)
    try {
      await new Promise<void>((resolve, reject) => {
        // a password or a database that is refused is an error, and yet the connection becomes ready
        redis.once('error', reject)
        redis.connect().then(resolve, reject)
      })
    } catch (error) {
      redis.on('error', () => {})
      close()
      throw error
    } finally {
      signal.removeEventListener('abort', close)
    }
    redis.on('error', lost)
    redis.once('close', () => lost(closed))
    return {
      take: async (key, { perMinute, burst }) => {
        const values = [key, perMinute, burst] as const
        const reply = redis.evalsha(scriptHash, 1, ...values).catch((error: unknown) => {
          // after a restart, or SCRIPT FLUSH
          if (replyWord(error) !== 'NOSCRIPT') throw error
          return redis.eval(script, 1, ...values)
        })
        return bucketIn(await reply.catch(refused).finally(() => replied()))
      },
      close,
    }
  }
}

function refused(error: Error): never {
  throw closedMessage.test(error.message) ? closed : error
}

function optionsOf(address: EngineAddress) {
  const { user, password, database } = address
  const place = 'path' in address ? { path: address.path } : { host: address.host, port: address.port }
  return {
    ...place,
    ...('isEncrypted' in address && address.isEncrypted && { tls: {} }),
    ...(user !== undefined && { username: user }),
    ...(password !== undefined && { password }),
    db: database,
    // whoever waits too long decides alone, and connects anew
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    connectTimeout: 0,
    disconnectTimeout: farewell,
    // no commands but AUTH, SELECT and those of the script
    protocol: 2,
    enableReadyCheck: false,
    disableClientInfo: true,
  } as const
}

/** @throws Error if the reply is not that of the script */
function bucketIn(reply: unknown): DatedBucket {
  const [admitted, at, ahead, ...others] = Array.isArray(reply) ? (reply as unknown[]) : []
  const isWhole = [admitted, at, ahead].every((value) => Number.isSafeInteger(value) && (value as number) >= 0)
  if (!isWhole || others.length > 0) throw new EngineFault('its answers make no sense')
  return { admitted: admitted === 1, at: at as number, ahead: ahead as number }
}
