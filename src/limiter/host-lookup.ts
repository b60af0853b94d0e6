import { lookup } from 'node:dns'

/**
 * What looks a host up, as one look-up for all who ask while it runs. Rejected if the host has no address.
 *
 * A name server that is silent keeps the system busy for ten seconds or more, and node runs two look-ups at a time: one for each
 * attempt would become a queue without end, in which those of printers wait too.
 */
export function hostLookup(host: string): () => Promise<void> {
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
