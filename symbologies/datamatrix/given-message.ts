/**
 * Data Matrix of given bytes and function characters, for programs that place FNC1, macros and ECIs themselves.
 * ISO/IEC 16022:2006, 5.2.4 to 5.6
 */

import { type Barcode, EncodeError, type Quiet } from '../barcode.ts'
import { type Eci, ecis } from '../eci/assignments.ts'
import { blocksOf, dataCodewords, symbolCodewords } from './codewords.ts'
import type { DataMatrixTrace } from './datamatrix.ts'
import { fitOfMessage } from './fit.ts'
import { eciCodewords, fnc1Codeword, type Message } from './message.ts'
import { placed } from './placement.ts'
import type { DataMatrixSize } from './sizes.ts'
import { appendHeader } from './structured-append.ts'

/** What a symbol begins with. */
export type Header =
  | { readonly kind: 'fnc1' }
  | { readonly kind: 'reader' }
  | { readonly kind: 'macro'; readonly macro: '05' | '06' }
  | {
      readonly kind: 'append'
      /** 1 to `parts`, which are 2 to 16. */
      readonly part: number
      readonly parts: number
      /** File identification: two numbers of 1 to 254. */
      readonly fileid: readonly [number, number]
    }

export interface GivenMessage {
  /** After the header. The byte 29 is FNC1 if `hasFnc1`. */
  readonly bytes: Uint8Array
  readonly hasFnc1: boolean
  readonly headers: readonly Header[]
  readonly eci?: number | undefined
  /** To choose from, the smallest first. */
  readonly sizes: readonly DataMatrixSize[]
}

/**
 * The smallest symbol of the message, and in it the fewest codewords.
 *
 * @throws EncodeError invalid_length without bytes, data_too_long
 * @throws RangeError for numbers of a header out of their range, or an unknown ECI
 */
export function dataMatrixOfMessage(given: GivenMessage): Barcode<DataMatrixTrace> {
  const { bytes, hasFnc1, headers, eci, sizes } = given
  if (bytes.length === 0) throw new EncodeError('invalid_length', 'datamatrix: the message has no bytes')
  if (eci !== undefined && !isEci(eci)) throw new RangeError(`datamatrix: eci is ${eci}; accepted: ${ecis.join(', ')}`)
  const macro = headers.find((header) => header.kind === 'macro')?.macro
  const message: Message = {
    bytes,
    prefix: [...headers.flatMap(codewordsOf), ...(eci === undefined ? [] : eciCodewords(eci))],
    ...(eci !== undefined && { eci }),
    ...(macro !== undefined && { macro }),
    ...(hasFnc1 && { gs1: true as const }),
  }
  const fit = fitOfMessage(message, sizes)
  if (fit === undefined) throw tooLong(bytes, sizes)
  const { size } = fit
  const data = dataCodewords(message, fit.segments(), size.data)
  const blocks = blocksOf(data.codewords, size)
  const codewords = symbolCodewords(data.codewords, blocks)
  const isGs1 = headers.some(({ kind }) => kind === 'fnc1')
  const append = headers.find((header) => header.kind === 'append')
  const text = String.fromCharCode(...bytes)
  return {
    symbology: 'datamatrix',
    matrix: placed(codewords, size),
    quiet,
    captions: [{ kind: 'line', text }],
    trace: {
      size,
      bytes,
      ...(eci === undefined ? { unannounced: 'latin1' as const } : { eci }),
      ...(macro !== undefined && { macro }),
      ...(isGs1 && { gs1: true as const }),
      ...(append && { structuredAppend: { part: append.part, parts: append.parts, fileid: append.fileid, text } }),
      segments: data.segments,
      codewords,
      padsFrom: data.padsFrom,
      blocks,
    },
  }
}

/** 5.8.4 */
const quiet: Quiet = { left: 1, right: 1, top: 1, bottom: 1 }

const isEci = (eci: number): eci is Eci => (ecis as readonly number[]).includes(eci)

// 5.2.4.7 and 5.2.4.9
const macroCodewords = { '05': 236, '06': 237 } as const
const readerCodeword = 234

function codewordsOf(header: Header): readonly number[] {
  switch (header.kind) {
    case 'fnc1':
      return [fnc1Codeword]
    case 'reader':
      return [readerCodeword]
    case 'macro':
      return [macroCodewords[header.macro]]
    case 'append':
      requireAppend(header)
      return appendHeader(header)
  }
}

function requireAppend({ part, parts, fileid }: Extract<Header, { readonly kind: 'append' }>): void {
  const isIn = (low: number, value: number, high: number): boolean =>
    Number.isInteger(value) && low <= value && value <= high
  if (isIn(2, parts, 16) && isIn(1, part, parts) && fileid.every((id) => isIn(1, id, 254))) return
  const given = `part ${part} of ${parts}, file ${fileid.join(', ')}`
  throw new RangeError(`datamatrix: ${given}; accepted: 1 to 16 of 2 to 16, file numbers 1 to 254`)
}

function tooLong(bytes: Uint8Array, sizes: readonly DataMatrixSize[]): EncodeError {
  const { name } = sizes.at(-1)!
  return new EncodeError('data_too_long', `datamatrix: ${bytes.length} bytes do not fit; ${name} is the largest`)
}
