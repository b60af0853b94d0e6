/** Addresses of other services: a request in their words is read as one for a barcode, and answered as any other is. */

import { quoted, type Suggestion, type Symbology } from '../../../../symbologies/index.ts'
import { type Answer, type Caller, type Endpoint, errorAnswer, faultsAnswer } from '../../../answer.ts'
import type { BarcodeRequest } from '../../../draw.ts'
import { withDoubling } from '../../../request/counters.ts'
import type { FormFault } from '../../../request/form-faults.ts'
import { firstOf, type GivenValues, type Parameters, type Request } from '../../../request/parameter.ts'
import { parameters } from '../../../request/params.ts'
import { didYouMean, normalForm, proposedWord } from '../../../request/proposals.ts'
import { type RequestReading, requestReader, symbolReader } from '../../../request/reader.ts'
import { madeOf, NotServed, type Written } from '../../../request/refusals.ts'
import { queryEndpoint } from '../endpoint.ts'
import { type Draw, image, verifiedBy } from '../images.ts'

/** What a request of another service asks for. */
export interface ForeignRequest {
  /** Its symbol, by the parameters of /api/v1/barcode, which judge it. */
  readonly symbol: SymbolValues
  /** How that is drawn, which the other service measures in its own way. */
  readonly picture: PictureOptions
  /** Parameters of the other service that are served, but not with the values that they have. */
  readonly ignored?: readonly string[]
}

/** Values of parameters of /api/v1/barcode. */
export type SymbolValues = { readonly type: Symbology; readonly text: string } & {
  readonly [name: string]: string | undefined
}

export type PictureOptions = Partial<
  Pick<
    BarcodeRequest,
    'format' | 'includetext' | 'caption' | 'scale' | 'size' | 'padding' | 'height' | 'rotate' | 'dpi'
  >
>

/** The address of another service: one table of its parameters, and what they mean here. */
export interface CompatService<T extends Parameters> {
  /** The documented parameters that are served; all others are named in Quietzone-Ignored. */
  readonly parameters: T
  /** The names there of parameters of /api/v1/barcode. */
  readonly names: { readonly [name: string]: string }
  /** The names there of symbologies, to suggest them. */
  readonly types: { readonly [S in Symbology]?: string }
  /** @throws NotServed */
  readonly wanted: (asked: Request<T>) => ForeignRequest
  /**
   * The symbology that values name, before any other of them is judged: parameters of those that are not drawn are not judged by these.
   *
   * @throws NotServed
   */
  readonly kindOf: (given: GivenValues) => unknown
  /** What is said besides of bytes of the text that are not UTF-8. */
  readonly ofOtherBytes?: string
  /** The query as it is read; by default as it is sent. */
  readonly queryOf?: (query: string) => string
  /** What the path says after that of the route; undefined if it is not one of the service. By default nothing, or a slash. */
  readonly pathOf?: (rest: string) => GivenValues | undefined
}

/** The endpoint of another service's address. */
export function compat<T extends Parameters>(service: CompatService<T>, draw: Draw): Endpoint {
  const read = requestReader(service.parameters)
  const written = inWordsOf(service)
  const { queryOf = (query) => query, pathOf = onlySlash } = service
  const answer = queryEndpoint<[string?, Caller?], Answer>(
    service.parameters,
    ({ given, others }, _language, sender) => {
      const ofPath = pathOf(sender?.segment ?? '')
      if (ofPath === undefined) return nowhere
      let ignored: readonly string[] | undefined
      const readBarcode = (values: GivenValues): RequestReading<BarcodeRequest> => {
        service.kindOf(values)
        const { request: asked, faults } = read(values, others)
        if (asked === undefined) return { faults: faults.map((fault) => withOtherBytes(fault, service)) }
        const { symbol, picture, ignored: names = [] } = service.wanted(asked)
        ignored ??= names
        return barcodeOf(symbol, picture, service)
      }
      const found = madeOf(
        { ...given, ...ofPath },
        readBarcode,
        (request) => image(request.type, draw.barcode(verifiedBy(draw, request), draw.limits)),
        written,
      )
      for (const name of ignored ?? []) others.add(name)
      return 'made' in found ? found.made : faultsAnswer(found.code, found.message, found.faults)
    },
  )
  return (query, language, sender) => answer(queryOf(query), language, sender)
}

/** A fault of bytes that are not UTF-8, with what the service has for them. */
function withOtherBytes<T extends Parameters>(fault: FormFault, { names, ofOtherBytes }: CompatService<T>): FormFault {
  if (fault.code !== 'invalid_encoding' || fault.parameter !== names.text || ofOtherBytes === undefined) return fault
  return { ...fault, message: fault.message + ofOtherBytes, sentence: fault.sentence + ofOtherBytes }
}

/** The name of a symbology that values give; undefined if they give none that can be read. */
export function nameIn(given: GivenValues, parameter: string): string | undefined {
  const name = firstOf(given[parameter])
  return typeof name === 'string' && name !== '' && name.length <= 40 ? name : undefined
}

const onlySlash = (rest: string): GivenValues | undefined => (rest === '' || rest === '/' ? {} : undefined)

const nowhere = errorAnswer('not_found', 'not a path of this service; /api/v1/openapi.json lists them')

const readSymbol = symbolReader(parameters.barcode)

function barcodeOf<T extends Parameters>(
  { ...symbol }: SymbolValues,
  picture: PictureOptions,
  { names }: CompatService<T>,
): RequestReading<BarcodeRequest> {
  const { request, faults } = readSymbol({ ...symbol, text: withDoubling(symbol.text) })
  if (request !== undefined) return { request: { ...request, ...picture }, faults }
  const renamed = faults.map(({ parameter, message, suggestion: _, ...fault }): FormFault => {
    const name = names[parameter] ?? parameter
    return { ...fault, parameter: name, message, sentence: `${name}: ${message}` }
  })
  return { faults: renamed }
}

/** The parameters of /api/v1/barcode whose values are the same in other services. */
const sameValues = new Set(['text', 'level', 'modules', 'format'])

/** Refusals in the words of the other service. Suggestions that it has no words for are left out. */
function inWordsOf<T extends Parameters>({ names, types }: CompatService<T>): Written {
  const written = (change: Suggestion): Suggestion | undefined => {
    const entries = Object.entries(change).map(([name, value]): [string | undefined, string | undefined] => {
      if (name === 'type') return [names.type, types[value as Symbology]]
      return [sameValues.has(name) ? names[name] : undefined, value]
    })
    return entries.every(([name, value]) => name !== undefined && value !== undefined)
      ? Object.fromEntries(entries)
      : undefined
  }
  return (refusal) => {
    // said in these words already
    if (refusal.code === 'not_served') return refusal
    const faults = refusal.faults.map(({ suggestion: change, ...fault }) => {
      const suggestion = change && written(change)
      return { ...fault, parameter: names[fault.parameter] ?? fault.parameter, ...(suggestion && { suggestion }) }
    })
    return { ...refusal, faults }
  }
}

/** What a symbology of another service is here. */
export type ForeignSymbology = { readonly type: Symbology } & { readonly [name: string]: string }

/**
 * What the symbology is here that another service calls this.
 *
 * @param kinds  by the names there, in normal form
 * @throws NotServed  with one that does the same work
 */
export function kindNamed(
  given: string,
  kinds: { readonly [name: string]: ForeignSymbology },
  { parameter, types }: { readonly parameter: string; readonly types: CompatService<Parameters>['types'] },
): ForeignSymbology {
  const form = normalForm(given)
  if (Object.hasOwn(kinds, form)) return kinds[form]!
  const what = `${quoted(given)} is not drawn here`
  const carried = carriedBy(form)
  const meant = carried === undefined ? proposedWord(given, Object.keys(kinds)) : undefined
  if (meant !== undefined) throw new NotServed(parameter, what + didYouMean(meant), { [parameter]: meant })
  const other = carried === undefined || carried === 'nothing' ? undefined : nameOf(carried, kinds, types)
  if (other !== undefined)
    throw new NotServed(parameter, `${what}; ${parameter}=${other} carries the same`, { [parameter]: other })
  throw new NotServed(parameter, `${what}; accepted: ${Object.keys(kinds).join(', ')}`)
}

/** What another service calls a symbology, for GS1 messages if they are meant; undefined if it has no name for it. */
function nameOf(
  { type, gs1 }: ForeignSymbology,
  kinds: { readonly [name: string]: ForeignSymbology },
  types: CompatService<Parameters>['types'],
): string | undefined {
  if (gs1 === undefined) return types[type]
  return Object.keys(kinds).find((name) => kinds[name]!.type === type && kinds[name]!.gs1 === gs1)
}

/**
 * A kind of the ten that carries what a symbology of others carries: the same text, or the same GS1 message. `nothing`: one is known by
 * this name, and what it makes of its text none of the ten would say; undefined: none is known.
 */
function carriedBy(form: string): ForeignSymbology | 'nothing' | undefined {
  const found = symbologiesOfOthers.find(([names]) => names.test(form))
  return found?.[1]
}

/** Symbologies of others by their names in BWIPP, TBarCode and BarcodeAPI, in normal form. */
const symbologiesOfOthers: readonly (readonly [RegExp, ForeignSymbology | 'nothing'])[] = [
  // with a composite component, a check digit, a prefix or a form of its own
  [
    /composite|cc[abc]$|^hibc|^pzn|^pharma|^code32|^ean[25]$|^addon|^mailmark|^identcode|^leitcode|^dpd|^flattermarken/,
    'nothing',
  ],
  [
    /^(?:royalmail|kix|japanpost|auspost|onecode|imb|usps|postnet|planet|daft|raw|symbol|rm4scc|koreapost|posti)/,
    'nothing',
  ],
  [/^(?:gs1)?databar|^rss|^gs1dotcode|^gs1northamericancoupon/, { type: 'datamatrix', gs1: 'true' }],
  [/^swissqr|^qrdot|^rmqr|^rectangularmicroqr|^jabcode/, { type: 'qr' }],
  [
    /417|^aztec|^dotcode|^hanxin|^maxi|^codeone|^ultracode|^codablock|^code16k|^code49|^gridmatrix/,
    { type: 'datamatrix' },
  ],
  [
    /^(?:code)?93|^code11|codabar|^msi|plessey|2of5|^code25|^telepen|^posicode|^channelcode|^bc412/,
    { type: 'code128' },
  ],
]
