/** The API below /docs: its operations in a list, a page for each, and one for the codes of errors, readable without a script. */

import { addressOf, contentOf, framed, pages, relative, type Spoken, searched, textOf, wordsOf } from './document.ts'
import { element, escaped } from './html.ts'
import { manual } from './manual.ts'
import {
  ApiDescription,
  type DescribedParameter,
  formerAnchor,
  type Json,
  type JsonObject,
  listIn,
  type Operation,
  objectIn,
  operationAddress,
  wordsIn,
} from './openapi.ts'
import type { PageWords } from './words/index.ts'

/** A page of the API. */
interface ApiPage {
  readonly path: string
  html(spoken: Spoken): string
}

const page = pages.find(({ program }) => program === 'docs')!
const errorsPath = '/docs/errors'

const document: Json = JSON.parse(textOf('src/server/api/openapi.json'))

/** What the texts of one page are made of. */
interface Place {
  readonly api: ApiDescription
  readonly path: string
  readonly spoken: Spoken
  readonly words: PageWords['docs']
}

/** All pages of the API. */
export function apiPages(): readonly ApiPage[] {
  const { operations } = new ApiDescription(objectIn(document), wordsOf.en.docs)
  return [
    { path: page.path, html: (spoken) => pageOf(page.path, spoken, overview) },
    { path: errorsPath, html: (spoken) => pageOf(errorsPath, spoken, errorCodes) },
    ...operations.map((operation) => {
      const path = operationAddress(operation)
      return { path, html: (spoken: Spoken) => pageOf(path, spoken, (place) => operationOf(place, operation)) }
    }),
  ]
}

function pageOf(path: string, spoken: Spoken, contentAt: (place: Place) => string): string {
  const words = wordsOf[spoken.language]
  const place = { api: new ApiDescription(objectIn(document), words.docs), path, spoken, words: words.docs }
  const parts: Readonly<Record<string, () => string>> = {
    index: () => relative(searched().path, path),
    root: () => relative('/', path),
    operations: () => operationLinks(place),
    content: () => contentAt(place),
  }
  const content = contentOf(page, words).replace(/\[\[(\w+)\]\]/g, (_, name: string) => parts[name]!())
  return framed(page, path, spoken, titleOf(place), content)
}

function titleOf({ api, path, spoken, words }: Place): string {
  if (path === errorsPath) return words.errorCodes
  const here = api.operations.find((operation) => operationAddress(operation) === path)
  return here === undefined ? wordsOf[spoken.language].pages.docs.title : `${here.method} ${here.path}`
}

/** Links to all operations, and to the codes of errors. */
function operationLinks({ api, path, spoken, words }: Place): string {
  const link = (to: string, ...name: readonly string[]): string =>
    element(
      'li',
      {},
      element('a', { href: addressOf(to, path, spoken), 'aria-current': to === path && 'page' }, ...name),
    )
  return element(
    'ul',
    {},
    link(page.path, escaped(words.heading)),
    ...api.operations.map((each) => link(operationAddress(each), escaped(each.path), ...changing(each))),
    link(errorsPath, escaped(words.errorCodes)),
  )
}

/** What the API is, what it promises, and its operations by their subject. */
function overview(place: Place): string {
  const { api, path, spoken, words } = place
  const { info } = api
  const description = element('a', { href: relative('/api/v1/openapi.json', path) }, 'openapi.json')
  const codes = [...api.errors.keys()].map((code) => {
    const href = addressOf(`${errorsPath}#error-${code}`, path, spoken)
    return element('a', { id: `error-${code}`, href }, escaped(code))
  })
  return [
    element('h1', {}, escaped(words.heading), ' ', element('small', {}, escaped(wordsIn(info.version)))),
    element('p', {}, description, escaped(`: ${words.forPrograms}`)),
    english(wordsIn(info.description)),
    ...api.tags.map((tag) => operationsOf(place, tag)),
    promises(place),
    element(
      'section',
      { id: 'errors', 'aria-labelledby': 'errors-name' },
      element(
        'h2',
        { id: 'errors-name' },
        element('a', { href: addressOf(errorsPath, path, spoken) }, escaped(words.errorCodes)),
      ),
      element('p', { class: 'codes' }, codes.join(' ')),
    ),
  ].join('\n')
}

/** The operations of a subject. Each has the name by which the page of all called it, for addresses that people have kept. */
function operationsOf({ api, path, spoken }: Place, tag: JsonObject): string {
  const name = wordsIn(tag.name)
  const operations = api.operations.filter(({ is }) => listIn(is.tags).includes(name))
  const items = operations.map((operation) => {
    const href = addressOf(operationAddress(operation), path, spoken)
    const link = element('a', { href }, method(operation), ' ', escaped(operation.path))
    const isFirst = api.operations.find((each) => each.path === operation.path)?.method === operation.method
    return element('li', { id: isFirst && formerAnchor(operation) }, link, ' ', prose(wordsIn(operation.is.summary)))
  })
  return element(
    'section',
    { lang: 'en', 'aria-labelledby': `tag-${name}` },
    element('h2', { id: `tag-${name}` }, escaped(name)),
    element('p', {}, prose(wordsIn(tag.description))),
    element('ul', { class: 'operations' }, ...items),
  )
}

/** The section of the documents that says what is promised, and what is not. */
function promises({ path, spoken }: Place): string {
  const http = manual.documents.find(({ address }) => address === '/docs/http')
  const start = http?.html.indexOf('<h2 id="what-is-promised') ?? -1
  if (http === undefined || start < 0) return ''
  const end = http.html.indexOf('<h2', start + 1)
  const html = http.html.slice(start, end < 0 ? undefined : end)
  const located = html.replace(/ href="(\/docs[^"]*)"/g, (_, to: string) => ` href="${addressOf(to, path, spoken)}"`)
  return element('section', { lang: 'en', class: 'promises' }, located)
}

/** An operation: what it is for, its parameters, which a script makes a form of, and its answers. */
function operationOf(place: Place, operation: Operation): string {
  const { api, path, words } = place
  const { is } = operation
  const deprecated = is.deprecated === true ? ` ${element('strong', {}, escaped(words.deprecated))}` : ''
  const responses = Object.entries(objectIn(is.responses)).map(([status, reference]) =>
    responseOf(place, operation, status, reference),
  )
  return [
    element('h1', { class: 'operation-name' }, method(operation), ' ', escaped(operation.path)),
    element('p', { class: 'summary', lang: 'en' }, prose(wordsIn(is.summary)), deprecated),
    english(wordsIn(is.description)),
    element(
      'div',
      {
        id: 'workbench',
        'data-operation': wordsIn(is.operationId),
        'data-description': relative('/api/v1/openapi.json', path),
        'data-root': relative('/', path),
      },
      bodyOf(place, operation),
      parametersOf(place, api.parametersOf(operation)),
    ),
    element('h2', { class: 'responses' }, escaped(words.responses)),
    element('div', { class: 'answers' }, ...responses),
  ].join('\n')
}

function bodyOf({ api, words }: Place, operation: Operation): string {
  const bodies = api.bodiesOf(operation)
  if (bodies.length === 0) return ''
  const { description } = api.whole(operation.is.requestBody)
  return [
    element('h2', {}, escaped(words.body)),
    english(wordsIn(description)),
    ...bodies.map(({ type, description }) =>
      element('p', { lang: 'en' }, element('code', {}, escaped(type)), ' ', prose(description)),
    ),
  ].join('')
}

function parametersOf({ words }: Place, parameters: readonly DescribedParameter[]): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(({ name, required, description, accepted, otherwise, example }) => {
    const marks = required ? element('small', {}, escaped(words.required)) : ''
    const values = otherwise === '' ? accepted : `${accepted}; ${words.default}: ${otherwise}`
    return element(
      'tr',
      {},
      element('th', { scope: 'row' }, element('code', {}, escaped(name)), marks),
      element(
        'td',
        {},
        english(description),
        element('p', { class: 'accepted' }, escaped(values)),
        element('p', { class: 'accepted' }, escaped(`${words.use} ${example}`)),
      ),
    )
  })
  return element('h2', {}, escaped(words.parameters)) + element('table', {}, element('tbody', {}, ...rows))
}

/** A response by its status; what it looks like is folded. */
function responseOf(place: Place, operation: Operation, status: string, reference: Json): string {
  const { api } = place
  const response = api.whole(reference)
  const types = Object.keys(objectIn(response.content)).join(', ')
  const line = [
    element('code', { class: 'status' }, escaped(status)),
    ' ',
    element('span', { lang: 'en' }, prose(wordsIn(response.description)), ' ', element('small', {}, escaped(types))),
  ]
  const more = [...examplesOf(place, operation, response), ...headersOf(place, response)]
  return more.length === 0
    ? element('div', { class: 'answer' }, ...line)
    : element('details', { class: 'answer' }, element('summary', {}, ...line), ...more)
}

/** Example requests of an operation with their responses; a plain GET is a link where GET is the operation. */
function examplesOf({ api, path: here }: Place, { path, method }: Operation, response: JsonObject): readonly string[] {
  const { examples } = objectIn(objectIn(response.content)['application/json'])
  return Object.values(objectIn(examples)).map((example) => {
    const { summary, value } = api.whole(example)
    const request = wordsIn(summary).replace('{path}', path)
    const target = method === 'GET' ? /^GET (\/\S*)$/.exec(request)?.[1] : undefined
    const [to = '', query] = target?.split('?') ?? []
    const href = relative(to, here) + (query === undefined ? '' : `?${query}`)
    const caption = target === undefined ? escaped(request) : `GET ${element('a', { href }, escaped(target))}`
    const answer = escaped(JSON.stringify(value ?? null, null, 2))
    return element('figure', { lang: 'en' }, element('figcaption', {}, caption), element('pre', {}, answer))
  })
}

function headersOf({ api, words }: Place, response: JsonObject): readonly string[] {
  const headers = Object.entries(objectIn(response.headers))
  if (headers.length === 0) return []
  const rows = headers.map(([name, reference]) => {
    const { description, example } = api.whole(reference)
    const meaning = element(
      'td',
      {},
      english(wordsIn(description)),
      element('p', { class: 'accepted' }, escaped(wordsIn(example))),
    )
    return element('tr', {}, element('th', { scope: 'row' }, element('code', {}, escaped(name))), meaning)
  })
  return [table([words.header, words.example], rows)]
}

/** Every code with its status, why it comes, and what to do. */
function errorCodes({ api, words }: Place): string {
  const rows = [...api.errors].map(([code, { status, cause, cure }]) =>
    element(
      'tr',
      { id: `error-${code}` },
      element('th', { scope: 'row' }, element('code', {}, escaped(code)), element('small', {}, escaped(status))),
      element('td', { lang: 'en', 'data-head': words.cause }, prose(cause)),
      element('td', { lang: 'en', 'data-head': words.cure }, prose(cure)),
    ),
  )
  const shape =
    '{ "error": { "code": string, "message": string, "faults"?: [{ "parameter", "code", "message", "position"?, "suggestion"? }] } }'
  return [
    element('h1', {}, escaped(words.errorCodes)),
    element(
      'p',
      {},
      escaped(`${words.errorBody} `),
      element('code', {}, escaped(shape)),
      escaped(`. ${words.stableCodes}`),
    ),
    element('div', { class: 'errors' }, table([words.errorCode, words.cause, words.cure], rows)),
  ].join('\n')
}

function table(heads: readonly string[], rows: readonly string[]): string {
  const head = element('tr', {}, ...heads.map((name) => element('th', { scope: 'col' }, escaped(name))))
  return element('table', {}, element('thead', {}, head), element('tbody', {}, ...rows))
}

/** The method of an operation that changes something, which may have the path of one that does not. */
const changing = ({ method }: Operation): readonly string[] =>
  method === 'GET' ? [] : [' ', element('small', {}, method)]

const method = ({ method }: Operation): string => element('span', { class: 'method' }, method)

/** A paragraph of what the service says, which is English; nothing for no text. */
const english = (text: string): string => (text === '' ? '' : element('p', { lang: 'en' }, prose(text)))

/** Text as HTML; parts between backticks become code. */
const prose = (text: string): string =>
  text
    .split('`')
    .map((part, i) => (i % 2 === 0 ? escaped(part) : element('code', {}, escaped(part))))
    .join('')
