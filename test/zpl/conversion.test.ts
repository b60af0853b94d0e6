import t from 'tap'
import type { PrinterLanguage } from '../../src/render/language.ts'
import { readProgram, writtenProgram, type ZplDpi } from '../../src/zpl/index.ts'
import { rowsOf } from '../../symbologies/index.ts'
import { brotherPages, dymoLabels, escposStrips, pictureOf } from '../oracle/byte-printers.ts'
import { cpclLabels, eplLabels, tsplLabels } from '../oracle/text-printers.ts'
import { zplLabels } from '../oracle/zpl.ts'
import type { Picture } from '../oracle/zxing.ts'
import { inLongRun } from '../random.ts'
import { painted } from './drawn.ts'

/** Words in four directions, symbols, a reversed field, a graphic and shapes, on 50 x 70 mm. */
const program =
  '^XA^CF0,30^FO20,10^FDNormal^FS^FO300,10^A0R,30^FDRight^FS^FO150,10^A0I,30^FDInverted^FS^FO340,10^A0B,30^FDBottom^FS' +
  '^FO40,120^BY2^BCN,60,Y^FDQZ-0001^FS^FO30,230^BQN,2,4^FDQA,QZ-0001^FS^FO200,240^BXN,6,200^FDQZ-0001^FS' +
  '^FO20,360^GB300,60,60^FS^FO30,370^FR^A0N,40^FDReversed^FS^FO20,440^GC60,4^FS^FO100,440^GD60,60,5^FS' +
  '^FO200,440^GFA,8,8,1,FF818181818181FF^FS^XZ'

const size = '50x70mm' as const

/** What a printer of each language makes of the commands. */
const printers: { readonly [L in PrinterLanguage]: { dpi: ZplDpi; read: (bytes: Uint8Array) => Picture } } = {
  zpl: { dpi: '203', read: (bytes) => zplLabels(bytes)[0]! },
  tspl: { dpi: '203', read: (bytes) => tsplLabels(bytes, 8)[0]! },
  epl: { dpi: '203', read: (bytes) => eplLabels(bytes)[0]! },
  cpcl: { dpi: '203', read: (bytes) => cpclLabels(bytes)[0]! },
  escpos: { dpi: '203', read: (bytes) => pictureOf(escposStrips(bytes)[0]!.rows) },
  brother: { dpi: '300', read: (bytes) => pictureOf(brotherPages(bytes, 720)[0]!.rows) },
  dymo: { dpi: '300', read: (bytes) => pictureOf(dymoLabels(bytes)[0]!.rows) },
}

t.test('a program is printed to the same dots by printers of seven languages', inLongRun, async (t) => {
  for (const [language, { dpi, read }] of Object.entries(printers)) {
    const { labels } = await painted(program, { dpi, size })
    const wanted = cropped(rowsOf(labels[0]!.dots))
    const format = language as PrinterLanguage
    const options = { dpi, size, now: new Date(0) }
    const bytes = writtenProgram(readProgram(Buffer.from(program), options), { format }, { maxPixels: 25_000_000 })
    t.ok(wanted.length > 400, `${language}: ${wanted.length} rows`)
    t.ok(cropped(linesOf(read(bytes))).join() === wanted.join(), language)
  }
})

const linesOf = ({ width, height, grey }: Picture): string[] =>
  Array.from({ length: height }, (_, y) =>
    Array.from(grey.subarray(y * width, (y + 1) * width), (value) => (value < 128 ? '1' : '0')).join(''),
  )

/** The rows from the first to the last dark one, from the first to the last dark column. */
function cropped(rows: readonly string[]): readonly string[] {
  const dark = rows.map((row) => row.includes('1'))
  const inked = rows.slice(dark.indexOf(true), dark.lastIndexOf(true) + 1)
  const left = Math.min(...inked.map((row) => (row.includes('1') ? row.indexOf('1') : row.length)))
  const right = Math.max(...inked.map((row) => row.lastIndexOf('1') + 1))
  return inked.map((row) => row.slice(left, right))
}
