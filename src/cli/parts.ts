/** Structured append on the command line: without `part`, all parts of a text are drawn. */

import { basename, extname } from 'node:path'
import { parameters } from '../api/params.ts'
import type { Given } from '../api/request-reader.ts'
import type { Limits } from '../draw.ts'
import type { Warning } from '../plan/warning.ts'
import { printDocument } from '../render/deflate.ts'
import { documentFormats } from '../render/print-document.ts'
import type { ZplPacking } from '../render/zpl.ts'
import { exit, Failure } from './command.ts'
import type { Endpoint } from './endpoints.ts'
import { refuseTerminal, withFormatOf, write } from './output.ts'

const { parts: range } = parameters.barcode
/** The most parts that a text has. */
const mostParts = range.kind === 'integer' ? range.most : 0

/** The values of each part, if `given` asks for several parts and not for one of them; otherwise `given` alone. */
export function partsOf(given: Given): readonly Given[] {
  const [count, ...others] = given.parts ?? []
  if (given.part !== undefined || others.length > 0 || typeof count !== 'string' || !/^[0-9]+$/.test(count)) {
    return [given]
  }
  const parts = Number(count)
  if (parts < 2 || parts > mostParts) return [given]
  return Array.from({ length: parts }, (_, i) => ({ ...given, part: [`${i + 1}`] }))
}

/** In a file name, stands for the number of the part. */
const place = '%d'

/** The name of the file of a part; other names stay as they are. */
export function fileOf(output: string | undefined, { parts, part }: Given): string | undefined {
  const number = part?.[0]
  return parts === undefined || typeof number !== 'string' ? output : output?.replaceAll(place, number)
}

/**
 * Draws all parts: each into its own file, if `%d` in the name of the output stands for its number, or all into one document.
 *
 * @param all  the values of each part
 * @throws Failure for an output that is neither; Refused
 */
export async function drawParts(
  endpoint: Endpoint,
  all: readonly Given[],
  output: string | undefined,
  limits: Limits,
): Promise<readonly Warning[]> {
  const parts = all.map((given) => withFormatOf(output, given))
  endpoint.check(parts[0]!)
  if (output?.includes(place)) {
    const drawings = parts.map((given) => endpoint.draw(given, limits))
    for (const [i, { bytes }] of drawings.entries()) await write(bytes, fileOf(output, parts[i]!))
    return drawings.flatMap(({ warnings }) => warnings)
  }
  const format = documentFormats.find((each) => each === parts[0]!.format?.[0])
  if (format === undefined) throw noPlace(parts.length)
  if ((output ?? '-') === '-') refuseTerminal(format)
  const document = printDocument(format, {
    title: output === undefined ? '' : basename(output, extname(output)),
    // checked with all other values
    packing: parts[0]!.zpl?.[0] as ZplPacking | undefined,
  })
  const warnings = endpoint.addTo(document, parts, limits)
  await write(document.end(), output)
  return warnings
}

function noPlace(parts: number): Failure {
  const advice =
    'give -o part-%d.png, where %d becomes the number of the part, -o with a name that ends in .pdf, or --part'
  return new Failure(exit.usage, `${parts} parts need ${parts} files or one PDF; ${advice}`)
}
