import { catalogue, type OptionsOf, type Symbology, structure, symbologies } from '../../symbologies/index.ts'
import type { Answer, Endpoint } from '../answer.ts'
import { type Explanation, explainContent, explanationJson } from '../explain/index.ts'
import { narrowedTo } from './explain-options.ts'
import { type FormFault, isFaults } from './form-faults.ts'
import { withIgnored } from './ignored.ts'
import { refused, unprocessable } from './images.ts'
import { type Parameters, parameters, type Request } from './params.ts'
import type { Query } from './query.ts'
import { type Narrowed, queryParser, requestReader } from './request-reader.ts'
import { thisYear } from './this-year.ts'

export type ExplainRequest = Request<typeof parameters.explain>

const typeOnly = { type: parameters.explain.type }
type TypeRequest = Request<typeof typeOnly>

const hour = 3600

/** GET /api/v1/explain: a symbol, and the reason for each of its modules. */
export function explanation(): Endpoint {
  const parsed = queryParser(parameters.explain)
  const read = explainReader<Query>(requestReader, queriedType())
  return (raw) => {
    const query = parsed(raw)
    return withIgnored(answerTo(read(query)), query.others)
  }
}

/** Reads the type alone from a query that is parsed for all parameters. */
function queriedType(): (query: Query) => TypeRequest | readonly FormFault[] {
  const index = Object.keys(parameters.explain).indexOf('type')
  const read = requestReader(typeOnly)
  return ({ values, counts }) => read({ values: [values[index]], counts: [counts[index]!] })
}

function answerTo(request: ExplainRequest | readonly FormFault[]): Answer {
  if (isFaults(request)) return refused(request)
  try {
    const body = explanationJson(explained(request))
    return { status: 200, type: 'application/json', body, maxAge: hour, headers: [] }
  } catch (error) {
    return unprocessable(error)
  }
}

/** givenReader, or requestReader. */
type Reader<From> = <T extends Parameters>(
  table: T,
  narrowed?: Narrowed<T>,
) => (from: From) => Request<T> | readonly FormFault[]

/**
 * A function that reads a request to explain. The symbology decides which options it accepts, and their ranges; if it is unknown,
 * an option may have the values of any symbology.
 *
 * @param reader  makes a function that reads a request by a table
 * @param readType  reads the type alone
 */
export function explainReader<From>(
  reader: Reader<From>,
  readType: (from: From) => TypeRequest | readonly FormFault[] = reader(typeOnly),
): (from: From) => ExplainRequest | readonly FormFault[] {
  const readAny = reader(parameters.explain)
  const readers = new Map(symbologies.map((type) => [type, reader(parameters.explain, narrowedTo(type))]))
  return (from) => {
    const known = readType(from)
    const read = isFaults(known) ? readAny : readers.get(known.type)!
    const request = read(from)
    return isFaults(request) ? request : (levelFault(request) ?? request)
  }
}

/** The fault of a level that the Micro QR version does not have. */
function levelFault({ type, version, level }: ExplainRequest): readonly FormFault[] | undefined {
  if (type !== 'microqr' || version === undefined || level === undefined) return undefined
  const levels = structure.microQrKinds.filter((kind) => kind.version === version).map((kind) => kind.level)
  if (levels.some((one) => one === level)) return undefined
  const message =
    levels[0] === undefined
      ? 'version 1 has none'
      : `"${level}" is not one of ${levels.join(', ')}, the levels of version ${version}`
  return [{ parameter: 'level', code: 'invalid_parameter', message, sentence: `level: ${message}` }]
}

/** @throws EncodeError, Gs1Error */
export function explained(request: ExplainRequest): Explanation {
  return explainContent(request.type, request, optionsIn(request), thisYear())
}

/** The options in the request, with the values that the encoder takes. */
function optionsIn(request: ExplainRequest): OptionsOf<Symbology> {
  const given: { readonly [name: string]: unknown } = request
  const options: Record<string, unknown> = {}
  for (const [name, { values }] of Object.entries(catalogue[request.type].options)) {
    const value = given[name]
    if (value !== undefined) options[name] = values === undefined ? value : values[String(value)]
  }
  return options
}
