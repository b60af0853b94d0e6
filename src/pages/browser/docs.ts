/** The page /docs: the service's OpenAPI document, readable, with links that try each request. */

import { buttonFor, byId, made, wireLanguageLinks } from './dom.ts'
import { Service } from './service.ts'
import { words } from './words.ts'

function openPage(): void {
  wireLanguageLinks()
  void load(new Service())
}

async function load(service: Service): Promise<void> {
  const outcome = await service.ask('api/v1/openapi.json')
  switch (outcome.kind) {
    case 'later':
      return again(service, outcome.seconds, `${words.service.later(outcome.seconds)} (${outcome.message})`)
    case 'unanswered':
      return again(service, outcome.seconds, words.service.unanswered(outcome.seconds))
    case 'refused':
      return place().replaceChildren(made('p', { lang: 'en' }, outcome.message))
    case 'done':
      show(new Description(objectIn((await outcome.response.json()) as Json)))
  }
}

const place = (): HTMLElement => byId('description', HTMLElement)

/** Loads again after `seconds`, or when asked to. */
function again(service: Service, seconds: number, why: string): void {
  const timer = setTimeout(load, seconds * 1000, service)
  const button = buttonFor(words.service.tryNow, () => {
    clearTimeout(timer)
    load(service)
  })
  place().replaceChildren(made('p', {}, why), button)
}

function show(api: Description): void {
  const { operations, info } = api
  place().replaceChildren(
    english(wordsIn(info.description)),
    ...operations.map((operation) => sectionOf(api, operation)),
    errorCodes(api),
  )
  byId('version', HTMLElement).textContent = wordsIn(info.version)
  byId('contents', HTMLElement).replaceChildren(
    ...operations.map(({ path }) => made('li', {}, made('a', { href: `#${idOf(path)}` }, path))),
    made('li', {}, made('a', { href: '#errors' }, words.docs.errorCodes)),
  )
  // the target of the URL's fragment did not exist when the browser looked for it
  document.getElementById(fragmentOf(location))?.scrollIntoView()
}

/** What the address names in the page; empty if it names nothing, or in no percent-encoding of UTF-8. */
function fragmentOf({ hash }: Location): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}

function idOf(path: string): string {
  return path.replace(/^\//, '').replace(/[^\w.-]+/g, '-')
}

function sectionOf(api: Description, operation: Operation): HTMLElement {
  const { path, method, is } = operation
  const target = api.targetOf(operation)
  const section = made('section', { id: idOf(path), 'aria-labelledby': `${idOf(path)}-name` })
  section.append(
    made('h2', { id: `${idOf(path)}-name` }, made('span', { class: 'method' }, method), ` ${path}`),
    made(
      'p',
      { class: 'summary', lang: 'en' },
      ...prose(wordsIn(is.summary)),
      ...(is.deprecated === true ? [' ', made('strong', {}, words.docs.deprecated)] : []),
    ),
    english(wordsIn(is.description)),
    method === 'POST'
      ? requestBody(api, operation)
      : made('p', { class: 'try' }, `${words.docs.tryIt}: `, linkTo(target)),
  )
  const query = api.queryOf(operation)
  if (query.length > 0) section.append(made('h3', {}, words.docs.parameters), parameterTable(api, operation, query))
  section.append(made('h3', {}, words.docs.responses), responses(api, operation))
  return section
}

/** What is sent, in each media type. */
function requestBody(api: Description, { is }: Operation): HTMLElement {
  const body = api.whole(is.requestBody)
  const types = Object.entries(objectIn(body.content)).map(([type, content]) => {
    const { schema, example } = objectIn(content)
    const { description } = api.whole(schema)
    const shown = typeof example === 'string' ? example : JSON.stringify(example, null, 2)
    return made(
      'figure',
      {},
      made('figcaption', { lang: 'en' }, made('code', {}, type), ' ', ...prose(wordsIn(description))),
      ...(example === undefined ? [] : [made('pre', {}, shown)]),
    )
  })
  return made('div', {}, made('h3', {}, words.docs.body), english(wordsIn(body.description)), ...types)
}

function parameterTable(api: Description, operation: Operation, query: readonly Parameter[]): HTMLElement {
  const rows = query.map((parameter) => {
    const { name, required, description, accepted, otherwise } = parameter
    const example = made('code', {}, `${name}=${parameter.example}`)
    const tried = operation.method === 'POST' ? example : linkTo(api.targetOf(operation, parameter), example)
    const head = [made('code', {}, name), ...(required ? [made('small', {}, words.docs.required)] : [])]
    return made(
      'tr',
      {},
      made('th', { scope: 'row' }, ...head),
      made('td', {}, english(description), made('p', { class: 'accepted' }, accepted)),
      made('td', { 'data-head': words.docs.default }, ...(otherwise === '' ? [] : [made('code', {}, otherwise)])),
      made('td', { 'data-head': words.docs.tryIt }, tried),
    )
  })
  return table([words.docs.name, words.docs.meaning, words.docs.default, words.docs.tryIt], rows)
}

/** A link to a path of the service. It shows the path as it is to be written here, where a proxy may have put another before it. */
function linkTo(path: string, shown?: HTMLElement): HTMLElement {
  const { href, pathname, search } = new URL(`.${path}`, document.baseURI)
  return made('a', { href }, shown ?? pathname + search)
}

function table(heads: readonly string[], rows: readonly HTMLElement[]): HTMLElement {
  const head = made('tr', {}, ...heads.map((name) => made('th', { scope: 'col' }, name)))
  return made('table', {}, made('thead', {}, head), made('tbody', {}, ...rows))
}

function responses(api: Description, operation: Operation): HTMLElement {
  const statuses = Object.entries(objectIn(operation.is.responses)).map(([status, reference]) => {
    const response = api.whole(reference)
    const types = Object.keys(objectIn(response.content)).join(', ')
    const more = [...examplesOf(api, operation, response), ...headersOf(api, response)]
    const line = [
      made('code', { class: 'status' }, status),
      made('span', { lang: 'en' }, ...prose(wordsIn(response.description)), ' ', made('small', {}, types)),
    ]
    return more.length === 0
      ? made('div', { class: 'answer' }, ...line)
      : made('details', { class: 'answer' }, made('summary', {}, ...line), ...more)
  })
  return made('div', { class: 'answers' }, ...statuses)
}

/** Example requests of an operation with their responses; a plain GET is a link where GET is the operation. */
function examplesOf(api: Description, { path, method }: Operation, response: JsonObject): HTMLElement[] {
  const examples = Object.values(objectIn(objectIn(objectIn(response.content)['application/json']).examples))
  return examples.map((example) => {
    const { summary, value } = api.whole(example)
    const request = wordsIn(summary).replace('{path}', path)
    const target = method === 'GET' ? /^GET (\/\S*)$/.exec(request)?.[1] : undefined
    return made(
      'figure',
      {},
      made('figcaption', {}, ...(target === undefined ? [request] : ['GET ', linkTo(target)])),
      made('pre', {}, JSON.stringify(value, null, 2)),
    )
  })
}

function headersOf(api: Description, response: JsonObject): HTMLElement[] {
  const headers = Object.entries(objectIn(response.headers))
  if (headers.length === 0) return []
  const rows = headers.map(([name, reference]) => {
    const { description, example } = api.whole(reference)
    const meaning = made('td', {}, english(wordsIn(description)), made('p', { class: 'accepted' }, wordsIn(example)))
    return made('tr', {}, made('th', { scope: 'row' }, made('code', {}, name)), meaning)
  })
  return [table([words.docs.header, words.docs.example], rows)]
}

function errorCodes(api: Description): HTMLElement {
  const schema = api.whole({ $ref: '#/components/schemas/ErrorCode' })
  const codes = listIn(schema.enum).map((word) => made('li', {}, made('code', {}, wordsIn(word))))
  const shape =
    '{ "error": { "code": string, "message": string, "faults"?: [{ "parameter", "code", "message", "position"? }] } }'
  return made(
    'section',
    { id: 'errors', 'aria-labelledby': 'errors-name' },
    made('h2', { id: 'errors-name' }, words.docs.errorCodes),
    made('p', {}, `${words.docs.errorBody} `, made('code', {}, shape), `. ${words.docs.stableCodes}`),
    made('ul', { class: 'codes' }, ...codes),
  )
}

/** A paragraph of what the service says, which is English. */
const english = (text: string): HTMLElement => made('p', { lang: 'en' }, ...prose(text))

/** Text as nodes; parts between backticks become code. */
function prose(text: string): (Node | string)[] {
  return text.split('`').map((part, i) => (i % 2 === 0 ? part : made('code', {}, part)))
}

type Json = null | boolean | number | string | readonly Json[] | JsonObject
interface JsonObject {
  readonly [name: string]: Json
}

interface Operation {
  readonly path: string
  readonly method: string
  readonly is: JsonObject
}

/** One parameter of a query, described for readers. */
interface Parameter {
  readonly name: string
  readonly required: boolean
  readonly description: string
  /** Its accepted values. */
  readonly accepted: string
  readonly otherwise: string
  readonly example: string
}

/** An OpenAPI document; anything that is missing is read as empty. */
class Description {
  readonly #document: JsonObject

  constructor(document: JsonObject) {
    this.#document = document
  }

  get info(): JsonObject {
    return objectIn(this.#document.info)
  }

  /** Operations that answer with a body; HEAD and OPTIONS are the same on every path. */
  get operations(): readonly Operation[] {
    return Object.entries(objectIn(this.#document.paths)).flatMap(([path, methods]) =>
      Object.entries(objectIn(methods))
        .filter(([method]) => method === 'get' || method === 'post')
        .map(([method, is]) => ({ path, method: method.toUpperCase(), is: objectIn(is) })),
    )
  }

  /** The object that `value` is or, by `$ref`, refers to; what stands beside `$ref` comes before what it refers to. */
  whole(value: Json | undefined): JsonObject {
    const { $ref, ...object } = objectIn(value)
    if (typeof $ref !== 'string') return object
    const path = $ref.replace(/^#\//, '').split('/')
    return { ...path.reduce((parent, name) => objectIn(parent[name]), this.#document), ...object }
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
          accepted: this.#acceptedBy(schema),
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

  /** The values that a schema accepts, in words. */
  #acceptedBy({ type, anyOf, enum: values, minimum, maximum, maxLength }: JsonObject): string {
    if (anyOf !== undefined) {
      const forms = listIn(anyOf).map((form) => this.#acceptedBy(this.whole(form)))
      return forms.join(words.docs.or)
    }
    if (values !== undefined) return listIn(values).map(wordsIn).join(', ')
    if (type === 'boolean') return 'true, false'
    if (minimum !== undefined)
      return words.docs[type === 'integer' ? 'wholeNumber' : 'number'](wordsIn(minimum), wordsIn(maximum))
    if (maxLength === undefined) return type === undefined ? words.docs.asDescribed : wordsIn(type)
    return words.docs.longest(wordsIn(maxLength))
  }
}

function objectIn(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !isList(value) ? value : {}
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

function listIn(value: Json | undefined): readonly Json[] {
  return value !== undefined && isList(value) ? value : []
}

function wordsIn(value: Json | undefined): string {
  return value === undefined || value === null ? '' : String(value)
}

openPage()
