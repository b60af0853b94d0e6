import fc from 'fast-check'
import t from 'tap'
import { dataMatrixStructure } from '../../../src/reader/check/datamatrix/structure.ts'
import {
  dataMatrixCodewordModules,
  dataMatrixSizes,
  datamatrix,
  isDark,
  structure,
} from '../../../symbologies/index.ts'
import { readDataMatrix } from '../../oracle/datamatrix-reader.ts'
import { firstDifference, rolesOf } from '../../oracle/roles.ts'
import { inLongRun, seed } from '../../random.ts'
import { textsOf } from '../../texts.ts'

const { dataMatrixRole } = structure

t.test('every module of every Data Matrix size has the role that check derives', async (t) => {
  const { finderL, clockTrack, verticalAlignment, horizontalAlignment, fixedCorner } = dataMatrixRole
  for (const size of dataMatrixSizes) {
    const { roles, add } = rolesOf(size.columns, size.rows)
    const width = size.columns / size.regionColumns
    const height = size.rows / size.regionRows
    const edge = (at: number, length: number): boolean => at % length === 0 || at % length === length - 1
    for (const { rule, modules } of dataMatrixStructure(size).regions) {
      if (rule === 'finder') add(modules, finderL)
      if (rule === 'timing') add(modules, clockTrack)
      if (rule === 'corner') add(modules, fixedCorner)
      if (rule !== 'alignment') continue
      const vertical = modules.filter(({ column }) => edge(column, width))
      const horizontal = modules.filter(({ row }) => edge(row, height))
      t.ok(modules.every((module) => vertical.includes(module) || horizontal.includes(module)))
      add(vertical, verticalAlignment)
      add(horizontal, horizontalAlignment)
    }
    t.equal(firstDifference(structure.dataMatrixRoles(size), roles), undefined, size.name)
  }
})

t.test('every size: codewords cover every module once, and the reader finds no fault', inLongRun, async (t) => {
  for (const size of dataMatrixSizes) {
    const owners = new Map<string, number>()
    const modules = dataMatrixCodewordModules(size)
    for (const { x, y } of modules.flat()) owners.set(`${x},${y}`, (owners.get(`${x},${y}`) ?? 0) + 1)
    const inside = (size.rows - 2 * size.regionRows) * (size.columns - 2 * size.regionColumns)
    // ISO/IEC 16022:2006, F.3: if four modules are left over, they are the lower right corner.
    t.equal(owners.size, inside - (inside % 8), `${size.name}: modules`)
    t.ok(
      [...owners.values()].every((count) => count === 1),
      `${size.name}: none twice`,
    )
    const text = fc.sample(textsOf('0123456789', 2 * size.data), { seed, numRuns: 1 })[0]!
    const { matrix, trace } = datamatrix(text, { modules: size.name })
    const seen = modules.map((eight) => eight.reduce((sum, { x, y }) => 2 * sum + Number(isDark(matrix, x, y)), 0))
    t.equal(seen.join(), trace.codewords.join(), `${size.name}: codewords in their modules`)
    const read = readDataMatrix(matrix)
    t.equal(read.text, text)
    t.equal(read.codewords.join(), seen.join(), `${size.name}: codewords where the reader looks for them`)
    for (const [i, { data, errorCorrection }] of trace.blocks.entries()) {
      const own = [...trace.codewords].filter((_, codeword) => codeword % size.blocks === i)
      t.equal([...data, ...errorCorrection].join(), own.join(), `${size.name}: block ${i + 1}`)
    }
  }
})
