import type { JobOutcome } from './print-job.ts'
import { words } from './words.ts'

/** How the message of a job ends, in English: what became of it, with rows counted from the first of the request. */
const inWords = /; (?:nothing was sent|\d+ labels? \([^()]*\) sent, .*)$/

/** What became of a job on a printer, for people. */
export function outcomeText(printer: string, outcome: JobOutcome): string {
  switch (outcome.kind) {
    case 'printed': {
      const { delivery, leftOut, isPerhapsTwice } = outcome
      return [
        words.printers.done(printer, delivery.sent, delivery.confirmed),
        ...(leftOut > 0 ? [words.many.leftOut(leftOut)] : []),
        ...(isPerhapsTwice ? [words.printers.perhapsTwice] : []),
      ].join(' ')
    }
    case 'refused': {
      const { message, delivery } = outcome
      if (delivery === undefined) return message
      return `${message.replace(inWords, '')}. ${words.printers.failed(delivery.sent, delivery.confirmed)}`
    }
    case 'later':
      return words.printers.later(outcome.seconds, outcome.message)
    case 'unanswered':
      return words.printers.unanswered
  }
}
