/** The pages and what they load as answers of the service, each page in the language that is asked for. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer, Endpoint, MediaType } from '../answer.ts'
import { root } from '../root.ts'
import {
  type Asset,
  checker,
  documentOf,
  iconPath,
  pages,
  type Spoken,
  scripts,
  searched,
  styleOf,
} from './document.ts'
import { manual, manualPage } from './manual.ts'
import { apiPages } from './operations.ts'
import { languageCodes, languageOf, type PageLanguage, usualLanguage } from './words/index.ts'

/** Seconds that a page may be cached; short, so that the version after an upgrade is soon shown. */
const maxAge = 60

/**
 * Seconds that a script or a style sheet may be cached. Its name has a digest of its content, so that it never changes: after an
 * upgrade pages name others, and the former ones are gone. A page that is open then has its script, and the worker of `/check`, which it
 * finds in the cache whenever it starts that again; a part of its script that it has not needed yet is missing, and it asks to be loaded
 * again. A page that a cache shows for the rest of its minute finds its files in the same cache.
 */
const year = 365 * 24 * 60 * 60

export interface Served {
  readonly path: string
  readonly endpoint: Endpoint
  /** Headers of every response; names and values alternate. */
  readonly headers: readonly string[]
}

let made: readonly Served[] | undefined

/**
 * Every page, document and asset, and the paths of pages with a slash at their end. All files are read when the first service of a process
 * starts; no request opens one.
 */
export function pagesServed(): readonly Served[] {
  made ??= madePages()
  return made
}

function madePages(): readonly Served[] {
  const programs = pages.flatMap((page) => languageCodes.flatMap((language) => scripts(page, language)))
  const spoken = [
    ...pages
      .filter(({ program }) => program !== 'manual' && program !== 'docs')
      .map((page) => ({ path: page.path, html: (spoken: Spoken) => documentOf(page, spoken) })),
    ...apiPages(),
    ...manual.documents.map((document) => ({
      path: document.address,
      html: (spoken: Spoken) => manualPage(document, spoken),
    })),
  ]
  return [
    ...spoken.map(({ path, html }) => ({ path, endpoint: inLanguages(html), headers: ['Vary', 'Accept-Language'] })),
    ...spoken.filter(({ path }) => path !== '/').map(({ path }) => withSlash(path)),
    ...[...pages.map(styleOf), ...programs, checker(), searched()].map(served),
    { path: iconPath, endpoint: file('src/pages/icon.svg'), headers: [] },
    // a picture that is missing must not keep the service from starting
    ...manual.pictures
      .filter(({ file }) => existsSync(join(root, file)))
      .map((picture) => ({ path: picture.address, endpoint: file(picture.file), headers: [] })),
  ]
}

/** Leads from the path of a page with a slash at its end to the page. */
function withSlash(path: string): Served {
  const name = path.slice(path.lastIndexOf('/') + 1)
  // relative, because a proxy may have put another path before it; a query that has been parsed has printable ASCII alone
  const headers = (query: string): string[] => ['Location', `../${name}${query === '' ? '' : `?${query}`}`]
  const answer: Answer = { ...textAnswer('text/html; charset=utf-8', ''), status: 308, maxAge: 0 }
  return { path: `${path}/`, endpoint: (query) => ({ ...answer, headers: headers(query) }), headers: [] }
}

/**
 * Answers with the page in the language that is chosen by the query, or else preferred by the browser. It is made when it is asked for the
 * first time: there are three hundred of them, of which most are never read.
 */
function inLanguages(html: (spoken: Spoken) => string): Endpoint {
  const answers = new Map<string, Answer>()
  return (query, acceptLanguage = '') => {
    const chosen = chosenLanguage(query)
    const spoken = {
      language: chosen ?? preferredLanguage(acceptLanguage),
      isChosen: chosen !== undefined,
      isMetric: isMetric(acceptLanguage),
    }
    const key = Object.values(spoken).join(' ')
    const answer = answers.get(key) ?? pageAnswer(html(spoken), spoken.language)
    answers.set(key, answer)
    return answer
  }
}

/** The language that a query chooses, as in `lang=de`; undefined if it chooses none that there is. */
function chosenLanguage(query: string): PageLanguage | undefined {
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
function preferredLanguage(header: string): PageLanguage {
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

/** Whether a browser says that it is of a country with metric measures: of any but the United States. @param header  Accept-Language */
function isMetric(header: string): boolean {
  const [, region] = /^\s*[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})\b/i.exec(header) ?? []
  return region !== undefined && region.toUpperCase() !== 'US'
}

function pageAnswer(html: string, language: PageLanguage): Answer {
  const answer = textAnswer('text/html; charset=utf-8', html)
  return { ...answer, headers: [...answer.headers, 'Content-Language', language] }
}

function served({ path, type, text }: Asset): Served {
  const answer: Answer = { ...textAnswer(type, text), maxAge: year, isImmutable: true }
  return { path, endpoint: () => answer, headers: [] }
}

/** A picture, which may change with the program. */
function file(path: string): Endpoint {
  const answer = bytesAnswer(path.endsWith('.png') ? 'image/png' : 'image/svg+xml', readFileSync(join(root, path)))
  return () => answer
}

const textAnswer = (type: MediaType, text: string): Answer => bytesAnswer(type, new TextEncoder().encode(text))

function bytesAnswer(type: MediaType, body: Uint8Array): Answer {
  return { status: 200, type, body, maxAge, headers: ['Referrer-Policy', 'no-referrer'] }
}
