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

const place = byId('description', HTMLElement)
const source = '/api/v1/openapi.json'

await load()

async function load(): Promise<void> {
  const outcome = await ask(source)
  switch (outcome.kind) {
    case 'later':
      return again(outcome.seconds, `One moment: this page tries again in ${outcome.seconds} s. (${outcome.message})`)
    case 'unanswered':
      return again(outcome.seconds, `The service does not answer. This page tries again in ${outcome.seconds} s.`)
    case 'refused':
      return place.replaceChildren(made('p', {}, outcome.message))
    case 'done':
      show(new Description(objectIn((await outcome.response.json()) as Json)))
  }
}

/** Loads again after `seconds`, or when asked to. */
function again(seconds: number, words: string): void {
  const timer = setTimeout(load, seconds * 1000)
  const button = made('button', { type: 'button' }, 'Try again now')
  button.addEventListener('click', () => {
    clearTimeout(timer)
    load()
  })
  place.replaceChildren(made('p', {}, words), button)
}

function show(api: Description): void {
  const { operations, info } = api
  place.replaceChildren(
    made('p', {}, ...prose(wordsIn(info.description))),
    ...operations.map((operation) => sectionOf(api, operation)),
    errorCodes(api),
  )
  byId('version', HTMLElement).textContent = wordsIn(info.version)
  byId('contents', HTMLElement).replaceChildren(
    ...operations.map(({ path }) => made('li', {}, made('a', { href: `#${idOf(path)}` }, path))),
    made('li', {}, made('a', { href: '#errors' }, 'Error codes')),
  )
  // the target of the URL's fragment did not exist when the browser looked for it
  if (location.hash !== '') document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView()
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
      { class: 'summary' },
      ...prose(wordsIn(is.summary)),
      ...(is.deprecated === true ? [' ', made('strong', {}, 'Deprecated.')] : []),
    ),
    made('p', {}, ...prose(wordsIn(is.description))),
    made('p', { class: 'try' }, 'Try it: ', made('a', { href: target }, target)),
  )
  const query = api.queryOf(operation)
  if (query.length > 0) section.append(made('h3', {}, 'Parameters'), parameterTable(api, operation, query))
  section.append(made('h3', {}, 'Responses'), responses(api, operation))
  return section
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
        ...(parameter.required ? [made('small', {}, 'required')] : []),
      ),
      made(
        'td',
        {},
        made('p', {}, ...prose(parameter.description)),
        made('p', { class: 'accepted' }, parameter.accepted),
      ),
      made(
        'td',
        { 'data-head': 'Default' },
        ...(parameter.otherwise === '' ? [] : [made('code', {}, parameter.otherwise)]),
      ),
      made(
        'td',
        { 'data-head': 'Try it' },
        made(
          'a',
          { href: api.targetOf(operation, parameter) },
          made('code', {}, `${parameter.name}=${parameter.example}`),
        ),
      ),
    ),
  )
  return table(['Name', 'Meaning and accepted values', 'Default', 'Try it'], rows)
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
      made('span', {}, ...prose(wordsIn(response.description)), ' ', made('small', {}, types)),
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
      made('figcaption', {}, ...(target === undefined ? [request] : ['GET ', made('a', { href: target }, target)])),
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
      made('td', {}, made('p', {}, ...prose(wordsIn(description))), made('p', { class: 'accepted' }, wordsIn(example))),
    )
  })
  return [table(['Header', 'Meaning and example'], rows)]
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
    made('h2', { id: 'errors-name' }, 'Error codes'),
    made(
      'p',
      {},
      'Every error has the body ',
      made('code', {}, shape),
      '. The codes are for programs and do not change:',
    ),
    made('ul', { class: 'codes' }, ...codes),
  )
}

/** Text as nodes; parts between backticks become code. */
function prose(words: string): (Node | string)[] {
  return words.split('`').map((part, i) => (i % 2 === 0 ? part : made('code', {}, part)))
}
