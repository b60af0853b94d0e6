/**
 * The message that a text becomes: of those that its characters and the options allow, the one that makes the smallest symbol.
 * ISO/IEC 16022:2006, 5.2 to 5.5
 */

import { type EncodeError, invalidCharacter, loneSurrogate, requireText } from '../barcode.ts'
import { characterSet, type Eci, eciNames } from '../eci/index.ts'
import { gs1Characters, requireNoEci } from '../gs1/fnc1.ts'
import { costAt, costsOf, singleEncodationCosts, state } from './cost-table.ts'
import { type Encodation, isEdifact, isX12 } from './encodations.ts'
import {
  type Beginning,
  eciMessage,
  gs1Message,
  longestMacro,
  type Message,
  mayHaveMacro,
  plainMessage,
  unwrapped,
} from './message.ts'
import type { DataMatrixOptions } from './options.ts'
import { endOfDataIn, segmentsOf } from './segments.ts'
import { interpretationsOf, type Mixture, type SizedMessage, severalEcis } from './several-ecis.ts'
import type { DataMatrixSize } from './sizes.ts'

/** A text for one symbol. */
export interface SymbolText {
  readonly text: string
  /** The codewords that the symbol begins with. */
  readonly header: readonly number[]
  /** The sizes that the options allow, smallest first; the last one holds the most. */
  readonly sizes: readonly DataMatrixSize[]
}

/**
 * The message that makes the smallest of the sizes, and in it the fewest codewords.
 *
 * @returns undefined if none of the sizes holds the text
 * @throws EncodeError invalid_length for no text, invalid_character for a lone surrogate or a character
 *   that the `encodation` or `eci` of the options cannot encode
 */
export function fitOf(wanted: SymbolText, options: DataMatrixOptions): SizedMessage | undefined {
  const { sizes } = wanted
  const { encodation } = options
  const { messages, fallback, mixtures = [] } = candidatesOf(wanted, options)
  let best: SizedMessage | undefined
  for (const message of messages) best = smaller(best, fitOfMessage(message, sizes, encodation))
  for (const mixture of mixtures) best = smaller(best, severalEcis(mixture, sizes))
  return best ?? (fallback && fitOfMessage(fallback, sizes, encodation))
}

/** The smaller one, in modules, and in it the one of fewer codewords; `a` if they are alike. */
function smaller(a: SizedMessage | undefined, b: SizedMessage | undefined): SizedMessage | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return (modulesIn(b) - modulesIn(a) || b.size.data - a.size.data || b.used - a.used) < 0 ? b : a
}

const modulesIn = ({ size: { rows, columns } }: SizedMessage): number => rows * columns

/** The smallest of `sizes` that holds `message`, and the fewest codewords in it. @param encodation the one to use alone, if any */
export function fitOfMessage(
  message: Message,
  sizes: readonly DataMatrixSize[],
  encodation?: Encodation,
): SizedMessage | undefined {
  const { bytes, prefix } = message
  if (bytes.length > 2 * sizes[sizes.length - 1]!.data) return undefined
  const costs = encodation ? singleEncodationCosts(bytes, prefix.length, encodation) : costsOf(bytes, prefix.length)
  // With all encodations to choose from, an end-of-data rule saves one codeword at most.
  const least = encodation ? 0 : costAt(costs, bytes.length, state.ascii) - 1
  for (const size of sizes) {
    const endOfData = size.data < least ? undefined : endOfDataIn(costs, bytes, size.data)
    if (endOfData === undefined) continue
    return { size, used: endOfData.used, message: () => message, segments: () => segmentsOf(costs, bytes, endOfData) }
  }
  return undefined
}

/** The messages that a text can be encoded as. */
interface Candidates {
  /** To choose from; none if the text is too long for any. */
  readonly messages: readonly Message[]
  /** For a text that fits no size as any of `messages`. */
  readonly fallback?: Message | undefined
  /** For a text that may be under several interpretations, one after the other. */
  readonly mixtures?: readonly Mixture[] | undefined
}

/** The messages for the text that the options allow. The text is read once, because its characters decide. */
function candidatesOf({ text, header, sizes }: SymbolText, options: DataMatrixOptions): Candidates {
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
    const { order, repertoires } = interpretationsOf(text)
    const allowed = repertoires.filter(({ eci }) => beginning.macro === undefined || mayHaveMacro(eci))
    return { beginning, order, repertoires: allowed }
  })
  const messages = mixtures.flatMap(({ beginning, repertoires }) =>
    repertoires.flatMap(({ eci, bytes, repertoire }) =>
      eci !== undefined && !repertoire.includes(undefined) ? [eciMessage(bytes, eci, beginning)] : [],
    ),
  )
  return { messages, mixtures: changing ? mixtures : undefined }
}

/** An ECI whose bytes come from its table. */
const isOther = (eci: DataMatrixOptions['eci']): eci is Exclude<Eci, 3 | 26> =>
  typeof eci === 'number' && eci !== 3 && eci !== 26

/** Codewords that the text takes at least, in one symbol or in several, whichever the encodation and the ECI. */
function leastCodewords(text: string): number {
  let sixths = 0
  for (let i = 0; i < text.length; i++) sixths += leastSixths(text.charCodeAt(i))
  return sixths / 6
}

/**
 * Counted in sixths of a codeword; 0 for the second half of a surrogate pair. A digit takes half a codeword at least,
 * another character of ASCII two thirds, and any other character one, whichever the encodation and the ECI.
 */
function leastSixths(unit: number): number {
  if (unit > 0x7f) return unit >= 0xdc00 && unit <= 0xdfff ? 0 : 6
  return unit >= 48 && unit <= 57 ? 3 : 4
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

/** @throws EncodeError invalid_character for half of a surrogate pair */
function requireNoLoneSurrogate(text: string): void {
  const lone = text.search(/\p{Cs}/u)
  if (lone >= 0) throw loneSurrogate('datamatrix', text, lone)
}

/** The encodations that do not encode every byte. */
const limited: { readonly [E in Encodation]?: { readonly has: (unit: number) => boolean; readonly accepted: string } } =
  {
    x12: { has: isX12, accepted: '0 to 9, A to Z (upper case), space, carriage return, * and >' },
    edifact: { has: isEdifact, accepted: 'ASCII from space to ^' },
  }
const unlimited = 'ascii, c40, text and base256 encode every character'

/** @throws EncodeError invalid_character for the first character that `encodation` cannot encode */
function requireEncodable(text: string, encodation: Encodation): void {
  const limit = limited[encodation]
  if (limit === undefined) return
  for (let i = 0; i < text.length; i++) {
    if (limit.has(text.charCodeAt(i))) continue
    throw invalidCharacter('datamatrix', text, i, `${limit.accepted} in ${encodation}; ${unlimited}`)
  }
}

/** @throws EncodeError invalid_character for the first character that `eci` lacks, or whose bytes `encodation` lacks */
function requireInEci(text: string, eci: Eci, encodation?: Encodation): void {
  const { bytesOf } = characterSet(eci)
  const has = (encodation && limited[encodation])?.has
  let at = 0
  for (const character of text) {
    const bytes = bytesOf(character.codePointAt(0)!)
    if (bytes === undefined) {
      const accepted = `characters of ECI ${eci} (${eciNames[eci]}); ECI 26 has every character, and auto finds the shortest`
      throw invalidCharacter('datamatrix', text, at, accepted, { eci: 'auto' })
    }
    if (has !== undefined && !bytes.every(has)) {
      const accepted = `characters whose bytes in ECI ${eci} (${eciNames[eci]}) are in ${encodation}; ${unlimited}`
      throw invalidCharacter('datamatrix', text, at, accepted)
    }
    at += character.length
  }
}

function beyondAscii(text: string): EncodeError {
  return invalidCharacter('datamatrix', text, text.search(/[^\0-\x7f]/u), gs1Characters)
}

const latin1Only = 'ISO 8859-1; eci=utf8 carries every character without an ECI, eci=26 or eci=auto with one'

function beyondLatin1(text: string): EncodeError {
  return invalidCharacter('datamatrix', text, text.search(/[^\0-\xff]/u), latin1Only, { eci: 'utf8' })
}
