import t from 'tap'
import { pngPicture } from '../../oracle/picture.ts'
import { inLongRun } from '../../random.ts'
import { barcode, document, files, object, pixdata, text, turned } from './files.ts'
import { imported } from './imported.ts'

const identity = [1, 0, 0, 1] as const

/** What becomes of objects: the elements, and what is said about them. */
function taken(...objects: readonly string[]): {
  readonly elements: readonly { readonly [name: string]: unknown }[]
  readonly notes: readonly string[]
} {
  const { json, notes } = imported(document(objects))
  return { elements: json.elements, notes }
}

t.test('texts: lines, letters, places and turns', async (t) => {
  const place = ['10mm', '20mm', '30mm', '12mm'] as const
  t.match(taken(text(place, 'Bolt {M8}<NL/>&lt;b>', 12, { justify: 'Center', valign: 'Bottom' })), {
    elements: [
      { kind: 'text', size: [30, 12], value: 'Bolt {{M8}\n<b>', height: 4.233, align: 'center', valign: 'bottom' },
    ],
    notes: [],
  })
  const bold = text(place, 'x').replace('"Regular"', '"Bold"').replace('italic="False"', 'italic="True"')
  t.match(taken(bold), {
    elements: [{ kind: 'text', bold: true }],
    notes: ['object 1, text "x": its letters are italic; those of designs are not'],
  })
  for (const family of ['Arial Narrow', 'DejaVu Sans Condensed', 'Narrowband', 'Sans']) {
    const [element] = taken(text(place, 'x').replace(/font_family="[^"]*"/, `font_family="${family}"`)).elements
    t.equal(element?.face, / /.test(family) ? 'condensed' : undefined, family)
    t.notOk(element !== undefined && 'bold' in element, 'as gLabels writes regular letters')
  }
  const red = text(place, 'x').replace('0x000000ff', '0xff0000ff')
  t.match(taken(red), { elements: [{ kind: 'text' }], notes: [/its colour is #ff0000, which is drawn black/] })
  const white = text(place, 'x').replace('0x000000ff', '0xffffffff')
  t.match(taken(white), { elements: { length: 0 }, notes: [/its colour is #ffffff, too light/] })
  // letters that gLabels draws beyond their box have room here
  t.match(taken(text(['0', '0', '30mm', '1mm'], 'x', 12)).elements, [{ size: [30, 5.292] }])
  t.match(taken(text(['0', '0', '30mm', '1mm'], 'x', 12, { auto_shrink: 'True' })).elements, [{ size: [30, 1] }])
  t.same(taken(text(place, '')).elements, [])
})

t.test('what is turned by another angle, mirrored, stretched or shaded is told', async (t) => {
  const box = {
    x: '10mm',
    y: '10mm',
    w: '10mm',
    h: '6mm',
    line_width: '1pt',
    line_color: '0x000000ff',
    fill_color: '0',
  }
  const notesOf = (matrix: readonly [number, number, number, number], others = {}): readonly string[] =>
    taken(object('box', { ...box, ...others }, { matrix })).notes
  t.same(notesOf(identity), [])
  t.same(notesOf(turned(90)), [])
  t.match(notesOf(turned(80)), [/turned by 80 degrees; .* it is turned by 90/])
  t.match(notesOf([2, 0, 0, 1]), [/larger, smaller or slanted/])
  t.same(notesOf([-1, 0, 0, 1]), [])
  t.match(notesOf(identity, { shadow: 'True' }), [/its shadow is left out/])
  t.match(notesOf(identity, { line_color: '0x909090ff' }), [/too light for black and white/])
  t.match(notesOf(identity, { fill_color: '0xccccccff' }), [/fill colour is #cccccc, too light/])
  t.match(notesOf(identity, { line_color_field: 'c' }), [/its line colour is that of the field "c"/])
})

const place = ['20pt', '10pt', '100pt', '40pt'] as const

t.test('styles of barcodes', async (t) => {
  const symbolOf = (backend: string, style: string, data: string, others = {}): unknown => {
    const { elements, notes } = taken(barcode(place, [backend, style], { data }, others))
    const { at: _at, size: _size, kind, ...rest } = elements[0] ?? {}
    return kind === undefined ? notes : rest
  }
  const gnu = 'gnu-barcode'
  t.same(symbolOf(gnu, 'EAN-13', '400638133393'), { type: 'ean13', value: '400638133393', text: true })
  t.same(symbolOf(gnu, 'EAN', '9638507', { text: 'False' }), { type: 'ean8', value: '9638507' })
  t.same(symbolOf(gnu, 'EAN-13+2', '400638133393 24'), {
    type: 'ean13',
    addon: '24',
    value: '400638133393',
    text: true,
  })
  t.same(symbolOf(gnu, 'UPC', '425261'), { type: 'upce', value: '425261', text: true })
  t.same(symbolOf(gnu, 'ISBN+5', '0-306-40615-2 51999'), {
    ...{ type: 'ean13', addon: '51999', value: '978030640615', text: true },
  })
  t.same(symbolOf(gnu, 'Code39', 'A'), { type: 'code39', checkdigit: 'true', value: 'A', text: true })
  t.same(symbolOf('zint', 'code39e', 'a'), { type: 'code39', fullascii: 'true', value: 'a', text: true })
  t.same(symbolOf('zint', 'GS1-128', '[01]04006381333931'), {
    ...{ type: 'code128', gs1: 'true', value: '[01]04006381333931', text: true },
  })
  t.same(symbolOf('zint', 'NVE', '12345678901234567'), {
    ...{ type: 'code128', gs1: 'true', value: '(00)12345678901234567', text: true },
  })
  t.same(symbolOf('zint', 'mqr', '123'), { type: 'microqr', value: '123' })
  t.same(symbolOf('libiec16022', 'IEC16022', 'A'), { type: 'datamatrix', value: 'A' })
  t.same(symbolOf('libqrencode', 'IEC18004', 'A'), { type: 'qr', value: 'A' })
  t.same(symbolOf('zint', 'PDF', 'A'), ['object 1, barcode "PDF": is PDF417, which is not drawn here'])
  t.match(symbolOf(gnu, 'I25', '123'), [/is Interleaved 2 of 5/])
  t.match(symbolOf('zint', 'constructor', '123'), [/is constructor, which is not drawn/])
})

t.test('fields have names that designs can have', async (t) => {
  const field = (name: string): string => `<Field name="${name}"/>`
  const { json, notes } = imported(
    document([text(place, ['sku', 'Größe', '1', 'size', 'a b', 'a-b'].map(field).join(' '))]),
  )
  t.same(json.fields, {
    sku: {},
    ...{ 'Gro-e': { title: 'Größe' }, 'column-1': { title: '1' }, 'size-2': { title: 'size' } },
    ...{ 'a-b': { title: 'a b' }, 'a-b-2': { title: 'a-b' } },
  })
  t.match(json.elements, [{ value: '{sku} {Gro-e} {column-1} {size-2} {a-b} {a-b-2}' }])
  t.equal(notes.length, 5)
})

t.test('lines of one field alone are left out with its empty value', async (t) => {
  const field = (name: string): string => `<Field name="${name}"/>`
  const valueIn = (inside: string): unknown => imported(document([text(place, inside)])).json.elements[0]!.value
  t.equal(valueIn(`${field('a')}<NL/>${field('b')}<NL/> ${field('c')}<NL/>end`), '{a|line}\n{b|line}\n {c}\nend')
  t.equal(valueIn(field('a')), '{a}', 'where it is all of the text it is the same')
  const of4 = (line: string): { value: unknown; notes: readonly string[] } => {
    const { json, notes } = imported(version4.replace(`No. \${n:%03d}`, line))
    const [value] = String(json.elements[0]!.value).split('\n{price}')
    return { value, notes: notes.filter((note) => /field "b"/.test(note)) }
  }
  t.same(of4(`\${a}\${b:n}\${c:n}`), { value: '{a}\n{b|line}\n{c|line}', notes: [] })
  const { value, notes } = of4(`\${a}\${b:n} and`)
  t.equal(value, '{a}\n{b} and')
  t.match(notes, [/where it is empty, what stands behind it is on a line of its own/])
})

const version4 = `<?xml version="1.0"?>
<Glabels-document version="4.0">
  <Template brand="Avery" part="L7160" size="A4" description="x">
    <Label-rectangle id="0" width="180pt" height="108pt" round="5pt" x_waste="0pt" y_waste="0pt">
      <Layout nx="3" ny="7" x0="20.5pt" y0="43pt" dx="187pt" dy="108pt"/>
    </Label-rectangle>
  </Template>
  <Variables><Variable type="integer" name="n" initialValue="5" increment="per_item" stepSize="1"/></Variables>
  <Objects id="0" rotate="false">
    <Object-text x="1mm" y="1mm" w="50mm" h="10mm" color="0xff" font_family="Sans" font_size="10" font_weight="bold"
      align="right" valign="vcenter" wrap="none" a0="1" a1="0" a2="0" a3="1" a4="0" a5="0"
      ><p>No. \${n:%03d}</p><p>\${price:=0.00} $</p></Object-text>
    <Object-barcode x="1mm" y="12mm" w="20mm" h="20mm" backend="zint" style="qr" text="true" data="id:\${sku}" color="0xff"/>
    <Object-image x="30mm" y="12mm" w="20mm" h="20mm" src="dot.png"/>
    <Object-image x="30mm" y="12mm" w="20mm" h="20mm" src="dot.svg"/>
  </Objects>
  <Merge type="Text/Comma/Line1Keys" src="items.csv"/>
  <Data>
    <File name="dot.png" mimetype="image/png" encoding="base64">iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==</File>
    <File name="dot.svg" mimetype="image/svg+xml">&lt;svg/></File>
  </Data>
</Glabels-document>`

t.test('gLabels 4', async (t) => {
  const { json, notes } = imported(version4)
  t.match(json, {
    size: '63.5x38.1mm',
    fields: { n: { default: '5' }, price: { default: '0.00' }, sku: {} },
    elements: [
      { kind: 'text', value: 'No. {n}\n{price} $', lines: 2, align: 'right', valign: 'middle', bold: true },
      { kind: 'symbol', type: 'qr', value: 'id:{sku}', size: [20, 20] },
      { kind: 'image', source: /^data:image\/png/ },
    ],
  })
  t.match(notes, [
    /^the label: the sheets that it is on are sheet=avery-/,
    /^variable n: it does not count here/,
    /field "n": its form "%03d"/,
    /object 4, image "dot.svg": its picture is SVG/,
    /the table that it is merged with is not read/,
  ])
})

t.test('what cannot be a design is a fault with its path', async (t) => {
  const fault = (xml: string, message: RegExp): unknown =>
    t.throws(() => imported(xml), { name: 'GlabelsError', message })
  const { xml } = files[0]!
  fault('', /is not XML/)
  fault('<a/>', /^a: is not Glabels-document/)
  for (const [other, what] of [
    ['<?xml version="1.0"?><DieCutLabel Version="8.0"/>', /^is a label of DYMO Label \(\.label\); .*gLabels/],
    ['<DesktopLabel/>', /^is a label of DYMO Connect/],
    ['PK\x03\x04label.xml', /P-touch Editor \(\.lbx\)/],
    ['\n^XA^FO10,10^FDA^FS^XZ', /^is ZPL, the language of Zebra printers/],
  ] as const)
    fault(other, what)
  fault(xml.replace('</Objects>', '</Object>'), /^Glabels-document\/Objects\[2\]: ends with <\/Object>/)
  fault(xml.slice(0, -30), /has no end|cannot be read/)
  fault(xml.replace('x="5pt"', 'x="5 miles"'), /Objects\[2\]\/Object-box\[1\]: x: "5 miles" is not a length/)
  fault(xml.replace('x="5pt"', 'x="1e300"'), /x: "1e300" is not a length/)
  fault(xml.replace('a0="1"', 'a0="one"'), /a0: "one" is not a number/)
  fault(xml.replace('line_color="0x000000ff"', 'line_color="red"'), /"red" is not a colour/)
  fault(xml.replace('rotate="False"', 'rotate="maybe"'), /rotate: "maybe" is not True or False/)
  fault(
    xml.replace('width="180pt" height="108pt" round', 'width="1800pt" height="108pt" round'),
    /635 mm is not a side/,
  )
  fault(xml.replace('<?xml version="1.0"?>', '<!DOCTYPE a [<!ENTITY b "b">]>'), /it declares a type of document/)
  fault('<a>'.repeat(50), /deeper than 16 elements/)
  fault(`<Glabels-document>${'<a/>'.repeat(30_000)}</Glabels-document>`, /has more than 20000 elements/)
})

t.test('pictures that are large are files beside the design', inLongRun, async (t) => {
  const noise = Array.from({ length: 600 }, (_, y) =>
    Array.from({ length: 600 }, (_, x) => (((x * 7919 + y * 104729) ^ (x * y * 31)) % 7 < 3 ? '#' : ' ')).join(''),
  )
  const image = object('image', { x: '1mm', y: '1mm', w: '30mm', h: '30mm', src: 'noise.png' })
  const xml = document([image], { data: pixdata('noise.png', noise) })
  const { json, files: beside } = imported(xml, true)
  t.match(json.elements, [{ source: 'imported-1.png' }])
  const { width, grey } = pngPicture(beside.get('imported-1.png')!)
  t.equal(width, 600)
  t.ok(noise.every((row, y) => [...row].every((dot, x) => grey[600 * y + x]! < 128 === (dot === '#'))))
  t.match(imported(xml).json.elements, [{ source: /^data:/ }])
})
