/** `quietzone design --import`: a design from a file of gLabels. */

import { dirname, join } from 'node:path'
import { importedFile } from '../design/glabels/file.ts'
import { GlabelsError } from '../design/glabels/index.ts'
import { loadProducts } from '../layout/sheets/products.ts'
import { exit, Failure, type Option } from './command.ts'
import { printMessage, write } from './output.ts'
import { pathOf, type Shell } from './shell.ts'

export const importOption: Option = {
  name: 'import',
  value: 'FILE',
  about:
    'Convert a file of gLabels 3 or 4 to a design, which -o names, and print what could not be taken over; large pictures are written beside it.',
}

/** Writes the design in a file of gLabels. @throws Failure */
export async function importDesign(shell: Shell, file: string, output: string | undefined): Promise<typeof exit.done> {
  const isFile = output !== undefined && output !== '-'
  await loadProducts()
  const { json, files, notes } = converted(shell, file, isFile)
  for (const [name, bytes] of files) await write(shell, bytes, join(dirname(output!), name))
  await write(shell, json, output)
  for (const note of notes) printMessage(shell, `${file}: ${note}`)
  return exit.done
}

function converted(shell: Shell, file: string, isFile: boolean): ReturnType<typeof importedFile> {
  try {
    return importedFile(pathOf(shell, file), isFile)
  } catch (error) {
    if (error instanceof GlabelsError) throw new Failure(exit.files, `${file}: ${error.message}`)
    throw error
  }
}
