// Which files of tests there are, and what they reach: a file reaches what it imports and starts as a thread, a browser what pages load, and a
// file that is not a module is reached by what names it.

import fs from 'node:fs'
import { basename, dirname, extname, join, posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const folders = ['symbologies', 'fonts', 'src', 'test', 'bench']
/** What a file says that needs more of a build than its modules. */
const wholeBuild = /\bbuild\/|bin\/quietzone|build\.mjs/
/** What the bundled program is made of, for the files that say this. */
const runsProgram = /bin\/quietzone|build\/program/
const program = ['src/cli/main.ts', 'src/server/main.ts']
/** What starts the browser of the tests, and what is bundled for browsers. */
const browser = 'test/pages/browser.ts'
const forBrowsers = /^src\/(?:pages\/browser|lib\/element)\//

/** What a file of tests imports that has more in the long run than `npm test` has of it. */
const isMoreWhenLong =
  /\{[^{}]*\b(?:long|all|inLongRun|absentOrBrief|cases|forAll|forAllInBatches)\b[^{}]*\} from '[./]*(?:random|browser)\.ts'/

const sources = new Map()
for (const folder of folders) {
  for (const path of fs.readdirSync(join(root, folder), { recursive: true }).sort()) {
    const file = posix.join(folder, path)
    if (extname(file) === '.ts' && !file.includes('node_modules'))
      sources.set(file, fs.readFileSync(join(root, file), 'utf8'))
  }
}

/** All files of tests, in the order of their names. */
export const tests = [...sources.keys()].filter((file) => file.startsWith('test/') && file.endsWith('.test.ts'))

export const isLong = (file) => file.endsWith('.long.test.ts')

/** Whether the long run has more of a file of tests than `npm test`. */
export const hasMoreWhenLong = (test) => isLong(test) || isMoreWhenLong.test(sources.get(test))

/**
 * The files of tests that `path` names: a file, compiled or not, or a folder.
 *
 * @throws Error  if there is none
 */
export function testsAt(path) {
  const place = relative(root, path).replace(/^build\//, '')
  const file = place.replace(/\.js$/, '.ts')
  if (tests.includes(file)) return [file]
  const inside = tests.filter((test) => test.startsWith(`${place.replace(/\/$/, '')}/`))
  if (inside.length === 0) throw new Error(`no tests at ${path}`)
  return inside
}

/** Whether a test runs the program, or has the pages or other products of a whole build. */
export function needsWholeBuild(test) {
  return [...reachedFrom(test)].some((file) => wholeBuild.test(sources.get(file) ?? ''))
}

/** The tests that reach one of the files `changed`. */
export function testsOf(changed) {
  const named = changed.filter((file) => !sources.has(file))
  const names = new Map(named.map((file) => [file, mentions(file)]))
  return tests.filter((test) => {
    const reached = reachedFrom(test)
    return changed.some((file) => reached.has(file) || names.get(file)?.some((by) => reached.has(by)))
  })
}

/** The files that name another by the end of its path: `server/api/openapi.json`, `openapi.json`. */
function mentions(file) {
  return [...sources.keys()].filter((source) => sources.get(source).includes(basename(file)))
}

const reaches = new Map()

/** A file, and all that is loaded with it. */
function reachedFrom(file) {
  let reached = reaches.get(file)
  if (reached !== undefined) return reached
  reached = new Set()
  const visit = (next) => {
    if (reached.has(next)) return
    reached.add(next)
    importsOf(next).forEach(visit)
  }
  visit(file)
  reaches.set(file, reached)
  return reached
}

const imports = new Map()

function importsOf(file) {
  let found = imports.get(file)
  if (found !== undefined) return found
  const text = sources.get(file) ?? ''
  const names = [...text.matchAll(/(?:\bfrom|^import|\bimport\()\s*['"](\.[^'"]+)['"]/gm)].map(([, name]) => name)
  const threads = [...text.matchAll(/new URL\(['`](\.[\w./-]+?)(?:\.js|\$\{\w+\(.*\)\})['`]/g)].map(
    ([, name]) => `${name}.ts`,
  )
  found = [...names, ...threads]
    .map((name) => posix.join(posix.dirname(file), name))
    .filter((name) => sources.has(name))
  if (runsProgram.test(text)) found.push(...program)
  // package.json says which of the two
  if (text.includes("'#node'")) found.push('src/lib/node.ts', 'src/lib/no-node.ts')
  if (file === browser) found.push(...[...sources.keys()].filter((source) => forBrowsers.test(source)))
  imports.set(file, found)
  return found
}
