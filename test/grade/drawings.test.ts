/** Drawings of ours: no parameter of them is below A, and what check reads of damaged ones is graded. */

import t from 'tap'
import { checkImage, type Picture, readPng } from '../../src/check/index.ts'
import { drawBarcode } from '../../src/draw.ts'
import { type GradeReport, graded } from '../../src/grade/index.ts'
import { encode, rowsOf, type Symbology, symbologies } from '../../symbologies/index.ts'
import { cases, long, random } from '../random.ts'
import { randomText } from '../texts.ts'

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

t.test('no parameter of a drawing of ours is below A', async (t) => {
  let count = 0
  for (const type of symbologies) {
    for (let i = 0; i < cases(4, 10); i++) {
      const text = randomText[type](r)
      const barcode = encode(type, text)
      const rows = rowsOf(barcode.matrix)
      const quiet = Math.max(barcode.quiet.left, barcode.quiet.right)
      const [scale, turn] = [r.between(4, 9), r.between(0, 3)]
      const picture = drawing(rows, { quiet, scale, turn, height: r.between(20, 60) })
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

t.test('digits beside long guards are not bars, however low the bars are', async (t) => {
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

t.test('what check reads of damaged fixed patterns is graded, with its damage', async (t) => {
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
    for (let i = 0; i < (long ? 40 : 2); i++) {
      const rows = rowsOf(encode(type, type === 'qr' ? 'QZ-0001' : 'QZ-0001-ABCDEF').matrix).map((row) => [...row])
      if (type === 'datamatrix') t.equal(rows.length, 16)
      const modules = modulesOf()
      for (const [row, column] of modules) rows[row]![column] = rows[row]![column] === '1' ? '0' : '1'
      const picture = drawing(
        rows.map((row) => row.join('')),
        { quiet: 4, scale: r.between(5, 10) },
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
