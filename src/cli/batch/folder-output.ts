import { setImmediate as nextTurn } from 'node:timers/promises'
import { quoted } from '../../../symbologies/index.ts'
import type { LabelFormat, Limits } from '../../draw.ts'
import { Refused } from '../command.ts'
import { type Endpoint, partsOf } from '../endpoints.ts'
import { makeFolder } from '../files.ts'
import { imageExtension, withFormatOf } from '../output.ts'
import { isFree, writeOwn } from '../small-files.ts'
import type { BatchOutput } from './batch-output.ts'
import type { Row } from './columns.ts'
import type { DrawnRow } from './drawn-row.ts'
import { refuseUnsafe, TakenNames } from './file-names.ts'
import { isOwnImage } from './own-files.ts'

/** The images of a row. */
export interface DrawnImages extends DrawnRow {
  readonly images: readonly DrawnImage[]
}

interface DrawnImage {
  /** A plain file name. */
  readonly name: string
  readonly format: LabelFormat
  readonly bytes: Uint8Array
}

/** Draws an image, or one for each part, named by the column `file` or else by the row's number. @throws Refused */
export function drawImages({ number, given, file }: Row, endpoint: Endpoint, limits: Limits): DrawnImages {
  const stem = file ?? `${number}`.padStart(6, '0')
  refuseUnsafe(stem)
  const parts = partsOf(given)
  const drawn = parts.map((part, i) => {
    const own = parts.length > 1 ? numbered(stem, i + 1) : stem
    const extension = imageExtension(own)
    const { format, bytes, warnings } = endpoint.draw(extension === '' ? part : withFormatOf(own, part), limits)
    const name = extension === '' ? `${own}.${format}` : own
    refuseUnsafe(name)
    return { name, format, bytes, warnings }
  })
  return {
    images: drawn.map(({ name, format, bytes }) => ({ name, format, bytes })),
    warnings: drawn.flatMap(({ warnings }) => warnings),
  }
}

/** The name with a number, in front of the extension of an image. */
function numbered(name: string, number: number): string {
  const extension = imageExtension(name)
  return extension === '' ? `${name}-${number}` : `${name.slice(0, -extension.length - 1)}-${number}.${extension}`
}

export interface FolderSurroundings {
  /** Names that earlier rows have. */
  readonly taken?: TakenNames
  /** Called for each image in the folder. */
  readonly written?: (name: string, bytes: Uint8Array) => void
}

/** Milliseconds of writing after which the event loop has a turn: for signals, and for what other threads have drawn. */
const longestTurn = 10

/** The files of all images in `folder`. */
export async function folderOutput(
  folder: string,
  { taken = new TakenNames(), written }: FolderSurroundings = {},
): Promise<BatchOutput<DrawnImages>> {
  await makeFolder(folder)
  let turned = performance.now()
  return {
    async put(number, { images }) {
      for (const { name } of images) taken.take(name, number)
      // no part is written if another has no place
      for (const { name, format } of images.length > 1 ? images : []) {
        if (!isFree(folder, name, isOwnImage(format))) throw foreign(name)
      }
      for (const { name, format, bytes } of images) {
        if (!writeOwn(folder, name, bytes, isOwnImage(format))) throw foreign(name)
        written?.(name, bytes)
      }
      if (performance.now() - turned < longestTurn) return
      await nextTurn()
      turned = performance.now()
    },
    async flush() {},
    async finish() {},
    async abandon() {},
  }
}

function foreign(name: string): Refused {
  const found = 'already exists, and quietzone did not write it; it is left as it is'
  return new Refused('invalid_parameter', `file: ${quoted(name)} ${found}`)
}
