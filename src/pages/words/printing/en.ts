/** What pages say of a print job that was just made, and of counters in its text, in English. */

export const printing = {
  /** A job of the service in place: its number and what it is called. */
  job: (id: string, title: string | undefined) => (title === undefined ? `Job ${id}` : `Job ${id}: ${title}`),
  sentOf: (sent: number, all: number) => `${sent} of ${all === 1 ? '1 label' : `${all} labels`} sent`,
  printedOf: (printed: number, all: number) => `${printed} of ${all === 1 ? '1 label' : `${all} labels`} printed`,
  cancel: 'Cancel',
  notCancelled: 'The service does not answer. Please try to cancel again.',
  notLive: 'What becomes of it is not heard here any more: follow the link to see it.',
  notFollowed: 'What becomes of the job is not seen with this key.',
  /** What a person has to do about a job in this state. */
  todo: {
    waiting:
      'The printer does not take it yet. Look whether it is switched on, closed and loaded: the job is printed as soon as it is ready.',
    uncertain:
      'It broke off. Look which label came out last, then follow the link and say so: it goes on after that one.',
    failed: 'It is not printed later. Look at the printer, and print again.',
    cancelled: 'Labels that are missing are printed from the link.',
    held: 'A fault was found in it. Follow the link, read what it says, and print it all the same or cancel it.',
  },
  /** What to do about a printer that has not printed. */
  remedies: {
    unreachable: 'Look whether it is switched on and connected, and print again.',
    silent: 'Look whether it is out of paper, open or paused, and print what is missing again.',
    refused: 'Look what its display says, and print again.',
  },
  /** Of a job that is printed. */
  readLabels: 'Read its labels now',
  /** Counters of the service in a text. */
  counting: {
    use: 'Put it into the text',
    placed: (name: string) => `The number of ${name} stands in the text, where the cursor was.`,
    write: (text: string) => `Write ${text} where the number is to stand in the texts of the table.`,
    nameWrong: 'A name of small letters, digits and hyphens, please.',
    isThere: 'There is such a counter: choose it in the list.',
    unanswered: 'The service does not answer. Please try again.',
  },
}

/** What a language says of printing: all that English says. */
export type PrintingWords = typeof printing
