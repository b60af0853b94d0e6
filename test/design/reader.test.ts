import t from 'tap'
import { pictureInUri } from '../../src/design/picture-source.ts'
import { DesignError, designIn, faultText } from '../../src/design/reader.ts'
import { DrawingRefusal } from '../../src/drawing-refusal.ts'
import { composed, designOf, limits, thrown } from './drawn.ts'
import { type JsonElement, logo } from './random-design.ts'

const elements = [
  { kind: 'text', at: [2, 2], size: [53, 6], value: '{name}', height: 4, align: 'left', lines: 1 },
  { kind: 'symbol', name: 'sku', at: [2, 10], size: [40, 18], type: 'code128', value: '{sku}', text: true },
  { kind: 'line', from: [2, 9], to: [55, 9], width: 0.25 },
  { kind: 'box', at: [0, 0], size: [57, 32], width: 0.5 },
  { kind: 'image', at: [45, 12], size: [10, 6], source: logo },
]
const shelf = {
  name: 'shelf',
  size: '57x32mm',
  fields: { sku: { required: true, pattern: '[A-Z0-9-]{1,20}' }, name: {}, price: { default: '' } },
  elements,
}

/** The mistakes of a design. */
function mistakesIn(json: unknown): readonly string[] {
  const text = typeof json === 'string' ? json : JSON.stringify(json, null, 1)
  const error = thrown(() => designIn(text, pictureInUri))
  if (error === undefined) return []
  if (error instanceof DesignError) return error.faults.map(faultText)
  throw error
}

t.test('a design is read as it is written', async (t) => {
  const design = designOf(shelf)
  t.equal(design.name, 'shelf')
  t.same([...design.fields.keys()], ['sku', 'name', 'price'])
  t.same(
    design.elements.map(({ label }) => label),
    ['element 1 (text)', 'symbol "sku"', 'element 3 (line)', 'element 4 (box)', 'element 5 (image)'],
  )
  t.same(mistakesIn(`\ufeff${JSON.stringify({ $schema: 'design.schema.json', ...shelf })}`), [])
})

t.test('every mistake is named with its path and its line', async (t) => {
  const without = (name: string): object => Object.fromEntries(Object.entries(shelf).filter(([key]) => key !== name))
  const withElement = (element: unknown): object => ({ ...shelf, elements: [element] })
  const symbol = elements[1]!
  const given: readonly (readonly [unknown, RegExp])[] = [
    ['[', /^line 1: is not JSON: column 2: its end where a value is expected$/],
    [[], /^line 1: is not an object$/],
    [without('name'), /^line 1: name: is missing$/],
    [{ ...shelf, name: 'a b' }, /^line 2: name: "a b" is not 1 to 40 characters/],
    [{ ...shelf, size: '57x32' }, /^line 3: size: "57x32" is not a size such as 57x32mm/],
    [{ ...shelf, colour: 1 }, /^line \d+: "colour" is not a field here; accepted: \$schema, name/],
    [{ ...shelf, Elements: [] }, /"Elements" is not a field here/],
    [{ ...shelf, fields: { 'a b': {} } }, /fields\.a b: is not 1 to 40 letters/],
    [{ ...shelf, fields: { today: {} } }, /fields\.today: is what values have besides fields/],
    [{ ...shelf, fields: { constructor: {} } }, /fields\.constructor: is what requests have besides fields/],
    [{ ...shelf, fields: { qty: {} } }, /fields\.qty: is what requests have besides fields/],
    [{ ...shelf, fields: { sku: { pattern: '(' } } }, /line 6: fields\.sku\.pattern: "\(" is not a regular expression/],
    [{ ...shelf, fields: { sku: { pattern: 'a', sample: 'b' } } }, /fields\.sku\.sample: "b" does not match a$/],
    [
      withElement({ ...elements[0], face: 'serif' }),
      /elements\[0\]\.face: "serif" is not one of sans, condensed, ocrb/,
    ],
    [
      withElement({ ...elements[0], face: 'ocrb', bold: true }),
      /elements\[0\]\.bold: does not go with the face ocrb, which has no bold letters$/,
    ],
    [withElement({ kind: 'txt' }), /elements\[0\]\.kind: "txt" is not one of text, symbol.*; did you mean text\?/],
    [withElement(1), /elements\[0\]: is not an object/],
    [withElement({ ...symbol, at: [1] }), /elements\[0\]\.at: an array is not two numbers/],
    [withElement({ ...symbol, size: [0, 5] }), /elements\[0\]\.size: an array is not a width and a height/],
    [withElement({ ...symbol, type: 'qrcode' }), /elements\[0\]\.type: "qrcode" is not one of .*did you mean qr\?/],
    [withElement({ ...symbol, level: 'H' }), /elements\[0\]\.level: does not apply to type=code128/],
    [withElement({ ...symbol, parts: 2, type: 'qr' }), /elements\[0\]\.parts: goes only with part/],
    [withElement({ ...symbol, value: '{skuu}' }), /elements\[0\]\.value: \{skuu\} is not among the fields/],
    [withElement({ ...symbol, value: '{sku' }), /elements\[0\]\.value: "\{sku" has no \} at its end/],
    [withElement({ ...symbol, value: 5 }), /elements\[0\]\.value: 5 is not a text/],
    [withElement({ ...symbol, turn: 45 }), /elements\[0\]\.turn: 45 is not one of 0, 90, 180, 270/],
    [withElement({ ...symbol, heigth: 5 }), /"heigth" is not a field here/],
    [
      withElement({ ...elements[4], source: 'logo.png' }),
      /source: "logo.png" is a file, which a design in a request cannot name/,
    ],
    [
      withElement({ ...elements[4], source: 'data:image/svg+xml,<svg/>' }),
      /source: is a picture of the type "image\/svg\+xml"/,
    ],
    [withElement({ ...elements[4], source: 'data:image/png;base64,AAAA' }), /source: is not a PNG file/],
    [
      withElement({ ...elements[4], source: `data:image/png;base64,${btoa('<svg xmlns="x"/>')}` }),
      /source: is SVG, which is not drawn on labels/,
    ],
    [withElement({ ...elements[4], source: logo.slice(0, -40) }), /source: is a damaged PNG|source: is not base64/],
    [{ ...shelf, elements: Array.from({ length: 201 }, () => elements[2]) }, /elements: 201 elements; at most 200/],
    [{ ...shelf, elements: Array.from({ length: 21 }, () => symbol) }, /elements: 21 symbols; at most 20/],
    ['{"name":"a","name":"b","size":"4x6","elements":[]}', /^line 1: name: is there more than once$/],
  ]
  for (const [json, expected] of given) t.match(mistakesIn(json), [expected], String(expected))
  const several = mistakesIn({ name: 1, size: 2, elements: [{ kind: 'line' }] })
  t.match(several, [/^line 2: name/, /^line 3: size/, /^line 5: elements\[0\]\.from: is missing/, /to: is missing/])
})

t.test('the values of fields are refused by name', async (t) => {
  const design = designOf(shelf)
  const faultsOf = (given: object): unknown => {
    const error = thrown(() => composed(design, given as Record<string, string>))
    return error instanceof DrawingRefusal ? error.faults.map(({ parameter, code }) => [parameter, code]) : error
  }
  t.same(faultsOf({ sku: 'A-1' }), undefined)
  t.same(faultsOf({}), [['sku', 'missing_field']])
  t.same(faultsOf({ sku: '' }), [['sku', 'missing_field']])
  t.same(faultsOf({ sku: 'a' }), [['sku', 'invalid_field']])
  t.same(faultsOf({ sku: 'A-1', name: 'x'.repeat(7090) }), [['name', 'invalid_field']])
  t.same(
    faultsOf({ sku: 'A-1', name: 'A name that is far too long for a line of the label, at six points even more so' }),
    [['name', 'does_not_fit']],
  )
  t.match(faultsOf({ sku: ['A-1', 'A-2'] }), [['sku', 'invalid_field']])
})

t.test('a symbol is judged as everywhere, and its element named', async (t) => {
  const symbol = (more: object, size = [20, 10]) => ({
    ...{ name: 'x', size: '40x30mm', fields: { n: {}, m: {} } },
    elements: [{ kind: 'symbol', at: [1, 1], size, type: 'ean13', value: '{n}', ...more }],
  })
  const refusal = (json: Parameters<typeof designOf>[0], given: Record<string, string>) => {
    const error = thrown(() => composed(designOf(json), given))
    return error instanceof DrawingRefusal ? error.faults : error
  }
  t.match(refusal(symbol({}), { n: '590123412345x' }), [{ parameter: 'n', code: 'invalid_character', position: 13 }])
  t.match(refusal(symbol({}), { n: '5901234123450' }), [
    { parameter: 'n', code: 'bad_check_digit', suggestion: { n: '5901234123457' }, message: /^element 1 \(symbol\): / },
  ])
  const joined = refusal(symbol({ value: '{m}{n}' }), { m: '59', n: '01234123450' }) as readonly object[]
  t.match(joined, [{ parameter: 'm', code: 'bad_check_digit' }])
  t.notOk('suggestion' in joined[0]!, 'what is right for the whole is not for a part of it')
  t.match(refusal(symbol({}), {}), [{ parameter: 'n', code: 'missing_field' }])
  t.match(refusal(symbol({ value: '{m}{n}' }), { m: '59' }), [
    { parameter: 'n', code: 'missing_field', message: /field n is empty/ },
  ])
  t.match(refusal(symbol({}, [5, 5]), { n: '590123412345' }), [
    { parameter: 'n', code: 'does_not_fit', message: /needs [0-9.]+ x [0-9.]+ mm at the least: its box has 5 x 5 mm/ },
  ])
  const warnings = (json: Parameters<typeof designOf>[0], n: string) =>
    composed(designOf(json), { n }).warnings.map(({ code, parameter }) => [code, parameter])
  t.same(warnings(symbol({}, [20, 28]), '590123412345'), [['x_below_minimum', 'design']])
  t.same(warnings(symbol({ xdim: 0.5 }, [38, 28]), '590123412345'), [
    ['xdim_not_reached', 'design'],
    ['x_below_minimum', 'design'],
  ])
  t.same(warnings(symbol({ type: 'code128' }, [38, 28]), 'a b '), [['invisible_character', 'n']])
  const strict = thrown(() => composed(designOf(symbol({}, [20, 28])), { n: '590123412345' }, { strict: true }))
  t.match(strict, { code: 'not_conforming' })
})

t.test('doubts about the drawing have the names of elements', async (t) => {
  const warningsOf = (...elements: readonly JsonElement[]) =>
    composed(designOf({ name: 'x', size: '40x30mm', elements }), {}).warnings.map(
      ({ code, message }) => `${code}: ${message}`,
    )
  const text = { kind: 'text', at: [5, 5], size: [20, 6], value: 'words', height: 4 }
  t.same(warningsOf(text), [])
  t.same(warningsOf({ ...text, height: 1.5 }), ['text_too_small: element 1 (text) is smaller than 6 points'])
  t.same(warningsOf(text, { ...text, value: 'more', name: 'b' }), [
    'elements_overlap: element 1 (text) and text "b" overlap',
  ])
  t.same(warningsOf({ ...text, at: [36, 5], size: [10, 6] }), ['off_page: element 1 (text) leaves the label'])
  const qr = { kind: 'symbol', at: [1, 1], size: [28, 28], type: 'qr', value: 'A' }
  const frame = { kind: 'box', at: [0, 0], size: [40, 30] }
  t.same(warningsOf(qr, frame), [])
  t.same(warningsOf(qr, { ...frame, at: [2, 2], size: [30, 20], name: 'frame' }), [
    'ink_in_quiet_zone: box "frame" has ink in element 1 (symbol) or its quiet zone',
  ])
  t.same(warningsOf(frame, { ...frame, at: [3, 3] }).length, 1, 'shapes may cross, but not leave the label')
})

t.test('companions of a GS1 message may stand in another symbol of the design', async (t) => {
  const symbol = { kind: 'symbol', size: [90, 20], type: 'code128', gs1: true }
  const content = { ...symbol, at: [1, 1], value: '(02)10614141000415(37)24' }
  const unit = { ...symbol, at: [1, 22], value: '(00)106141412345678908' }
  const codes = (...elements: readonly JsonElement[]): unknown =>
    composed(designOf({ name: 'x', size: '100x50mm', elements }), {}).warnings.map(({ code }) => code)
  t.same(codes(content), ['gs1_missing_ai'])
  t.same(codes(content, unit), [])
})

t.test('counters are asked once for a label, and refused where there are none', async (t) => {
  const value = { kind: 'text', size: [20, 6], value: '{serial:box|4}' }
  const json = {
    name: 'x',
    size: '40x30mm',
    elements: [
      { ...value, at: [1, 1] },
      { ...value, at: [1, 10] },
    ],
  }
  const design = designOf(json)
  t.match(
    thrown(() => composed(design, {})),
    { code: 'no_counter' },
  )
  const asked: string[] = []
  const numberOf = (name: string) => ({ value: asked.push(name), text: '1', sscc: undefined })
  const { scene } = composed(design, {}, { numberOf })
  t.same(asked, ['box'])
  t.same(
    scene.marks.map((mark) => mark.kind === 'text' && mark.line.text),
    ['0001', '0001'],
  )
})

t.test('the work of a design is bounded', async (t) => {
  const ellipse = { kind: 'ellipse', at: [0, 0], size: [300, 300] }
  const json = { name: 'x', size: '300x300mm', elements: Array.from({ length: 200 }, () => ellipse) }
  t.match(
    thrown(() => composed(designOf(json), {}, { format: 'pdf', dpi: '600' })),
    { code: 'does_not_fit' },
  )
  t.match(
    thrown(() => composed(designOf(json), {}, { dpi: '600' })),
    { code: 'does_not_fit' },
  )
  t.ok(limits.maxPixels > 0)
})
