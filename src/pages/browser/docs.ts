/** The page /docs: the service's OpenAPI document, readable, with a form, code and an answer for each operation. */

import { buttonFor, byId, made, wireLanguageLinks } from './dom.ts'
import { Description, type Json, type JsonObject, type Operation, objectIn, wordsIn } from './openapi.ts'
import { CodeChoice, prose, workbench } from './operation.ts'
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
  const choice = new CodeChoice()
  place().replaceChildren(
    english(wordsIn(info.description)),
    ...operations.map((operation) => sectionOf(api, operation, choice)),
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

function sectionOf(api: Description, operation: Operation, choice: CodeChoice): HTMLElement {
  const { path, method, is } = operation
  const id = idOf(path)
  return made(
    'section',
    { id, 'aria-labelledby': `${id}-name` },
    made('h2', { id: `${id}-name` }, made('span', { class: 'method' }, method), ` ${path}`),
    made(
      'p',
      { class: 'summary', lang: 'en' },
      ...prose(wordsIn(is.summary)),
      ...(is.deprecated === true ? [' ', made('strong', {}, words.docs.deprecated)] : []),
    ),
    english(wordsIn(is.description)),
    workbench(api, operation, choice),
    made('h3', {}, words.docs.responses),
    responses(api, operation),
  )
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

/** Every code with its status, why it comes, and what to do. */
function errorCodes(api: Description): HTMLElement {
  const rows = [...api.errors].map(([code, { status, cause, cure }]) =>
    made(
      'tr',
      { id: `error-${code}` },
      made('th', { scope: 'row' }, made('code', {}, code), made('small', {}, status)),
      made('td', { lang: 'en', 'data-head': words.docs.cause }, ...prose(cause)),
      made('td', { lang: 'en', 'data-head': words.docs.cure }, ...prose(cure)),
    ),
  )
  const shape =
    '{ "error": { "code": string, "message": string, "faults"?: [{ "parameter", "code", "message", "position"?, "suggestion"? }] } }'
  return made(
    'section',
    { id: 'errors', 'aria-labelledby': 'errors-name' },
    made('h2', { id: 'errors-name' }, words.docs.errorCodes),
    made('p', {}, `${words.docs.errorBody} `, made('code', {}, shape), `. ${words.docs.stableCodes}`),
    table([words.docs.errorCode, words.docs.cause, words.docs.cure], rows),
  )
}

/** A paragraph of what the service says, which is English. */
const english = (text: string): HTMLElement => made('p', { lang: 'en' }, ...prose(text))

openPage()
