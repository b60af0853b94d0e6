/** Pictures of labels in one ZIP file; loaded when someone saves them. */

import { Zip, ZipPassThrough } from 'fflate/browser'

/** Characters of a text in the name of a file. */
const longestName = 40

export class RowPictures {
  readonly #pieces: Uint8Array<ArrayBuffer>[] = []
  readonly #zip = new Zip((error, piece) => {
    if (error !== null) throw error
    this.#pieces.push(piece as Uint8Array<ArrayBuffer>)
  })

  /**
   * Adds a picture, in a file that is named by the row and the text.
   *
   * @param row  from 1; each once
   */
  add(row: number, text: string, png: Uint8Array): void {
    const words = text
      .slice(0, longestName)
      .normalize('NFC')
      .split(/[^\p{L}\p{N}.-]/u)
    const name = [`${row}`.padStart(3, '0'), ...words.filter((word) => word !== '')].join('-')
    const file = new ZipPassThrough(`${name}.png`)
    // of ZIP the earliest date: the same labels are the same file
    file.mtime = new Date(1980, 0, 1)
    this.#zip.add(file)
    // PNG is compressed already
    file.push(png, true)
  }

  /** The file; nothing can be added afterwards. */
  end(): Blob {
    this.#zip.end()
    return new Blob(this.#pieces, { type: 'application/zip' })
  }
}
