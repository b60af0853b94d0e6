import type { JobOutcome } from './print-job.ts'
import { words } from './words.ts'

/** How the message of a job ends, in English: what became of it, with rows counted from the first of the request. */
const inWords = /; (?:nothing was sent|\d+ labels? \([^()]*\) sent, .*)$/

/** What became of a job on a printer, for people. */
export function outcomeText(printer: string, outcome: JobOutcome): string {
  switch (outcome.kind) {
    case 'printed': {
      const { sent, confirmed } = outcome.delivery
      return joined(
        words.printers.done(printer, sent, confirmed),
        outcome.isPerhapsTwice && words.printers.perhapsTwice,
      )
    }
    case 'refused': {
      const { message, delivery } = outcome
      if (delivery === undefined) return message
      return joined(message.replace(inWords, ''), words.printers.failed(delivery.sent, delivery.confirmed))
    }
    case 'later':
      return words.printers.later(outcome.seconds, outcome.message)
    case 'unanswered':
      return words.printers.unanswered
  }
}

/** Sentences on one line; a message of the service may have no full stop. */
function joined(first: string, second: string | false): string {
  if (second === false) return first
  return `${/[.!?]$/.test(first) ? first : `${first}.`} ${second}`
}
