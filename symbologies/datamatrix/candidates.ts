import { requireText } from '../barcode.ts'
import { requireNoEci } from '../gs1/fnc1.ts'
import { beyondAscii, beyondLatin1, requireEncodable, requireNoLoneSurrogate, tooLong } from './errors.ts'
import { eciMessage, gs1Message, longestMacro, type Message, plainMessage } from './message.ts'
import type { DataMatrixOptions } from './options.ts'
import type { DataMatrixSize } from './sizes.ts'

/** The messages that a text can be encoded as. */
export interface Candidates {
  /** To choose from, at least one. */
  readonly messages: readonly Message[]
  /** For a text that fits no size as any of `messages`. */
  readonly fallback?: Message | undefined
}

/**
 * The messages for `text` that the options allow. The text is read once, because its characters decide.
 *
 * @param largest the largest size that the options allow
 * @throws EncodeError invalid_length for no text, data_too_long, invalid_character for a lone surrogate or a character
 *   that the `encodation` or `eci` of the options cannot encode
 */
export function candidatesOf(text: string, options: DataMatrixOptions, largest: DataMatrixSize): Candidates {
  requireText('datamatrix', text)
  // No codeword carries more than two characters.
  if (text.length > 2 * largest.data + longestMacro) throw tooLong(text, largest)
  const { ascii, latin1 } = charactersOf(text)
  if (latin1 === undefined) requireNoLoneSurrogate(text)
  const { eci, encodation, gs1 } = options
  if (encodation !== undefined) requireEncodable(text, encodation)
  if (gs1) requireNoEci(eci)
  if (gs1 && !ascii) throw beyondAscii(text)
  if (gs1) return { messages: [gs1Message(latin1!)] }
  const plain = latin1 && plainMessage(text, latin1, encodation === undefined)
  if (eci === false || (eci === undefined && ascii)) {
    if (plain === undefined) throw beyondLatin1(text)
    return { messages: [plain] }
  }
  const messages: Message[] = []
  if (latin1 !== undefined && eci !== 26) messages.push(eciMessage(latin1, 3))
  if (eci !== 3) messages.push(eciMessage(utf8.encode(text), 26))
  if (messages.length === 0) throw beyondLatin1(text)
  // 5.2.2: without an ECI a symbol is in ISO 8859-1. Readers guess, so this is only for text that fits no other way.
  const fallback = eci === undefined && largest.name === '144x144' ? plain : undefined
  return { messages, fallback }
}

const utf8 = new TextEncoder()

/** The characters of a text. */
interface Characters {
  readonly ascii: boolean
  /** The text in ISO 8859-1; undefined if it has other characters. */
  readonly latin1: Uint8Array | undefined
}

function charactersOf(text: string): Characters {
  const bytes = new Uint8Array(text.length)
  let bits = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    bits |= unit
    bytes[i] = unit
  }
  return { ascii: bits < 0x80, latin1: bits < 0x100 ? bytes : undefined }
}
