/** Which language a page is asked for in. */

import { type Language, languageCodes, languageOf, languages, usualLanguage, type Words } from './words/index.ts'

/** The words of every language. */
export const wordsOf = Object.fromEntries(
  await Promise.all(languageCodes.map(async (language) => [language, await languages[language].words()] as const)),
) as { readonly [L in Language]: Words }

/** The language that a query chooses, as in `lang=de`; undefined if it chooses none that there is. */
export function chosenLanguage(query: string): Language | undefined {
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
export function preferredLanguage(header: string): Language {
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
