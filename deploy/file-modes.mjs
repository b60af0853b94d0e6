// Lets everyone read what npm packs, whatever the umask of the checkout and of the build: npm writes the modes of files into its
// tarball, which should have the same bytes from every checkout. npm runs it before it packs.

import { execFileSync } from 'node:child_process'
import { chmodSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const listing = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
  cwd: root,
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
  maxBuffer: 2 ** 26,
})
for (const { path } of JSON.parse(listing)[0].files) {
  const file = join(root, path)
  const { mode } = statSync(file)
  const isProgram = (mode & 0o100) !== 0
  chmodSync(file, isProgram ? 0o755 : 0o644)
}
