import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { gradesPdf } from '../../../src/draw/grades/report.ts'
import type { Picture } from '../../../src/reader/check/index.ts'
import {
  askedGrade,
  type GradeReport,
  graded,
  gradeLanguages,
  gradeWordsIn,
  ShownGrades,
} from '../../../src/reader/grade/index.ts'
import { encode, rowsOf, type Symbology } from '../../../symbologies/index.ts'
import { pagesOf, pdfToolsAbsent, qpdfComplaints } from '../../oracle/pdf.ts'
import { inLongRun } from '../../random.ts'
import { barsOf, degraded } from '../../reader/check/photo/degraded.ts'
import { scanned } from '../../reader/grade/scanned.ts'

function picture(type: Symbology, text: string): Picture {
  const rows = rowsOf(encode(type, text).matrix)
  const print = degraded(rows.length === 1 ? barsOf(rows[0]!, 16) : rows, {
    ...{ module: 8, turn: 5, dark: 30, light: 190, margin: 12, parts: 2 },
  })
  return { ...scanned(print), resolution: { across: 23622, down: 23622 } }
}

const asked = askedGrade('3.5/06/660')!
const linear = picture('ean13', '400638133393')
const matrix = picture('qr', 'Ware Ω')
const filed = [linear, matrix].map((each, i) => ({
  name: `scan ${i}.png`,
  picture: each,
  report: graded(each, { asked }),
}))
const day = { day: '2026-11-28', language: 'en' } as const

t.test(
  'a report says all that was found, on every page that it is an estimate',
  { skip: pdfToolsAbsent || inLongRun.skip },
  async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'grades-'))
    t.teardown(() => rmSync(folder, { recursive: true }))
    const bytes = gradesPdf(filed, day)
    t.equal(qpdfComplaints(bytes), '')
    const file = join(folder, 'report.pdf')
    writeFileSync(file, bytes)
    const pages = pagesOf(file)
    const texts = pages.map(({ words }) => words.map(({ text }) => text.replaceAll('&quot;', '"')).join(' '))
    t.equal(pages.length, 4, 'an overview of each picture, and a page for its symbol')
    for (const { width, height } of pages)
      t.match(
        [width, height],
        [595.276, 841.89].map((side) => Math.round(1000 * side) / 1000),
      )
    for (const text of texts)
      t.match(text, /2026-11-28, by quietzone\. This is an estimate: no scanner or camera is a calibrated verifier/)
    t.match(
      texts[0],
      /File: scan 0\.png .* at 600 dpi\. Light: the greys .* 3\.5\/06\/660 was asked for: not met by 1 of 1/,
    )
    t.match(texts[0], /Lot or delivery: Remarks: Inspected by: Date and signature:/)
    t.match(
      texts[0],
      /B \(3\.0\) 1 ean13 "4006381333931" estimate, ISO\/IEC 15416; the grade asked for is not met; X: 0\.33\d mm, /,
    )
    for (const said of [
      /estimate, ISO\/IEC 15416; the grade asked for is not met; X: 0\.33\d mm, /,
      /Grades of the ten scan lines: 3 3 3 3 3 3 3 3 3 3/,
      /at least 70\s%; 55\s%; 40\s%; 20\s% .*B symbol contrast 62\.\d\s%/,
      /A decodability .* at [\d.]+ modules/,
      /Scan reflectance profiles .* Line 1: B \(3\), symbol contrast .* Line 10: B \(3\)/,
    ])
      t.match(texts[1], said)
    t.match(texts[3], /1 qr "Ware \\u\{3a9\}" .*B \(3\.0\)/, 'characters that Helvetica has not')
    t.match(texts[3], /print growth/)
    t.match(texts[3], /Modules by grade A B C D F .*Editions and sources .*15415:2011/)
    const edges = pages.flatMap(({ words, height }) => words.map(({ bottom }) => bottom <= height))
    t.ok(edges.every(Boolean))
  },
)

t.test(
  'a report speaks the language of its reader, with the figures of the page',
  { skip: pdfToolsAbsent || inLongRun.skip },
  async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'grades-'))
    t.teardown(() => rmSync(folder, { recursive: true }))
    const decimal = { en: '.', de: ',', es: ',', fr: ',' } as const
    for (const language of gradeLanguages) {
      const words = gradeWordsIn(language)
      const shown = new ShownGrades(words, language)
      const bytes = gradesPdf(filed.slice(0, 1), { ...day, language })
      const file = join(folder, 'report.pdf')
      writeFileSync(file, bytes)
      const text = pagesOf(file)
        .flatMap(({ words }) => words.map((word) => word.text))
        .join(' ')
        .replaceAll('&quot;', '"')
      const spaced = (said: string): string => said.replaceAll('\u00a0', ' ')
      const [symbol] = filed[0]!.report.symbols
      const contrast = symbol!.parameters.find(({ name }) => name === 'contrast')!
      const { report } = words
      const said = [
        report.title,
        report.lot,
        report.signature,
        words.notMet,
        shown.title(contrast),
        shown.value(contrast),
      ]
      for (const each of said) t.ok(spaced(text).includes(spaced(each)), `${language}: ${each}`)
      t.ok(spaced(text).includes(`62${decimal[language]}`), language)
      t.ok(spaced(text).includes(spaced(shown.asked(filed[0]!.report)!)), language)
    }
  },
)

t.test('the same pictures give the same bytes, another day others', async (t) => {
  const bytes = gradesPdf(filed, day)
  t.ok(Buffer.from(bytes).equals(gradesPdf(filed, day)))
  t.notOk(Buffer.from(bytes).equals(gradesPdf(filed, { ...day, day: '2026-11-29' })))
})

t.test('nothing found, no picture, long texts, many symbols', { skip: pdfToolsAbsent || inLongRun.skip }, async (t) => {
  const nothing: GradeReport = { estimate: true, light: 'grey', symbols: [] }
  const coarse = { symbology: 'qr', text: 'x', x: { pixels: 2 }, reason: 'coarse' } as const
  const [symbol] = filed[0]!.report.symbols
  const many = Array.from({ length: 45 }, (_, i) => ({ ...symbol!, text: 'W'.repeat(i < 3 ? 5000 : 20) }))
  for (const pdf of [
    gradesPdf([{ report: nothing }], day),
    gradesPdf([{ picture: { width: 1, height: 5000, grey: new Uint8Array(5000) }, report: nothing }], day),
    gradesPdf([{ picture: linear, report: { ...nothing, ungraded: [coarse] } }], day),
    gradesPdf([{ picture: linear, report: { ...nothing, symbols: many } }], day),
  ])
    t.equal(qpdfComplaints(pdf), '')
})
