import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { designSchema } from '../../src/design/schema.ts'
import { symbolParameters } from '../../src/design/symbol-parameters.ts'
import { root } from '../../src/root.ts'
import { forAll } from '../random.ts'
import { designOf, thrown } from './drawn.ts'
import { crowded, type JsonDesign, type JsonElement, tidy } from './random-design.ts'

interface Ajv {
  compile(schema: object): ((json: unknown) => boolean) & { readonly errors?: unknown }
}

const require = createRequire(join(root, 'test/package/package.json'))
const skip =
  !existsSync(join(root, 'test/package/node_modules/ajv')) && 'ajv is not installed: npm ci --prefix test/package'

const validator = () => {
  const { Ajv2020 } = require('ajv/dist/2020') as { Ajv2020: new (options: object) => Ajv }
  return new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true }).compile(designSchema)
}

t.test('the schema is JSON Schema 2020-12, and accepts what is read', { skip }, async () => {
  const isValid = validator()
  await forAll([fc.oneof(crowded, tidy(true))], { count: 400 }, (json) => {
    designOf(json)
    if (isValid(json)) return
    throw new Error(JSON.stringify(isValid.errors))
  })
})

t.test('the schema refuses what is not read', { skip }, async (t) => {
  const isValid = validator()
  const box = { kind: 'box', at: [0, 0], size: [5, 5] }
  const good: JsonDesign = { name: 'a', size: '40x30mm', elements: [box] }
  t.ok(isValid(good))
  const symbol = { kind: 'symbol', at: [0, 0], size: [5, 5], type: 'qr', value: 'a' }
  const label = { kind: 'label', type: 'qr', value: 'a' }
  t.ok(isValid({ ...good, elements: [label] }))
  const mistakes: readonly object[] = [
    { ...good, name: 'a b' },
    { ...good, size: 'x' },
    { ...good, extra: 1 },
    { ...good, elements: [{ ...box, kind: 'circle' }] },
    { ...good, elements: [{ kind: 'box', at: [0, 0] }] },
    { ...good, elements: [{ ...box, at: [0] }] },
    { ...good, elements: [{ ...box, at: [0, 2000] }] },
    { ...good, elements: [{ ...box, turn: 45 }] },
    { ...good, elements: [{ ...box, value: 'x' }] },
    { ...good, elements: [{ ...symbol, type: 'qrcode' }] },
    { ...good, elements: [{ ...symbol, version: 41 }] },
    { ...good, elements: [{ ...symbol, gain: '0.05' }] },
    { ...good, orientation: 'across' },
    { ...good, elements: [{ ...label, layout: 'left' }] },
    { ...good, elements: [{ ...label, gain: '0.05' }] },
    { ...good, fields: { 'a b': {} } },
    { ...good, fields: { today: {} } },
    { ...good, fields: { a: { wanted: true } } },
  ]
  for (const json of mistakes) {
    t.ok(
      thrown(() => designOf(json as JsonDesign)),
      JSON.stringify(json),
    )
    t.notOk(isValid(json), JSON.stringify(json))
  }
})

t.test('a symbol has every parameter of a symbol, as text and as what it is in JSON', { skip }, async (t) => {
  const isValid = validator()
  const given: readonly object[] = [
    { type: 'qr', level: 'H', version: 5, mask: 3, eci: 26 },
    { type: 'qr', eci: 'auto', parts: 2, part: 1 },
    { type: 'qr', fnc1: 'second', indicator: '12' },
    { type: 'datamatrix', shape: 'rectangle', modules: '8x18', encodation: 'ascii' },
    { type: 'code39', checkdigit: true, fullascii: false, ratio: 2.5, value: 'A' },
    { type: 'itf14', bearer: 'frame', ratio: '3', value: '1540014128876' },
    { type: 'code128', gs1: true, value: '(01)09506000134352', application: 'logistics', xdim: 0.5 },
    { type: 'qr', gs1: 'link', value: '(01)09506000134352', domain: 'https://example.com' },
    { type: 'ean13', addon: '12', value: '978020137962' },
    { type: 'datamatrix', content: 'hibc', value: '+A123BJC5D6E71G' },
  ]
  const used = new Set(given.flatMap((each) => Object.keys(each)))
  for (const more of given) {
    const json = {
      name: 'a',
      size: '40x30mm',
      elements: [{ kind: 'symbol', at: [0, 0], size: [30, 30], value: 'abc', ...more }],
    }
    t.equal(
      thrown(() => designOf(json)),
      undefined,
      JSON.stringify(more),
    )
    t.ok(isValid(json), JSON.stringify([more, isValid.errors]))
  }
  const left = Object.keys(symbolParameters).filter((name) => !used.has(name))
  t.same(left, ['text', 'escapes', 'reader', 'fileid'], 'what is not tried')
})

t.test('a label element has every parameter of a label that the design does not decide', { skip }, async (t) => {
  const isValid = validator()
  const given: readonly object[] = [
    { type: 'qr', title: 'Store {row}', caption: 'A\nB', withtext: true, layout: 'auto', level: 'H', xdim: 0.5 },
    { type: 'code128', value: '(00)106141412345678908', gs1: 'true', layout: 'logistics', showtext: false },
    { type: 'ean13', value: '978020137962', application: 'retail', at: [1, 1], size: [30, 20], turn: 90 },
  ]
  for (const more of given) {
    const json = {
      name: 'a',
      size: '4x6',
      orientation: 'portrait',
      elements: [{ kind: 'label', value: 'abc', ...more }],
    }
    t.equal(
      thrown(() => designOf(json)),
      undefined,
      JSON.stringify(more),
    )
    t.ok(isValid(json), JSON.stringify([more, isValid.errors]))
  }
  const label = { kind: 'label', type: 'code128', value: '(00)106141412345678908' }
  const mistakes: readonly (readonly [object, RegExp])[] = [
    [{ ...label, at: [1, 1] }, /size: is missing/],
    [{ ...label, size: [10, 10] }, /at: is missing/],
    [{ ...label, turn: 90 }, /turn: goes only with at and size/],
    [{ ...label, gs1: true, layout: 'logistics', at: [1, 1], size: [9, 9] }, /layout: logistics takes the whole label/],
    [{ ...label, gs1: true, layout: 'logistics', caption: 'a' }, /caption: does not go with layout=logistics/],
    [{ ...label, layout: 'logistics' }, /layout: .*gs1/],
    [{ ...label, size: '4x6' }, /size: /],
    [{ ...label, title: '{name}' }, /\{name\} is not among the fields/],
  ]
  for (const [element, message] of mistakes) {
    t.match(
      thrown(() => designOf({ name: 'a', size: '4x6', elements: [element as JsonElement] })),
      { message },
      JSON.stringify(element),
    )
  }
})
