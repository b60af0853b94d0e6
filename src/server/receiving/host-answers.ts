/** What programs are answered that ask a printer what it is and how it is, as Zebra's printers answer (ZPL II Programming Guide, `~HI`, `~HS`). */

import { resolutions } from '../../layout/resolution.ts'
import { sidesAsFed } from '../../layout/stock.ts'
import type { Condition, Jobs, Printer } from '../../printing/index.ts'
import { version } from '../../root.ts'

/** The queries that are answered; others are told to nobody. */
export const answered = ['~HI', '~HS'] as const
export type Answered = (typeof answered)[number]

/** The most formats that an answer counts. */
const mostFormats = 999

/** One or more strings between STX and ETX, in latin1. */
const strings = (...all: readonly string[]): string => all.map((each) => `\x02${each}\x03\r\n`).join('')

/** Model, version, dots a millimetre, memory in KB. */
export const identification = ({ dpi }: Pick<Printer, 'dpi'>): string =>
  strings(`QUIETZONE-${dpi}dpi,V${version()},${Math.round(resolutions[dpi].perMillimetre)},8192KB`)

/** What waits for a printer. */
export interface HostQueue {
  /** Jobs that wait, and the one in print. */
  readonly formats: number
  /** Labels that are left of the job in print. */
  readonly remaining: number
}

/** What is in the queue of a printer. Nothing that is held counts: a person decides about it. */
export function queueOf({ store }: Pick<Jobs, 'store'>, { name }: Printer): HostQueue {
  const [inPrint] = store.list({ printer: name, state: 'printing', limit: 1 })
  const waiting = store.list({ printer: name, state: 'waiting', limit: mostFormats }).length
  const remaining = inPrint === undefined ? 0 : inPrint.labels - (inPrint.printed ?? inPrint.sent)
  return { formats: Math.min(mostFormats, waiting + (inPrint === undefined ? 0 : 1)), remaining }
}

/** States in which a printer prints nothing, and that have no flag of their own. */
const stopped: readonly Condition['state'][] = ['paused', 'error', 'cover_open', 'wrong_media', 'unreachable', 'silent']

/** The three strings of a printer's status. */
export function hostStatus(
  printer: Printer,
  { state }: Pick<Condition, 'state'>,
  { formats, remaining }: HostQueue,
): string {
  const flag = (isSet: boolean): string => (isSet ? '1' : '0')
  const [, along] = sidesAsFed(printer.stock)
  const length = Math.round((along * resolutions[printer.dpi].perInch) / 72)
  const padded = (value: number, digits: number): string => `${value}`.padStart(digits, '0')
  const first = [
    ...['030', flag(state === 'paper_out'), flag(stopped.includes(state)), padded(length, 4), padded(formats, 3)],
    ...[flag(formats === mostFormats), '0', '0', '000', '0', '0', '0'],
  ]
  const second = [
    ...['000', '0', flag(state === 'head_open'), flag(state === 'ribbon_out'), '0', '2', '4', '0'],
    ...[padded(remaining, 8), '1', '000'],
  ]
  return strings(first.join(','), second.join(','), '0000,0')
}

/** The answer to a query, in latin1. Waits for the printer, which is asked how it is. */
export async function answerTo(
  query: Answered,
  printer: Printer,
  jobs: Pick<Jobs, 'store' | 'printers'>,
): Promise<string> {
  if (query === '~HI') return identification(printer)
  return hostStatus(printer, await jobs.printers.condition(printer), queueOf(jobs, printer))
}
