/** Prints what pictures of all formats and symbologies are before they are compressed: `node build/test/e2e/digests.js`. */

import { createHash } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { inflateSync } from 'node:zlib'
import { drawBarcode, drawLabel, type ImageFormat } from '../../src/draw.ts'
import { labelSymbologies, type Symbology, symbologies } from '../../symbologies/index.ts'
import { pngPicture } from '../oracle/picture.ts'
import { random } from '../random.ts'
import { randomText, shortText } from '../texts.ts'

const formats = ['png', 'svg', 'pdf'] as const
const limits = { maxPixels: 25_000_000 }

/**
 * SHA-256 of the pictures of each format and symbology, alone and as labels, the same ones in every run with the same seed.
 * PNGs and streams of PDFs are compressed by node's zlib, whose bytes differ from version to version: what counts is what they hold.
 */
export function digests(): Record<string, string> {
  const all: Record<string, string> = {}
  for (const format of formats) {
    for (const type of symbologies) all[`${type} ${format}`] = digest(barcodes(type, format))
    for (const type of labelSymbologies) all[`${type} label ${format}`] = digest(labels(type, format))
  }
  return all
}

function digest(pictures: readonly Uint8Array[]): string {
  const hash = createHash('sha256')
  for (const bytes of pictures) {
    if (bytes[0] === percent) hash.update(uncompressed(bytes))
    else if (bytes[0] === png) hash.update(pngPicture(bytes).grey)
    else hash.update(bytes)
  }
  return hash.digest('hex')
}

const [percent, png] = [0x25, 0x89]

/** A PDF's objects in latin1, with their streams as they were before compression, without lengths and offsets. */
function uncompressed(bytes: Uint8Array): string {
  const file = Buffer.from(bytes).toString('latin1')
  const objects = file.slice(0, file.lastIndexOf('\nxref\n')).split(/(?<=\nendobj\n)/)
  return objects.map(uncompressedObject).join('')
}

function uncompressedObject(object: string): string {
  const stream = /\nstream\r?\n([\s\S]*)\nendstream\n/.exec(object)
  const dictionary = object.slice(0, stream?.index).replace(/\/Length \d+/, '')
  if (stream === null) return dictionary
  const held = Buffer.from(stream[1]!, 'latin1')
  return dictionary + (dictionary.includes('/FlateDecode') ? inflateSync(held) : held).toString('latin1')
}

const count = 20

function barcodes(type: Symbology, format: ImageFormat): Uint8Array[] {
  const r = random(`${type} ${format}`)
  return Array.from({ length: count }, (_, i) => {
    const given = { scale: r.between(1, 6), height: r.between(5, 20), rotate: r.pick(['N', 'R', 'L', 'I'] as const) }
    const text = i === 0 ? shortText[type] : randomText[type](r)
    return drawBarcode({ type, text, format, includetext: r.between(0, 1) === 1, ...given }, limits).bytes
  })
}

function labels(type: (typeof labelSymbologies)[number], format: ImageFormat): Uint8Array[] {
  if (format === 'svg') return []
  return (['portrait', 'landscape'] as const).map(
    (orientation) =>
      drawLabel({ type, text: shortText[type], format, size: '4x6', orientation, showtext: true, qty: 2 }, limits)
        .bytes,
  )
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) console.log(JSON.stringify(digests()))
