// Compiles and bundles what has changed into build/, and writes the documents that it shows: `npm run build`, and at each start. Nothing
// has to be done if the sources are those of the last build. `node bin/build.mjs --modules` compiles the modules alone, which is enough for
// tests that run no program and load no page. A service that runs from build/ meanwhile never finds half a file: the compilers write into
// build.cache, where the next build finds what has not changed, and the bundler into a folder beside it; only then files take the place of
// those that they differ from. Builds at the same time wait for each other.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { dirname, extname, join, relative } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const built = join(root, 'build')
/** What the build was made of. */
const record = join(built, 'sources.json')
const lock = join(root, 'build.lock')
/** What the compilers made at the last build, and what they know of its sources. */
const cache = join(root, 'build.cache')
const modules = join(cache, 'modules')
/** Whether only modules are compiled: no declarations, no bundles, no documents. */
const modulesAlone = process.argv.includes('--modules')
/**
 * What is compiled for node, the declarations of the package's entry points, and what is compiled for browsers. The modules that
 * several of them share come out alike.
 */
const projects = [
  'tsconfig.json',
  'src/lib/tsconfig.json',
  'src/lib/element/tsconfig.json',
  'src/pages/browser/tsconfig.json',
]
/** Milliseconds between two looks whether another build has ended. */
const pace = 50

// here for `npm start`, which begins with this
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 15)) {
  process.stderr.write(`quietzone needs Node 20.15; this is ${process.versions.node}\n`)
  process.exit(4)
}

if (!isCurrent()) {
  await locked(async () => {
    if (!isCurrent()) await build()
  })
}

/** Size and time of everything that a build reads, and the versions of what makes it. */
function sources() {
  const own = ['build', 'bundle', 'documents'].map((name) => `bin/${name}.mjs`)
  const files = ['package-lock.json', ...own, ...projects, 'LICENSE', 'src/server/api/openapi.json']
  for (const folder of ['symbologies', 'fonts', 'src', 'test', 'bench']) {
    for (const path of filesIn(join(root, folder))) {
      const file = relative(root, path)
      if (extname(file) === '.ts' && !file.includes('node_modules')) files.push(file)
    }
  }
  for (const folder of ['docs', 'deploy', 'fonts/licences'])
    files.push(...filesIn(join(root, folder)).map((path) => relative(root, path)))
  for (const folder of ['.', 'bench', 'fonts']) {
    const names = fs.readdirSync(join(root, folder)).filter((name) => ['.md', '.svg'].includes(extname(name)))
    files.push(...names.map((name) => join(folder, name)))
  }
  const state = (file) => {
    const { size, mtimeMs } = fs.statSync(join(root, file))
    return `${file} ${size} ${mtimeMs}`
  }
  return JSON.stringify(files.sort().map(state), null, 1)
}

function isCurrent() {
  return fs.existsSync(record) && fs.readFileSync(record, 'utf8') === sources()
}

async function build() {
  // what changes from here on belongs to the next build
  const made = sources()
  const codes = await Promise.all(projects.slice(0, modulesAlone ? 1 : undefined).map(compiled))
  process.exitCode = codes.find((code) => code !== 0)
  if (process.exitCode !== undefined) return
  removeOrphans()
  const next = fs.mkdtempSync(join(root, 'build.next-'))
  process.on('exit', () => fs.rmSync(next, { recursive: true, force: true }))
  if (!modulesAlone) await writeBundles(next)
  fs.mkdirSync(built, { recursive: true })
  fs.rmSync(record, { force: true })
  const kept = new Set([...replaceFiles(modules), ...replaceFiles(next)])
  if (modulesAlone) return
  for (const path of filesIn(built)) if (!kept.has(relative(built, path))) fs.rmSync(path)
  fs.writeFileSync(record, made)
}

async function writeBundles(next) {
  // loaded here, since most starts build nothing
  const [{ build: bundled }, { bundles }, { writeDocuments }] = await Promise.all([
    import('rolldown'),
    import('./bundle.mjs'),
    import('./documents.mjs'),
  ])
  await bundled(bundles(next))
  writeDocuments(next)
}

/** The compiler's exit code. */
async function compiled(project) {
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const known = join(cache, `${project.replaceAll('/', '.')}.tsbuildinfo`)
  const args = [compiler, '-p', project, '--outDir', modules, '--incremental', '--tsBuildInfoFile', known]
  const [code] = await once(spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }), 'close')
  return code ?? 1
}

/** Removes what the compilers made of sources that are gone. */
function removeOrphans() {
  for (const path of filesIn(modules)) {
    const source = relative(modules, path).replace(/(?:\.d\.ts|\.js)(?:\.map)?$/, '.ts')
    if (!fs.existsSync(join(root, source))) fs.rmSync(path)
  }
}

/** Copies into build/ what is new or different in `folder`. The names of all its files there. */
function replaceFiles(folder) {
  const files = filesIn(folder).map((path) => relative(folder, path))
  for (const file of files) {
    const [path, place] = [join(folder, file), join(built, file)]
    if (fs.existsSync(place) && fs.readFileSync(place).equals(fs.readFileSync(path))) continue
    fs.mkdirSync(dirname(place), { recursive: true })
    // a file is there whole or not at all
    fs.copyFileSync(path, `${place}.next`)
    fs.renameSync(`${place}.next`, place)
  }
  return files
}

function filesIn(folder) {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, path, name }) => join(parentPath ?? path, name))
}

/** Runs `work` while no other build does; the lock of a process that has ended without releasing it does not count. */
async function locked(work) {
  while (!acquired()) await setTimeout(pace)
  process.on('exit', () => fs.rmSync(lock, { force: true }))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1))
  await work()
}

function acquired() {
  try {
    fs.writeFileSync(lock, `${process.pid}`, { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    const owner = Number(readOwner())
    if (owner > 0 && !isRunning(owner)) fs.rmSync(lock, { force: true })
    return false
  }
}

function readOwner() {
  try {
    return fs.readFileSync(lock, 'utf8')
  } catch {
    return ''
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
