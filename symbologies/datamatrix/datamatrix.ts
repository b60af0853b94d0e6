import { type Barcode, EncodeError, type Quiet, type Unannounced, unannouncedIn } from '../barcode.ts'
import type { Eci } from '../eci/assignments.ts'
import { codePoints } from '../messages.ts'
import { blocksOf, type DataMatrixBlock, dataCodewords, type EncodedSegment, symbolCodewords } from './codewords.ts'
import type { Encodation } from './encodations.ts'
import { fitOf, type SymbolText } from './fit.ts'
import type { Escape, Macro } from './message.ts'
import { checkOptions, type DataMatrixOptions, mostParts, programming, sizesFor } from './options.ts'
import { placed } from './placement.ts'
import { capacityOf, type DataMatrixShape, type DataMatrixSize, dataMatrixSizes, isSquare } from './sizes.ts'
import { fewestParts, partOf, partsThatHold, type StructuredAppend } from './structured-append.ts'

/** The intermediate results of a Data Matrix symbol. */
export interface DataMatrixTrace {
  readonly size: DataMatrixSize
  /** The bytes that the segments count, in the interpretation of `eci`, `ecis` or `unannounced`. */
  readonly bytes: Uint8Array
  /** The interpretation that the symbol declares; without one, ISO 8859-1 is the standard's default. */
  readonly eci?: Eci
  /** Several interpretations, each from one of the bytes on; before the first of them, ASCII. */
  readonly ecis?: readonly Escape[]
  /** The character set of the bytes, if the options ask for no ECI that would announce it. */
  readonly unannounced?: Unannounced
  /** The ISO/IEC 15434 header and trailer that the first codeword stands for; they are not in `bytes`. */
  readonly macro?: Macro
  /** Whether the symbol begins with FNC1 and the byte 29 stands for FNC1 between elements. */
  readonly gs1?: true
  /** The place of the symbol among the parts of a text. */
  readonly structuredAppend?: StructuredAppend
  /** Whether the symbol programs the reader. */
  readonly reader?: 'init'
  readonly segments: readonly EncodedSegment[]
  /** All codewords in the order of placement. The first `size.data` are data, those from `padsFrom` on pads. */
  readonly codewords: Uint8Array
  readonly padsFrom: number
  readonly blocks: readonly DataMatrixBlock[]
}

/**
 * The Data Matrix ECC 200 symbol of `text`: the smallest that holds it, and in it the fewest codewords.
 *
 * Smallest means: the fewest modules. Fewest means: no legal sequence of encodations reaches the first pad earlier.
 * Every codeword before it counts: ECI or macro, latches, unlatches, shifts, length fields. ASCII needs no ECI; other text
 * is ISO 8859-1 (ECI 3) or UTF-8 (ECI 26), whichever makes the smaller symbol, then the fewer codewords. A structured
 * append takes the whole text and gives the symbol of one part.
 *
 * @param text at most 3116 digits, 2335 capital letters and digits or 1555 bytes in 144x144
 * @throws EncodeError invalid_length for no text or more parts than characters, invalid_character for a lone surrogate or
 *   a character that the `encodation` or `eci` of the options cannot encode, data_too_long
 * @throws RangeError for an unknown option or value, or options that do not go together
 * ISO/IEC 16022:2006, ISO/IEC 21471:2020
 */
export function datamatrix(text: string, options: DataMatrixOptions = {}): Barcode<DataMatrixTrace> {
  checkOptions(options)
  const { parts, reader } = options
  const portion = parts === undefined ? wholeOf(text, options) : partOf(text, options) // 5.5.1, 5.6
  const fit = portion && fitOf(portion.wanted, options) // 5.2 to 5.5
  if (portion === undefined || fit === undefined) throw tooLong(text, options)
  const { size } = fit
  const message = fit.message()
  const data = dataCodewords(message, fit.segments(), size.data) // 5.2.3 to 5.2.9, Annex B
  const blocks = blocksOf(data.codewords, size) // 5.7, Annexes A and E
  const codewords = symbolCodewords(data.codewords, blocks)
  const { bytes, eci, escapes, macro, gs1 } = message
  const { wanted, append } = portion
  const unannounced = unannouncedIn(options)
  return {
    symbology: 'datamatrix',
    matrix: placed(codewords, size), // 5.8, Annex F
    quiet,
    captions: [{ kind: 'line', text: wanted.text }],
    ...(append && { carried: wanted.text }),
    trace: {
      size,
      bytes,
      ...(eci && { eci }),
      ...(unannounced && { unannounced }),
      ...(macro && { macro }),
      ...(gs1 && { gs1 }),
      ...(escapes && { ecis: escapes }),
      ...(append && { structuredAppend: append }),
      ...(reader && { reader }),
      segments: data.segments,
      codewords,
      padsFrom: data.padsFrom,
      blocks,
    },
  }
}

/** The text as that of a single symbol. */
function wholeOf(text: string, options: DataMatrixOptions): { readonly wanted: SymbolText; readonly append?: never } {
  return { wanted: { text, header: options.reader === undefined ? [] : programming, sizes: sizesFor(options) } }
}

/** 5.8.4: quiet zone of one module */
const quiet: Quiet = { left: 1, right: 1, top: 1, bottom: 1 }

/** The refusal of a text that does not fit, with what would hold it. */
function tooLong(text: string, options: DataMatrixOptions): EncodeError {
  const { parts = 1 } = options
  const count = codePoints(text)
  const given = count === 1 ? '1 character does not fit' : `${count} characters do not fit`
  const among = parts === 1 ? '' : ` in ${parts} parts`
  const remedy = remedyFor(text, options)
  const said = `datamatrix: ${given}${among}; ${roomIn(sizesFor(options).at(-1)!, parts)}`
  return new EncodeError('data_too_long', remedy === undefined ? said : `${said}; ${remedy}`)
}

/** 5.6: codewords of a structured append before the data */
const appendLength = 4

/** What a size holds, for a message. */
function roomIn(size: DataMatrixSize, parts: number): string {
  const { digits, alphanumerics, bytes } = capacityOf(size, parts === 1 ? 0 : appendLength)
  if (digits === 0) return `${size.name} has no room besides the header of a part`
  const room = `${digits} digits, ${alphanumerics} capital letters and digits, or ${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`
  return `${parts === 1 ? size.name : `each ${size.name}`} holds at most ${room}`
}

/**
 * What holds a text that does not fit under the options: another value of one of them, for a message. If `shape` is given
 * along with `modules` and no size of that shape works, another value of both.
 *
 * @returns undefined if no such change does, or for a text that is longer than one symbol can hold
 */
function remedyFor(text: string, options: DataMatrixOptions): string | undefined {
  if (text.length > longestText) return undefined
  return otherEncodation(text, options) ?? otherSize(text, options) ?? moreParts(text, options)
}

function otherEncodation(text: string, { encodation, ...others }: DataMatrixOptions): string | undefined {
  if (encodation === undefined) return undefined
  const other = unlimited.find((each) => nameOfFit(text, { ...others, encodation: each }) !== undefined)
  if (other !== undefined) return `encodation=${other} holds them`
  return nameOfFit(text, others) === undefined ? undefined : 'they fit without encodation'
}

function otherSize(text: string, { modules, shape, ...others }: DataMatrixOptions): string | undefined {
  if (modules === undefined && shape === undefined) return undefined
  const [asked] = sizesFor({ ...(modules && { modules }), ...(shape && { shape }) })
  const wider: readonly DataMatrixShape[] = isSquare(asked!) ? ['square'] : ['rectangle', 'dmre', 'square']
  // modules of another shape do not go with the one that is given
  for (const other of shape === undefined || modules === undefined ? wider : [shape, ...wider]) {
    const name = nameOfFit(text, { ...others, shape: other })
    if (name === undefined) continue
    if (modules === undefined) return `shape=${other} holds them`
    return shape === undefined || shape === other
      ? `modules=${name} holds them`
      : `shape=${other}&modules=${name} holds them`
  }
  return undefined
}

/** The fewest parts of the largest size. */
function moreParts(text: string, options: DataMatrixOptions): string | undefined {
  if (options.gs1 || options.reader !== undefined) return undefined
  const parts = options.encodation === undefined ? fewestParts(text, options) : fewestOfOneEncodation(text, options)
  return parts === undefined || parts <= (options.parts ?? 1) ? undefined : `parts=${parts} holds them`
}

function fewestOfOneEncodation(text: string, options: DataMatrixOptions): number | undefined {
  let low = options.parts ?? 1
  let high = Math.min(mostParts, codePoints(text))
  const modules = sizesFor(options).at(-1)!.name
  if (low >= high || nameOfFit(text, { ...options, modules, parts: high }) === undefined) return undefined
  const holds = partsThatHold(text, { ...options, modules })
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle
  }
  return high
}

/** The size that holds the text, or each of its parts; undefined if there is none. */
function nameOfFit(text: string, options: DataMatrixOptions): string | undefined {
  if (options.parts !== undefined) return partOf(text, options)?.wanted.sizes[0]?.name
  const header = options.reader === undefined ? [] : programming
  return fitOf({ text, header, sizes: sizesFor(options) }, options)?.size.name
}

/** The encodations that encode every byte. */
const unlimited: readonly Encodation[] = ['ascii', 'c40', 'text', 'base256']

/** UTF-16 code units of the longest text to look for a remedy for: the digits that the largest symbol holds. */
const longestText = 2 * Math.max(...dataMatrixSizes.map(({ data }) => data))
