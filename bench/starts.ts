/** The start of the program and of the service. */

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { drawBarcode } from '../src/draw.ts'
import { root } from '../src/root.ts'
import { freePort } from '../test/free-port.ts'
import { type Quartiles, quartiles } from './quartiles.ts'
import { hasCommand } from './servers.ts'

/** The CPU time of the program from start to end, user and system, of all its threads and processes, in seconds. */
export interface Starts {
  /** Of `node -e 0`. */
  readonly node: Quartiles
  readonly commands: Readonly<Record<string, StartCost>>
}

interface StartCost {
  readonly seconds: Quartiles
  /** Above that of `node -e 0` in the same round. */
  readonly above: Quartiles
}

const symbol = 'symbol.png'
const text = 'QZ-000001'

/** Commands as people type them; their output goes to /dev/null. `check` reads a QR symbol at scale 4. */
const commands: readonly (readonly string[])[] = [
  ['barcode', '--type', 'code128', '--text', text, '--format', 'png'],
  ['barcode', '--type', 'qr', '--text', text, '--format', 'png'],
  ['--version'],
  ['label', '--type', 'code128', '--text', text, '--format', 'pdf'],
  ['label', '--type', 'code128', '--text', text, '--format', 'png'],
  ['explain', '--type', 'qr', '--text', text],
  ['plan', '--type', 'code128', '--text', text],
  ['check', symbol],
  ['gs1', '(01)09506000134352(17)261231(10)AB-12'],
]

/** The commands that have a target. */
export const barcodeStarts = { code128: commands[0]!.join(' '), qr: commands[1]!.join(' ') } as const
export const labelStart: string = commands[3]!.join(' ')

/**
 * The program, started by its own name as after an installation, in turn with `node -e 0`.
 *
 * @returns undefined without bash, whose `times` gives the CPU time of its children in milliseconds
 */
export async function measuredStarts(rounds: number): Promise<Starts | undefined> {
  if (!hasCommand('bash')) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-starts-'))
  try {
    writeFileSync(join(folder, symbol), symbolPng())
    const programs = [['node', '-e', '0'], ...commands.map((command) => [join(root, 'bin/quietzone.js'), ...command])]
    const costs = programs.map((): number[] => [])
    // the first round fills the caches of files, and is not measured
    for (let round = -1; round < rounds; round++) {
      for (let i = 0; i < programs.length; i++) {
        const index = (i + Math.max(round, 0)) % programs.length
        const seconds = await cpuSeconds(folder, programs[index]!)
        if (round >= 0) costs[index]!.push(seconds)
      }
    }
    const [node = [], ...ours] = costs
    const costOf = (seconds: readonly number[]): StartCost => ({
      seconds: quartiles(seconds),
      above: quartiles(seconds.map((each, round) => each - node[round]!)),
    })
    return {
      node: quartiles(node),
      commands: Object.fromEntries(commands.map((command, i) => [command.join(' '), costOf(ours[i]!)])),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function symbolPng(): Uint8Array {
  const style = { format: 'png', includetext: false, scale: 4, height: 15, rotate: 'N' } as const
  return drawBarcode({ ...style, type: 'qr', text }, { maxPixels: 25_000_000 }).bytes
}

const run = promisify(execFile)

async function cpuSeconds(cwd: string, program: readonly string[]): Promise<number> {
  // the node of this process is the first in the path
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`
  const options = { cwd, env: { PATH, HOME: process.env.HOME } }
  // bash takes a socket as its input for a remote shell, and would count what its start-up file runs
  const script = ['--norc', '-c', '"$@" </dev/null >/dev/null || exit; times', 'bash']
  const { stdout } = await run('bash', [...script, ...program], options)
  return childSeconds(stdout)
}

/** From the output of bash's `times`: user and system time of the shell, and in the second line of its children. */
export function childSeconds(printed: string): number {
  const found = /\n(\d+)m([\d.]+)s (\d+)m([\d.]+)s\n$/.exec(printed)
  if (found === null) throw new Error(`no times: ${printed}`)
  const [userMinutes = 0, user = 0, systemMinutes = 0, system = 0] = found.slice(1).map(Number)
  return 60 * (userMinutes + systemMinutes) + user + system
}

/** Seconds from the start of a command to the first 200 of /readyz. */
export type Ready = Readonly<Record<string, Quartiles>>

export const npmStart = 'npm start'

const readyCommands = [npmStart, 'node build/src/server/main.js']

/** Milliseconds from one request to the next. */
const pace = 5
const patience = 120_000

/** The commands in turn. The first round, in which `npm start` may have to build, is not measured. */
export async function measuredReady(rounds: number): Promise<Ready> {
  const times = readyCommands.map((): number[] => [])
  for (let round = -1; round < rounds; round++) {
    for (let i = 0; i < readyCommands.length; i++) {
      const index = (i + Math.max(round, 0)) % readyCommands.length
      const seconds = await secondsToReady(readyCommands[index]!)
      if (round >= 0) times[index]!.push(seconds)
    }
  }
  return Object.fromEntries(readyCommands.map((command, i) => [command, quartiles(times[i]!)]))
}

async function secondsToReady(command: string): Promise<number> {
  const port = await freePort()
  const settings = { HOST: '127.0.0.1', PORT: String(port), QZ_LOG: 'silent' }
  const [program = '', ...args] = command.split(' ')
  const started = performance.now()
  // a group of its own, because npm starts the service as a child of a shell; an interrupt from the keyboard does not reach it
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  })
  const ended = once(child, 'close')
  // it has nothing to lose, and must not take time of the next
  const stop = (): void => void (child.exitCode === null && process.kill(-child.pid!, 'SIGKILL'))
  const interrupted = (): never => {
    stop()
    process.exit(130)
  }
  process.once('SIGINT', interrupted)
  try {
    await ready(port, child)
    return (performance.now() - started) / 1000
  } finally {
    process.off('SIGINT', interrupted)
    stop()
    await ended
  }
}

async function ready(port: number, child: ChildProcess): Promise<void> {
  const started = performance.now()
  while (child.exitCode === null && performance.now() - started < patience) {
    if ((await statusOf(port)) === 200) return
    await setTimeout(pace)
  }
  throw new Error('the service is not ready')
}

/** undefined as long as nothing listens. */
function statusOf(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, path: '/readyz', agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    request.on('error', () => resolve(undefined))
  })
}
