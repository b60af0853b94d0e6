import { inflateSync } from 'node:zlib'

/** The streams of a PDF that this program wrote, without compression, a character for each byte, in the order of the file. */
export function pdfContents(file: Uint8Array): string[] {
  const bytes = Buffer.from(file)
  const starts = bytes.toString('latin1').matchAll(/<<\n([^()]*?)\/Length (\d+)\n>>\nstream\n/g)
  return [...starts].map(({ index, 0: start, 1: entries, 2: length }) => {
    const from = index + start.length
    const stream = bytes.subarray(from, from + Number(length))
    return (entries!.includes('/FlateDecode') ? inflateSync(stream) : stream).toString('latin1')
  })
}
