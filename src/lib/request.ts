/** What barcodes and labels are asked for with, and the error that says what is wrong with it. */

import type { Gs1ErrorCode } from '../../symbologies/gs1/index.ts'
import type {
  Application,
  Code39Options,
  DataMatrixOptions,
  DataMatrixShape,
  DataMatrixSizeName,
  EncodeErrorCode,
  Itf14Options,
  LabelSymbology,
  QrLevel,
  QrOptions,
  Symbology,
} from '../../symbologies/index.ts'
import type { Fault } from '../answer.ts'
import type { ContentKind } from '../content/names.ts'
import type { ProfileName } from '../content/profile-names.ts'
import type { ImageFormat, LabelFormat } from '../draw/drawing.ts'
import type { LabelLayout } from '../layout/label-layouts.ts'
import type { Turn } from '../layout/scene.ts'
import type { LabelSize, Orientation } from '../layout/stock.ts'
import type { ZplPacking } from '../render/zpl.ts'

/** What a barcode and a label have in common. */
interface PrintRequest {
  /** What to encode, 1 to 7089 characters; how many, and which, depends on the symbology. A number is its digits. */
  readonly text: string | number
  /** The resolution of the print head; 300 by default. 152 is 6 and 203 is 8 dots a mm; the others are dots an inch. */
  readonly dpi?: 152 | 180 | 203 | 300 | 360 | 600 | undefined
  /** The module width wanted, 0.05 to 5 mm; the nearest whole number of dots is drawn. */
  readonly xdim?: number | undefined
  /** How much wider the printer makes dark than it is drawn, -1 to 1 mm, or `across,along` the feed: bars are narrowed by whole dots. */
  readonly gain?: number | string | undefined
  /** The use of the symbol, whose limits of module width and bar height it should keep; EAN and UPC are judged for retail by default. */
  readonly application?: Application | undefined
  /** The kind of content that the text is held to, such as `hibc`; a text that breaks its standard is refused. */
  readonly content?: ContentKind | undefined
  /** Words where the encoded text would stand, at most 500 characters, lines separated by line feeds. */
  readonly caption?: string | undefined
  /** Whether the encoded text is the last line of the caption; not by default. */
  readonly withtext?: boolean | undefined
  /**
   * If not `false`, `text` is a GS1 message: in brackets, as a GS1 Digital Link URI, raw with `^` for FNC1, or as a
   * reader sends it. `true`: the symbol carries element strings, or a GTIN; `link`: the URI. `false` by default.
   */
  readonly gs1?: boolean | 'link' | undefined
  /** The domain of the URI, with its scheme and without a slash at its end; `https://id.gs1.org` by default. */
  readonly domain?: string | undefined
  /**
   * Whether a backslash in text, caption and title stands before the code of a character: `\\t`, `\\r`, `\\n`, `\\\\`, `\\xHH`,
   * `\\u{H}`; not by default.
   */
  readonly escapes?: boolean | undefined
  /** Whether a drawing with a warning is refused; not by default. */
  readonly strict?: boolean | undefined
}

/** A barcode alone: the parameters of `/api/v1/barcode`, with the same values and defaults. */
export interface BarcodeRequest extends PrintRequest, SymbolOptions {
  readonly type: Symbology
  /** `png` by default. A PNG has a pixel and an SVG a user unit for each dot; a PDF has the true size. */
  readonly format?: ImageFormat | undefined
  /** Whether the text is drawn below the symbol; not by default. */
  readonly includetext?: boolean | undefined
  /** Dots a module, a whole number from 1 to 10; 3 by default. Not with `xdim`. */
  readonly scale?: number | undefined
  /** The height of the bars of a linear symbology, 1 to 100 mm; 15 by default. */
  readonly height?: number | undefined
  /** `N`: upright, by default; `R`: 90 degrees clockwise; `I`: upside down; `L`: 90 degrees counter-clockwise. */
  readonly rotate?: Turn | undefined
}

/** A barcode on a label: the parameters of `/api/v1/label`, with the same values and defaults. */
export interface LabelRequest extends PrintRequest, LabelOptions {
  readonly type: LabelSymbology
  /** Label stock, in inches or millimetres, or any size with its unit, such as `57x32mm`, of 4 to 300 mm a side, or a maker's name such as `dk-11201`; `4x6` by default. */
  readonly size?: LabelSize | undefined
  /** Whether the longer side is horizontal (`landscape`, by default) or vertical. */
  readonly orientation?: Orientation | undefined
  /** Pages of the PDF, or how often a printer prints the label, 1 to 500; 1 by default. */
  readonly qty?: number | undefined
  /** Whether the encoded text is shown above the symbol, and the digits of EAN and UPC below it; they are by default. */
  readonly showtext?: boolean | undefined
  /** Words above all, in larger print, at most 500 characters, lines separated by line feeds. */
  readonly title?: string | undefined
  /** Where the words are, `above` by default. `logistics`: a GS1 logistic label, of a message with an SSCC. */
  readonly layout?: LabelLayout | undefined
  /** The published label whose rules it is judged by as well, such as `gs1-logistic`; none by default. */
  readonly profile?: ProfileName | undefined
  /** `pdf` by default. The languages of printers, such as `zpl` and `tspl`, have the bitmap of the label for a print head of `dpi`. */
  readonly format?: LabelFormat | undefined
  /** How the bitmap of ZPL is packed; `z64` by default. */
  readonly zpl?: ZplPacking | undefined
  /**
   * A sheet of labels, by the name of a product such as `avery-l7160`, or described, such as `A4:3x7:63.5x38.1mm:7.2,15.15mm:66,38.1mm`:
   * paper, columns x rows, label, margins, pitch. In place of `size`; for `pdf`, and the first page as `png` and `svg`.
   */
  readonly sheet?: string | undefined
  /** The first position that is used on the first sheet, row by row from the upper left; 1 by default. */
  readonly first?: number | undefined
  /** How far all labels are moved to the right and down, -20 to 20 mm: `0.5,-1.2`. */
  readonly shift?: string | undefined
  /** Whether the line along which a label is cut is drawn; not by default. */
  readonly outline?: boolean | undefined
}

/** Options of the symbologies that labels have. One that the symbology does not have is refused. */
export interface LabelOptions {
  /** `qr`, `microqr`: error correction, `microqr` without H; by default the highest that the smallest symbol has room for. */
  readonly level?: QrLevel | undefined
  /** `qr`: 1 to 40; `microqr`: 1 to 4, for M1 to M4; by default the smallest that holds the text. */
  readonly version?: number | undefined
  /** `qr`: 0 to 7; `microqr`: 0 to 3; by default the one with the best score. */
  readonly mask?: number | undefined
  /**
   * `qr`, `datamatrix`: the ECI that the symbol declares. `none`: no ECI, for text in ISO 8859-1; `utf8`: no ECI, and bytes in
   * UTF-8; `auto`: whichever makes the smallest symbol. By default none for ASCII, otherwise 3 (ISO 8859-1) or 26 (UTF-8), whichever is shorter.
   */
  readonly eci?: QrOptions['eci'] | undefined
  /** `qr`, `datamatrix`: structured append; the text is divided among 2 to 16 symbols of one size. Needs `part`. */
  readonly parts?: number | undefined
  /** `qr`, `datamatrix`: which of the `parts` this symbol is, 1 to `parts`. */
  readonly part?: number | undefined
  /** `qr`: FNC1 in the second position, for data in the format of an industry; U+001D in the text is FNC1. Needs `indicator`. */
  readonly fnc1?: 'second' | undefined
  /** `qr`: AIM's application indicator, a letter or two digits. Needs `fnc1`. */
  readonly indicator?: string | undefined
  /** `datamatrix`: the sizes to choose from; squares by default. */
  readonly shape?: DataMatrixShape | undefined
  /** `datamatrix`: rows and columns; by default the smallest that hold the text. */
  readonly modules?: DataMatrixSizeName | undefined
  /** `datamatrix`: the only encodation, for testers; by default those that take the fewest codewords. */
  readonly encodation?: DataMatrixOptions['encodation'] | undefined
  /** `datamatrix`: the file identification that all `parts` have, two numbers of 1 to 254, as in `5,9`; made from the text by default. */
  readonly fileid?: string | undefined
  /** `code128`, `datamatrix`: the text programs the reader. */
  readonly reader?: 'init' | undefined
  /** `ean13`, `upca`, `upce`: the digits of an add-on, 2 or 5. */
  readonly addon?: string | undefined
}

/** Options of all symbologies. One that the symbology does not have is refused. */
export interface SymbolOptions extends LabelOptions {
  /** `code39`: whether the check character modulo 43 is added; not by default. */
  readonly checkdigit?: boolean | undefined
  /** `code39`: whether pairs of characters carry all of ASCII, for readers that are set to it; not by default. */
  readonly fullascii?: boolean | undefined
  /** `code39`, `itf14`: wide to narrow elements, `itf14` without 2; 3 by default. 2.5 needs an even number of dots a module. */
  readonly ratio?: Code39Options['ratio']
  /** `itf14`: bearer bars, above and below by default. */
  readonly bearer?: Itf14Options['bearer']
}

/** Limits of a drawing. */
export interface Limits {
  /** The most pixels of a PNG, or of a label in the language of a printer, 1 to 1,000,000,000; 25,000,000 by default. */
  readonly maxPixels?: number | undefined
}

/**
 * The stable codes of errors, as in the API; `not_available`: a caption without its fonts, or PDF in a browser; `counter_unknown`: words
 * name a counter of the service, as `{serial:pallet}` does.
 */
export type RequestErrorCode =
  | 'missing_parameter'
  | 'invalid_parameter'
  | 'does_not_fit'
  | 'not_conforming'
  | 'not_available'
  | 'counter_unknown'
  | EncodeErrorCode
  | Gs1ErrorCode

/** What is wrong with one parameter. */
export interface RequestFault extends Omit<Fault, 'code' | 'row'> {
  readonly code: RequestErrorCode
}

/** A request that cannot be drawn, with what is wrong with each of its parameters. */
export class RequestError extends Error {
  readonly code: RequestErrorCode
  /** One or more. */
  readonly faults: readonly RequestFault[]

  /** @param faults  one or more; the code of the error is that of the first */
  constructor(faults: readonly RequestFault[], message = sentencesOf(faults), options?: ErrorOptions) {
    super(message, options)
    this.name = 'RequestError'
    this.code = faults[0]!.code
    this.faults = faults
  }
}

function sentencesOf(faults: readonly RequestFault[]): string {
  return faults.map(({ parameter, message }) => `${parameter}: ${message}`).join('; ')
}
