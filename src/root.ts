import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The absolute path of the folder of package.json, without a slash at its end: the same from the sources and from the build. */
export const root: string = packageRoot(dirname(fileURLToPath(import.meta.url)))

function packageRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error('package.json is missing from every folder above this module')
  return packageRoot(parent)
}

/** The version of the program. */
export function version(): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return version
}
