import fc from 'fast-check'
import t from 'tap'
import { describedSheet, parsed, readDescription } from '../../../src/layout/sheets/description.ts'
import { type Paper, papers, positionsOf, type Sheet, sheetFault } from '../../../src/layout/sheets/sheet.ts'
import { forAll } from '../../random.ts'

const usual = 'A4:3x7:63.5x38.1mm:7.2,15.15mm:66,38.1mm'

const sheetOf = (description: string): Sheet => {
  const read = readDescription(description)
  if ('fault' in read) throw new Error(read.fault)
  return read.sheet
}

const faultOf = (description: string): string | undefined => {
  const read = readDescription(description)
  return 'fault' in read ? read.fault : undefined
}

t.test('a description is paper, columns and rows, label, margins, pitch', async (t) => {
  t.same(sheetOf(usual), {
    paper: { name: 'A4', width: 210, height: 297 },
    label: { width: 63.5, height: 38.1, outline: { kind: 'rectangle', corner: 0 } },
    grids: [{ columns: 3, rows: 7, left: 7.2, top: 15.15, pitch: [66, 38.1] }],
  })
  t.same(sheetOf('100x60mm:2x1:40x40mm:5,10mm:45,0mm:round').label.outline, { kind: 'ellipse' })
  t.same(sheetOf(`${usual}:r2.5mm`).label.outline, { kind: 'rectangle', corner: 2.5 })
  t.same(sheetOf('A4:1x2:117x117mm:46.5,15mm:0,140mm:disc41mm').label.outline, {
    kind: 'disc',
    diameter: 117,
    hole: 41,
  })
})

t.test('labels fill rows from the left, then down, those of several grids together', async (t) => {
  const positions = positionsOf(sheetOf(usual))
  t.equal(positions.length, 21)
  t.same(positions[1], { x: 73.2, y: 15.15 })
  t.same(positions[3], { x: 7.2, y: 53.25 })
  const staggered = positionsOf(sheetOf('A4:1x2:60x60mm:10,10mm:0,100mm:round;1x2:100,50mm:0,100mm'))
  t.same(
    staggered.map(({ x, y }) => [x, y]),
    [
      [10, 10],
      [100, 50],
      [10, 110],
      [100, 150],
    ],
  )
  const nearlyOneRow = positionsOf(sheetOf('A4:1x1:60x60mm:100,10.40mm:0,0mm;1x1:10,10.45mm:0,0mm'))
  t.same(
    nearlyOneRow.map(({ x }) => x),
    [10, 100],
  )
  const twice = positionsOf(sheetOf('A4:2x1:60x60mm:10,10mm:80,0mm;2x1:10,10mm:80,0mm'))
  t.equal(twice.length, 2, 'a grid that is there twice')
})

t.test('what cannot be is refused with its reason', async (t) => {
  const refused: readonly (readonly [string, RegExp])[] = [
    ['A4:3x7', /^a sheet such as A4:3x7:63\.5x38\.1mm/],
    ['A9:3x7:63.5x38.1mm:7.2,15.15mm:66,38.1mm', /^on known paper; accepted: A3, A4, .*, or sides of 50 to 1000 mm/],
    ['10x20mm:1x1:5x5mm:0,0mm:0,0mm', /^on known paper/],
    ['A4:3x7:1x38.1mm:7.2,15.15mm:66,38.1mm', /^of labels that are 2 to 1000 mm a side$/],
    ['A4:0x7:63.5x38.1mm:7.2,15.15mm:66,38.1mm', /^of 1 to 1000 labels$/],
    ['A3:40x40:4x4mm:0,0mm:4,4mm', /^of 1 to 1000 labels$/],
    [`${usual}:oval`, /^of a known outline/],
    [`${usual}:r30mm`, /^of a known outline/],
    [`${usual}:disc40mm`, /^of a known outline/],
    ['A4:3x7:63.5x38.1mm:7.2,15.15mm:60,38.1mm', /^possible: labels 1 and 2 overlap, by 3\.5 mm$/],
    ['A4:3x7:63.5x38.1mm:7.2,15.15mm:66,38mm', /^possible: labels 1 and 4 overlap, by 0\.1 mm$/],
    ['A4:3x8:63.5x38.1mm:7.2,15.15mm:66,38.1mm', /^possible: label 22 leaves the paper, by 22\.95 mm$/],
    ['A4:3x7:63.5x38.1mm:-1,15.15mm:66,38.1mm', /^possible: label 1 leaves the paper, by 1 mm$/],
    ['A4:2x1:60x60mm:10,10mm:50,0mm:round', /^possible: labels 1 and 2 overlap, by 10 mm$/],
  ]
  for (const [description, reason] of refused) t.match(faultOf(description), reason, description)
  t.equal(faultOf('A4:3x7:63.5x38.1mm:7.2,15.15mm:66,38.06mm'), undefined, 'rounded lengths')
  t.equal(faultOf('A4:1x2:60x60mm:10,10mm:0,100mm:round;1x2:55,55mm:0,100mm'), undefined, 'corners of round labels')
})

const length = (least: number, most: number) =>
  fc.integer({ min: least * 100, max: most * 100 }).map((hundredths) => hundredths / 100)

const anyPaper: fc.Arbitrary<Paper> = fc.oneof(
  fc.constantFrom(...(Object.keys(papers) as (keyof typeof papers)[])).map((name) => {
    const [width, height] = papers[name]
    return { name, width, height }
  }),
  fc.record({ name: fc.constant(undefined), width: length(50, 1000), height: length(50, 1000) }),
)

const anySheet: fc.Arbitrary<Sheet> = fc.record({
  paper: anyPaper,
  label: fc.record({
    width: length(10, 100),
    height: length(10, 100),
    outline: fc.oneof(
      fc.record({ kind: fc.constant('rectangle' as const), corner: length(0, 5) }),
      fc.constant({ kind: 'ellipse' as const }),
    ),
  }),
  grids: fc.array(
    fc.record({
      columns: fc.integer({ min: 1, max: 10 }),
      rows: fc.integer({ min: 1, max: 20 }),
      left: length(-10, 100),
      top: length(-10, 100),
      pitch: fc.tuple(length(0, 120), length(0, 120)),
    }),
    { minLength: 1, maxLength: 3 },
  ),
})

t.test('what is written is read again', () =>
  forAll([anySheet], { count: 2000 }, (sheet) => {
    const read = parsed(describedSheet(sheet))
    if ('fault' in read) throw new Error(`${describedSheet(sheet)} is not ${read.fault}`)
    return JSON.stringify(read.sheet) === JSON.stringify(sheet)
  }),
)

t.test('a sheet is refused where a label lies beyond the paper or over another, and nowhere else', () =>
  forAll([anySheet], { count: 400 }, (sheet) => {
    const { paper, label } = sheet
    const positions = positionsOf(sheet)
    const beyond = positions.some(
      ({ x, y }) => Math.min(x, y, paper.width - x - label.width, paper.height - y - label.height) < -0.05 - 1e-9,
    )
    const isOver = (a: (typeof positions)[0], b: typeof a): boolean => {
      const [x, y] = [Math.abs(a.x - b.x), Math.abs(a.y - b.y)]
      if (label.outline.kind === 'ellipse') {
        return (1 - Math.hypot(x / label.width, y / label.height)) * Math.min(label.width, label.height) > 0.05 + 1e-9
      }
      return Math.min(label.width - x, label.height - y) > 0.05 + 1e-9
    }
    const over = positions.some((a, i) => positions.some((b, j) => j > i && isOver(a, b)))
    return sheetFault(sheet)?.kind === (beyond ? 'leaves' : over ? 'overlaps' : undefined)
  }),
)

t.test('lengths in inches, and papers in any case', async (t) => {
  const inches = sheetOf('letter:3x10:2.625x1in:0.1875,0.5in:2.75,1in:r0.0625in')
  t.same(inches, sheetOf('Letter:3x10:66.675x25.4mm:4.7625,12.7mm:69.85,25.4mm:r1.5875mm'))
  t.equal(describedSheet(inches), 'Letter:3x10:66.675x25.4mm:4.7625,12.7mm:69.85,25.4mm:r1.5875mm')
  t.same(sheetOf('8.5x11in:1x1:4x4in:1,1in:0,0in:disc1.5in').label.outline, {
    kind: 'disc',
    diameter: 101.6,
    hole: 38.1,
  })
  t.match(faultOf('Letter:3x10:2.625x1ft:0,0in:2.75,1in'), /^a sheet such as/)
})
