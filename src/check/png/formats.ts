/** Formats of files, by the bytes that they begin with. */

/** Its name, the offset of its signature, and the signature in ISO 8859-1. */
const signatures = [
  ['PNG', 0, '\x89PNG\r\n\x1a\n'],
  ['JPEG', 0, '\xff\xd8\xff'],
  ['WebP', 8, 'WEBP'],
  ['GIF', 0, 'GIF8'],
  ['BMP', 0, 'BM'],
  ['TIFF', 0, 'II*\0'],
  ['TIFF', 0, 'MM\0*'],
  ['AVIF', 4, 'ftypavif'],
  ['HEIC', 4, 'ftypheic'],
  ['PDF', 0, '%PDF'],
  ['SVG', 0, '<svg'],
  ['SVG', 0, '<?xml'],
  ['EPS', 0, '%!PS'],
  ['ZPL', 0, '^XA'],
] as const

export type FileFormat = (typeof signatures)[number][0]

/** Undefined for a file of another format. */
export function formatOf(file: Uint8Array): FileFormat | undefined {
  const found = signatures.find(([, offset, signature]) =>
    Array.from(signature).every((character, i) => file[offset + i] === character.charCodeAt(0)),
  )
  return found?.[0]
}
