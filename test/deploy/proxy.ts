import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { Test } from 'tap'
import { root } from '../../src/root.ts'
import { addressOf, started } from '../cli/program.ts'
import { freePort } from '../free-port.ts'

/** A proxy with the file of deploy/. */
export interface ShippedProxy {
  readonly command: string
  /** Its package in Debian. */
  readonly from: string
  readonly config: string
  /** The shipped file with other ports, and the test's own folder around it. */
  adapted(shipped: string, place: Place): string
  args(file: string): readonly string[]
}

/** Where a proxy of a test is. */
export interface Place {
  readonly folder: string
  readonly port: number
  /** The addresses of the instances, each `host:port`, in the order of the shipped file; the last one stands for all that follow. */
  readonly instances: readonly string[]
}

export interface RunningProxy {
  readonly child: ChildProcess
  readonly port: number
}

const withInstances = (shipped: string, instances: readonly string[]): string =>
  shipped.replaceAll(/127\.0\.0\.1:808([1-4])/g, (_, n) => instances[Number(n) - 1] ?? instances.at(-1)!)

export const nginx: ShippedProxy = {
  command: 'nginx',
  from: 'nginx-light',
  config: 'nginx.conf',
  adapted(shipped, { folder, port, instances }) {
    const site = withInstances(shipped, instances)
      .replaceAll(/listen 80( default_server)?;/g, `listen 127.0.0.1:${port}$1;`)
      .replaceAll(/^ *listen \[::\].*\n/gm, '')
      .replace('/var/cache/quietzone', join(folder, 'cache'))
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${join(folder, name)};`,
    )
    const main = `daemon off; master_process off; pid ${join(folder, 'nginx.pid')};`
    return `${main}\nevents {}\nhttp {\naccess_log off;\n${places.join('\n')}\n${site}}\n`
  },
  args: (file) => ['-e', 'stderr', '-p', file.slice(0, file.lastIndexOf('/')), '-c', file],
}

export const haproxy: ShippedProxy = {
  command: 'haproxy',
  from: 'haproxy',
  config: 'haproxy.cfg',
  adapted: (shipped, { folder, port, instances }) =>
    withInstances(shipped, instances)
      .replace('bind :80', `bind 127.0.0.1:${port}`)
      .replaceAll('/run/haproxy/admin.sock', adminSocket(folder)),
  args: (file) => ['-db', '-f', file],
}

/** The proxy with its lines for a path switched on, for this path. */
export const below = (proxy: ShippedProxy, path: string): ShippedProxy => ({
  ...proxy,
  adapted: (shipped, place) =>
    proxy.adapted(
      shipped
        .replace(/^( *)#(absolute_redirect|rewrite|http-request r.*barcodes)/gm, '$1$2')
        .replaceAll('/barcodes', path.slice(0, -1)),
      place,
    ),
})

/** Where HAProxy tells the state of its servers. */
export const adminSocket = (folder: string): string => join(folder, 'admin.sock')

/** The commands of these that are absent, with their packages in Debian. */
export function absent(...tools: readonly (readonly [command: string, from: string])[]): string[] {
  return tools
    .filter(([command]) => spawnSync(command, ['--version']).error !== undefined)
    .map(([command, from]) => `${command} (Debian: ${from})`)
}

/** The proxy before these instances, when it takes connections; another process may take its port first, then it is tried anew. */
export async function running(
  proxy: ShippedProxy,
  folder: string,
  instances: readonly string[],
): Promise<RunningProxy> {
  for (let attempt = 0; ; attempt++) {
    const port = await freePort()
    const file = join(folder, proxy.config)
    const shipped = readFileSync(join(root, 'deploy', proxy.config), 'utf8')
    writeFileSync(file, proxy.adapted(shipped, { folder, port, instances }))
    const child = spawn(proxy.command, proxy.args(file), { stdio: ['ignore', 'ignore', 'pipe'] })
    let errors = ''
    child.stderr!.on('data', (chunk) => {
      errors = `${errors}${chunk}`.slice(-10_000)
    })
    if (await listens(child, port)) return { child, port }
    if (attempt === 5) throw new Error(`${proxy.command} does not start: ${errors}`)
  }
}

export interface Served {
  /** Host and port of the service, and the port of the proxy before it. */
  readonly at: string
  readonly port: number
  readonly service: ChildProcess
  /** Ends the service. Returns all of its log. */
  log(): Promise<string>
}

/** A service behind a proxy, until the test ends. */
export async function served(
  t: Test,
  proxy: ShippedProxy,
  { folder, settings }: { readonly folder: string; readonly settings: Readonly<Record<string, string>> },
): Promise<Served> {
  const service = started(['serve', '--port', '0'], { ...settings, QZ_TRUSTED_PROXIES: '127.0.0.1' })
  t.teardown(() => service.kill('SIGKILL'))
  let log = ''
  const at = new URL(await addressOf(service)).host
  service.stdout!.on('data', (chunk) => {
    log += chunk
  })
  const { child, port } = await running(proxy, folder, [at])
  t.teardown(() => child.kill('SIGKILL'))
  const whole = async (): Promise<string> => {
    service.kill('SIGTERM')
    await once(service, 'close')
    return log
  }
  return { at, port, service, log: whole }
}

/** Waits until `child` listens, or has ended. */
async function listens(child: ChildProcess, port: number): Promise<boolean> {
  while (child.exitCode === null) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    })
    socket.destroy()
    if (isOpen) return true
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return false
}
