import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { root } from '../../src/root.ts'
import { run } from '../cli/program.ts'

/** The packages that judge the package are installed in test/package/, not with the program's own. */
const tools = createRequire(join(root, 'test/package/package.json'))

/** Where a tool is; undefined if it is not installed. */
export function tool(path: string): string | undefined {
  try {
    return tools.resolve(path)
  } catch {
    return undefined
  }
}

export const toolsAbsent = tool('typescript') === undefined && 'not installed: npm ci --prefix test/package'

export interface Installed {
  /** The tarball that npm publishes. */
  readonly tarball: string
  /** A folder that has nothing but the package and what it needs. */
  readonly folder: string
}

/** The package, packed and installed as its consumers do. */
export function installed(): Installed {
  // not below the project, where packages that the tarball lacks would be found after all
  const work = mkdtempSync(join(tmpdir(), 'quietzone-consumer-'))
  t.teardown(() => rmSync(work, { recursive: true }))
  const folder = join(work, 'program')
  mkdirSync(folder)
  run(root, 'npm', 'pack', '--ignore-scripts=false', '--silent', '--pack-destination', work)
  const tarball = join(work, readdirSync(work).find((name) => name.endsWith('.tgz'))!)
  writeFileSync(join(folder, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }\n')
  run(folder, 'npm', 'i', tarball, '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund', '--silent')
  return { tarball, folder }
}

/** How many bytes the files of a folder have. */
export function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath ?? entry.path, entry.name)).size, 0)
}
