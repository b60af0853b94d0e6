import type { Connect, EngineConnection } from './engine.ts'
import { EngineFault } from './engine-fault.ts'
import { inTime } from './in-time.ts'
import type { Rate } from './limiter.ts'

/** Milliseconds in which the engine must decide. */
export const decisionTime = 50

/** Milliseconds in which a connection must be ready and have decided for the first time, which may have loaded the script. */
const connectingTime = 700

export const late: EngineFault = new EngineFault(`no answer in ${decisionTime} ms`)
const noConnection = new EngineFault(`no connection in ${connectingTime} ms`)

/** The bucket of the attempts: it is always admitted, so that the engine has to write, and is full again at once. */
const probeKey = 'quietzone:probe'
const probeRate: Rate = { perMinute: 1_000_000, burst: 10_000 }

/** Who wants a connection. */
export interface Seeker {
  /** Ends the attempt. */
  readonly closing: AbortSignal
  /** Called when the connection is lost after all. */
  readonly lost: (reason: unknown) => void
}

/** A connection on which the engine has decided in time. Rejected if it has not; nothing of the connection remains then. */
export async function provenConnection(connect: Connect, { closing, lost }: Seeker): Promise<EngineConnection> {
  const attempt = new AbortController()
  const end = (): void => attempt.abort()
  closing.addEventListener('abort', end)
  const connecting = connect(attempt.signal, lost)
  try {
    await inTime(connectingTime, connecting.then(probe), noConnection)
    const connection = await connecting
    await inTime(decisionTime, probe(connection), late)
    closing.throwIfAborted()
    return connection
  } catch (error) {
    end()
    connecting.then(
      (connection) => connection.close(),
      () => {},
    )
    throw error
  } finally {
    closing.removeEventListener('abort', end)
  }
}

async function probe(connection: EngineConnection): Promise<void> {
  await connection.take(probeKey, probeRate)
}
