/**
 * Patterns of field values: a part of JavaScript's regular expressions, matched in time that grows with the text alone.
 *
 * Whoever writes a design chooses the pattern, and whoever fills it in the text: a matcher that backtracks could take years for the two. This
 * one keeps the set of all places in the pattern that the text up to a character can have reached (K. Thompson, Regular Expression Search
 * Algorithm, 1968), so that a character takes at most as many steps as the pattern has places.
 */

import { quoted } from '../../symbologies/messages.ts'

/** A pattern that a value matches as a whole, or does not. */
export interface Pattern {
  readonly source: string
  matches(text: string): boolean
}

/** Why a text is not a pattern; the message goes on after the name of the field. */
export class PatternError extends Error {
  override readonly name = 'PatternError'
}

/** Characters of a pattern, and places in it once what is repeated a number of times is written out: they bound the time of a match. */
export const longestSourceOfPattern = 200
const mostPlaces = 2000

/**
 * A pattern of characters, `.`, classes in brackets, `\d`, `\w`, `\s`, `\p{…}` and escaped characters, groups, alternatives, and the quantifiers
 * `*`, `+`, `?`, `{n}`, `{n,}` and `{n,m}`, with their meaning in JavaScript with the flag u.
 *
 * @throws PatternError for anything else: references, assertions, lazy quantifiers
 */
export function patternOf(source: string): Pattern {
  if (source.length > longestSourceOfPattern) {
    throw new PatternError(`has ${source.length} characters; at most ${longestSourceOfPattern} are accepted`)
  }
  try {
    new RegExp(source, 'u')
  } catch {
    throw new PatternError(`${quoted(source)} is not a regular expression`)
  }
  const places = new Compiler(source).places()
  return { source, matches: (text) => matches(places, text) }
}

/** Whether a character, one code point, is what a place is for. */
type Test = (character: string) => boolean

/**
 * A place in a pattern: a character is to come, or what follows may go on at other places without one, or the end. Places are numbered from
 * the end of the pattern, and name those that follow.
 */
type Place =
  | { readonly kind: 'character'; readonly test: Test; readonly next: number }
  | { readonly kind: 'fork'; next: readonly number[] }
  | { readonly kind: 'end' }

/** What tells whether a character is one that a part of a pattern for one character stands for, which takes constant time. */
function testOf(atom: string): Test {
  const pattern = new RegExp(`^${atom}$`, 'u')
  // a part that is repeated asks of each character several times
  let [last, answer] = ['', false]
  return (character) => {
    if (character !== last) [last, answer] = [character, pattern.test(character)]
    return answer
  }
}

interface Places {
  readonly all: readonly Place[]
  readonly start: number
}

function matches({ all, start }: Places, text: string): boolean {
  /** For each place the number of characters, counted from 1, before which it was reached last. */
  const reachedAt = new Uint32Array(all.length)
  let count = 1
  /** These places, and those where the pattern may go on from them without a character. */
  const reachedFrom = (open: number[]): readonly Place[] => {
    const reached: Place[] = []
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (reachedAt[at] === count) continue
      reachedAt[at] = count
      const place = all[at]!
      if (place.kind === 'fork') open.push(...place.next)
      else reached.push(place)
    }
    return reached
  }
  let reached = reachedFrom([start])
  for (const character of text) {
    const next: number[] = []
    for (const place of reached) if (place.kind === 'character' && place.test(character)) next.push(place.next)
    if (next.length === 0) return false
    count++
    reached = reachedFrom(next)
  }
  return reached.some(({ kind }) => kind === 'end')
}

/** A part of a pattern as it is written. */
type Part =
  | { readonly kind: 'character'; readonly test: Test }
  | { readonly kind: 'sequence'; readonly parts: readonly Part[] }
  | { readonly kind: 'alternatives'; readonly parts: readonly Part[] }
  | { readonly kind: 'repeated'; readonly part: Part; readonly least: number; readonly most: number }

class Compiler {
  readonly #source: string
  readonly #all: Place[] = []
  #at = 0

  constructor(source: string) {
    this.#source = source
  }

  places(): Places {
    const part = this.#alternatives()
    const end = this.#add({ kind: 'end' })
    return { start: this.#placesOf(part, end), all: this.#all }
  }

  #alternatives(): Part {
    const parts = [this.#sequence()]
    while (this.#takes('|')) parts.push(this.#sequence())
    return parts.length === 1 ? parts[0]! : { kind: 'alternatives', parts }
  }

  #sequence(): Part {
    const parts: Part[] = []
    while (this.#at < this.#source.length && !'|)'.includes(this.#source[this.#at]!)) parts.push(this.#repeated())
    return { kind: 'sequence', parts }
  }

  #repeated(): Part {
    const part = this.#single()
    const [quantifier, symbol, least, comma, most] = this.#match(/([*+?])|\{(\d+)(,?)(\d*)\}/y) ?? []
    if (quantifier === undefined) return part
    if (this.#source[this.#at] === '?') throw this.#refused('lazy quantifiers such as *?')
    const [from, to] = {
      '*': [0, Infinity],
      '+': [1, Infinity],
      '?': [0, 1],
      '': [Number(least), most === '' ? (comma === '' ? Number(least) : Infinity) : Number(most)],
    }[symbol ?? ''] as [number, number]
    return { kind: 'repeated', part, least: from, most: to }
  }

  /** A group, a class, or a character. The source is a regular expression, so that brackets have their other half. */
  #single(): Part {
    if (this.#match(/\((?!\?)|\(\?:/y)) {
      const part = this.#alternatives()
      this.#at++
      return part
    }
    if (this.#source.startsWith('(?', this.#at)) throw this.#refused('groups that begin with (? but for (?:')
    if (this.#match(/[$^]|\\[bB]/y)) throw this.#refused('^, $ and \\b; a pattern matches the whole value')
    if (this.#match(/\\[1-9k]/y)) throw this.#refused('references to groups')
    const [atom] = this.#match(/\[(?:\\.|[^\]\\])*\]|\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u....|x..|c.|.)|./suy)!
    return { kind: 'character', test: testOf(atom) }
  }

  #takes(character: string): boolean {
    if (this.#source[this.#at] !== character) return false
    this.#at++
    return true
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#source)
    this.#at += found?.[0].length ?? 0
    return found ?? undefined
  }

  #refused(what: string): PatternError {
    return new PatternError(`${quoted(this.#source)} has what is not accepted in patterns: ${what}`)
  }

  #add(place: Place): number {
    if (this.#all.length >= mostPlaces) {
      throw new PatternError(
        `${quoted(this.#source)} repeats too much: at most ${mostPlaces} characters in all are accepted`,
      )
    }
    return this.#all.push(place) - 1
  }

  /** Adds the places of a part. Returns the first of them. @param next  the place after it */
  #placesOf(part: Part, next: number): number {
    switch (part.kind) {
      case 'character':
        return this.#add({ kind: 'character', test: part.test, next })
      case 'sequence':
        return part.parts.reduceRight((after, each) => this.#placesOf(each, after), next)
      case 'alternatives':
        return this.#add({ kind: 'fork', next: part.parts.map((each) => this.#placesOf(each, next)) })
      case 'repeated':
        return this.#placesOfRepeated(part, next)
    }
  }

  #placesOfRepeated({ part, least, most }: Part & { readonly kind: 'repeated' }, next: number): number {
    let start = next
    if (most === Infinity) {
      const fork: Place = { kind: 'fork', next: [next] }
      start = this.#add(fork)
      fork.next = [this.#placesOf(part, start), next]
    } else {
      for (let i = least; i < most; i++) {
        start = this.#add({ kind: 'fork', next: [this.#placesOf(part, start), next] })
      }
    }
    for (let i = 0; i < least; i++) start = this.#placesOf(part, start)
    return start
  }
}
