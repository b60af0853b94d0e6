import { type OptionsOf, type Symbology, unknownSymbology } from '../../symbologies/index.ts'
import { explainCode39 } from './code39.ts'
import { explainCode128 } from './code128.ts'
import { explainDataMatrix } from './datamatrix/datamatrix.ts'
import { explainEan8, explainEan13, explainUpca } from './ean.ts'
import type { Explanation } from './explanation.ts'
import { explainItf14 } from './itf14.ts'
import { explainMicroQr } from './qr/microqr.ts'
import { explainQr } from './qr/qr.ts'
import { explainUpce } from './upce.ts'

const explainers: { readonly [S in Symbology]: (text: string, options?: OptionsOf<S>) => Explanation } = {
  code128: explainCode128,
  qr: explainQr,
  microqr: explainMicroQr,
  datamatrix: explainDataMatrix,
  upca: explainUpca,
  upce: explainUpce,
  ean13: explainEan13,
  ean8: explainEan8,
  code39: explainCode39,
  itf14: explainItf14,
}

/**
 * The symbol that carries `text`, and the reason for every module of it, step by step.
 *
 * The symbol is the same as that of `encode`. Every module of it, and of its quiet zones, belongs to at least one step.
 *
 * @throws EncodeError if the symbology cannot encode the text
 * @throws TypeError for a text that is not a string
 * @throws RangeError for an unknown symbology or option value
 */
export function explain<S extends Symbology>(symbology: S, text: string, options?: OptionsOf<S>): Explanation {
  if (!Object.hasOwn(explainers, symbology)) throw unknownSymbology(symbology)
  return explainers[symbology](text, options)
}
