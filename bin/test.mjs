// Compiles what has changed and runs tests, files of a room one after another in a process of node, four processes at once, those first that
// took most time when they ran last:
//
//     npm test                                         linter, compiler, and all quick tests
//     npm test -- test/render/png.test.ts test/xml     files, and folders of them
//     npm test -- --changed[=main]                     those that reach what is not committed, or what differs from main
//     npm run test:long                                all tests, with many times the cases
//     npm run test:long -- --rest                      what npm test has not run in the same form
//
// A file that ends its process or hangs is a failure by its name; the others of its process run in a new one.

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { hasMoreWhenLong, isLong, needsWholeBuild, tests, testsAt, testsOf } from './test-files.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { values: options, positionals: paths } = parseArgs({
  allowPositionals: true,
  options: {
    jobs: { type: 'string', default: '4' },
    long: { type: 'boolean' },
    'no-build': { type: 'boolean' },
    rest: { type: 'boolean' },
  },
  args: process.argv.slice(2).filter((argument) => !/^--changed(=|$)/.test(argument)),
})
const changed = process.argv.slice(2).find((argument) => /^--changed(=|$)/.test(argument))
/** Files in one process. */
const most = 16
/** Seconds of CPU time that each file took when it ran last, by its name: `test/xml.test.ts`. */
const record = join(root, 'build.cache', options.long ? 'seconds.long.json' : 'seconds.json')
const seconds = readSeconds()
/** Seconds for one file: far more than any takes. */
const limit = options.long ? 1800 : 300
const isWhole = paths.length === 0 && changed === undefined

if (options.long) {
  process.env.TEST_LONG = '1'
  process.env.TEST_SEED ??= `${Date.now() % 2 ** 31}`
}

/** Processes of tests. */
const running = new Set()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    running.forEach(ended)
    process.exit(1)
  })
}

const files = chosen()
if (!options['no-build']) await prepared()
const { Reporter } = await import(pathToFileURL(join(root, 'build/test/reporter.js')).href)
const counts = { total: 0, pass: 0, fail: 0, skip: 0 }
const began = Date.now()
if (options.long) console.log(`# seed: repeat this run with TEST_SEED=${process.env.TEST_SEED}`)
await run(processesOf(files))
fs.mkdirSync(dirname(record), { recursive: true })
fs.writeFileSync(record, JSON.stringify(seconds))
console.log(`# ${((Date.now() - began) / 1000).toFixed(1)} s`)
const { total, pass, fail, skip } = counts
console.log(`# { total: ${total}, pass: ${pass}, fail: ${fail}, skip: ${skip} }`)
if (fail > 0 || (pass === 0 && files.length > 0)) process.exitCode = 1

function readSeconds() {
  try {
    return JSON.parse(fs.readFileSync(record, 'utf8'))
  } catch {
    return {}
  }
}

function chosen() {
  const named = paths.flatMap((path) => testsAt(path))
  const reached = changed === undefined ? [] : testsOf(changedFiles(changed.split('=')[1] ?? 'HEAD'))
  const some = isWhole ? tests : [...new Set([...named, ...reached])]
  const all = options.rest ? some.filter(hasMoreWhenLong) : some
  // a long one runs when it is asked for by its own name
  const isAsked = (file) => paths.some((path) => testsAt(path).join() === file)
  return all.filter((file) => options.long || !isLong(file) || isAsked(file))
}

/** The files that differ from a commit, new ones included. */
function changedFiles(commit) {
  const lines = (...args) => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
    return stdout.split('\n').filter((line) => line !== '')
  }
  return [...lines('diff', '--name-only', commit), ...lines('ls-files', '--others', '--exclude-standard')]
}

/** Builds what the tests need; all of them have the linter first. */
async function prepared() {
  const node = (...args) => once(spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }), 'close')
  const modules = isWhole || files.some(needsWholeBuild) ? [] : ['--modules']
  const steps = [node('bin/build.mjs', ...modules)]
  if (isWhole && !options.long) steps.push(node('node_modules/@biomejs/biome/bin/biome', 'ci', '.'))
  const codes = (await Promise.all(steps)).map(([code]) => code)
  const failed = codes.find((code) => code !== 0)
  if (failed !== undefined) process.exit(failed ?? 1)
}

/** The files of each process: those of a folder of test/, but long ones alone. Those that take longest come first, so that all end together. */
function processesOf(files) {
  const rooms = new Map()
  for (const file of files) {
    const room = isLong(file) ? file : file.split('/').slice(0, -1)[1]
    rooms.set(room, [...(rooms.get(room) ?? []), file])
  }
  const processes = [...rooms.values()].flatMap((its) => {
    const parts = Math.ceil(its.length / most)
    const size = Math.ceil(its.length / parts)
    return Array.from({ length: parts }, (_, i) => its.slice(i * size, (i + 1) * size))
  })
  const lengthOf = (its) => its.reduce((sum, file) => sum + (seconds[file] ?? (isLong(file) ? 60 : 1)), 0)
  return processes.sort((a, b) => lengthOf(b) - lengthOf(a))
}

async function run(processes) {
  const worker = async () => {
    for (let its = processes.shift(); its !== undefined; its = processes.shift()) await runProcess(its)
  }
  await Promise.all(Array.from({ length: Number(options.jobs) }, worker))
}

/** Runs files in a process, and what it leaves in others. */
async function runProcess(files) {
  const group = files.map((file) => `build/${file.replace(/\.ts$/, '.js')}`)
  const env = { ...process.env, TAP_TIMEOUT: '86400', TEST_FILES: group.join(':') }
  // the number of this run keeps tap's folders from those of another run in the same tree
  const child = spawn(process.execPath, ['build/test/group.js', `${process.pid}`, group[0]], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    // ended with all that it has started
    detached: true,
  })
  running.add(child)
  let timer
  let why
  const watch = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      why = `did not end within ${limit} s`
      ended(child)
    }, limit * 1000)
  }
  const reporter = new Reporter((text) => process.stdout.write(text), watch, options.long)
  watch()
  child.stdout.on('data', (chunk) => reporter.write(chunk))
  const [code, signal] = await once(child, 'close')
  reporter.end({ code, why: why ?? (signal === null ? undefined : `ended by ${signal}`) })
  // a file that ended the process has set it again
  clearTimeout(timer)
  for (const name of Object.keys(counts)) counts[name] += reporter.counts[name]
  for (const [file, its] of reporter.seconds) seconds[file.replace(/\.js$/, '.ts')] = its
  ended(child)
  const rest = files.slice(Math.max(reporter.begun, 1))
  if (rest.length > 0) await runProcess(rest)
}

/** Ends a process of tests and whatever it has started. */
function ended(child) {
  running.delete(child)
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}
