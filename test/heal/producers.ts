/** Programs that others make labels with: the same pages by pdfkit, by Chromium's print to PDF, by Cairo, and as rasters and JPEGs. */

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import jpeg from 'jpeg-js'
import PDFDocument from 'pdfkit'
import { PNG } from 'pngjs'
import { pnmPicture } from '../oracle/pdf-renderers.ts'
import type { Picture } from '../oracle/zxing.ts'
import { browserAbsent, opened } from '../pages/browser.ts'
import type { Random } from '../random.ts'
import { around, type Box, type LabelPage, type LabelSymbol, pictureOfSymbol } from './label-page.ts'

/** A document, and which of its pages is meant. */
export interface Produced {
  readonly file: Uint8Array<ArrayBuffer>
  /** From 0. */
  readonly index: number
  /** How it was made, in words. */
  readonly how: string
  /** By how many mm noise of the format reaches beyond what was drawn. */
  readonly noise: number
}

export interface Producer {
  readonly name: string
  /** Why it cannot run here, or false. */
  readonly absent: string | false
  /** Each of the pages. */
  produce(pages: readonly LabelPage[], r: Random): Promise<readonly Produced[]>
}

const point = 72 / 25.4
const styles = ['rectangles', 'path', 'strokes', 'scaled', 'picture'] as const
type Style = (typeof styles)[number]

/** A box around a symbol with its quiet zones, which is dark if the symbol is not. */
function groundOf({ boxes, barcode: { quiet, columnsPerModule = 1 }, module }: LabelSymbol): Box {
  const { x, y, width, height } = around(boxes)
  const margin = (Math.max(quiet.left, quiet.right) / columnsPerModule + 1) * module
  return { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin }
}

function pngOf({ width, height, grey }: Pick<Picture, 'width' | 'height' | 'grey'>): Buffer {
  const png = new PNG({ width, height })
  for (const [i, value] of grey.entries()) png.data.fill(value, 4 * i, 4 * i + 3).fill(255, 4 * i + 3, 4 * i + 4)
  return PNG.sync.write(png, { colorType: 0, inputHasAlpha: true })
}

/** Pages as pdfkit writes them: rectangles one by one or as one path, bars as strokes, in a coordinate system of their own, or as pictures. */
async function pdfkitPages(
  pages: readonly LabelPage[],
  r: Random,
): Promise<{ readonly file: Uint8Array<ArrayBuffer>; readonly hows: readonly string[] }> {
  const document = new PDFDocument({ autoFirstPage: false, margin: 0, compress: r.pick([true, false]) })
  const written = buffer(document)
  const hows = pages.map((page) => {
    document.addPage({ size: [page.width * point, page.height * point], margin: 0 })
    document.fillColor('black')
    for (const { x, y, width, height } of page.rules)
      document.rect(x * point, y * point, width * point, height * point).fill()
    document.font('Helvetica')
    for (const { text, size, x, y } of page.words)
      document.fontSize(size).text(text, x * point, y * point, { lineBreak: false, baseline: 'alphabetic' })
    return page.symbols.map((symbol) => drawnByPdfkit(document, symbol, r)).join()
  })
  document.end()
  return { file: new Uint8Array(await written), hows }
}

function drawnByPdfkit(document: InstanceType<typeof PDFDocument>, symbol: LabelSymbol, r: Random): string {
  const { boxes, module, spoilt, angle, turn } = symbol
  const style: Style = r.pick(styles)
  const pixels = r.pick([1, 2, 3, 4])
  const isLinear = symbol.rows.length === 1
  document.save()
  const ground = groundOf(symbol)
  if (angle !== 0)
    document.rotate(angle, { origin: [(ground.x + ground.width / 2) * point, (ground.y + ground.height / 2) * point] })
  if (spoilt === 'inverted') {
    document.rect(ground.x * point, ground.y * point, ground.width * point, ground.height * point).fill('black')
    document.fillColor('white').strokeColor('white')
  } else document.fillColor('black').strokeColor('black')
  if (style === 'picture') {
    const { at, ...picture } = pictureOfSymbol(symbol, pixels)
    document.image(pngOf(picture), at.x * point, at.y * point, { width: at.width * point, height: at.height * point })
  } else if (style === 'strokes' && isLinear) {
    const isSideways = turn === 'R' || turn === 'L'
    for (const { x, y, width, height } of boxes) {
      const isBar = isSideways ? width > height : height > width
      if (!isBar) document.rect(x * point, y * point, width * point, height * point).fill()
      else if (isSideways)
        document
          .lineWidth(height * point)
          .moveTo(x * point, (y + height / 2) * point)
          .lineTo((x + width) * point, (y + height / 2) * point)
          .stroke()
      else
        document
          .lineWidth(width * point)
          .moveTo((x + width / 2) * point, y * point)
          .lineTo((x + width / 2) * point, (y + height) * point)
          .stroke()
    }
  } else if (style === 'scaled') {
    const [{ x, y }] = [around(boxes)]
    document.translate(x * point, y * point).scale(module * point)
    for (const box of boxes)
      document.rect((box.x - x) / module, (box.y - y) / module, box.width / module, box.height / module).fill()
  } else {
    for (const { x, y, width, height } of boxes) {
      document.rect(x * point, y * point, width * point, height * point)
      if (style !== 'path') document.fill()
    }
    if (style === 'path') document.fill()
  }
  document.restore()
  return style === 'picture' ? `picture of ${pixels}` : style
}

const pdfkit: Producer = {
  name: 'pdfkit',
  absent: false,
  async produce(pages, r) {
    const { file, hows } = await pdfkitPages(pages, r)
    return hows.map((how, index) => ({ file, index, how, noise: 0 }))
  },
}

const mm = (value: number): string => `${value.toFixed(4)}mm`
const placeOf = ({ x, y, width, height }: Box): string =>
  `left:${mm(x)};top:${mm(y)};width:${mm(width)};height:${mm(height)}`

/** A symbol as a web page shows it: shapes of SVG or a picture. Elements with a background would be rounded to pixels of CSS. */
function drawnByChromium(symbol: LabelSymbol, r: Random): { readonly html: string; readonly how: string } {
  const { boxes, module, spoilt, angle } = symbol
  const how = r.pick(['svg', 'crisp svg', 'picture', 'pixelated picture'])
  const ground = groundOf(symbol)
  const colour = spoilt === 'inverted' ? 'white' : 'black'
  const turned = `transform-origin:${mm(ground.x + ground.width / 2)} ${mm(ground.y + ground.height / 2)};transform:rotate(${angle}deg)`
  const back = spoilt === 'inverted' ? `<div style="${placeOf(ground)};background:black"></div>` : ''
  const all = around(boxes)
  if (how.endsWith('picture')) {
    const { at, ...picture } = pictureOfSymbol(symbol, r.pick([1, 2, 3, 4]))
    const data = pngOf(picture).toString('base64')
    const scaling = how === 'picture' ? 'auto' : 'pixelated'
    return {
      how,
      html: `<div style="${turned}">${back}<img style="${placeOf(at)};image-rendering:${scaling}" src="data:image/png;base64,${data}"></div>`,
    }
  }
  const [width, height] = [all.width / module, all.height / module]
  const path = boxes
    .map(
      (box) =>
        `M${(box.x - all.x) / module} ${(box.y - all.y) / module}h${box.width / module}v${box.height / module}h${-box.width / module}z`,
    )
    .join('')
  const rendering = how === 'svg' ? 'auto' : 'crispEdges'
  return {
    how,
    html: `<div style="${turned}">${back}<svg style="${placeOf(all)}" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" shape-rendering="${rendering}"><path fill="${colour}" d="${path}"/></svg></div>`,
  }
}

const chromium: Producer = {
  name: 'Chromium',
  absent: browserAbsent,
  async produce(pages, r) {
    const hows: string[] = []
    const sheets = pages.map(({ symbols, rules, words }) => {
      const drawn = symbols.map((symbol) => drawnByChromium(symbol, r))
      hows.push(drawn.map(({ how }) => how).join())
      const lines = rules.map((box) => `<div style="${placeOf(box)};background:black"></div>`)
      const texts = words.map(
        ({ text, size, x, y }) =>
          `<span style="left:${mm(x)};top:${mm(y - (0.8 * size) / point)};font-size:${size}pt">${text.replace(/[<&]/g, '.')}</span>`,
      )
      return `<section>${[...lines, ...texts, ...drawn.map(({ html }) => html)].join('')}</section>`
    })
    const [{ width, height }] = pages as [LabelPage]
    const css = `@page{size:${mm(width)} ${mm(height)};margin:0}body{margin:0}section{position:relative;width:${mm(width)};height:${mm(height - 0.1)};overflow:hidden;break-after:page}section *{position:absolute;white-space:nowrap;line-height:1;print-color-adjust:exact;font-family:sans-serif}`
    const page = await opened()
    await page.setContent(`<!doctype html><style>${css}</style>${sheets.join('')}`)
    const file = new Uint8Array(await page.pdf({ preferCSSPageSize: true, printBackground: true }))
    await page.context().close()
    return hows.map((how, index) => ({ file, index, how, noise: 0 }))
  },
}

const missing = (tool: string, argument: string): string | false =>
  spawnSync(tool, [argument]).error ? `${tool} is not installed` : false

/** What a program makes of a PDF in a folder of its own. */
function inFolder<Result>(file: Uint8Array, use: (folder: string, file: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-'))
  try {
    writeFileSync(join(folder, 'in.pdf'), file)
    return use(folder, join(folder, 'in.pdf'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const cairo: Producer = {
  name: 'Cairo',
  absent: missing('pdftocairo', '-v'),
  async produce(pages, r) {
    const { file, hows } = await pdfkitPages(pages, r)
    const written = inFolder(file, (folder, name) => {
      execFileSync('pdftocairo', ['-pdf', name, join(folder, 'out.pdf')], { stdio: 'ignore' })
      return new Uint8Array(readFileSync(join(folder, 'out.pdf')))
    })
    return hows.map((how, index) => ({ file: written, index, how, noise: 0 }))
  },
}

/** The pages of a PDF as pictures. */
function rasters(file: Uint8Array, count: number, dpi: number, program: 'gs' | 'pdftoppm', isGrey: boolean): Picture[] {
  return inFolder(file, (folder, name) => {
    const stem = join(folder, 'page')
    if (program === 'gs') {
      const device = isGrey ? ['-sDEVICE=pgmraw', '-dGraphicsAlphaBits=4', '-dTextAlphaBits=4'] : ['-sDEVICE=pbmraw']
      execFileSync(
        'gs',
        ['-q', '-dBATCH', '-dNOPAUSE', '-dSAFER', ...device, `-r${dpi}`, `-sOutputFile=${stem}-%d`, name],
        { stdio: 'ignore' },
      )
    } else execFileSync('pdftoppm', ['-r', `${dpi}`, isGrey ? '-gray' : '-mono', name, stem], { stdio: 'ignore' })
    return Array.from({ length: count }, (_, i) => {
      const number = program === 'gs' ? `${i + 1}` : `${i + 1}`.padStart(`${count}`.length, '0')
      const extension = program === 'gs' ? '' : isGrey ? '.pgm' : '.pbm'
      return pnmPicture(readFileSync(`${stem}-${number}${extension}`))
    })
  })
}

/** A picture that says its resolution, as drivers write it. */
function pngAt(picture: Picture, dpi: number): Uint8Array<ArrayBuffer> {
  const file = pngOf(picture)
  const chunk = Buffer.alloc(21)
  chunk.writeUInt32BE(9, 0)
  chunk.write('pHYs', 4, 'latin1')
  for (const at of [8, 12]) chunk.writeUInt32BE(Math.round(dpi / 0.0254), at)
  chunk[16] = 1
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 17)), 17)
  return new Uint8Array(Buffer.concat([file.subarray(0, 33), chunk, file.subarray(33)]))
}

const rasterOf = (program: 'gs' | 'pdftoppm', name: string): Producer => ({
  name,
  absent: missing(program, '-v'),
  async produce(pages, r) {
    const [dpi, isGrey] = [r.pick([203, 300, 400, 600]), r.pick([true, false])]
    const { file, hows } = await pdfkitPages(pages, r)
    const pictures = rasters(file, pages.length, dpi, program, isGrey)
    return pictures.map((picture, i) => ({
      file: pngAt(picture, dpi),
      index: 0,
      how: `${hows[i]} at ${dpi} ${isGrey ? 'grey' : 'black'}`,
      noise: 25.4 / dpi,
    }))
  },
})

const photos: Producer = {
  name: 'JPEG',
  absent: missing('pdftoppm', '-v'),
  async produce(pages, r) {
    const [dpi, quality] = [r.pick([203, 300, 450]), r.between(50, 95)]
    const { file, hows } = await pdfkitPages(pages, r)
    return rasters(file, pages.length, dpi, 'pdftoppm', true).map(({ width, height, grey }, i) => {
      const data = Buffer.alloc(4 * width * height, 255)
      for (const [at, value] of grey.entries()) data.fill(value, 4 * at, 4 * at + 3)
      const bytes = jpeg.encode({ width, height, data }, quality).data
      return {
        file: new Uint8Array(bytes),
        index: 0,
        how: `${hows[i]} at ${dpi} of quality ${quality}`,
        noise: (9 * 25.4) / dpi,
      }
    })
  },
}

export const producers: readonly Producer[] = [
  pdfkit,
  chromium,
  cairo,
  rasterOf('gs', 'Ghostscript'),
  rasterOf('pdftoppm', 'Poppler'),
  photos,
]
