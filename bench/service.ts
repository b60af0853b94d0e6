import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { root } from '../src/root.ts'
import { freePort } from '../test/free-port.ts'
import { hasCommand } from './commands.ts'

export interface Service {
  readonly url: string
  readonly pid: number
  stop(): void
}

/** The service with its default settings, but without a rate limit and a log. */
export function startedService(core?: number): Promise<Service> {
  return startedServer(join(root, 'build/program/main.js'), core)
}

/** Starts a node server on a free port, bound to one core if the system has taskset. */
export async function startedServer(file: string, core?: number): Promise<Service> {
  const port = await freePort()
  const settings = { HOST: '127.0.0.1', PORT: String(port), QZ_RATE_PER_MINUTE: '0', QZ_LOG: 'silent' }
  const pinned = core !== undefined && hasCommand('taskset')
  const [command, ...before] = pinned ? ['taskset', '-c', String(core), process.execPath] : [process.execPath]
  const child = spawn(command!, [...before, file], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  try {
    await answering(url, child)
  } catch (error) {
    child.kill()
    throw error
  }
  return { url, pid: child.pid!, stop: () => child.kill() }
}

async function answering(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 200 && child.exitCode === null; tries++) {
    try {
      await (await fetch(`${url}/healthz`)).arrayBuffer()
      return
    } catch {
      await setTimeout(50)
    }
  }
  throw new Error(`the server for ${url} does not answer`)
}
