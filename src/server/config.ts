import { isIP } from 'node:net'
import { maxPixelsIn, verifyPolicyIn } from '../draw/settings.ts'
import { type Environment, Expected, oneOf, Settings, usualState, wholeNumber } from '../environment.ts'
import type { VerifyPolicy } from '../reader/verify/policy.ts'
import { isHost } from './access/index.ts'
import { type EngineAddress, engineAddress, engineAddresses } from './limiter/index.ts'
import { type LogLevel, logLevels } from './log.ts'

export interface Config {
  readonly host: string
  readonly port: number
  /** Requests per minute for each client; 0: no limit. */
  readonly ratePerMinute: number
  readonly rateBurst: number
  /** Where budgets are kept: in the memory of this instance, or in a Valkey or Redis for all instances that name it. */
  readonly limiter: 'memory' | EngineAddress
  /** Addresses or CIDR blocks. */
  readonly trustedProxies: readonly string[]
  /** The maximum number of pixels in one PNG. */
  readonly maxPixels: number
  readonly shutdownGraceMs: number
  /** The file of printers. */
  readonly printers: string | undefined
  /** The file of keys. */
  readonly keys: string | undefined
  /** The folder of designs. */
  readonly designs: string | undefined
  /** The folder of what is kept; undefined to keep nothing. */
  readonly state: string | undefined
  /** Megabytes that it may have. */
  readonly stateMb: number
  /** Days for which jobs are kept that have ended. */
  readonly keepDays: number
  /** Whether printers that receive documents are announced on the network. */
  readonly advertise: boolean
  /** The names under which the service is called. */
  readonly hosts: readonly string[] | undefined
  readonly log: LogLevel
  /** What is read back before it leaves, without being asked: nothing, all that is printed, or everything. */
  readonly verify: VerifyPolicy
}

/**
 * The settings in the environment, with defaults for all others.
 *
 * @throws Error with one line that names every invalid variable and the values that it accepts
 */
export function configOf(environment: Environment): Config {
  const settings = new Settings(environment)
  const config: Config = {
    host: settings.get('HOST', '127.0.0.1', name),
    port: settings.get('PORT', 8080, wholeNumber(0, 65535)),
    ratePerMinute: settings.get('QZ_RATE_PER_MINUTE', 60, wholeNumber(0, 1_000_000)),
    rateBurst: settings.get('QZ_RATE_BURST', 20, wholeNumber(1, 10_000)),
    limiter: settings.get('QZ_LIMITER', 'memory', limiter),
    trustedProxies: settings.get('QZ_TRUSTED_PROXIES', [], addressBlocks),
    maxPixels: maxPixelsIn(settings),
    shutdownGraceMs: settings.get('QZ_SHUTDOWN_GRACE_MS', 10_000, wholeNumber(0, 3_600_000)),
    printers: settings.get('QZ_PRINTERS', undefined, path),
    keys: settings.get('QZ_KEYS', undefined, path),
    designs: settings.get('QZ_DESIGNS', undefined, folder),
    state: settings.get<string | undefined>('QZ_STATE', usualState, stateFolder),
    stateMb: settings.get('QZ_STATE_MB', 1024, wholeNumber(32, 1_000_000)),
    keepDays: settings.get('QZ_KEEP_DAYS', 90, wholeNumber(1, 36_500)),
    advertise: settings.get('QZ_ADVERTISE', 'false', oneOf(['true', 'false'])) === 'true',
    hosts: settings.get('QZ_HOSTS', undefined, hosts),
    log: settings.get('QZ_LOG', 'info', oneOf(logLevels)),
    verify: verifyPolicyIn(settings),
  }
  for (const variable of Object.keys(environment)) {
    if (variable.startsWith('QZ_') && !settings.known.has(variable) && !ofClients.includes(variable))
      settings.refuse(`${variable}: there is no such setting; ${list(settings.known)}`)
  }
  settings.check()
  return config
}

/** Of the commands that call a service. */
const ofClients = ['QZ_URL', 'QZ_KEY']

function list(known: ReadonlySet<string>): string {
  return [...known].filter((variable) => variable.startsWith('QZ_')).join(', ')
}

function name(given: string): string | Expected {
  return /^[^\s/]+$/.test(given) ? given : new Expected('a host name or an address to listen on')
}

function path(given: string): string | Expected {
  return given !== '' && !given.includes('\0') ? given : new Expected('the path of a file')
}

function folder(given: string): string | Expected {
  return given !== '' && !given.includes('\0') ? given : new Expected('the path of a folder')
}

/** `off` keeps nothing; a folder of that name is `./off`. */
function stateFolder(given: string): string | undefined | Expected {
  return given === 'off' ? undefined : folder(given)
}

function limiter(given: string): 'memory' | EngineAddress | Expected {
  if (given === 'memory') return given
  return engineAddress(given) ?? new Expected(`memory, nor ${engineAddresses}`, false)
}

function hosts(given: string): readonly string[] | Expected {
  const names = given.split(/[\s,]+/).filter((name) => name !== '')
  return names.length > 0 && names.every(isHost)
    ? names
    : new Expected('a list of host names and addresses without ports, such as labels.example,192.0.2.7')
}

/** An empty list is valid: no proxy is trusted. */
function addressBlocks(given: string): readonly string[] | Expected {
  const blocks = given.split(/[\s,]+/).filter((block) => block !== '')
  return blocks.every(isBlock)
    ? blocks
    : new Expected('a list of addresses or CIDR blocks, such as 192.0.2.7,2001:db8::/64')
}

function isBlock(block: string): boolean {
  const [address = '', prefix, ...rest] = block.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return prefix === undefined || (/^[0-9]{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128))
}
