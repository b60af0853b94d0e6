import t from 'tap'
import { drawBarcode } from '../../../src/draw.ts'
import { expectedScan, expectedScans, type ScannedSymbol, scannedKeys } from '../../../src/printing/scans/scan-text.ts'
import { parameters } from '../../../src/request/params.ts'
import { symbolReader } from '../../../src/request/reader.ts'
import { encodeRequest, type SymbolRequest } from '../../../symbologies/index.ts'
import { pngPicture } from '../../oracle/picture.ts'
import { zxingTexts } from '../../oracle/zxing.ts'
import { inLongRun } from '../../random.ts'

const symbolOf = (request: SymbolRequest, isDivided = false): ScannedSymbol => ({
  ...encodeRequest(request),
  isDivided,
})

const isRead = (request: SymbolRequest, typed: string, isDivided = false): boolean => {
  const keys = scannedKeys(typed)
  return expectedScan(symbolOf(request, isDivided)).keys.some((key) => keys.includes(key))
}

const message = '(01)09506000134352(17)261231(10)AB-12'

t.test('what a reader reads of a symbol is what is expected of it', inLongRun, async (t) => {
  const read = symbolReader(parameters.barcode)
  const requests: readonly Record<string, string>[] = [
    { type: 'code128', text: 'QZ-0001' },
    { type: 'qr', text: 'Größe ^1' },
    { type: 'datamatrix', text: 'A\tB' },
    { type: 'ean13', text: '400638133393' },
    { type: 'ean8', text: '1234567' },
    { type: 'upca', text: '03600029145' },
    { type: 'upce', text: '0123456' },
    { type: 'itf14', text: '1540014128876' },
    { type: 'ean13', text: '(01)04006381333931', gs1: 'true' },
    ...['code128', 'datamatrix', 'qr'].map((type) => ({ type, text: message, gs1: 'true' })),
    { type: 'qr', text: message, gs1: 'link' },
  ]
  for (const given of requests) {
    const { request } = read(given)
    const { bytes } = drawBarcode(request!, { maxPixels: 25_000_000 })
    const [typed = ''] = await zxingTexts(pngPicture(Buffer.from(bytes)), request!.type)
    t.ok(isRead(request!, typed), `${JSON.stringify(given)}: ${JSON.stringify(typed)}`)
    t.notOk(isRead(request!, `${typed}1`), 'another is not')
  }
})

t.test('scanners type a symbology identifier, FNC1, other lengths, or leave them out', async (t) => {
  const gs1 = { type: 'code128', text: '(01)09506000134352(10)AB-12(17)261231', gs1: 'true' } as const
  for (const typed of [
    ']C1010950600013435210AB-12\u001d17261231',
    '010950600013435210AB-12\u001d17261231',
    '\u001d010950600013435210AB-12\u001d17261231\r',
    ']d2010950600013435210AB-12\u241d17261231',
    '010950600013435210AB-1217261231',
    '^010950600013435210AB-12^17261231',
    '(01)09506000134352(10)AB-12(17)261231',
  ])
    t.ok(isRead(gs1, typed), JSON.stringify(typed))
  t.notOk(isRead(gs1, ']C1010950600013435210AB-13\u001d17261231'))
  const cases: readonly (readonly [SymbolRequest['type'], string, readonly string[]])[] = [
    ['upca', '03600029145', ['036000291452', '0036000291452', ']E0036000291452']],
    ['ean13', '003600029145', ['0036000291452', '036000291452']],
    ['upce', '01234565', ['01234565', '012345000065', '0012345000065', ']E00012345000065']],
    ['ean8', '1234567', ['12345670', '0000012345670', ']E412345670']],
    ['code39', 'ABC', ['ABC', ']A0ABC']],
  ]
  for (const [type, text, all] of cases) {
    for (const typed of all) t.ok(isRead({ type, text }, typed), `${type} ${typed}`)
  }
  const addon = { type: 'ean13', text: '978316148410', addon: '51299' } as const
  t.ok(isRead(addon, '978316148410051299'))
  t.ok(isRead(addon, '9783161484100'), 'scanners may not read add-ons')
  t.notOk(isRead(addon, '978316148410051298'))
})

t.test('of a logistic label the symbol with the SSCC is read', async (t) => {
  const label = { type: 'code128', text: '(02)09506000134352(37)4(00)006141411234567890', gs1: 'true' } as const
  for (const typed of [']C100006141411234567890', '00006141411234567890', '(00)006141411234567890'])
    t.ok(isRead(label, typed, true), typed)
  t.notOk(isRead(label, ']C100006141411234567883', true))
})

t.test('every ending of UPC-E is read as the UPC-A of which the encoder makes the same symbol', async (t) => {
  const digitsOf = (text: string) =>
    encodeRequest({ type: 'upce', text }).barcode.captions.map((caption) => caption.text)
  for (let last = 0; last < 10; last++) {
    const text = `034567${last}`
    const upca = expectedScan(symbolOf({ type: 'upce', text })).keys.find(({ length }) => length === 12)!
    t.same(digitsOf(upca), digitsOf(text), `${text}: ${upca}`)
  }
})

t.test('any symbol of a label confirms it, but one that other labels have too', (t) => {
  const ean = symbolOf({ type: 'ean13', text: '400638133393' })
  const unit = (n: number): ScannedSymbol =>
    symbolOf({ type: 'datamatrix', text: `(01)04006381333931(21)${n}`, gs1: 'true' })
  const place = (n: number): ScannedSymbol => symbolOf({ type: 'code128', text: `A-${n}` })
  const all = expectedScans([
    [ean, unit(1), place(1)],
    [ean, unit(2), place(2)],
    [ean, unit(2), place(2)],
  ])
  const readAs = (typed: string): readonly number[] =>
    all.flatMap(({ keys }, i) => (scannedKeys(typed).some((key) => keys.includes(key)) ? [i + 1] : []))
  t.same(readAs(']d20104006381333931211'), [1])
  t.same(readAs('A-1'), [1])
  t.same(readAs('A-2'), [2, 3], 'copies say the same')
  t.same(readAs('4006381333931'), [], 'it tells no label from the others')
  t.same(
    all.map(({ text }) => text),
    ['(01)04006381333931(21)1', '(01)04006381333931(21)2', '(01)04006381333931(21)2'],
  )
  const alike = expectedScans([[ean], [ean, place(1)], [ean]])
  t.match(alike, [{ keys: ['4006381333931'] }, { text: 'A-1', keys: ['A-1'] }, { keys: ['4006381333931'] }])
  t.end()
})
