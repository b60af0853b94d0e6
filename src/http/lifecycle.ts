import type { AddressInfo } from 'node:net'
import type { Running } from './server.ts'

/** Connections that the system keeps for the listener until they are accepted; one that finds no place comes back after a second. */
const backlog = 4096

/** Milliseconds that the listener stays open after the word to stop, so that balancers see it on /readyz and go elsewhere. */
const notice = 500
/** Milliseconds before the end of the grace period at which what still hangs on is cut. */
const margin = 200
/** Milliseconds between two looks for connections that have become idle. */
const step = 20

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
 * Stops within `grace` milliseconds without losing a reply: takes on requests for a moment more, each with the word to
 * close, then closes the listener and idle connections, lets the others finish, and cuts what hangs on.
 */
export async function stop(running: Running, grace: number): Promise<void> {
  const { server } = running
  const deadline = performance.now() + Math.max(grace - margin, grace / 2)
  running.stopTakingOn()
  await pause(Math.min(notice, grace / 4))
  const { ended } = await running.closeListener()
  const look = setInterval(() => {
    if (performance.now() < deadline) running.closeIdle()
    else server.closeAllConnections()
  }, step)
  await ended
  clearInterval(look)
  server.close()
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
