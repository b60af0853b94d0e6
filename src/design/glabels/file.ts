/** Files of gLabels, packed by gzip or not. */

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { because } from '../../messages.ts'
import { GlabelsError, type Imported, importedDesign } from './index.ts'

/** The most bytes of a file, and of what is unpacked of it. */
const most = { file: 16 << 20, unpacked: 24 << 20 }

/**
 * The design in a file of gLabels; pictures that it names are looked for in its folder alone. The products must be loaded.
 *
 * @throws GlabelsError
 */
export function importedFile(file: string, hasFiles: boolean): Imported {
  const beside = (name: string): Uint8Array<ArrayBuffer> | undefined => {
    // whatever folder another machine had it in
    const own = basename(name.replaceAll('\\', '/'))
    if (own === '' || own.startsWith('.')) return undefined
    try {
      return contentOf(join(dirname(file), own))
    } catch (error) {
      if (error instanceof GlabelsError) return undefined
      throw error
    }
  }
  const name = basename(file, extname(file))
  return importedDesign(unpackedFile(contentOf(file)), { name, beside, hasFiles })
}

/** The XML in bytes that are packed, or that already are. @throws GlabelsError */
export function unpackedFile(bytes: Uint8Array<ArrayBuffer>): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: most.unpacked })
  } catch (error) {
    const isLarge = error instanceof RangeError || (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
    throw new GlabelsError(
      isLarge ? `unpacks to more than ${most.unpacked >> 20} MiB` : 'is damaged: gzip cannot unpack it',
    )
  }
}

/** @throws GlabelsError for anything but a regular file of at most 16 MiB */
function contentOf(file: string): Uint8Array<ArrayBuffer> {
  let descriptor: number | undefined
  try {
    // a FIFO that nobody writes to would hold up a blocking open for ever
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
    const stat = fstatSync(descriptor)
    if (!stat.isFile()) throw new GlabelsError('is not a regular file')
    if (stat.size > most.file) throw new GlabelsError(`has more than ${most.file >> 20} MiB`)
    const bytes = new Uint8Array(stat.size)
    return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, 0))
  } catch (error) {
    throw error instanceof GlabelsError ? error : new GlabelsError(`cannot be read: ${because(error)}`)
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}
