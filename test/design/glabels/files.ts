/** Files of gLabels 3 as it writes them, with what is on their labels. */

import type { Symbology } from '../../../symbologies/index.ts'

export interface GlabelsFile {
  readonly about: string
  readonly xml: string
  /** The table that it is merged with, as merge.csv. */
  readonly rows?: readonly { readonly [field: string]: string }[]
  /** The symbols on each label, in order of their kinds. */
  readonly symbols?: readonly Symbology[]
  readonly isTurned?: boolean
}

const identity = [1, 0, 0, 1] as const
type Matrix = readonly [number, number, number, number]

/** Clockwise, as gLabels writes a turn. */
export const turned = (degrees: number): Matrix => {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  return [cos, sin, -sin, cos]
}

const affine = (matrix: Matrix): string =>
  `${matrix.map((value, i) => `a${i}="${+value.toFixed(6)}"`).join(' ')} a4="0" a5="0"`

type Attributes = { readonly [name: string]: string | number }

const attributesText = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ')

export const object = (
  kind: string,
  attributes: Attributes,
  { matrix = identity, inside = '' }: { readonly matrix?: Matrix; readonly inside?: string } = {},
): string => `<Object-${kind} ${attributesText(attributes)} ${affine(matrix)}>${inside}</Object-${kind}>`

const black = '0x000000ff'
const none = '0xffffff00'

type Four = readonly [x: string, y: string, w: string, h: string]

const boxed = ([x, y, w, h]: Four): Attributes => ({ x, y, w, h })

const shape = (
  kind: 'box' | 'ellipse',
  place: Four,
  width: string,
  matrix?: Matrix,
  fill = none,
  line = black,
): string =>
  object(
    kind,
    { ...boxed(place), line_width: width, line_color: line, fill_color: fill },
    matrix === undefined ? {} : { matrix },
  )

const line = ([x, y, dx, dy]: Four, width: string, matrix?: Matrix): string =>
  object('line', { x, y, dx, dy, line_width: width, line_color: black }, matrix === undefined ? {} : { matrix })

export const text = (place: Four, inside: string, size = 10, others: Attributes = {}): string =>
  object(
    'text',
    { ...boxed(place), justify: 'Left', valign: 'Top', auto_shrink: 'False', ...others },
    {
      inside: `<Span font_family="Sans" font_size="${size}" font_weight="Regular" font_italic="False" color="${black}" line_spacing="1">${inside}</Span>`,
    },
  )

export const barcode = (
  place: Four,
  [backend, style]: readonly [string, string],
  value: Attributes,
  others: Attributes & { readonly matrix?: never } = {},
  matrix?: Matrix,
): string =>
  object(
    'barcode',
    { ...boxed(place), backend, style, text: 'True', checksum: 'True', color: black, ...value, format: 10, ...others },
    matrix === undefined ? {} : { matrix },
  )

const image = (place: Four, src: string, matrix?: Matrix): string =>
  object('image', { ...boxed(place), src }, matrix === undefined ? {} : { matrix })

/** A GdkPixdata of a picture whose dots are `#` and blanks: black, and white or, with opacity, nothing. */
export function pixdata(name: string, rows: readonly string[], form: 'RGB' | 'RGBA' | 'runs' = 'RGB'): string {
  const channels = form === 'RGB' ? 3 : 4
  const pixels = [...rows.join('')].map((dot) =>
    dot === '#' ? [0, 0, 0, 255] : form === 'RGB' ? [255, 255, 255, 255] : [0, 0, 0, 0],
  )
  const data = form === 'runs' ? runsOf(pixels) : Buffer.from(pixels.flatMap((pixel) => pixel.slice(0, channels)))
  const header = Buffer.alloc(24)
  const type = (form === 'runs' ? 0x02010000 : 0x01010000) + (channels - 2)
  const numbers = [0x47646b50, 24 + data.length, type, rows[0]!.length * channels, rows[0]!.length, rows.length]
  for (const [i, number] of numbers.entries()) header.writeUInt32BE(number, 4 * i)
  return `<Pixdata name="${name}" encoding="Base64">${Buffer.concat([header, data]).toString('base64')}</Pixdata>`
}

/** Pixels in runs of at most 127, or as they are where nothing is repeated. */
function runsOf(pixels: readonly (readonly number[])[]): Buffer {
  const parts: number[] = []
  for (let at = 0; at < pixels.length; ) {
    let count = 1
    while (count < 127 && pixels[at + count]?.join() === pixels[at]!.join()) count++
    parts.push(count === 1 ? 1 : 128 + count, ...pixels[at]!)
    at += count
  }
  return Buffer.from(parts)
}

/** An arrow to the lower right, which looks otherwise from every side. */
const coarse = ['#####   ', '##      ', '# #     ', '#  #   #', '#   #  #', '     # #', '      ##', '   #####']

/** As fine as the dots of a print head, since gLabels has pixels smoothed. */
const fine = 40
const arrow = coarse.flatMap((row) =>
  Array.from({ length: fine }, () => [...row].map((dot) => dot.repeat(fine)).join('')),
)

interface Rest {
  readonly data?: string
  readonly merge?: string
  readonly rotate?: boolean
  readonly frame?: string
  readonly size?: readonly [string, string]
}

export function document(
  objects: readonly string[],
  { data = '', merge = '', rotate = false, ...rest }: Rest = {},
): string {
  const [width, height] = rest.size ?? ['180pt', '108pt']
  const frame =
    rest.frame ?? `Label-rectangle id="0" width="${width}" height="${height}" round="0pt" x_waste="0pt" y_waste="0pt"`
  const name = frame.split(' ')[0]
  return `<?xml version="1.0"?>
<Glabels-document xmlns="http://glabels.org/xmlns/3.0/">
  <Template brand="Test" part="label" size="Other" width="${width}" height="${height}" description="A label">
    <${frame}><Layout nx="1" ny="1" x0="0pt" y0="0pt" dx="0pt" dy="0pt"/></${name}>
  </Template>
  <Objects id="0" rotate="${rotate ? 'True' : 'False'}">
    ${objects.join('\n    ')}
  </Objects>
  ${merge}
  <Data>${data}</Data>
</Glabels-document>
`
}

export const merge = '<Merge type="Text/Comma/Line1Keys" src="merge.csv"/>'

export const files: readonly GlabelsFile[] = [
  {
    about: 'boxes',
    xml: document([
      shape('box', ['5pt', '5pt', '60pt', '40pt'], '1pt'),
      shape('box', ['80.3pt', '7.7pt', '33.3pt', '61.9pt'], '2.5pt'),
      shape('box', ['20pt', '60pt', '30pt', '30pt'], '0.25pt'),
    ]),
  },
  {
    about: 'all units that gLabels 3.4 reads',
    xml: document([
      shape('box', ['3mm', '0.2in', '1.5cm', '24pt'], '0.5mm'),
      shape('ellipse', ['1in', '5mm', '2cm', '30'], '0.02in'),
      line(['48', '80pt', '30mm', '0.1in'], '1mm'),
    ]),
  },
  {
    about: 'filled boxes, with and without a line',
    xml: document([
      shape('box', ['10pt', '10pt', '40pt', '30pt'], '2pt', undefined, black),
      shape('box', ['70pt', '10pt', '40pt', '30pt'], '2pt', undefined, black, '0x00000000'),
      shape('box', ['10pt', '60pt', '20pt', '20pt'], '0pt', undefined, black),
    ]),
  },
  {
    about: 'lines',
    xml: document([
      line(['10pt', '10pt', '150pt', '0pt'], '1pt'),
      line(['10pt', '20pt', '0pt', '70pt'], '2pt'),
      line(['30pt', '20pt', '100pt', '60pt'], '1.5pt'),
      line(['160pt', '95pt', '-100pt', '-20pt'], '3pt'),
    ]),
  },
  {
    about: 'ellipses',
    xml: document([
      shape('ellipse', ['5pt', '5pt', '80pt', '50pt'], '1pt'),
      shape('ellipse', ['100pt', '20pt', '60pt', '60pt'], '3pt'),
      shape('ellipse', ['10pt', '70pt', '60pt', '20pt'], '0.5pt'),
    ]),
  },
  {
    about: 'filled ellipses',
    xml: document([
      shape('ellipse', ['5pt', '5pt', '80pt', '50pt'], '1pt', undefined, black),
      shape('ellipse', ['100pt', '20pt', '60pt', '60pt'], '0pt', undefined, black),
    ]),
  },
  {
    about: 'turned boxes',
    xml: document([
      shape('box', ['60pt', '10pt', '30pt', '45pt'], '1pt', turned(90)),
      shape('box', ['130pt', '50pt', '50pt', '30pt'], '2pt', turned(180)),
      shape('box', ['120pt', '95pt', '20pt', '40pt'], '1.5pt', turned(270)),
    ]),
  },
  {
    about: 'lines turned by any angle',
    xml: document([
      line(['90pt', '54pt', '60pt', '0pt'], '1pt', turned(30)),
      line(['90pt', '54pt', '40pt', '10pt'], '2pt', turned(135)),
      line(['90pt', '54pt', '0pt', '45pt'], '1pt', turned(180)),
    ]),
  },
  {
    about: 'turned ellipses, and a circle by 30 degrees',
    xml: document([
      shape('ellipse', ['60pt', '10pt', '70pt', '45pt'], '1pt', turned(90)),
      shape('ellipse', ['120pt', '10pt', '50pt', '50pt'], '1pt', turned(30)),
    ]),
  },
  {
    about: 'a picture',
    xml: document([image(['10pt', '10pt', '80pt', '80pt'], 'arrow.png')], { data: pixdata('arrow.png', arrow) }),
  },
  {
    about: 'a picture with opacity, stretched',
    xml: document([image(['10pt', '10pt', '150pt', '60pt'], 'arrow.png')], {
      data: pixdata('arrow.png', arrow, 'RGBA'),
    }),
  },
  {
    // at whole dots of 300 dpi, to which poppler moves pictures
    about: 'turned pictures, packed in runs',
    xml: document(
      [90, 180, 270].map((degrees, i) =>
        image([`${48 + 42 * i}pt`, '48pt', '30pt', '42pt'], 'arrow.png', turned(degrees)),
      ),
      { data: pixdata('arrow.png', arrow, 'runs') },
    ),
  },
  {
    about: 'a label that is turned on its sheet',
    xml: document(
      [
        shape('box', ['5pt', '5pt', '90pt', '60pt'], '1pt'),
        line(['10pt', '120pt', '60pt', '50pt'], '1pt'),
        image(['20pt', '80pt', '32pt', '32pt'], 'arrow.png'),
      ],
      { rotate: true, data: pixdata('arrow.png', arrow) },
    ),
    isTurned: true,
  },
  {
    about: 'texts beside boxes',
    xml: document([
      text(['5pt', '5pt', '100pt', '40pt'], 'Bolt M8 &amp; nut<NL/>{second} line', 12),
      text(['5pt', '60pt', '0', '0'], 'without a size', 8),
      shape('box', ['120pt', '5pt', '50pt', '90pt'], '1pt'),
    ]),
  },
  {
    about: 'symbols of shops',
    xml: document(
      [
        barcode(['5pt', '5pt', '140pt', '80pt'], ['gnu-barcode', 'EAN-13'], { data: '400638133393' }),
        barcode(['5pt', '100pt', '120pt', '80pt'], ['gnu-barcode', 'EAN-8'], { data: '9638507' }),
        barcode(['150pt', '5pt', '140pt', '80pt'], ['gnu-barcode', 'UPC-A'], { data: '03600029145' }),
        barcode(['150pt', '100pt', '120pt', '80pt'], ['gnu-barcode', 'UPC-E'], { data: '425261' }),
      ],
      { size: ['300pt', '200pt'] },
    ),
    symbols: ['ean13', 'ean8', 'upca', 'upce'],
  },
  {
    about: 'Code 128 and Code 39',
    xml: document(
      [
        barcode(['5pt', '5pt', '200pt', '50pt'], ['gnu-barcode', 'Code128'], { data: 'Bolt M8-40' }),
        barcode(['5pt', '70pt', '280pt', '50pt'], ['gnu-barcode', 'Code39'], { data: 'QZ-0001' }),
      ],
      { size: ['300pt', '130pt'] },
    ),
    symbols: ['code128', 'code39'],
  },
  {
    about: 'gLabels’ own Code 39, and ITF-14',
    xml: document(
      [
        barcode(['20pt', '5pt', '250pt', '50pt'], ['built-in', 'Code39'], { data: 'QZ-0002' }, { checksum: 'False' }),
        barcode(['5pt', '70pt', '280pt', '50pt'], ['gnu-barcode', 'I25'], { data: '1540014128876' }),
      ],
      { size: ['300pt', '130pt'] },
    ),
    symbols: ['code39', 'itf14'],
  },
  {
    about: 'QR Code and Data Matrix',
    xml: document([
      barcode(['15pt', '15pt', '70pt', '70pt'], ['libqrencode', 'IEC18004'], { data: 'https://example.com/A-1' }),
      barcode(['105pt', '15pt', '60pt', '60pt'], ['libiec16022', 'IEC16022'], { data: 'QZ-0001' }),
    ]),
    symbols: ['qr', 'datamatrix'],
  },
  {
    about: 'fields of a table, in text and symbols',
    xml: document(
      [
        text(['5pt', '5pt', '130pt', '20pt'], 'Article <Field name="name"/>!', 12),
        barcode(['5pt', '30pt', '170pt', '50pt'], ['gnu-barcode', 'Code128'], { field: 'sku no' }),
        line(['5pt', '90pt', '160pt', '0pt'], '1pt'),
      ],
      { merge },
    ),
    rows: [
      { name: 'Bolt', 'sku no': 'A-1' },
      { name: 'Nut', 'sku no': 'A-200' },
    ],
    symbols: ['code128'],
  },
  {
    about: 'a round label with a turned symbol and an add-on',
    xml: document(
      [
        shape('ellipse', ['5pt', '5pt', '190pt', '190pt'], '1pt'),
        barcode(['150pt', '35pt', '130pt', '60pt'], ['gnu-barcode', 'Code128'], { data: '12345678' }, {}, turned(90)),
      ],
      { size: ['200pt', '200pt'], frame: 'Label-round id="0" radius="100pt" waste="0pt"' },
    ),
    symbols: ['code128'],
  },
]
