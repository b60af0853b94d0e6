import { requireText } from '../barcode.ts'
import { characterSet } from '../eci/index.ts'
import { requireNoEci } from '../gs1/fnc1.ts'
import { beyondAscii, beyondLatin1, requireEncodable, requireInEci, requireNoLoneSurrogate } from './errors.ts'
import { type Interpretation, interpretationsOf } from './interpretations.ts'
import { leastCodewords } from './least-codewords.ts'
import {
  type Beginning,
  type Eci,
  eciMessage,
  gs1Message,
  longestMacro,
  type Message,
  mayHaveMacro,
  plainMessage,
  unwrapped,
} from './message.ts'
import type { DataMatrixOptions } from './options.ts'
import type { DataMatrixSize } from './sizes.ts'

/** The messages that a text can be encoded as. */
export interface Candidates {
  /** To choose from; none if the text is too long for any. */
  readonly messages: readonly Message[]
  /** For a text that fits no size as any of `messages`. */
  readonly fallback?: Message | undefined
  /** For a text that may be under several interpretations, one after the other. */
  readonly mixtures?: readonly Mixture[] | undefined
}

/** The interpretations that may follow each other within a text. */
export interface Mixture {
  readonly beginning: Beginning
  readonly interpretations: readonly Interpretation[]
}

/** A text for one symbol. */
export interface SymbolText {
  readonly text: string
  /** The codewords that the symbol begins with. */
  readonly header: readonly number[]
  /** The sizes that the options allow, smallest first; the last one holds the most. */
  readonly sizes: readonly DataMatrixSize[]
}

/**
 * The messages for the text that the options allow. The text is read once, because its characters decide.
 *
 * @throws EncodeError invalid_length for no text, invalid_character for a lone surrogate or a character
 *   that the `encodation` or `eci` of the options cannot encode
 */
export function candidatesOf({ text, header, sizes }: SymbolText, options: DataMatrixOptions): Candidates {
  requireText('datamatrix', text)
  const largest = sizes[sizes.length - 1]!
  // No codeword carries more than two characters.
  if (text.length > 2 * largest.data + longestMacro) return { messages: [] }
  const { ascii, latin1 } = charactersOf(text)
  requireCharacters(text, latin1, options)
  const { eci, encodation, gs1 } = options
  if (gs1 && !ascii) throw beyondAscii(text)
  if (gs1) return { messages: [gs1Message(latin1!)] }
  const whole: Worded = { text, beginning: { header } }
  const macro = encodation === undefined && header.length === 0 ? unwrapped(text) : undefined
  const shortest = macro ?? whole
  if (eci === 'utf8' && !ascii) return { messages: [plainMessage(utf8.encode(shortest.text), shortest.beginning)] }
  const inLatin1 = latin1 && macro ? charactersOf(macro.text).latin1 : latin1
  const plain = inLatin1 && plainMessage(inLatin1, shortest.beginning)
  if (eci === 'none' || (ascii && typeof eci !== 'number')) return { messages: [plain!] }
  if (eci === 'auto' && leastCodewords(text) > largest.data) return { messages: [] }
  if (eci === 'auto') return mixed(macro === undefined ? [whole] : [macro, whole], encodation === undefined)
  if (isOther(eci)) {
    const { text, beginning } = mayHaveMacro(eci) ? shortest : whole
    return { messages: [eciMessage(characterSet(eci).encode(text)!, eci, beginning)] }
  }
  const messages: Message[] = []
  if (inLatin1 !== undefined && eci !== 26) messages.push(eciMessage(inLatin1, 3, shortest.beginning))
  if (eci !== 3) messages.push(eciMessage(utf8.encode(shortest.text), 26, shortest.beginning))
  // 5.2.2: without an ECI a symbol is in ISO 8859-1. Readers guess, so this is only for text that fits no other way.
  const fallback = eci === undefined && options.parts === undefined && largest.name === '144x144' ? plain : undefined
  return { messages, fallback }
}

/** A text, or what a macro leaves of it. */
interface Worded {
  readonly text: string
  readonly beginning: Beginning
}

const utf8 = new TextEncoder()

/** Texts under each ECI that carries all of them, and what is needed to change from one ECI to another within them. */
function mixed(texts: readonly Worded[], changing: boolean): Candidates {
  const mixtures = texts.map(({ text, beginning }): Mixture => {
    const all = interpretationsOf(text)
    return {
      beginning,
      interpretations: beginning.macro === undefined ? all : all.filter(({ eci }) => mayHaveMacro(eci)),
    }
  })
  const messages = mixtures.flatMap(({ beginning, interpretations }) =>
    interpretations.flatMap(({ eci, bytes, isWhole }) =>
      eci !== undefined && isWhole ? [eciMessage(bytes, eci, beginning)] : [],
    ),
  )
  return { messages, mixtures: changing ? mixtures : undefined }
}

/** An ECI whose bytes come from its table. */
const isOther = (eci: DataMatrixOptions['eci']): eci is Exclude<Eci, 3 | 26> =>
  typeof eci === 'number' && eci !== 3 && eci !== 26

/**
 * @param latin1 the text in ISO 8859-1, if it has no other characters
 * @throws EncodeError invalid_character for a lone surrogate or a character that the options cannot encode
 */
export function requireCharacters(
  text: string,
  latin1: Uint8Array | undefined,
  { eci, encodation, gs1 }: DataMatrixOptions,
): void {
  if (latin1 === undefined) requireNoLoneSurrogate(text)
  if (encodation !== undefined) requireEncodable(text, encodation)
  if (gs1) requireNoEci(eci)
  if (latin1 === undefined && eci === 'none') throw beyondLatin1(text)
  if (latin1 === undefined && eci === 3) requireInEci(text, 3)
  if (isOther(eci)) requireInEci(text, eci, encodation)
}

/** The characters of a text. */
interface Characters {
  readonly ascii: boolean
  /** The text in ISO 8859-1; undefined if it has other characters. */
  readonly latin1: Uint8Array | undefined
}

export function charactersOf(text: string): Characters {
  const bytes = new Uint8Array(text.length)
  let bits = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    bits |= unit
    bytes[i] = unit
  }
  return { ascii: bits < 0x80, latin1: bits < 0x100 ? bytes : undefined }
}
