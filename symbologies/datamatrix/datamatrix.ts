import type { Barcode, Quiet } from '../barcode.ts'
import { blocksOf, type DataMatrixBlock, symbolCodewords } from './blocks.ts'
import { candidatesOf } from './candidates.ts'
import { bestFit } from './choice.ts'
import { dataCodewords, type EncodedSegment } from './codewords.ts'
import { tooLong } from './errors.ts'
import type { Eci, Macro } from './message.ts'
import { checkOptions, type DataMatrixOptions, sizesFor } from './options.ts'
import { segmentsOf } from './segments.ts'
import type { DataMatrixSize } from './sizes.ts'
import { placed } from './template.ts'

/** The intermediate results of a Data Matrix symbol. */
export interface DataMatrixTrace {
  readonly size: DataMatrixSize
  /** The bytes that the segments count: ISO 8859-1, or UTF-8 if `eci` is 26. */
  readonly bytes: Uint8Array
  /** The interpretation that the symbol declares; without one, ISO 8859-1 is the standard's default. */
  readonly eci?: Eci
  /** The ISO/IEC 15434 header and trailer that the first codeword stands for; they are not in `bytes`. */
  readonly macro?: Macro
  /** Whether the symbol begins with FNC1 and the byte 29 stands for FNC1 between elements. */
  readonly gs1?: true
  readonly segments: readonly EncodedSegment[]
  /** All codewords in the order of placement. The first `size.data` are data, those from `padsFrom` on pads. */
  readonly codewords: Uint8Array
  readonly padsFrom: number
  readonly blocks: readonly DataMatrixBlock[]
}

/**
 * The Data Matrix ECC 200 symbol of `text`: the smallest that holds it, and in it the fewest codewords.
 *
 * Fewest means: no legal sequence of encodations reaches the first pad earlier. Every codeword before it
 * counts: ECI or macro, latches, unlatches, shifts, length fields. ASCII needs no ECI; other text is ISO 8859-1 (ECI 3) or
 * UTF-8 (ECI 26), whichever makes the smaller symbol, then the fewer codewords.
 *
 * @param text at most 3116 digits, 2335 capital letters and digits or 1555 bytes in 144x144
 * @throws EncodeError invalid_length for no text, invalid_character for a lone surrogate or a character that the
 *   `encodation` or `eci` of the options cannot encode, data_too_long
 * @throws RangeError for an unknown option value
 * ISO/IEC 16022:2006
 */
export function datamatrix(text: string, options: DataMatrixOptions = {}): Barcode<DataMatrixTrace> {
  checkOptions(options)
  const sizes = sizesFor(options) // 5.5.1
  const largest = sizes[sizes.length - 1]!
  const candidates = candidatesOf(text, options, largest) // 5.2.2, 5.4
  const fit = bestFit(candidates, sizes, options.encodation) // 5.2.3 to 5.2.9, 5.5
  if (fit === undefined) throw tooLong(text, largest)
  const { message, costs, endOfData, size } = fit
  const segments = segmentsOf(costs, message.bytes, endOfData) // 5.2.3 to 5.2.9
  const data = dataCodewords(message, segments, size.data) // 5.2.3 to 5.2.9, Annex B
  const blocks = blocksOf(data.codewords, size) // 5.7, Annexes A and E
  const codewords = symbolCodewords(data.codewords, blocks)
  const { bytes, eci, macro, gs1 } = message
  return {
    symbology: 'datamatrix',
    matrix: placed(codewords, size), // 5.8, Annex F
    quiet,
    captions: [{ kind: 'line', text }],
    trace: {
      size,
      bytes,
      ...(eci && { eci }),
      ...(macro && { macro }),
      ...(gs1 && { gs1 }),
      segments: data.segments,
      codewords,
      padsFrom: data.padsFrom,
      blocks,
    },
  }
}

/** 5.8.4: quiet zone of one module */
const quiet: Quiet = { left: 1, right: 1, top: 1, bottom: 1 }
