// The short tests of a room run in one process, since loading tap takes two seconds of CPU time, more than most files of tests.

import fs from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

/** Folders in a room whose tests are enough for a process of their own. */
const large = ['server/api', 'server/http', 'symbologies/datamatrix', 'symbologies/gs1', 'symbologies/qr']

/**
 * Writes test/suites in `built`, with a module for each room that imports the room's tests. What only the long run has keeps a
 * process of its own, by its name: `*.long.test.js`.
 */
export function writeSuites(built) {
  const tests = join(built, 'test')
  const files = fs.readdirSync(tests, { recursive: true }).filter((file) => /(?<!\.long)\.test\.js$/.test(file))
  const suites = new Map()
  for (const file of files.sort()) suites.set(roomOf(file), [...(suites.get(roomOf(file)) ?? []), file])
  for (const [room, its] of suites) {
    const suite = join(tests, 'suites', `${room}.js`)
    fs.mkdirSync(dirname(suite), { recursive: true })
    const imports = its.map((file) => `import '${relative(dirname(suite), join(tests, file)).replaceAll(sep, '/')}'\n`)
    fs.writeFileSync(suite, imports.join(''))
  }
}

/** Such as `render` for render/png.test.js, `symbologies/qr` for symbologies/qr/eci.test.js, and `house` for rooms.test.js. */
function roomOf(file) {
  const [room, ...inner] = dirname(file).split(sep)
  if (room === '.') return 'house'
  return large.find((folder) => folder === `${room}/${inner[0]}`) ?? room
}
