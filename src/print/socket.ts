import { type Channel, type Condition, type Patience, usualPatience } from './channel.ts'
import { Connection, type SocketAddress } from './connection.ts'
import { conditionOr } from './failure.ts'
import type { Printer } from './printer.ts'
import { SocketJob } from './socket-job.ts'

const isSending: Condition = { state: 'unknown', message: 'a job is being sent' }

/** The way to a printer's raw socket, such as port 9100. One connection at a time, because many printers accept no more. */
export function socketChannel(printer: Printer, address: SocketAddress, patience: Patience = usualPatience): Channel {
  let jobs = 0
  const asking = new Set<AbortController>()
  return {
    async condition(signal) {
      if (jobs > 0) return isSending
      const controller = new AbortController()
      const abort = (): void => controller.abort()
      asking.add(controller)
      signal.addEventListener('abort', abort)
      try {
        signal.throwIfAborted()
        return await conditionOr(() => conditionAt(printer, address, patience, controller.signal))
      } catch (error) {
        signal.throwIfAborted()
        if (controller.signal.aborted) return isSending
        throw error
      } finally {
        signal.removeEventListener('abort', abort)
        asking.delete(controller)
      }
    },
    async send(pieces, signal) {
      jobs++
      // a job is more urgent than a question, and would find the printer's only connection taken
      for (const controller of asking) controller.abort()
      try {
        return await new SocketJob(printer, address, patience, signal).run(pieces)
      } finally {
        jobs--
      }
    },
  }
}

/** @throws PrinterFailure; the reason of `signal` if it is aborted */
async function conditionAt(
  { status }: Printer,
  address: SocketAddress,
  patience: Patience,
  signal: AbortSignal,
): Promise<Condition> {
  const connection = new Connection(address, signal)
  try {
    await connection.connected(patience.connect)
    const condition: Condition = status
      ? await connection.condition(patience.answer)
      : { state: 'unknown', message: 'accepts connections; it is not asked for more' }
    await connection.ended(patience.close).catch(() => signal.throwIfAborted())
    return condition
  } finally {
    connection.destroy()
  }
}
