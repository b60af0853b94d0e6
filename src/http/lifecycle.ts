import type { AddressInfo } from 'node:net'
import type { Running } from './server.ts'

/** Connections that the system queues until they are accepted; a client that finds the queue full tries again after a second. */
const backlog = 4096

/** Milliseconds that the listener stays open after the signal, so that load balancers see it on /readyz and choose another server. */
const drainTime = 500
/** Milliseconds before the end of the grace period at which all connections that are left are closed. */
const margin = 200
/** Milliseconds between two searches for idle connections. */
const checkInterval = 20

/** Resolves with the address as a URL; rejects where it cannot be listened on. */
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
 * Stops within `grace` milliseconds without losing a reply: accepts requests for a moment longer and closes their connections
 * after the reply, then closes the listener and idle connections, lets the others finish, and closes what is left.
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
