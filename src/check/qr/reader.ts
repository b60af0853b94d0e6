/** The common parts of the readers for QR Code and Micro QR Code. ISO/IEC 18004:2015 */

import { readerField } from '../galois.ts'
import { type MatrixRule, matrixRules } from '../picture/matrix.ts'
import { type Modules, moduleAt, wrongIn } from '../picture/modules.ts'
import type { Findings, Flaw, ModulePlace, Rule } from '../report.ts'
import { type BlockState, inTurn, isSound, oneByOne, stateOf } from './blocks.ts'
import type { QrMessage } from './message.ts'
import type { StreamRule } from './stream.ts'
import type { QrRegionRule, QrStructure } from './structure.ts'

export type QrRule =
  | MatrixRule
  | QrRegionRule
  | StreamRule
  | 'format.copy1'
  | 'format.copy2'
  | 'errorcorrection'
  | 'blocks'
  | 'remainder'
  | 'mask'
  | 'smallest'
  | 'shortest'

const standard = 'ISO/IEC 18004:2015'

export const qrRules = (quiet: number): Readonly<Record<QrRule, Rule>> => ({
  ...matrixRules(standard, { quiet: '6.3.8', module: '6.1', polarity: '5.1', mirrored: '5.1', text: '7.4' }, quiet),
  finder: [`${standard}, 6.3.3`, 'the finder patterns are complete'],
  separator: [`${standard}, 6.3.4`, 'a light border one module wide separates every finder pattern from the rest'],
  timing: [`${standard}, 6.3.5`, 'the timing patterns alternate between dark and light'],
  alignment: [`${standard}, 6.3.6 and Annex E`, 'the alignment patterns are complete'],
  darkmodule: [`${standard}, 7.9.1`, 'the module above the lower left finder pattern and its separator is dark'],
  'version.copy1': [`${standard}, 7.10`, 'version information at the upper right matches the size'],
  'version.copy2': [`${standard}, 7.10`, 'version information at the lower left matches the size'],
  'format.copy1': [`${standard}, 7.9`, 'format information at the upper left is right in every bit'],
  'format.copy2': [`${standard}, 7.9.1`, 'format information at the two other finder patterns is right in every bit'],
  errorcorrection: [`${standard}, 7.5.2`, 'the syndromes of all blocks are zero'],
  blocks: [`${standard}, 7.6`, 'the blocks take one codeword each in turn'],
  remainder: [`${standard}, 7.7.3`, 'the remainder bits are 0'],
  mode: [`${standard}, 7.4.1, table 2`, 'every mode indicator exists'],
  append: [`${standard}, 8`, 'the symbol is not a part of a structured append'],
  fnc1: [`${standard}, 7.4.8.3`, 'no application is named by FNC1 in the second position'],
  count: [`${standard}, 7.4.1, table 3`, 'every segment has as many characters as its count says'],
  characters: [`${standard}, 7.4.3 to 7.4.6`, 'every group of bits stands for characters of its mode'],
  eci: [`${standard}, 7.4.2`, 'the bytes have a meaning under their ECI'],
  bytes: [`${standard}, 7.3.5 and 7.4.5`, 'all readers take bytes without an ECI for the same text'],
  terminator: [`${standard}, 7.4.9`, 'a terminator follows the last segment, or as much of it as fits'],
  fill: [`${standard}, 7.4.10`, 'the bits between the terminator and the next codeword are 0'],
  pad: [`${standard}, 7.4.10`, 'the pad codewords alternate between 236 and 17'],
  mask: [`${standard}, 7.8.3`, 'no other mask has a better score'],
  smallest: [`${standard}, 7.3.1`, 'no smaller version holds the same text at the same level'],
  shortest: [`${standard}, Annex J`, 'no shorter bit stream carries the same text'],
})

/** GF(256) modulo x^8 + x^4 + x^3 + x^2 + 1; the generators' first root is 1 (7.5.2, Annex A). */
export const code = { field: readerField(0x11d), first: 0 }

/** Judges the function patterns: one finding for each that is wrong. */
export function judgeRegions(findings: Findings<QrRule>, modules: Modules, { regions }: QrStructure): void {
  const rules = new Set(regions.map(({ rule }) => rule))
  for (const rule of rules) {
    const flaws = regions.flatMap((region): Flaw[] => {
      const wrong = region.rule === rule ? wrongIn(modules, region.modules) : []
      return wrong.length === 0 ? [] : [{ message: `${region.name}: ${plural(wrong.length)} wrong`, modules: wrong }]
    })
    findings.judge(rule, flaws)
  }
}

const plural = (count: number): string => (count === 1 ? '1 module is' : `${count} modules are`)

/** The copies of format information, each as a number of 15 bits. */
export function formatCopies(modules: Modules, { format }: QrStructure): number[] {
  return format.map((places) => places.reduce((bits, { row, column }) => 2 * bits + moduleAt(modules, row, column), 0))
}

export function onesIn(value: number): number {
  let count = 0
  for (let rest = value; rest !== 0; rest &= rest - 1) count++
  return count
}

/** Compares every copy with the right bits. */
export function judgeFormat(
  findings: Findings<QrRule>,
  modules: Modules,
  structure: QrStructure,
  { bits, nameOf }: { bits: number; nameOf: (bits: number) => string },
): void {
  const rules = ['format.copy1', 'format.copy2'] as const
  for (const [copy, found] of formatCopies(modules, structure).entries()) {
    const places = structure.format[copy]!
    const wrong = places.filter((_, i) => ((found ^ bits) >>> (14 - i)) & 1)
    const message = (): string => `${nameOf(found)}; ${plural(wrong.length)} wrong: it should be ${nameOf(bits)}`
    findings.judge(rules[copy]!, wrong.length === 0 ? [] : [{ message: message(), modules: wrong }])
  }
}

/** Bits as codewords; a last data codeword of four bits is the upper half of a byte. */
function codewordsOf(bits: Uint8Array, dataBits: number, total: number): { codewords: Uint8Array; starts: number[] } {
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

export interface Lengths {
  readonly blocks: number
  readonly errorLength: number
  readonly total: number
  /** Bits of data codewords. */
  readonly dataBits: number
}

/** Whether all blocks are without errors, interleaved or one after the other. */
export function areSound(bits: Uint8Array, lengths: Lengths): boolean {
  const { codewords } = codewordsOf(bits, lengths.dataBits, lengths.total)
  return [inTurn(lengths), oneByOne(lengths)].some((blocks) => isSound(codewords, blocks, code))
}

/** The blocks of a symbol whose bits have been unmasked, and where its data bits are. */
export interface Contents {
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

export function contentsOf(bits: Uint8Array, { data }: QrStructure, lengths: Lengths): Contents {
  const { codewords, starts } = codewordsOf(bits, lengths.dataBits, lengths.total)
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

/** Judges error correction, the order of blocks, and the remainder bits. */
export function judgeContents(
  findings: Findings<QrRule>,
  { states, misordered, modulesOf, remainder }: Contents,
  dataCodewords: number,
): void {
  const flaws = states.flatMap(({ places, wrong }, block): Flaw[] => {
    if (wrong === undefined) {
      const modules = [...places.data, ...places.errorCorrection].flatMap(modulesOf)
      return [{ message: `block ${block + 1}: too many codewords are wrong to tell which`, modules }]
    }
    return wrong.map((codeword) => {
      const kind = codeword < dataCodewords ? 'data' : 'error correction'
      return {
        message: `block ${block + 1}: ${kind} codeword ${codeword + 1} of the symbol is wrong`,
        modules: modulesOf(codeword),
      }
    })
  })
  findings.judge('errorcorrection', flaws)
  const message = 'the blocks follow each other instead of being interleaved'
  findings.judge('blocks', misordered ? [{ message }] : [])
  findings.judge(
    'remainder',
    remainder.length === 0
      ? []
      : [{ message: `${plural(remainder.length)} not 0 without the mask`, modules: remainder }],
  )
}

const streamRules = [
  'mode',
  'append',
  'fnc1',
  'count',
  'characters',
  'eci',
  'bytes',
  'terminator',
  'fill',
  'pad',
] as const

/** Reports the flaws of the bit stream, with the modules of their bits. */
export function judgeStream(findings: Findings<QrRule>, { flaws }: QrMessage, places: readonly ModulePlace[]): void {
  for (const rule of streamRules) {
    const own = flaws.filter((flaw) => flaw.rule === rule)
    findings.judge(
      rule,
      own.map(({ kind, message, from, to }) => ({ kind, message, modules: places.slice(from, to) })),
    )
  }
}
