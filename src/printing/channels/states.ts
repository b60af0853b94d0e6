/** What printers on a raw socket are asked of their state, in their own languages, and what their answers mean. */

import { stockOf } from '../../layout/named-stock.ts'
import { twoColoured } from '../../render/brother-heads.ts'
import { mediaOf } from '../../render/language.ts'
import type { PrintQueue } from '../printers/delivery.ts'
import { type Condition, type ConditionReason, type Printer, type PrinterState, reasons } from '../printers/printer.ts'
import { paperOf } from './paper.ts'

/** Finds the answers to one question in what a printer sends, and keeps no more of it than one answer that is not complete. */
export interface AnswerReader {
  /** The answers that `chunk` completes, the oldest first. */
  read(chunk: Uint8Array): readonly StateAnswer[]
}

/** What a printer says of itself. */
export interface StateAnswer {
  readonly condition: Condition
  /** What it has received and not printed, where it counts that. */
  readonly queue?: PrintQueue
}

/** Something that a printer answers. */
export interface StateQuestion {
  readonly bytes: Uint8Array
  /** A reader for answers that come after the question. */
  readonly reader: () => AnswerReader
}

/** How a printer is asked for its state. */
export interface StateLanguage {
  /** What the question is called in messages. */
  readonly name: string
  /** Asked one after the other, each once the one before it is answered; the most urgent answer counts. */
  readonly questions: readonly StateQuestion[]
  /**
   * Whether an answer tells that all that was sent before it has arrived. Others answer at once, are not asked while a label is sent,
   * and may be mute: then their state is unknown, and labels are sent nevertheless.
   */
  readonly confirms: boolean
  /** Whether it says that it prints for as long as it does, so that one that was printing and is ready again has printed. */
  readonly tellsEnd: boolean
  /** What silence may mean. */
  readonly silence: string
}

/** How a printer is asked; undefined for those that are not, because their language or the file of printers has no question. */
export function stateLanguageOf(printer: Printer): StateLanguage | undefined {
  const { language, address, status } = printer
  const asks = askedIn(language)
  return status && address.kind === 'socket' ? asks?.(printer) : undefined
}

/** Whether printers of the language have a question for their state. */
export function isAsked(language: string): boolean {
  return askedIn(language) !== undefined
}

function askedIn(language: string): ((printer: Printer) => StateLanguage) | undefined {
  return Object.hasOwn(languages, language) ? languages[language] : undefined
}

const languages: Readonly<Record<string, (printer: Printer) => StateLanguage>> = {
  zpl: () => ({
    name: '~HS',
    questions: [{ bytes: ascii('~HS'), reader: () => new HostStatusReader(answerOfHost) }],
    confirms: true,
    tellsEnd: true,
    // ZPL II Programming Guide, ~HS: the conditions in which a printer sends no response
    silence: 'it may be out of paper or ribbon, or its head open or too hot',
  }),
  // TSPL2 manual, ESC ! ?: one byte, at any time
  tspl: () => ({ ...atOnce('ESC ! ?', [oneByte([0x1b, 0x21, 0x3f], conditionOfTspl)]), tellsEnd: true }),
  // Intermec ESim for EasyCoder PD4, ^ee: not while a picture is sent
  epl: () => atOnce('^ee', [{ bytes: ascii('\r\n^ee\r\n'), reader: () => new LineReader(conditionOfEpl) }]),
  // CPCL Programming Manual, 11-2: not within a session, and not answered while it prints
  cpcl: () => atOnce('ESC h', [oneByte([0x1b, 0x68], conditionOfCpcl)]),
  // Epson, DLE EOT n: each before the next
  escpos: () =>
    atOnce(
      'DLE EOT',
      [2, 3, 4].map((n) => oneByte([0x10, 0x04, n], (byte) => conditionOfEscpos(n, byte))),
    ),
  brother: (printer) => ({
    ...atOnce('ESC i S', [
      { bytes: askBrother, reader: () => new BlockReader(32, (block) => conditionOfBrother(block, printer)) },
    ]),
    tellsEnd: true,
  }),
  // LabelWriter 400 Series Technical Reference Manual, p. 11
  dymo: () => atOnce('ESC A', [oneByte([0x1b, 0x41], conditionOfDymo)]),
}

function atOnce(name: string, questions: readonly StateQuestion[]): StateLanguage {
  return { name, questions, confirms: false, tellsEnd: false, silence: 'it may be busy, or never tell its state' }
}

function oneByte(bytes: readonly number[], conditionOf: (byte: number) => Condition): StateQuestion {
  return { bytes: Uint8Array.from(bytes), reader: () => new BlockReader(1, ([byte]) => conditionOf(byte!)) }
}

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

/** What a person sees to first: a printer with an open head says that it is out of paper and paused, too. */
const urgency: readonly PrinterState[] = [
  'head_open',
  'cover_open',
  'paper_out',
  'wrong_media',
  'ribbon_out',
  'error',
  'paused',
  'unknown',
  'buffer_full',
]

/** The more urgent of two conditions. */
export function moreUrgent(one: Condition | undefined, other: Condition): Condition {
  const rank = ({ state }: Condition): number => (urgency.includes(state) ? urgency.indexOf(state) : urgency.length)
  // of two that are ready, the one that says more
  return one === undefined || rank(other) < rank(one) || (rank(other) === rank(one) && one.message === 'ready')
    ? other
    : one
}

const ready: Condition = { state: 'ready', message: 'ready' }
const printing: Condition = { state: 'ready', message: 'printing' }

/** Whether a printer says that it prints, and not how much. */
export const isPrinting = (condition: Condition): boolean => condition === printing

const coverOpen: Condition = { state: 'cover_open', message: 'the cover is open' }
const headOpen: Condition = { state: 'head_open', message: 'the print head is open' }
const paperOut: Condition = { state: 'paper_out', message: 'out of paper' }
const ribbonOut: Condition = { state: 'ribbon_out', message: 'out of ribbon' }
const paused: Condition = { state: 'paused', message: 'paused' }

const failed = (reason: ConditionReason): Condition => ({ state: 'error', message: reasons[reason], reason })
const unreadable: Condition = { state: 'unknown', message: 'answers in a way that is not known' }

/** The condition of the lowest bit that is set, in the order of `bits`. */
function firstOf(
  byte: number,
  bits: readonly (readonly [mask: number, condition: Condition])[],
): Condition | undefined {
  return bits.find(([mask]) => (byte & mask) !== 0)?.[1]
}

/** Gprinter GP-2120T manual, p. 30, which has all eight bits. */
function conditionOfTspl(byte: number): Condition {
  const found = firstOf(byte, [
    [0x01, headOpen],
    [0x40, coverOpen],
    [0x04, paperOut],
    [0x02, failed('paper_jam')],
    [0x08, ribbonOut],
    [0x80, failed('head_hot')],
    [0x10, paused],
    [0x20, printing],
  ])
  return found ?? ready
}

/** Intermec ESim for EasyCoder PC4, appendix A, and EPL Programming Guide 14245L-003, p. 92: codes of conditions that stop the printer. */
const eplCodes: { readonly [code: string]: Condition | undefined } = {
  '00': ready,
  '07': paperOut,
  '11': headOpen,
  '62': failed('head_hot'),
  '81': failed('cutter_jam'),
  '92': paused,
}

/** Codes of what went wrong with earlier commands stop nothing; what they mean for the next label is not known. */
function conditionOfEpl(line: string): Condition | undefined {
  if (!/^\d\d(?:,\d\d)*,?$/.test(line)) return undefined
  const codes = line.split(',').filter((code) => code !== '')
  const unknown = codes.filter((code) => eplCodes[code] === undefined)
  const known = codes.flatMap((code) => eplCodes[code] ?? [])
  const others: Condition = { state: 'unknown', message: `reports the code ${unknown.slice(0, 5).join(', ')}` }
  return [...known, ...(unknown.length > 0 ? [others] : [])].reduce(moreUrgent)
}

/** CPCL Programming Manual, p. 11-2. */
function conditionOfCpcl(byte: number): Condition {
  const found = firstOf(byte, [
    [0xe0, unreadable],
    [0x04, coverOpen],
    [0x02, paperOut],
    [0x01, printing],
    [0x08, { state: 'ready', message: 'ready, but its battery is low' }],
  ])
  return found ?? ready
}

/** CBM-262 manual, p. 52: bits 1 and 4 are set in every answer, 0 and 7 in none. */
function conditionOfEscpos(n: number, byte: number): Condition {
  if ((byte & 0x93) !== 0x12) return unreadable
  const bits: { readonly [n: number]: readonly (readonly [number, Condition])[] } = {
    2: [
      [0x04, coverOpen],
      [0x20, paperOut],
      [0x40, failed('stopped')],
    ],
    3: [
      [0x08, failed('cutter_jam')],
      [0x20, failed('restart')],
      [0x40, failed('head_hot')],
    ],
    4: [
      [0x60, paperOut],
      [0x0c, { state: 'ready', message: 'ready, but its paper is nearly used up' }],
    ],
  }
  return firstOf(byte, bits[n]!) ?? ready
}

/** LabelWriter 400 Series Technical Reference Manual, p. 11: bit 0 is always set. */
function conditionOfDymo(byte: number): Condition {
  if ((byte & 0x01) === 0) return unreadable
  const found = firstOf(byte, [
    [0x20, paperOut],
    [0x40, failed('paper_jam')],
    [0x80, failed('stopped')],
  ])
  return found ?? ready
}

/** Brother raster reference PT-E550W, p. 24: what is left of an earlier job is made void, then ESC @, then ESC i S. */
const askBrother = Uint8Array.from([...new Uint8Array(200), 0x1b, 0x40, 0x1b, 0x69, 0x53])

/** How far a tape may differ from what the file of printers says, in mm: tapes of 3.5 mm call themselves 4. */
const tapeTolerance = 1

/** Brother raster reference PT-E550W, p. 24 to 28; QL-710W/720NW, p. 21: 32 bytes, of which the first three never change. */
function conditionOfBrother(block: Uint8Array, printer: Printer): Condition {
  if (block[0] !== 0x80 || block[1] !== 0x20 || block[2] !== 0x42) return unreadable
  const [first = 0, second = 0, width = 0, kind = 0] = block.subarray(8, 12)
  const found = firstOf(second, [
    [0x10, coverOpen],
    [0x01, { state: 'wrong_media', message: 'it does not take the tape that is in it' }],
    [0x20, failed('head_hot')],
    [0x40, failed('no_feed')],
    [0x84, failed('stopped')],
  ])
  const other = firstOf(first, [
    [0x03, { state: 'paper_out', message: 'out of tape' }],
    [0x04, failed('cutter_jam')],
    [0x08, failed('battery_low')],
    [0x80, failed('fan')],
    [0x10, { state: 'buffer_full', message: 'in use' }],
  ])
  if (found !== undefined || other !== undefined) return found === undefined ? other! : moreUrgent(other, found)
  if (width === 0 || kind === 0) return { state: 'paper_out', message: 'there is no tape in it' }
  return wrongTape(block, printer) ?? wrongColours(block, printer) ?? (block[19] === 1 ? printing : ready)
}

/** The model codes (byte 4) of QL-800, QL-810W and QL-820NWB, which print on rolls of two colours. */
const twoColourModels: readonly number[] = [0x38, 0x39, 0x41]

/**
 * A roll of two colours where one of one colour is promised, or the other way round, where the printer tells: in byte 25, which Brother's
 * reference does not describe. QL-800s answered 0x81 with DK-22251 in them and 0x01 with DK-11201; 0 is said by those that do not tell.
 */
function wrongColours(block: Uint8Array, { stock }: Printer): Condition | undefined {
  const [series, model, length, colours] = [block[3], block[4]!, block[17]!, block[25]!]
  if (series !== 0x34 || !twoColourModels.includes(model) || length > 0 || colours === 0) return undefined
  const isTwo = (colours & 0x80) !== 0
  const name = stockOf(stock)?.stock?.name ?? ''
  if (isTwo === twoColoured.includes(name)) return undefined
  const [two, one] = [`${sidesText(block[10]!, 0)} (DK-22251)`, sidesText(block[10]!, 0)]
  const message = isTwo
    ? 'it has a roll of two colours, such as DK-22251, and its labels are of one'
    : `it has a roll of one colour, and its labels are ${name}, a roll of two`
  return { state: 'wrong_media', message, media: isTwo ? { loaded: two, wanted: one } : { loaded: one, wanted: two } }
}

/** Die-cut labels have a length, tape has none. */
function wrongTape(block: Uint8Array, printer: Printer): Condition | undefined {
  const [width, length] = [block[10]!, block[17]!]
  const paper = paperOf(printer)
  const [across, along] = [paper.x / 100, paper.y / 100]
  const media = printer.handling?.media ?? mediaOf({ stock: stockOf(printer.stock)?.stock }, {})
  const differs = (one: number, other: number): boolean => Math.abs(one - other) > tapeTolerance
  const isOtherKind = media !== undefined && (media === 'gap') !== length > 0
  if (!isOtherKind && !differs(width, across) && (length === 0 || !differs(length, along))) return undefined
  const [loaded, wanted] = [sidesText(width, length), sidesText(across, media === 'continuous' ? 0 : along)]
  const has = length === 0 ? `tape of ${loaded}` : `labels of ${loaded}`
  const its = media === 'continuous' ? `it prints on tape of ${wanted}` : `its labels are ${wanted}`
  return { state: 'wrong_media', message: `it has ${has}, and ${its}`, media: { loaded, wanted } }
}

/** `62 x 29 mm`; of tape, `62 mm`. */
function sidesText(across: number, along: number): string {
  const sides = along === 0 ? [across] : [across, along]
  return `${sides.map((side) => Math.round(10 * side) / 10).join(' x ')} mm`
}

/** Answers of a fixed length; whatever else arrives in between makes an answer that is not known. */
class BlockReader implements AnswerReader {
  readonly #block: Uint8Array
  readonly #conditionOf: (block: Uint8Array) => Condition
  #length = 0

  constructor(length: number, conditionOf: (block: Uint8Array) => Condition) {
    this.#block = new Uint8Array(length)
    this.#conditionOf = conditionOf
  }

  read(chunk: Uint8Array): StateAnswer[] {
    const found: StateAnswer[] = []
    for (const byte of chunk) {
      this.#block[this.#length++] = byte
      if (this.#length < this.#block.length) continue
      found.push({ condition: this.#conditionOf(this.#block) })
      this.#length = 0
    }
    return found
  }
}

/** The longest line that is an answer. */
const longestLine = 60

/** Answers that end with CR, LF or both; lines that are no answer are skipped. */
class LineReader implements AnswerReader {
  readonly #conditionOf: (line: string) => Condition | undefined
  #line = ''

  constructor(conditionOf: (line: string) => Condition | undefined) {
    this.#conditionOf = conditionOf
  }

  read(chunk: Uint8Array): StateAnswer[] {
    const found: StateAnswer[] = []
    for (const byte of chunk) {
      if (byte !== 0x0d && byte !== 0x0a) {
        // of a line that is too long nothing is an answer, its end included
        if (this.#line.length <= longestLine) this.#line += String.fromCharCode(byte)
        continue
      }
      const condition = this.#line.length <= longestLine ? this.#conditionOf(this.#line) : undefined
      if (condition !== undefined) found.push({ condition })
      this.#line = ''
    }
    return found
  }
}

/** What a printer says of itself in answer to ~HS. ZPL II Programming Guide: ~HS, Host Status Return. */
export interface HostStatus {
  readonly paperOut: boolean
  readonly paused: boolean
  readonly bufferFull: boolean
  readonly ramCorrupt: boolean
  readonly tooCold: boolean
  readonly tooHot: boolean
  readonly headUp: boolean
  readonly ribbonOut: boolean
  /** Formats in the receive buffer. */
  readonly formats: number
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
export class HostStatusReader<Answer> {
  readonly #answerOf: (status: HostStatus) => Answer
  /** The string that has begun, undefined outside of one. */
  #string: string | undefined
  /** The strings of the answer that has begun. */
  #strings: (readonly string[])[] = []

  constructor(answerOf: (status: HostStatus) => Answer) {
    this.#answerOf = answerOf
  }

  /** The answers that `chunk` completes, the oldest first. */
  read(chunk: Uint8Array): Answer[] {
    const answers: Answer[] = []
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

  #complete(string: string): Answer[] {
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
    return [this.#answerOf(statusOf(first, second))]
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
    formats: Number(first[4]),
    remaining: Number(second[8]),
  }
}

function answerOfHost(status: HostStatus): StateAnswer {
  const { formats, remaining } = status
  return { condition: conditionOfHost(status), queue: { formats, remaining } }
}

/** The condition that a person sees to first: a printer with an open head says that it is out of paper and paused, too. */
function conditionOfHost(status: HostStatus): Condition {
  const { formats, remaining } = status
  if (status.headUp) return headOpen
  if (status.paperOut) return paperOut
  if (status.ribbonOut) return ribbonOut
  if (status.tooHot) return failed('head_hot')
  if (status.ramCorrupt) return failed('settings_lost')
  if (status.paused) return paused
  if (status.bufferFull) return { state: 'buffer_full', message: 'its buffer is full' }
  if (remaining > 0) return { state: 'ready', message: `printing: ${remaining} left of the batch` }
  if (formats > 0) return { state: 'ready', message: `printing: ${formats} formats in its buffer` }
  return { state: 'ready', message: status.tooCold ? 'ready, but the print head is cold' : 'ready' }
}
