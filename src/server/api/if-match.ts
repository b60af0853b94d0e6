/** Changes that say what they have seen (RFC 9110, 13.1.1), so that nobody's change is overwritten unseen. */

import { createHash } from 'node:crypto'
import type { Answer, Caller } from '../../answer.ts'

/** The answer with a tag of its content, by which a change says what it has seen. @param content  what a change would replace, if that is less */
export function tagged(answer: Answer, content: Pick<Answer, 'body'> = answer): Answer {
  return answer.status === 200 ? { ...answer, headers: [...answer.headers, 'ETag', tagOf(content)] } : answer
}

const tagOf = ({ body }: Pick<Answer, 'body'>): string => `"${createHash('sha256').update(body).digest('base64url')}"`

/** The tag that an answer has. */
function tagIn({ headers }: Answer): string | undefined {
  const at = headers.indexOf('ETag')
  return at < 0 ? undefined : headers[at + 1]
}

/** Why something stays as it is: it is not what its sender has seen. Undefined if it is. @param found  what GET answers now */
export function unseenReason(found: Answer, sender: Pick<Caller, 'headerOf'>): string | undefined {
  const seen = sender.headerOf('If-Match')
  const now = found.status === 200 ? (tagIn(found) ?? tagOf(found)) : undefined
  if (seen === undefined) return now && 'If-Match with the ETag of GET says which one is meant'
  if (now === undefined) return 'it has been removed, or was never there'
  const tags: readonly string[] = seen.match(/"[^"]*"/g) ?? []
  return seen.trim() === '*' || tags.includes(now) ? undefined : 'it has been changed since it was read'
}
