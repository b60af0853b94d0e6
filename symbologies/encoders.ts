/** The encoders one by one, for programs that load the one that a symbol needs, and what else a symbol takes. */

import type { Barcode } from './barcode.ts'
import type { Symbology } from './catalogue.ts'
import type { OptionsOf } from './encode.ts'

export { doubtsAbout, invisibleCharacters } from './doubts.ts'
export { optionsIn } from './given-options.ts'

/** An encoder, as `encode` calls it. */
type Encoder<S extends Symbology> = (text: string, options?: OptionsOf<S>) => Barcode

const loaders: { readonly [S in Symbology]: () => Promise<Encoder<S>> } = {
  code128: async () => (await import('./code128.ts')).code128,
  qr: async () => (await import('./qr/qr.ts')).qr,
  microqr: async () => (await import('./qr/micro.ts')).microqr,
  datamatrix: async () => (await import('./datamatrix/datamatrix.ts')).datamatrix,
  upca: async () => (await import('./ean.ts')).upca,
  upce: async () => (await import('./upce.ts')).upce,
  ean13: async () => (await import('./ean.ts')).ean13,
  ean8: async () => (await import('./ean.ts')).ean8,
  code39: async () => (await import('./code39.ts')).code39,
  itf14: async () => (await import('./itf14.ts')).itf14,
}

/** The encoder of a symbology, which is loaded when it is first asked for. */
export const loadEncoder = <S extends Symbology>(symbology: S): Promise<Encoder<S>> => loaders[symbology]()
