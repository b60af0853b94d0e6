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
  let file = '%PDF-1.4\n'
  let table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  objects.forEach((object, i) => {
    table += `${String(file.length).padStart(10, '0')} 00000 n \n`
    file += `${i + 1} 0 obj\n${object}\nendobj\n`
  })
  const trailer = `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file + table + trailer, 'latin1')
}
