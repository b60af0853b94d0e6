/** The words of grades in each language of the pages. */

import { grades as german } from './de.ts'
import { grades as english, type GradeWords } from './en.ts'
import { grades as spanish } from './es.ts'
import { grades as french } from './fr.ts'

export type { GradeWords } from './en.ts'

/** By the codes of the languages (BCP 47). */
const words = { en: english, de: german, es: spanish, fr: french } as const satisfies {
  readonly [code: string]: GradeWords
}

export type GradeLanguage = keyof typeof words

export const gradeLanguages = Object.keys(words) as readonly GradeLanguage[]

export const gradeWordsIn = (language: GradeLanguage): GradeWords => words[language]
