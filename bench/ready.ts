import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { root } from '../src/root.ts'
import { freePort } from '../test/free-port.ts'
import { type Quartiles, quartiles } from './quartiles.ts'

/** Seconds from the start of a command to the first 200 of /readyz. */
export type Ready = Readonly<Record<string, Quartiles>>

export const npmStart = 'npm start'

const commands = [npmStart, 'node build/src/server/main.js']

/** Milliseconds from one request to the next. */
const pace = 5
const patience = 120_000

/** The commands in turn. The first round, in which `npm start` may have to build, is not measured. */
export async function measuredReady(rounds: number): Promise<Ready> {
  const times = commands.map((): number[] => [])
  for (let round = -1; round < rounds; round++) {
    for (let i = 0; i < commands.length; i++) {
      const index = (i + Math.max(round, 0)) % commands.length
      const seconds = await secondsToReady(commands[index]!)
      if (round >= 0) times[index]!.push(seconds)
    }
  }
  return Object.fromEntries(commands.map((command, i) => [command, quartiles(times[i]!)]))
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
