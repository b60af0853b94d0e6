import { words } from './words.ts'

export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [name: string]: Json
}

export interface Operation {
  readonly path: string
  readonly method: string
  readonly is: JsonObject
}

/** One parameter of a query, described for people. */
export interface Parameter {
  readonly name: string
  readonly required: boolean
  readonly description: string
  /** Its accepted values. */
  readonly accepted: string
  readonly otherwise: string
  readonly example: string
}

/** An OpenAPI document; anything that is missing is read as empty. */
export class Description {
  private readonly document: JsonObject

  constructor(document: JsonObject) {
    this.document = document
  }

  get info(): JsonObject {
    return objectIn(this.document.info)
  }

  /** Operations that answer with a body; HEAD and OPTIONS are the same on every path. */
  get operations(): readonly Operation[] {
    return Object.entries(objectIn(this.document.paths)).flatMap(([path, methods]) =>
      Object.entries(objectIn(methods))
        .filter(([method]) => method === 'get' || method === 'post')
        .map(([method, is]) => ({ path, method: method.toUpperCase(), is: objectIn(is) })),
    )
  }

  /** The object that `value` is or, by `$ref`, refers to. */
  whole(value: Json | undefined): JsonObject {
    const object = objectIn(value)
    if (typeof object.$ref !== 'string') return object
    const path = object.$ref.replace(/^#\//, '').split('/')
    return path.reduce((parent, name) => objectIn(parent[name]), this.document)
  }

  queryOf({ is }: Operation): readonly Parameter[] {
    return listIn(is.parameters)
      .map((parameter) => this.whole(parameter))
      .filter((parameter) => parameter.in === 'query')
      .map((parameter) => {
        const schema = this.whole(parameter.schema)
        return {
          name: wordsIn(parameter.name),
          required: parameter.required === true,
          description: wordsIn(parameter.description),
          accepted: acceptedBy(schema),
          otherwise: wordsIn(schema.default),
          example: wordsIn(parameter.example),
        }
      })
  }

  /** A request with the required parameters, and with `more` in addition. */
  targetOf(operation: Operation, more?: Parameter): string {
    const given = this.queryOf(operation).filter((parameter) => parameter.required || parameter.name === more?.name)
    const query = new URLSearchParams(given.map(({ name, example }) => [name, example]))
    return given.length === 0 ? operation.path : `${operation.path}?${query}`
  }
}

function acceptedBy({ type, anyOf, enum: values, minimum, maximum, maxLength }: JsonObject): string {
  if (anyOf !== undefined) return listIn(anyOf).map(objectIn).map(acceptedBy).join(words.docs.or)
  if (values !== undefined) return listIn(values).map(wordsIn).join(', ')
  if (type === 'boolean') return 'true, false'
  if (minimum !== undefined)
    return words.docs[type === 'integer' ? 'wholeNumber' : 'number'](wordsIn(minimum), wordsIn(maximum))
  if (maxLength === undefined) return type === undefined ? words.docs.asDescribed : wordsIn(type)
  return words.docs.longest(wordsIn(maxLength))
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
