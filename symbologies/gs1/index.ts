/** GS1 messages: read, judged, converted, and carried by the symbologies. */

export { checkDigitOf } from '../check-digit.ts'
export { parseBracketed } from './bracketed.ts'
export { type DescribedElement, type DescribedMessage, messageDescription } from './description.ts'
export type { Element, RawElement } from './element.ts'
export type { Gs1Doubt, Gs1ErrorCode, Gs1Fault } from './fault.ts'
export { fnc1, type Gs1Options } from './fnc1.ts'
export { type Identifier, identifierOf, identifiers, lengthsOf } from './identifiers.ts'
export { isLink } from './link.ts'
export { isHost } from './link-faults.ts'
export { checkCharactersOf } from './linters/check-characters.ts'
export {
  byImportance,
  inSymbol,
  leastLength,
  type SymbolRoom,
  symbolGroups,
  topToBottom,
  writtenValue,
} from './logistics.ts'
export { fullYear, meaningOf, type Part } from './meaning.ts'
export { bracketedText, type Gs1Message, gs1Message, humanReadable, linkText, rawText } from './message.ts'
export { needsSeparator } from './raw.ts'
export {
  type Carried,
  carried,
  elementStrings,
  Gs1Error,
  type Gs1Request,
  gs1Symbol,
  longestGs1128,
  usualDomain,
} from './symbol.ts'
