import {
  bracketedText,
  carried,
  fnc1,
  type Gs1Doubt,
  Gs1Error,
  type Gs1Fault,
  gs1Symbol,
  linkText,
  rawText,
  usualDomain,
} from '../../symbologies/gs1/index.ts'
import { type Barcode, catalogue, encode } from '../../symbologies/index.ts'
import { dataMatrixDetails } from './datamatrix.ts'
import { accepted, refused, type WantedMessage } from './gs1-messages.ts'
import { linearDetails } from './linear.ts'
import { qrDetails } from './matrix.ts'
import { modulesOf, type Vector } from './vector.ts'

/** Without the words, which are ours. */
type Told = Omit<Gs1Fault | Gs1Doubt, 'message'>

/** The symbol of a GS1 message, or why there is none. */
export interface Gs1Vector extends Omit<Vector, 'error'>, WantedMessage {
  readonly standard: string
  readonly elements?: readonly { readonly ai: string; readonly value: string }[]
  readonly bracketed?: string
  readonly raw?: string
  /** Null if no key can begin a URI of all elements. */
  readonly link?: string | null
  /** What the symbol carries. */
  readonly data?: string
  /** For element strings: where FNC1 stands, 0 for the one before the data, then positions of U+001D in them, from 1. */
  readonly fnc1?: readonly number[]
  readonly warnings?: readonly Told[]
  readonly faults?: readonly Told[]
}

export interface Gs1VectorSet {
  readonly messages: string
  readonly vectors: readonly Gs1Vector[]
}

/** Vectors of GS1 messages and the symbols that carry them; the same in every call. */
export function gs1VectorSet(): Gs1VectorSet {
  return {
    messages: 'GS1 General Specifications; GS1 Barcode Syntax Dictionary, release 2026-01-27',
    vectors: [...accepted(), ...refused()].map(vectorOf),
  }
}

function vectorOf(wanted: WantedMessage): Gs1Vector {
  const { name, symbology, text, form = 'elements', domain, options } = wanted
  const request = { form, ...(domain !== undefined && { domain }) }
  const given = { name, source: 'computed by quietzone', text, symbology, standard: catalogue[symbology].standard }
  const asked = { ...given, ...(form === 'link' && request), ...(options && { options }) }
  try {
    const all = carried(symbology, text, request)
    const symbol: Barcode = gs1Symbol(symbology, text, all, (data, gs1) =>
      encode(symbology, data, { ...options, ...(gs1 && { gs1 }) }),
    )
    const details = detailsOf(symbol)
    const { elements } = all
    return {
      ...asked,
      elements: elements.map(({ ai, value }) => ({ ai, value })),
      bracketed: bracketedText(elements),
      raw: rawText(elements),
      link: linkText(elements, domain ?? usualDomain) ?? null,
      data: all.text,
      ...(all.gs1 && { fnc1: [0, ...separatorsIn(all.text)] }),
      ...(all.doubts.length > 0 && { warnings: all.doubts.map(told) }),
      ...modulesOf(symbol.matrix),
      quiet: symbol.quiet,
      ...(details && { details }),
    }
  } catch (error) {
    if (!(error instanceof Gs1Error)) throw error
    return { ...asked, faults: error.faults.map(told) }
  }
}

function told({ code, ai, rule, from, to }: Gs1Fault | Gs1Doubt): Told {
  return { code, ...(ai !== undefined && { ai }), ...(rule !== undefined && { rule }), from, to }
}

const separatorsIn = (data: string): number[] =>
  Array.from(data).flatMap((character, i) => (character === fnc1 ? [i + 1] : []))

function detailsOf(symbol: Barcode): Vector['details'] {
  switch (symbol.symbology) {
    case 'qr':
      return qrDetails(symbol)
    case 'datamatrix':
      return dataMatrixDetails(symbol)
    default:
      return linearDetails(symbol)
  }
}
