import { deepEqual, equal, ok } from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import t from 'tap'
import { unpackedFile } from '../../../src/design/glabels/file.ts'
import { GlabelsError } from '../../../src/design/glabels/index.ts'
import { forAll, inLongRun } from '../../random.ts'
import { document, files, object, pixdata } from './files.ts'
import { imported } from './imported.ts'

/** A design that can be read, or a fault in one line. */
function isSound(bytes: Uint8Array): boolean {
  try {
    // throws if the reader of designs does not read it
    const { json, notes } = imported(unpackedFile(Uint8Array.from(bytes)))
    ok(Array.isArray(json.elements))
    ok(notes.every((note) => !note.includes('\n')))
    return true
  } catch (error) {
    if (!(error instanceof GlabelsError)) throw error
    ok(error.message.length > 0 && error.message.length < 2000 && !error.message.includes('\n'), error.message)
    return true
  }
}

const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    '{',
    '{{today}}',
    `\${a`,
    `\${a:=}`,
    `\${a:%s:n:=\\}}`,
    '&#0;',
    '&amp;',
    '__proto__',
    'constructor',
    '\u202e',
  ),
)
const oddNumber = fc.oneof(
  fc.double({ min: -100, max: 400, noNaN: true }).map((value) => `${value.toFixed(3)}pt`),
  fc.constantFrom('1e308', '-1e9mm', 'NaN', '0', '0x10', '1e-320pt', '9'.repeat(400), '', '5 furlongs', '10mm', '72'),
)

const styles = [
  'EAN-13',
  'Code128',
  'UPC-E',
  'ISBN+5',
  'I25',
  'IEC18004',
  'IEC16022',
  'GS1-128',
  'nve',
  'itf14',
  'PDF',
  'toString',
]
const colors = ['0x000000ff', '0xffffffff', '0', 'red', '0xfffffffffff', '4278190335']

const escaped = (value: string): string =>
  value.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!)

/** Mostly what a number should be, so that some are not refused at once. */
const place = fc.record({
  x: fc.constantFrom('5pt', '10mm', '-3pt'),
  y: fc.constantFrom('5pt', '1cm'),
  w: fc.oneof({ weight: 6, arbitrary: fc.constantFrom('60pt', '0', '1in') }, { weight: 1, arbitrary: oddNumber }),
  h: fc.oneof({ weight: 6, arbitrary: fc.constantFrom('30pt', '0.001pt', '2cm') }, { weight: 1, arbitrary: oddNumber }),
})
const anyColor = fc.oneof(
  { weight: 8, arbitrary: fc.constant('0x000000ff') },
  { weight: 1, arbitrary: fc.constantFrom(...colors) },
)
const anyMatrix = fc.tuple(...[0, 1, 2, 3].map(() => fc.constantFrom(-1, 0, 1, 0.5))) as unknown as fc.Arbitrary<
  [number, number, number, number]
>

const anyObject = fc
  .record({
    kind: fc.constantFrom('text', 'box', 'ellipse', 'line', 'image', 'barcode', 'other'),
    place,
    color: anyColor,
    value: oddText,
    style: fc.constantFrom(...styles),
    field: fc.option(oddText),
    matrix: anyMatrix,
    size: fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom('8', '12', '0', '900') },
      { weight: 1, arbitrary: oddNumber },
    ),
  })
  .map(({ kind, place, color, value, style, field, matrix, size }) => {
    const inside = `<Span font_size="${size}" color="${color}">${escaped(value)}<NL/>${field === null ? '' : `<Field name="${escaped(field)}"/>`}</Span>`
    const named = field === null ? { data: escaped(value) } : { field: escaped(field) }
    const styled = { line_color: color, fill_color: color, line_width: size, color, style, dx: place.w, dy: place.h }
    return object(
      kind,
      { ...place, ...styled, ...named, src: 'a.png' },
      { matrix, inside: kind === 'text' ? inside : '' },
    )
  })

t.test('objects of any kind give a design or a fault', inLongRun, async () => {
  let designs = 0
  let runs = 0
  const data = pixdata('a.png', ['# ', ' #'])
  await forAll([fc.array(anyObject, { maxLength: 5 })], { count: 800 }, (objects) => {
    const xml = document(objects, { data })
    runs++
    isSound(Buffer.from(xml))
    try {
      imported(xml)
      designs++
    } catch {}
  })
  ok(designs > runs / 5, `${designs} designs of ${runs}`)
})

t.test('files with changed, missing and added bytes', async () => {
  const bytes = files.slice(0, 9).map(({ xml }) => Buffer.from(xml))
  const change = fc.record({ at: fc.nat(3000), count: fc.nat(20), put: fc.uint8Array({ maxLength: 4 }) })
  await forAll(
    [fc.constantFrom(...bytes), fc.array(change, { minLength: 1, maxLength: 4 }), fc.boolean()],
    { count: 1200 },
    (file, changes, isPacked) => {
      let changed: Buffer = isPacked ? gzipSync(file) : file
      for (const { at, count, put } of changes) {
        const from = at % changed.length
        changed = Buffer.concat([changed.subarray(0, from), put, changed.subarray(from + count)])
      }
      isSound(changed)
    },
  )
})

t.test('what is too large, too deep or too many is refused', inLongRun, async () => {
  const message = (bytes: Uint8Array): string => {
    try {
      imported(unpackedFile(Uint8Array.from(bytes)))
      return 'a design'
    } catch (error) {
      return (error as Error).message
    }
  }
  equal(message(gzipSync(Buffer.alloc(40 << 20, ' '))), 'unpacks to more than 24 MiB')
  equal(message(gzipSync(Buffer.from('<a/>')).subarray(0, 20)), 'is damaged: gzip cannot unpack it')
  equal(message(Buffer.from('<a>'.repeat(1_000_000))).replace(/^.*: /, ''), 'is deeper than 16 elements')
  equal(message(Buffer.from([0xff, 0xfe, 0x3c, 0])), 'cannot be read, because it is not in UTF-8')
  const box = object('box', { x: '1mm', y: '1mm', w: '9mm', h: '9mm', line_width: '1pt', line_color: '0xff' })
  const many = imported(document(Array.from({ length: 250 }, () => box)))
  deepEqual([many.json.elements.length, many.notes.length], [200, 50])
  const texts = Array.from({ length: 60 }, (_, i) =>
    object(
      'text',
      { x: '1mm', y: '1mm', w: '9mm', h: '9mm' },
      { inside: `<Span font_size="8"><Field name="f${i}"/></Span>` },
    ),
  )
  const crowded = imported(document(texts))
  equal(crowded.notes.length, 10)
  equal(crowded.notes[0], 'object 51, text "{f50}": a design has 50 fields at the most, so that it is left out')
})
