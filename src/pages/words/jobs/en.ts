/** What the page of print jobs says by its script, in English. */

/** Labels, counted. */
const labels = (count: number): string => (count === 1 ? '1 label' : `${count} labels`)

export const jobs = {
  labels,
  /** Of a job that has not sent all. */
  progress: (sent: number, all: number) => `${sent} of ${labels(all)}`,
  job: (id: string) => `Job ${id}`,
  live: 'Live: what changes is seen at once.',
  asking: (seconds: number) => `Not live: asked again every ${seconds} s.`,
  unanswered: 'The service does not answer. This page keeps asking.',
  waitFor: (count: number) => (count === 1 ? '1 job waits for you' : `${count} jobs wait for you`),
  /** The printer, how many labels, when, and whose they are. */
  about: (printer: string, count: number, when: string, by: string) =>
    `${printer}: ${labels(count)}, ${when}${by === '' ? '' : `, from ${by}`}`,
  stopped: (confirmed: number, first: number, last: number) => {
    const certain = confirmed === 0 ? '' : `${labels(confirmed)} certainly printed. `
    return `It was interrupted. ${certain}${first === last ? `Label ${first} is` : `Labels ${first} to ${last} are`} uncertain.`
  },
  isOnRoll: (label: number) => `Is label ${label} on the roll?`,
  yes: (next: number) => `Yes: go on at ${next}`,
  yesLast: 'Yes: it was the last, all is printed',
  no: (label: number) => `No: go on at ${label}`,
  lastOnRoll: 'Or another is the last on the roll: label',
  between: (first: number, last: number) => `Please give a label from ${first} to ${last}.`,
  goOn: 'Go on after it',
  cancel: 'Cancel',
  cancelRest: 'Cancel the rest',
  reprint: 'Print again',
  from: 'From label',
  to: 'to label',
  why: 'Why',
  whyExample: 'torn, not readable, …',
  whyMissing: 'Please say why: it stands in the list with the new job.',
  range: (most: number) => (most === 1 ? 'There is only label 1.' : `Please give labels from 1 to ${most}, in order.`),
  facts: {
    id: 'Number',
    sent: 'Sent',
    confirmed: 'Certainly printed',
    from: 'First not certain',
    created: 'Accepted',
    ended: 'Ended',
    by: 'From',
    reason: 'Reason',
    idempotencyKey: 'Idempotency key',
  },
  label: (number: number) => `label ${number}`,
  resumed: (from: number) => `It goes on at label ${from}.`,
  completed: 'It is done.',
  cancelled: 'It is cancelled.',
  cancelling: 'It stops after the label in hand.',
  reprinted: (id: string) => `Printed again as job ${id}.`,
  noAnswer: 'The service does not answer: look at the job before you try again.',
  later: (seconds: number) => `Please try again in ${seconds} s.`,
  gone: 'Older jobs could not be loaded.',
}

/** What a language says of jobs: all that English says. */
export type JobWords = typeof jobs
