import { deepEqual, ok } from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { composeBarcode, composeLabel, drawLabel, type LabelRequest } from '../../src/draw.ts'
import { FitError } from '../../src/layout/fit.ts'
import type { ModulesMark, Scene, TextMark } from '../../src/layout/scene.ts'
import { isFreeSize, type LabelSize } from '../../src/layout/stock.ts'
import { png } from '../../src/render/deflate.ts'
import { svg } from '../../src/render/svg.ts'
import { clean } from '../../src/text/shown-text.ts'
import { type Barcode, EncodeError, encode } from '../../symbologies/index.ts'
import { paintedModules } from '../oracle/paint.ts'
import { firstPages, pagesOf, pdfToolsAbsent } from '../oracle/pdf.ts'
import { pngPicture, svgPicture } from '../oracle/picture.ts'
import { readAs, reads } from '../oracle/zxing.ts'
import { cases, forAll, inLongRun, seed } from '../random.ts'
import { anyLabels, latin } from './random-label.ts'

const limits = { maxPixels: 100_000_000 }

/** The words of a label: the digits at the bars of its symbol come first after the modules. */
function wordMarks({ marks }: Scene, { captions }: Barcode, { showtext }: LabelRequest): TextMark[] {
  const digits = showtext ? captions.filter(({ kind }) => kind !== 'line').length : 0
  const end = marks.findIndex((mark) => mark.kind === 'modules')
  return [...marks.slice(0, end), ...marks.slice(end + 1 + digits)].filter((mark) => mark.kind === 'text')
}

/** The symbol with its quiet zones, whichever way it is turned. */
function keptFree(scene: Scene, { quiet, matrix, columnsPerModule = 1 }: Barcode): readonly number[] {
  const { xs, ys, matrix: drawn } = scene.marks.find((mark) => mark.kind === 'modules') as ModulesMark
  const dot = scene.module / columnsPerModule
  const isTurned = matrix.height === 1 && drawn.width < drawn.height
  const [across, along] = isTurned ? [ys, xs] : [xs, ys]
  const [before, after] = isTurned ? [quiet.right, quiet.left] : [quiet.left, quiet.right]
  const far = [across[0]! - before * dot, across.at(-1)! + after * dot]
  const near = [along[0]! - quiet.top * dot, along.at(-1)! + quiet.bottom * dot]
  return isTurned ? [near[0]!, far[0]!, near[1]!, far[1]!] : [far[0]!, near[0]!, far[1]!, near[1]!]
}

/** What is wrong with where words stand. */
function placeFaults(scene: Scene, barcode: Barcode, request: LabelRequest): string[] {
  const [left, top, right, bottom] = keptFree(scene, barcode) as [number, number, number, number]
  return wordMarks(scene, barcode, request).flatMap(({ x, y, line: { ink, text } }) => {
    const [l, u, r, d] = [x + ink.left, y + ink.top, x + ink.right, y + ink.bottom]
    if (l < 0 || u < 0 || r > scene.width || d > scene.height) return [`outside of the page: ${text}`]
    return l < right && r > left && u < bottom && d > top ? [`in the quiet zone: ${text}`] : []
  })
}

const withoutBlanks = (text: string): string => clean(text).replace(/\s/gu, '')

/** What is wrong with the words that are shown. */
function wordFaults(scene: Scene, barcode: Barcode, request: LabelRequest): string[] {
  const { title = '', caption, withtext, showtext } = request
  const shown = wordMarks(scene, barcode, request).map(({ line }) => line)
  const smallest = Math.round((6 * scene.resolution.perInch) / 72)
  const small = shown.filter(({ size }) => size < smallest).map(({ text }) => `smaller than 6 pt: ${text}`)
  const isCaptionShown = showtext && caption !== undefined
  if (scene.cut.length > 0 || (showtext && caption === undefined)) return small
  const wanted = withoutBlanks(title + (isCaptionShown ? caption : ''))
  const found = withoutBlanks(shown.map(({ text }) => text).join(''))
  const isWhole = withtext && isCaptionShown ? found.startsWith(wanted) : found === wanted
  return isWhole ? small : [...small, `shows ${found}, not ${wanted}`]
}

t.test(
  'whatever the words: the symbol is read, and words are whole or told, off its quiet zone',
  inLongRun,
  async (t) => {
    const counts = { drawn: 0, refused: 0, cut: 0 }
    await forAll([anyLabels], { count: 160 }, async (request) => {
      try {
        const barcode = encode(request.type, request.text)
        const { scene, warnings } = composeLabel(request, limits)
        counts.drawn++
        if (scene.cut.length > 0) counts.cut++
        deepEqual([...placeFaults(scene, barcode, request), ...wordFaults(scene, barcode, request)], [])
        const told = warnings.filter(({ code }) => code === 'caption_cut')
        deepEqual(told.length, scene.cut.length, 'what is cut is told')
        const picture = pngPicture(png(scene))
        const modules = paintedModules(scene).grey
        const bars = picture.grey.reduce((sum, grey, dot) => sum + Number(modules[dot] === 0 && grey !== 0), 0)
        deepEqual(bars, 0, 'modules are missing')
        ok(await reads(picture, request.type, readAs(barcode, request.text)), 'not read')
      } catch (error) {
        if (error instanceof EncodeError) return
        if (!(error instanceof FitError)) throw error
        counts.refused++
        deepEqual(adviceFaults(request, error.message), [])
      }
    })
    t.ok(counts.drawn > 20 && counts.cut > 0 && counts.refused > 0, JSON.stringify(counts))
  },
)

/** Advice of a refusal that does not hold. */
function adviceFaults(request: LabelRequest, message: string): string[] {
  const size = /smallest size that does is ([^\s;]+)/.exec(message)?.[1] as LabelSize | undefined
  const advised: (Partial<LabelRequest> | undefined)[] = [
    size && { size },
    message.includes('layout=auto') ? { layout: 'auto' } : undefined,
    message.includes('showtext=false') ? { showtext: false } : undefined,
    message.includes('without title') ? { title: undefined } : undefined,
  ]
  return advised.flatMap((changes) => {
    if (changes === undefined) return []
    try {
      composeLabel({ ...request, ...changes }, limits)
      return []
    } catch (error) {
      return [`${JSON.stringify(changes)} does not fit either: ${(error as Error).message}`]
    }
  })
}

t.test('words of Latin script are read back from the PDF', { skip: pdfToolsAbsent || inLongRun.skip }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-words-'))
  const words = fc.constantFrom(...latin)
  const fits = (request: LabelRequest): boolean => {
    try {
      return composeLabel(request, limits).scene.cut.length === 0
    } catch (error) {
      if (error instanceof FitError || error instanceof EncodeError) return false
      throw error
    }
  }
  const labels = fc
    .tuple(anyLabels, words, words, words, words)
    .map(([label, one, two, three, title]): LabelRequest => {
      return { ...label, caption: `${one} ${two}\n${three}`, title, showtext: true, format: 'pdf' }
    })
    .filter(fits)
  // one run of the reader reads them all
  const requests = fc.sample(labels, { seed, numRuns: cases(120) })
  const file = firstPages(
    requests.map((request) => drawLabel(request, limits).bytes),
    folder,
  )
  const wrong = pagesOf(file).flatMap(({ words }, i) => {
    const { title, caption } = requests[i]!
    const found = words.map(({ text }) => text)
    // digits at the bars are read in between; a word in a font of its own is drawn, not text
    const missing = `${title} ${caption}`
      .split(/\s/)
      .filter((word) => !/zł/.test(word) && !found.join('').includes(word))
    const isDrawn = /zł/.test(`${title}${caption}`)
    return missing.length > 0 && !isDrawn ? [{ missing, found, request: requests[i] }] : []
  })
  t.same(wrong, [])
  rmSync(folder, { recursive: true })
})

t.test('words are the same in PNG and SVG, up to the rounding of curves', async () => {
  const sizes = fc.constantFrom('50x30' as const, '57x32mm' as const, '40x20' as const)
  await forAll([anyLabels, sizes], { count: 24, times: 4 }, (label, size) => {
    try {
      const { scene } = composeLabel({ ...label, size, dpi: '300' }, limits)
      const [dots, curves] = [pngPicture(png(scene)), svgPicture(svg(scene, false))]
      deepEqual([dots.width, dots.height], [curves.width, curves.height])
      const ink = dots.grey.reduce((sum, grey) => sum + Number(grey === 0), 0)
      const off = dots.grey.reduce((sum, grey, dot) => sum + Number(Math.abs(grey - curves.grey[dot]!) > 200), 0)
      // thin strokes are thickened to a dot in a PNG
      ok(off <= ink / 250, `${off} of ${ink} dots`)
    } catch (error) {
      if (!(error instanceof FitError || error instanceof EncodeError)) throw error
    }
  })
})

t.test('a text that is too long for any label does not shrink the title, and is told', async (t) => {
  const label = { type: 'qr', size: '150x150mm', orientation: 'portrait', qty: 1, showtext: true } as const
  const composed = (letters: number) => {
    const request = {
      ...label,
      text: 'word '.repeat(letters / 5).trimEnd(),
      title: 'Title',
      layout: 'beside',
      format: 'png',
    } as const
    const { scene, warnings } = composeLabel(request, limits)
    const [title, ...lines] = scene.marks.flatMap((mark) => (mark.kind === 'text' ? [mark.line] : []))
    return { title: title!.size, shown: lines.map(({ text }) => text).join(''), warnings }
  }
  const [whole, long] = [composed(1000), composed(1500)]
  t.same(whole.warnings, [])
  t.match(long.warnings, [{ code: 'caption_cut', parameter: 'size' }])
  t.equal(long.title, whole.title)
  t.match(long.shown, /word…$/)
})

t.test('a label has the size that is asked for, whichever side comes first', async (t) => {
  const label = { text: 'A', type: 'qr', qty: 1, showtext: true, format: 'png', dpi: '203' } as const
  for (const size of ['57x32mm', '32x57mm'] as const) {
    for (const [orientation, sides] of [['landscape', [456, 256]] as const, ['portrait', [256, 456]] as const]) {
      const { scene } = composeLabel({ ...label, size, orientation }, limits)
      t.same([scene.width, scene.height], sides, `${size} ${orientation}`)
    }
  }
  const sizeOf = (size: LabelSize) => composeLabel({ ...label, size, orientation: 'landscape' }, limits).scene
  t.same([sizeOf('2.25x1.25in').width, sizeOf('2.25x1.25in').height], [457, 254])
  const { width, height, paper } = composeLabel(
    { ...label, dpi: undefined, size: '4x6in', orientation: 'portrait' },
    limits,
  ).scene
  t.same({ width, height, paper }, { width: 1200, height: 1800, paper: { width: 288, height: 432 } })
  const wrong = [
    '3.9x50mm',
    '50x300.1mm',
    '0.15x2in',
    '2x11.9in',
    '57x32',
    '57x32cm',
    '057,x32mm',
    '1e2x50mm',
    ' 57x32mm',
    '57X32mm',
  ]
  t.same(wrong.filter(isFreeSize), [])
  t.same(
    ['4x300mm', '0.16x11.8in', '57.25x32.5mm'].filter((size) => !isFreeSize(size)),
    [],
  )
})

t.test('a barcode has its caption where the text would stand, and keeps the digits at its bars', async (t) => {
  const request = { format: 'png', includetext: true, scale: 3, height: 15, rotate: 'N' } as const
  const textsOf = (type: 'code128' | 'ean13', text: string, caption?: string): string[] =>
    composeBarcode({ ...request, type, text, caption }, limits).scene.marks.flatMap((mark) =>
      mark.kind === 'text' ? [mark.line.text] : [],
    )
  t.same(textsOf('code128', 'QZ-0001'), ['QZ-0001'])
  t.same(textsOf('code128', 'QZ-0001', 'Hex bolt\r\nM8'), ['Hex bolt', 'M8'])
  t.same(textsOf('ean13', '4006381333931', 'Pen'), ['4', '006381', '333931', 'Pen'])
  const { warnings } = composeBarcode({ ...request, type: 'qr', text: 'A', caption: 'long '.repeat(99) }, limits)
  t.match(warnings, [{ code: 'caption_cut', parameter: 'caption' }])
})

const onLabel = {
  type: 'code128',
  text: 'QZ-0001',
  size: '4x2',
  orientation: 'landscape',
  qty: 1,
  showtext: true,
  format: 'png',
} as const

/** The lines of a label and where they stand, from top to bottom, and the top and the bottom of its symbol. */
function linesOn(request: LabelRequest) {
  const { scene, warnings } = composeLabel(request, limits)
  const words = scene.marks.filter((mark) => mark.kind === 'text').toSorted((a, b) => a.y - b.y)
  const { ys } = scene.marks.find((mark) => mark.kind === 'modules') as ModulesMark
  const lines = words.map(({ line, y }) => ({ text: line.text, size: line.size, y }))
  return { lines, top: ys[0]!, bottom: ys.at(-1)!, scene, codes: warnings.map(({ code }) => code) }
}

t.test('layout=below: the caption or the text stands below the symbol, the title above it', async (t) => {
  for (const type of ['code128', 'qr', 'datamatrix'] as const) {
    for (const caption of [undefined, 'EUR 3.40']) {
      const { lines, top, bottom } = linesOn({ ...onLabel, type, layout: 'below', title: 'Bolt', caption })
      t.match(lines, [{ text: 'Bolt' }, { text: caption ?? 'QZ-0001' }], type)
      t.ok(lines[0]!.y < top && lines[1]!.y > bottom, type)
    }
  }
  const ean = { ...onLabel, type: 'ean13', text: '4006381333931' } as const
  const digits = ['4', '006381', '333931']
  const textsOn = (changes: Partial<LabelRequest>): string[] =>
    linesOn({ ...ean, ...changes }).lines.map(({ text }) => text)
  t.same(textsOn({}), ['4006381333931', ...digits], 'by default the number stands above too')
  t.same(textsOn({ layout: 'below' }), digits, 'nothing twice')
  t.same(textsOn({ layout: 'below', caption: 'Pen', withtext: true }), [...digits, 'Pen'])
})

t.test('withtext=true: the encoded text is the last line of a caption', async (t) => {
  const textsOn = (changes: Partial<LabelRequest>): string[] =>
    linesOn({ ...onLabel, ...changes }).lines.map(({ text }) => text)
  t.same(textsOn({ caption: 'Bolt\nM8', withtext: true }), ['Bolt', 'M8', 'QZ-0001'])
  t.same(textsOn({ withtext: true }), ['QZ-0001'])
  t.same(textsOn({ caption: 'Bolt', withtext: true, showtext: false }), [])
  const gs1 = { type: 'datamatrix', gs1: 'true', text: '(01)09506000134352(10)AB' } as const
  t.same(textsOn({ ...gs1, caption: 'Bolt', withtext: true }), ['Bolt', gs1.text])
  const barcode = { format: 'png', includetext: true, scale: 3, height: 15, rotate: 'N' } as const
  const below = (type: 'code128' | 'ean13', text: string): string[] =>
    composeBarcode({ ...barcode, type, text, caption: 'Bolt', withtext: true }, limits).scene.marks.flatMap((mark) =>
      mark.kind === 'text' ? [mark.line.text] : [],
    )
  t.same(below('code128', 'QZ-0001'), ['Bolt', 'QZ-0001'])
  t.same(below('ean13', '4006381333931'), ['4', '006381', '333931', 'Bolt'])
})

t.test('a long title wraps before it is smaller or cut, as far as modules and bars keep their size', async (t) => {
  const typed = { code128: 'QZ-0001', upca: '036000291452', ean13: '4006381333931' }
  const long = 'Hexagon head bolt of stainless steel with a washer, M8 x 40, DIN 933'
  for (const type of ['code128', 'upca', 'ean13'] as const) {
    for (const layout of ['above', 'below', 'beside'] as const) {
      const label = { ...onLabel, type, text: typed[type], layout }
      const short = linesOn({ ...label, title: 'Bolt' })
      const wrapped = linesOn({ ...label, title: long })
      const titled = wrapped.lines.filter(({ size }) => size === wrapped.lines[0]!.size && layout !== 'beside')
      t.equal(wrapped.scene.module, short.scene.module, `${type} ${layout}: the modules keep their width`)
      t.notOk(wrapped.codes.includes('caption_cut'), `${type} ${layout}`)
      if (layout === 'beside') continue
      t.equal(wrapped.lines[0]!.size, short.lines[0]!.size, `${type} ${layout}: the print keeps its size`)
      t.equal(titled.map(({ text }) => text).join(' '), long)
      t.ok(titled.length > 1)
    }
  }
  const square = linesOn({ ...onLabel, type: 'qr', title: long })
  t.ok(square.scene.module >= linesOn({ ...onLabel, type: 'qr', title: 'Bolt' }).scene.module)
  t.equal(square.lines[0]!.text, long, 'a symbol that fills the height leaves one line, in smaller print')
  const low = linesOn({ ...onLabel, size: '25x10', title: long })
  t.equal(low.lines.filter(({ text }) => text !== 'QZ-0001').length, 1, 'no room for a second line')
  t.ok(low.codes.includes('caption_cut'))
  const given = linesOn({ ...onLabel, title: 'Bolt\nM8 x 40' })
  t.same(
    given.lines.map(({ text }) => text),
    ['Bolt', 'M8 x 40', 'QZ-0001'],
  )
})
