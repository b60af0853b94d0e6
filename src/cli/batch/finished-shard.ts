/** A shard that an earlier run, or another one, has finished. */

import { basename, dirname, join } from 'node:path'
import { type Exit, exit, Failure } from '../command.ts'
import { printMessage } from '../output.ts'
import { ChunkFolder } from './chunks.ts'
import { fileDigest, isSame } from './digest.ts'
import { removeParts } from './left-files.ts'
import { differences, Manifest } from './manifest.ts'
import type { Origin } from './manifest-values.ts'
import type { Place } from './place.ts'
import type { ShardPlan } from './shard-plan.ts'
import { summaryLine, sumOf } from './totals.ts'

/** The path of an output without the slash at its end. */
export const outputPath = ({ place }: Place): string => join(dirname(place), basename(place))
export const manifestPath = (place: Place): string => `${outputPath(place)}.manifest.json`

/** The exit code of a run that finished the shard, if its outputs are still there. @throws Failure if they are not what they were */
export async function finishedEarlier({ place }: ShardPlan, origin: Origin): Promise<Exit | undefined> {
  const path = manifestPath(place)
  const manifest = await Manifest.read(path)
  if (manifest === undefined) return undefined
  const [first, ...others] = differences(manifest.head, origin)
  if (first !== undefined) {
    const all = [first, ...others].slice(0, 3).join('; ')
    throw new Failure(exit.usage, `${path} is of another run: ${all}; give another output, or remove ${path}`)
  }
  let missing: string | undefined
  for await (const { file, ...wanted } of manifest.entries('outputs')) {
    const output = join(dirname(path), file)
    const found = await fileDigest(output)
    if (found === undefined) missing ??= output
    else if (!isSame(found, wanted)) {
      const advice = 'remove it, and run the same command again, which draws its rows again'
      throw new Failure(exit.usage, `${output} is not what ${path} says (SHA-256 ${found.sha256}): ${advice}`)
    }
  }
  if (missing !== undefined) {
    printMessage(`${missing} is missing: the rows are drawn again`)
    return undefined
  }
  await removed(place)
  const failed = sumOf(manifest.head.failed)
  printMessage(`finished earlier, and whole: ${summaryLine(place.place, manifest.head, failed)}; see ${path}`)
  return failed === 0 ? exit.done : exit.refused
}

/** Removes the folder of the chunks, and what killed runs have left in the folder of the images. */
export async function removed(place: Place): Promise<void> {
  if (place.form === undefined) await removeParts(place.place)
  const folder = ChunkFolder.beside(outputPath(place))
  const others = await folder.remove()
  if (others.length > 0) printMessage(`${folder.path} stays: quietzone did not write ${others.slice(0, 3).join(', ')}`)
}
