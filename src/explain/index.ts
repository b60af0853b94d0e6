/**
 * Why every module of a symbol is as it is, step by step, each with its clause.
 *
 * @module
 */

import {
  type Carried,
  carried,
  type Element,
  gs1Symbol,
  type Identifier,
  meaningOf,
  needsSeparator,
} from '../../symbologies/gs1/index.ts'
import {
  type Content,
  gs1NameOf,
  type OptionsOf,
  type Symbology,
  unknownSymbology,
  withoutMark,
} from '../../symbologies/index.ts'
import { requireNames } from '../../symbologies/option-names.ts'
import { explainCode39 } from './code39.ts'
import { explainCode128 } from './code128.ts'
import { explainDataMatrix } from './datamatrix/datamatrix.ts'
import { explainEan8, explainEan13, explainUpca, explainUpce } from './ean.ts'
import type { Explanation, Part, Step } from './explanation.ts'
import { explainItf14 } from './itf14.ts'
import { counted } from './notation.ts'
import { explainMicroQr, explainQr } from './qr/qr.ts'

export {
  type Area,
  type Explanation,
  type Modules,
  modulesIn,
  type Part,
  type Step,
  type Values,
} from './explanation.ts'
export { explanationJson, explanationText } from './formats.ts'

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
 * Like `explain`, for a text or for a GS1 message, whose elements are the first step.
 *
 * @param thisYear  decides the century of dates with two digits for the year
 * @throws EncodeError if the symbology cannot encode the text
 * @throws Gs1Error if the message has faults, or the symbology cannot carry it
 * @throws RangeError for an unknown name in the content or the options, or an unknown value
 */
export function explainContent<S extends Symbology>(
  symbology: S,
  content: Content,
  options: OptionsOf<S> | undefined,
  thisYear: number,
): Explanation {
  requireNames('explainContent', content, ['text', 'gs1', 'domain'] satisfies (keyof Content)[])
  const { text: given, gs1 = 'false', domain } = content
  const { text } = withoutMark(given)
  if (gs1 === 'false') return explain(symbology, text, options)
  const form = gs1 === 'link' ? 'link' : 'elements'
  const message = carried(symbology, text, { form, ...(domain !== undefined && { domain }) })
  const explanation = gs1Symbol(symbology, text, message, (data, withFnc1) =>
    explain(symbology, data, withFnc1 ? ({ ...options, gs1: true } as OptionsOf<S>) : options),
  )
  const name = message.gs1 ? gs1NameOf(symbology) : explanation.name
  return { ...explanation, name, steps: [elementsStep(message, thisYear), ...explanation.steps] }
}

function elementsStep(message: Carried, thisYear: number): Step {
  const { elements } = message
  return {
    id: 'elements',
    title: 'Elements of the GS1 message',
    clause: message.gs1 ? 'GS1 General Specifications, 3 and 7.8' : 'GS1 General Specifications, 3',
    text: `The message has ${counted(elements.length, 'element')}${elements.length === 1 ? ':' : ', each'} an application identifier (AI) and its value. ${howCarried(message)}`,
    values: { elements: elements.length },
    parts: elements.map((element, i) => elementPart(element, i === elements.length - 1 || !message.gs1, thisYear)),
  }
}

function howCarried({ gs1, text, elements }: Carried): string {
  if (!gs1) {
    return /^https?:/i.test(text)
      ? 'The symbol carries them as a GS1 Digital Link URI.'
      : 'The symbol carries the digits of the GTIN, without zeros at its beginning for which it has no room.'
  }
  const separated = elements.some(({ ai }, i) => i < elements.length - 1 && needsSeparator(ai))
  const start = 'The symbol begins with FNC1, and then has AIs and values one after the other, without brackets'
  return separated
    ? `${start}; FNC1 also follows each value whose length its AI does not determine, unless it is the last.`
    : `${start}; readers know from the AIs where each value ends.`
}

/** @param isLast  whether nothing follows that a separator could part it from */
function elementPart(element: Element, isLast: boolean, thisYear: number): Part {
  const { ai, value, identifier } = element
  const separator = !isLast && needsSeparator(ai)
  const parts = meaningOf(element, thisYear).map(({ kind, value, meaning }) => {
    return `${kind} ${value}${meaning === undefined ? '' : ` (${meaning})`}`
  })
  const format = formatOf(identifier)
  return {
    title: `(${ai})${identifier.title === '' ? '' : ` ${identifier.title}`}`,
    text: `${parts.join(', ')}; format ${format}${separator ? '; FNC1 follows' : ''}`,
    values: { ai, data: value, format, separator },
  }
}

/** `N14 csum gcppos2`: the components of values in the notation of GS1's dictionary, with their rules. */
function formatOf({ components }: Identifier): string {
  const texts = components.map(({ set, least, most, isOptional, rules }) => {
    const length = least === most ? `${set}${most}` : `${set}..${most}`
    return [isOptional ? `[${length}]` : length, ...rules].join(' ')
  })
  return texts.join(', ')
}
