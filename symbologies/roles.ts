/** The roles of the modules of a matrix symbol, in bits that each symbology defines; 0 is a data module. */
export interface Roles {
  readonly width: number
  readonly height: number
  /** The roles of the module in row y and column x, at `y * width + x`. */
  readonly bits: Uint8Array
}
