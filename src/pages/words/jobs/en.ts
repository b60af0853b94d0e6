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
  /** @param printed  undefined if the printer does not count */
  stopped: (printed: number | undefined, received: number, first: number, last: number) => {
    const told = printed === undefined ? 'How many came out is not known.' : `${labels(printed)} printed.`
    return `It was interrupted. The printer has received ${labels(received)}. ${told} ${first === last ? `Label ${first} is` : `Labels ${first} to ${last} are`} uncertain.`
  },
  isOnRoll: (label: number) => `Is label ${label} on the roll?`,
  yes: (next: number) => `Yes: go on at ${next}`,
  yesLast: 'Yes: it was the last, all is printed',
  no: (label: number) => `No: go on at ${label}`,
  lastOnRoll: 'Or another is the last on the roll: label',
  between: (first: number, last: number) => `Please give a label from ${first} to ${last}.`,
  goOn: 'Go on after it',
  heldFor: 'Before it was printed, a fault was found:',
  printHeld: 'Print all the same',
  heldPrinted: 'It is printed as it is.',
  /** The ways by which jobs arrive. */
  sources: { socket: 'raw socket', pstprnt: 'path of a print server', ipp: 'IPP' },
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
    received: 'Received by the printer',
    printed: 'Printed',
    first: 'First label',
    last: 'Last label',
    of: 'Prints again job',
    from: 'First not known to be printed',
    source: 'Arrived by',
    created: 'Accepted',
    ended: 'Ended',
    by: 'From',
    reason: 'Reason',
    idempotencyKey: 'Idempotency key',
  },
  label: (number: number) => `label ${number}`,
  notKnown: 'not known',
  whichLabels: 'Which label?',
  moreLabels: 'More labels',
  labelsNotKept: 'What its labels say is not kept.',
  resumed: (from: number) => `It goes on at label ${from}.`,
  completed: 'It is done.',
  cancelled: 'It is cancelled.',
  cancelling: 'It stops after the label in hand.',
  reprinted: (id: string) => `Printed again as job ${id}.`,
  noAnswer: 'The service does not answer: look at the job before you try again.',
  later: (seconds: number) => `Please try again in ${seconds} s.`,
  readOf: (printer: string, job: string, read: number, all: number) =>
    `${printer}, job ${job}: ${read} of ${labels(all)} read back`,
  readLabels: 'Read labels',
  nextLabel: (label: number, all: number) => `Next is label ${label} of ${all}:`,
  allRead: (all: number) => `All ${labels(all)} are read.`,
  printAgain: (label: number) => `Print label ${label} again`,
  notRead: 'not read back',
  moment: 'One moment …',
  /** Of a label that was scanned, what was typed, and the label that was expected. */
  scanned: {
    right: (label: number) => `Right: label ${label}.`,
    out_of_order: (label: number, _text: string, expected: number) =>
      `Out of order: this is label ${label}. It counts; label ${expected} is still missing.`,
    double: (label: number, _text: string, expected: number) =>
      `Twice: label ${label} has been read. Is label ${expected} missing?`,
    wrong: (_label: number, text: string) => `Wrong: “${text}” is no label of this job.`,
  },
  noneYet: 'There are no jobs yet: what is printed on a printer of this service is listed here.',
  noneOfThese: 'There are no jobs of this printer and in this state.',
  noPrinters: 'There are no jobs, because this service has no printers yet.',
  /** Of a job that prints labels of another one again. */
  againOf: (id: string) => `again, from job ${id}`,
  /** The expected label, typed as for another keyboard. */
  misread: {
    keyboards: { us: 'US', de: 'German', fr: 'French', es: 'Spanish' },
    keyboard: (text: string, scanner: string | undefined, computer: string | undefined) =>
      `This is the right label, but it came as “${text}”: the scanner types for ${scanner === undefined ? 'another' : `a ${scanner}`} keyboard, and this computer has ${computer === undefined ? 'another one' : `a ${computer} one`}. Set the scanner to the keyboard of this computer, with the code for its country in the scanner’s manual, and scan again.`,
    capsLock: (text: string) =>
      `This is the right label, but it came as “${text}”: switch off Caps Lock, and scan again.`,
  },
  gone: 'Older jobs could not be loaded.',
  /** What a counter gives next, as text and as SSCC. */
  counterNext: (text: string, sscc: string | undefined) =>
    sscc === undefined ? `next is ${text}` : `next is ${text}, SSCC ${sscc}`,
  counterAtEnd: (limit: number) => `has reached its last number, ${limit}`,
  counterSet: (name: string, text: string) => `The counter ${name} gives ${text} next.`,
  changeCounter: 'Change',
  changeCounterNamed: (name: string) => `Change the counter ${name}`,
  counterUnanswered: 'The service does not answer. Please try again.',
}

/** What a language says of jobs: all that English says. */
export type JobWords = typeof jobs
