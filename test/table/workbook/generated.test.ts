/** A workbook of cells of all kinds in any order: each is what the sheet shows, or a fault of its row. Formats are held against ssf's answers. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { root } from '../../../src/root.ts'
import { TableReader, tableOfWorkbook, Workbook } from '../../../src/table/index.ts'
import { cases, type Random, random } from '../../random.ts'
import { xlsxEntries, zipOf } from './zips.ts'

/** The XML of a cell in the first column, and what it shows; a fault by its kind, nothing for an empty cell. */
interface Cell {
  readonly kind: string
  readonly xml: (at: string) => string
  readonly shown?: string
  readonly fault?: string
}

const { rows: answers }: { rows: readonly (readonly [code: string, number: number, shown: string])[] } = JSON.parse(
  readFileSync(join(root, 'test/table/files/ssf.json'), 'utf8'),
)
const codes = [...new Set(answers.map(([code]) => code))]

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const formats = codes.map((code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${escaped(code)}"/>`).join('')
const styles = `<numFmts>${formats}</numFmts><cellXfs><xf numFmtId="0"/>${codes.map((_, i) => `<xf numFmtId="${164 + i}"/>`).join('')}</cellXfs>`

const value =
  (type: string, content: string, formula = '') =>
  (at: string) =>
    `<c r="${at}"${type}>${formula}${content}</c>`

const kinds: readonly ((r: Random) => Cell)[] = [
  (r) => {
    const [code, number, shown] = r.pick(answers)
    return { kind: code, xml: value(` s="${codes.indexOf(code) + 1}"`, `<v>${number}</v>`), shown }
  },
  (r) => {
    const text = `x${r.text('0aé,;"\'=\n <&', r.between(0, 9))}y`
    return {
      kind: 'text',
      xml: value(' t="inlineStr"', `<is><t xml:space="preserve">${escaped(text)}</t></is>`),
      shown: text,
    }
  },
  (r) => {
    const digits = `0${r.text('0123456789', r.between(1, 20))}`
    return { kind: 'digits as text', xml: value(' t="inlineStr"', `<is><t>${digits}</t></is>`), shown: digits }
  },
  (r) => {
    const number = r.between(0, 999_999_999)
    return { kind: 'whole number', xml: value('', `<v>${number}</v>`), shown: `${number}` }
  },
  () => ({ kind: '16 digits', xml: value('', '<v>1234567890123456</v>'), fault: 'roundedNumber' }),
  (r) => {
    const isTrue = r.between(0, 1)
    return { kind: 'boolean', xml: value(' t="b"', `<v>${isTrue}</v>`), shown: isTrue === 1 ? 'TRUE' : 'FALSE' }
  },
  (r) => {
    const word = r.pick(['#N/A', '#REF!', '#VALUE!', '#DIV/0!', '#NAME?', '#BLOCKED!', '#SOMETHING!'])
    return { kind: 'error', xml: value(' t="e"', `<v>${word}</v>`), fault: 'spreadsheetError' }
  },
  (r) => ({
    kind: 'never calculated',
    xml: value('', r.pick(['', '<v/>', '<v></v>']), '<f>B1&amp;"x"</f>'),
    fault: 'notCalculated',
  }),
  (r) => ({ kind: 'empty result', xml: value(' t="str"', r.pick(['<v/>', '<v></v>']), '<f>""</f>') }),
  (r) => {
    const text = r.text('AB12-', 6)
    return { kind: 'result', xml: value(' t="str"', `<v>${text}</v>`, '<f>"x"</f>'), shown: text }
  },
  () => ({ kind: 'empty', xml: (at) => `<c r="${at}" s="1"/>` }),
]

t.test('cells of all kinds', async (t) => {
  const r = random('cells of workbooks')
  const cells = Array.from({ length: cases(5000) }, () => r.pick(kinds)(r))
  const text = (at: string, content: string): string => `<c r="${at}" t="inlineStr"><is><t>${content}</t></is></c>`
  const rows = cells.map((cell, i) => `<row r="${i + 2}">${cell.xml(`A${i + 2}`)}${text(`B${i + 2}`, 'x')}</row>`)
  const heading = `<row r="1">${text('A1', 'text')}${text('B1', 'title')}</row>`
  const bytes = zipOf(xlsxEntries({ rows: heading + rows.join(''), styles }))
  const reader = new TableReader({
    form: { names: ['text', 'title'], required: ['text'], printed: ['text', 'title'] },
    ...tableOfWorkbook,
  })
  const table = Buffer.concat([...Workbook.at(bytes, { mostBytes: 1 << 24 }).table()])
  const found = [...reader.push(table), ...reader.end()]
  t.equal(found.length, cells.length)
  const wrong = found.flatMap((row, i) => {
    const { kind, shown = '', fault } = cells[i]!
    const given = 'cells' in row ? row.cells.text : row.fault
    const told = typeof given === 'object' && 'problem' in given ? (given.problem as { kind: string }).kind : given
    const isRight = row.number === i + 2 && (fault === undefined ? (told ?? '') === shown.trim() : told === fault)
    return isRight ? [] : [[row.number, kind, told, fault ?? shown]]
  })
  t.same(wrong.slice(0, 10), [])
})
