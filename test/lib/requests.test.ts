import { deepEqual, ok } from 'node:assert/strict'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import type { Endpoint } from '../../src/answer.ts'
import { drawBarcode, drawLabel } from '../../src/draw.ts'
import {
  type BarcodeRequest,
  barcode,
  type Drawing,
  type LabelRequest,
  label,
  provideFonts,
  RequestError,
} from '../../src/lib/index.ts'
import type { Parameter, Parameters, Request } from '../../src/request/parameter.ts'
import { parameters } from '../../src/request/params.ts'
import { root } from '../../src/root.ts'
import { barcode as barcodeEndpoint, label as labelEndpoint } from '../../src/server/api/images.ts'
import { labelSymbologies, symbologies } from '../../symbologies/index.ts'
import { run } from '../cli/program.ts'
import { pngPicture } from '../oracle/picture.ts'
import { zxingTexts } from '../oracle/zxing.ts'
import { drawn, forAll, inLongRun, type Random } from '../random.ts'
import { shortText, textsFor } from '../texts.ts'

/** Whether two types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Names<T> = { [Name in keyof T]-?: undefined extends T[Name] ? never : Name }[keyof T]
/** The values that the API has for what is a word or a flag, but where JavaScript has a better type than a word. */
type Value<R, Name extends keyof R> = Exclude<R[Name], undefined>

// this fails to compile where an interface and the parameters of the API differ
const interfaces: readonly true[] = [
  true satisfies Same<keyof BarcodeRequest | 'verify', keyof typeof parameters.barcode>,
  true satisfies Same<keyof LabelRequest | 'verify', keyof typeof parameters.label>,
  true satisfies Same<Names<BarcodeRequest>, 'text' | 'type'>,
  true satisfies Same<Names<LabelRequest>, 'text' | 'type'>,
  ...sameValues<BarcodeRequest, typeof parameters.barcode>()(
    'type',
    'format',
    'includetext',
    'scale',
    'height',
    'rotate',
    'xdim',
    'application',
    'content',
    'caption',
    'domain',
    'strict',
  ),
  ...sameValues<LabelRequest, typeof parameters.label>()(
    'type',
    'size',
    'orientation',
    'qty',
    'showtext',
    'title',
    'caption',
    'layout',
    'profile',
    'format',
    'zpl',
    'xdim',
    'application',
    'strict',
  ),
  true satisfies Same<`${Value<BarcodeRequest, 'dpi'>}`, Value<Request<typeof parameters.barcode>, 'dpi'>>,
  true satisfies Same<`${Value<BarcodeRequest, 'gs1'>}`, Value<Request<typeof parameters.barcode>, 'gs1'>>,
]

/** Takes only names whose values have the same type in the interface as in the API. */
function sameValues<R extends { [Name in keyof T]?: unknown }, T extends Parameters>() {
  type Equal = {
    [Name in keyof R & keyof T]: Same<Value<R, Name>, Value<Request<T>, Name>> extends true ? Name : never
  }[keyof R & keyof T]
  return (...names: readonly Equal[]): readonly true[] => names.map(() => true)
}

const draw = { barcode: drawBarcode, label: drawLabel, limits: { maxPixels: 25_000_000 } }

interface Product {
  readonly table: Parameters
  readonly endpoint: Endpoint
  ask(request: object): Promise<Drawing>
}

const products: Readonly<Record<'barcode' | 'label', Product>> = {
  barcode: {
    table: parameters.barcode,
    endpoint: barcodeEndpoint(draw),
    ask: (request) => barcode(request as BarcodeRequest),
  },
  label: { table: parameters.label, endpoint: labelEndpoint(draw), ask: (request) => label(request as LabelRequest) },
}

/** A value of JavaScript that the parameter accepts, or one that it refuses. */
function randomValue(parameter: Parameter, r: Random): unknown {
  switch (parameter.kind) {
    case 'text':
      return r.pick(['Aisle 7', 'two\nlines'])
    case 'flag':
      return r.pick([true, false])
    case 'domain':
      return r.pick(['https://example.com', 'example.com/'])
    case 'form':
      return r.pick([...parameter.samples, 'zz9'])
    case 'integer':
      return r.pick([parameter.least, parameter.most, parameter.most + 1, parameter.least + 0.5])
    case 'number':
      return r.pick([parameter.least, parameter.most / 2, parameter.most + 0.1])
    case 'word': {
      const word = r.pick([...parameter.words, ...(parameter.form?.samples ?? []), `${parameter.words[0]!} `])
      if (word === 'true' || word === 'false') return word === 'true'
      return /^[0-9.]+$/.test(word) ? Number(word) : word
    }
  }
}

/** Requests with a few of the parameters, right and wrong, which need not go together. */
function requestsOf(name: 'barcode' | 'label'): fc.Arbitrary<{ [parameter: string]: unknown }> {
  const { table } = products[name]
  const names = Object.keys(table).filter((each) => !['text', 'type', 'qty', 'verify'].includes(each))
  const one = (r: Random): [name: string, value: unknown] => {
    const each = r.pick(names)
    return [each, randomValue(table[each]!, r)]
  }
  const some = drawn((r) => Array.from({ length: r.between(0, 3) }, () => one(r)))
  const types = name === 'barcode' ? symbologies : labelSymbologies
  return fc.oneof(
    ...types.map((type) => {
      const texts = fc.oneof(
        fc.constant(shortText[type]),
        textsFor[type].map((text) => [...text].slice(0, 40).join('')),
      )
      return fc
        .tuple(texts, fc.constantFrom('png', 'svg'), some)
        .map(([text, format, some]) => ({ type, text, format, ...Object.fromEntries(some) }))
    }),
  )
}

/** What the API answers to the same request as a query. */
function answered(name: 'barcode' | 'label', request: { [parameter: string]: unknown }) {
  const query = new URLSearchParams(
    Object.entries(request).map(([each, value]): [string, string] => [each, String(value)]),
  )
  return products[name].endpoint(query.toString())
}

t.test('a request is drawn and refused as by the API', inLongRun, async (t) => {
  t.ok(interfaces.length > 20)
  const codes = new Set<string>()
  for (const name of ['barcode', 'label'] as const) {
    await forAll([requestsOf(name)], { count: 900, times: 1.7 }, async (request) => {
      const { status, body, headers } = answered(name, request)
      try {
        const { bytes, format, xDimension, warnings } = await products[name].ask(request)
        deepEqual({ status, differs: Buffer.compare(bytes, body) }, { status: 200, differs: 0 })
        ok(headers.includes(`inline; filename="${fileOf(name, request)}.${format}"`))
        ok(headers.includes(`${Math.round(xDimension * 10000) / 10000}mm`))
        deepEqual(headers.filter((header) => header === 'Quietzone-Warning').length, warnings.length)
        codes.add('drawn')
      } catch (error) {
        if (!(error instanceof RequestError)) throw error
        const told = (JSON.parse(new TextDecoder().decode(body)) as { error: object }).error
        const { code, message, faults } = error
        deepEqual(JSON.parse(JSON.stringify({ code, message, faults })), told)
        codes.add(error.code)
      }
    })
  }
  for (const code of ['drawn', 'invalid_parameter', 'gs1_syntax']) t.ok(codes.has(code), code)
})

function fileOf(name: 'barcode' | 'label', { type, sheet, size = '4x6' }: { [parameter: string]: unknown }): string {
  if (sheet !== undefined) return `labels-${String(sheet).includes(':') ? 'sheet' : sheet}-${type}`
  return name === 'barcode' ? `${type}` : `label-${size}-${type}`
}

t.test('a request of text and type has the defaults of the API', async (t) => {
  for (const name of ['barcode', 'label'] as const) {
    const request = { type: 'qr', text: 'QZ-0001' }
    t.equal(Buffer.compare((await products[name].ask(request)).bytes, answered(name, request).body), 0, name)
  }
})

const refusal = async (drawn: Promise<unknown>): Promise<RequestError> => {
  try {
    await drawn
  } catch (error) {
    if (error instanceof RequestError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

t.test('a name that is no parameter is refused with the one that is meant', async (t) => {
  const misspelt = { symbology: 'qr', text: 'x', Scale: 3, includeText: true } as unknown as BarcodeRequest
  const { code, faults } = await refusal(barcode(misspelt))
  t.equal(code, 'missing_parameter')
  t.same(
    faults.map(({ parameter, message }) => [parameter, /; did you mean (.*)\?$/.exec(message)?.[1]]),
    [
      ['type', undefined],
      ['symbology', 'type'],
      ['Scale', 'scale'],
      ['includeText', 'includetext'],
    ],
  )
  t.match((await refusal(label({ type: 'qr', text: 'x', ratio: 3 } as LabelRequest))).faults, [{ parameter: 'ratio' }])
})

t.test('every kind of fault has its code', async (t) => {
  const asked: readonly (readonly [string, object])[] = [
    ['missing_parameter', {}],
    ['missing_parameter', { type: 'qr', text: '' }],
    ['invalid_parameter', { type: 'qr', text: ['a'] }],
    ['invalid_parameter', { type: 'qr', text: 2 ** 60 }],
    ['invalid_parameter', { type: 'qr', text: 'a', scale: '3 ' }],
    ['invalid_character', { type: 'ean13', text: '59012341234x' }],
    ['invalid_length', { type: 'ean13', text: '5' }],
    ['bad_check_digit', { type: 'ean13', text: '5901234123450' }],
    ['data_too_long', { type: 'microqr', text: 'a'.repeat(100) }],
    ['does_not_fit', { type: 'code128', text: 'a'.repeat(5000), scale: 10 }],
    ['not_conforming', { type: 'ean13', text: '590123412345', scale: 1, strict: true }],
    ['gs1_syntax', { type: 'qr', text: 'x', gs1: true }],
    ['gs1_unknown_ai', { type: 'qr', text: '(05)1', gs1: true }],
    ['gs1_invalid_value', { type: 'qr', text: '(01)1', gs1: true }],
    ['gs1_missing_ai', { type: 'qr', text: '(37)24', gs1: true }],
    ['gs1_excluded_ai', { type: 'qr', text: '(01)09506000134352(02)09506000134352(37)1', gs1: true }],
    ['gs1_carrier', { type: 'ean13', text: '(01)19506000134359', gs1: true }],
  ]
  for (const [code, request] of asked) {
    const error = await refusal(barcode(request as BarcodeRequest))
    t.equal(error.code, code, JSON.stringify(request))
    t.ok(error.faults.length > 0 && error.faults.every(({ parameter, message }) => parameter !== '' && message !== ''))
  }
  for (const given of [undefined, null, 'qr', 7]) {
    t.equal((await refusal(barcode(given as unknown as BarcodeRequest))).code, 'missing_parameter')
  }
  const limited = refusal(barcode({ type: 'qr', text: 'a' }, { maxPixels: 0 }))
  t.match((await limited).faults, [{ parameter: 'maxPixels', code: 'invalid_parameter' }])
  t.equal((await refusal(barcode({ type: 'qr', text: 'a' }, { maxPixels: 99 }))).code, 'does_not_fit')
})

t.test('numbers and strings mean the same', async (t) => {
  const bytesOf = async (request: object): Promise<Uint8Array> => (await barcode(request as BarcodeRequest)).bytes
  const wanted = await bytesOf({ type: 'ean13', text: '590123412345', scale: 4, dpi: 203 })
  t.same(
    await bytesOf({ type: 'ean13', text: 590123412345, scale: '4', dpi: '203', caption: undefined, xdim: null }),
    wanted,
  )
})

t.test('a browser draws what needs no fonts, and says what it has not', inLongRun, async (t) => {
  const program = `
    Object.defineProperty(process, 'versions', { value: {} })
    delete globalThis.Buffer
    const { barcode, label } = await import(${JSON.stringify(join(root, 'build/src/lib/index.js'))})
    const told = (drawn) => drawn.then(({ bytes }) => bytes.length, ({ code, faults }) => [code, faults[0].parameter])
    const bytes = async (drawn) => (await drawn).bytes.join()
    console.log(JSON.stringify([
      await bytes(barcode({ type: 'ean13', text: '590123412345', includetext: true })),
      await bytes(label({ type: 'qr', text: 'a', qty: 2, format: 'png' })),
      await told(label({ type: 'qr', text: 'a' })),
      await told(barcode({ type: 'qr', text: '倉庫', includetext: true, format: 'pdf' })),
      await barcode({ type: 'qr', text: 'a', format: 'pdf' }).catch(({ message }) => message),
      await told(label({ type: 'qr', text: 'é', format: 'zpl' })) > 500,
      await told(barcode({ type: 'qr', text: '倉庫', includetext: true })),
      await told(barcode({ type: 'qr', text: '倉庫' })) > 100,
    ]))`
  const [ean13, labels, ...others] = JSON.parse(
    run(root, process.execPath, '--input-type=module', '-e', program),
  ) as unknown[]
  const { bytes } = await barcode({ type: 'ean13', text: '590123412345', includetext: true })
  t.same(pngPicture(Uint8Array.from(`${ean13}`.split(','), Number)), pngPicture(bytes))
  const onLabel = await label({ type: 'qr', text: 'a', qty: 2, format: 'png' })
  t.same(pngPicture(Uint8Array.from(`${labels}`.split(','), Number)), pngPicture(onLabel.bytes))
  const noPdf = ['not_available', 'format']
  const sentence = 'format: PDF is drawn in node alone, not in browsers: another format or the service would do'
  t.same(others, [noPdf, noPdf, sentence, true, ['not_available', 'text'], true])
})

t.test('fonts that are provided are loaded for the words that need them', async (t) => {
  const loaded: string[] = []
  const { installedFonts: installed } = await import('../../src/text/installed-fonts.ts')
  provideFonts({
    async file(name) {
      loaded.push(name)
      return name === 'unifont.br' ? installed.unifont() : installed.file(name)
    },
    harfBuzz: () => import('harfbuzzjs'),
    bidi: async () => installed.bidi(),
  })
  const ask = (asked: object): Promise<Drawing> => barcode({ type: 'qr', text: '倉庫', ...asked })
  await ask({ text: 'QZ-0001', includetext: true })
  await ask({})
  t.same(loaded, [])
  const { bytes } = await ask({ includetext: true })
  t.ok(loaded.includes('fonts.json') && loaded.length > 1, loaded.join())
  const { body } = answered('barcode', { type: 'qr', text: '倉庫', includetext: true })
  t.equal(Buffer.compare(bytes, body), 0)
  const known = loaded.length
  await label({ type: 'qr', text: 'a', title: 'مستودع', caption: '倉庫' })
  t.ok(loaded.length > known)
  t.equal(new Set(loaded).size, loaded.length, 'each once')
})

t.test("numbers of counters are the service's alone: in two braces they are text", async (t) => {
  const refused = {
    name: 'RequestError',
    code: 'counter_unknown',
    faults: [{ parameter: 'text', code: 'counter_unknown' }],
  }
  await t.rejects(barcode({ type: 'qr', text: 'QZ-{serial:pallet}' }), refused)
  await t.rejects(label({ type: 'code128', gs1: true, text: '(00){sscc:pallet}' }), refused)
  await t.rejects(label({ type: 'qr', text: 'a', title: '{serial:pallet}' }), { code: 'counter_unknown' })
  const { bytes } = await barcode({ type: 'qr', text: '{{serial:pallet}}' })
  t.same(await zxingTexts(pngPicture(Buffer.from(bytes)), 'qr'), ['{serial:pallet}'])
})
