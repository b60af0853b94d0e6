/** A process that is stuck is ended, and one that works is not. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import t from 'tap'
import { root } from '../../../src/root.ts'
import { inLongRun } from '../../random.ts'

interface End {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly errors: string
}

/** What becomes of a process that starts a watchdog and then runs `source`. */
async function endOf(longest: number, source: string): Promise<End> {
  const module = JSON.stringify(join(root, 'build/src/server/watchdog/index.js'))
  const program = `const { watchdog } = await import(${module})\nwatchdog(${longest})\n${source}`
  const child = spawn('env', ['-i', process.execPath, '--input-type=module', '-e', program], { stdio: 'pipe' })
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const [code, signal] = await once(child, 'close')
  return { code, signal, errors }
}

t.test('a loop without end: the process is ended, and says why', async (t) => {
  t.same(await endOf(200, 'setTimeout(() => { for (;;); })'), {
    code: null,
    signal: 'SIGKILL',
    errors: 'quietzone: stuck: its event loop has not turned for 0.2 s; the process is ended\n',
  })
})

t.test('a process that works is not ended, and the watchdog keeps none from its end', inLongRun, async (t) => {
  // far more turns than the thread waits for, some of them of half the time
  const work = `
    for (let i = 0; i < 10; i++) {
      for (const end = performance.now() + 200; performance.now() < end; );
      await new Promise((resolve) => setTimeout(resolve, 150))
    }`
  t.same(await endOf(1000, work), { code: 0, signal: null, errors: '' })
  t.same(await endOf(30_000, 'process.exit(3)'), { code: 3, signal: null, errors: '' })
})
