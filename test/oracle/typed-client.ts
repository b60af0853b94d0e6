/** The little of OpenAPI 3.1 that a client is generated from. */
export interface Description {
  readonly paths: { readonly [path: string]: { readonly get?: Operation } }
  readonly components: {
    readonly parameters: { readonly [name: string]: Parameter }
    readonly schemas: { readonly [name: string]: Schema }
    readonly responses: { readonly [name: string]: Response }
  }
}

interface Operation {
  readonly operationId: string
  readonly deprecated?: boolean
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly responses: { readonly [status: string]: Response | Reference }
}

interface Response {
  readonly content?: { readonly [type: string]: unknown }
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description: string
  readonly schema: Schema | Reference
}

interface Schema {
  readonly type: string
  readonly enum?: readonly string[]
}

interface Reference {
  readonly $ref: string
}

/**
 * A client in TypeScript for every GET of `description`: one function each, its parameters typed as the schemas say,
 * its result by the media types of status 200. Only the description is known to whoever writes this.
 */
export function typedClient(description: Description): string {
  const functions = Object.entries(description.paths).flatMap(([path, { get }]) =>
    get === undefined ? [] : [functionOf(path, get, description)],
  )
  return `${prelude}\n${functions.join('\n')}`
}

const prelude = `
export interface Answer<Type extends string> {
  readonly status: number
  readonly type: Type | 'application/json'
  readonly body: ArrayBuffer
}

async function ask<Type extends string>(base: string, path: string, query: object): Promise<Answer<Type>> {
  const inPath = (name: string): boolean => path.includes('{' + name + '}')
  const parts = Object.entries(query)
  const filled = parts.reduce((sofar, [name, value]) => sofar.replace('{' + name + '}', encodeURIComponent(value)), path)
  const url = new URL(filled, base)
  for (const [name, value] of parts) if (!inPath(name)) url.searchParams.set(name, String(value))
  const response = await fetch(url)
  const type = response.headers.get('content-type') as Type
  return { status: response.status, type, body: await response.arrayBuffer() }
}
`

function functionOf(path: string, operation: Operation, { components }: Description): string {
  const parameters = (operation.parameters ?? []).map((parameter) => whole(parameter, components.parameters))
  const ofAddress = parameters.filter((parameter) => parameter.in !== 'header')
  const fields = ofAddress.map((parameter) => fieldOf(parameter, whole(parameter.schema, components.schemas)))
  // what leaves the service by another address has none
  const answered = whole(operation.responses[200] ?? operation.responses[302] ?? {}, components.responses)
  const types = Object.keys(answered.content ?? {}).map((type) => JSON.stringify(type))
  return [
    operation.deprecated ? '/** @deprecated */' : '',
    `export function ${operation.operationId}(base: string, query: {\n${fields.join('\n')}\n}): Promise<Answer<${types.join(' | ')}>> {`,
    `  return ask(base, ${JSON.stringify(path)}, query)`,
    '}',
  ].join('\n')
}

/** What `part` is or, by `$ref`, refers to among `components`. */
function whole<T extends object>(part: T | Reference, components: { readonly [name: string]: T }): T {
  return '$ref' in part ? components[part.$ref.split('/').at(-1)!]! : part
}

function fieldOf({ name, required, description }: Parameter, schema: Schema): string {
  const type = schema.enum?.map((word) => JSON.stringify(word)).join(' | ') ?? primitives[schema.type]
  return `  /** ${description} */\n  readonly ${JSON.stringify(name)}${required ? '' : '?'}: ${type}`
}

const primitives: { readonly [type: string]: string } = {
  string: 'string',
  boolean: 'boolean',
  integer: 'number',
  number: 'number',
}
