/** The words of the page's language, from the files that the service made the page of. */

import { languageOf, languages, usualLanguage } from '../words/index.ts'

interface Place {
  readonly document?: { readonly documentElement: { readonly lang: string } }
}

/** English where there is no page, as in tests. */
const { document } = globalThis as Place

export const language = languageOf(document?.documentElement.lang ?? '') ?? usualLanguage

export const words = await languages[language].words()

/** A number with so many decimals, as the language writes it. */
export const fixed = (value: number, decimals: number): string =>
  value.toFixed(decimals).replace('.', words.decimalSign)
