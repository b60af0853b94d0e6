/**
 * The commands of symbologies that are not ours: what bwip-js is asked for. ZPL II Programming Guide, each under its command.
 */

import { checkDigitOf } from '../../../symbologies/facts.ts'
import { bracketedText, gs1Message } from '../../../symbologies/gs1/index.ts'
import type { SymbolField } from '../field.ts'
import type { InterpretationLine, Parameters } from './parameters.ts'

/** What is asked for. */
export interface Order {
  readonly name: string
  readonly encoder: string
  /** A character a byte. */
  readonly text: string
  readonly options: Readonly<Record<string, unknown>>
  /** What is asked for where the options are refused. */
  readonly otherwise?: Readonly<Record<string, unknown>>
  /** Of bars: their height, what people read, and whether wide ones go by the ratio of ^BY. */
  readonly height?: number
  readonly label?: string
  readonly line?: InterpretationLine
  readonly hasRatio?: boolean
  /** Of modules: dots across and down. Down is `height of ^BY / rows` where it is 0. */
  readonly dots?: { readonly x: number; readonly y: number }
  /** The dots of a row, counted from 0, where rows have several heights. */
  readonly rowDots?: (row: number) => number
}

/** What is wrong with the field, so that nothing is drawn. */
export interface Refused {
  readonly name: string
  readonly refused: string
}

type Reader = (field: SymbolField, parameters: Parameters, data: string) => Order | Refused

/** Parameters o, h, f, g, which most linear commands have. */
const ofBars =
  (name: string, encoder: string, own: Partial<Order> = {}): Reader =>
  (_, parameters, text) => {
    const height = parameters.height(1)
    return { name, encoder, text, label: text, options: {}, height, line: parameters.line(2), ...own }
  }

/** Parameters o, e, h, f, g. */
function checkedBars(parameters: Parameters): { height: number; line: InterpretationLine } {
  const height = parameters.height(2)
  return { height, line: parameters.line(3) }
}

const usualMagnification = (dpmm: number): number => (dpmm === 24 ? 6 : Math.max(1, Math.floor(dpmm / 4)))

const aztec: Reader = ({ dpmm }, parameters, text) => {
  const name = 'Aztec Code'
  const side = parameters.whole(1, { name: 'the magnification', low: 1, high: 10, fallback: usualMagnification(dpmm) })
  const size = parameters.whole(3, { name: 'error control', low: 0, high: 300, fallback: 0 })
  const dots = { x: side, y: side }
  if (size === 300) return { name, encoder: 'aztecrune', text, options: {}, dots }
  return { name, encoder: 'azteccode', text, ...aztecOptions(size, text.length), dots }
}

/** The digits that the largest compact symbol holds, of 4 layers: ISO/IEC 24778:2008, Table 1 */
const mostCompact = 110

/** Parameter d: 1 to 99 for a percentage, 101 to 104 and 201 to 232 for the layers of compact and full symbols. */
function aztecOptions(size: number, length: number): Pick<Order, 'options' | 'otherwise'> {
  if (size >= 201 && size <= 232) return { options: { format: 'full', layers: size - 200 } }
  if (size >= 101 && size <= 104) return { options: { format: 'compact', layers: size - 100 } }
  const own = size >= 1 && size <= 99 ? { eclevel: size } : {}
  const full = { ...own, format: 'full' }
  return length > mostCompact ? { options: full } : { options: { ...own, format: 'compact' }, otherwise: full }
}

const pdf417: Reader = ({ module }, parameters, text) => {
  const y = parameters.whole(1, { name: 'the height of rows', low: 1, high: 32000, fallback: 0 })
  const eclevel = parameters.whole(2, { name: 'the security level', low: 0, high: 8, fallback: 0 })
  const columns = parameters.whole(3, { name: 'the columns', low: 1, high: 30, fallback: 0 })
  const rows = parameters.whole(4, { name: 'the rows', low: 3, high: 90, fallback: 0 })
  const isTruncated = parameters.yes(5, 'truncation', false)
  const options = {
    rowmult: 1,
    eclevel,
    ...(columns > 0 && { columns }),
    ...(rows > 0 && { rows }),
  }
  const encoder = isTruncated ? 'pdf417compact' : 'pdf417'
  return { name: 'PDF417', encoder, text, options, dots: { x: module, y } }
}

/** Columns and rows of MicroPDF417 by parameter m. Table "MicroPDF417 Mode" */
const microSizes = [
  // columns, and the rows of each of its modes
  [1, [11, 14, 17, 20, 24, 28]],
  [2, [8, 11, 14, 17, 20, 23, 26]],
  [3, [6, 8, 10, 12, 15, 20, 26, 32, 38, 44]],
  [4, [4, 6, 8, 10, 12, 15, 20, 26, 32, 38, 44]],
] as const
const microModes = microSizes.flatMap(([columns, rows]) => rows.map((count) => ({ columns, rows: count })))

const micropdf417: Reader = ({ module }, parameters, text) => {
  const y = parameters.whole(1, { name: 'the height of rows', low: 1, high: 9999, fallback: 0 })
  const mode = parameters.whole(2, { name: 'the mode', low: 0, high: 33, fallback: 0 })
  const options = { rowmult: 1, ...microModes[mode] }
  return { name: 'MicroPDF417', encoder: 'micropdf417', text, options, dots: { x: module, y } }
}

const codabar: Reader = (_, parameters, text) => {
  const letters = ['A', 'B', 'C', 'D'] as const
  const start = parameters.choice(5, { name: 'the start character', values: letters, fallback: 'A' })
  const stop = parameters.choice(6, { name: 'the stop character', values: letters, fallback: 'A' })
  const whole = `${start}${text}${stop}`
  const bars = checkedBars(parameters)
  return {
    name: 'Codabar',
    encoder: 'rationalizedCodabar',
    text: whole,
    label: text,
    options: {},
    hasRatio: true,
    ...bars,
  }
}

const plessey: Reader = (_, parameters, text) => {
  const isPrinted = parameters.yes(1, 'the check digit in the line', false)
  const options = { includetext: true, includecheckintext: isPrinted }
  return { name: 'Plessey', encoder: 'plessey', text, label: text, options, hasRatio: true, ...checkedBars(parameters) }
}

const msiChecks = { A: undefined, B: 'mod10', C: 'mod1010', D: 'mod1110' } as const

const msi: Reader = (_, parameters, text) => {
  const kind = parameters.choice(1, { name: 'the check digits', values: ['A', 'B', 'C', 'D'], fallback: 'B' })
  const checktype = msiChecks[kind]
  const options = checktype === undefined ? {} : { includecheck: true, checktype }
  return { name: 'MSI', encoder: 'msi', text, label: text, options, hasRatio: true, ...checkedBars(parameters) }
}

/** Y: one check digit, N: two. Parameter e */
const code11: Reader = (_, parameters, text) => {
  const hasOne = parameters.yes(1, 'one check digit', false)
  const name = 'Code 11'
  if (!/^[0-9-]+$/.test(text)) return { name, refused: 'it carries digits and the hyphen' }
  const once = text + code11Check(text, 10)
  const whole = hasOne ? once : once + code11Check(once, 9)
  return { name, encoder: 'code11', text: whole, label: whole, options: {}, hasRatio: true, ...checkedBars(parameters) }
}

/** Weights from the right, 1 to `most` and again; the hyphen counts 10. */
function code11Check(text: string, most: number): string {
  const sum = [...text]
    .reverse()
    .reduce((sum, sign, i) => sum + ((i % most) + 1) * (sign === '-' ? 10 : Number(sign)), 0)
  return sum % 11 === 10 ? '-' : String(sum % 11)
}

const postal = { 0: ['POSTNET', 'postnet'], 1: ['PLANET', 'planet'], 3: ['USPS Intelligent Mail', 'onecode'] } as const

const usps: Reader = (_, parameters, text) => {
  const height = parameters.height(1)
  const line = parameters.yes(2, 'the interpretation line', false) ? 'below' : 'none'
  const kind = parameters.choice(4, { name: 'the postal code', values: ['0', '1', '3'], fallback: '0' })
  const [name, encoder] = postal[kind]
  return { name, encoder, text: text.replace(/[\s-]/g, ''), label: text, options: {}, height, line }
}

/** Symbols of one row by type: the height of bars in modules. GS1 General Specifications, 5.5 */
const dataBars = { 1: ['databaromni', 33], 2: ['databartruncated', 13], 5: ['databarlimited', 10] } as const
/** Symbols of two rows: the heights of both in modules. */
const stackedBars = { 3: ['databarstacked', 5, 7], 4: ['databarstackedomni', 33, 33] } as const
const expandedHeight = 34
/** Rows from one row of bars to the next, with the separators between them. */
const expandedRows = 4

const dataBar: Reader = (field, parameters, text) => {
  const name = 'GS1 DataBar'
  const kind = parameters.whole(1, { name: 'the symbology type', low: 1, high: 12, fallback: 1 })
  const magnification = { name: 'the magnification', low: 1, high: 10, fallback: usualMagnification(field.dpmm) }
  const x = parameters.whole(2, magnification)
  const separator = x * parameters.whole(3, { name: 'the height of separators', low: 1, high: 2, fallback: 1 })
  const segments = parameters.whole(5, { name: 'the segment width', low: 2, high: 22, fallback: 22 })
  const [linear = '', composite] = text.split('|')
  if (kind > 6 || composite !== undefined) return { name, refused: 'types 7 to 12 and composite parts are not drawn' }
  const order = { name, options: {}, dots: { x, y: x } }
  if (kind === 6) {
    const { elements } = gs1Message(`\x1d${linear.replaceAll('>8', '\x1d')}`)
    const options = { segments: segments - (segments % 2) }
    const rowDots = (row: number): number => (row % expandedRows === 0 ? expandedHeight * x : separator)
    return { ...order, encoder: 'databarexpandedstacked', text: bracketedText(elements), options, rowDots }
  }
  if (!/^\d{1,13}$/.test(linear)) return { name, refused: 'it takes up to 13 digits of a GTIN without its check digit' }
  const digits = linear.padStart(13, '0')
  const gtin = `(01)${digits}${checkDigitOf(digits)}`
  if (kind === 3 || kind === 4) {
    const [encoder, upper, lower] = stackedBars[kind]
    const last = kind === 3 ? 2 : 4
    const rowDots = (row: number): number => (row === 0 ? upper * x : row === last ? lower * x : separator)
    return { ...order, encoder, text: gtin, rowDots }
  }
  const [encoder, height] = dataBars[kind as 1 | 2 | 5]
  return { ...order, encoder, text: gtin, height: height * x }
}

/** Digits of the class of service, of the country, and of the postal code by mode: 9 digits or 6 characters. ^BD, "High priority message" */
const maxicodeHead = { 2: /^(\d{3})(\d{3})(\d{9})(.*)$/s, 3: /^(\d{3})(\d{3})(.{6})(.*)$/s } as const

/** Of a message of ISO/IEC 15434 for carriers, before the year of its format. */
const messageHeader = '[)>\x1e01\x1d'

const maxicode: Reader = (_, parameters, text) => {
  const name = 'MaxiCode'
  const mode = parameters.whole(0, { name: 'the mode', low: 2, high: 6, fallback: 2 })
  const symbols = parameters.whole(2, { name: 'the number of symbols', low: 1, high: 8, fallback: 1 })
  if (symbols > 1) return { name, refused: 'symbols of a structured append are not drawn' }
  const order = { name, encoder: 'maxicode', options: { mode } }
  if (mode > 3) return { ...order, text }
  const [, service, country, code, rest = ''] = maxicodeHead[mode as 2 | 3].exec(text) ?? []
  if (service === undefined) {
    const length = mode === 2 ? '9 digits' : '6 characters'
    return {
      name,
      refused: `the data begins with class of service and country, 3 digits each, and a postal code of ${length}`,
    }
  }
  const at = rest.startsWith(messageHeader) ? messageHeader.length + 2 : 0
  const [header, tail] = [rest.slice(0, at), rest.slice(at)]
  return { ...order, text: `${header}${code}\x1d${country}\x1d${service}\x1d${tail}` }
}

/** Rows of bars, with a separator before the first, between two, and behind the last. */
const betweenSeparators =
  (y: number, separator: number) =>
  (row: number): number =>
    row % 2 === 1 ? y : separator

const code49: Reader = ({ module }, parameters, text) => {
  const y = module * parameters.whole(1, { name: 'the height multiplier', low: 1, high: 32000, fallback: 8 })
  const mode = parameters.choice(3, { name: 'the mode', values: ['0', '1', '2', '3', '4', '5', 'A'], fallback: 'A' })
  const options = mode === 'A' ? {} : { mode: Number(mode) }
  return {
    name: 'Code 49',
    encoder: 'code49',
    text,
    options,
    dots: { x: module, y },
    rowDots: betweenSeparators(y, module),
  }
}

const codablock: Reader = ({ module }, parameters, text) => {
  const y = parameters.whole(1, { name: 'the height of rows', low: 2, high: 32000, fallback: 8 })
  const columns = parameters.whole(3, { name: 'the columns', low: 2, high: 62, fallback: 0 })
  const rows = parameters.whole(4, { name: 'the rows', low: 1, high: 44, fallback: 0 })
  const mode = parameters.choice(5, { name: 'the mode', values: ['A', 'E', 'F'], fallback: 'F' })
  const name = 'CODABLOCK'
  if (mode === 'A') return { name, refused: 'mode A (of Code 39) is not drawn' }
  const options = { ...(columns >= 4 && { columns }), ...(rows >= 2 && { rows }) }
  return { name, encoder: 'codablockf', text, options, dots: { x: module, y }, rowDots: betweenSeparators(y, module) }
}

export const otherCommands: Readonly<Record<string, Reader>> = {
  B0: aztec,
  BO: aztec,
  B1: code11,
  B4: code49,
  B5: ofBars('PLANET', 'planet'),
  B7: pdf417,
  BA: ofBars('Code 93', 'code93', { options: { includecheck: true } }),
  BB: codablock,
  BD: maxicode,
  BF: micropdf417,
  BI: ofBars('Industrial 2 of 5', 'industrial2of5', { hasRatio: true }),
  BJ: ofBars('Standard 2 of 5', 'iata2of5', { hasRatio: true }),
  BK: codabar,
  BM: msi,
  BP: plessey,
  BR: dataBar,
  BT: () => ({ name: 'TLC39', refused: 'it is not drawn' }),
  BZ: usps,
}
