/** Addresses of other services: a request in their words is read as one for a barcode, and answered as any other is. */

import { quoted, type Suggestion, type Symbology } from '../../../../symbologies/index.ts'
import { type Answer, type Endpoint, errorAnswer, faultsAnswer, type Sender } from '../../../answer.ts'
import type { BarcodeRequest } from '../../../draw.ts'
import type { FormFault } from '../../../request/form-faults.ts'
import type { Given, Parameters, Request } from '../../../request/parameter.ts'
import { parameters } from '../../../request/params.ts'
import { didYouMean, normalForm, proposedWord } from '../../../request/proposals.ts'
import { type Reading, requestReader, symbolReader } from '../../../request/reader.ts'
import { madeOf, NotServed, type Written } from '../../../request/refusals.ts'
import { symbologyMeanings } from '../../../request/spellings.ts'
import { queryEndpoint } from '../endpoint.ts'
import { type Draw, image, verifiedBy } from '../images.ts'

/** What a request of another service asks for. */
export interface Wanted {
  /** Its symbol, by the parameters of /api/v1/barcode, which judge it. */
  readonly symbol: SymbolValues
  /** How that is drawn, which the other service measures in its own way. */
  readonly picture: Picture
  /** Parameters of the other service that are served, but not with the values that they have. */
  readonly ignored?: readonly string[]
}

/** Values of parameters of /api/v1/barcode. */
export type SymbolValues = { readonly type: Symbology; readonly text: string } & {
  readonly [name: string]: string | undefined
}

export type Picture = Partial<
  Pick<
    BarcodeRequest,
    'format' | 'includetext' | 'caption' | 'scale' | 'size' | 'padding' | 'height' | 'rotate' | 'dpi'
  >
>

/** The address of another service: one table of its parameters, and what they mean here. */
export interface Service<T extends Parameters> {
  /** The documented parameters that are served; all others are named in Quietzone-Ignored. */
  readonly parameters: T
  /** The names there of parameters of /api/v1/barcode. */
  readonly names: { readonly [name: string]: string }
  /** The names there of symbologies, to suggest them. */
  readonly types: { readonly [S in Symbology]?: string }
  /** @throws NotServed */
  readonly wanted: (asked: Request<T>) => Wanted
  /** The query as it is read; by default as it is sent. */
  readonly queryOf?: (query: string) => string
  /** What the path says after that of the route; undefined if it is none of the service. By default nothing, or a slash. */
  readonly pathOf?: (rest: string) => Given | undefined
}

/** The endpoint of another service's address. */
export function compat<T extends Parameters>(service: Service<T>, draw: Draw): Endpoint {
  const read = requestReader(service.parameters)
  const written = inWordsOf(service)
  const { queryOf = (query) => query, pathOf = onlySlash } = service
  const answer = queryEndpoint<[string?, Sender?], Answer>(
    service.parameters,
    ({ given, others }, _language, sender) => {
      const ofPath = pathOf(sender?.segment ?? '')
      if (ofPath === undefined) return nowhere
      let ignored: readonly string[] | undefined
      const readBarcode = (values: Given): Reading<BarcodeRequest> => {
        const { request: asked, faults } = read(values, others)
        if (asked === undefined) return { faults }
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

const onlySlash = (rest: string): Given | undefined => (rest === '' || rest === '/' ? {} : undefined)

const nowhere = errorAnswer('not_found', 'not a path of this service; /api/v1/openapi.json lists them')

const readSymbol = symbolReader(parameters.barcode)

function barcodeOf<T extends Parameters>(
  { ...symbol }: SymbolValues,
  picture: Picture,
  { names }: Service<T>,
): Reading<BarcodeRequest> {
  const { request, faults } = readSymbol(symbol)
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
function inWordsOf<T extends Parameters>({ names, types }: Service<T>): Written {
  const written = (change: Suggestion): Suggestion | undefined => {
    const entries = Object.entries(change).map(([name, value]): [string | undefined, string | undefined] => {
      if (name === 'type') return [names.type, types[value as Symbology]]
      return [sameValues.has(name) ? names[name] : undefined, value]
    })
    return entries.every(([name, value]) => name !== undefined && value !== undefined)
      ? Object.fromEntries(entries)
      : undefined
  }
  return (refusal, request) => {
    // said in these words already
    if (refusal.code === 'not_served') return refusal
    const faults = refusal.faults.map(({ suggestion: change, ...fault }) => {
      const suggestion = change && written(change)
      return { ...fault, parameter: names[fault.parameter] ?? fault.parameter, ...(suggestion && { suggestion }) }
    })
    // what is no GS1 message is often no more than a text
    const plain =
      refusal.code.startsWith('gs1_') && faults.every(({ suggestion }) => suggestion === undefined)
        ? written({ type: (request as BarcodeRequest | undefined)?.type ?? '' })
        : undefined
    return { ...refusal, faults: plain ? faults.map((fault) => ({ ...fault, suggestion: plain })) : faults }
  }
}

/** What a symbology of another service is here. */
export type Kind = { readonly type: Symbology } & { readonly [name: string]: string }

/**
 * What the symbology is here that another service calls this.
 *
 * @param kinds  by the names there, in normal form
 * @throws NotServed  with one that does the same work
 */
export function kindNamed(
  given: string,
  kinds: { readonly [name: string]: Kind },
  { parameter, types }: { readonly parameter: string; readonly types: Service<Parameters>['types'] },
): Kind {
  const form = normalForm(given)
  if (Object.hasOwn(kinds, form)) return kinds[form]!
  const meant = proposedWord(given, Object.keys(kinds))
  const other = meant ?? types[substituteFor(form)]
  const what = `${quoted(given)} is not drawn here`
  if (other === undefined) throw new NotServed(parameter, `${what}; accepted: ${Object.keys(kinds).join(', ')}`)
  const advice = meant === undefined ? `; ${parameter}=${other} carries such texts` : didYouMean(meant)
  throw new NotServed(parameter, what + advice, { [parameter]: other })
}

/** A symbology of the ten that carries what others carry: much text or little. */
function substituteFor(form: string): Symbology {
  const type = symbologyMeanings(form, [])?.suggestion?.type
  if (type !== undefined) return type as Symbology
  return /417|aztec|dotcode|hanxin|maxi|qr|codeone|ultra|databar|rss|composite|cc[abc]|codablock/.test(form)
    ? 'datamatrix'
    : 'code128'
}
