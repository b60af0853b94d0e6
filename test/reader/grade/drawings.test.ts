/** Drawings of ours: no parameter of them is below A, and what check reads of damaged ones is graded. */

import t from 'tap'
import { composeLabel, drawBarcode } from '../../../src/draw.ts'
import { checkImage, type Picture, packedPicture, readPng } from '../../../src/reader/check/index.ts'
import { type GradeReport, graded } from '../../../src/reader/grade/index.ts'
import { paint } from '../../../src/render/paint.ts'
import { parameters } from '../../../src/request/params.ts'
import { symbolReader } from '../../../src/request/reader.ts'
import { encode, rowsOf, type Symbology, symbologies } from '../../../symbologies/index.ts'
import { cases, inLongRun, long, random } from '../../random.ts'
import { randomText } from '../../texts.ts'

const r = random('grades of drawings')

/** Rows of modules in black and white; `quiet` light modules around, bars `height` modules high, turned by quarters clockwise. */
function drawing(
  rows: readonly string[],
  { quiet, scale, turn = 0, height = 1 }: { quiet: number; scale: number; turn?: number; height?: number },
): Picture {
  const tall = rows.length === 1 ? new Array<string>(height).fill(rows[0]!) : rows
  let modules: readonly (readonly string[])[] = [
    ...new Array<string>(quiet).fill('0'.repeat(rows[0]!.length)),
    ...tall,
    ...new Array<string>(quiet).fill('0'.repeat(rows[0]!.length)),
  ].map((row) => [...`${'0'.repeat(quiet)}${row}${'0'.repeat(quiet)}`])
  for (let i = 0; i < turn; i++) modules = modules[0]!.map((_, x) => modules.map((row) => row[x]!).toReversed())
  const [width, lines] = [modules[0]!.length * scale, modules.length * scale]
  const grey = Uint8Array.from({ length: width * lines }, (_, i) => {
    const [x, y] = [Math.floor((i % width) / scale), Math.floor(i / width / scale)]
    return modules[y]![x] === '1' ? 0 : 255
  })
  return { width, height: lines, grey }
}

const below = ({ symbols, ungraded }: GradeReport): readonly string[] => [
  ...symbols.flatMap(({ parameters }) =>
    parameters.filter(({ grade }) => grade !== null && grade < 4).map(({ name, value }) => `${name} ${value}`),
  ),
  ...(ungraded ?? []).map(({ reason }) => reason),
]

t.test('no parameter of a drawing of ours is below A', inLongRun, async (t) => {
  let count = 0
  for (const type of symbologies) {
    for (let i = 0; i < cases(4); i++) {
      const text = randomText[type](r)
      const barcode = encode(type, text)
      const rows = rowsOf(barcode.matrix)
      const quiet = Math.max(barcode.quiet.left, barcode.quiet.right)
      const [scale, turn] = [r.between(4, long ? 9 : 5), r.between(0, 3)]
      const picture = drawing(rows, { quiet, scale, turn, height: r.between(20, long ? 60 : 30) })
      if (picture.width * picture.height > 4_000_000) continue
      const report = graded(picture, { type })
      count++
      const how = `${type} ${JSON.stringify(text)} at ${scale}, turned ${turn}`
      t.equal(report.symbols.length, 1, how)
      t.same(below(report), [], how)
    }
  }
  t.comment(`${count} drawings`)
})

t.test('digits beside long guards are not bars, however low the bars are', inLongRun, async (t) => {
  for (const [type, text] of [
    ['ean13', '400638133393'],
    ['ean8', '4006381'],
    ['upca', '01234567890'],
    ['upce', '0123456'],
  ] as const) {
    const sizes = [
      [8, 8],
      [4, 8],
      [8, 15],
      [4, 40],
    ] as const
    for (const [scale, height] of sizes.slice(0, long ? 4 : 1)) {
      const request = { type, text, scale, height, includetext: true, format: 'png', rotate: 'N' } as const
      const { bytes } = drawBarcode(request, { maxPixels: 25e6 })
      const report = graded(await readPng(new Uint8Array(bytes)), { type })
      t.equal(report.symbols.length, 1)
      t.same(below(report), [], `${type} at ${scale}, ${height} mm`)
      t.equal(
        report.symbols[0]!.lines!.every(({ grade }) => grade === 4),
        true,
      )
    }
  }
})

t.test('an add-on is graded with its symbol, and X is that of both', inLongRun, async (t) => {
  for (const [type, text, addon, columns] of [
    ['ean13', '400638133393', '51999', 95],
    ['ean13', '400638133393', '24', 95],
    ['upca', '01234567890', '51999', 95],
    ['upce', '0123456', '24', 51],
  ] as const) {
    for (const rotate of ['N', 'R'] as const) {
      const request = { type, text, addon, scale: 5, height: 15, includetext: true, format: 'png', rotate } as const
      const { bytes } = drawBarcode(request, { maxPixels: 25e6 })
      const picture = await readPng(new Uint8Array(bytes))
      const [symbol] = graded(picture, { type }).symbols
      const how = `${type}+${addon} ${rotate}`
      t.same(below(graded(picture, { type })), [], how)
      t.equal(symbol!.x.pixels, 5, how)
      // lines cross the add-on, and not the digits above it
      const [from, to] = symbol!.lines![0]!.span
      t.ok(to - from > columns + 7 + 20, `${how}: ${to - from} modules`)
      t.equal(
        symbol!.lines!.every(({ grade }) => grade === 4),
        true,
        how,
      )
    }
  }
})

/** The picture of a label that a query asks for. */
function labelPicture(query: Readonly<Record<string, string>>): Picture {
  const { scene } = composeLabel(symbolReader(parameters.label)(query).request!, { maxPixels: 25e6 })
  const { perMetre } = scene.resolution
  return packedPicture({ bits: paint(scene), low: 0, high: 255 }, { across: perMetre, down: perMetre })
}

t.test(
  'the space before an add-on of modules of four dots is measured along the lines of the grade',
  inLongRun,
  (t) => {
    const how = { layout: 'auto', format: 'pdf', dpi: '300', size: '70x50', orientation: 'portrait', withtext: 'false' }
    const report = graded(labelPicture({ type: 'ean13', text: '736603060406', addon: '24', ...how }))
    t.same(below(report), [])
    t.equal(report.symbols.length, 1)
    t.end()
  },
)

t.test(
  'bars beside words, many times as high as their symbol is wide, are judged to the dot and graded once',
  inLongRun,
  (t) => {
    const caption =
      '40 Größe DIN Stück) Sechskantschraube Stück) 7/12 Sechskantschraube M8\nGröße -\n933 Stück) Größe 12,90'
    const request = {
      ...{ type: 'code128', text: '\u0000', layout: 'beside', caption, title: '7/12 verzinkt, 933 Stück) 933 x\ntoxx' },
      ...{ size: '4.6x1.5in', orientation: 'portrait', showtext: 'true', dpi: '300', format: 'png' },
    }
    const picture = labelPicture(request)
    t.same(below(graded(picture)), [])
    t.equal(graded(picture).symbols.length, 1)
    const { verdict, findings } = checkImage(picture)
    t.equal(verdict, 'conforming')
    t.notOk(findings!.some(({ code }) => code === 'code128.photo'))
    t.end()
  },
)

t.test('a fault in an add-on is seen in the grade', inLongRun, (t) => {
  const row = rowsOf(encode('ean13', '400638133393', { addon: '51999' }).matrix)[0]!
  const from = row.indexOf('1', 95)
  const symbol = (rows: string): GradeReport => graded(drawing([rows], { quiet: 12, scale: 6, height: 40 }))
  t.same(below(symbol(row)), [], 'sound')
  const near = `${row.slice(0, 95)}000000${row.slice(from)}`
  t.match(below(symbol(near)).join(), /quietZones 0/, 'the space before it')
  t.equal(symbol(near).symbols.length, 1)
  t.end()
})

t.test('what check reads of damaged fixed patterns is graded, with its damage', inLongRun, async (t) => {
  const kinds: readonly (readonly [
    name: string,
    type: Symbology,
    modules: () => readonly (readonly [number, number])[],
  ])[] = [
    ['a module of the L', 'datamatrix', () => [[r.between(2, 14), 0]]],
    ['a module of the L below', 'datamatrix', () => [[15, r.between(2, 14)]]],
    ['a separator module', 'qr', () => [[7, r.between(0, 6)]]],
    [
      'three finder modules',
      'qr',
      () => [
        [r.between(0, 6), 0],
        [0, r.between(1, 6)],
        [r.between(2, 4), r.between(2, 4)],
      ],
    ],
    ['a module of the timing', 'qr', () => [[6, r.between(8, 12)]]],
  ]
  for (const [name, type, modulesOf] of kinds) {
    let [read, seen] = [0, 0]
    for (let i = 0; i < (long ? 20 : 2); i++) {
      const rows = rowsOf(encode(type, type === 'qr' ? 'QZ-0001' : 'QZ-0001-ABCDEF').matrix).map((row) => [...row])
      if (type === 'datamatrix') t.equal(rows.length, 16)
      const modules = modulesOf()
      for (const [row, column] of modules) rows[row]![column] = rows[row]![column] === '1' ? '0' : '1'
      const picture = drawing(
        rows.map((row) => row.join('')),
        { quiet: 4, scale: r.between(5, long ? 10 : 6) },
      )
      if (checkImage(picture).text === undefined) continue
      read++
      const [symbol] = graded(picture).symbols
      const damage = symbol?.parameters.find((each) => each.name === 'fixedPatternDamage')
      t.ok(damage !== undefined, `${name}: ${JSON.stringify(modules)}`)
      if (damage?.grade !== 4) seen++
    }
    t.ok(read > 0, name)
    t.equal(seen, read, `${name}: damage is seen`)
    t.comment(`${name}: ${read} are read, and graded`)
  }
})
