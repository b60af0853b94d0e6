/** The pictures of designs: PNG, from a data: URI or from a file that whoever reads the design gives. */

import { quoted } from '../../symbologies/messages.ts'
import type { Picture } from '../check/picture/picture.ts'
import { formatOf, PictureError } from '../check/png/png.ts'
import { readPngAtOnce } from '../check/png/reader.ts'

/** The picture that an element names. @throws SourceError */
export type PictureSource = (source: string) => Picture

/** Why a source gives no picture; the message goes on after its path. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
}

/** RFC 2397: the data of a PNG in base64. */
const dataForm = /^data:image\/png;base64,([A-Za-z0-9+/]+={0,2})$/

/** The picture in a data: URI. @throws SourceError for anything else */
export const pictureInUri: PictureSource = (source) => {
  const [, data] = dataForm.exec(source) ?? []
  if (data !== undefined) return pictureIn(decoded(data))
  if (source.startsWith('data:')) {
    const [type = ''] = source.slice('data:'.length).split(/[;,]/)
    throw new SourceError(`is a picture of the type ${quoted(type)}; ${accepted}`)
  }
  throw new SourceError(`${quoted(source)} is a file, which a design in a request cannot name; ${accepted}`)
}

const accepted = 'a PNG as data:image/png;base64,… is accepted'

function decoded(data: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
  } catch {
    throw new SourceError(`is not base64; ${accepted}`)
  }
}

/** The picture of a PNG file. @throws SourceError */
export function pictureIn(file: Uint8Array<ArrayBuffer>): Picture {
  try {
    return readPngAtOnce(file)
  } catch (error) {
    if (!(error instanceof PictureError)) throw error
    const format = formatOf(file)
    if (format === undefined || format === 'PNG') throw new SourceError(`is ${error.message}`)
    const why = format === 'SVG' ? 'SVG, which is not drawn on labels' : format
    throw new SourceError(`is ${why}: save the picture as PNG, at the size and resolution in which it is printed`)
  }
}
