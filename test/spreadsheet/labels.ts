import { composeLabel } from '../../src/draw.ts'
import { PdfDocument } from '../../src/render/pdf.ts'
import { isFaults, sentencesOf } from '../../src/request/form-faults.ts'
import { parameters } from '../../src/request/params.ts'
import { givenSymbolReader } from '../../src/request/symbol-request.ts'

const read = givenSymbolReader(parameters.label)

/** The PDF of the labels with these values by parameter, drawn without any table. */
export function labelsPdf(rows: readonly { readonly [name: string]: string }[], title: string): Buffer {
  const pages = new PdfDocument(title)
  for (const row of rows) {
    const request = read(Object.fromEntries(Object.entries(row).map(([name, value]) => [name, [value]])))
    if (isFaults(request)) throw new Error(sentencesOf(request))
    pages.add(composeLabel(request, { maxPixels: 25e6 }).scene, request.qty)
  }
  return Buffer.from(pages.end())
}
