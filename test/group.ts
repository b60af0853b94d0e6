import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { root } from '../src/root.ts'

/**
 * Runs compiled files of tests one after another in this process, since loading tap and what they test takes longer than most of them:
 * `TEST_FILES=FILE:FILE node build/test/group.js NAME…`, where the names tell tap's folders for these tests from those of others. Before the
 * results of each file a comment names it, `# file: build/test/xml.test.js`, and after them one tells its CPU time, `# cpu: 120 ms`. What they
 * tear down at the root ends after the last file: files share modules, and with them one browser.
 */

const pending: PromiseLike<unknown>[] = []
const teardowns: (() => unknown)[] = []

const test = t.test.bind(t) as (...given: readonly unknown[]) => PromiseLike<unknown>
// the promise of each test of the file, which says when the file has ended
t.test = ((...given: readonly unknown[]) => {
  const result = test(...given)
  pending.push(result)
  return result
}) as typeof t.test
// tap's own ends the tests when nothing but the next file is waited for
t.teardown = ((end: () => unknown) => void teardowns.unshift(end)) as typeof t.teardown

for (const path of process.env.TEST_FILES!.split(':')) {
  const before = process.cpuUsage()
  t.comment(`file: ${relative(root, path)}`)
  try {
    await import(pathToFileURL(join(root, relative(root, path))).href)
    // a test may begin others at the root
    while (pending.length > 0) await pending.shift()
  } catch (error) {
    t.fail(`${relative(root, path)} cannot be loaded: ${error instanceof Error ? error.stack : error}`)
  }
  const { user, system } = process.cpuUsage(before)
  t.comment(`cpu: ${Math.round((user + system) / 1000)} ms`)
}
for (const end of teardowns) {
  try {
    await end()
  } catch (error) {
    t.fail(`torn down: ${error instanceof Error ? error.stack : error}`)
  }
}
t.end()
