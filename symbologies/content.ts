/** What people ask a symbol to carry: a text as it is, or a GS1 message. */

import type { Barcode } from './barcode.ts'
import { type CatalogueRow, catalogue, type GivenOptions, type OptionName, type Symbology } from './catalogue.ts'
import { type Doubt, doubtsAbout, invisibleCharacters, withoutMark } from './doubts.ts'
import { type BarcodeOf, encode, type OptionsOf } from './encode.ts'
import type { Element } from './gs1/element.ts'
import { bracketedText } from './gs1/message.ts'
import { carried, gs1Symbol } from './gs1/symbol.ts'

export interface Content {
  readonly text: string
  /** `false`: the text as it is. `true`: the GS1 message that it is; `link`: as a GS1 Digital Link URI. */
  readonly gs1?: 'false' | 'true' | 'link' | undefined
  /** Of the URI; `https://id.gs1.org` by default. With its scheme, and without a slash at the end. */
  readonly domain?: string | undefined
}

/** A symbol, and what its content is for people. */
export interface Encoded<S extends Symbology = Symbology> {
  readonly barcode: BarcodeOf<S>
  /** The text as it is, without a byte order mark, or the part that the symbol carries; a GS1 message in brackets, the URI, or the digits of a GTIN. */
  readonly text: string
  /** Of a GS1 message. */
  readonly elements: readonly Element[]
  /** What readers may take otherwise, and what is doubtful about a GS1 message: companions that are missing, too many characters. */
  readonly doubts: readonly Doubt[]
}

/** Those of the options that the symbology has, with the values that its encoder takes; undefined if none is given. */
export function optionsIn<S extends Symbology>(symbology: S, given: GivenOptions): OptionsOf<S> | undefined {
  const { options }: CatalogueRow = catalogue[symbology]
  let found: Record<string, unknown> | undefined
  for (const name in options) {
    const value = given[name as OptionName]
    if (value === undefined) continue
    const { values } = options[name]!
    found ??= {}
    found[name] = values === undefined ? value : values[String(value)]
  }
  return found as OptionsOf<S> | undefined
}

/**
 * The symbol that carries the content.
 *
 * @throws EncodeError if the symbology cannot carry the text
 * @throws Gs1Error if the message has faults, or the symbology cannot carry it
 */
export function encodeContent<S extends Symbology>(
  symbology: S,
  { text: given, gs1 = 'false', domain }: Content,
  options?: OptionsOf<S>,
): Encoded<S> {
  const { text, doubts: ofMark } = withoutMark(given)
  if (gs1 === 'false') {
    const barcode: BarcodeOf<S> & Barcode = encode(symbology, text, options)
    return {
      barcode,
      text: barcode.carried ?? text,
      elements: [],
      doubts: [...ofMark, ...invisibleCharacters(text), ...doubtsAbout(barcode)],
    }
  }
  const message = carried(symbology, text, {
    form: gs1 === 'link' ? 'link' : 'elements',
    ...(domain !== undefined && { domain }),
  })
  const barcode = gs1Symbol(symbology, text, message, (data, withFnc1) =>
    encode(symbology, data, withFnc1 ? ({ ...options, gs1: true } as OptionsOf<S>) : options),
  )
  const { elements } = message
  const doubts = [...ofMark, ...message.doubts, ...doubtsAbout(barcode)]
  return { barcode, text: message.gs1 ? bracketedText(elements) : message.text, elements, doubts }
}
