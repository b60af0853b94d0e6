import { type Barcode, type Quiet, type Unannounced, unannouncedIn } from '../barcode.ts'
import { blocksOf, type DataMatrixBlock, symbolCodewords } from './blocks.ts'
import { candidatesOf, type SymbolText } from './candidates.ts'
import { bestFit } from './choice.ts'
import { dataCodewords, type EncodedSegment } from './codewords.ts'
import { tooLong } from './errors.ts'
import type { Eci, Escape, Macro } from './message.ts'
import { checkOptions, type DataMatrixOptions, programming, sizesFor } from './options.ts'
import { remedyFor } from './remedy.ts'
import type { DataMatrixSize } from './sizes.ts'
import { partOf, type StructuredAppend } from './structured-append.ts'
import { placed } from './template.ts'

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
 * @throws RangeError for an unknown option value, or options that do not go together
 * ISO/IEC 16022:2006, ISO/IEC 21471:2020
 */
export function datamatrix(text: string, options: DataMatrixOptions = {}): Barcode<DataMatrixTrace> {
  checkOptions(options)
  const { parts, encodation, reader } = options
  const portion = parts === undefined ? wholeOf(text, options) : partOf(text, options) // 5.5.1, 5.6
  const fit = portion && bestFit(candidatesOf(portion.wanted, options), portion.wanted, encodation) // 5.2 to 5.5
  if (portion === undefined || fit === undefined)
    throw tooLong(text, sizesFor(options).at(-1)!, { ...options, remedy: remedyFor(text, options) })
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
      ...((escapes ?? append ?? reader) && specialsOf({ escapes, append, reader })),
      segments: data.segments,
      codewords,
      padsFrom: data.padsFrom,
      blocks,
    },
  }
}

/** What few symbols have. */
function specialsOf({
  escapes,
  append,
  reader,
}: {
  readonly escapes: readonly Escape[] | undefined
  readonly append: StructuredAppend | undefined
  readonly reader: 'init' | undefined
}): Pick<DataMatrixTrace, 'ecis' | 'structuredAppend' | 'reader'> {
  return {
    ...(escapes && { ecis: escapes }),
    ...(append && { structuredAppend: append }),
    ...(reader && { reader }),
  }
}

function wholeOf(text: string, options: DataMatrixOptions): { readonly wanted: SymbolText; readonly append?: never } {
  return { wanted: { text, header: options.reader === undefined ? [] : programming, sizes: sizesFor(options) } }
}

/** 5.8.4: quiet zone of one module */
const quiet: Quiet = { left: 1, right: 1, top: 1, bottom: 1 }
