/** What the page of programs in ZPL says by its script, in English. */

export const zpl = {
  which: (number: number, count: number) => `Label ${number} of ${count}`,
  copies: (count: number) => `${count} copies`,
  measure: (width: number, height: number) => `${width} × ${height} dots`,
  picture: (number: number) => `Label ${number} as it is printed`,
  kinds: { fault: 'fault', warning: 'warning', note: 'note' },
  verdicts: { good: 'good', doubtful: 'doubtful', bad: 'bad', 'not judged': 'not judged' },
  at: (line: number) => `line ${line}`,
  instead: (suggestion: string) => `Instead: ${suggestion}`,
  none: 'Nothing is found.',
  found: (faults: number, warnings: number, notes: number) =>
    `${faults === 1 ? '1 fault' : `${faults} faults`}, ${warnings === 1 ? '1 warning' : `${warnings} warnings`}, ${notes === 1 ? '1 note' : `${notes} notes`}.`,
  field: (command: string, x: number, y: number) => `${command} at ${x}, ${y}`,
  named: (field: string, text: string) => `${field}: ${text}`,
  more: (count: number) => `${count} more are not listed.`,
  noLabel: 'There is no label in this program.',
  tooLarge: 'This is too large: a program has at most 1 MiB.',
  unanswered: 'The service does not answer.',
  /** What findings say, by their codes, before what the report says of their values; in English that alone is said. */
  codes: {} as Readonly<Record<string, string>>,
}

export type ZplWords = typeof zpl
