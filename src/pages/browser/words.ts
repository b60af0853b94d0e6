/** The words of the page's language: English here, as in tests; bin/bundle.mjs gives each page those of its language. */

import * as words from '../words/en.ts'

export { words }

/** A number with the given number of decimals, as the language writes it. */
export const fixed = (value: number, decimals: number): string =>
  value.toFixed(decimals).replace('.', words.decimalSign)

/** As a sentence begins. */
export const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
