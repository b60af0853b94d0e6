import { utf8Text } from '../utf8.ts'

/** Why a body cannot be read. */
export class UnreadableBody extends Error {
  readonly code: 'bad_request' | 'invalid_encoding'

  constructor(code: UnreadableBody['code'], message: string) {
    super(message)
    this.name = 'UnreadableBody'
    this.code = code
  }
}

/** The value of a body in JSON. @param accepted  what is, for people @throws UnreadableBody */
export function jsonIn(bytes: Uint8Array, accepted: string): unknown {
  const text = utf8Text(bytes)
  if (typeof text !== 'string') {
    throw new UnreadableBody('invalid_encoding', `byte ${text.at + 1} of the body starts no UTF-8 character`)
  }
  try {
    // RFC 8259, 8.1: a byte order mark may be ignored
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    throw new UnreadableBody('bad_request', `the body is not JSON; ${accepted}`)
  }
}
