/** A request as code: what the page /docs shows of it in each language. Pure, so that it can be tested without a page. */

/** A request of the API. */
export interface SnippetRequest {
  readonly method: string
  /** Without the query. */
  readonly url: string
  readonly query: readonly QueryPair[]
  readonly headers: readonly QueryPair[]
  readonly body?: string
  /** The name of the file for the answer; undefined if it is JSON, or text to be printed. */
  readonly file?: string
  readonly isJson: boolean
}

export type QueryPair = readonly [name: string, value: string]

/** The languages, by name, in the order of the page. */
export const languages = ['curl', 'JavaScript', 'Python', 'PHP'] as const
export type CodeLanguage = (typeof languages)[number]

/** The code of a request, which runs as it is: in a shell, as a module of node, by Python 3, by PHP 7.1 or later. */
export function codeOf(request: SnippetRequest, language: CodeLanguage): string {
  return writers[language](request)
}

/** The address with its query. */
export function addressOf({ url, query }: SnippetRequest): string {
  const encoded = `${new URLSearchParams(query.map(([name, value]): [string, string] => [name, value]))}`
  return encoded === '' ? url : `${url}?${encoded}`
}

const writers: Readonly<Record<CodeLanguage, (request: SnippetRequest) => string>> = {
  curl: (request) => {
    const { method, headers, body, file } = request
    const options = [
      ...(method === 'GET' || (method === 'POST' && body !== undefined) ? [] : [`-X ${method}`]),
      ...headers.map(([name, value]) => `-H ${shell(`${name}: ${value}`)}`),
      ...(body === undefined ? [] : [`--data-raw ${shell(body)}`]),
      ...(file === undefined ? [] : [`-o ${file}`]),
    ]
    return ['curl', ...options, shell(addressOf(request))].join(options.length > 1 ? ' \\\n  ' : ' ')
  },

  JavaScript: (request) => {
    const { method, url, query, headers, body, file, isJson } = request
    const options = [
      ...(method === 'GET' ? [] : [`method: ${script(method)}`]),
      ...(headers.length === 0 ? [] : [`headers: ${objectOf(headers, '  ')}`]),
      ...(body === undefined ? [] : [`body: ${script(body)}`]),
    ]
    const more = options.length === 0 ? '' : `, {\n${options.map((each) => `  ${each},\n`).join('')}}`
    const address = query.length === 0 ? script(url) : `\`${url}?\${query}\``
    return lines(
      ...(file === undefined ? [] : [`import { writeFile } from ${script('node:fs/promises')}`, '']),
      ...(query.length === 0 ? [] : [`const query = new URLSearchParams(${objectOf(query)})`]),
      `const answer = await fetch(${address}${more})`,
      'if (!answer.ok) throw new Error(await answer.text())',
      file !== undefined
        ? `await writeFile(${script(file)}, new Uint8Array(await answer.arrayBuffer()))`
        : isJson
          ? 'console.log(JSON.stringify(await answer.json(), null, 2))'
          : 'console.log(await answer.text())',
    )
  },

  Python: (request) => {
    const { method, url, query, headers, body, file, isJson } = request
    const given = [
      query.length === 0 ? python(url) : `f"${url}?{query}"`,
      ...(method === 'GET' ? [] : [`method=${python(method)}`]),
      ...(headers.length === 0 ? [] : [`headers=${dictOf(headers, '    ')}`]),
      ...(body === undefined ? [] : [`data=${python(body)}.encode()`]),
    ]
    const asked =
      given.length === 1 ? `Request(${given[0]})` : `Request(\n${given.map((each) => `    ${each},\n`).join('')})`
    return lines(
      ...(isJson && file === undefined ? ['import json'] : []),
      'from urllib.error import HTTPError',
      ...(query.length === 0 ? [] : ['from urllib.parse import urlencode']),
      'from urllib.request import Request, urlopen',
      '',
      ...(query.length === 0 ? [] : [`query = urlencode(${dictOf(query)})`]),
      `request = ${asked}`,
      'try:',
      '    with urlopen(request) as answer:',
      ...(file !== undefined
        ? [`        with open(${python(file)}, "wb") as file:`, '            file.write(answer.read())']
        : isJson
          ? ['        print(json.dumps(json.load(answer), indent=2))']
          : ['        print(answer.read().decode(), end="")']),
      'except HTTPError as error:',
      '    raise SystemExit(error.read().decode())',
    )
  },

  PHP: (request) => {
    const { method, url, query, headers, body, file, isJson } = request
    const options = [
      ...(method === 'GET' ? [] : [`'method' => ${php(method)}`]),
      ...(headers.length === 0
        ? []
        : [`'header' => [${headers.map(([name, value]) => php(`${name}: ${value}`)).join(', ')}]`]),
      ...(body === undefined ? [] : [`'content' => ${php(body)}`]),
      `'ignore_errors' => true`,
    ]
    return lines(
      '<?php',
      ...(query.length === 0 ? [] : [`$query = http_build_query(${arrayOf(query)});`]),
      `$context = stream_context_create(['http' => [`,
      ...options.map((each) => `    ${each},`),
      ']]);',
      `$answer = file_get_contents(${query.length === 0 ? php(url) : `"${url}?$query"`}, false, $context);`,
      '$error = json_decode($answer)->error ?? null;',
      'if ($error !== null) exit($error->message);',
      file === undefined
        ? isJson
          ? 'print_r(json_decode($answer, true));'
          : 'echo $answer;'
        : `file_put_contents(${php(file)}, $answer);`,
    )
  },
}

const lines = (...each: readonly string[]): string => each.join('\n')

/** One pair a line: `open` and `close` round them. */
function listed(
  pairs: readonly string[],
  [open, close]: readonly [string, string],
  indent: string,
  step: string,
): string {
  return `${open}\n${pairs.map((pair) => `${indent}${step}${pair},\n`).join('')}${indent}${close}`
}

const objectOf = (pairs: readonly QueryPair[], indent = ''): string =>
  listed(
    pairs.map(([name, value]) => `${/^\w+$/.test(name) ? name : script(name)}: ${script(value)}`),
    ['{', '}'],
    indent,
    '  ',
  )

const dictOf = (pairs: readonly QueryPair[], indent = ''): string =>
  listed(
    pairs.map(([name, value]) => `${python(name)}: ${python(value)}`),
    ['{', '}'],
    indent,
    '    ',
  )

const arrayOf = (pairs: readonly QueryPair[]): string =>
  listed(
    pairs.map(([name, value]) => `${php(name)} => ${php(value)}`),
    ['[', ']'],
    '',
    '    ',
  )

/** Characters that nobody sees in code, or that end a line: controls, and marks of direction and of order. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const codeIn = (character: string): string => character.codePointAt(0)!.toString(16)

/** In single quotes, which keep everything else. */
const shell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const script = (text: string): string =>
  `'${text.replace(/[\\']/g, '\\$&').replace(unseen, (each) => named[each] ?? `\\u{${codeIn(each)}}`)}'`

const python = (text: string): string =>
  `"${text.replace(/[\\"]/g, '\\$&').replace(unseen, (each) => named[each] ?? `\\U${codeIn(each).padStart(8, '0')}`)}"`

/** In single quotes; in double quotes, which know escapes, where there is something to escape. */
function php(text: string): string {
  if (text.search(unseen) < 0) return `'${text.replace(/[\\']/g, '\\$&')}'`
  return `"${text.replace(/[\\"$]/g, '\\$&').replace(unseen, (each) => named[each] ?? `\\u{${codeIn(each)}}`)}"`
}
