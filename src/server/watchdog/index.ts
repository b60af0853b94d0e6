import { Worker } from 'node:worker_threads'

/** What the watching thread is told. */
export interface Watched {
  /** One number, which grows as long as the event loop of the other thread turns. */
  readonly turns: Int32Array<SharedArrayBuffer>
  /** Milliseconds in which it must have grown. */
  readonly longest: number
}

const turnsWithin = 3

/**
 * Ends the process by SIGKILL, with a line on standard error, if the event loop does not turn for `longest` milliseconds. Whoever
 * started it (systemd, a container's engine) then starts it again. A process that is stuck takes no signal but this one.
 *
 * It is a thread and not a client of a supervisor: what systemd, Docker and Kubernetes have in common is that they start again
 * what has ended. The init process of a container cannot be killed from inside: there it needs another one above it.
 */
export function watchdog(longest: number): void {
  const turns = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const workerData: Watched = { turns, longest }
  // beside this module, or beside the program that it is bundled into
  const thread = new Worker(new URL('./watch.js', import.meta.url), { workerData, execArgv: [] })
  thread.unref()
  const turn = (): void => {
    Atomics.add(turns, 0, 1)
    Atomics.notify(turns, 0)
  }
  setInterval(turn, longest / turnsWithin).unref()
}
