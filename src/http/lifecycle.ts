import type { AddressInfo } from 'node:net'
import type { Running } from './server.ts'

/** The maximum number of connections that the system queues until they are accepted; if the queue is full, a client tries again after a second. */
const backlog = 4096

/** Milliseconds that the listener stays open after the signal, so that load balancers see the 503 of /readyz and choose another server. */
const drainTime = 500
/** Milliseconds before the end of the grace period at which all remaining connections are closed. */
const margin = 200
/** Milliseconds between two searches for idle connections. */
const checkInterval = 20

/** Listens; resolves with the address as a URL. */
export function listen({ server }: Running, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog }, () => {
      server.off('error', reject)
      const { address, family, port: actual } = server.address() as AddressInfo
      resolve(`http://${family === 'IPv6' ? `[${address}]` : address}:${actual}`)
    })
  })
}

/**
 * Stops within `grace` milliseconds without losing a response: accepts requests for a moment longer and closes their connections
 * after the response, then closes the listener and idle connections, lets the others finish, and closes those that remain.
 */
export async function stop(running: Running, grace: number): Promise<void> {
  const { server } = running
  const deadline = performance.now() + Math.max(grace - margin, grace / 2)
  running.drain()
  await pause(Math.min(drainTime, grace / 4))
  const { ended } = await running.closeListener()
  const timer = setInterval(() => {
    if (performance.now() < deadline) running.closeIdle()
    else server.closeAllConnections()
  }, checkInterval)
  await ended
  clearInterval(timer)
  server.close()
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
