/** Data Matrix ECC 200: its rules, its reader, and whether the encoder chose well. ISO/IEC 16022:2006 */

import { type DataMatrixSize, dataMatrixSizes, isDmre } from '../../../../symbologies/tables.ts'
import {
  judgeFound,
  judgeRegions,
  type LocatedMatrix,
  type MatrixRule,
  matrixRules,
  seenAs,
} from '../picture/matrix.ts'
import { type Modules, moduleAt, type Shape, transposedModules, turnedModules } from '../picture/modules.ts'
import { type BlockPlaces, type BlockState, blockFlaws, isSound, readerField, stateOf } from '../reed-solomon.ts'
import { judgeReference, nearest, type ReferenceOptions, referenceSymbol } from '../reference.ts'
import { Findings, type Flaw, type ModulePlace, type Rule, type SymbolReading } from '../report.ts'
import { isAscii, isEci, judgeText } from '../text.ts'
import { type DataMatrixMessage, dataMatrixMessage } from './message.ts'
import { type DataRule, dataRules } from './stream.ts'
import { type DataMatrixRegionRule, dataMatrixRegions, dataMatrixStructure } from './structure.ts'

type DataMatrixRule =
  | MatrixRule
  | DataMatrixRegionRule
  | DataRule
  | 'errorcorrection'
  | 'blocks'
  | 'smallest'
  | 'shortest'

const standard = 'ISO/IEC 16022:2006'

const quiet = 1

export const rules: Readonly<Record<DataMatrixRule, Rule>> = {
  ...matrixRules(standard, { quiet: '5.8.4', module: '5.8', polarity: '4.2', mirrored: '5.8', text: '5.2' }, quiet),
  finder: [`${standard}, 5.8.2`, 'the borders at the left and bottom are solid'],
  timing: [`${standard}, 5.8.2`, 'the borders at the top and right alternate between dark and light'],
  alignment: [`${standard}, 5.8.3`, 'the borders between data regions are like those around the symbol'],
  corner: [`${standard}, 5.8.1`, 'the corner that no codeword reaches has its fixed pattern'],
  errorcorrection: [`${standard}, 5.7`, 'the syndromes of all blocks are zero'],
  blocks: [`${standard}, 5.7.2 and Annex A`, 'the blocks take one codeword each in turn', 'fault or note'],
  codeword: [`${standard}, 5.2.3, table 2`, 'every codeword has a meaning in ASCII encodation'],
  append: [`${standard}, 5.6`, 'the symbol is not a part of a structured append', 'fault or note'],
  programming: [`${standard}, 5.2.4.9`, 'the symbol is not meant to program the reader', 'note'],
  fnc1: [`${standard}, 5.2.4.6`, 'no application is named by FNC1 in the second position', 'note'],
  first: [`${standard}, 5.2.4`, 'macro, structured append and reader programming codewords come first'],
  values: [
    `${standard}, 5.2.5 to 5.2.7, Annex C`,
    'C40, Text and X12 have three values in two codewords, each with a meaning',
  ],
  shift: [`${standard}, 5.2.4.2`, 'a character follows every upper shift'],
  length: [`${standard}, 5.2.9.2`, 'every Base 256 field has as many bytes as its length says'],
  end: [
    `${standard}, 5.2.5.2, 5.2.7.2, 5.2.8.2`,
    'encodations end by an unlatch or as the end-of-data rules allow',
    'fault or note',
  ],
  eci: [`${standard}, 5.4`, 'the bytes have a meaning under their ECI', 'fault or note'],
  pad: [`${standard}, 5.2.4 and Annex B.1`, 'the first pad is 129, the others are randomised by position'],
  smallest: [`${standard}, 5.5`, 'no smaller symbol of the same shape holds the same text', 'note'],
  shortest: [`${standard}, Annex P`, 'no fewer codewords carry the same text', 'note'],
}

interface DataMatrixShape extends Shape {
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

/** GF(256) modulo x^8 + x^5 + x^3 + x^2 + 1; the generators' first root is α (5.7.1). */
const code = { field: readerField(0x12d), first: 1 }

export function readDataMatrix(found: LocatedMatrix<DataMatrixShape>, expected?: string): SymbolReading {
  const { size } = found.shape
  const structure = dataMatrixStructure(size)
  const findings = new Findings<DataMatrixRule>('datamatrix', rules)
  judgeFound(findings, found)
  const { modules, states, misordered, mirrored } = contentsIn(found.modules, size)
  findings.judge('mirrored', mirrored || found.mirrored ? [{ message: 'the symbol is mirrored' }] : [])
  judgeRegions<DataMatrixRule>(findings, modules, structure.regions)
  findings.judge(
    'errorcorrection',
    blockFlaws(states, size.data, (codeword) => structure.codewords[codeword]!),
  )
  findings.judge('blocks', misordered === undefined ? [] : [misordered])
  const codewords = {
    blocks: states,
    modulesOf: (codeword: number) => structure.codewords[codeword] ?? [],
    reserved: 0,
  }
  const reading = {
    symbology: 'datamatrix',
    findings,
    codewords,
    details: { version: size.name },
    ...seenAs(found, modules),
  } as const
  if (states.some(({ wrong }) => wrong === undefined)) return reading
  const data = dataOf(states, size)
  const message = dataMatrixMessage(data)
  judgeMessage(findings, message, structure.codewords)
  judgeText(findings, message, expected)
  judgeAlternatives(findings, message, { modules, size, expected })
  const { text, fnc1, append, ecis, fnc } = message
  const details = {
    version: size.name,
    ...(ecis.length > 0 && { eci: ecis }),
    codewords: [...data],
    ...(fnc.length > 0 && { fnc }),
  }
  return { ...reading, details, text, ...(fnc1 && { fnc1 }), ...(append && { append }) }
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

function dataOf(states: readonly BlockState[], size: DataMatrixSize): Uint8Array {
  const data = new Uint8Array(size.data)
  // By the position in the message, which is not the position in the symbol if the blocks are in a wrong order.
  for (const [block, { data: own }] of states.entries()) {
    for (const [i, value] of own.entries()) data[block + i * size.blocks] = value
  }
  return data
}

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

/** Whether fewer codewords or a smaller size would do, and how the symbol differs from the reference. */
function judgeAlternatives(
  findings: Findings<DataMatrixRule>,
  message: DataMatrixMessage,
  { modules, size, expected }: { modules: Modules; size: DataMatrixSize; expected: string | undefined },
): void {
  const { text, special, append, ecis, used } = message
  // a part is compared with that of the whole text, if it is known
  const whole = append === undefined ? text : expected
  if (special || text === '' || whole === undefined) return
  const options = referenceOptions(message)
  const same = options.flatMap((each) => referenceSymbol('datamatrix', whole, { modules: size.name, ...each }) ?? [])
  const alike = same.filter(({ trace }) => ecisOf(trace).join() === ecis.join())
  if (alike.length === 0) return
  judgeReference(findings, nearest(modules, alike))
  if (append !== undefined) return
  const fewest = Math.min(...alike.map(({ trace }) => trace.padsFrom))
  if (used <= fewest) findings.pass('shortest')
  else findings.note('shortest', `${used} codewords before the pads; ${fewest} carry the same text`)
  const shape = size.rows === size.columns ? 'square' : isDmre(size) ? 'dmre' : 'rectangle'
  const sizes = options.flatMap((each) => referenceSymbol('datamatrix', text, { shape, ...each })?.trace.size ?? [])
  const least = sizes.reduce((best, each) => (each.data < best.data ? each : best), size)
  if (least.data === size.data) findings.pass('smallest')
  else findings.note('smallest', `${least.name} holds the same text; this is ${size.name}`)
}

type MessageOptions = Pick<ReferenceOptions<'datamatrix'>, 'eci' | 'gs1' | 'reader' | 'part' | 'parts' | 'fileid'>

/** Options of the references to compare with: for a symbol without FNC1 and ECI, the encoder's default and no ECI, if they differ. */
function referenceOptions({ text, ecis, fnc1, programs, append }: DataMatrixMessage): readonly MessageOptions[] {
  if (fnc1 === 'first') return ecis.length === 0 && isAscii(text) ? [{ gs1: true }] : []
  const others = {
    ...(programs && { reader: 'init' as const }),
    ...(append && { part: append.part, parts: append.parts, fileid: append.fileid.join(',') }),
  }
  if (ecis.length === 0) return append === undefined && isAscii(text) ? [others] : [others, { ...others, eci: 'none' }]
  const [eci, ...more] = new Set(ecis)
  if (more.length > 0) return [{ ...others, eci: 'auto' }]
  return isEci(eci!) ? [{ ...others, eci }] : []
}

type Trace = NonNullable<ReturnType<typeof referenceSymbol<'datamatrix'>>>['trace']

const ecisOf = ({ eci, ecis }: Trace): readonly number[] =>
  ecis?.map((each) => each.eci) ?? (eci === undefined ? [] : [eci])
