import type { Connect, EngineConnection } from './engine.ts'
import { EngineFault } from './engine-fault.ts'
import { inTime } from './in-time.ts'
import type { Rate } from './limiter.ts'

/** How long the engine may take, in milliseconds. */
export interface Times {
  /** For a decision. */
  readonly decision: number
  /** Until a connection is ready and has decided for the first time, which may have loaded the script. */
  readonly connecting: number
}

/** The bucket of the attempts: it is always admitted, so that the engine has to write, and is full again at once. */
const probeKey = 'quietzone:probe'
const probeRate: Rate = { perMinute: 1_000_000, burst: 10_000 }

/** Who wants a connection. */
export interface Seeker {
  readonly times: Times
  /** Ends the attempt. */
  readonly closing: AbortSignal
  /** Called when the connection is lost after all. */
  readonly lost: (reason: unknown) => void
}

/** A connection on which the engine has decided in time. Rejected if it has not; nothing of the connection remains then. */
export async function provenConnection(connect: Connect, { times, closing, lost }: Seeker): Promise<EngineConnection> {
  const attempt = new AbortController()
  const end = (): void => attempt.abort()
  closing.addEventListener('abort', end)
  const connecting = connect(attempt.signal, lost)
  try {
    await inTime(times.connecting, connecting.then(probe), late(times.connecting))
    const connection = await connecting
    await inTime(times.decision, probe(connection), late(times.decision))
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

/** The fault of an engine that has not answered in so many milliseconds. */
export function late(milliseconds: number): EngineFault {
  return new EngineFault(`no answer in ${milliseconds} ms`)
}
