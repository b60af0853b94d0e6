/**
 * Builds tap without the plugins that .taprc leaves out, unless that has been done. npm installs tap with all of them, and tap
 * builds itself only after it has started with those.
 */

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../src/root.ts'

/** The module that tap builds; it imports the plugins. */
const built = readFileSync(new URL(import.meta.resolve('@tapjs/test/test-built')), 'utf8')
const unwanted = [...readFileSync(join(root, '.taprc'), 'utf8').matchAll(/"!(.+)"/g)].map(([, name]) => name!)

if (unwanted.some((name) => built.includes(name))) {
  const tap = join(root, 'node_modules/.bin/tap')
  process.exitCode = spawnSync(process.execPath, [tap, 'build'], { cwd: root, stdio: 'inherit' }).status ?? 1
}
