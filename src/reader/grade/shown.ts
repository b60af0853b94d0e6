/** Grades in the words and numbers of a language: what the page and the report show, with the same figures. */

import { figuresOf, type GradedParameter } from './grades.ts'
import type { GradedSymbol, GradeReport } from './report.ts'
import type { GradeWords } from './words/en.ts'

export class ShownGrades {
  readonly words: GradeWords
  readonly #locale: string

  /** @param locale  whose numbers are written: `de` */
  constructor(words: GradeWords, locale: string) {
    this.words = words
    this.#locale = locale
  }

  decimal(value: number): string {
    // the narrow blanks between thousands in French are in no font of a PDF reader
    return value.toLocaleString(this.#locale).replaceAll('\u202f', '\u00a0')
  }

  percent(share: number): string {
    return `${this.decimal(Math.round(1000 * share) / 10)}\u00a0%`
  }

  title({ name }: GradedParameter): string {
    return (this.words.names as Readonly<Record<string, string>>)[name] ?? name
  }

  /** The value, or why there is none. */
  value(parameter: GradedParameter): string {
    const { isPassed, isShare } = figuresOf(parameter)
    if (parameter.value === null) return this.words.unseen[parameter.reason!]
    if (isPassed) return this.words[parameter.value === 1 ? 'passed' : 'failed']
    return isShare ? this.percent(parameter.value) : this.decimal(parameter.value)
  }

  /** Empty for what is passed or failed, or not seen. */
  limits(parameter: GradedParameter): string {
    const { isPassed, isShare, list } = figuresOf(parameter)
    if (isPassed || parameter.value === null) return ''
    const all = list.map((limit) => (isShare ? this.percent(limit) : this.decimal(limit))).join('; ')
    return this.words['least' in parameter.limits ? 'atLeast' : 'atMost'](all)
  }

  /** The place on the line that decided it; empty where there is none. */
  place(parameter: GradedParameter): string {
    return parameter.at === undefined || figuresOf(parameter).isPassed ? '' : this.words.at(this.decimal(parameter.at))
  }

  /** The letter, at most where not all is seen. */
  letter({ letter, isBound }: GradedSymbol): string {
    return isBound ? this.words.atBest(letter) : letter
  }

  /** `B (3.0)`, at most where not all is seen. */
  grade({ letter, grade, isBound }: GradedSymbol): string {
    const shown = `${letter} (${grade.toFixed(1)})`
    return isBound ? this.words.atBest(shown) : shown
  }

  /** Standard, whether the grade that is asked for is met, X, aperture, light and growth. */
  facts({ standard, isMet, x, aperture, unevenness, printGrowth }: GradedSymbol): readonly string[] {
    const { words } = this
    const pixels = words.pixels(this.decimal(x.pixels))
    const through =
      aperture.mm === null ? '' : `${aperture.number ?? ''} (${this.decimal(aperture.mm)} mm), `.trimStart()
    const growth = printGrowth?.map((share) => this.percent(share)) as [string, string] | undefined
    return [
      `${words.estimate}, ${standard}`,
      ...(isMet === undefined ? [] : [words[isMet === null ? 'metUnseen' : isMet ? 'met' : 'notMet']]),
      `X: ${x.mm === undefined ? pixels : `${this.decimal(x.mm)} mm, ${pixels}`}`,
      words.aperture(`${through}${this.decimal(aperture.modules)}`),
      ...(aperture.reason === undefined ? [] : [words.unseen[aperture.reason]]),
      ...(unevenness === undefined ? [] : [words.uneven(this.percent(unevenness))]),
      ...(growth === undefined ? [] : [words.growth(...growth)]),
    ]
  }

  /** How a page of a PDF or an SVG was drawn; undefined of a picture. */
  drawn({ drawn }: GradeReport): string | undefined {
    if (drawn === undefined) return undefined
    const { width, height, dpi, page, pages } = drawn
    const of = page === undefined ? undefined : `${page}/${pages}`
    return this.words.drawn(
      this.words.report.size(`${width}`, `${height}`),
      dpi?.toLocaleString(this.#locale, { useGrouping: false }),
      of,
    )
  }

  /** What was asked for, and by how many symbols it is met; undefined if nothing was, or there is no symbol. */
  asked({ asked, symbols }: GradeReport): string | undefined {
    if (asked === undefined || symbols.length === 0) return undefined
    const missing = symbols.filter(({ isMet }) => isMet === false).length
    const unseen = symbols.filter(({ isMet }) => isMet === null).length
    const text = `${asked.grade.toFixed(1)}/${asked.aperture}/${asked.light}`
    return this.words.askedFor(text, missing, unseen, symbols.length)
  }
}
