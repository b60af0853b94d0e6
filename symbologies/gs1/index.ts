/** GS1 messages: read, judged, converted, and carried by the symbologies. */

export { checkDigitOf } from '../check-digit.ts'
export { type BracketedText, bracketedIn, hasCheckedNumber, isSound } from './brackets.ts'
export { aisOfMeasure } from './decimals.ts'
export type { Element, RawElement } from './element.ts'
export type { Gs1Doubt, Gs1ErrorCode, Gs1Fault, Gs1Rule } from './fault.ts'
export { fnc1, type Gs1Options } from './fnc1.ts'
export { bracketedText, needsSeparator, parseBracketed, rawText } from './forms.ts'
export { isHost } from './host.ts'
export { dictionaryRelease, type Identifier, identifierOf, identifiers, lengthsOf } from './identifiers.ts'
export { isLink, linkText } from './link.ts'
export { checkCharactersOf } from './linters.ts'
export {
  byImportance,
  inSymbol,
  leastLength,
  type SymbolRoom,
  symbolGroups,
  topToBottom,
  writtenValue,
} from './logistics.ts'
export {
  type DescribedElement,
  type DescribedMessage,
  fullYear,
  type MeaningPart,
  meaningOf,
  messageDescription,
} from './meaning.ts'
export { type Gs1Message, gs1Message, humanReadable } from './message.ts'
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
