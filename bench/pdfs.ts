/** A label as PDF, written by others: by hand, and by pdfkit. */

import { finished } from 'node:stream/promises'
import { composeLabel } from '../src/draw.ts'
import { darkRuns, encode } from '../symbologies/index.ts'

/** The bars and the caption of a label: the input of the other contenders for PDF. */
export interface Bars {
  readonly text: string
  /** Left edge and width of each bar, in dots at 300 DPI. */
  readonly bars: readonly (readonly [left: number, width: number])[]
}

/** The size of a 4x6 label in landscape, in points. */
const [width, height] = [432, 288]
const [top, barHeight] = [300, 800]
const module = 10

export function barsOf(text: string): Bars {
  const { matrix } = encode('code128', text)
  const runs = new Int32Array(matrix.width + 1)
  const count = darkRuns(matrix, 0, runs)
  const left = Math.floor((1800 - matrix.width * module) / 2)
  const bars: [number, number][] = []
  for (let i = 0; i < count; i += 2) bars.push([left + runs[i]! * module, (runs[i + 1]! - runs[i]!) * module])
  return { text, bars }
}

export interface PdfKit {
  default: typeof import('pdfkit')
}

/** The usual way with pdfkit: each page is drawn. */
export function pdfOfPages({ default: Document }: PdfKit, { text, bars }: Bars, compress: boolean): Uint8Array {
  const document = new Document({ size: [width, height], margin: 0, autoFirstPage: false, compress })
  for (let page = 0; page < 500; page++) {
    document.addPage()
    document.font('Helvetica').fontSize(18).text(text, 0, 20, { width, align: 'center' })
    document.scale(0.24)
    for (const [left, barWidth] of bars) document.rect(left, top, barWidth, barHeight)
    document.fill()
  }
  document.end()
  return document.read()
}

/**
 * Different 2x1 labels as pages, each with its bars and its text.
 *
 * @returns pages for a second of CPU time
 */
export async function pagesOfPdfkit({ default: Document }: PdfKit, pages: number): Promise<number> {
  const before = process.cpuUsage()
  const document = new Document({ size: [144, 72], margin: 0, autoFirstPage: false })
  document.resume()
  for (let page = 1; page <= pages; page++) {
    const text = `QZ-${String(page).padStart(6, '0')}`
    const { matrix } = encode('code128', text)
    const runs = new Int32Array(matrix.width + 1)
    const count = darkRuns(matrix, 0, runs)
    document.addPage()
    document.font('Helvetica').fontSize(8).text(text, 0, 60, { width: 144, align: 'center' })
    for (let i = 0; i < count; i += 2) document.rect(10 + 0.96 * runs[i]!, 8, 0.96 * (runs[i + 1]! - runs[i]!), 46)
    document.fill()
  }
  document.end()
  await finished(document)
  const { user, system } = process.cpuUsage(before)
  return (1e6 * pages) / (user + system)
}

/** The minimum for 500 pages of one drawing: a handwritten file without compression. */
export function barePdf({ text, bars }: Bars): Uint8Array {
  const kids = Array.from({ length: 500 }, (_, i) => `${i + 5} 0 R`).join(' ')
  const paths = bars.map(([left, barWidth]) => `${left} ${1200 - top - barHeight} ${barWidth} ${barHeight} re`)
  const content = `BT /F1 18 Tf 100 250 Td (${text}) Tj ET\n.24 0 0 .24 0 0 cm\n${paths.join('\n')}\nf`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count 500/MediaBox[0 0 ${width} ${height}]/Resources<</Font<</F1 4 0 R>>>>/Kids[${kids}]>>`,
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...Array<string>(500).fill('<</Type/Page/Parent 2 0 R/Contents 3 0 R>>'),
  ]
  return fileOf(objects, '')
}

/** What is on one 4x6 label in landscape, as its page says it: bars in twentieths of a dot, the text in dots, y down. */
interface PageBars {
  readonly text: string
  readonly bars: readonly (readonly [left: number, width: number])[]
  readonly top: number
  readonly height: number
  readonly baseline: readonly [x: number, y: number]
  readonly size: number
}

/** The finished bars and the place of the text, of the drawing that quietzone writes as PDF. @param text digits */
export function singlePageBars(text: string): PageBars {
  const label = {
    type: 'code128',
    size: '4x6',
    orientation: 'landscape',
    showtext: true,
    qty: 1,
    format: 'pdf',
  } as const
  const { marks } = composeLabel({ ...label, text }, { maxPixels: 0 }).scene
  const symbol = marks.find((mark) => mark.kind === 'modules')!
  const words = marks.find((mark) => mark.kind === 'text')!
  const runs = new Int32Array(symbol.matrix.width + 1)
  const count = darkRuns(symbol.matrix, 0, runs)
  const bars: [number, number][] = []
  for (let i = 0; i < count; i += 2) {
    const [left, right] = [symbol.xs[runs[i]!]!, symbol.xs[runs[i + 1]!]!]
    bars.push([20 * left + 1, 20 * (right - left) - 2])
  }
  const [top = 0, bottom = 0] = [symbol.ys[0], symbol.ys.at(-1)]
  const { size, ink } = words.line
  // centred; a digit of Helvetica is 0.556 wide
  const left = (ink.left + ink.right - 0.556 * size * text.length) / 2
  const baseline = [words.x + left, words.y] as const
  return { text, bars, top: 20 * top + 1, height: 20 * (bottom - top) - 2, baseline, size }
}

/** The minimum for that page: a file by hand, without compression, as ours is, and with the title and the way to print. */
export function singlePage({ text, bars, top, height: tall, baseline: [x, y], size }: PageBars): Uint8Array {
  let content = `1 0 0 -1 0 ${height} cm\n.24 0 0 .24 0 0 cm\nBT 1 0 0 -1 ${x} ${y} Tm /F1 ${size} Tf (${text}) Tj ET\n`
  content += '.05 0 0 .05 0 0 cm\n'
  for (const [left, wide] of bars) content += `${left} ${top} ${wide} ${tall} re\n`
  content += 'f'
  const objects = [
    '<</Type/Catalog/Pages 2 0 R/ViewerPreferences<</PrintScaling/None/DisplayDocTitle true>>>>',
    '<</Type/Pages/Count 1/Kids[4 0 R]>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Resources<</Font<</F1 5 0 R>>>>/Contents 3 0 R>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    `<</Producer(quietzone)/CreationDate(D:19700101000000Z)/Title(${text})>>`,
  ]
  return fileOf(objects, '/Info 6 0 R')
}

/** @param objects their numbers are their places, from 1; the first is the catalogue */
function fileOf(objects: readonly string[], entries: string): Uint8Array {
  let file = '%PDF-1.4\n'
  let table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  objects.forEach((object, i) => {
    table += `${String(file.length).padStart(10, '0')} 00000 n \n`
    file += `${i + 1} 0 obj\n${object}\nendobj\n`
  })
  const trailer = `trailer\n<</Size ${objects.length + 1}/Root 1 0 R${entries}>>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file + table + trailer, 'latin1')
}
