/** Designs in files, with the pictures beside them. */

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { quoted } from '../../symbologies/messages.ts'
import { because } from '../messages.ts'
import type { Picture } from '../reader/check/picture/picture.ts'
import { textOfSettingsFile } from '../settings-file.ts'
import type { Design } from './design.ts'
import { type PictureSource, pictureIn, pictureInUri, SourceError } from './picture-source.ts'
import { designIn } from './reader.ts'

/** The most bytes of a picture's file. */
const mostBytes = 4 << 20

/**
 * The design in a regular file of at most 1 MiB, with pictures from its folder.
 *
 * @throws DesignError, SettingsFileError
 */
export function readDesign(file: string): Design {
  return designIn(textOfSettingsFile(file), picturesBeside(file))
}

/** The most bytes of pictures that go with a definition: no request takes a design with more. */
const mostPictures = 1 << 18

/**
 * The JSON value of the design in a file that can be read, with the pictures beside it as data: URIs.
 *
 * @returns undefined if its pictures are too large for that
 * @throws SettingsFileError, SourceError
 */
export function definitionIn(file: string): object | undefined {
  let left = mostPictures
  const definition: object = JSON.parse(textOfSettingsFile(file).replace(/^\ufeff/, ''), (name, value: unknown) => {
    if (name !== 'source' || typeof value !== 'string' || value.startsWith('data:') || left < 0) return value
    const bytes = contentOf(join(dirname(file), value))
    left -= bytes.length
    return `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`
  })
  return left < 0 ? undefined : definition
}

/** A name of a file in the same folder: no path leads elsewhere, and none is hidden. */
const pictureName = /^[\p{L}\p{N}_-][\p{L}\p{N} ._-]{0,99}$/u

/** The pictures that a design in this file names. */
function picturesBeside(file: string): PictureSource {
  const known = new Map<string, Picture>()
  return (source) => {
    if (source.startsWith('data:')) return pictureInUri(source)
    if (!pictureName.test(source))
      throw new SourceError(`${quoted(source)} is not the name of a file in the folder of the design`)
    const picture = known.get(source) ?? pictureIn(contentOf(join(dirname(file), source)))
    known.set(source, picture)
    return picture
  }
}

/** @throws SourceError for anything but a regular file of at most 4 MiB */
function contentOf(file: string): Uint8Array<ArrayBuffer> {
  let descriptor: number | undefined
  try {
    // a FIFO that nobody writes to would hold up a blocking open for ever
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
    const stat = fstatSync(descriptor)
    if (!stat.isFile()) throw new SourceError('is not a regular file')
    if (stat.size > mostBytes) throw new SourceError(`has ${stat.size} bytes; at most ${mostBytes} are accepted`)
    const bytes = new Uint8Array(stat.size)
    return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, 0))
  } catch (error) {
    throw error instanceof SourceError ? error : new SourceError(`cannot be read: ${because(error)}`)
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}
