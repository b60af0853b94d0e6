import t from 'tap'
import type { LabelFormat, LabelRequest } from '../../../src/draw/drawing.ts'
import { expectedOf, type PlannedSheet, paperOf } from '../../../src/draw/proof.ts'
import { fillingOf } from '../../../src/draw/sheets.ts'
import { composeLabel, drawLabel } from '../../../src/draw.ts'
import { FitError } from '../../../src/layout/fit.ts'
import type { Mark, PlacedMark, Scene } from '../../../src/layout/scene.ts'
import { SheetFiller, type SheetPage } from '../../../src/layout/sheets/placing.ts'
import { isMistaken, productFault, productTable, sheetOfProduct } from '../../../src/layout/sheets/products.ts'
import { positionsOf } from '../../../src/layout/sheets/sheet.ts'
import { VerificationFailure, verify } from '../../../src/reader/verify/index.ts'
import { sheetsOf } from '../../../src/reader/verify/sheets.ts'
import { png } from '../../../src/render/deflate.ts'
import { pdfOf } from '../../../src/render/pdf.ts'
import { svg } from '../../../src/render/svg.ts'
import { cases, inLongRun, random } from '../../random.ts'

const limits = { maxPixels: 25_000_000 }
const usual: LabelRequest = {
  type: 'datamatrix',
  text: 'A1',
  size: '4x6',
  orientation: 'landscape',
  qty: 1,
  showtext: true,
  format: 'pdf',
}

const formats = ['pdf', 'svg', 'png'] as const
const bytesOf = (pages: readonly SheetPage[], format: (typeof formats)[number]): Uint8Array => {
  if (format === 'pdf') return pdfOf('', pages)
  return format === 'svg' ? svg(pages[0]!.scene, true) : png(pages[0]!.scene)
}

/** The rule and the label of a failure; `none` if there is none. */
function ruleOf(bytes: Uint8Array, sheets: readonly PlannedSheet[], format: LabelFormat): string {
  try {
    verify(bytes, expectedOf(sheets, format))
    return 'none'
  } catch (error) {
    if (error instanceof VerificationFailure) return `${error.rule} ${error.label}`
    throw error
  }
}

t.test('labels on sheets of random products show what was asked for', inLongRun, (t) => {
  const products = productTable().products.filter((product) => !isMistaken(productFault(product)))
  const r = random('sheets that are read back')
  let count = 0
  for (let run = 0; run < cases(160, 4.5); run++) {
    const product = r.pick(products)
    const positions = positionsOf(sheetOfProduct(product)).length
    const format = r.pick(formats)
    const request: LabelRequest = {
      ...usual,
      type: r.pick(['datamatrix', 'qr', 'code128'] as const),
      text: `A${r.between(1, 99)}`,
      ...(r.between(0, 2) === 0 && { caption: r.pick(['Regal 5', 'Łódź 日本語', 'Ελλάδα']) }),
      orientation: r.pick(['landscape', 'portrait'] as const),
      sheet: product.id,
      first: r.between(1, positions),
      shift: r.pick(['0,0', '0.5,-0.3', '-1.2,0.7', '4,-20']),
      outline: r.pick([true, false]),
      ...(r.between(0, 1) === 0 && { dpi: r.pick(['203', '300'] as const) }),
      qty: r.between(1, Math.min(60, 2 * positions + 3)),
      format,
      showtext: r.pick([true, false]),
      verify: true,
    }
    try {
      t.equal(drawLabel(request, limits).isVerified, true)
      count++
    } catch (error) {
      if (error instanceof FitError) continue
      t.fail(`${JSON.stringify(request)}: ${error instanceof VerificationFailure ? error.rule : ''} ${error}`)
    }
  }
  t.ok(count > cases(160, 4.5) / 3, `${count}`)
  t.end()
})

const sheet = 'A4:3x7:63.5x38.1mm:7.2,15.15mm:66,38.1mm'

/** Labels A1 to A4 with these copies on sheets. */
function labelled(onSheet: Partial<LabelRequest>, copies: readonly number[]) {
  const given = { ...usual, sheet, ...onSheet, dpi: '203' } as const
  const filling = fillingOf(given)!
  const labels = copies.map((count, i) => ({
    ...composeLabel({ ...given, text: `A${i + 1}` }, limits),
    copies: count,
  }))
  const filler = new SheetFiller(filling)
  const pages = [...labels.flatMap(({ scene, copies }) => filler.add(scene, copies)), ...filler.end()]
  return { pages, sheets: sheetsOf(labels, paperOf(filling)), labels, filling }
}

const isPlaced = (mark: Mark): mark is PlacedMark => mark.kind === 'placed'

/** The first page with other labels. */
function changed([first, ...rest]: readonly SheetPage[], change: (placed: PlacedMark[]) => PlacedMark[]): SheetPage[] {
  const { scene, copies } = first!
  const others = scene.marks.filter((mark) => !isPlaced(mark))
  return [{ copies, scene: { ...scene, marks: [...change(scene.marks.filter(isPlaced)), ...others] } }, ...rest]
}

for (const format of formats) {
  t.test(`${format}: each label has its place`, (t) => {
    for (const outline of [false, true]) {
      const { pages, sheets } = labelled({ first: 3, outline, shift: '0.4,-0.6' }, [2, 1, 1, 3])
      const because = (change: (placed: PlacedMark[]) => PlacedMark[]): string =>
        ruleOf(bytesOf(changed(pages, change), format), sheets, format)
      t.equal(
        because((placed) => placed),
        'none',
      )
      t.match(
        because((placed) => placed.toSpliced(3, 1)),
        /^symbol 4$/,
        'left out',
      )
      for (const [x, y] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const) {
        const moved = because((placed) => placed.with(2, { ...placed[2]!, x: placed[2]!.x + x, y: placed[2]!.y + y }))
        t.match(moved, /^symbol 3$/, `moved by ${x}, ${y}`)
      }
      const swapped = because((placed) =>
        placed.map((mark, i) => (i === 2 || i === 3 ? { ...mark, scene: placed[5 - i]!.scene } : mark)),
      )
      t.match(swapped, /^(text|symbol) 3$/, 'swapped')
      t.match(
        because((placed) => placed.with(6, { ...placed[6]!, scene: placed[0]!.scene })),
        /^(text|symbol) 7$/,
      )
      t.equal(
        because((placed) => [...placed, { ...placed[0]!, y: placed[0]!.y - 1 }]),
        'symbol 1',
        'twice',
      )
      // the first position is left free
      const [left, top] = [Math.round(7.6 * (203 / 25.4)), Math.round(14.55 * (203 / 25.4))]
      t.equal(
        because((placed) => [...placed, { ...placed[0]!, x: left, y: top }]),
        'labels 1',
        'on a free place',
      )
    }
    t.end()
  })
}

t.test('a symbol that the edge of the paper would cut off is refused before', (t) => {
  const whole = 'A4:3x7:70x42.4mm:0,0mm:70,42.4mm'
  const shifted = (shift: string) => () => composeLabel({ ...usual, sheet: whole, shift }, limits)
  t.throws(shifted('0,-20'), {
    code: 'does_not_fit',
    parameter: 'shift',
    message: /^shift=0,-20: a symbol would reach/,
  })
  t.throws(shifted('0,20'), { code: 'does_not_fit', parameter: 'shift' } as never)
  t.doesNotThrow(shifted('1,-1'))
  t.end()
})

t.test('pages and copies are counted', inLongRun, (t) => {
  const { pages, sheets, labels, filling } = labelled({ first: 20 }, [2, 70, 1, 30])
  t.equal(
    sheets.reduce((sum, { labels, copies }) => sum + labels.length * copies, 0),
    103,
  )
  t.equal(ruleOf(bytesOf(pages, 'pdf'), sheets, 'pdf'), 'none')
  t.equal(
    pages.reduce((sum, { copies }) => sum + copies, 0),
    6,
  )
  const because = (...others: readonly number[]): string =>
    ruleOf(
      bytesOf(pages, 'pdf'),
      sheetsOf(
        labels.map((label, i) => ({ ...label, copies: others[i]! })),
        paperOf(filling),
      ),
      'pdf',
    )
  t.equal(because(2, 70, 1, 30), 'none')
  t.match(because(2, 70, 1, 31), /^symbol \d+$/)
  t.match(because(2, 70, 1, 29), /^labels \d+$/)
  t.match(because(2, 91, 1, 30), /^(copies|symbol|text) \d+$/)
  t.match(because(2, 49, 1, 30), /^(copies|symbol|text) \d+$/)
  t.match(because(1, 71, 1, 30), /^(text|symbol) 2$/)
  const without = (at: number): string => ruleOf(bytesOf(pages.toSpliced(at, 1), 'pdf'), sheets, 'pdf')
  for (let at = 0; at < pages.length; at++) t.not(without(at), 'none', `page ${at + 1}`)
  const more = pages.with(-1, { ...pages.at(-1)!, copies: 2 })
  t.match(ruleOf(bytesOf(more, 'pdf'), sheets, 'pdf'), /^copies \d+$/)
  t.end()
})

t.test('what a page has of no sheet is not understood', (t) => {
  const { pages, sheets } = labelled({ outline: true }, [3])
  const text = Buffer.from(bytesOf(pages, 'svg')).toString()
  const because = (from: string | RegExp, to: string): string => {
    const other = text.replace(from, to)
    t.not(other, text, `${from}`)
    return ruleOf(Buffer.from(other), sheets, 'svg')
  }
  t.equal(because('#label1"', '#label2"'), 'bytes 1')
  t.equal(because('<use ', '<use opacity="0" '), 'bytes 1')
  t.equal(because('<rect ', '<rect opacity="0" '), 'bytes 1')
  t.equal(because(/stroke-width="[\d.]+"/, 'stroke-width="9"'), 'bytes 1')
  t.equal(because(/(<use [^>]*x=")\d+/, '$10.5'), 'bytes 1')
  t.equal(because('</g></defs>', '<use xlink:href="#label1" x="0" y="0"/></g></defs>'), 'bytes 1')
  const withMarks = (marks: readonly Mark[]): string => {
    const scene: Scene = { ...pages[0]!.scene, marks: [...pages[0]!.scene.marks, ...marks] }
    return formats.map((format) => ruleOf(bytesOf([{ scene, copies: 1 }], format), sheets, format)).join()
  }
  const [label, , , line] = pages[0]!.scene.marks as [PlacedMark, Mark, Mark, Extract<Mark, { kind: 'line' }>]
  t.equal(withMarks([]), 'none,none,none')
  t.match(withMarks([{ ...line, x: line.x + line.width / 2 }]), /^symbol 1,symbol 1,symbol 1$/, 'a line over a label')
  const round = { ...line, shape: 'ellipse', x: line.x + 40, width: line.width - 80 } as const
  t.match(withMarks([round]), /^(symbol 1,){2}symbol 1$/, 'an ellipse over a label')
  t.match(withMarks([{ ...line, thickness: 2 * line.thickness }]), /^bytes 1,bytes 1,none$/, 'a thick line')
  const half = { ...label, x: label.x + 0.5 }
  const { scene } = pages[0]!
  for (const format of ['pdf', 'svg'] as const) {
    const moved = { ...scene, marks: scene.marks.with(0, half) }
    t.equal(ruleOf(bytesOf([{ scene: moved, copies: 1 }], format), sheets, format), 'bytes 1', format)
  }
  t.end()
})

t.test('what a PDF has of no sheet is not understood', (t) => {
  const { pages, sheets } = labelled({ outline: true }, [1])
  const text = Buffer.from(bytesOf(pages, 'pdf')).toString('latin1')
  /** Of the same length, so that the table of the file stays right. */
  const because = (from: RegExp, to: string): string => {
    const other = text.replace(from, to)
    t.not(other, text, `${from}`)
    t.equal(other.length, text.length, `${from}`)
    return ruleOf(Buffer.from(other, 'latin1'), sheets, 'pdf')
  }
  t.equal(ruleOf(Buffer.from(text, 'latin1'), sheets, 'pdf'), 'none')
  t.equal(because(/BBox \[0 0 \d/, 'BBox [0 0 1'), 'symbol 1', 'cut off')
  t.equal(because(/BBox \[0 0/, 'BBox [1 0'), 'bytes 1')
  t.equal(because(/q 1 0 0 1(?= \d+ \d+ cm \/L)/, 'q 2 0 0 1'), 'bytes 1', 'wider')
  t.equal(because(/q 1 0 0 1(?= \d+ \d+ cm \/L)/, 'q 1 0 1 1'), 'bytes 1', 'slanted')
  t.equal(because(/q 1 0 0 1 (?=\d+ \d+ cm \/L)/, 'q 1 0 0 1.'), 'bytes 1')
  t.equal(because(/q \.8 w/, 'q  8 w'), 'bytes 1', 'a thick line')
  t.equal(because(/q \.8 w/, 'q  0 w'), 'bytes 1', 'a line of no thickness')
  t.equal(because(/ S Q/, ' s Q'), 'bytes 1')
  t.equal(because(/ S Q/, ' f Q'), 'bytes 1')
  t.equal(because(/ S Q/, ' n Q'), 'bytes 1')
  t.end()
})
