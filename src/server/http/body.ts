/** The bodies of requests as they arrive: in how many bytes, how fast, and where they are kept. */

import type { IncomingMessage } from 'node:http'
import { type Answer, errorAnswer } from '../../answer.ts'
import type { BodyRule } from '../route.ts'
import { tooLarge } from './request-syntax.ts'

/** Bytes that the framing of a body may have beside it: chunks of a byte each take six times the body, and as long. */
const framingRoom = 3 << 20

/** Bytes in which a body of at most `limit` bytes may arrive, with the sizes of its chunks and its trailers. */
export const longestFramed = (limit: number): number => limit + framingRoom

/** 413. @param most  bytes */
export function tooMuchFraming(most: number): Answer {
  const message = `the body takes more than ${most} bytes with the sizes of its chunks, or with its trailers; send larger chunks`
  return errorAnswer('body_too_large', message)
}

/** Bytes a second in which a body has to arrive on average, when the time is over in which it may be slower. */
export const leastRate = 32_000

/** Bytes that one turn of the event loop reads of a connection, if they are there. */
const bytesOfTurn = 8192
/** Milliseconds in which that many bytes have to arrive. */
const timeOfTurn = Math.floor((1000 * bytesOfTurn) / leastRate)

/** Milliseconds from the head of a request to the end of a body of `bytes`, if it is as slow as it may be. */
export const longestReceiving = (bytes: number, patience: number): number => patience + (1000 * bytes) / leastRate

/** Bytes of a body for which there is room at first. */
const smallest = 1 << 12

interface Receiving {
  /** Milliseconds in which a body may be as slow as it likes. */
  readonly patience: number
  /** Whether more of the body would be read now, if there were more: it is not the service that is behind. */
  readonly isAwaited: () => boolean
}

/**
 * The body of a request, or the answer to one that is too large, as soon as more bytes have come than are accepted, or to one that comes too
 * slowly. If the connection closes before its end, it is never there.
 *
 * The bytes are copied into one array that grows, because a client chooses the chunks, and an object for each may take a hundred times
 * its bytes.
 */
export function receivedBody(
  request: IncomingMessage,
  rule: BodyRule,
  { patience, isAwaited }: Receiving,
): Promise<Uint8Array | Answer> {
  let bytes = Buffer.allocUnsafeSlow(Math.min(smallest, rule.limit))
  let end = 0
  // node reports a lost connection to the socket too
  request.on('error', () => {})
  return new Promise((resolve) => {
    const done = (result: Uint8Array | Answer): void => {
      clearInterval(timer)
      request.off('data', add).off('end', complete)
      resolve(result)
    }
    const add = (chunk: Buffer): void => {
      const next = end + chunk.length
      if (next > rule.limit) {
        done(tooLarge(`a body of more than ${rule.limit} bytes`, rule))
        return
      }
      if (next > bytes.length) {
        const larger = Buffer.allocUnsafeSlow(Math.min(2 * next, rule.limit))
        larger.set(bytes.subarray(0, end))
        bytes = larger
      }
      bytes.set(chunk, end)
      end = next
    }
    const complete = (): void => done(bytes.subarray(0, end))
    const interval = Math.min(timeOfTurn, patience)
    let waited = 0
    // However late it is called, it counts for one interval, in which the event loop has had a turn: a service that is busy blames nobody.
    const timer = setInterval(() => {
      if (isAwaited()) waited += interval
      if (waited > longestReceiving(end, patience)) done(tooSlow(end, waited))
    }, interval)
    request.on('data', add).once('end', complete)
    request.once('close', () => clearInterval(timer))
  })
}

/** 408. */
function tooSlow(bytes: number, milliseconds: number): Answer {
  const message = `${bytes} bytes of the body came in ${Math.round(milliseconds / 1000)} s; at least ${leastRate / 1000} KB/s are awaited`
  return errorAnswer('request_timeout', message)
}
