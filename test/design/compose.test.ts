import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { composeDesign } from '../../src/design/compose.ts'
import { expectedOf, feedingOf, sheetOf } from '../../src/draw/proof.ts'
import { DrawingRefusal } from '../../src/drawing-refusal.ts'
import { FitError } from '../../src/layout/fit.ts'
import { resolutions } from '../../src/layout/resolution.ts'
import { isOnPairs } from '../../src/layout/scene.ts'
import { VerificationFailure, verify } from '../../src/reader/verify/index.ts'
import { pdfPages } from '../../src/reader/verify/pdf/pages.ts'
import { paint } from '../../src/render/paint.ts'
import { pdf } from '../../src/render/pdf.ts'
import { encode } from '../../symbologies/index.ts'
import { darkRunsBetween, isDark, type Matrix } from '../../symbologies/matrix/index.ts'
import { firstPages, pdfPictures, pdfToolsAbsent } from '../oracle/pdf.ts'
import { pngPicture, svgPicture } from '../oracle/picture.ts'
import { tsplLabels } from '../oracle/text-printers.ts'
import { zplLabels } from '../oracle/zpl.ts'
import { type Picture, readAs, reads } from '../oracle/zxing.ts'
import { forAll, forAllInBatches, inLongRun } from '../random.ts'
import { pdfContents } from '../render/pdf-contents.ts'
import { composed, designOf, fileOf, thrown } from './drawn.ts'
import { crowded, greyFile, type JsonDesign, type JsonElement, type SymbolType, tidy, uri } from './random-design.ts'

const isRefused = (error: unknown): boolean => error instanceof DrawingRefusal || error instanceof FitError

const isSame = (a: Picture | undefined, b: Picture): boolean =>
  a !== undefined && a.width === b.width && a.height === b.height && Buffer.compare(a.grey, b.grey) === 0

const countDark = (dots: Matrix): number => {
  let count = 0
  for (let y = 0; y < dots.height; y++) for (let x = 0; x < dots.width; x++) count += Number(isDark(dots, x, y))
  return count
}

t.test('a design has the same dots in PNG, ZPL, TSPL and, but for its letters, in SVG', inLongRun, async (t) => {
  let drawn = 0
  await forAll([fc.oneof(crowded, tidy(true)), fc.constantFrom('203', '300')], { count: 200 }, (json, dpi) => {
    const design = designOf(json)
    if (isRefused(thrown(() => composed(design, {}, { dpi })))) return
    drawn++
    const picture = pngPicture(fileOf(composed(design, {}, { dpi }), 'png'))
    const asZpl = composed(design, {}, { dpi, format: 'zpl' })
    const asTspl = composed(design, {}, { dpi, format: 'tspl' })
    if (!isSame(zplLabels(fileOf(asZpl, 'zpl'))[0], picture)) return false
    const printed = tsplLabels(fileOf(asTspl, 'tspl'), resolutions[dpi as '203'].perMillimetre)[0]
    for (let y = 0; y < picture.height; y++) {
      const row = picture.grey.subarray(y * picture.width, (y + 1) * picture.width)
      const other = printed!.grey.subarray(y * printed!.width, y * printed!.width + picture.width)
      if (Buffer.compare(row, other) !== 0) return false
    }
    const composition = composed(design, {}, { dpi })
    const { marks } = composition.scene
    if (marks.some(({ kind }) => kind === 'text')) return
    return isSame(svgPicture(fileOf(composition, 'svg')), picture)
  })
  t.ok(drawn > 20)
})

t.test('letters are bold and condensed where an element says so, and plain as before', async (t) => {
  const inkOf = (more: object, value = 'Größe 12, Ωμέγα, Болт'): LineInk => {
    const element = { kind: 'text', at: [1, 1], size: [98, 8], value, height: 4, ...more }
    const { scene } = composed(designOf({ name: 'x', size: '100x10mm', elements: [element] }), {}, { dpi: '300' })
    const dots = paint(scene)
    return { dark: countDark(dots), width: scene.marks.map((mark) => (mark.kind === 'text' ? mark.line.width : 0))[0]! }
  }
  const plain = inkOf({})
  t.same(inkOf({ face: 'sans', bold: false }), plain)
  const [bold, condensed, both] = [
    inkOf({ bold: true }),
    inkOf({ face: 'condensed' }),
    inkOf({ face: 'condensed', bold: true }),
  ]
  t.ok(bold.dark > 1.3 * plain.dark && bold.width > plain.width, JSON.stringify([bold, plain]))
  t.ok(condensed.width < 0.9 * plain.width)
  t.ok(both.width < plain.width && both.dark > 1.2 * condensed.dark)
  t.same(inkOf({ bold: true }, '倉庫'), inkOf({}, '倉庫'), 'other scripts have no bold letters')
})

/** Of a line of text, in dots. */
interface LineInk {
  readonly dark: number
  readonly width: number
}

t.test(
  'symbols, shapes and pictures have the same dots in PDF',
  { skip: pdfToolsAbsent || inLongRun.skip },
  async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'design-'))
    t.teardown(() => rmSync(folder, { recursive: true }))
    await forAllInBatches(tidy(false), { count: 160 }, (designs) => {
      const all = designs.map((json) => {
        const design = designOf(json)
        if (isRefused(thrown(() => composed(design, {}, { dpi: '300' })))) return undefined
        const composition = composed(design, {}, { dpi: '300' })
        const hasText = composition.scene.marks.some(({ kind }) => kind === 'text')
        return hasText ? undefined : composition
      })
      const drawn = all.filter((composition) => composition !== undefined)
      if (drawn.length === 0) return designs.map(() => undefined)
      const pictures = pdfPictures(
        firstPages(
          drawn.map((each) => fileOf(each, 'pdf')),
          folder,
        ),
        300,
      )
      return all.map((composition) => {
        if (composition === undefined) return undefined
        const page = pictures[drawn.indexOf(composition)]
        return isSame(page, pngPicture(fileOf(composition, 'png'))) ? undefined : 'other dots'
      })
    })
  },
)

const isSymbol = (element: JsonElement): element is JsonElement & { type: SymbolType; value: string } =>
  element.kind === 'symbol'

/** The part of the dots that an element's box has, with a white margin. */
function cut(dots: Matrix, element: JsonElement, perMillimetre: number): Picture {
  const [x, y] = (element.at as number[]).map((mm) => Math.round(mm * perMillimetre)) as [number, number]
  const [wide, high] = (element.size as number[]).map((mm) => Math.round(mm * perMillimetre)) as [number, number]
  const margin = 10
  const [width, height] = [wide + 2 * margin, high + 2 * margin]
  const grey = new Uint8Array(width * height).fill(255)
  for (let row = Math.max(0, y); row < Math.min(dots.height, y + high); row++) {
    for (let column = Math.max(0, x); column < Math.min(dots.width, x + wide); column++) {
      if (isDark(dots, column, row)) grey[(row - y + margin) * width + column - x + margin] = 0
    }
  }
  return { width, height, grey }
}

t.test('every symbol is read, wherever it is and however it is turned', inLongRun, async (t) => {
  let read = 0
  await forAll([tidy(true)], { count: 300 }, async (json) => {
    const design = designOf(json)
    if (isRefused(thrown(() => composed(design, {}, { dpi: '300' })))) return
    const { scene, warnings } = composed(design, {}, { dpi: '300' })
    if (warnings.some(({ code }) => ['off_page', 'elements_overlap', 'ink_in_quiet_zone'].includes(code))) return false
    const dots = paint(scene)
    for (const element of json.elements.filter(isSymbol)) {
      const text = element.value.replaceAll('{{', '{')
      const expected = readAs(encode(element.type, text), text)
      if (!(await reads(cut(dots, element, scene.resolution.perMillimetre), element.type, expected))) return false
      read++
    }
    return
  })
  t.ok(read > 30)
})

/** Another text of the same kind. */
const changed = (text: string): string => text.slice(0, -1) + (text.endsWith('1') ? '2' : '1')

t.test('what is drawn of a design is read back', inLongRun, async (t) => {
  let read = 0
  const formats = ['png', 'svg', 'pdf', 'zpl', 'tspl', 'epl', 'dymo'] as const
  await forAll([tidy(true), fc.constantFrom(...formats)], { count: 230 }, (json, format) => {
    const others = { dpi: format === 'dymo' ? '300' : '203', format } as const
    const design = designOf(json)
    if (isRefused(thrown(() => composed(design, {}, others)))) return
    const composition = composed(design, {}, others)
    const expected = expectedOf([sheetOf([composition.asked], 1, feedingOf(format))], format)
    const file = fileOf(composition, format)
    verify(file, expected)
    read++
    const { symbols } = composition.asked
    return symbols.every((_, i) => {
      const wrong = symbols.map((each, j) =>
        i === j ? { ...each, contents: { ...each.contents, text: changed(each.contents.text) } } : each,
      )
      const asked = { ...composition.asked, symbols: wrong }
      return (
        thrown(() => verify(file, expectedOf([sheetOf([asked], 1, feedingOf(format))], format))) instanceof
        VerificationFailure
      )
    })
  })
  t.ok(read > 30)
})

t.test('ink beyond the label is a warning, also where it is read back', inLongRun, async (t) => {
  let beyond = 0
  await forAll([crowded, fc.constantFrom('png', 'svg', 'pdf', 'zpl')], { count: 360 }, (json, format) => {
    const others = { dpi: '203', format, verify: true } as const
    const design = designOf(json)
    if (isRefused(thrown(() => composed(design, {}, others)))) return
    const composition = composed(design, {}, others)
    if (composition.warnings.some(({ code }) => code === 'off_page')) beyond++
    verify(fileOf(composition, format), expectedOf([sheetOf([composition.asked], 1, feedingOf(format))], format))
  })
  t.ok(beyond > 10, `${beyond}`)
})

const symbolAt = (left: number): JsonElement => ({
  ...{ kind: 'symbol', name: 'code', at: [left, 2], size: [20, 20], type: 'qr', value: 'QZ-0001' },
})

t.test(
  'ink in a quiet zone is refused by the name of the element where it would be read back, else warned of',
  async (t) => {
    const owner = { kind: 'text', name: 'owner', at: [2, 2], size: [20, 5], value: 'WWWWWWW' } as const
    const [crossed, beyond] = [[symbolAt(18), owner], [symbolAt(35)]].map((elements) =>
      designOf({ name: 'tag', size: '50x25mm', elements }),
    )
    const refusals = [
      [crossed!, 'ink_in_quiet_zone', 'text "owner" has ink in symbol "code" or its quiet zone'],
      [beyond!, 'off_page', 'symbol "code" leaves the label'],
    ] as const
    for (const [design, code, message] of refusals) {
      t.match(composed(design, {}).warnings, [{ code, message }])
      const faults = [{ parameter: 'design', code: 'does_not_fit', message }]
      t.match(
        thrown(() => composed(design, {}, { verify: true })),
        { code: 'does_not_fit', faults },
      )
      const limits = { maxPixels: 1e8, isReadBack: true }
      const request = { design, given: {}, row: 1, now: new Date(), format: 'png', qty: 1, strict: false } as const
      t.match(
        thrown(() => composeDesign(request, limits)),
        { faults },
      )
    }
  },
)

/** Whether dots of a rectangle are dark. */
function hasInk(dots: Matrix, left: number, top: number, right: number, bottom: number): boolean {
  const columns = { from: Math.max(0, left), to: Math.min(dots.width, right) }
  if (columns.from >= columns.to) return false
  const runs = new Float64Array(columns.to - columns.from + 1)
  for (let y = Math.max(0, top); y < Math.min(dots.height, bottom); y++) {
    if (darkRunsBetween(dots, y, columns, runs) > 0) return true
  }
  return false
}

t.test('no ink is in a quiet zone of which no warning says so', inLongRun, async (t) => {
  let [warned, silent] = [0, 0]
  const only = (json: JsonDesign, keep: (i: number) => boolean): JsonDesign => ({
    ...json,
    elements: json.elements.filter((_, i) => keep(i)),
  })
  await forAll([crowded], { count: 1200 }, (json) => {
    const index = json.elements.findIndex((element) => isSymbol(element) && ['qr', 'datamatrix'].includes(element.type))
    if (index < 0 || json.elements[index]!.text === true) return
    const design = designOf(json)
    if (isRefused(thrown(() => composed(design, {})))) return
    const { warnings } = composed(design, {})
    const alone = composed(designOf(only(json, (i) => i === index)), {})
    const [mark] = alone.scene.marks
    if (mark?.kind !== 'modules') return false
    const quiet = (json.elements[index]!.type === 'qr' ? 4 : 1) * alone.scene.module
    const [left, top, right, bottom] = [mark.xs[0]!, mark.ys[0]!, mark.xs.at(-1)!, mark.ys.at(-1)!]
    const others = paint(composed(designOf(only(json, (i) => i !== index)), {}).scene)
    const isInked = hasInk(others, left - quiet, top - quiet, right + quiet, bottom + quiet)
    const isSaid = warnings.some(
      ({ code, message }) => code === 'ink_in_quiet_zone' && message.includes(`in element ${index + 1} (symbol)`),
    )
    if (isSaid) warned++
    else silent++
    // beyond the label there is no ink, and letters count as one piece
    return !isInked || isSaid
  })
  t.ok(warned > 5)
  t.ok(silent > 5)
})

t.test('hostile values stay in their boxes, or are refused by name', inLongRun, async (t) => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom(
      '</text><script>',
      '^XZ^XA^FDx^FS',
      '%PDF-1.4',
      '\u202eabc\u202c',
      '\u2066',
      '\0\x1b[2J',
      '{sku}',
      '{{',
      'مرحبا بالعالم',
      'a\u0301'.repeat(200),
    ),
    fc.constantFrom('x', 'W', '界', ' ', '\n', '😀').map((one) => one.repeat(5000)),
  )
  const elements = [
    { kind: 'text', at: [10, 10], size: [30, 12], value: '{a}', lines: 4 },
    { kind: 'symbol', at: [50, 10], size: [25, 25], type: 'qr', value: 'A{a}' },
  ]
  const design = designOf({ name: 'x', size: '80x40mm', fields: { a: {} }, elements })
  let refused = 0
  await forAll([hostile], { count: 600, times: 6 }, (a) => {
    const error = thrown(() => composed(design, { a }))
    if (error !== undefined) {
      refused++
      return error instanceof DrawingRefusal && error.faults.every(({ parameter }) => parameter === 'a')
    }
    const dots = paint(composed(design, { a }).scene)
    const beyond = [hasInk(dots, 0, 0, 640, 80), hasInk(dots, 0, 280, 640, 320), hasInk(dots, 0, 0, 80, 320)]
    const between = [hasInk(dots, 320, 0, 400, 320), hasInk(dots, 80, 176, 320, 320), hasInk(dots, 600, 0, 640, 320)]
    return ![...beyond, ...between].includes(true)
  })
  t.ok(refused > 5)
})

t.test('a picture that is dithered finely is bits in PDF, and too much for SVG', inLongRun, async (t) => {
  const source = uri(greyFile(50, 50, (x, y) => 2 * x + 2 * y))
  const image = (x: number) => ({
    kind: 'image',
    at: [x, 1],
    size: x === 0 ? [10, 10] : [30, 30],
    source,
    mode: 'dither',
  })
  const design = designOf({ name: 'x', size: '200x32mm', elements: [0, 10, 40, 70, 100, 130, 160].map(image) })
  const { scene } = composed(design, {}, { format: 'pdf', dpi: '600' })
  const bytes = pdf(scene)
  const page = pdfContents(bytes).find((content) => content.includes(' cm'))!
  t.equal(page.match(/ Do /g)?.length, 6, 'pictures as bits')
  t.match(page, / re\n/, 'and rectangles as far as there are few')
  const [read] = pdfPages(bytes, resolutions[600])
  t.same(read!.dots, paint(scene))
  t.throws(() => composed(design, {}, { format: 'svg', dpi: '600' }), {
    message: /strokes of dots, more than the 500000 that one SVG may have; format=png would fit/,
  })
})

t.test('symbols of a design lie on whole pins of heads that print two columns by a pin, as those of labels do', (t) => {
  for (const turn of [0, 90, 180, 270]) {
    const design = designOf({
      name: 'x',
      size: '62x29mm',
      elements: [
        { kind: 'symbol', at: [1.3, 1.1], size: [18.9, 19.1], type: 'qr', value: 'QZ-0001', turn },
        { kind: 'symbol', at: [21.1, 1], size: [39, 12.9], type: 'code128', value: 'QZ-0001', turn: turn % 180 },
        { kind: 'label', at: [21, 15.3], size: [35, 12], type: 'ean13', value: '590123412345', title: 'Bolt' },
      ],
    })
    const { scene, warnings } = composed(design, {}, { format: 'brother', dpi: '600' })
    t.ok(isOnPairs(scene), `${turn}`)
    t.notOk(warnings.some(({ code }) => code === 'off_page'))
    t.notOk(
      isOnPairs(composed(design, {}, { format: 'png', dpi: '600' }).scene),
      'elsewhere any number of dots will do',
    )
  }
  t.end()
})
