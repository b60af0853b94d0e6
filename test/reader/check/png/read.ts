import { type Picture, readPng } from '../../../../src/reader/check/index.ts'

/** The picture in a file, or why there is none. */
export async function read(file: Buffer): Promise<Picture | string> {
  try {
    return await readPng(new Uint8Array(file))
  } catch (error) {
    return String(error)
  }
}
