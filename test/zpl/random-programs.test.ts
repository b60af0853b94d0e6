import assert from 'node:assert/strict'
import t from 'tap'
import { type Finding, readProgram, reportOf } from '../../src/zpl/index.ts'
import type { SymbolReport } from '../../src/zpl/report.ts'
import { isDark, type Matrix, type Symbology } from '../../symbologies/index.ts'
import { type Picture, zxingTransmission } from '../oracle/zxing.ts'
import { cases, drawn, forAll, inLongRun } from '../random.ts'
import { painted } from './drawn.ts'
import { faultKinds, plantedFault } from './planted-fault.ts'
import { anyElements, programOf } from './random-program.ts'

const doubtful = (findings: readonly Finding[]): readonly Finding[] => findings.filter(({ kind }) => kind !== 'note')

const sound = drawn((r) => programOf(r, anyElements(r)))

t.test('programs that are sound have no fault and no warning, and their symbols are read', inLongRun, async (t) => {
  const runs = { count: 240, times: 500 / 240 }
  let symbols = 0
  const types = new Set<string>()
  await forAll([sound], runs, async (zpl) => {
    const { labels, findings } = await painted(zpl)
    assert.deepEqual(doubtful(findings), [], zpl)
    const program = readProgram(Buffer.from(zpl), { dpi: '203', size: '4x8in', now: new Date(0) })
    const report = reportOf(program)
    for (const [i, label] of report.labels.entries()) {
      for (const symbol of label.symbols) {
        assert.equal(symbol.verdict, 'good', `${symbol.command} at ${symbol.offset} of ${zpl}`)
        const read = await zxingTransmission(around(symbol, labels[i]!.dots), symbol.type as Symbology)
        assert.ok(
          wanted(symbol).includes(read?.text ?? ''),
          `${read?.text} for ${symbol.text} of ${symbol.type}: ${zpl}`,
        )
        symbols++
        types.add(symbol.type)
      }
    }
  })
  t.comment(`${symbols} symbols are read`)
  t.ok(symbols > cases(runs.count, runs.times), `${symbols} symbols`)
  t.same([...types].toSorted(), ['code128', 'code39', 'datamatrix', 'ean13', 'ean8', 'itf14', 'qr', 'upca', 'upce'])
})

/** The dots of a symbol, with a margin that its quiet zones fill. */
function around({ at: [left, top], size: [across, down] }: SymbolReport, dots: Matrix): Picture {
  const margin = 60
  const [width, height] = [across + 2 * margin, down + 2 * margin]
  const grey = new Uint8Array(width * height).fill(255)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [column, row] = [left - margin + x, top - margin + y]
      if (column < 0 || row < 0 || column >= dots.width || row >= dots.height) continue
      if (isDark(dots, column, row)) grey[y * width + x] = 0
    }
  }
  return { width, height, grey }
}

/** What zxing-cpp may say for the text of a report: GS1's without its brackets, a Code 39 with its check character, UPC as EAN-13. */
function wanted({ type, text }: SymbolReport): readonly string[] {
  if (type === 'upca' || type === 'upce') return [`0${text}`]
  if (/^(\(\d{2,4}\)[^()]+)+$/.test(text)) return [text.replace(/[()]/g, '')]
  if (type !== 'code39') return [text]
  const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%'
  const sum = [...text].reduce((sum, character) => sum + characters.indexOf(character), 0)
  return [text, text + characters[sum % 43]]
}

t.test('one fault in a program is found with its code, command and offset', async () => {
  for (const kind of faultKinds) {
    // 14 of each kind are more than 200
    const runs = { count: 12, times: 14 / 12 }
    await forAll([drawn((r) => plantedFault(r, kind))], runs, async ({ zpl, code, offset }) => {
      const found = doubtful((await painted(zpl)).findings)
      // commands outside of a format have a fault each
      const first = found.filter((each, i) => found.findIndex((other) => other.code === each.code) === i)
      assert.deepEqual(
        first.map((each) => `${each.code} ${each.command} ${each.offset}`),
        [`${code} ${zpl.slice(offset, offset + 3)} ${offset}`],
        `${kind}: ${zpl}`,
      )
    })
  }
})
