/** Documents that are joined from others: the chunks of a shard, or the parts of a batch. */

import { because } from '../../messages.ts'
import { joinedPdf, PdfJoinError, type PdfSource } from '../../render/pdf-join.ts'
import type { DocumentFormat } from '../../render/print-document.ts'
import { exit, Failure } from '../command.ts'
import type { Output } from '../files.ts'
import { type Digest, digested, regularFile } from './digest.ts'

const blockBytes = 1 << 20

/** The files of documents that were written; each is closed before the next one is opened. @throws Failure */
export async function* documentFiles(paths: Iterable<string>): AsyncGenerator<PdfSource> {
  for (const path of paths) {
    const file = await regularFile(path)
    if (file === undefined) throw new Failure(exit.files, `${path} is missing: run the same command again`)
    try {
      const read = async (from: number, length: number): Promise<Uint8Array> => {
        const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, from)
        if (bytesRead < length) throw new PdfJoinError(`${path} ends after ${from + bytesRead} bytes`)
        return buffer
      }
      yield { name: path, size: (await file.stat()).size, read }
    } catch (error) {
      if (error instanceof Failure || error instanceof PdfJoinError) throw error
      throw new Failure(exit.files, `${path} cannot be read: ${because(error)}`)
    } finally {
      await file.close()
    }
  }
}

/** Writes the labels of all documents, in order, as one. Returns what was written. @throws Failure */
export async function joinDocuments(
  paths: readonly string[],
  output: Output,
  { format, title }: { readonly format: DocumentFormat; readonly title: string },
): Promise<Digest> {
  const out = digested(output)
  try {
    const files = documentFiles(paths)
    for await (const piece of format === 'pdf' ? joinedPdf(title, files) : contents(files)) await out.write(piece)
    await out.finish()
    return out.digest()
  } catch (error) {
    await out.abandon()
    throw error instanceof PdfJoinError ? new Failure(exit.files, error.message) : error
  }
}

async function* contents(files: AsyncIterable<PdfSource>): AsyncGenerator<Uint8Array> {
  for await (const { size, read } of files) {
    for (let at = 0; at < size; at += blockBytes) yield await read(at, Math.min(blockBytes, size - at))
  }
}
