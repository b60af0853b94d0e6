/** Data Matrix ECC 200: its size, error correction, placement and patterns. ISO/IEC 16022:2006, 5.5, 5.7 and 5.8 */

import {
  type Barcode,
  catalogue,
  type DataMatrixOptions,
  type DataMatrixSize,
  type DataMatrixTrace,
  dataMatrixCodewordModules,
  datamatrix,
  isDmre,
  structure,
} from '../../../symbologies/index.ts'
import { areasOf, type Explanation, explanationOf, type Part, quietZone, type Step } from '../explanation.ts'
import { counted } from '../notation.ts'
import { dataSteps } from './data-codewords.ts'

const { standard } = catalogue.datamatrix

export function explainDataMatrix(text: string, options: DataMatrixOptions = {}): Explanation {
  const barcode = datamatrix(text, options)
  const { size, padsFrom } = barcode.trace
  const { carried = text } = barcode
  return explanationOf(barcode, {
    text: carried,
    summary: `${size.rows} × ${size.columns}, ${padsFrom} of ${size.data} data codewords used`,
    path: pathOf(barcode),
    steps: [
      sizeStep(barcode, options),
      ...dataSteps(barcode.trace),
      ...blockSteps(barcode),
      placementStep(barcode),
      quietZone(barcode, `${standard}, 5.8.4`),
      ...patternSteps(size),
    ],
  })
}

/** Data Matrix rectangular extension */
const dmre = 'ISO/IEC 21471:2020'

function sizeStep(
  { trace: { size, padsFrom, structuredAppend, unannounced, bytes } }: Barcode<DataMatrixTrace>,
  { modules: asked, shape = 'square' }: DataMatrixOptions,
): Step {
  const among = {
    square: 'of the squares',
    rectangle: 'of the rectangles',
    dmre: 'of the rectangles, the extended ones among them,',
    any: 'of all sizes',
  }[shape]
  const held = structuredAppend === undefined ? 'them' : 'each of the parts'
  const isGuessed = unannounced === 'utf8' && bytes.some((byte) => byte > 0x7f)
  const set = isGuessed ? ' Bytes are UTF-8, which no ECI announces, so that readers guess it.' : ''
  return {
    id: 'size',
    title: `${size.rows} × ${size.columns} modules`,
    clause: isDmre(size) ? `${dmre}; ${standard}, 5.5` : `${standard}, 5.5 and Table 7`,
    text:
      `The message takes ${counted(padsFrom, 'codeword')}; ${size.rows} × ${size.columns} holds ${size.data} and ` +
      `${size.errorCorrection} for error correction. It is ${asked ? 'the requested size' : `the smallest ${among} that holds ${held}`}.${set}`,
    values: {
      rows: size.rows,
      columns: size.columns,
      used: padsFrom,
      capacity: size.data,
      errorCorrection: size.errorCorrection,
    },
  }
}

/**
 * The modules of all codewords, data in the order of the stream, then error correction block by block.
 *
 * @returns for every bit in that order row times width plus column
 */
function pathOf({ matrix: { width }, trace: { size, blocks } }: Barcode<DataMatrixTrace>): number[] {
  const path: number[] = []
  const placed = dataMatrixCodewordModules(size)
  const add = (codeword: number): void => {
    for (const { x, y } of placed[codeword]!) path.push(y * width + x)
  }
  for (let i = 0; i < size.data; i++) add(i)
  const turn = size.data % size.blocks
  for (const [block, { errorCorrection }] of blocks.entries()) {
    const first = size.data + ((block - turn + size.blocks) % size.blocks)
    for (let i = 0; i < errorCorrection.length; i++) add(first + i * size.blocks)
  }
  return path
}

/** A step for each Reed-Solomon block. */
function blockSteps({ trace: { size, blocks } }: Barcode<DataMatrixTrace>): Step[] {
  return blocks.map(({ data, errorCorrection }, block): Step => {
    const degree = errorCorrection.length
    const first = size.data + block * degree
    const own = Array.from(data, (_, i) => ofCodeword(block + i * size.blocks))
    const assignment =
      size.blocks === 1 ? '' : ` Codeword i of the message belongs to block (i − 1) mod ${size.blocks} + 1.`
    return {
      id: `block-${block + 1}`,
      title: size.blocks === 1 ? 'Error correction' : `Error correction of block ${block + 1}`,
      clause: `${standard}, 5.7 and Annexes A and E`,
      text:
        `${counted(data.length, 'data codeword')}, followed by ${degree} for error correction: the remainder of the data times x^${degree} ` +
        `divided by (x − α)(x − α^2)…(x − α^${degree}), over GF(256) modulo x^8 + x^5 + x^3 + x^2 + 1.${assignment}`,
      values: { data: Array.from(data), errorCorrection: Array.from(errorCorrection) },
      modules: {
        path: size.blocks === 1 ? [[0, 8 * (size.data + degree)]] : [...own, [8 * first, 8 * (first + degree)]],
      },
      parts: Array.from(errorCorrection, (value, i): Part => {
        return {
          title: `error correction codeword ${i + 1}`,
          values: { value },
          modules: { path: [ofCodeword(first + i)] },
        }
      }),
    }
  })
}

/** The bits of one codeword of the path. */
function ofCodeword(i: number): readonly [from: number, to: number] {
  return [8 * i, 8 * i + 8]
}

function placementStep({ trace: { size, codewords } }: Barcode<DataMatrixTrace>): Step {
  const order =
    size.blocks === 1 ? '' : ` The codewords for error correction come from the ${size.blocks} blocks in turn.`
  return {
    id: 'placement',
    title: `${codewords.length} codewords in order of placement`,
    clause: `${standard}, 5.8.1 and Annex F`,
    text:
      'Along diagonals up and down through the mapping matrix, each codeword as two modules above three above three, the most ' +
      `significant bit at the upper left; modules beyond an edge wrap to the opposite one.${order}`,
    values: { codewords: Array.from(codewords) },
    modules: { path: [[0, 8 * codewords.length]] },
  }
}

const role = structure.dataMatrixRole

function patternSteps(size: DataMatrixSize): Step[] {
  const roles = structure.dataMatrixRoles(size)
  return [
    {
      id: 'finder',
      title: 'Finder pattern: solid edges',
      clause: `${standard}, 5.8.2`,
      text: 'A solid L along the left and the lower edge, which gives the position, size and orientation of the symbol.',
      modules: { areas: areasOf(roles, role.finderL) },
    },
    {
      id: 'clock',
      title: 'Finder pattern: broken edges',
      clause: `${standard}, 5.8.2`,
      text: 'Alternating dark and light modules along the upper and the right edge, by which readers count columns and rows.',
      modules: { areas: areasOf(roles, role.clockTrack) },
    },
    ...alignmentSteps(size, roles),
    ...cornerSteps(roles),
  ]
}

/** Each data region has its own edges, so two meet between regions. */
function alignmentSteps({ regionRows, regionColumns }: DataMatrixSize, roles: structure.Roles): Step[] {
  const areas = [...areasOf(roles, role.verticalAlignment), ...areasOf(roles, role.horizontalAlignment)]
  if (areas.length === 0) return []
  return [
    {
      id: 'alignment',
      title: counted(areas.length, 'alignment pattern'),
      clause: `${standard}, 5.8.3`,
      text: `${regionRows * regionColumns} data regions, ${regionRows} down and ${regionColumns} across; where two meet, a solid and a broken line are side by side.`,
      values: { regionRows, regionColumns },
      modules: { areas },
    },
  ]
}

/** If the mapping matrix is not a whole number of codewords, four modules are left over. */
function cornerSteps(roles: structure.Roles): Step[] {
  const areas = areasOf(roles, role.fixedCorner)
  if (areas.length === 0) return []
  return [
    {
      id: 'corner',
      title: 'Fixed corner',
      clause: `${standard}, 5.8.1 and Annex F`,
      text: 'The last four modules of the mapping matrix, which no codeword reaches: dark on one diagonal, light on the other.',
      modules: { areas },
    },
  ]
}
