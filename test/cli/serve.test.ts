/** `quietzone serve` as a process: what ends it and what does not. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import type { NetworkInterfaceInfo } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import t, { type Test } from 'tap'
import { version } from '../../src/root.ts'
import { hashOf, newKey } from '../../src/server/access/keys.ts'
import { welcome } from '../../src/server/start.ts'
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

t.test('SIGHUP without a terminal: files are read again, twice at once too, and the service goes on', async (t) => {
  const folder = t.testdir({ designs: {}, 'keys.json': '[]', 'printers.json': '[]' })
  const env = {
    QZ_KEYS: join(folder, 'keys.json'),
    ...{ QZ_PRINTERS: join(folder, 'printers.json'), QZ_DESIGNS: join(folder, 'designs') },
    ...{ QZ_STATE: join(folder, 'state'), QZ_HOSTS: '127.0.0.1' },
  }
  const [service, address] = await begun(t, env)
  const made = newKey()
  const hash = `sha256:${Buffer.from(hashOf(made)).toString('hex')}`
  writeFileSync(env.QZ_KEYS, JSON.stringify([{ name: 'office', hash, may: ['admin', 'printers'] }]))
  writeFileSync(env.QZ_PRINTERS, '[1]')
  service.kill('SIGHUP')
  service.kill('SIGHUP')
  const log = await said(service.stdout!, /keys\.json: read again/)
  t.match(log, /"info","message":"SIGHUP: the files of printers, keys and designs are read again"/)
  t.match(
    log,
    /"error","message":"QZ_PRINTERS: \S+printers\.json: printer 1: 1 is not an object; the printers that were read before stay"/,
  )
  t.match(log, /"info","message":"QZ_KEYS: \S+keys\.json: read again: 1 keys; new: office"/)
  const headers = { Authorization: `Bearer ${made}` }
  t.match(await (await fetch(`${address}/api/v1/printers`, { headers })).json(), { printers: [] })
  t.match(await (await fetch(`${address}/api/v1/keys`, { headers })).json(), {
    keys: [{ name: 'office', expires: null }],
  })
  service.kill('SIGTERM')
  t.same(await once(service, 'close'), [0, null])
  t.match(JSON.parse(readFileSync(join(env.QZ_STATE, 'key-use.json'), 'utf8')), { used: { [hash.slice(7)]: Number } })
})

const noScript = spawnSync('script', ['--version']).error !== undefined && 'script is not installed (Debian: bsdutils)'

t.test('the program has loaded what its drawings may need', async (t) => {
  const [, address] = await begun(t)
  for (const query of ['sheets?search=l7160', `label?type=qr&text=a&caption=${encodeURIComponent('倉庫')}`])
    t.equal((await fetch(`${address}/api/v1/${query}`)).status, 200, query)
})

t.test('its terminal is closed: it stops in order', { skip: noScript }, async (t) => {
  const command = `exec ${process.execPath} ${program} serve --port 0 >&3`
  const terminal = spawn('env', ['-u', 'NODE_OPTIONS', 'script', '-qec', command, '/dev/null'], {
    stdio: ['pipe', 'ignore', 'inherit', 'pipe'],
  })
  const log = terminal.stdio[3] as Readable
  t.match(await said(log, /listening on/), `"quietzone ${version()} is listening on http`)
  terminal.kill('SIGKILL')
  t.match(await said(log, /never/), /"stopping: its terminal was closed"[\s\S]*"stopped"/)
})

t.test('in a terminal it says in plain words where to open it; a pipe gets JSON', { skip: noScript }, async (t) => {
  const command = `QZ_STATE=${join(t.testdir(), 'state')} exec ${process.execPath} ${program} serve --port 0`
  const terminal = spawn('env', ['-u', 'NODE_OPTIONS', 'script', '-qec', command, '/dev/null'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  t.teardown(() => terminal.kill('SIGKILL'))
  const text = await said(terminal.stdout, /one-time code .*\r\n/)
  t.match(
    text,
    /^quietzone: open http:\/\/127\.0\.0\.1:\d+\/ in a browser on this machine\.\r\nOther machines .+HOST=0\.0\.0\.0/,
  )
  t.match(text, /one-time code [A-Z2-9-]{24}\r\n/)
  const [address = ''] = /http:\/\/[\d.:]+/.exec(text)!
  await fetch(`${address}/healthz`)
  t.match(await said(terminal.stdout, /ms/), /\d\d:\d\d:\d\d 200 GET \/healthz, \d+ ms, 127\.0\.0\.1/)
})

t.test('other addresses', async (t) => {
  const outside = { address: '192.0.2.7', family: 'IPv4', internal: false } as NetworkInterfaceInfo
  const inside = { address: '127.0.0.1', family: 'IPv4', internal: true } as NetworkInterfaceInfo
  const interfaces = { lo: [inside], eth0: [outside] }
  t.match(
    welcome('http://0.0.0.0:8080', interfaces),
    /localhost:8080\/ in .+\nOn other machines: http:\/\/192\.0\.2\.7:8080\//,
  )
  t.match(welcome('http://[::]:8080', {}), /On other machines: http:\/\/the name of this machine:8080/)
  t.match(welcome('http://192.0.2.7:80', {}), /^quietzone: open http:\/\/192\.0\.2\.7:80\/ in a browser\.\n/)
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
