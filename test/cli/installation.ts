import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../src/root.ts'

/**
 * The built program with its fonts, copied into the empty `folder` to be damaged there; its packages are links, but for HarfBuzz.
 */
export function installIn(folder: string): void {
  for (const part of [
    'package.json',
    'bin',
    'designs',
    'fonts',
    'build/program',
    'build/pages',
    'build/src',
    'build/symbologies',
    'build/fonts',
  ]) {
    cpSync(join(root, part), join(folder, part), { recursive: true })
  }
  const data = (path: string): boolean => !path.endsWith('.ts')
  cpSync(join(root, 'src'), join(folder, 'src'), { recursive: true, filter: data })
  const packages = join(folder, 'node_modules')
  mkdirSync(packages)
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== 'harfbuzzjs') symlinkSync(join(root, 'node_modules', name), join(packages, name))
  }
  cpSync(join(root, 'node_modules/harfbuzzjs'), join(packages, 'harfbuzzjs'), { recursive: true })
}
