/** What files hold: their length and their SHA-256. */

import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Failure } from '../command.ts'
import { codeOf, type Output, unreadable } from '../files.ts'

/** What a file holds. */
export interface Digest {
  readonly bytes: number
  /** In hexadecimal. */
  readonly sha256: string
}

export function digestOf(bytes: Uint8Array): Digest {
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

const blockBytes = 1 << 20

/** What a regular file holds; undefined if there is none of that name. A symbolic link is none. @throws Failure */
export async function fileDigest(path: string): Promise<Digest | undefined> {
  try {
    const file = await regularFile(path)
    if (file === undefined) return undefined
    try {
      const hash = createHash('sha256')
      const block = Buffer.allocUnsafe(blockBytes)
      let bytes = 0
      for (;;) {
        const { bytesRead } = await file.read(block, 0, blockBytes, bytes)
        if (bytesRead === 0) return { bytes, sha256: hash.digest('hex') }
        hash.update(block.subarray(0, bytesRead))
        bytes += bytesRead
      }
    } finally {
      await file.close()
    }
  } catch (error) {
    throw error instanceof Failure ? error : unreadable(path, error)
  }
}

/** A regular file, open for reading; undefined if there is none of that name. A symbolic link is none. */
export async function regularFile(path: string): Promise<FileHandle | undefined> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((error: unknown) => {
    if (!['ENOENT', 'ENOTDIR', 'ELOOP'].includes(codeOf(error))) throw unreadable(path, error)
    return undefined
  })
  if (file === undefined || (await file.stat()).isFile()) return file
  await file.close()
  return undefined
}

export const isSame = (a: Digest | undefined, b: Digest): boolean => a?.bytes === b.bytes && a.sha256 === b.sha256

/** The output, and what was written to it. */
export function digested(output: Output): Output & { digest(): Digest } {
  const hash = createHash('sha256')
  let length = 0
  return {
    ...output,
    async write(data) {
      const bytes = typeof data === 'string' ? Buffer.from(data) : data
      hash.update(bytes)
      length += bytes.length
      await output.write(bytes)
    },
    digest: () => ({ bytes: length, sha256: hash.digest('hex') }),
  }
}
