import { existsSync } from 'node:fs'
import { hostname, networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { isatty } from 'node:tty'
import type { Designs } from '../design/designs.ts'
import { designsIn } from '../design/folder.ts'
import { type SavedDesigns, savedDesigns } from '../design/saved.ts'
import { drawBarcode, drawLabel } from '../draw.ts'
import { printable, printableLine } from '../messages.ts'
import {
  type Address,
  Counters,
  type Jobs,
  PrinterFileError,
  type Printers,
  printersIn,
  printersName,
  printersOf,
  Scans,
  type ServicePlace,
  type StateFolder,
} from '../printing/index.ts'
import {
  namedEntries,
  noPrintersText,
  type PrinterEntries,
  placeOf,
  savedEntries,
} from '../printing/printers/entries.ts'
import { root, version } from '../root.ts'
import { SettingsFileError, textOfSettingsFile } from '../settings-file.ts'
import { FontError } from '../text/font-source.ts'
import { verifyFontFiles } from '../text/installed-fonts.ts'
import {
  hostsOf,
  isThisMachine,
  KeyFileError,
  KeySetup,
  type Keys,
  KeyUseFile,
  keysIn,
  keysName,
  keysOf,
  mostKeyBytes,
  noKeysText,
  type Privacy,
} from './access/index.ts'
import { Healer } from './api/heal/healer.ts'
import { type Config, configOf } from './config.ts'
import { figuresOf, rarely } from './figures/index.ts'
import { listen, type Running, service, stop } from './http/server.ts'
import { engineAt, type Rate, type SharedLimiter, sharedLimiter } from './limiter/index.ts'
import { jsonLog, type Log, plainLog } from './log.ts'
import { Advertising, RawListeners, receiverOf } from './receiving/index.ts'
import { routesOf } from './routes.ts'
import { changesOf, type SettingsFile, SettingsWatch } from './settings-watch.ts'
import { finishRestore, KeptSetup } from './setup-copy.ts'
import { jobsOf, stateOf } from './state.ts'
import { warmUp } from './warm-up.ts'
import { watchdog } from './watchdog/index.ts'

type Environment = Parameters<typeof configOf>[0]

/** Runs the service with the settings of `environment` until a signal ends it, and with it the process. */
export async function start(environment: Environment): Promise<void> {
  const hangUps = heardHangUps()
  const config = settings(environment)
  let { port } = config
  const place: ServicePlace = {
    host: config.host,
    get port() {
      return port
    },
    isOwn: (host) => isThisMachine(host, config.hosts),
  }
  const readPrinters = (text: string) => printersIn(text, place)
  const namedPrinters = fileOf('QZ_PRINTERS', config.printers)
  const printers = printersOf(namedPrinters === undefined ? [] : readAtStart(namedPrinters, readPrinters))
  const isSeen = isatty(1)
  const figures = figuresOf({ log: (isSeen ? plainLog : jsonLog)(config.log, process.stdout), printers })
  const { log } = figures
  const isStateNamed = environment.QZ_STATE !== undefined
  let setup: KeySetup | undefined
  const state = await stateOf(config, isStateNamed, { log, giveUp, made: () => setup?.settle() })
  finishedRestore(state, log)
  const printersFile = namedPrinters ?? (state && keptFile(state.folder, keptPrinters))
  if (namedPrinters === undefined && printersFile !== undefined)
    printers.replace(readAtStart(printersFile, readPrinters))
  const clock = () => performance.now()
  verifyFonts()
  const draw = {
    barcode: drawBarcode,
    label: drawLabel,
    limits: { maxPixels: config.maxPixels },
    proof: { policy: config.verify, failed: log.verification },
  }
  const rate = config.ratePerMinute === 0 ? undefined : { perMinute: config.ratePerMinute, burst: config.rateBurst }
  const { designs, saved } = designsOf(config.designs, state, { clock, log })
  const keysFile = fileOf('QZ_KEYS', config.keys, mostKeyBytes) ?? (state && keptFile(state.folder, keptKeys))
  const keyUse = new KeyUseFile(state && config.state, (message) => log.problem(message))
  const fileKeys = keysFile && keysOf(readAtStart(keysFile, keysIn), keyUse.use)
  if (config.keys === undefined && state !== undefined)
    setup = new KeySetup(fileKeys!, {
      folder: state.folder,
      own: () => state.own(),
      log: (message) => log.problem(message),
    })
  const keys = setup ?? fileKeys
  const watch = new SettingsWatch(watched({ printersFile, printers, place, keysFile, keys }), log)
  const limiter = rate && (await limiterShared(rate, config, log))
  const jobs = jobsOf(state, { keepDays: config.keepDays, printers, log, clock })
  const counters = state && new Counters(state)
  const printing = {
    ...{ printers, log: log.print, clock, jobs, keepsJobs: state !== undefined },
    ...(state && { counters, scans: new Scans(state) }),
  }
  const healer = new Healer()
  const receiver = receiverOf({ jobs, keepsJobs: state !== undefined, policy: config.verify, healer, log })
  const listeners = new RawListeners({ receiver, jobs, printers, host: config.host, log })
  const ipp = {
    ...{ receiver, hasKeys: () => keys !== undefined && keys.rows.length > 0, log: log.event },
    place: () => `${hostname()}:${port}`,
  }
  const advertising = config.advertise
    ? new Advertising({ ...ipp, printers, host: config.host, port: () => port })
    : undefined
  const isOwn = (address: Address): boolean => isOwnAddress(address, port, config.hosts)
  const entriesIn = (path: string): PrinterEntries =>
    savedEntries({ path, isOwn, place, taken: (list) => printers.replace(list), prepare: () => state?.own() })
  const named = config.printers === undefined ? undefined : namedEntries(config.printers)
  const printerEntries = named ?? (printersFile && entriesIn(printersFile.path))
  const setupCopy =
    state &&
    new KeptSetup({
      ...{ state, counters: counters!, keys: setup, designs: saved },
      printers: printerEntries?.changes,
    })
  const running = service({
    routes: ({ isReady, figures: ofServer }) =>
      routesOf(draw, printing, {
        isReady,
        isDegraded: figures.isDegraded,
        isDamaged: () => state?.isOpen === true && state.store.damage.length > 0,
        metrics: rarely(figures.endpoint(ofServer, limiter, state), clock),
        designs,
        keys: { reports: () => keys?.reports() ?? [], since: keyUse.since, changes: setup },
        printerEntries,
        printerSearch: keys && { isOwn },
        setupCopy,
        receiver: state && receiver,
        healer,
        ipp,
      }),
    keys,
    ...hostsOf(config.hosts, privacyOf(config, isStateNamed), clock),
    rate,
    ...(limiter && { limiter }),
    trustedProxies: config.trustedProxies,
    log,
  })
  // a moment at most: an instance that starts among others gives no client another budget
  await limiter?.begun
  try {
    const address = await listen(running, config.host, config.port)
    port = Number(new URL(address).port) || 80
    if (!isSeen) log.event(`quietzone ${version()} is listening on ${address}`)
    else if (config.log !== 'silent') process.stdout.write(welcome(address, networkInterfaces()) + codeIn(setup))
  } catch (error) {
    giveUp(whyNotListening(error as NodeJS.ErrnoException, config))
  }
  watch.begin()
  await listeners.begin()
  advertising?.begin()
  if (keys !== undefined) keyUse.begin()
  const beforeEnd = (): void => {
    watch.end()
    if (keys !== undefined) keyUse.end()
  }
  stopOnSignals({ running, listeners, advertising, jobs, state, limiter, beforeEnd }, config, log)
  hangUps.heed(() => {
    log.event('SIGHUP: the files of printers, keys and designs are read again')
    designs.look?.()
    void watch.reread()
  })
  watchdog(longestTurn)
  await warmUp()
  // SQLite is loaded now: it takes too long for the first who prints, and nobody prints without printers
  if (printers.list.length > 0) void jobs.store
}

function settings(environment: Environment): Config {
  try {
    return configOf(environment)
  } catch (error) {
    return giveUp((error as Error).message)
  }
}

/**
 * Where to open the pages, for the person who has started the service in a terminal.
 *
 * @param address     on which it listens, such as http://127.0.0.1:8080
 * @param interfaces  of this machine
 */
export function welcome(address: string, interfaces: ReturnType<typeof networkInterfaces>): string {
  const { hostname, port } = new URL(address)
  const open = (host: string): string => `http://${host}:${port || 80}/`
  const end = 'Ctrl+C ends it.\n'
  if (/^(?:127\.|localhost$|\[::1\]$)/.test(hostname)) {
    const others = 'Other machines cannot reach it; started with HOST=0.0.0.0 it is open to them.'
    return `quietzone: open ${open(hostname)} in a browser on this machine.\n${others} ${end}`
  }
  if (hostname !== '0.0.0.0' && hostname !== '[::]') return `quietzone: open ${open(hostname)} in a browser.\n${end}`
  const outside = Object.values(interfaces).flatMap((all = []) => all.filter(({ internal }) => !internal))
  const found = outside.find(({ family }) => family === 'IPv4')?.address ?? 'the name of this machine'
  const others = `On other machines: http://${found}:${port || 80}/`
  return `quietzone: open ${open('localhost')} in a browser on this machine.\n${others}. ${end}`
}

/** The limiter that the settings name, if it is shared with other instances. */
async function limiterShared(rate: Rate, config: Config, log: Log): Promise<SharedLimiter | undefined> {
  const { limiter: address } = config
  if (address === 'memory') return undefined
  const { password: secret } = address
  return sharedLimiter({ rate, connect: await engineAt(address), secret, log: (message) => log.event(message) })
}

/** A file that a setting names, as it was at the start. */
type FileAtStart = Pick<SettingsFile, 'setting' | 'path' | 'mostBytes' | 'absent'> & { readonly text: string }

/** The file that a setting names; undefined if it names none. */
function fileOf(setting: string, path: string | undefined, mostBytes?: number): FileAtStart | undefined {
  if (path === undefined) return undefined
  const text = readAtStart({ setting, path, text: path }, (file) => textOfSettingsFile(file, mostBytes))
  return { setting, path, mostBytes, text }
}

/** Files in the state folder: what they have if they are not there. */
const keptKeys = { name: keysName, absent: noKeysText, mostBytes: mostKeyBytes } as const
const keptPrinters = { name: printersName, absent: noPrintersText, mostBytes: undefined } as const

/** A file in the state folder, which need not be there. */
function keptFile(folder: string, { name, absent, mostBytes }: typeof keptKeys | typeof keptPrinters): FileAtStart {
  const path = join(folder, name)
  const file = { setting: 'QZ_STATE', path, mostBytes, absent }
  return { ...file, text: existsSync(path) ? fileOf(file.setting, path, mostBytes)!.text : absent }
}

/** Whether an address is that on which this service listens. @param hosts  names that it has besides */
function isOwnAddress(address: Address, port: number, hosts: readonly string[] = []): boolean {
  const place = placeOf(address)
  return place !== undefined && place.port === port && isThisMachine(place.host, hosts)
}

/** The code that makes the first key, for the person at the terminal. */
const codeIn = (setup: KeySetup | undefined): string =>
  setup?.code === undefined ? '' : `Keys for this service are made with the one-time code ${setup.code}\n`

/** What `read` makes of the text of a file. */
function readAtStart<T>({ setting, path, text }: FileAtStart, read: (text: string) => T): T {
  try {
    return read(text)
  } catch (error) {
    const isOfFile = [PrinterFileError, KeyFileError, SettingsFileError].some((kind) => error instanceof kind)
    if (isOfFile) giveUp(`${setting}: ${path}: ${(error as Error).message}`)
    throw error
  }
}

interface FilesInUse {
  readonly printersFile: FileAtStart | undefined
  readonly printers: Printers
  readonly place: ServicePlace
  readonly keysFile: FileAtStart | undefined
  readonly keys: Keys | undefined
}

/** The files that are read again, and what is done with each. */
function watched({ printersFile, printers, place, keysFile, keys }: FilesInUse): (SettingsFile & FileAtStart)[] {
  const takePrinters = (text: string): string => {
    const list = printersIn(text, place)
    const changes = changesOf('printers', printers.list, list)
    printers.replace(list)
    return changes
  }
  const takeKeys = (text: string): string => {
    const rows = keysIn(text)
    const changes = changesOf('keys', keys!.rows, rows)
    keys!.replace(rows)
    return changes
  }
  return [
    ...(printersFile === undefined ? [] : [{ ...printersFile, content: 'the printers', take: takePrinters }]),
    ...(keysFile === undefined ? [] : [{ ...keysFile, content: 'the keys', take: takeKeys }]),
  ]
}

/** What other pages must not have, which they could by a name of their own that is bound to the address of the service. */
function privacyOf({ printers, keys, designs, state }: Config, isStateNamed: boolean): Privacy {
  const isNamed = [printers, keys, designs].some((path) => path !== undefined) || (isStateNamed && state !== undefined)
  if (isNamed) return 'all'
  return state === undefined ? 'none' : 'private'
}

/** Finishes the restore that the last service was ended in. */
function finishedRestore(state: StateFolder | undefined, log: Log): void {
  try {
    if (state !== undefined && finishRestore(state))
      log.event(`QZ_STATE: ${state.folder}: the restore that was begun is done`)
  } catch (error) {
    giveUp(`QZ_STATE: ${state?.folder}: the restore that was begun is not done: ${(error as Error).message}`)
  }
}

/** The designs in the folder that a setting names; without it those that are saved, or that come with the program if nothing is kept. */
function designsOf(
  named: string | undefined,
  state: StateFolder | undefined,
  { clock, log }: { readonly clock: () => number; readonly log: Log },
): { readonly designs: Designs; readonly saved?: SavedDesigns } {
  const about = { clock, log: (message: string) => log.problem(printableLine(message)) }
  const shipped = join(root, 'designs')
  const path = named ?? (state === undefined ? shipped : join(state.folder, 'designs'))
  try {
    if (named !== undefined || state === undefined) return { designs: designsIn({ ...about, path }) }
    const saved = savedDesigns({ ...about, path, shipped, prepare: () => state.own() })
    return { designs: saved, saved }
  } catch (error) {
    return giveUp(`${named === undefined ? 'designs' : 'QZ_DESIGNS'}: ${path} ${(error as Error).message}`)
  }
}

/** Stops the start where a font file is missing or damaged, instead of failing at the first caption that needs it. */
function verifyFonts(): void {
  try {
    verifyFontFiles()
  } catch (error) {
    if (error instanceof FontError) giveUp(error.message)
    throw error
  }
}

/** Ends the process with one line on standard error. */
function giveUp(why: string): never {
  process.stderr.write(`quietzone: ${printableLine(why)}\n`)
  process.exit(1)
}

function whyNotListening(error: NodeJS.ErrnoException, { host, port }: Config): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `port ${port} on ${host} is in use; set PORT to another`
    case 'EACCES':
      return `no permission to listen on port ${port} of ${host}; ports from 1024 on need none`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST: ${host} is no address of this machine`
    default:
      return `cannot listen on port ${port} of ${host}: ${error.message}`
  }
}

/** Milliseconds that a turn of the event loop may take: a process that is stuck is ended, so that whoever started it starts it again. */
const longestTurn = 30_000

/** The part of the time for stopping that running print jobs have: the rest is for the answers that say what was printed. */
const printingGrace = 0.9

/** What has to end. */
interface Parts {
  readonly running: Running
  readonly listeners: RawListeners
  readonly advertising: Advertising | undefined
  readonly jobs: Pick<Jobs, 'close'>
  readonly state: StateFolder | undefined
  readonly limiter: SharedLimiter | undefined
  /** What ends at once. */
  readonly beforeEnd: () => void
}

/** Whether it was started in a terminal that sees it: nohup, systemd and containers leave it none of these three streams. */
const hasTerminal = [0, 1, 2].some((stream) => isatty(stream))

/**
 * Hears SIGHUP from now on, if there is no terminal whose end it means: by default it would end a process that has just been started. It is
 * heeded when files have been read once.
 */
function heardHangUps(): { heed(listener: () => void): void } {
  let heeded = (): void => {}
  if (!hasTerminal) process.on('SIGHUP', () => heeded())
  return {
    heed(listener) {
      heeded = listener
    },
  }
}

function stopOnSignals(
  { running, listeners, advertising, jobs, state, limiter, beforeEnd }: Parts,
  config: Config,
  log: Log,
): void {
  let ending = false
  const end = async (why: string, code: number): Promise<void> => {
    if (ending) process.exit(1)
    ending = true
    log.event(`stopping: ${why}`)
    beforeEnd()
    void advertising?.close()
    const grace = config.shutdownGraceMs
    await Promise.all([stop(running, grace), listeners.close(grace / 2), jobs.close(grace * printingGrace)])
    state?.close()
    limiter?.close()
    log.event('stopped')
    await log.close()
    process.exit(code)
  }
  process.on('SIGTERM', () => end('SIGTERM', 0))
  process.on('SIGINT', () => end('SIGINT', 0))
  // the shell and the system may both send it
  if (hasTerminal) process.on('SIGHUP', () => !ending && end('its terminal was closed', 0))
  // an error outside of a request leaves an unknown state: finish what is running, and let the supervisor restart the service
  process.on('uncaughtException', (error) => {
    log.crash(printable(error.stack ?? error.message))
    end('a fault', 1)
  })
}
