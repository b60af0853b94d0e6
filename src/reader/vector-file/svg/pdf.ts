/** A PDF of one page, with Helvetica as F. ISO 32000-1, 7.5 */

import { pdfNumber } from './path.ts'

export function pdfOf(content: string, [width, height]: readonly [number, number]): Uint8Array {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pdfNumber(width)} ${pdfNumber(height)}] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  const header = '%PDF-1.4\n'
  let at = header.length
  const offsets: number[] = []
  const bodies = objects.map((object, i) => {
    const body = `${i + 1} 0 obj\n${object}\nendobj\n`
    offsets.push(at)
    at += body.length
    return body
  })
  const entries = offsets.map((offset) => `${`${offset}`.padStart(10, '0')} 00000 n \n`)
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}`
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`
  return new TextEncoder().encode(`${header}${bodies.join('')}${table}${trailer}`)
}
