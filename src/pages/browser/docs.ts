import './language-links.ts'
import { byId, made } from './dom.ts'
import {
  Description,
  type Json,
  type JsonObject,
  listIn,
  type Operation,
  objectIn,
  type Parameter,
  wordsIn,
} from './openapi.ts'
import { ask } from './service.ts'
import { words } from './words.ts'

const place = byId('description', HTMLElement)
const source = 'api/v1/openapi.json'

/** What the service says is English. */
const english = { lang: 'en' }

await load()

async function load(): Promise<void> {
  const outcome = await ask(source)
  switch (outcome.kind) {
    case 'later':
      return again(outcome.seconds, `${words.service.later(outcome.seconds)} (${outcome.message})`)
    case 'unanswered':
      return again(outcome.seconds, words.service.unanswered(outcome.seconds))
    case 'refused':
      return place.replaceChildren(made('p', english, outcome.message))
    case 'done':
      show(new Description(objectIn((await outcome.response.json()) as Json)))
  }
}

/** Loads again after `seconds`, or when asked to. */
function again(seconds: number, why: string): void {
  const timer = setTimeout(load, seconds * 1000)
  const button = made('button', { type: 'button' }, words.service.tryNow)
  button.addEventListener('click', () => {
    clearTimeout(timer)
    load()
  })
  place.replaceChildren(made('p', {}, why), button)
}

function show(api: Description): void {
  const { operations, info } = api
  place.replaceChildren(
    made('p', english, ...prose(wordsIn(info.description))),
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
      { class: 'summary', ...english },
      ...prose(wordsIn(is.summary)),
      ...(is.deprecated === true ? [' ', made('strong', {}, words.docs.deprecated)] : []),
    ),
    made('p', english, ...prose(wordsIn(is.description))),
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
      made('figcaption', english, made('code', {}, type), ' ', ...prose(wordsIn(description))),
      ...(example === undefined ? [] : [made('pre', {}, shown)]),
    )
  })
  return made(
    'div',
    {},
    made('h3', {}, words.docs.body),
    made('p', english, ...prose(wordsIn(body.description))),
    ...types,
  )
}

function parameterTable(api: Description, operation: Operation, query: readonly Parameter[]): HTMLElement {
  const rows = query.map((parameter) =>
    made(
      'tr',
      {},
      made(
        'th',
        { scope: 'row' },
        made('code', {}, parameter.name),
        ...(parameter.required ? [made('small', {}, words.docs.required)] : []),
      ),
      made(
        'td',
        {},
        made('p', english, ...prose(parameter.description)),
        made('p', { class: 'accepted' }, parameter.accepted),
      ),
      made(
        'td',
        { 'data-head': words.docs.default },
        ...(parameter.otherwise === '' ? [] : [made('code', {}, parameter.otherwise)]),
      ),
      made(
        'td',
        { 'data-head': words.docs.tryIt },
        operation.method === 'POST'
          ? example(parameter)
          : linkTo(api.targetOf(operation, parameter), example(parameter)),
      ),
    ),
  )
  return table([words.docs.name, words.docs.meaning, words.docs.default, words.docs.tryIt], rows)
}

/** A link to a path of the service. It shows the path as it is to be written here, where a proxy may have put another before it. */
function linkTo(path: string, shown?: HTMLElement): HTMLElement {
  const { href, pathname, search } = new URL(`.${path}`, document.baseURI)
  return made('a', { href }, shown ?? pathname + search)
}

function example({ name, example }: Parameter): HTMLElement {
  return made('code', {}, `${name}=${example}`)
}

function table(heads: readonly string[], rows: readonly HTMLElement[]): HTMLElement {
  const head = made('tr', {}, ...heads.map((name) => made('th', { scope: 'col' }, name)))
  return made('table', {}, made('thead', {}, head), made('tbody', {}, ...rows))
}

function responses(api: Description, { is }: Operation): HTMLElement {
  const statuses = Object.entries(objectIn(is.responses)).map(([status, reference]) => {
    const response = api.whole(reference)
    const types = Object.keys(objectIn(response.content)).join(', ')
    const more = [...examplesOf(response), ...headersOf(api, response)]
    const line = [
      made('code', { class: 'status' }, status),
      made('span', english, ...prose(wordsIn(response.description)), ' ', made('small', {}, types)),
    ]
    return more.length === 0
      ? made('div', { class: 'answer' }, ...line)
      : made('details', { class: 'answer' }, made('summary', {}, ...line), ...more)
  })
  return made('div', { class: 'answers' }, ...statuses)
}

/** Example requests with their responses; a plain GET is a link. */
function examplesOf(response: JsonObject): HTMLElement[] {
  const examples = Object.values(objectIn(objectIn(objectIn(response.content)['application/json']).examples))
  return examples.map(objectIn).map(({ summary, value }) => {
    const request = wordsIn(summary)
    const target = /^GET (\/[^\s{]*)$/.exec(request)?.[1]
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
    return made(
      'tr',
      {},
      made('th', { scope: 'row' }, made('code', {}, name)),
      made(
        'td',
        {},
        made('p', english, ...prose(wordsIn(description))),
        made('p', { class: 'accepted' }, wordsIn(example)),
      ),
    )
  })
  return [table([words.docs.header, words.docs.example], rows)]
}

function errorCodes(api: Description): HTMLElement {
  const { properties } = api.whole({ $ref: '#/components/schemas/Error' })
  const { code } = objectIn(objectIn(objectIn(properties).error).properties)
  const codes = listIn(objectIn(code).enum).map((word) => made('li', {}, made('code', {}, wordsIn(word))))
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

/** Text as nodes; parts between backticks become code. */
function prose(text: string): (Node | string)[] {
  return text.split('`').map((part, i) => (i % 2 === 0 ? part : made('code', {}, part)))
}
