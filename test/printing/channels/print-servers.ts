/** Print servers of others, which the tests start for themselves and stop again: ippeveprinter and cupsd. */

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { accessSync, chmodSync, constants, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../free-port.ts'

/** Where programs are that are not in everyone's path. */
const path = `${process.env.PATH}:/usr/sbin:/sbin`

function missing(programs: readonly string[]): string | false {
  const isThere = (program: string): boolean =>
    path.split(':').some((folder) => {
      try {
        accessSync(join(folder, program), constants.X_OK)
        return true
      } catch {
        return false
      }
    })
  const absent = programs.filter((program) => !isThere(program))
  if (absent.length > 0) return `${absent.join(', ')} missing`
  // both write below /run
  return process.getuid?.() === 0 ? false : 'needs root'
}

export const ippeveprinterAbsent = missing(['ippeveprinter', 'avahi-daemon', 'dbus-daemon'])
/** ippfind is of the same package. */
export const avahiAbsent = missing(['ippfind', 'avahi-daemon', 'dbus-daemon', 'ip', 'unshare'])
export const cupsAbsent =
  missing(['cupsd', 'lpadmin', 'lp', 'lpstat']) ||
  (existsSync('/usr/lib/cups/backend/socket') ? false : "cups' socket backend missing")

/** A program that runs until it is stopped. */
class Running {
  readonly #child: ChildProcess
  readonly #ended: Promise<void>
  #output = ''
  readonly #listeners = new Set<() => void>()
  hasEnded = false

  constructor(program: string, args: readonly string[], env: NodeJS.ProcessEnv) {
    this.#child = spawn(program, args, {
      env: { ...process.env, PATH: path, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (chunk) => {
        this.#output = (this.#output + chunk).slice(-65_536)
        this.#wake()
      })
    }
    this.#ended = new Promise((resolve) => {
      this.#child.once('close', () => {
        this.hasEnded = true
        this.#wake()
        resolve()
      })
    })
  }

  #wake(): void {
    for (const listener of this.#listeners) listener()
  }

  /** Waits for words in what it writes. @throws if it ends before */
  async says(words: string): Promise<void> {
    await new Promise<void>((resolve) => {
      const look = (): void => {
        if (!this.#output.includes(words) && !this.hasEnded) return
        this.#listeners.delete(look)
        resolve()
      }
      this.#listeners.add(look)
      look()
    })
    if (!this.#output.includes(words)) throw new Error(`${this.#child.spawnfile} ended: ${this.#output}`)
  }

  /** Waits until it accepts connections. @throws if it ends before */
  async accepts(port: number): Promise<void> {
    while (!(await isAccepted(port))) {
      if (this.hasEnded) throw new Error(`${this.#child.spawnfile} ended: ${this.#output}`)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM')
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), 5000)
    await this.#ended
    clearTimeout(timer)
  }
}

async function isAccepted(port: number): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

/** Runs `work` with programs that are stopped after it, the last one first, and a folder that is then removed. */
async function withPrograms<T>(
  name: string,
  work: (folder: string, start: (...program: ConstructorParameters<typeof Running>) => Running) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), `quietzone-${name}-`))
  const running: Running[] = []
  try {
    return await work(folder, (...program) => {
      const started = new Running(...program)
      running.push(started)
      return started
    })
  } finally {
    for (const program of running.reverse()) await program.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A message bus of the tests' own, which is open to all who can reach it. */
const bus = (socket: string): string => `<busconfig>
<type>system</type><listen>unix:path=${socket}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow user="*"/><allow own="*"/><allow send_destination="*"/><allow receive_sender="*"/></policy>
</busconfig>`

export interface EvePrinter {
  readonly url: string
  /** Where it keeps what it is sent, a file for each job. */
  readonly spool: string
}

/** There is one Avahi for a folder, and tests run side by side: each has one of its own in its place. */
const place = 'mount -t tmpfs none /run/avahi-daemon'
const placed = ['--mount', 'sh', '-c', `${place} && exec avahi-daemon "$@"`, 'avahi-daemon']
const hasPlace = (): boolean => spawnSync('unshare', ['--mount', 'sh', '-c', place]).status === 0

/**
 * Avahi on a bus of its own, or one that runs already.
 *
 * @param settings  of its file, in the section `server`
 * @param work  is given what programs need that ask it
 */
export async function withAvahi<T>(
  settings: string,
  work: (
    env: NodeJS.ProcessEnv,
    folder: string,
    start: (...program: ConstructorParameters<typeof Running>) => Running,
  ) => Promise<T>,
): Promise<T> {
  return await withPrograms('avahi', async (folder, start) => {
    const socket = join(folder, 'bus')
    writeFileSync(join(folder, 'bus.conf'), bus(socket))
    writeFileSync(
      join(folder, 'avahi.conf'),
      `[server]\nuse-ipv6=no\n${settings}\nenable-dbus=yes\n[publish]\ndisable-publishing=no\n`,
    )
    const env = { DBUS_SYSTEM_BUS_ADDRESS: `unix:path=${socket}` }
    await start('dbus-daemon', [`--config-file=${join(folder, 'bus.conf')}`, '--nofork', '--print-address=1'], {}).says(
      'unix:path',
    )
    mkdirSync('/run/avahi-daemon', { recursive: true })
    const args = ['-f', join(folder, 'avahi.conf'), '--no-drop-root', '--no-chroot', '--no-rlimits']
    const avahi = hasPlace() ? start('unshare', [...placed, ...args], env) : start('avahi-daemon', args, env)
    // one that runs already is as good
    const isOwn = await avahi.says('Server startup complete').then(
      () => true,
      () => false,
    )
    return await work(isOwn ? env : {}, folder, start)
  })
}

/** A printer of the Printer Working Group's sample, which takes documents of these types. */
export async function withIppeveprinter<T>(
  formats: readonly string[],
  work: (printer: EvePrinter) => Promise<T>,
): Promise<T> {
  // Avahi announces the printer, which does not start without it: to nobody
  return await withAvahi('allow-interfaces=lo', async (env, folder, start) => {
    const spool = join(folder, 'spool')
    mkdirSync(spool)
    const port = await freePort()
    // a command prints each job: without one the printer sleeps for seconds, as if it printed
    const printing = ['-c', '/bin/true', '-d', spool, '-k', '-f', formats.join(',')]
    const args = ['-p', String(port), '-r', 'off', ...printing, 'quietzone-test']
    await start('ippeveprinter', args, env).accepts(port)
    return await work({ url: `http://localhost:${port}/ipp/print`, spool })
  })
}

/** What a queue needs that draws labels for a Zebra. */
export const cupsFiltersAbsent =
  cupsAbsent ||
  missing(['gs']) ||
  [
    ['/usr/lib/cups/filter/gstoraster', "cups-filters' gstoraster missing"],
    ['/usr/lib/cups/filter/rastertolabel', "cups' rastertolabel missing"],
    ['/usr/share/cups/drv/sample.drv', "cups' drivers missing"],
  ].find(([file]) => !existsSync(file!))?.[1] ||
  false

export interface Cups {
  readonly url: string
  readonly queue: string
  /** The URI of the printer. */
  readonly device: string
  /** A folder for files of the test. */
  readonly folder: string
  /** For `lp` and its like: where the server is. */
  readonly env: { readonly CUPS_SERVER: string }
  /** Runs a command of CUPS. */
  command(name: string, args: readonly string[]): void
}

/** A CUPS server of its own, with a raw queue for a printer that listens on a port. */
export async function withCups<T>(printerPort: number, work: (cups: Cups) => Promise<T>): Promise<T> {
  return await withPrograms('cups', async (folder, start) => {
    // its filters and backends run as another user
    chmodSync(folder, 0o755)
    const port = await freePort()
    const own = (name: string): string => join(folder, name)
    for (const name of ['root', 'spool', 'cache', 'state', 'tmp']) mkdirSync(own(name))
    chmodSync(own('tmp'), 0o1777)
    const files = { ServerRoot: 'root', RequestRoot: 'spool', CacheDir: 'cache', StateDir: 'state', TempDir: 'tmp' }
    const logs = { ErrorLog: 'error_log', AccessLog: 'access_log', PageLog: 'page_log' }
    const settings = Object.entries({ ...files, ...logs }).map(([name, file]) => `${name} ${own(file)}\n`)
    writeFileSync(
      own('cups-files.conf'),
      `SystemGroup root\nUser lp\nGroup lp\nPrintcap /dev/null\n${settings.join('')}`,
    )
    writeFileSync(own('cupsd.conf'), cupsConfiguration(port))
    const server = start('cupsd', ['-f', '-c', own('cupsd.conf'), '-s', own('cups-files.conf')], {})
    await server.accepts(port)
    const env = { CUPS_SERVER: `127.0.0.1:${port}` }
    const command = (name: string, args: readonly string[]): void => {
      execFileSync(name, args, { env: { ...process.env, PATH: path, ...env }, stdio: 'pipe' })
    }
    const queue = 'quietzone-test'
    const device = `socket://127.0.0.1:${printerPort}/?snmp=false`
    command('lpadmin', ['-p', queue, '-E', '-v', device, '-m', 'raw'])
    return await work({ url: `http://127.0.0.1:${port}/printers/${queue}`, queue, device, folder, env, command })
  })
}

const cupsConfiguration = (port: number): string => `LogLevel warn
Listen 127.0.0.1:${port}
Browsing Off
WebInterface No
DefaultAuthType None
<Location />
  Order allow,deny
  Allow all
</Location>
<Location /admin>
  Order allow,deny
  Allow all
</Location>
<Policy default>
  <Limit All>
    Order deny,allow
  </Limit>
</Policy>
`

export const lprintAbsent = missing(['lprint'])

/** An LPrint server with a printer of `driver` that listens on a port; `work` has its URL. */
export async function withLprint<T>(
  { driver, port: printerPort }: { readonly driver: string; readonly port: number },
  work: (url: string) => Promise<T>,
): Promise<T> {
  return await withPrograms('lprint', async (folder, start) => {
    const port = await freePort()
    // it keeps its printers in the home folder
    const env = { HOME: folder, TMPDIR: folder }
    const options = { 'server-port': port, 'listen-hostname': 'localhost', 'spool-directory': join(folder, 'spool') }
    const args = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`])
    await start('lprint', ['server', ...args], env).accepts(port)
    const server = `ipp://localhost:${port}/`
    const added = ['add', '-d', 'shelf', '-u', server, '-v', `socket://127.0.0.1:${printerPort}`, '-m', driver]
    execFileSync('lprint', added, { env: { ...process.env, PATH: path, ...env }, stdio: 'pipe' })
    return await work(`http://localhost:${port}/ipp/print/shelf`)
  })
}
