/** PNG files, read by the checker's reader (ISO/IEC 15948:2004). */

import { lightMatrix } from '../../../symbologies/matrix/index.ts'
import { PictureError, readPngAtOnce } from '../check/index.ts'
import { type Ink, inkOf, mostPixels } from '../check/picture/picture.ts'
import { mostUnpackedBytes } from '../check/png/png.ts'
import type { ExpectedHead } from './expected.ts'
import { unreadable } from './failure.ts'
import type { Pages } from './page.ts'

/** The page of a PNG in black and white, of the head's resolution. @throws VerificationFailure */
export function pngPages(bytes: Uint8Array, { perMetre }: ExpectedHead): Pages {
  const { bits, darkness, resolution } = inkIn(bytes)
  if (resolution?.across !== perMetre || resolution.down !== perMetre) {
    throw unreadable(`the PNG has ${resolution?.across} x ${resolution?.down} pixels a metre, not ${perMetre}`)
  }
  if (darkness !== undefined) throw unreadable('the PNG has greys')
  return [{ dots: bits, words: [], copies: 1 }]
}

function inkIn(bytes: Uint8Array): Ink {
  try {
    const picture = readPngAtOnce(bytes as Uint8Array<ArrayBuffer>, mostUnpackedBytes)
    const ink = inkOf(picture)
    if (ink !== undefined) return ink
    const { width, height, resolution, grey } = picture
    // a label without a symbol may be blank
    if (grey.every((value) => value === 255)) {
      return { width, height, bits: lightMatrix(width, height), soft: false, darkness: undefined, resolution }
    }
  } catch (error) {
    if (!(error instanceof PictureError)) throw error
    const advice = error.code === 'picture.limit' ? `: ${mostPixels} pixels are read` : ''
    throw unreadable(`${error.message}${advice}`)
  }
  throw unreadable('the PNG is of one colour')
}
