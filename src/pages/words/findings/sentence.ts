/** Sentences of reports in another language. */

import type { Phrases } from './en.ts'

/** How deep sentences are in one another. */
const mostDepth = 4

/** What is said for an English sentence, with its values; undefined if none of the phrases fits. */
export function sentenceFor(english: string, phrases: Phrases, depth = 0): string | undefined {
  for (const [form, said] of formsOf(phrases)) {
    const found = form.pattern.exec(english)
    if (found === null) continue
    const values = found.slice(1).map((value, i) => {
      if (!form.sentences.includes(i)) return value
      return depth < mostDepth ? sentenceFor(value, phrases, depth + 1) : undefined
    })
    // another phrase may fit whose values are sentences
    if (values.includes(undefined)) continue
    return said.replace(/\{(\d):?\}/g, (_, number: string) => values[Number(number) - 1] ?? '')
  }
  return undefined
}

interface Form {
  readonly pattern: RegExp
  /** Which of its values are sentences, from 0. */
  readonly sentences: readonly number[]
}

const known = new WeakMap<Phrases, readonly (readonly [Form, string])[]>()

function formsOf(phrases: Phrases): readonly (readonly [Form, string])[] {
  const made = known.get(phrases) ?? phrases.map(([english, said]) => [formOf(english), said] as const)
  known.set(phrases, made)
  return made
}

function formOf(english: string): Form {
  const places = [...english.matchAll(/\{\d(:?)\}/g)]
  const sentences = places.flatMap(([, colon], i) => (colon === ':' ? [i] : []))
  const parts = english.split(/\{\d:?\}/).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return { pattern: new RegExp(`^${parts.join('(.+?)')}$`, 's'), sentences }
}
