import type { Application, LabelSymbology, Symbology } from '../../symbologies/index.ts'
import type { ImageFormat, LabelFormat } from '../draw/drawing.ts'
import type { LabelLayout } from '../layout/label.ts'
import type { Turn } from '../layout/scene.ts'
import type { LabelSize, Orientation } from '../layout/stock.ts'
import type { ZplPacking } from '../render/zpl.ts'
import type { LabelOptions, SymbolOptions } from './symbol-options.ts'

/** What a barcode and a label have in common. */
interface PrintRequest {
  /** What to encode, 1 to 7089 characters; how many, and which, depends on the symbology. A number is its digits. */
  readonly text: string | number
  /** The resolution of the print head; 300 by default. 152 is 6 and 203 is 8 dots a mm; 300 and 600 are dots an inch. */
  readonly dpi?: 152 | 203 | 300 | 600 | undefined
  /** The module width wanted, 0.05 to 5 mm; the nearest whole number of dots is drawn. */
  readonly xdim?: number | undefined
  /** The use of the symbol, whose limits of module width and bar height it should keep; EAN and UPC are judged for retail by default. */
  readonly application?: Application | undefined
  /** Words where the encoded text would stand, at most 500 characters, lines parted by line feeds. */
  readonly caption?: string | undefined
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
  /** Label stock, in inches or millimetres, or any size with its unit, such as `57x32mm`, of 10 to 300 mm a side; `4x6` by default. */
  readonly size?: LabelSize | undefined
  /** Whether the longer side is horizontal (`landscape`, by default) or vertical. */
  readonly orientation?: Orientation | undefined
  /** Pages of the PDF, or how often ZPL is printed, 1 to 500; 1 by default. */
  readonly qty?: number | undefined
  /** Whether the encoded text is shown above the symbol, and the digits of EAN and UPC below it; they are by default. */
  readonly showtext?: boolean | undefined
  /** A line above all, in larger print, at most 100 characters. */
  readonly title?: string | undefined
  /** Where the words are, `above` by default. `logistics`: a GS1 logistic label, of a message with an SSCC. */
  readonly layout?: LabelLayout | undefined
  /** `pdf` by default. ZPL has the bitmap of the label for a print head of `dpi`. */
  readonly format?: LabelFormat | undefined
  /** How the bitmap of ZPL is packed; `z64` by default. */
  readonly zpl?: ZplPacking | undefined
}

/** Limits of a drawing. */
export interface Limits {
  /** The most pixels of a PNG, or of a label in ZPL, 1 to 1,000,000,000; 25,000,000 by default. */
  readonly maxPixels?: number | undefined
}
