/** The pages and what they load as answers of the service, each page in the language that is asked for. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer, Endpoint, MediaType } from '../answer.ts'
import { root } from '../root.ts'
import {
  type Asset,
  checker,
  documentOf,
  iconPath,
  type Page,
  pages,
  type Spoken,
  script,
  styleOf,
} from './document.ts'
import { type Language, languageCodes, languageOf, usualLanguage } from './words/index.ts'

/** Seconds that a page may be cached; short, so that the version after an upgrade is soon shown. */
const maxAge = 60

/**
 * Seconds that a script or a style sheet may be cached. Its name has a digest of its content, so that it never changes: after an
 * upgrade pages name others, and the former ones are gone. A page that is open then misses nothing: it has loaded all of its script
 * at once, and the worker of `/check` too, which it finds in the cache whenever it starts that anew. A page that a cache shows for the
 * rest of its minute finds its files in the same cache.
 */
const year = 365 * 24 * 60 * 60

export interface Served {
  readonly path: string
  readonly endpoint: Endpoint
  /** Headers of every response; names and values alternate. */
  readonly headers: readonly string[]
}

/** Every page and asset, and the pages' paths with a slash at their end. All files are read, and all pages are made, when the service starts; no request opens a file. */
export function pagesServed(): readonly Served[] {
  const scripts = pages.flatMap((page) => languageCodes.map((language) => script(page, language)))
  return [
    ...pages.map((page) => ({ path: page.path, endpoint: inLanguages(page), headers: ['Vary', 'Accept-Language'] })),
    ...pages.filter(({ path }) => path !== '/').map(withSlash),
    ...[...pages.map(styleOf), ...scripts, checker()].map(served),
    { path: iconPath, endpoint: icon(), headers: [] },
  ]
}

/** Leads from the path of a page with a slash at its end to the page. */
function withSlash({ path }: Page): Served {
  // relative, because a proxy may have put another path before it; a query that has been parsed has printable ASCII alone
  const headers = (query: string): string[] => ['Location', `..${path}${query === '' ? '' : `?${query}`}`]
  const answer: Answer = { ...textAnswer('text/html; charset=utf-8', ''), status: 308, maxAge: 0 }
  return { path: `${path}/`, endpoint: (query) => ({ ...answer, headers: headers(query) }), headers: [] }
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

/** The language that a query chooses, as in `lang=de`; undefined if it chooses none that there is. */
function chosenLanguage(query: string): Language | undefined {
  return languageOf(/(?:^|&)lang=([^&]*)/.exec(query)?.[1] ?? '')
}

/** The most characters of a header that are read; browsers send less than a hundred. */
const longestHeader = 1000

/** A language range with its weight (RFC 9110, 12.5.4 and 12.4.2). */
const rangeForm = /^\s*([a-z]{1,8}|\*)(?:-[a-z0-9-]{1,50})?\s*(?:;\s*q=([01](?:\.[0-9]{0,3})?)\s*)?$/i

/**
 * The language that a browser prefers: of the languages that there are, the first with the greatest weight. `*` means the usual
 * one, as does a header without any of them.
 *
 * @param header  Accept-Language
 */
function preferredLanguage(header: string): Language {
  let best = usualLanguage
  let greatest = 0
  for (const range of header.slice(0, longestHeader).split(',')) {
    const [, tag = '', q = '1'] = rangeForm.exec(range) ?? []
    const language = tag === '*' ? usualLanguage : languageOf(tag)
    if (language === undefined || Number(q) <= greatest) continue
    best = language
    greatest = Number(q)
  }
  return best
}

function pageAnswer(page: Page, spoken: Spoken): Answer {
  const answer = textAnswer('text/html; charset=utf-8', documentOf(page, spoken))
  return { ...answer, headers: [...answer.headers, 'Content-Language', spoken.language] }
}

function served({ path, type, text }: Asset): Served {
  const answer: Answer = { ...textAnswer(type, text), maxAge: year, isImmutable: true }
  return { path, endpoint: () => answer, headers: [] }
}

function icon(): Endpoint {
  const answer = textAnswer('image/svg+xml', readFileSync(join(root, 'src/pages/icon.svg'), 'utf8'))
  return () => answer
}

function textAnswer(type: MediaType, text: string): Answer {
  const body = new TextEncoder().encode(text)
  return { status: 200, type, body, maxAge, headers: ['Referrer-Policy', 'no-referrer'] }
}
