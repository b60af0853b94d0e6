/** All that the pages say, in each language that they speak. */

import type { AiWords } from './ais/en.ts'
import type { ContentWords } from './contents/en.ts'
import type { DesignWords } from './designs/en.ts'
import type { ElementTitles } from './elements/en.ts'
import type * as english from './en.ts'
import type { FaultWords } from './faults/en.ts'
import type { HealWords } from './heal/en.ts'
import type { JobWords } from './jobs/en.ts'
import type { PrintingWords } from './printing/en.ts'
import type { SetupWords } from './setup/en.ts'
import type { ZplWords } from './zpl/en.ts'

/** What pages say; each part is a constant of its own, so that a script has what it needs alone. */
export type PageWords = typeof english

interface LanguageRow {
  /** Its name in itself. */
  readonly name: string
  /** Loads its words; the scripts of its pages have them in place of the English ones that they import. */
  readonly words: () => Promise<PageWords>
  /** Loads its names of GS1's AIs; likewise. */
  readonly ais: () => Promise<AiWords>
  /** Loads what it says of faults; likewise. */
  readonly faults: () => Promise<FaultWords>
  /** Loads the words of the forms of contents; likewise. */
  readonly contents: () => Promise<ContentWords>
  /** Loads the names of elements of contents; likewise. */
  readonly elements: () => Promise<ElementTitles>
  /** Loads the names of data identifiers; likewise. */
  readonly identifiers: () => Promise<ElementTitles>
  /** Loads what the script of the page of jobs says; likewise. */
  readonly jobs: () => Promise<JobWords>
  /** Loads what the script of the page of printers and keys says; likewise. */
  readonly setup: () => Promise<SetupWords>
  /** Loads what the script of the page of designs says; likewise. */
  readonly designs: () => Promise<DesignWords>
  /** Loads what scripts say of printing; likewise. */
  readonly printing: () => Promise<PrintingWords>
  /** Loads what the script of the page of programs in ZPL says; likewise. */
  readonly zpl: () => Promise<ZplWords>
  /** Loads what the script of the page of healed documents says; likewise. */
  readonly heal: () => Promise<HealWords>
}

/** The languages by their codes (BCP 47), in the order of the links on each page. A translation is a file like en.ts, one like it in each folder, and its row here. */
export const languages = {
  en: {
    name: 'English',
    words: (): Promise<PageWords> => import('./en.ts'),
    ais: async () => (await import('./ais/en.ts')).ais,
    faults: async () => (await import('./faults/en.ts')).faults,
    contents: async () => (await import('./contents/en.ts')).contents,
    elements: async () => (await import('./elements/en.ts')).elementTitles,
    identifiers: async () => (await import('./identifiers/en.ts')).identifierTitles,
    jobs: async () => (await import('./jobs/en.ts')).jobs,
    setup: async () => (await import('./setup/en.ts')).setup,
    designs: async () => (await import('./designs/en.ts')).designs,
    printing: async () => (await import('./printing/en.ts')).printing,
    zpl: async () => (await import('./zpl/en.ts')).zpl,
    heal: async () => (await import('./heal/en.ts')).heal,
  },
  de: {
    name: 'Deutsch',
    words: (): Promise<PageWords> => import('./de.ts'),
    ais: async () => (await import('./ais/de.ts')).ais,
    faults: async () => (await import('./faults/de.ts')).faults,
    contents: async () => (await import('./contents/de.ts')).contents,
    elements: async () => (await import('./elements/de.ts')).elementTitles,
    identifiers: async () => (await import('./identifiers/de.ts')).identifierTitles,
    jobs: async () => (await import('./jobs/de.ts')).jobs,
    setup: async () => (await import('./setup/de.ts')).setup,
    designs: async () => (await import('./designs/de.ts')).designs,
    printing: async () => (await import('./printing/de.ts')).printing,
    zpl: async () => (await import('./zpl/de.ts')).zpl,
    heal: async () => (await import('./heal/de.ts')).heal,
  },
  es: {
    name: 'Español',
    words: (): Promise<PageWords> => import('./es.ts'),
    ais: async () => (await import('./ais/es.ts')).ais,
    faults: async () => (await import('./faults/es.ts')).faults,
    contents: async () => (await import('./contents/es.ts')).contents,
    elements: async () => (await import('./elements/es.ts')).elementTitles,
    identifiers: async () => (await import('./identifiers/es.ts')).identifierTitles,
    jobs: async () => (await import('./jobs/es.ts')).jobs,
    setup: async () => (await import('./setup/es.ts')).setup,
    designs: async () => (await import('./designs/es.ts')).designs,
    printing: async () => (await import('./printing/es.ts')).printing,
    zpl: async () => (await import('./zpl/es.ts')).zpl,
    heal: async () => (await import('./heal/es.ts')).heal,
  },
  fr: {
    name: 'Français',
    words: (): Promise<PageWords> => import('./fr.ts'),
    ais: async () => (await import('./ais/fr.ts')).ais,
    faults: async () => (await import('./faults/fr.ts')).faults,
    contents: async () => (await import('./contents/fr.ts')).contents,
    elements: async () => (await import('./elements/fr.ts')).elementTitles,
    identifiers: async () => (await import('./identifiers/fr.ts')).identifierTitles,
    jobs: async () => (await import('./jobs/fr.ts')).jobs,
    setup: async () => (await import('./setup/fr.ts')).setup,
    designs: async () => (await import('./designs/fr.ts')).designs,
    printing: async () => (await import('./printing/fr.ts')).printing,
    zpl: async () => (await import('./zpl/fr.ts')).zpl,
    heal: async () => (await import('./heal/fr.ts')).heal,
  },
} as const satisfies { readonly [code: string]: LanguageRow }

export type PageLanguage = keyof typeof languages

export const languageCodes = Object.keys(languages) as readonly PageLanguage[]

/** What is spoken to people of whose languages there is none. */
export const usualLanguage: PageLanguage = 'en'

/** The language of a tag such as `de-AT`, in any case; undefined if there is none. */
export function languageOf(tag: string): PageLanguage | undefined {
  const [code] = tag.toLowerCase().split('-')
  return languageCodes.find((language) => language === code)
}
