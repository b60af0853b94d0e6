/** Smaller cases than a failing one: fewer options, fewer characters, plainer characters. */

import { type Case, isOfStandard, sameCase } from './case.ts'

/** Smaller cases for an encoder: those that the standard has. */
export function* smallerCases<Asked extends Case>(asked: Asked): Generator<Asked> {
  for (const next of smaller(asked)) if (!sameCase(next, asked) && isOfStandard(next.type, next.text)) yield next
}

/** The largest steps first. */
export function* smaller<Asked extends Case>(asked: Asked): Generator<Asked> {
  const { text, options } = asked
  for (const name of Object.keys(options)) {
    const rest = Object.fromEntries(Object.entries(options).filter(([other]) => other !== name))
    yield { ...asked, options: rest }
  }
  const characters = Array.from(text)
  const length = characters.length
  for (let part = Math.ceil(length / 2); part >= 1 && length > 1; part = part === 1 ? 0 : Math.ceil(part / 2)) {
    for (let from = 0; from < length; from += part) {
      yield { ...asked, text: characters.toSpliced(from, part).join('') }
    }
  }
  for (let i = 0; i < length; i++) {
    const plain = plainer(characters[i]!)
    if (plain !== characters[i]) yield { ...asked, text: characters.with(i, plain).join('') }
  }
}

/** The first of its kind: 0 of digits, A of capitals, a of small letters. */
function plainer(character: string): string {
  if (/[0-9]/.test(character)) return '0'
  if (/[A-Z]/.test(character)) return 'A'
  return /[a-z]/.test(character) ? 'a' : character
}
