import type {
  Code39Options,
  DataMatrixOptions,
  DataMatrixShape,
  DataMatrixSizeName,
  Itf14Options,
  QrLevel,
  QrOptions,
} from '../../symbologies/index.ts'

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
