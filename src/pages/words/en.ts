/** The pages in English. Texts of the API, of explanations and of reports on symbols are not among these: they are English for all. */

import type { WarningCode } from '../../plan/warning.ts'
import type { PrintWarning } from '../../printing/printers/delivery.ts'

/** Why a drawing is doubtful, at the end of a sentence, and what to do about it on each product. */
interface Advice {
  readonly because: string
  readonly label: string
  readonly barcode: string
}

/** What a language says in place of the English of the tables: those of parameters, and of symbologies with their options. */
interface TableWords {
  /** Of parameters and options, by name. */
  readonly titles: { readonly [name: string]: string }
  /** Titles of values, by parameter and value. Names that are the same in all languages, such as QR Code, are left out. */
  readonly values: { readonly [name: string]: { readonly [value: string]: string } }
  /** Headings of values, by the English ones. */
  readonly headings: { readonly [heading: string]: string }
  /** Which texts a symbology accepts. */
  readonly hints: { readonly [symbology: string]: string }
  /** What an option is for. */
  readonly purposes: { readonly [option: string]: string }
  /** What the absence of an option is called. */
  readonly absent: { readonly [option: string]: string }
}

/** The tables of parameters and symbologies are in English themselves. */
export const tables: TableWords = { titles: {}, values: {}, headings: {}, hints: {}, purposes: {}, absent: {} }

const otherMatrix = 'Choose QR Code or Data Matrix, which say what their characters are.'
const companion = 'Choose the element that is missing, too, or print it in another symbol on the same item.'
const shorter = 'Choose fewer elements for one symbol, or GS1 DataMatrix.'
const otherUse = 'Choose another barcode, or another use; for logistics, one of GS1.'

/** Of the language (BCP 47). */
export const code: string = 'en'
/** For dates and numbers (BCP 47). */
export const locale: string = 'en-GB'
export const decimalSign: string = '.'
/** Whether sizes in millimetres come first; a browser of another country than the United States may say so too. */
export const isMetric = false as boolean
export const pages = {
  navigation: 'Pages',
  languages: 'Language',
  /** In the navigation, and the end of the title, "quietzone: …". */
  label: { name: 'Labels', title: 'barcodes and labels' },
  designs: { name: 'Designs', title: 'labels of designs' },
  jobs: { name: 'Jobs', title: 'print jobs' },
  setup: { name: 'Set up', title: 'printers and keys' },
  explain: { name: 'Explain', title: 'explain a symbol' },
  check: { name: 'Check', title: 'check a symbol' },
  zpl: { name: 'ZPL', title: 'what a Zebra prints' },
  heal: { name: 'PDF', title: 'labels from PDFs and pictures' },
  docs: { name: 'API', title: 'the API' },
  manual: { name: 'Docs', title: 'documentation' },
}

/** What to encode, on several pages. */
export const text = {
  label: 'Text',
  is: 'The text is',
  plain: 'Plain',
  gs1: 'GS1',
  link: 'GS1 link',
  barcode: 'Barcode',
  lineFeed: 'One line feed at the end was taken off. To encode one, end the text with two.',
  /** ISO/IEC 6429:1992, control set C0, and DEL. */
  controls: {
    NUL: 'null',
    SOH: 'start of heading',
    STX: 'start of text',
    ETX: 'end of text',
    EOT: 'end of transmission',
    ENQ: 'enquiry',
    ACK: 'acknowledge',
    BEL: 'bell',
    BS: 'backspace',
    HT: 'tab',
    LF: 'line feed',
    VT: 'line tab',
    FF: 'form feed',
    CR: 'carriage return',
    SO: 'shift out',
    SI: 'shift in',
    DLE: 'data link escape',
    DC1: 'device control 1',
    DC2: 'device control 2',
    DC3: 'device control 3',
    DC4: 'device control 4',
    NAK: 'negative acknowledge',
    SYN: 'synchronous idle',
    ETB: 'end of transmission block',
    CAN: 'cancel',
    EM: 'end of medium',
    SUB: 'substitute',
    ESC: 'escape',
    FS: 'file separator',
    GS: 'group separator',
    RS: 'record separator',
    US: 'unit separator',
    DEL: 'delete',
  },
  control: (code: string) => `control character ${code}`,
  invisible: (code: string) => `invisible character ${code}`,
}
export const options = {
  some: 'Options',
  ofBarcode: 'Options of the barcode',
  ofSymbology: 'Options of the symbology',
  chosen: (count: number) => `${count} chosen`,
  noneGiven: 'None given',
  automatic: 'Automatic',
}
/** Headings in lists of barcodes. */
export const barcodes = {
  general: 'Labels and documents',
  products: 'Products',
  alone: 'Barcode alone only',
  matrix: 'Matrix',
  linear: 'Linear',
}

export const label = {
  heading: 'Make a barcode or a label',
  make: 'Make',
  ofLabel: 'Label',
  ofBarcode: 'Barcode alone',
  onLabel: 'What is on the label',
  symbolOnLabel: 'A barcode with words',
  designFields: 'Fields of the design',
  noDesign: (name: string) => `There is no design “${name}” on this service any more.`,
  instead: 'What to make instead',
  /** Before a list. */
  onlyAlone: 'Only as a barcode alone:',
  /** Why labels do not take a symbology: ends a sentence after a colon, or stands in brackets. */
  offLabels: {
    upce: 'a label has room for UPC-A',
    code39: 'Code 128 takes the same text in half the width',
    itf14: 'it is for cartons; Code 128 takes its digits',
  },
  notOnLabels: (barcode: string, because: string) => `Labels do not take ${barcode}: ${because}.`,
  alone: (barcode: string) => `${barcode} alone`,
  /** The group of what is chosen once, with its state behind a colon. */
  once: 'Set once',
  theLabel: 'The label',
  theBarcode: 'The barcode alone',
  printerAndUse: 'Printer and use',
  labelAsPdf: 'Label as PDF',
  labelAsPng: 'Label as PNG',
  barcodeAsPng: 'Barcode as PNG',
  barcodeAsSvg: 'Barcode as SVG',
  barcodeAsPdf: 'Barcode as PDF',
  result: 'Result',
  picture: 'Picture',
  view: 'View',
  fit: 'Fit',
  actualSize: 'Actual size',
  usually: (application: string) => `Usual: ${application}`,
  shownAtActualSize: 'shown at actual size',
  shownAt: (percent: number) => `shown at ${percent} %`,
  dots: (width: number, height: number, dpi: string) => `${width} × ${height} dots at ${dpi} dpi`,
  module: (mm: string, dots: number) => `module ${mm} mm, ${dots} ${dots === 1 ? 'dot' : 'dots'}`,
  pictureOf: (barcode: string, text: string) => `${barcode} of “${text}”`,
  drawn: (barcode: string, size: string) => `${barcode} drawn, ${size}.`,
  enterText: 'Enter a text to see its barcode.',
  addElement: 'Add an element to see its barcode.',
  notDrawn: 'This cannot be drawn; the form shows the reason.',
  later: (seconds: number, reason: string) => `One moment: the picture will appear in ${seconds} s. (${reason})`,
  laterAloud: 'One moment: the service is busy. The picture will appear soon.',
  print: 'Print',
  printLabel: 'Print label',
  printLabels: (count: number) => `Print ${count} labels`,
  notPrinted: 'The label was not printed because it is not ready. Please look at the page, and print again.',
  words: 'Words',
  copyImage: 'Copy image',
  imageCopied: 'The picture is in the clipboard.',
  copyUnanswered: 'The service does not answer. Please try to copy again.',
  copyLater: (seconds: number) => `One moment: please try to copy again in ${seconds} s.`,
  imageNotCopied: 'This browser did not allow to copy the picture.',
  download: 'Download',
  saved: (name: string) => `Saved as ${name}.`,
  downloadLater: (seconds: number) => `One moment: please try the download again in ${seconds} s.`,
  downloadUnanswered: 'The service does not answer. Please try the download again.',
}
/** Sheets of labels from office printers. */
export const sheet = {
  option: 'Sheet of labels …',
  some: 'Sheet of labels',
  search: 'Product, brand or size of the sheet',
  searchHint: 'Such as 7160, avery 21 per sheet, or 63.5x38.1; or a description.',
  products: 'Products',
  labels: (count: number) => (count === 1 ? '1 label' : `${count} labels`),
  chosen: (name: string, facts: string) => `${name}: ${facts}`,
  first: 'First free position',
  firstHint: 'Or click it in the drawing.',
  picture: (labels: number, first: number) =>
    `The sheet with ${labels} labels; the first free position is number ${first}.`,
  left: (sheets: number, left: number) =>
    `${sheets === 1 ? '1 sheet' : `${sheets} sheets`}; ${left === 0 ? 'nothing is left over' : `${left} left over on the last one`}.`,
  next: (position: number) => `Next time begin at ${position}`,
  shift: 'Shift in mm',
  shiftHint: 'To the right and down, such as 0.5,-1.2. A page to print on plain paper tells it:',
  align: 'alignment sheet',
  atFullSize: 'Print at 100 %, not fitted to the page.',
  printPdf: 'Labels on several sheets are printed from the PDF.',
}
/** A size of one’s own. */
export const sides = {
  ofDesign: (size: string) => `As the design: ${size}`,
  option: 'Other size …',
  some: 'Other size',
  name: 'Name on the box',
  nameHint: 'Of Brother, DYMO or Zebra. Tape with the length of a label in mm, such as dk-22205x100. Or the sides:',
  across: 'First side, across the print head',
  along: 'Second side',
  unit: 'Unit',
  hint: '4 to 300 mm a side; first the side across the print head.',
}
/** What the browser remembers. */
export const kept = {
  here: 'This browser keeps what was typed here.',
  forget: 'Forget it',
  forgotten: 'What was typed is forgotten.',
}
export const keys = {
  some: 'Keys',
  enter: 'Enter',
  shift: 'Shift',
  control: 'Ctrl',
  escape: 'Esc',
  draw: 'in the text: draw now',
  newLine: 'in the text: a new line',
  /** Before another key that does the same. */
  print: 'print, as does',
  download: 'download a label as PDF, a barcode as PNG',
  startAgain: 'back to the text, to replace it',
}
export const links = {
  heading: 'Use it elsewhere',
  asDesign: 'Open this label as a design',
  copy: 'Copy',
  page: 'Page',
  copyPage: 'Copy the address of this page with what was typed',
  copyUrl: 'Copy the URL',
  copyImg: 'Copy the img tag',
  copyCurl: 'Copy the curl line',
  copied: 'Copied',
  notAllowed: 'Not allowed here: press Ctrl C',
}
/** Buttons that change what was typed, to a text or another value, and what is said then. */
export const repair = {
  use: (change: string) => `Use ${change}`,
  keep: (change: string) => `Keep ${change}`,
  used: (change: string) => `Now it is ${change}.`,
}
/** What a text can be by a form of its own; contents/ has the words of the forms. */
export const contents = {
  label: 'Form for',
  fields: 'Fields of the text',
  none: 'Free text',
  names: {
    link: 'Link',
    wifi: 'WiFi',
    contact: 'Contact',
    mail: 'E-mail',
    phone: 'Telephone',
    sms: 'Text message',
    place: 'Place',
    event: 'Event',
    epc: 'Payment in euro',
    swiss: 'Swiss QR bill',
    hibc: 'HIBC: medical device',
    provider: 'HIBC: hospital data',
    iso15434: 'ISO/IEC 15434 message',
    isbt128: 'ISBT 128: blood product',
    bcbp: 'Boarding pass',
  },
}
/** What a text probably is, before a button that makes it that. */
export const offers = {
  number: (barcode: string) => `This is a number of ${barcode}.`,
  pallet: 'This is the message of a pallet.',
  wifi: 'The network or its password has characters that need a backslash.',
  makePallet: 'Make a pallet label',
}
export const service = {
  answer: (status: string) => `The answer was ${status}`,
  unanswered: (seconds: number) => `The service does not answer. This page tries again in ${seconds} s.`,
  unansweredAloud: 'The service does not answer. This page keeps trying.',
  later: (seconds: number) => `One moment: this page tries again in ${seconds} s.`,
  tryNow: 'Try again now',
}

/** The service's printers, beside the browser's own dialog. */
export const printers = {
  print: (labels: number, printer: string) =>
    labels === 1 ? `Print label on ${printer}` : `Print ${labels} labels on ${printer}`,
  label: 'Printer',
  key: 'Your key for this service',
  useKey: 'Use it',
  none: 'No printer is set up here yet.',
  dialog: 'This browser’s dialog',
  /** As a printer, or its print server, says of itself. */
  states: {
    ready: 'ready',
    paper_out: 'out of paper',
    ribbon_out: 'out of ribbon',
    head_open: 'print head open',
    cover_open: 'cover open',
    wrong_media: 'other labels are in it: put the right ones in',
    paused: 'paused',
    buffer_full: 'busy, its memory is full',
    error: 'reports an error',
    unreachable: 'not reachable',
    silent: 'does not answer',
    unknown: 'ready as far as is known',
  },
  /** What stops it. */
  reasons: {
    paper_jam: 'the paper is jammed',
    cutter_jam: 'the cutter is jammed',
    head_hot: 'the print head is too hot: let it cool down',
    no_feed: 'it cannot feed the tape',
    battery_low: 'the battery is low',
    fan: 'the fan does not turn',
    settings_lost: 'it has lost its settings',
    restart: 'switch it off and on again',
    stopped: 'it does not say which',
  },
  media: (loaded: string, wanted: string) => `${loaded} is in it, its labels are ${wanted}`,
  waiting: (jobs: number) => (jobs === 1 ? '1 job waits' : `${jobs} jobs wait`),
  has: (printer: string, size: string, dpi: string) =>
    `${printer} prints labels of ${size} at ${dpi} dpi; this one is different.`,
  choose: 'Use its size and resolution',
  turned: (printer: string, size: string) =>
    `${printer} has these labels the other way round, as ${size}: this one is turned by a quarter to fit them.`,
  turn: 'Turn it to fit',
  notOfDesign: (printer: string, size: string, own: string) =>
    `${printer} has labels of ${size}, and this design is for labels of ${own}. Choose another printer or design.`,
  printing: (printer: string) => `Printing on ${printer} …`,
  /** Labels that were sent, and those of them that the printer certainly has. */
  /** @param printed  undefined if the printer does not count */
  done: (printer: string, sent: number, received: number, printed: number | undefined) =>
    `${printer}: ${sent === 1 ? '1 label' : `${sent} labels`} sent, ${received === sent ? 'all' : received} received, ${printed === undefined ? 'printed is not known' : `${printed === sent ? 'all' : printed} printed`}.`,
  failed: (sent: number, received: number, printed: number | undefined) =>
    sent === 0
      ? 'Nothing was printed.'
      : `${sent === 1 ? '1 label' : `${sent} labels`} sent, ${received === 0 ? 'none' : received} received, ${printed === undefined ? 'printed is not known' : `${printed === 0 ? 'none' : printed} printed`}.`,
  /** What a print server does otherwise, by the code of its warning. */
  warnings: {
    paper_size_unknown:
      'The print server does not have the paper of the label: it is printed in its own size on other paper.',
    not_printed_yet: 'The print server has not printed all of it yet, and prints it later.',
  } satisfies { readonly [Code in PrintWarning['code']]: string },
  perhapsTwice: 'The service has started anew in between: perhaps it is printed twice.',
  certain: (first: number, last: number) =>
    first === last ? `Row ${first} is certain.` : `Rows ${first} to ${last} are certain.`,
  goOn: (row: number) => `Go on from row ${row}`,
  later: (seconds: number, reason: string) => `Please try again in ${seconds} s. (${reason})`,
  unanswered:
    'The service does not answer, so it is not known whether this was printed. Print again: if it was, it is not printed twice.',
}

/** What is chosen beside a printer; what the script says of printing is in printing/. */
export const printOptions = {
  readBack: 'Read back each label with a scanner',
  readBackHint: 'When the job is printed, the page of jobs shows what each label says, and whether it was read.',
  count: 'Number labels by a counter',
  countAbout:
    'Each printed label gets the next number, and no number comes twice. Pictures and downloads show the next one and take none.',
  counter: 'Counter',
  anotherCounter: 'A new one',
}

/** Labels of designs; what the page says by its script is in designs/. */
export const designs = {
  heading: 'Labels of designs',
  noScript: 'This page needs a script in the browser. Without scripts, use the command line:',
  ways: 'What to do',
  use: 'Fill in',
  edit: 'Design a label',
  design: 'Design',
  result: 'The label',
  many: 'Many labels from a table',
  fill: 'Fill in',
  copies: 'Copies',
  dpi: 'Resolution',
  printer: 'Printer',
  noPrinter: 'None: save a file',
  none: 'This service has no designs yet',
  noneHow: 'Make one here, or put design files into a folder and name it where the service is started:',
  begin: 'Design a label',
  print: 'Print',
  save: 'Save as',
  picture: 'Picture of the label',
}

/** What a print job is at. */
export const jobStates = {
  waiting: 'waiting',
  printing: 'printing',
  uncertain: 'uncertain',
  done: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
  held: 'held',
}

/** Printers and keys; what the page says by its script is in setup/. */
export const setup = {
  heading: 'Set up',
  noScript: 'This page needs a script in the browser. Without scripts, use the command line:',
  code: 'Setting up takes a key that may “admin”. Until there is one, the one-time code does: a start of the service in a terminal prints it, and the state folder has it in the file setup-code.',
  keyOrCode: 'Key or one-time code',
  printers: 'Printers',
  noPrinters: 'There is no printer yet. Look for those on the network, or add one by its address.',
  find: 'Look for printers',
  add: 'Add a printer by its address',
  found: 'Printers that were found',
  address: 'Address',
  addressHint: 'socket://HOST:PORT, ipp://HOST/PATH, ipps://HOST/PATH or lp:QUEUE',
  ask: 'Ask it what it is',
  name: 'Name',
  nameHint: 'What people and programs call it: letters, digits, full stop, hyphen and underscore.',
  language: 'Language',
  dpi: 'Resolution (dpi)',
  stock: 'Labels',
  stockHint: 'The side across the print head first, such as 4x6, 57x32mm or dk-11209.',
  receive: 'Take what other programs print',
  receivePort: 'Port',
  receivePortHint: 'Programs print ZPL to the address of this service and this port. Empty: nothing is taken there.',
  receiveMore: 'What is taken, and what becomes of it',
  receiveFrom: 'From',
  receiveFromHint: 'Addresses and networks that may print, with blanks between them. Empty: this machine alone.',
  receiveHold: 'Hold labels with a fault until somebody has looked',
  save: 'Save the printer',
  close: 'Close',
  calibration: 'What calibration of a printer does, and how its page is read',
  keys: 'Keys',
  noKeys:
    'There is no key yet: everybody who reaches this service may print. The first key ends that, and one that may “admin” ends the one-time code.',
  madeKey: 'The new key is shown this once. Keep it where it is needed:',
  copy: 'Copy',
  keyName: 'Name of a new key',
  keyNameHint: 'Who or what will have it, such as dock-3.',
  may: 'It may',
  mayHint:
    'What is ticked is all that someone needs who designs labels, prints them and looks after the jobs. A program that only prints needs the first alone.',
  makeKey: 'Make the key',
  backup: 'Backup',
  backupHint:
    'One file has the printers, the keys (in a form from which none can be read), the designs, and the counters with their numbers. It also brings them to another machine.',
  backupJobs: 'Print jobs are not in it: how they are copied',
  saveBackup: 'Download a backup',
  restore: 'Restore from a backup …',
  restoreNow: 'Now',
  restoreFile: 'In the file',
  restoreThis: 'Restore',
  restoreNot: 'Leave everything as it is',
  restoreHint:
    'What is in the file takes the place of what is there now. Afterwards the keys of the file are good, and no others. Counters are added or go on further: none goes back, and none is removed.',
}
/** What a key may do. */
export const scopes = {
  print: 'print, and see the printers',
  printers: 'see the printers',
  jobs: 'see and steer print jobs',
  counters: 'set counters',
  designs: 'save and remove designs',
  metrics: 'read the metrics',
  admin: 'set up printers and keys',
}

/** Print jobs that the service keeps; what the page says by its script is in jobs/. */
export const jobs = {
  heading: 'Print jobs',
  /** Before a command. */
  noScript: 'This page needs a script in the browser. Without scripts, use the command line:',
  damage:
    'What is kept of print jobs is damaged: what is affected says so, and is not printed. See the log of the service.',
  noState: 'This service keeps no print jobs',
  switchOn:
    'Jobs are kept, outlive a restart and are shown here, once whoever runs the service names a folder for them and starts it again:',
  state: 'State',
  scanning: 'Labels to be read back',
  scanner: 'Scan the label',
  scannerHint:
    'The scanner may type wherever the focus is on this page, and ends each label with Enter or Tab. A field that you type in keeps its keys.',
  sound: 'Sound for right and wrong',
  stopReading: 'Close',
  waits: 'Waits for you',
  allPrinters: 'All',
  allStates: 'All',
  printOne: 'Make a label and print it',
  setPrinters: 'Set up a printer',
  showAll: 'Show all jobs',
  older: 'Older jobs',
  counters: 'Counters',
  countersAbout:
    'A counter gives each printed label a number of its own. Write its place into the text of a label, and print on a printer of the service: drawings and downloads take no number.',
  counterName: 'Name',
  counterNameHint: 'Small letters, digits and hyphens. A counter of that name is set further, otherwise one is made.',
  counterStart: 'Next number',
  counterLimit: 'Last number',
  counterWidth: 'Digits',
  counterStep: 'Step',
  counterPrefix: 'GS1 company prefix',
  counterPrefixHint: 'For SSCCs alone.',
  counterExtension: 'Extension digit',
  setCounter: 'Make or set',
}

/** The same advice for labels and for barcodes. */
const advised = (because: string, advice: string) => ({ because, label: advice, barcode: advice })

/** Whether a label scans, and what else would. */
export const scans = {
  /** Before one of the next three. */
  scans: 'Scans:',
  yes: 'yes',
  doubtful: 'doubtful',
  no: 'no',
  because: (reasons: readonly string[]) =>
    `, because ${reasons.length < 2 ? reasons.join() : `${reasons.slice(0, -1).join(', ')} and ${reasons.at(-1)}`}`,
  wordsShown: 'All words shown:',
  doesNotFit: 'it does not fit on this label',
  moment: 'One moment …',
  later: (seconds: number) => `One moment: the plan will appear in ${seconds} s.`,
  unanswered: 'The service does not answer.',
  nearest: 'The nearest change that scans:',
  others: 'What else scans',
  noOthers: 'Nothing else was found that scans with this text.',
  thisLabel: 'This label',
  sizes: 'Sizes',
  resolutions: 'Resolutions',
  barcodes: 'Barcodes',
  module: 'Module',
  moduleOf: (dots: number, mm: string) => `${dots === 1 ? '1 dot' : `${dots} dots`}, ${mm} mm`,
  moduleLimits: (least: string, most: string, target: string) => `${least} to ${most} mm, ideally ${target}`,
  bars: 'Bars',
  barsOf: (mm: string) => `${mm} mm high`,
  atLeast: (mm: string) => `at least ${mm} mm`,
  quietZones: 'Quiet zones',
  onAllSides: (mm: string) => `${mm} mm on all sides`,
  onBothSides: (left: string, right: string) => `${left} mm on the left, ${right} mm on the right`,
}
/** On the API's warnings, by their codes: the end of a sentence, "doubtful, because …", and what to do on each product. */
export const advice = {
  x_below_minimum: {
    because: 'the modules are too narrow',
    label: 'Choose a larger label, or what the plan below proposes.',
    barcode: 'Choose more dots per module.',
  },
  x_above_maximum: {
    because: 'the modules are too wide',
    label: 'Choose a smaller label.',
    barcode: 'Choose fewer dots per module.',
  },
  bars_too_low: {
    because: 'the bars are too low',
    label: 'Choose a larger label or the other orientation, or leave the text out.',
    barcode: 'Choose a greater bar height.',
  },
  symbol_too_wide: {
    because: 'the symbol is too wide',
    label: 'Choose a shorter text, or a smaller label.',
    barcode: 'Choose a shorter text, or fewer dots per module.',
  },
  not_in_application: advised('this use takes other barcodes', otherUse),
  caption_cut: {
    because: 'not all of the text is shown',
    label: 'Choose a larger label, or leave the text out.',
    barcode: 'Choose a shorter text, or leave it out.',
  },
  numbers_not_taken: advised(
    'it shows the numbers that come next',
    'Drawings and downloads take no number: the next job that is printed here gets these.',
  ),
  complete_already: advised(
    'its digits are a complete number already',
    'Give the number with its check digit, or as the symbology that it belongs to.',
  ),
  byte_order_mark: advised(
    'the text began with a byte order mark, which was taken off',
    'Delete the invisible character at the beginning of the text.',
  ),
  invisible_character: advised('its text has characters that nobody sees', 'Delete them, unless they are meant.'),
  latin1_in_code128: advised(
    'many readers take its letters beyond ASCII for others',
    'Choose QR Code or Data Matrix, or letters of ASCII.',
  ),
  fullascii_in_code39: advised(
    'readers that are not set to full ASCII give other characters',
    'Set the readers to full ASCII, or choose Code 128.',
  ),
  pairs_in_code39: advised(
    'readers that are set to full ASCII take $, /, + or % and the letter behind it for one character',
    'Choose Code 128, or set the readers to plain Code 39.',
  ),
  gs1_brackets: advised('the brackets round its AIs are characters of the symbol', 'Choose GS1 as its content.'),
  unannounced_charset: advised(
    'it does not say its character set, so readers guess it',
    'Choose an automatic ECI, unless the readers cannot do with one.',
  ),
  dpi_assumed: advised('the resolution of the printer was not given', 'Choose the resolution of the printer.'),
  wider_than_head: advised(
    'most receipt printers have a narrower print head, and cut off what is wider',
    'Choose a smaller label, unless the printer is known to print so wide.',
  ),
  sheet_paper: advised(
    'there is a sheet with the same number on other paper',
    'Compare the paper with what is on the package: A4 is narrower and longer than Letter.',
  ),
  sheet_doubtful: advised(
    'the measures that are known of this sheet do not agree',
    'Print one sheet on plain paper first, and hold it against the labels.',
  ),
  latin1_in_microqr: advised('readers differ in what they take its letters for', otherMatrix),
  gs1_missing_ai: advised('its message needs another element on the same item', companion),
  gs1_too_long: advised('its message is longer than GS1 allows', shorter),
  gs1_domain_replaced: advised(
    'its address has another domain than the text',
    'Enter the domain of the text as the address of the link.',
  ),
  content_fault: advised('its text breaks the standard that it follows', 'Correct the text by its standard.'),
  xdim_not_reached: advised('its box is too small for the module width wanted', 'Make the box of the symbol larger.'),
  gain_limited: {
    because: 'its modules are too narrow to make up for the printer',
    label: 'Use a larger label, so that modules have more dots, or a print head of more dots.',
    barcode: 'Give the modules more dots.',
  },
  text_too_small: advised('a text is smaller than 6 points', 'Give the text larger letters.'),
  label_conflict: advised(
    'its symbols say different things of one item',
    'Give all symbols of the label the same number and values.',
  ),
  label_distance: advised(
    'its symbols are too far from each other',
    'Move the symbols of one item within 50 mm of each other.',
  ),
  profile_rule: advised('the label breaks a rule of its profile', 'Correct what the rule names.'),
  profile_advice: advised(
    'the label is not as its profile recommends',
    'Follow the recommendation, or keep the label as it is.',
  ),
  elements_overlap: advised('two elements overlap', 'Move one of the elements.'),
  ink_in_quiet_zone: advised('something stands in its quiet zone', 'Move what stands beside the symbol.'),
  off_page: {
    because: 'part of it is beyond the edge of the label',
    label: 'Move what leaves the label.',
    barcode: 'Move what leaves the label.',
  },
} satisfies { readonly [Code in WarningCode | 'numbers_not_taken']: Advice }

export const explain = {
  heading: 'Explain a symbol',
  asJson: 'Explain, as JSON',
  steps: 'Step by step',
  sameAsJson: 'The same as JSON',
  enterText: 'Enter a text to see its symbol.',
  noSymbol: 'This text has no symbol; the form shows the reason.',
  clauses: 'Clauses of the standards',
  clausesHint:
    'Encoders are changed to break one clause at a time: a test vector shows a clause if they then make another symbol of its text.',
  standard: 'Standard',
  clauseCount: 'Clauses',
  clausesShown: 'Shown by vectors',
  clausesWithout: 'Without, with the reason',
  clausesMore: 'Every clause, and how this is held',
  found: (count: number) => `${count} steps. Point at one, or at a module.`,
}
/** A symbol and its steps or findings, to point at. */
export const symbol = {
  name: 'Symbol',
  help: (symbol: string) =>
    `${symbol}: the symbol. Arrow keys move from module to module, Enter selects a step that the module belongs to.`,
  modules: (count: number) => (count === 0 ? 'no modules' : count === 1 ? '1 module' : `${count} modules`),
  sizeOf: (size: string) => `${size} modules`,
  quietZone: 'quiet zone',
  dark: 'dark',
  light: 'light',
  column: (column: number) => `Column ${column}`,
  rowAndColumn: (row: number, column: number) => `Row ${row}, column ${column}`,
  bit: (title: string, bit: number) => `${title}, bit ${bit}`,
  more: (next: number, left: number) => `${next} more of ${left}`,
}
export const check = {
  heading: 'Check a symbol',
  pictures: 'Pictures of symbols',
  picturesHint:
    'PNG, JPEG, WebP, PDF or SVG files; you can also drop or paste them. Pictures stay in this browser, unless you ask for a PDF of grades; PDF and SVG files are drawn by this service, which keeps nothing of them.',
  page: 'Page of the PDF',
  pageHint: '1 if it is left empty.',
  detect: 'Detect automatically',
  expected: 'Expected text',
  anyText: 'Any',
  application: 'Application',
  applicationHint: 'Judges the size in mm by GS1’s limits.',
  profile: 'Profile',
  profileHint: 'Judges the whole label by the rules of a published one.',
  /** Before a command. */
  noScript: 'This page checks pictures with a script in the browser. Without scripts, use the command line:',
  invitation: 'Drop a picture here.',
  which: 'Symbol to show',
  asRead: 'As read',
  reference: 'Reference',
  symbol: 'Symbol',
  symbols: (count: number) => `${count} symbols`,
  list: 'Pictures',
  none: 'No picture yet',
  stop: 'Stop',
  stopped: 'Stopped before it was checked.',
  reportAsJson: 'Report as JSON',
  allReports: 'All reports',
  wouldNotScan: 'It does not scan as it was printed?',
  heal: 'Print the document healed, its symbols on whole dots',
  message: 'GS1 message',
  content: 'What the text says',
  repaired: (text: string) => `Repaired: ${text}`,
  findings: 'Findings',
  kinds: { fault: 'fault', note: 'note', pass: 'pass' },
  tooMany: (count: number, most: number) => `${count} pictures are more than the ${most} that can be checked at a time`,
  failed: (reason: string) => `This could not be checked: ${reason}`,
  checking: 'Checking …',
  notChecked: 'Not checked',
  notReadable: 'Not readable',
  conforming: 'Conforming',
  faults: (count: number) => (count === 1 ? '1 fault' : `${count} faults`),
  notes: (count: number) => (count === 1 ? '1 note' : `${count} notes`),
  summary: (count: number, conforming: number, faults: number, unreadable: number) =>
    `${count} pictures: ${conforming} conforming, ${faults} with faults, ${unreadable} not readable.`,
  noText: (barcode: string) => `${barcode}; its text cannot be read.`,
  found: (count: number) => `${count} findings. Point at one, or at a module.`,
  noSymbol: 'No symbol was found in this picture.',
  /** Behind the sentence that no symbol was found. */
  advice:
    'Take it again from closer, straight from above, in focus and in even light, with some white around the symbol; crop it to the symbol if there is much beside it.',
  lengths: {
    of: (name: string, mm: string, pixels: string, perMetre: number) =>
      `${name}: ${mm} mm (${pixels} ${pixels === '1' ? 'pixel' : 'pixels'} at ${perMetre} a metre)`,
    barHeight: 'bar height',
  },
  picture: (name: string) => `The picture ${name}`,
}
export { grades } from '../../reader/grade/words/en.ts'
/** The page of programs in ZPL. */
export const zpl = {
  heading: 'ZPL: what a Zebra prints of it',
  program: 'ZPL',
  programHint:
    'Paste a program, or drop a file anywhere on the page. It is sent to this service, which keeps nothing of it.',
  binary: 'The file has bytes that are not text. It is drawn as it is, and cannot be changed here.',
  clear: 'Clear',
  file: 'From a file',
  fileHint: 'At most 1 MiB.',
  size: 'Label size',
  sizeHint: 'Such as 4x6 or 100x50mm; without one, what ^PW and ^LL say.',
  dpi: 'Print head',
  noScript: 'This page draws by a script in the browser. Without scripts, use the command line:',
  label: 'The label',
  previous: 'Previous',
  next: 'Next',
  invitation: 'Paste ZPL at the left.',
  saveAs: 'Save as',
  save: 'Save',
  saveHint: 'PNG and SVG have the label that is shown; all others have all labels.',
  findings: 'Findings',
  fields: 'Fields of this label',
}
/** The page of documents whose symbols are drawn again. */
export const heal = {
  heading: 'PDFs and pictures as labels that scan',
  file: 'PDF or picture',
  fileHint:
    'PDF, PNG or JPEG of at most 8 MiB; it can be dropped anywhere on the page. It is sent to this service, which keeps nothing of it but the labels of a print job.',
  size: 'Label size',
  sizeHint:
    'As it says on the box, such as 4x6, 100x50mm or dk-11209. Without one, each label is as large as its page.',
  dpi: 'Print head',
  fit: 'Pages of another size',
  fits: {
    auto: 'What is printed, in the middle',
    crop: 'Always what is printed, in the middle',
    page: 'The whole page, in the middle',
    actual: 'As they are, the rest cut off',
  },
  split: 'Labels on a page',
  splitHint: 'Columns x rows, such as 2x1.',
  noScript: 'This page needs a script in the browser. Without scripts, use the command line:',
  labels: 'Labels, before and after',
  invitation: 'Choose a PDF or a picture.',
  again: 'Try again',
  saveAs: 'Save as',
  save: 'Save all labels',
  saveHint: 'PNG and SVG have one label each: where there are several, save these beside the label.',
}
/** The editor of GS1 messages. */
export const gs1 = {
  form: 'GS1: application identifiers in brackets, such as (01)09506000134352(10)AB-12',
  hint: 'AIs in brackets, such as (01)09506000134352(10)AB-12; or paste a GS1 Digital Link, or what a scanner has read.',
  elements: 'Elements of the GS1 message',
  add: 'Add an element',
  addExample: 'batch, best before, SSCC, 01 …',
  identifiers: 'Application identifiers',
  domain: 'Address of the link',
  domainHint: 'A domain of your own answers who follows the link; without one GS1’s resolver does.',
  nothingFound: 'Nothing found',
  found: (count: number) => `${count} found`,
  inMessage: 'in the message',
  more: (count: number) => `${count} more elements are in the text alone.`,
  becomesValue: 'The text becomes the value of the element that you choose.',
  beginnings: 'Most messages begin with what they are about.',
  /**
   * What elements need.
   *
   * @param ais         in brackets
   * @param measures    of what would do, the AIs that have no button, in brackets
   * @param isChoice    whether one of several would do
   * @param isRequired  whether it must be in this symbol
   */
  needs: (ais: readonly string[], measures: readonly string[], isChoice: boolean, isRequired: boolean) => {
    const which = isChoice ? ['one of these', ...measures].join(' or ') : 'another element'
    const where = isRequired ? '' : ' in this symbol or in another of the same item'
    return `${ais.join(', ')} ${ais.length === 1 ? 'needs' : 'need'} ${which}${where}.`
  },
  addThese: (names: readonly string[]) => `Add ${names.join(' and ')}`,
  unknown: 'Unknown AI',
  remove: 'Remove',
  removeThis: (name: string) => `Remove ${name}`,
  calendar: (ai: string) => `Calendar for (${ai})`,
  firstDay: 'first day',
  lastDay: 'last day',
  zerosBefore: (barcode: string, zeros: string) =>
    `It is the number of ${barcode.startsWith('U') ? 'a' : 'an'} ${barcode}: put ${zeros} before it`,
  addCheckDigit: (digit: string) => `Add the check digit ${digit}`,
  makeCheckDigit: (digit: string) => `Make the check digit ${digit}`,
  addCheckCharacters: (characters: string) => `Add the check characters ${characters}`,
  writeAs: (value: string) => `Write it as ${value}`,
  /** Why a barcode cannot carry a message. */
  notGs1: 'not in GS1',
  notLink: 'not with a GS1 link',
  gtinAlone: 'a GTIN (01) alone',
}
/** What the value of an AI must look like; the parts are joined to one line. */
export const formats = {
  /** By GS1's rules. */
  rules: {
    yymmdd: 'YYMMDD',
    yymmd0: 'YYMMDD, day 00 for the month alone',
    yyyymmdd: 'YYYYMMDD',
    hhmi: 'HHMM',
    hh: 'HH',
    mi: 'MM',
    ss: 'SS',
    iso3166: 'country, 3 digits (ISO 3166)',
    iso3166999: 'country, 3 digits (ISO 3166), or 999',
    iso3166alpha2: 'country, 2 letters (ISO 3166)',
    iso4217: 'currency, 3 digits (ISO 4217)',
    iso5218: '0 not known, 1 male, 2 female, 9 not applicable',
    yesno: '1 yes, 0 no',
    hyphen: '- if below zero',
    pieceoftotal: 'piece and total, 2 digits each',
    posinseqslash: 'place/total',
    winding: 'winding: 0, 1 or 9',
    zero: '0',
    latitude: 'latitude, 10 digits',
    longitude: 'longitude, 10 digits',
  },
  decimals: (most: number) => `A number of up to ${most} digits, with its decimal point`,
  currency: (most: number) =>
    `Currency, 3 digits (ISO 4217), then a number of up to ${most} digits, with its decimal point`,
  temperature: 'Hundredths of a degree, 6 digits; - behind them if below zero',
  digits: (most: number, isExact: boolean) => `${isExact ? '' : 'up to '}${most} ${most === 1 ? 'digit' : 'digits'}`,
  characters: (most: number, isExact: boolean) =>
    `${isExact ? '' : 'up to '}${most} ${most === 1 ? 'character' : 'characters'}`,
  perhaps: (part: string) => `perhaps ${part}`,
  inOrder: (parts: readonly string[]) => parts.join(', then '),
  checkCharacters: 'the last two are check characters',
  checkDigit: 'the last is a check digit',
  checkDigitAt: (position: number) => `digit ${position} is a check digit`,
  soFar: (format: string, count: number) => `${format}; ${count} so far`,
}
export const docs = {
  heading: 'The API',
  /** After the name of a file. */
  forPrograms: 'the same description, for programs.',
  deprecated: 'Deprecated.',
  /** Before an example, which a press puts into its field. */
  use: 'Example',
  /** Of a field that is empty. */
  none: 'none',
  mediaType: 'Media type',
  content: 'Content',
  errorCode: 'Code',
  codeIn: 'Code in',
  copy: 'Copy',
  copied: 'Copied.',
  selected: 'Selected: copy it with the keyboard.',
  send: 'Send',
  sending: 'Sending …',
  answer: 'Answer',
  save: (name: string) => `Save as ${name}`,
  picture: (request: string) => `The picture for ${request}`,
  unanswered: 'The service does not answer.',
  repair: (query: string) => `Send with ${query}`,
  cause: 'Cause',
  cure: 'What to do',
  body: 'Request body',
  parameters: 'Parameters',
  required: 'required',
  default: 'Default',
  responses: 'Responses',
  header: 'Header',
  example: 'Meaning and example',
  errorCodes: 'Error codes',
  /** Before a piece of code, and after it. */
  errorBody: 'Every error has the body',
  stableCodes: 'The codes are for programs and do not change:',
  wholeNumber: (least: string, most: string) => `whole number, ${least} to ${most}`,
  number: (least: string, most: string) => `number, ${least} to ${most}`,
  longest: (count: string) => `text, at most ${count} characters`,
  /** Between alternatives, with its spaces. */
  or: ', or ',
  asDescribed: 'others as described',
}

/** The documents, which are in English. */
export const manual = {
  contents: 'Documents',
  project: 'The project',
  search: 'Search all documents',
  results: 'Results of the search',
  found: (count: number, most: number) =>
    count === 0
      ? 'Nothing has all of these words.'
      : count === 1
        ? '1 place'
        : `${count} places${count > most ? `, of which these are the best ${most}` : ''}`,
  unanswered: 'The service does not answer. Please try again.',
  /** Of documents, by their path. */
  titles: {
    index: 'Overview',
    http: 'Over HTTP',
    'command-line': 'Command line',
    'labels-and-captions': 'Labels and captions',
    designs: 'Designs of labels',
    sheets: 'Sheets of labels',
    'tables-and-batches': 'Tables and batches',
    zpl: 'What ZPL prints',
    receiving: 'Being a printer',
    heal: 'Labels from PDFs',
    printing: 'Printing',
    jobs: 'Jobs that survive',
    'scan-back': 'Read back',
    counters: 'Counters',
    access: 'Who may print',
    'symbology-options': 'Options of symbologies',
    gs1: 'GS1',
    content: 'What a text says',
    profiles: 'Published labels',
    judge: 'Is an encoder or a decoder right?',
    clauses: 'Clauses and proofs',
    'check-and-explain': 'Check and explain',
    proof: 'Proof',
    package: 'The package',
    'api/index': 'The package, name by name',
    integrations: 'In other programs',
    compat: 'Addresses of other services',
    deploy: 'Set it up',
    settings: 'Settings',
    'several-instances': 'Several instances',
    metrics: 'Metrics',
    performance: 'Performance',
    'readings-of-the-standards': 'Readings of the standards',
    design: 'Design',
    release: 'Releasing',
    README: 'What quietzone is',
    CHANGELOG: 'Changes',
    SECURITY: 'Security',
    CONTRIBUTING: 'Contributing',
  },
}

/** Labels from a table or a series. */
export const many = {
  name: 'Many',
  texts: 'Texts',
  source: 'Source of the labels',
  table: 'Spreadsheet',
  series: 'Series',
  noFields: 'Choose a column for a field of the design.',
  intoField: (field: string) => `They fill “${field}”.`,
  unusedColumns: (columns: readonly string[], more: number) =>
    `Columns that no field takes: ${columns.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
  unfilledFields: (fields: readonly string[], more: number) =>
    `Fields that no column fills: ${fields.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
  rows: 'Rows',
  /** Cells are divided by tabs, as in a spreadsheet. */
  example: 'Barcode\tDescription\tQuantity\nQZ-0001\tShelf 1\t2\nQZ-0002\tShelf 2\t1',
  hint: 'Copy the rows in a spreadsheet, headings included, and paste them here.',
  file: 'Or a file',
  fileHint: 'Excel, LibreOffice, CSV or TSV; it can be dropped anywhere on the page.',
  worksheet: 'Worksheet',
  remove: 'Remove',
  prefix: 'Before',
  suffix: 'After',
  first: 'First number',
  last: 'Last number',
  step: 'Step',
  digits: 'Digits',
  automatic: 'Auto',
  seriesFound: (count: number, first: string, last: string) =>
    count === 1 ? `1 label: ${first}` : `${count} labels, from ${first} to ${last}.`,
  numberWanted: (field: string, least: string, most: string) => `${field}: a whole number from ${least} to ${most}.`,
  seriesTooLong: (count: string, most: number) => `${count} labels are more than the ${most} of one series.`,
  fileTooLarge: (name: string, most: number) => `${name} is larger than ${most} MB.`,
  notLoaded: 'This part of the page could not be loaded. Please load the page again.',
  kept: 'What is here stays in this browser for the next visit.',
  notKept: 'This is not kept for the next visit: it is too large, or this browser keeps nothing.',
  forgotten: 'Forgotten.',
  forget: 'Forget it',
  result: 'Labels of the rows',
  none: 'Paste a spreadsheet, or fill in a series, to see its first labels.',
  count: (rows: number, labels: number) =>
    `${rows === 1 ? '1 row' : `${rows} rows`}, ${labels === 1 ? '1 label' : `${labels} labels`}`,
  noText: 'Choose the column that has the text of the barcode.',
  row: (number: number) => `Row ${number}`,
  column: (number: number) => `Column ${number}`,
  rowsTable: 'Rows and columns',
  notUsed: 'Not used',
  /** What columns can be, where it is not the name of a field. */
  columns: {
    text: 'Text of the barcode',
    type: 'Barcode',
    gs1: 'GS1',
    domain: 'Address of the link',
    xdim: 'Module width, mm',
  },
  rowsShown: (shown: number, all: number) => `${shown} of ${all} rows are listed.`,
  moreColumns: (count: number) => `${count} more columns are not listed.`,
  print: 'Print',
  download: 'Download',
  inParts: (most: number, parts: number) =>
    `One document has at most ${most} labels, so these come in ${parts} documents:`,
  part: (from: number, to: number, labels: number) => `Rows ${from} to ${to}, ${labels} labels`,
  drawing: (labels: number) => (labels === 1 ? 'Drawing 1 label …' : `Drawing ${labels} labels …`),
  saved: (name: string) => `Saved as ${name}.`,
  savedToPrint: (name: string) => `This browser does not print PDFs itself. Saved as ${name}: please print that file.`,
  later: (seconds: number) => `One moment: please try again in ${seconds} s.`,
  unanswered: 'The service does not answer. Please try again.',
  headings: 'Headings',
  headingsRow: (row: number, texts: string) => `Row ${row}: ${texts}`,
  noHeadings: 'None: the first row is a label',
  headingsAsked: 'Please check: are these the headings?',
  meanings: 'What goes on the labels',
  moreMeanings: 'More from a column',
  choose: 'Please choose',
  guessed: 'Guessed from the heading.',
  asLastTime: 'As last time.',
  line: (line: number) => `line ${line}`,
  noLine: 'No further line',
  patternOf: 'Text with columns …',
  pattern: 'text with columns',
  patternHint: 'Columns in braces, as in {SKU}-{Lot}.',
  patternUnknown: (name: string) => `There is no column ${name}.`,
  noRows: 'There is no row below the headings.',
  encoding: 'Read it as',
  readAs: (encoding: string, word: string) =>
    `The file does not say its character set. It is read as ${encoding}, for example “${word}”.`,
  pick: 'Rows',
  pickAll: 'All',
  pickHint: 'All of them, or for example 1-20, 35.',
  pickWrong: 'Please write rows as in 1-20, 35.',
  previous: 'Previous',
  next: 'Next',
  labelsShown: (from: number, to: number, all: number) => `${from} to ${to} of ${all}`,
  format: 'File format',
  pictures: 'PNG pictures (ZIP)',
  drawingPicture: (number: number, all: number) => `Drawing picture ${number} of ${all} …`,
  wereLeftOut: (rows: number) => (rows === 1 ? '1 row was left out.' : `${rows} rows were left out.`),
  leftOut: (rows: number) =>
    rows === 1 ? '1 row with a fault is left out.' : `${rows} rows with faults are left out.`,
  skipped: (rows: number) => (rows === 1 ? '1 row wants no label.' : `${rows} rows want no label.`),
  repaired: (rows: number) => (rows === 1 ? '1 row was changed here.' : `${rows} rows were changed here.`),
  rowsNamed: (rows: readonly number[], more: number) =>
    `${rows.length + more === 1 ? 'Row' : 'Rows'} ${rows.join(', ')}${more === 0 ? '' : ` and ${more} more`}`,
  moreKinds: (count: number) => `${count} more kinds of faults.`,
  warned: (rows: number, because: string) => `${rows === 1 ? '1 label' : `${rows} labels`}: ${because}.`,
  planOf: (row: number) => `What else would scan, for row ${row}`,
  zerosLost: (count: number) =>
    count === 1 ? 'A number seems to have lost its zero.' : `${count} numbers seem to have lost their zero.`,
  seeming: (kind: string) => `These numbers are made for ${kind}.`,
  drawAs: (kind: string) => `Draw them as ${kind}`,
  leaveAsIs: 'Leave as it is',
  repairs: {
    zeros: (count: number) =>
      count === 1 ? 'Put the lost zero before 1 number' : `Put the lost zero before ${count} numbers`,
    checkDigit: (count: number, example: string) =>
      count === 1 ? `Correct the check digit: ${example}` : `Correct ${count} check digits: ${example}, …`,
    other: (count: number, example: string) =>
      count === 1 ? `Change 1 row: ${example}` : `Change ${count} rows: ${example}, …`,
  },
  problems: {
    spreadsheetError: (value: string) => `“${value}” is an error of the spreadsheet. Correct the formula there.`,
    notCalculated: () => 'The formula is not calculated. Open the file in a spreadsheet, and save it there.',
    tooNarrow: (value: string) => `“${value}” stands in place of a value. Make the column wider, or correct the date.`,
    otherFormat: () => 'The number has a format that cannot be read here. Choose another, or format it as text.',
    roundedNumber: (value: string) =>
      `“${value}” is a number that the spreadsheet has rounded. Format the column as text there, and enter it again.`,
    notUtf8: () => 'These characters cannot be read. Save the file as CSV UTF-8, or choose how to read it.',
    otherEncoding: (value: string) =>
      `“${value}” is in another character set than the rest. Choose how to read the file.`,
    noText: () => 'There is no text for the barcode.',
    openQuote: () => 'A quotation mark is never closed.',
    strayQuote: (column: string) => `A quotation mark stands inside column ${column}.`,
    textAfterQuote: (column: string) => `Something stands behind the closing quotation mark in column ${column}.`,
    tooManyCells: (most: string) => `The row has more than ${most} cells.`,
    tooLong: () => 'The row is too long.',
    tooWide: (width: string) => `The row has more cells than the headings, which are ${width}.`,
    emptyTable: () => 'The table is empty.',
    noTextFile: () => 'This is not a table. Save it as CSV UTF-8, or give the workbook itself.',
    otherMark: (encoding: string) => `The file says that it is ${encoding}. Choose that.`,
    oldWorkbook: () => 'This is an old workbook (.xls), or one with a password. Save it as .xlsx without one.',
    lockedWorkbook: () => 'This workbook has a password. Save it without one.',
    largeWorkbook: (most: string) => `Unpacked, this workbook has more than ${most} MB. Save the sheet as CSV UTF-8.`,
    detailedWorkbook: (most: string) =>
      `This workbook, or a cell of it, has more than ${most} parts. Save the sheet as CSV UTF-8.`,
    emptyWorkbook: () => 'This workbook has no worksheets.',
    damagedWorkbook: () => 'This workbook cannot be read. Open it, and save it again as .xlsx or as CSV UTF-8.',
  },
}
