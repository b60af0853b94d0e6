import type { Symbology } from '../../symbologies/index.ts'
import { type Inapplicable, type Parameter, parameters } from './params.ts'

type Explain = typeof parameters.explain
type Forced = Exclude<keyof Explain, 'text' | 'type'>

const { level, version, mask, eci, shape, size, encodation } = parameters.explain

/** Which of the options of `explain` a symbology has, and where it takes less than the table says. */
const forcedOf: { readonly [S in Symbology]?: { readonly [Name in Forced]?: Parameter } } = {
  qr: { level, version, mask, eci },
  microqr: {
    level: { ...level, words: ['L', 'M', 'Q'] },
    version: { ...version, most: 4 },
    mask: { ...mask, most: 3 },
  },
  datamatrix: { eci, shape, size, encodation },
}

/** The table of `explain` as it is for one symbology: what does not apply to it is refused, and never passed over. */
export function narrowedTo(type: Symbology): { readonly [Name in Forced]: Parameter | Inapplicable } {
  const none = { kind: 'none', because: `type=${type}` } as const
  const all = { level: none, version: none, mask: none, eci: none, shape: none, size: none, encodation: none }
  return { ...all, ...forcedOf[type] }
}
