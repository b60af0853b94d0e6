/** Quietzone-Ignored: the names in a query that an endpoint does not know, safe in a header and of bounded length. */

import type { Answer } from '../../answer.ts'
import type { Others } from '../../request/parsed-query.ts'

/** The answer, or what will be one, with the header, if the query has such names. */
export function withIgnored<T extends Pick<Answer, 'headers'>>(answer: T, others: Others | undefined): T {
  if (others === undefined) return answer
  return { ...answer, headers: [...answer.headers, 'Quietzone-Ignored', listed(others)] }
}

/** Names that are the same once they are cut are listed once. */
function listed({ names, more }: Others): string {
  const list = [...new Set([...names].map(encoded))].join(', ')
  return more > 0 ? `${list};more=${more}` : list
}

const longestName = 40

/** A character of a token (RFC 9110, 5.6.2) that stands for itself. */
const plain = /^[!#$&'*+.^_`|~0-9A-Za-z-]$/

/** `name` in percent-encoded UTF-8, cut at `longestName` characters, after a whole character of the name. */
function encoded(name: string): string {
  let text = ''
  for (const character of name) {
    const next = plain.test(character) ? character : percentEncoded(character)
    if (text.length + next.length > longestName) break
    text += next
  }
  return text
}

function percentEncoded(character: string): string {
  return Buffer.from(character).toString('hex').toUpperCase().replace(/../g, '%$&')
}
