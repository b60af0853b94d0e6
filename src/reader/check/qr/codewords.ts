/** The codewords of QR Code and Micro QR Code in their blocks, read and corrected. ISO/IEC 18004:2015, 7.5, 7.6 and 7.7.3 */

import {
  type BlockCode,
  type BlockPlaces,
  type BlockState,
  blockFlaws,
  isSound,
  readerField,
  stateOf,
} from '../reed-solomon.ts'
import type { Findings, FunctionCharacter, ModulePlace, SymbolCodewords, SymbolDetails } from '../report.ts'
import type { QrStructure } from './structure.ts'

/** GF(256) modulo x^8 + x^4 + x^3 + x^2 + 1; the generators' first root is 1 (7.5.2, Annex A). */
const code: BlockCode = { field: readerField(0x11d), first: 0 }

export interface Lengths {
  readonly blocks: number
  readonly errorLength: number
  readonly total: number
  /** Bits of data codewords. */
  readonly dataBits: number
}

/** The blocks of a symbol whose bits have been unmasked, and where its data bits are. */
export interface SymbolContents {
  readonly states: readonly BlockState[]
  /** The blocks follow each other instead of being interleaved. */
  readonly misordered: boolean
  /** The data bits, corrected; undefined if they cannot be. */
  readonly data: Uint8Array | undefined
  /** The module of each data bit. */
  readonly places: readonly ModulePlace[]
  /** The modules of each codeword in the symbol. */
  readonly modulesOf: (codeword: number) => readonly ModulePlace[]
  readonly remainder: readonly ModulePlace[]
}

export function contentsOf(bits: Uint8Array, { data }: QrStructure, lengths: Lengths): SymbolContents {
  const { codewords, starts } = packed(bits, lengths.dataBits, lengths.total)
  const end = starts[starts.length - 1]! + 8
  const states = inTurn(lengths).map((places) => stateOf(codewords, places, code))
  const broken = states.every(({ wrong }) => wrong === undefined)
  const misordered = broken && lengths.blocks > 1 && isSound(codewords, oneByOne(lengths), code)
  const read = misordered ? oneByOne(lengths).map((places) => stateOf(codewords, places, code)) : states
  const isWhole = read.every(({ wrong }) => wrong !== undefined)
  const modulesOf = (codeword: number): readonly ModulePlace[] =>
    data.slice(starts[codeword]!, starts[codeword + 1] ?? end)
  const dataBits: number[] = []
  const dataPlaces: ModulePlace[] = []
  for (const { places, data: values } of read) {
    for (const [i, codeword] of places.data.entries()) {
      const [from, to] = [starts[codeword]!, starts[codeword + 1] ?? end]
      for (let at = from; at < to; at++) {
        dataBits.push((values[i]! >>> (7 - at + from)) & 1)
        dataPlaces.push(data[at]!)
      }
    }
  }
  return {
    states: read,
    misordered,
    data: isWhole ? Uint8Array.from(dataBits) : undefined,
    places: dataPlaces,
    modulesOf,
    remainder: data.slice(end).filter((_, i) => bits[end + i] === 1),
  }
}

/** The codewords as a reading has them. @param reserved  error correction codewords of a block that detect misreading alone */
export const codewordsOf = ({ states, modulesOf }: SymbolContents, reserved = 0): SymbolCodewords => ({
  blocks: states,
  modulesOf,
  reserved,
})

/** What a report says of the data: codewords block by block as error correction left them, ECIs and FNC1; nothing if it left errors. */
export function carriedBy(
  { states, data }: SymbolContents,
  message: { readonly ecis: readonly number[]; readonly fnc: readonly FunctionCharacter[] } | undefined,
): SymbolDetails {
  if (data === undefined || message === undefined) return {}
  const { ecis, fnc } = message
  const codewords = states.flatMap((state) => [...state.data])
  return { ...(ecis.length > 0 && { eci: ecis }), codewords, ...(fnc.length > 0 && { fnc }) }
}

/** Whether all blocks are without errors, interleaved or one after the other. */
export function areSound(bits: Uint8Array, lengths: Lengths): boolean {
  const { codewords } = packed(bits, lengths.dataBits, lengths.total)
  return [inTurn(lengths), oneByOne(lengths)].some((blocks) => isSound(codewords, blocks, code))
}

/** Bits as codewords; a last data codeword of four bits is the upper half of a byte. */
function packed(bits: Uint8Array, dataBits: number, total: number): { codewords: Uint8Array; starts: number[] } {
  const codewords = new Uint8Array(total)
  const starts: number[] = []
  let at = 0
  for (let i = 0; i < total; i++) {
    starts.push(at)
    const length = at < dataBits ? Math.min(8, dataBits - at) : 8
    for (let bit = 0; bit < length; bit++) codewords[i]! |= bits[at + bit]! << (7 - bit)
    at += length
  }
  return { codewords, starts }
}

/** Interleaved: one codeword of each block in turn (7.6). */
function inTurn(lengths: Lengths): BlockPlaces[] {
  const counts = dataLengths(lengths)
  const places = counts.map(() => ({ data: [] as number[], errorCorrection: [] as number[] }))
  let at = 0
  for (let turn = 0; turn <= counts[counts.length - 1]!; turn++) {
    for (const [block, count] of counts.entries()) if (turn < count) places[block]!.data.push(at++)
  }
  for (let turn = 0; turn < lengths.errorLength; turn++) {
    for (const place of places) place.errorCorrection.push(at++)
  }
  return places
}

/** One block after the other, as an encoder without 7.6 writes them. */
function oneByOne(lengths: Lengths): BlockPlaces[] {
  const run = (from: number, count: number): number[] => Array.from({ length: count }, (_, i) => from + i)
  let data = 0
  let error = lengths.total - lengths.blocks * lengths.errorLength
  return dataLengths(lengths).map((count) => {
    data += count
    error += lengths.errorLength
    return { data: run(data - count, count), errorCorrection: run(error - lengths.errorLength, lengths.errorLength) }
  })
}

/** The number of data codewords of each block; if they do not divide evenly, the later blocks have one more. */
function dataLengths({ blocks, total, errorLength }: Lengths): number[] {
  const data = total - blocks * errorLength
  return Array.from({ length: blocks }, (_, block) => Math.floor((data + block) / blocks))
}

/** Judges error correction, the order of blocks, and the remainder bits. */
export function judgeContents(
  findings: Findings<'errorcorrection' | 'blocks' | 'remainder'>,
  { states, misordered, modulesOf, remainder }: SymbolContents,
  dataCodewords: number,
): void {
  findings.judge('errorcorrection', blockFlaws(states, dataCodewords, modulesOf))
  const message = 'the blocks follow each other instead of being interleaved'
  findings.judge('blocks', misordered ? [{ message }] : [])
  const { length } = remainder
  const left = `${length} ${length === 1 ? 'module is' : 'modules are'} not 0 without the mask`
  findings.judge('remainder', length === 0 ? [] : [{ message: left, modules: remainder }])
}
