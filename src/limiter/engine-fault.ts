/** A fault of the engine in words of this program. */
export class EngineFault extends Error {}

/** The first word of an error reply, which says what is wrong; what follows may quote what was sent, a password even. */
export function replyWord(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.name !== 'ReplyError') return undefined
  return /^[A-Z]{1,40}(?= |$)/.exec(error.message)?.[0]
}

/** Why the engine cannot be used, in words that never quote what was sent to it or came from it. */
export function whyLost(error: unknown): string {
  if (error instanceof EngineFault) return error.message
  const word = replyWord(error)
  if (word !== undefined) return `it answers ${word}`
  const { code } = error as { readonly code?: unknown }
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? code : 'its answers make no sense'
}
