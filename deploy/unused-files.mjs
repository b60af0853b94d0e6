// Removes files of packages that the program never loads: other bundles of the same code, sources, types, documents.

import { readdirSync, rmdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isLicence } from './licences.mjs'

/** Patterns of paths, each from the package's name on. All other files of a package are kept. */
const unused = [
  /\.(map|flow|md|markdown|[cm]?ts)$/,
  /\/\.[^/]/,
  /[/.-]browser[^/]*\.[cm]?js$/,
  // HarfBuzz: the subsetter, with which fonts/ was made
  /^harfbuzzjs\/dist\/harfbuzz-subset\./,
]

/** Removes them, and folders that become empty, from `modules`, a folder node_modules. */
export function removeUnused(modules) {
  for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath ?? entry.path, entry.name)
    const name = path.slice(path.lastIndexOf('/node_modules/') + '/node_modules/'.length)
    if (entry.isFile() && isUnused(name)) rmSync(path)
  }
  removeEmpty(modules)
}

/** @param name  a path below node_modules, from the package's name on */
export function isUnused(name) {
  return !isLicence(basename(name)) && unused.some((pattern) => pattern.test(name))
}

function removeEmpty(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) removeEmpty(join(folder, entry.name))
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder)
}
