// Takes the comments out of the modules that programs import, for `npm pack`: what editors show is in their declarations. A fifth of
// their bytes is comments, and an installation has at most 12 MB. Lines stay lines, and names stay names, so that a stack trace can be read.

import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { minifySync } from 'rolldown/utils'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const layout = { module: true, compress: false, mangle: false, codegen: { removeWhitespace: false } }

for (const folder of ['src', 'symbologies', 'fonts']) {
  const files = readdirSync(join(root, 'build', folder), { recursive: true })
  for (const file of files.filter((name) => name.endsWith('.js'))) {
    const path = join(root, 'build', folder, file)
    const code = readFileSync(path, 'utf8')
    // what bundlers may leave out is marked by a comment
    if (code.includes('@__PURE__')) continue
    const { code: plain, errors } = minifySync(path, code, layout)
    if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`)
    // a program that runs from build/ meanwhile never finds half a file
    writeFileSync(`${path}.next`, plain)
    renameSync(`${path}.next`, path)
  }
}
