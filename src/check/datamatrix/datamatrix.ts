/** Data Matrix ECC 200. ISO/IEC 16022:2006 */

import { type DataMatrixSize, dataMatrixSizes } from '../../../symbologies/tables.ts'
import { readerField } from '../galois.ts'
import { allRound, type Found, judgeFound, type MatrixRule, matrixRules } from '../picture/matrix.ts'
import {
  type Modules,
  moduleAt,
  rowsIn,
  type Shape,
  transposedModules,
  turnedModules,
  wrongIn,
} from '../picture/modules.ts'
import { type BlockPlaces, type BlockState, isSound, stateOf } from '../qr/blocks.ts'
import { Findings, type Flaw, type ModulePlace, type Reading, type Rule } from '../report.ts'
import { judgeText } from '../text.ts'
import { judgeAlternatives } from './alternatives.ts'
import { type DataMatrixMessage, dataMatrixMessage } from './message.ts'
import type { DataRule } from './stream.ts'
import { type DataMatrixRegionRule, dataMatrixRegions, dataMatrixStructure } from './structure.ts'

const quiet = 1

export interface DataMatrixShape extends Shape {
  readonly symbology: 'datamatrix'
  readonly size: DataMatrixSize
}

export const dataMatrixShapes: readonly DataMatrixShape[] = dataMatrixSizes.map((size) => ({
  symbology: 'datamatrix',
  size,
  rows: size.rows,
  columns: size.columns,
  quiet,
  regions: () => dataMatrixRegions(size),
}))

type DataMatrixRule =
  | MatrixRule
  | DataMatrixRegionRule
  | DataRule
  | 'errorcorrection'
  | 'blocks'
  | 'smallest'
  | 'shortest'

const standard = 'ISO/IEC 16022:2006'

const rules: Readonly<Record<DataMatrixRule, Rule>> = {
  ...matrixRules(standard, { quiet: '5.8.4', module: '5.8', polarity: '4.2', mirrored: '5.8', text: '5.2' }, quiet),
  finder: [`${standard}, 5.8.2`, 'the borders at the left and bottom are solid'],
  timing: [`${standard}, 5.8.2`, 'the borders at the top and right alternate between dark and light'],
  alignment: [`${standard}, 5.8.3`, 'the borders between data regions are like those around the symbol'],
  corner: [`${standard}, 5.8.1`, 'the corner that no codeword reaches has its fixed pattern'],
  errorcorrection: [`${standard}, 5.7`, 'the syndromes of all blocks are zero'],
  blocks: [`${standard}, 5.7.2 and Annex A`, 'the blocks take one codeword each in turn'],
  codeword: [`${standard}, 5.2.3, table 2`, 'every codeword has a meaning in ASCII encodation'],
  append: [`${standard}, 5.6`, 'the symbol is not a part of a structured append'],
  programming: [`${standard}, 5.2.4.9`, 'the symbol is not meant to program the reader'],
  first: [`${standard}, 5.2.4`, 'macro, structured append and reader programming codewords come first'],
  values: [
    `${standard}, 5.2.5 to 5.2.7, Annex C`,
    'C40, Text and X12 have three values in two codewords, each with a meaning',
  ],
  shift: [`${standard}, 5.2.4.2`, 'a character follows every upper shift'],
  length: [`${standard}, 5.2.9.2`, 'every Base 256 field has as many bytes as its length says'],
  end: [`${standard}, 5.2.5.2, 5.2.7.2, 5.2.8.2`, 'encodations end by an unlatch or as the end-of-data rules allow'],
  eci: [`${standard}, 5.4`, 'the bytes have a meaning under their ECI'],
  pad: [`${standard}, 5.2.4 and Annex B.1`, 'the first pad is 129, the others are randomised by position'],
  smallest: [`${standard}, 5.5`, 'no smaller symbol of the same shape holds the same text'],
  shortest: [`${standard}, Annex P`, 'no fewer codewords carry the same text'],
}

/** GF(256) modulo x^8 + x^5 + x^3 + x^2 + 1; the generators' first root is α (5.7.1). */
const code = { field: readerField(0x12d), first: 1 }

export function readDataMatrix(found: Found<DataMatrixShape>, expected?: string): Reading {
  const { size } = found.shape
  const structure = dataMatrixStructure(size)
  const findings = new Findings<DataMatrixRule>('datamatrix', rules)
  judgeFound(findings, found)
  const { modules, states, misordered, mirrored } = contentsIn(found.modules, size)
  findings.judge('mirrored', mirrored || found.mirrored ? [{ message: 'the symbol is mirrored' }] : [])
  for (const { rule, name, modules: fixed } of structure.regions) {
    const wrong = wrongIn(modules, fixed)
    const message = `${name}: ${wrong.length} ${wrong.length === 1 ? 'module is' : 'modules are'} wrong`
    findings.judge(rule, wrong.length === 0 ? [] : [{ message, modules: wrong }])
  }
  judgeBlocks(findings, states, size)
  findings.judge('blocks', misordered === undefined ? [] : [misordered])
  const seen = { rows: rowsIn(modules), quiet: allRound(quiet), size: found.size, isCertain: true, place: found.place }
  const reading = { symbology: 'datamatrix', findings, ...seen, likeness: found.likeness, reversible: true } as const
  if (states.some(({ wrong }) => wrong === undefined)) return reading
  const message = dataMatrixMessage(dataOf(states, size))
  judgeMessage(findings, message, structure.codewords)
  judgeText(findings, message, expected)
  judgeAlternatives(findings, { modules, size, message, expected })
  return { ...reading, text: message.text, ...(message.fnc1 && { fnc1: message.fnc1 }) }
}

/** Other orders of codewords that this reader recognises. */
const orders: readonly { readonly places: (size: DataMatrixSize) => BlockPlaces[]; readonly flaw: Flaw }[] = [
  { places: oneByOne, flaw: { message: 'the blocks follow each other instead of being interleaved' } },
  {
    places: fromTheFirst,
    flaw: {
      kind: 'note',
      message:
        'error correction of 144x144 begins with the first block, as the standard says; readers expect the ninth, and many do not read this symbol',
    },
  },
]

/** Codeword i belongs to block i modulo the number of blocks, so error correction of 144x144 begins with the ninth block. */
function inTurn({ blocks, data, errorCorrection }: DataMatrixSize): BlockPlaces[] {
  const own = (from: number, to: number, block: number): number[] =>
    range(from, to).filter((place) => place % blocks === block)
  return range(0, blocks).map((block) => ({
    data: own(0, data, block),
    errorCorrection: own(data, data + errorCorrection, block),
  }))
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i)

function oneByOne({ blocks, data, errorCorrection }: DataMatrixSize): BlockPlaces[] {
  let at = 0
  return range(0, blocks).map((block) => {
    const from = at
    at += Math.ceil((data - block) / blocks)
    const error = data + (block * errorCorrection) / blocks
    return { data: range(from, at), errorCorrection: range(error, error + errorCorrection / blocks) }
  })
}

function fromTheFirst(size: DataMatrixSize): BlockPlaces[] {
  const { blocks, data, errorCorrection } = size
  return inTurn(size).map((places, block) => ({
    data: places.data,
    errorCorrection: range(data, data + errorCorrection).filter((place) => (place - data) % blocks === block),
  }))
}

interface Contents {
  readonly modules: Modules
  readonly states: readonly BlockState[]
  readonly misordered: Flaw | undefined
  readonly mirrored: boolean
}

/** The codewords in the standard's order or, if they are unreadable in it, in a wrong order in which they are not. */
function contentsIn(modules: Modules, size: DataMatrixSize): Contents {
  const codewords = codewordsIn(modules, size)
  const states = inTurn(size).map((places) => stateOf(codewords, places, code))
  const contents = { modules, states, misordered: undefined, mirrored: false }
  if (states.every(({ wrong }) => wrong !== undefined)) return contents
  for (const { places: order, flaw: misordered } of orders) {
    const places = order(size)
    if (isSound(codewords, places, code)) {
      return { ...contents, states: places.map((each) => stateOf(codewords, each, code)), misordered }
    }
  }
  if (size.rows !== size.columns) return contents
  // Mirrored at the diagonal that leaves the solid borders at the left and bottom.
  const turned = transposedModules(turnedModules(turnedModules(modules)))
  const other = codewordsIn(turned, size)
  if (!isSound(other, inTurn(size), code)) return contents
  return {
    modules: turned,
    states: inTurn(size).map((places) => stateOf(other, places, code)),
    misordered: undefined,
    mirrored: true,
  }
}

function codewordsIn(modules: Modules, size: DataMatrixSize): Uint8Array {
  return Uint8Array.from(dataMatrixStructure(size).codewords, (places) =>
    places.reduce((value, { row, column }) => 2 * value + moduleAt(modules, row, column), 0),
  )
}

function dataOf(states: readonly BlockState[], size: DataMatrixSize): Uint8Array {
  const data = new Uint8Array(size.data)
  // By the position in the message, which is not the position in the symbol if the blocks are in a wrong order.
  for (const [block, { data: own }] of states.entries()) {
    for (const [i, value] of own.entries()) data[block + i * size.blocks] = value
  }
  return data
}

function judgeBlocks(findings: Findings<DataMatrixRule>, states: readonly BlockState[], size: DataMatrixSize): void {
  const { codewords } = dataMatrixStructure(size)
  const flaws = states.flatMap(({ places, wrong }, block): Flaw[] => {
    if (wrong === undefined) {
      const modules = [...places.data, ...places.errorCorrection].flatMap((place) => codewords[place]!)
      return [{ message: `block ${block + 1}: too many codewords are wrong to tell which`, modules }]
    }
    return wrong.map((place) => {
      const kind = place < size.data ? 'data' : 'error correction'
      return {
        message: `block ${block + 1}: ${kind} codeword ${place + 1} of the symbol is wrong`,
        modules: codewords[place]!,
      }
    })
  })
  findings.judge('errorcorrection', flaws)
}

const dataRules = [
  'codeword',
  'first',
  'append',
  'programming',
  'values',
  'shift',
  'length',
  'end',
  'eci',
  'pad',
] as const

function judgeMessage(
  findings: Findings<DataMatrixRule>,
  { flaws }: DataMatrixMessage,
  codewords: readonly (readonly ModulePlace[])[],
): void {
  for (const rule of dataRules) {
    const own = flaws.filter((flaw) => flaw.rule === rule)
    findings.judge(
      rule,
      own.map(({ kind, message, from, to }) => ({
        kind,
        message: `codeword ${from + 1}: ${message}`,
        modules: codewords.slice(from, to).flat(),
      })),
    )
  }
}
