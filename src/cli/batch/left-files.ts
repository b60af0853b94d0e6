/** What killed runs have left in the folder of an output. */

import { readdir, rm, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fallible, isTemporary, unlessAbsent, writerOf } from '../files.ts'
import { printMessage } from '../output.ts'
import type { Shell } from '../shell.ts'

/** How many are named in one line. */
const mostNamed = 3

const listed = (names: readonly string[]): string =>
  `${names.slice(0, mostNamed).join(', ')}${names.length > mostNamed ? ` and ${names.length - mostNamed} more` : ''}`

const files = (count: number): string => (count === 1 ? '1 file' : `${count} files`)

/** Removes the files whose run is certain to be gone, and names those of which that cannot be known. Both are told. */
export async function cleared(shell: Shell, folder: string): Promise<void> {
  const { removed, unknown } = await removeLeft(folder)
  if (removed.length > 0)
    printMessage(shell, `${folder}: removed ${files(removed.length)} that a killed run had left: ${listed(removed)}`)
  if (unknown.length > 0) {
    const advice = 'remove them if no run on another machine writes there'
    printMessage(
      shell,
      `${folder}: ${files(unknown.length)} that a killed run may have left: ${listed(unknown)}; ${advice}`,
    )
  }
}

/** Deletes all files in a folder that runs have not completed. @throws Failure */
export async function removeParts(folder: string): Promise<void> {
  await fallible(folder, async () => {
    const names = (await readdir(folder).catch(unlessAbsent)) ?? []
    for (const name of names.filter(isTemporary)) await rm(join(folder, name), { force: true })
  })
}

/** What was found of runs that were killed. */
interface LeftFiles {
  readonly removed: readonly string[]
  /** Those that stay: their run may be on another machine, or they cannot be removed. */
  readonly unknown: readonly string[]
}

/** Deletes the files in a folder that runs have not completed and that are certain to run no more. */
async function removeLeft(folder: string): Promise<LeftFiles> {
  const [removed, unknown]: [string[], string[]] = [[], []]
  // a folder that is not there, or cannot be listed, has nothing to tell
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter(isTemporary)) {
    const writer = writerOf(name)
    if (writer === 'running') continue
    const isRemoved =
      writer === 'gone' &&
      (await unlink(join(folder, name)).then(
        () => true,
        () => false,
      ))
    ;(isRemoved ? removed : unknown).push(name)
  }
  return { removed, unknown }
}
