// Files that packages bring along and the product never loads: other bundles of the same code, sources, types, papers.

import { readdirSync, rmdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isLicence } from './licences.mjs'

/** Paths below node_modules, each package as if it lay there. Whatever else a package has is kept. */
const unused = [
  /\.(map|flow|md|markdown|[cm]?ts)$/,
  /\/\.[^/]/,
  /[/.-]browser[^/]*\.[cm]?js$/,
  // of pdfkit: the bundle for require(), and the one standard font that is used, with what that requires
  /^pdfkit\/(?!package\.json$|js\/pdfkit\.js$|js\/standard-fonts\/(Helvetica|chunks\/[^/]*)\.cjs$)/,
  /^fontkit\/(src\/|dist\/module)/,
  /^(fflate\/umd|pako\/dist)\//,
  // of HarfBuzz: the WebAssembly, which src/text/harfbuzz.ts calls by itself
  /^harfbuzzjs\/(?!package\.json$|dist\/harfbuzz\.wasm$)/,
]

/** Takes them out of `modules`, a folder node_modules, with the folders that are empty then. */
export function removeLeftovers(modules) {
  for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath ?? entry.path, entry.name)
    const name = path.slice(path.lastIndexOf('/node_modules/') + '/node_modules/'.length)
    if (entry.isFile() && isUnused(name)) rmSync(path)
  }
  removeEmpty(modules)
}

/** @param name  a path below node_modules */
export function isUnused(name) {
  return !isLicence(basename(name)) && unused.some((pattern) => pattern.test(name))
}

function removeEmpty(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) removeEmpty(join(folder, entry.name))
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder)
}
