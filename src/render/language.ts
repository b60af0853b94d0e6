/** The languages of label printers: what they are given, what they make of it, and what each of them has commands for. */

import type { Matrix } from '../../symbologies/matrix/index.ts'
import type { NamedStock } from '../layout/named-stock.ts'
import { type Dpi, type Resolution, usualDpi } from '../layout/resolution.ts'

/** The languages in which a label is one bitmap. */
export const printerLanguages = ['zpl', 'tspl', 'epl', 'cpcl', 'escpos', 'brother', 'dymo'] as const
export type PrinterLanguage = (typeof printerLanguages)[number]

export function isPrinterLanguage(name: string): name is PrinterLanguage {
  return printerLanguages.some((each) => each === name)
}

/** What is between two labels: a gap, a mark on the back, or nothing. */
export const medias = ['gap', 'mark', 'continuous'] as const
export type Media = (typeof medias)[number]

/** When a cutter cuts: never, after each label, or after the last one of a job. */
export const cuts = ['none', 'each', 'end'] as const
export type Cut = (typeof cuts)[number]

/** How a printer prints, for all labels of a job. What is left out stays as the printer is set up, or is what its language usually has. */
export interface Handling {
  /** One of `models` of the language. */
  readonly model?: string | undefined
  readonly media?: Media | undefined
  /** The length of a gap or a mark, in mm. */
  readonly gap?: number | undefined
  /** In the range of the language. */
  readonly darkness?: number | undefined
  /** In the range of the language. */
  readonly speed?: number | undefined
  readonly cut?: Cut | undefined
}

/** A label for a printer, as it is fed: the first row leaves the printer first. */
export interface FedLabel {
  readonly dots: Matrix
  readonly resolution: Resolution
  /** In mm, of which the dots may be a part: print heads do not reach all of a tape. */
  readonly paper: { readonly across: number; readonly along: number }
  /** 1 or more. */
  readonly copies: number
  /** The label's stock, where it was called by its maker's name: it says what is between labels, and what is printed of them. */
  readonly stock?: NamedStock | undefined
  /** Columns at which its symbols begin and end, in ascending order, if it has any. */
  readonly sides?: readonly number[] | undefined
}

/** What is between labels, as the printer's entry says it, or else the name of its stock; undefined if neither does. */
export function mediaOf({ stock }: Pick<FedLabel, 'stock'>, { media }: Handling): Media | undefined {
  return media ?? (stock && (stock.along === undefined ? 'continuous' : 'gap'))
}

/** A label before it is drawn. */
export interface MeasuredLabel extends Pick<FedLabel, 'resolution' | 'paper' | 'stock'> {
  readonly dots: Pick<Matrix, 'width' | 'height'>
}

/** The commands of a label, of which some depend on where it stands in its job. None of them has anything of a text. */
export interface Commands {
  /** Before the first label of a job, and before any other. */
  readonly first: Uint8Array
  readonly next: Uint8Array
  /** The label itself. */
  readonly label: Uint8Array
  /** After a label that another one follows, and after the last of a job. */
  readonly between: Uint8Array
  readonly last: Uint8Array
  /** How often the label is sent: 1 unless the language has no command for copies. */
  readonly times: number
  /** Where the number of copies stands in the label, in decimal digits, if the language has a command for them. */
  readonly count?: ByteRange | undefined
}

/** A part of an array. */
export interface ByteRange {
  /** Of its first byte, from 0. */
  readonly at: number
  readonly length: number
}

export interface Range {
  readonly least: number
  readonly most: number
}

/** What a language can be told. What it has no command for is refused before anything is drawn. */
export interface LanguageTraits {
  /** As messages call it. */
  readonly title: string
  /** Names of the resolutions that its printers have. */
  readonly dpis: readonly string[]
  readonly models: readonly string[]
  readonly media: readonly Media[]
  /** In mm; undefined if the length of a gap is not told. */
  readonly gap?: Range
  /** Whole numbers. */
  readonly darkness?: Range
  readonly speed?: Range
  readonly cuts: readonly Cut[]
  /** Whether a head is wide enough for labels side by side. */
  readonly isWide: boolean
}

/** Of the QL series those of 720 pins and of 1296, of the PT series those of 128 pins and of 560. */
export const brotherModels = [
  ...['QL-500', 'QL-550', 'QL-560', 'QL-570', 'QL-580N', 'QL-600', 'QL-650TD', 'QL-700', 'QL-710W', 'QL-720NW'],
  ...['QL-800', 'QL-810W', 'QL-820NWB', 'QL-1050', 'QL-1060N', 'QL-1100', 'QL-1110NWB', 'QL-1115NWB'],
  ...['PT-E550W', 'PT-P700', 'PT-P710BT', 'PT-P750W', 'PT-P900', 'PT-P900W', 'PT-P950NW'],
] as const
export type BrotherModel = (typeof brotherModels)[number]

/** The LabelWriter 300 and 400 series. */
export const dymoModels = [
  ...['LabelWriter 300', 'LabelWriter 310', 'LabelWriter 320', 'LabelWriter 330', 'LabelWriter 400'],
  ...['LabelWriter 450', 'LabelWriter 450 Turbo', 'LabelWriter 450 Twin Turbo', 'LabelWriter 4XL'],
] as const
export type DymoModel = (typeof dymoModels)[number]

/** Receipt printers by the width of their paper, with the dots of their heads by resolution. */
export const receiptHeads = {
  '58mm': { '180': 360, '203': 384 },
  '80mm': { '180': 512, '203': 576 },
} as const
export type ReceiptModel = keyof typeof receiptHeads

/** What each language can be told, by the manuals that its packer names. */
export const languageTraits = {
  zpl: {
    title: 'ZPL',
    dpis: ['152', '203', '300', '600'],
    models: [],
    media: ['gap', 'mark', 'continuous'],
    darkness: { least: 0, most: 30 },
    speed: { least: 1, most: 14 },
    cuts: ['none', 'each'],
    isWide: true,
  },
  tspl: {
    title: 'TSPL',
    dpis: ['203', '300', '600'],
    models: [],
    media: ['gap', 'mark', 'continuous'],
    gap: { least: 0, most: 25.4 },
    darkness: { least: 0, most: 15 },
    speed: { least: 1, most: 18 },
    cuts: ['none', 'each', 'end'],
    isWide: true,
  },
  epl: {
    title: 'EPL',
    dpis: ['203', '300'],
    models: [],
    media: ['gap', 'mark', 'continuous'],
    // 16 (300 dpi: 18) to 240 dots
    gap: { least: 2, most: 20 },
    darkness: { least: 0, most: 15 },
    speed: { least: 1, most: 6 },
    // the form of its option is not certain
    cuts: [],
    isWide: true,
  },
  cpcl: {
    title: 'CPCL',
    dpis: ['203', '300'],
    models: [],
    media: ['gap', 'mark', 'continuous'],
    darkness: { least: -99, most: 200 },
    speed: { least: 0, most: 5 },
    // no manual at hand has a command
    cuts: [],
    isWide: true,
  },
  escpos: {
    title: 'ESC/POS',
    dpis: ['180', '203'],
    models: ['58mm', '80mm'] satisfies readonly ReceiptModel[],
    media: ['gap', 'mark', 'continuous'],
    cuts: ['none', 'each', 'end'],
    isWide: false,
  },
  brother: {
    title: "Brother's raster mode",
    // 600: of a QL, along the feed; across it has 300
    dpis: ['180', '300', '360', '600'],
    models: brotherModels,
    media: ['gap', 'continuous'],
    cuts: ['none', 'each', 'end'],
    isWide: false,
  },
  dymo: {
    title: "DYMO's LabelWriter language",
    dpis: ['300'],
    models: dymoModels,
    media: ['gap', 'continuous'],
    darkness: { least: 0, most: 3 },
    cuts: [],
    isWide: false,
  },
} as const satisfies Readonly<Record<PrinterLanguage, LanguageTraits>>

/** The files and jobs of a language. */
interface LanguageFile {
  /** In a list of formats. */
  readonly name: string
  readonly mediaType: 'application/zpl' | 'application/octet-stream'
  /** What a print server may call it, besides data that it sends as they are. */
  readonly printType?: string
  /** Whether a file that begins like this, each byte a character, is one that this program made. */
  readonly begins: (head: string) => boolean
}

const mediaType = 'application/octet-stream'

export const languageFiles: Readonly<Record<PrinterLanguage, LanguageFile>> = {
  zpl: {
    name: 'ZPL',
    mediaType: 'application/zpl',
    printType: 'application/vnd.zebra-zpl',
    // the settings of zpl.ts, in its order; earlier versions had fewer
    begins: (head) =>
      /^\^XA(\^MUD,300,300\^FWN,0\^MCY)?\^PON\^PMN\^LRN\^LH0,0(\^LS0)?\^JMA\^PW[0-9]+\^LL[0-9]+\n/.test(head),
  },
  tspl: {
    name: 'TSPL',
    mediaType,
    begins: (head) => /^SIZE [0-9.]+ mm,[0-9.]+ mm\r\nDIRECTION 1,0\r\nREFERENCE 0,0\r\nCLS\r\n/.test(head),
  },
  epl: { name: 'EPL', mediaType, begins: (head) => /^\nN\nq[0-9]+\nQ[0-9]+,[0-9]+\nR0,0\nZT\n/.test(head) },
  cpcl: {
    name: 'CPCL',
    mediaType,
    begins: (head) => /^! 0 200 200 [0-9]+ [0-9]+\r\nPAGE-WIDTH [0-9]+\r\n/.test(head),
  },
  escpos: { name: 'ESC/POS', mediaType, begins: (head) => head.startsWith('\x1b@\x1dv0\0') },
  brother: {
    name: 'Brother',
    mediaType,
    begins: (head) => head.startsWith(`${'\0'.repeat(400)}\x1b@\x1bia\x01`),
  },
  dymo: { name: 'DYMO', mediaType, begins: (head) => head.startsWith(`${'\x1b'.repeat(158)}@\x1bL`) },
}

/** A value that a language has no command for. */
export interface HandlingFault {
  readonly field: keyof Handling
  /** Goes on after the name of the field. */
  readonly message: string
}

/** What of `handling` the language has no command for, in the order of its fields. */
export function handlingFaults(language: PrinterLanguage, handling: Handling): readonly HandlingFault[] {
  const traits: LanguageTraits = languageTraits[language]
  const { title } = traits
  const faults: HandlingFault[] = []
  const refuse = (field: keyof Handling, message: string): void => void faults.push({ field, message })
  const word = (field: 'model' | 'media' | 'cut', known: readonly string[]): void => {
    const value = handling[field]
    if (value === undefined || known.includes(value)) return
    if (known.length === 0) refuse(field, `${title} has no command for it: leave it out`)
    else refuse(field, `"${value}" is not one of those of ${title}: ${known.join(', ')}`)
  }
  const number = (field: 'gap' | 'darkness' | 'speed', range: Range | undefined, isWhole: boolean): void => {
    const value = handling[field]
    if (value === undefined) return
    if (range === undefined) {
      refuse(field, `${title} has no command for it: leave it out`)
      return
    }
    const { least, most } = range
    if (value >= least && value <= most && (!isWhole || Number.isInteger(value))) return
    refuse(field, `${value} is not ${isWhole ? 'a whole number ' : ''}from ${least} to ${most}, the range of ${title}`)
  }
  word('model', traits.models)
  word('media', traits.media)
  number('gap', traits.gap, false)
  if (handling.gap !== undefined && handling.media === 'continuous') refuse('gap', 'continuous media has none')
  number('darkness', traits.darkness, true)
  number('speed', traits.speed, true)
  word('cut', traits.cuts)
  return faults
}

/** Whether printers of the language have the resolution. @param dpi  its name */
export function hasDpi(language: PrinterLanguage, dpi: string): boolean {
  const { dpis }: LanguageTraits = languageTraits[language]
  return dpis.includes(dpi)
}

/** The resolutions of a model, where that tells them. */
export function modelDpis(model: string | undefined): readonly Dpi[] | undefined {
  if (model?.startsWith('QL-')) return ['300', '600']
  if (model?.startsWith('PT-')) return [model.startsWith('PT-P9') ? '360' : '180']
  return undefined
}

/** The resolution of a label in this language that does not say one: the usual one, if its printers have that, or the highest. */
export function assumedDpiOf(language: PrinterLanguage): Dpi {
  return hasDpi(language, usualDpi) ? usualDpi : (languageTraits[language].dpis.at(-1) as Dpi)
}

/** The commands of a label that are the same wherever it stands, with its copies by command. */
export function wholeLabel(label: Uint8Array, count?: ByteRange): Commands {
  return { first: nothing, next: nothing, label, between: nothing, last: nothing, times: 1, count }
}

/** Like wholeLabel, of a label that ends with the number of copies and `end`. */
export function labelCounted(label: Uint8Array, copies: number, end: string): Commands {
  const { length } = `${copies}`
  return wholeLabel(label, { at: label.length - end.length - length, length })
}

const nothing = /* @__PURE__ */ new Uint8Array()

/** The commands of a job in their order. */
export class JobStream {
  /** The label that was sent last. */
  #before: Commands | undefined;

  /** The commands of a label, each time that it is sent, with what ends the label before it. */
  *add(commands: Commands): Generator<Uint8Array> {
    const { first, next, label, times } = commands
    for (let i = 0; i < times; i++) {
      if (this.#before !== undefined) yield this.#before.between
      yield this.#before === undefined ? first : next
      yield label
      this.#before = commands
    }
  }

  /** What ends the last label. No label is added afterwards. */
  *end(): Generator<Uint8Array> {
    if (this.#before !== undefined) yield this.#before.last
  }
}
