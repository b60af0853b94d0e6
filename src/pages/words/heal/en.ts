/** What the page of healed documents says by its script, in English. */

export const heal = {
  tooLarge: 'This is too large: a document has at most 8 MiB.',
  healing: 'The labels are drawn …',
  /** Of a document: its labels, the symbols that are drawn again, and those that are left. */
  found: (labels: number, healed: number, left: number) =>
    [
      `${labels === 1 ? '1 label' : `${labels} labels`}:`,
      `${healed === 1 ? '1 symbol is' : `${healed} symbols are`} drawn again${left === 0 ? '.' : ','}`,
      ...(left === 0 ? [] : [`${left === 1 ? '1 is' : `${left} are`} left as before.`]),
    ].join(' '),
  noSymbol: (labels: number) =>
    `${labels === 1 ? '1 label' : `${labels} labels`}. No symbol was found: words and lines alone are drawn.`,
  label: (number: number, count: number) => `Label ${number} of ${count}`,
  ofPage: (page: number) => `page ${page}`,
  ofPart: (page: number, part: number) => `page ${page}, part ${part}`,
  measure: (width: string, height: string) => `${width} × ${height} mm`,
  before: 'As a driver prints it',
  after: 'Healed',
  pictureBefore: (number: number) => `Label ${number} as a printer’s driver prints it`,
  pictureAfter: (number: number) => `Label ${number} as it is printed healed`,
  show: 'Show the pictures',
  showOf: (number: number) => `Show the pictures of label ${number}`,
  save: 'Save this label',
  saveOf: (number: number) => `Save label ${number}`,
  symbols: (number: number) => `Symbols of label ${number}`,
  /** The width of a module before and after, in mm. */
  width: (before: string, after: string | undefined) =>
    after === undefined ? `X ${before} mm` : `X ${before} → ${after} mm`,
  grade: (before: string, after: string) => `Grade ${before} → ${after}`,
  unreadable: 'not readable',
  states: {
    healed: 'Drawn again on whole dots.',
    doubtful: 'Left as before: it is not read twice with the same modules and without a fault.',
    inverted: 'Left as before: it is light on dark.',
    tilted: 'Left as before: it does not lie along the sides of the label.',
    touched: 'Left as before: something stands on its bars and may belong to it.',
    no_room: 'Left as before: on whole dots its quiet zones would not be free.',
  },
  notes: {
    turned: () => 'The page is turned clockwise by a quarter.',
    cropped: () => 'What is printed on the page is in the middle of the label.',
    scaled: (percent: string) => `The page is larger than the label, and is printed at ${percent} % of its size.`,
    cut: () => 'The page is larger than the label: what is beyond it is cut off.',
    dithered: () => 'Pictures and grey areas are printed as fine dots.',
    guards_shortened: () => 'Guard bars are as high as the other bars, since words stand below them.',
  },
  ask: (printer: string, labels: number) => `Print ${labels === 1 ? '1 label' : `${labels} labels`} on ${printer}?`,
  yes: (labels: number) => `Print ${labels === 1 ? '1 label' : `${labels} labels`}`,
  no: 'Not now',
  later: (seconds: number) => `The service is busy. Please try again in ${seconds} s.`,
  unanswered: 'The service does not answer. Please try again.',
}

export type HealWords = typeof heal
