/** Encoders for programs that choose code sets, modes, function characters and sizes themselves, as ZPL does. */

export { type Code128OfValues, code128OfValues } from './code128-values.ts'
export { dataMatrixOfMessage, type GivenMessage, type Header as DataMatrixHeader } from './datamatrix/given-message.ts'
export { doubtsAbout } from './doubts.ts'
export { type GivenSegment, type GivenSymbol, qrOfSegments } from './qr/given-segments.ts'
