import { composeLabel } from '../../src/draw.ts'
import { PdfDocument } from '../../src/render/pdf.ts'
import { sentencesOf } from '../../src/request/form-faults.ts'
import { parameters } from '../../src/request/params.ts'
import { symbolReader } from '../../src/request/reader.ts'

const read = symbolReader(parameters.label)

/** The PDF of the labels with these values by parameter, drawn without any table. */
export function labelsPdf(rows: readonly { readonly [name: string]: string }[], title: string): Buffer {
  const pages = new PdfDocument(title)
  for (const row of rows) {
    const { request, faults } = read(row)
    if (request === undefined) throw new Error(sentencesOf(faults))
    pages.add(composeLabel(request, { maxPixels: 25e6 }).scene, request.qty)
  }
  return Buffer.from(pages.end())
}
