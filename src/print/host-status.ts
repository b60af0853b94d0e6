import type { Condition } from './channel.ts'

/** The command that a printer answers with its host status. ZPL II Programming Guide: ~HS, Host Status Return. */
export const askForStatus: Uint8Array = new TextEncoder().encode('~HS')

/** What a printer says of itself. */
export interface HostStatus {
  readonly paperOut: boolean
  readonly paused: boolean
  readonly bufferFull: boolean
  readonly ramCorrupt: boolean
  readonly tooCold: boolean
  readonly tooHot: boolean
  readonly headUp: boolean
  readonly ribbonOut: boolean
  /** Labels of the batch that are still to print. */
  readonly remaining: number
}

const STX = 0x02
const ETX = 0x03

/** Bytes of a string between STX and ETX: the longest of the guide has 37. */
const longest = 100

/**
 * Finds the answers to ~HS in what a printer sends: three strings, each between STX and ETX, in order. Anything else is skipped,
 * strings of another form included, and no more is kept than one answer that is not complete.
 */
export class HostStatusReader {
  /** The string that has begun, undefined outside of one. */
  #string: string | undefined
  /** The strings of the answer that has begun. */
  #strings: (readonly string[])[] = []

  /** The answers that `chunk` completes, the oldest first. */
  read(chunk: Uint8Array): HostStatus[] {
    const answers: HostStatus[] = []
    for (const byte of chunk) {
      if (byte === STX) this.#string = ''
      else if (this.#string === undefined) continue
      else if (byte === ETX) {
        answers.push(...this.#complete(this.#string))
        this.#string = undefined
      } else if (this.#string.length < longest) this.#string += String.fromCharCode(byte)
      else this.#string = undefined
    }
    return answers
  }

  #complete(string: string): HostStatus[] {
    const fields = string.split(',')
    const index = /^[0-9, ]*$/.test(string) ? stringLengths.indexOf(fields.length) : -1
    if (index === 0) this.#strings = []
    if (index !== this.#strings.length) {
      this.#strings = []
      return []
    }
    this.#strings.push(fields)
    if (this.#strings.length < stringLengths.length) return []
    const [first = [], second = []] = this.#strings
    this.#strings = []
    return [statusOf(first, second)]
  }
}

/** The numbers of fields of the three strings. */
const stringLengths = [12, 11, 2]

/** The strings are aaa,b,c,dddd,eee,f,g,h,iii,j,k,l and mmm,n,o,p,q,r,s,t,uuuuuuuu,v,www. */
function statusOf(first: readonly string[], second: readonly string[]): HostStatus {
  const flag = (fields: readonly string[], index: number): boolean => Number(fields[index]) === 1
  return {
    paperOut: flag(first, 1),
    paused: flag(first, 2),
    bufferFull: flag(first, 5),
    ramCorrupt: flag(first, 9),
    tooCold: flag(first, 10),
    tooHot: flag(first, 11),
    headUp: flag(second, 2),
    ribbonOut: flag(second, 3),
    remaining: Number(second[8]),
  }
}

/** The condition that a person sees to first: a printer with an open head says that it is out of paper and paused, too. */
export function conditionOf(status: HostStatus): Condition {
  const { remaining } = status
  if (status.headUp) return { state: 'head_open', message: 'the print head is open' }
  if (status.paperOut) return { state: 'paper_out', message: 'out of paper' }
  if (status.ribbonOut) return { state: 'ribbon_out', message: 'out of ribbon' }
  if (status.tooHot) return { state: 'error', message: 'the print head is too hot' }
  if (status.ramCorrupt) return { state: 'error', message: 'its settings are lost: the RAM is corrupt' }
  if (status.paused) return { state: 'paused', message: 'paused' }
  if (status.bufferFull) return { state: 'buffer_full', message: 'its buffer is full' }
  if (remaining > 0) return { state: 'ready', message: `printing: ${remaining} left of the batch` }
  return { state: 'ready', message: status.tooCold ? 'ready, but the print head is cold' : 'ready' }
}
