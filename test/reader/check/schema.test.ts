import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import t from 'tap'
import { checkImage, type Report, readPng, reportSchema, unreadablePng } from '../../../src/reader/check/index.ts'
import { root } from '../../../src/root.ts'
import { type Barcode, encode, symbologies } from '../../../symbologies/index.ts'
import { plainPicture } from '../../oracle/picture.ts'
import { random } from '../../random.ts'
import { stackedPicture } from './paint.ts'
import { sampleTexts } from './sample-texts.ts'

interface Ajv {
  compile(schema: object): ((json: unknown) => boolean) & { readonly errors?: unknown }
}

const require = createRequire(join(root, 'test/package/package.json'))
const skip =
  !existsSync(join(root, 'test/package/node_modules/ajv')) && 'ajv is not installed: npm ci --prefix test/package'

const of = (barcode: Barcode, options = {}): Report =>
  checkImage(
    { ...plainPicture(barcode, 3), resolution: { across: 11811, down: 11811 } },
    { thisYear: 2026, ...options },
  )

/** Reports that have, all together, every field. */
async function reports(): Promise<Report[]> {
  const r = random('schema of reports')
  const [one, two] = [plainPicture(encode('qr', 'one'), 3), plainPicture(encode('code128', 'two'), 3)]
  const noisy = { ...one, grey: one.grey.map((grey) => (r.between(0, 60) === 0 ? 255 - grey : grey)) }
  return [
    ...symbologies.map((type) => of(encode(type, sampleTexts[type]))),
    of(encode('datamatrix', '(01)09506000134352(17)261231(10)A', { gs1: true })),
    of(encode('code128', '(02)09506000134352(10)A', { gs1: true }), { application: 'retail' }),
    of(encode('qr', 'https://id.gs1.org/01/09506000134352')),
    of(encode('qr', 'part of a text', { part: 1, parts: 3 })),
    of(encode('qr', 'é')),
    of(encode('datamatrix', '+A123BJC5D6E71H')),
    of(encode('datamatrix', 'a part of more', { part: 2, parts: 3 })),
    of(encode('ean13', '590123412345', { addon: '12345' }), { text: 'other' }),
    of(encode('code128', 'QZ', { reader: 'init' })),
    of(encode('qr', 'QZ'), { hasModules: true }),
    checkImage(stackedPicture(one, two)),
    checkImage(noisy),
    checkImage({ width: 20, height: 20, grey: new Uint8Array(400) }),
    await readPng(new Uint8Array([1, 2])).then(checkImage, unreadablePng),
  ]
}

t.test('the schema is JSON Schema 2020-12, and all reports follow it', { skip }, async (t) => {
  const { Ajv2020 } = require('ajv/dist/2020') as { Ajv2020: new (options: object) => Ajv }
  const isValid = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true }).compile(reportSchema)
  const all = await reports()
  for (const report of all) t.ok(isValid(JSON.parse(JSON.stringify(report))), JSON.stringify(isValid.errors))
  const named = new Set(all.flatMap((report) => [report, ...report.symbols].flatMap((each) => Object.keys(each))))
  const { properties } = reportSchema as { properties: object }
  t.same([...named, 'file', 'drawn', 'grades'].toSorted(), Object.keys(properties).toSorted(), 'no field is left out')
  const [sound] = all
  for (const wrong of [{ schema: 2 }, { verdict: 'good' }, { symbols: [{ text: 'QZ' }] }, { more: 1 }]) {
    t.notOk(isValid({ ...sound, ...wrong }), JSON.stringify(wrong))
  }
})

t.test('of one symbol all that is said stands at the top too', async (t) => {
  const { schema: _, tool, symbols, ...rest } = of(encode('qr', 'QZ-0001', { level: 'Q', mask: 3 }))
  t.same(symbols, [rest])
  t.match(tool, { name: 'quietzone', version: /^\d+\.\d+\.\d+$/ })
  t.match(rest, { symbology: 'qr', text: 'QZ-0001', version: '1', level: 'Q', mask: 3, verdict: 'conforming' })
  t.equal(rest.codewords?.length, 13)
  t.match(of(encode('microqr', '12')), { version: 'M1', codewords: [/\d+/, /\d+/, /\d+/] })
  t.match(of(encode('datamatrix', 'ABC')), { version: '10x10', codewords: [66, 67, 68] })
  t.match(of(encode('code128', 'AB')), { codewords: [104, 33, 34, 102] })
})
