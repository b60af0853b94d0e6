/** What killed runs have left in the folder of an output. */

import { removeLeft } from '../files.ts'
import { printMessage } from '../output.ts'

/** How many are named in one line. */
const mostNamed = 3

const listed = (names: readonly string[]): string =>
  `${names.slice(0, mostNamed).join(', ')}${names.length > mostNamed ? ` and ${names.length - mostNamed} more` : ''}`

const files = (count: number): string => (count === 1 ? '1 file' : `${count} files`)

/** Removes the files whose run is certain to be gone, and names those of which that cannot be known. Both are told. */
export async function cleared(folder: string): Promise<void> {
  const { removed, unknown } = await removeLeft(folder)
  if (removed.length > 0)
    printMessage(`${folder}: removed ${files(removed.length)} that a killed run had left: ${listed(removed)}`)
  if (unknown.length > 0) {
    const advice = 'remove them if no run on another machine writes there'
    printMessage(`${folder}: ${files(unknown.length)} that a killed run may have left: ${listed(unknown)}; ${advice}`)
  }
}
