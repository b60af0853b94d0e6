import { gzipSync } from 'node:zlib'
import { drawBarcode } from '../src/draw.ts'
import { encode } from '../symbologies/index.ts'
import { address, pool } from './pools.ts'
import { type Quartiles, quartiles } from './quartiles.ts'

/** Bytes of QR symbols as SVG, at scale 3. */
export interface SvgSize {
  /** The name of the version. */
  readonly symbol: string
  readonly plain: Quartiles
  /** By gzip at its default level. */
  readonly gzip: Quartiles
}

/** Texts of web addresses, of so many characters that the symbol has that version. */
const versions = [
  { version: 3, texts: pool(20, (draw) => address(draw, draw(32, 40))) },
  { version: 13, texts: pool(20, (draw) => address(draw, draw(300, 325))) },
  { version: 40, texts: pool(20, (draw) => address(draw, draw(2220, 2325))) },
]

export function measuredSvgs(): readonly SvgSize[] {
  return versions.map(({ version, texts }) => {
    const files = texts.map((text) => svgOf(text, version))
    return {
      symbol: `QR v${version}`,
      plain: quartiles(files.map(({ length }) => length)),
      gzip: quartiles(files.map((file) => gzipSync(file).length)),
    }
  })
}

function svgOf(text: string, version: number): Uint8Array {
  const { width } = encode('qr', text).matrix
  if (width !== 17 + 4 * version)
    throw new Error(`${text.length} characters make ${width} modules, no version ${version}`)
  const style = { type: 'qr', format: 'svg', includetext: false, scale: 3, height: 15, rotate: 'N' } as const
  return drawBarcode({ ...style, text }, { maxPixels: 25_000_000 }).bytes
}
