/** An OpenAPI document as the pages below /docs and their scripts read it; anything that is missing is read as empty. */

export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [name: string]: Json
}

/** An operation that answers with a body. */
export interface Operation {
  readonly path: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly is: JsonObject
}

/** One parameter of a query or a path, or a header of a request, described for readers. */
export interface DescribedParameter {
  readonly name: string
  readonly in: 'query' | 'header' | 'path'
  readonly required: boolean
  readonly description: string
  /** Its accepted values, in words. */
  readonly accepted: string
  /** All of its values, if they are counted. */
  readonly values: readonly string[] | undefined
  /** Some of its values, if there are others. */
  readonly suggested: readonly string[]
  /** Whether it is a text that may have several lines. */
  readonly isLong: boolean
  readonly otherwise: string
  readonly example: string
}

/** A media type of a request's body, with an example as text. */
export interface BodyType {
  readonly type: string
  readonly description: string
  readonly example: string
}

/** A stable code of an error: why it comes, and what to do. */
export interface ErrorNote {
  readonly status: string
  readonly cause: string
  readonly cure: string
}

/** What a page says of the values that are accepted. */
interface ValueWords {
  readonly or: string
  readonly asDescribed: string
  wholeNumber(least: string, most: string): string
  number(least: string, most: string): string
  longest(count: string): string
}

/** The address of an operation's page. */
export const operationAddress = ({ is }: Operation): string => `/docs/operations/${wordsIn(is.operationId)}`

/** The name that an operation had as an anchor of one page of all. */
export const formerAnchor = ({ path }: Operation): string => path.replace(/^\//, '').replace(/[^\w.-]+/g, '-')

/** Where a parameter can stand. */
const places = ['query', 'header', 'path'] as const

/** The length from which a text is given room for lines. */
const long = 500

export class ApiDescription {
  readonly #document: JsonObject
  readonly #words: ValueWords

  constructor(document: JsonObject, words: ValueWords) {
    this.#document = document
    this.#words = words
  }

  get info(): JsonObject {
    return objectIn(this.#document.info)
  }

  /** The subjects of the operations. */
  get tags(): readonly JsonObject[] {
    return listIn(this.#document.tags).map(objectIn)
  }

  /** HEAD and OPTIONS are left out: they are the same on every path. */
  get operations(): readonly Operation[] {
    return Object.entries(objectIn(this.#document.paths)).flatMap(([path, methods]) =>
      (['GET', 'POST', 'PUT', 'DELETE'] as const)
        .filter((method) => method.toLowerCase() in objectIn(methods))
        .map((method) => ({ path, method, is: objectIn(objectIn(methods)[method.toLowerCase()]) })),
    )
  }

  /** The object that `value` is or, by `$ref`, refers to; what stands beside `$ref` comes before what it refers to. */
  whole(value: Json | undefined): JsonObject {
    const { $ref, ...object } = objectIn(value)
    if (typeof $ref !== 'string') return object
    const path = $ref.replace(/^#\//, '').split('/')
    return { ...path.reduce((parent, name) => objectIn(parent[name]), this.#document), ...object }
  }

  parametersOf({ is }: Operation): readonly DescribedParameter[] {
    return listIn(is.parameters)
      .map((parameter) => this.whole(parameter))
      .map((parameter) => {
        const schema = this.whole(parameter.schema)
        return {
          name: wordsIn(parameter.name),
          in: places.find((place) => place === parameter.in) ?? 'query',
          required: parameter.required === true,
          description: wordsIn(parameter.description),
          accepted: this.#acceptedBy(schema),
          values: valuesOf(schema),
          suggested: listIn(schema.anyOf).flatMap((form) => valuesOf(this.whole(form)) ?? []),
          isLong: Number(schema.maxLength ?? 0) >= long,
          otherwise: wordsIn(schema.default),
          example: wordsIn(parameter.example),
        }
      })
  }

  /** The media types that an operation takes a body of. */
  bodiesOf({ is }: Operation): readonly BodyType[] {
    return Object.entries(objectIn(this.whole(is.requestBody).content)).map(([type, content]) => {
      const { schema, example, examples } = objectIn(content)
      const [first] = Object.values(objectIn(examples))
      const shown = example ?? this.whole(first).value ?? ''
      return { type, description: wordsIn(this.whole(schema).description), example: asText(shown, type) }
    })
  }

  /** What to do about the errors of the API, by code. */
  get errors(): ReadonlyMap<string, ErrorNote> {
    const schema = this.whole({ $ref: '#/components/schemas/ErrorCode' })
    const notes = objectIn(schema['x-errors'])
    return new Map(
      listIn(schema.enum).map((code) => {
        const { status, cause, cure } = objectIn(notes[wordsIn(code)])
        return [wordsIn(code), { status: wordsIn(status), cause: wordsIn(cause), cure: wordsIn(cure) }]
      }),
    )
  }

  /** The values that a schema accepts, in words. */
  #acceptedBy(schema: JsonObject): string {
    const { type, anyOf, minimum, maximum, maxLength } = schema
    if (anyOf !== undefined) {
      const forms = listIn(anyOf).map((form) => this.#acceptedBy(this.whole(form)))
      return forms.join(this.#words.or)
    }
    const values = valuesOf(schema)
    if (values !== undefined) return values.join(', ')
    if (minimum !== undefined)
      return this.#words[type === 'integer' ? 'wholeNumber' : 'number'](wordsIn(minimum), wordsIn(maximum))
    if (maxLength === undefined) return type === undefined ? this.#words.asDescribed : wordsIn(type)
    return this.#words.longest(wordsIn(maxLength))
  }
}

/** All values of a schema, if they are counted. */
function valuesOf({ type, enum: values, const: only }: JsonObject): readonly string[] | undefined {
  if (values !== undefined) return listIn(values).map(wordsIn)
  if (only !== undefined) return [wordsIn(only)]
  return type === 'boolean' ? ['true', 'false'] : undefined
}

/** An example of a body as it is sent. */
function asText(example: Json, type: string): string {
  if (typeof example === 'string') return example
  if (type !== 'application/x-www-form-urlencoded') return JSON.stringify(example, null, 2)
  return `${new URLSearchParams(Object.entries(objectIn(example)).map(([name, value]): [string, string] => [name, wordsIn(value)]))}`
}

export function objectIn(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !isList(value) ? value : {}
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

export function listIn(value: Json | undefined): readonly Json[] {
  return value !== undefined && isList(value) ? value : []
}

export function wordsIn(value: Json | undefined): string {
  return value === undefined || value === null ? '' : String(value)
}
