/** `quietzone serve` as a process: what ends it and what does not. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import t, { type Test } from 'tap'
import { inLongRun } from '../random.ts'
import { addressOf, program, started } from './program.ts'

/** What a stream says until it matches, or ends. */
async function said(stream: Readable, pattern: RegExp): Promise<string> {
  let text = ''
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    text += chunk
    if (pattern.test(text)) break
  }
  return text
}

const begun = async (t: Test, env = {}): Promise<readonly [ChildProcess, string]> => {
  const service = started(['serve', '--port', '0'], env)
  t.teardown(() => service.kill('SIGKILL'))
  return [service, await addressOf(service)]
}

t.test('SIGHUP without a terminal, as under nohup: said, and the service goes on', async (t) => {
  const [service, address] = await begun(t)
  service.kill('SIGHUP')
  t.match(await said(service.stdout!, /SIGHUP/), 'SIGHUP changes nothing: settings are read at a start')
  t.equal((await fetch(`${address}/healthz`)).status, 200)
  service.kill('SIGTERM')
  t.same(await once(service, 'close'), [0, null])
})

const noScript = spawnSync('script', ['--version']).error !== undefined && 'script is not installed (Debian: bsdutils)'

t.test('its terminal is closed: it stops in order', { skip: noScript }, async (t) => {
  const command = `exec ${process.execPath} ${program} serve --port 0 >&3`
  const terminal = spawn('env', ['-u', 'NODE_OPTIONS', 'script', '-qec', command, '/dev/null'], {
    stdio: ['pipe', 'ignore', 'inherit', 'pipe'],
  })
  const log = terminal.stdio[3] as Readable
  t.match(await said(log, /listening on/), 'listening on')
  terminal.kill('SIGKILL')
  t.match(await said(log, /never/), /"stopping: its terminal was closed"[\s\S]*"stopped"/)
})

t.test('stuck in a loop: it ends itself, to be started again', inLongRun, async (t) => {
  const loop = "process.on('SIGUSR2', () => { for (;;); })"
  const preload = `--import=data:text/javascript,${encodeURIComponent(loop)}`
  const [service] = await begun(t, { NODE_OPTIONS: preload })
  service.kill('SIGUSR2')
  const errors = said(service.stderr!, /never/)
  t.same(await once(service, 'close'), [null, 'SIGKILL'])
  t.match(await errors, /^quietzone: stuck: its event loop has not turned for 30 s; the process is ended\n$/)
})
