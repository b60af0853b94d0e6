import type { Symbology } from './barcode.ts'
import { code39 } from './code39.ts'
import { code128 } from './code128.ts'
import { datamatrix } from './datamatrix/datamatrix.ts'
import { ean8, ean13, upca } from './ean.ts'
import { itf14 } from './itf14.ts'
import { quoted } from './messages.ts'
import { microqr } from './qr/micro.ts'
import { qr } from './qr/qr.ts'
import { upce } from './upce.ts'

/** A new symbology is served everywhere once it is in this table. */
const encoders = {
  code128,
  qr,
  microqr,
  datamatrix,
  upca,
  upce,
  ean13,
  ean8,
  code39,
  itf14,
} satisfies Record<Symbology, unknown>

type Encoders = typeof encoders

/** The barcode of symbology `S`, with its trace. */
export type BarcodeOf<S extends Symbology> = ReturnType<Encoders[S]>

/** The options of `S`; undefined if it has none. */
export type OptionsOf<S extends Symbology> =
  Parameters<Encoders[S]> extends readonly [string] ? undefined : Parameters<Encoders[S]>[1]

const bySymbology: { readonly [S in Symbology]: (text: string, options?: OptionsOf<S>) => BarcodeOf<S> } = encoders

/**
 * The symbol that carries `text`.
 *
 * @throws EncodeError if the symbology cannot carry the text
 * @throws TypeError for a text that is not a string
 * @throws RangeError for an unknown symbology or option value, an error of the caller
 */
export function encode<S extends Symbology>(symbology: S, text: string, options?: OptionsOf<S>): BarcodeOf<S> {
  if (!Object.hasOwn(bySymbology, symbology)) throw unknownSymbology(symbology)
  return bySymbology[symbology](text, options)
}

/** What callers without types gave as a symbology is none. */
export function unknownSymbology(given: unknown): RangeError {
  const accepted = Object.keys(bySymbology).join(', ')
  return new RangeError(`the symbology is ${quoted(String(given))}; accepted: ${accepted}`)
}
