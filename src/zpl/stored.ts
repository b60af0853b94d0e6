/** What a program keeps in the printer: formats and graphics by their names, as far as memory goes. */

import type { Matrix } from '../../symbologies/matrix/index.ts'
import type { Command } from './lexer.ts'

/** The bytes that formats and graphics of a program may take together. */
const mostStoredBytes = 8 << 20

/** A program stores more than a printer would keep for it here. */
export class StorageFull extends Error {}

export class Stored {
  readonly #formats = new Map<string, readonly Command[]>()
  readonly #graphics = new Map<string, Matrix>()
  #bytes = 0

  /** That were kept since the beginning. */
  get bytes(): number {
    return this.#bytes
  }

  /** @throws StorageFull */
  keepFormat(name: string, commands: readonly Command[]): void {
    this.#take(commands.reduce((sum, { length }) => sum + length + 64, 0))
    // a part of a program would keep all of it in memory
    this.#formats.set(
      name,
      commands.map((command) => ({ ...command, data: command.data.slice() })),
    )
  }

  /** @throws StorageFull */
  keepGraphic(name: string, matrix: Matrix): void {
    this.#take(matrix.words.byteLength)
    this.#graphics.set(name, matrix)
  }

  format(name: string): readonly Command[] | undefined {
    return this.#formats.get(name)
  }

  graphic(name: string): Matrix | undefined {
    return this.#graphics.get(name)
  }

  /** Forgets what has a name, in which `*` may stand for either part. Its memory is not given back within a program. */
  forget(name: string): void {
    for (const kept of [this.#formats, this.#graphics]) {
      for (const each of kept.keys()) if (isNamed(each, name)) kept.delete(each)
    }
  }

  copy(from: string, to: string): void {
    const [format, graphic] = [this.format(from), this.graphic(from)]
    if (format !== undefined) this.keepFormat(to, format)
    if (graphic !== undefined) this.keepGraphic(to, graphic)
  }

  #take(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes > mostStoredBytes) throw new StorageFull()
  }
}

/** Whether an object has a name, whose parts may be `*`. */
function isNamed(object: string, name: string): boolean {
  const [parts, wanted] = [object.split('.'), name.split('.')]
  return parts.every((part, i) => wanted[i] === '*' || wanted[i] === part)
}

/**
 * The name of an object as `d:o.x`, by what is given of it. The device is R where none is named, and of what is recalled it does not matter.
 *
 * @param extension  that of objects of this kind: ZPL, GRF
 */
export function objectName(given: string, extension: string): string {
  const [, name = '', ending = ''] = /^(?:[A-Z]:)?([^.]*)(?:\.([^.]*))?$/.exec(given.trim().toUpperCase()) ?? []
  return `${name === '' ? 'UNKNOWN' : name}.${ending === '' ? extension : ending}`
}
