import t from 'tap'
import { vectorSets } from '../../../src/explain/vectors/index.ts'
import { checkMatrix, matrixIn } from '../../../src/reader/check/index.ts'
import { encode, rowsOf } from '../../../symbologies/index.ts'
import { long } from '../../random.ts'
import { rowOfWidths } from './widths.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

t.test('symbols that our encoders make conform, whatever they carry', async (t) => {
  const sets = vectorSets()
  t.ok(sets.length > 9)
  for (const { symbology, vectors } of sets) {
    const symbols = vectors.filter(({ error }) => error === undefined)
    // every vector is as long as another; in npm test one of forty
    for (const { name, text, rows, widths, part } of symbols.filter((_, i) => long || i % 40 === 0)) {
      const matrix = rows ?? [rowOfWidths(widths!)]
      const { verdict, findings } = checkMatrix(matrix, { type: symbology })
      // some macros carry what is no message of ISO/IEC 15434, which is a fault of the text
      const [ofText, others] = [true, false].map((isOfText) =>
        findings.filter(({ kind, code }) => kind === 'fault' && code.includes('.content.') === isOfText),
      )
      t.same(others, [], `${symbology}: ${name}`)
      t.equal(verdict, ofText!.length === 0 ? 'conforming' : 'faults', `${symbology}: ${name}`)
      if (!/\bmacro\b/.test(name)) t.same(ofText, [], `${symbology}: ${name}`)
      // a part of a text is right where the text is the whole
      const other = part === undefined && checkMatrix(matrix, { type: symbology, text: `${text}55` })
      if (other) t.equal(other.verdict, 'faults', `${symbology}: ${name}, another text`)
    }
  }
})

t.test('what only a picture shows is not judged', async (t) => {
  const rows = rowsOf(encode('itf14', '1540014128876', { bearer: 'none' }).matrix)
  const report = checkMatrix(rows, { application: 'general-distribution' })
  t.match(report, { verdict: 'conforming', symbology: 'itf14', text: '15400141288763' })
  t.notOk(report.x ?? report.barHeight)
  t.same(
    report.findings.filter(({ code }) => /quiet|bearer|resolution|height/.test(code)),
    [],
  )
})

t.test('places are in modules of the matrix as it was given', async (t) => {
  const rows = rowsOf(encode('microqr', '1').matrix)
  const blank = '0'.repeat(rows.length + 5)
  const given = [blank, blank, ...rows.map((row) => `000${row}00`)]
  t.same(checkMatrix(given).corners, [
    { x: 3, y: 2 },
    { x: 14, y: 2 },
    { x: 14, y: 13 },
    { x: 3, y: 13 },
  ])
  const [bars] = rowsOf(encode('ean8', '9638507').matrix)
  t.same(checkMatrix([`00${bars}`]).corners, [
    { x: 2, y: 0 },
    { x: 69, y: 0 },
    { x: 69, y: 1 },
    { x: 2, y: 1 },
  ])
})

t.test('one wrong module is a fault at its place', async (t) => {
  const rows = rowsOf(encode('qr', 'HELLO').matrix)
  const changed = rows.map((row, y) => (y === 8 ? `${row[0] === '1' ? 0 : 1}${row.slice(1)}` : row))
  const { verdict, findings } = checkMatrix(changed)
  t.equal(verdict, 'faults')
  t.ok(findings.some(({ kind, modules }) => kind === 'fault' && modules?.some((at) => at.row === 8 && at.column === 0)))
})

t.test('files of modules', async (t) => {
  t.same(matrixIn(bytes('{ "matrix": ["10", "01"] }')), ['10', '01'])
  t.same(matrixIn(bytes('1 0 1\r\n0 1 0\r\n')), ['101', '010'])
  for (const [file, message] of [
    ['', /row 1 is not a row of 0 and 1/],
    ['{', /not JSON/],
    ['{}', /no modules/],
    ['{"matrix":"101"}', /no modules/],
    ['{"matrix":[1]}', /no modules/],
    ['{"matrix":[]}', /no dark module/],
    ['101\n10', /row 2 is not 3 characters/],
    ['102', /row 1 is not a row of 0 and 1/],
    ['000', /no dark module/],
    ['1\n'.repeat(251), /at most 250 rows/],
    ['1'.repeat(500_001), /at most 250 rows and 500000 modules/],
    ['1'.repeat(2 << 20), /at most/],
  ] as const) {
    t.throws(() => matrixIn(bytes(file)), { name: 'PictureError', message }, JSON.stringify(file.slice(0, 20)))
  }
})
