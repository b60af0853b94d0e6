/** The pictures of designs: PNG, from a data: URI or from a file that whoever reads the design gives. */

import { quoted } from '../../symbologies/messages.ts'
import { type Interruptible, uninterrupted } from '../interruptible.ts'
import type { Picture } from '../reader/check/picture/picture.ts'
import { formatOf, PictureError, pngSize } from '../reader/check/png/png.ts'
import { readPngInTurns, unpackedBytes } from '../reader/check/png/reader.ts'

/** The picture that an element names. @throws SourceError */
export type PictureSource = (source: string) => Picture

/** Why a source gives no picture; the message goes on after its path. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
}

/** RFC 2397: the data of a PNG in base64. */
const dataForm = /^data:image\/png;base64,([A-Za-z0-9+/]+={0,2})$/

/** The picture in a data: URI. @throws SourceError for anything else */
export const pictureInUri: PictureSource = (source) => pictureIn(fileInUri(source))

/** The PNG file in a data: URI. @throws SourceError for anything else */
export function fileInUri(source: string): Uint8Array<ArrayBuffer> {
  const [, data] = dataForm.exec(source) ?? []
  if (data !== undefined) return decoded(data)
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
  return uninterrupted(readingPicture(file))
}

/** The same, interrupted after some rows. @throws SourceError */
export function* readingPicture(file: Uint8Array<ArrayBuffer>): Interruptible<Picture> {
  try {
    return yield* readPngInTurns(file)
  } catch (error) {
    throw sourceError(file, error)
  }
}

/**
 * What a PNG costs, by its header: its pixels, or the bytes of its rows where these are more.
 *
 * @throws SourceError
 */
export function costOfPicture(file: Uint8Array<ArrayBuffer>): number {
  try {
    const { width, height } = pngSize(file)
    return Math.max(width * height, unpackedBytes(file))
  } catch (error) {
    throw sourceError(file, error)
  }
}

/** Why a file gives no picture. @throws `error` if that is another fault */
function sourceError(file: Uint8Array, error: unknown): SourceError {
  if (!(error instanceof PictureError)) throw error
  const format = formatOf(file)
  if (format === undefined || format === 'PNG') return new SourceError(`is ${error.message}`)
  const why = format === 'SVG' ? 'SVG, which is not drawn on labels' : format
  return new SourceError(`is ${why}: save the picture as PNG, at the size and resolution in which it is printed`)
}
