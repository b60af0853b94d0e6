import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import type { Answer, Endpoint, MediaType } from '../answer.ts'
import { root } from '../root.ts'
import { documentOf, type Page, pages, type Spoken } from './document.ts'
import { chosenLanguage, preferredLanguage } from './language.ts'
import { type Language, languageCodes } from './words/index.ts'

/** Each is served as /assets/<name>. */
const assets = ['icon.svg', ...new Set(['page', ...pages.flatMap(({ styles }) => styles)].map((name) => `${name}.css`))]

/**
 * The compiled modules that browsers load: the scripts of the pages, and what these import, which are the modules of the package. Each
 * is served under its path in build/, /assets/src/pages/browser/<name>.js, so that relative imports resolve.
 */
const modules = {
  folder: 'build',
  rooms: ['src/pages/browser', 'src/pages/words', 'src/check', 'src/table', 'symbologies'],
  files: ['src/utf8.js'],
} as const

const types: Readonly<Record<string, MediaType>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.js': 'text/javascript; charset=utf-8',
}

/** Seconds that a page and its assets may be cached; short, so that after an upgrade both soon have the same version. */
const maxAge = 60

export interface Served {
  readonly path: string
  readonly endpoint: Endpoint
  /** Headers of every response; names and values alternate. */
  readonly headers: readonly string[]
}

/** Every page and asset. All files are read, and all pages are made, when the service starts; no request opens a file. */
export function pagesServed(): readonly Served[] {
  return [
    ...pages.map((page) => ({ path: page.path, endpoint: inLanguages(page), headers: ['Vary', 'Accept-Language'] })),
    ...assets.map((name) => ({ path: `/assets/${name}`, endpoint: file(join('src/pages', name)), headers: [] })),
    ...[...modules.files, ...modules.rooms.flatMap(modulesIn)].map((name) => ({
      path: `/assets/${name}`,
      endpoint: file(join(modules.folder, name)),
      headers: [],
    })),
  ]
}

function modulesIn(room: string): readonly string[] {
  return readdirSync(join(root, modules.folder, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => `${room}/${name.split(sep).join('/')}`)
}

/** Answers with the page in the language that is chosen by the query, or else preferred by the browser. */
function inLanguages(page: Page): Endpoint {
  const answersOf = (isChosen: boolean): Readonly<Record<Language, Answer>> => {
    const all = languageCodes.map((language) => [language, pageAnswer(page, { language, isChosen })])
    return Object.fromEntries(all)
  }
  const [preferred, chosen] = [answersOf(false), answersOf(true)]
  return (query, acceptLanguage = '') => {
    const language = chosenLanguage(query)
    return language === undefined ? preferred[preferredLanguage(acceptLanguage)] : chosen[language]
  }
}

function pageAnswer(page: Page, spoken: Spoken): Answer {
  const answer = textAnswer('.html', documentOf(page, spoken))
  return { ...answer, headers: [...answer.headers, 'Content-Language', spoken.language] }
}

function file(path: string): Endpoint {
  const answer = textAnswer(extname(path), readFileSync(join(root, path), 'utf8'))
  return () => answer
}

function textAnswer(extension: string, text: string): Answer {
  const body = new TextEncoder().encode(text)
  return { status: 200, type: types[extension]!, body, maxAge, headers: ['Referrer-Policy', 'no-referrer'] }
}
