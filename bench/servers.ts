/**
 * Servers in processes of their own: the service, and those that it is compared with, one of which this file is when it is run by itself:
 *
 *     node build/bench/servers.js constant|bwipJs|yardstick
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { delimiter, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { root } from '../src/root.ts'
import { freePort } from '../test/free-port.ts'
import { type Bwip, peer } from './peers.ts'
import { drawing } from './pools.ts'

export interface Server {
  readonly url: string
  readonly pid: number
  stop(): void
}

/** The service with its default settings, but without a rate limit and a log. */
export function startedService(core?: number): Promise<Server> {
  return started([join(root, 'build/program/main.js')], core)
}

/** One of the others. */
export function startedServer(name: keyof typeof listeners, core?: number): Promise<Server> {
  return started([import.meta.filename, name], core)
}

/** Starts a node server on a free port, bound to one core if the system has taskset. */
async function started(program: readonly string[], core?: number): Promise<Server> {
  const port = await freePort()
  const settings = { HOST: '127.0.0.1', PORT: String(port), QZ_RATE_PER_MINUTE: '0', QZ_LOG: 'silent' }
  const [command = '', ...args] = [...(core === undefined ? [] : pinnedTo(core)), process.execPath, ...program]
  const child = spawn(command, args, {
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

/** What binds a command to cores, if the system has taskset. @param cores  as taskset takes them: 0, or 0,1 */
export const pinnedTo = (cores: number | string): string[] =>
  hasCommand('taskset') ? ['taskset', '-c', `${cores}`] : []

/** Whether the shell would find `command`. */
export function hasCommand(command: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, command)))
}

const listeners = {
  /** The minimum for an HTTP response: 500 constant bytes. */
  constant(): RequestListener {
    const body = Buffer.alloc(500, 'x')
    const headers = { 'Content-Type': 'image/png', 'Content-Length': body.length }
    return (_, response) => {
      response.writeHead(200, headers)
      response.end(body)
    }
  },

  /** A barcode service built with bwip-js. */
  async bwipJs(): Promise<RequestListener> {
    const bwip = await peer<Bwip>('bwip-js')
    if (!bwip) throw new Error('bwip-js is not installed')
    const draw = (url: string): Promise<Uint8Array> => {
      const query = new URL(url, 'http://localhost').searchParams
      const text = query.get('text') ?? '0'
      if (query.get('type') === 'qr') return bwip.default.toBuffer({ bcid: 'qrcode', text, eclevel: 'M', scale: 3 })
      return bwip.default.toBuffer({ bcid: 'code128', text, scale: 3, height: 15 })
    }
    return async (request, response) => {
      const body = await draw(request.url ?? '/')
      response.writeHead(200, { 'Content-Type': 'image/png', 'Content-Length': body.length })
      response.end(body)
    }
  },

  /** Does the yardstick's work for every request except /healthz. */
  yardstick(): RequestListener {
    return (request, response) => {
      const body = request.url === '/healthz' ? new Uint8Array() : yardstick()
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length })
      response.end(body)
    }
  },
}

/** The amount of work: README.md here describes how it was chosen. */
const passes = 3
const records = 6300

/** The time of the work in milliseconds, on the machine of README's figures. */
export const yardstickMilliseconds = 47

const encoder = new TextEncoder()

/**
 * Constant work similar to that of the slowest requests: making objects with texts, and writing them as JSON. Times of requests are
 * given as multiples of it, because machines differ and have other work.
 */
export function yardstick(): Uint8Array {
  let body = new Uint8Array()
  for (let pass = 1; pass <= passes; pass++) body = encoder.encode(JSON.stringify(recordsOf(pass)))
  return body
}

function recordsOf(seed: number): readonly object[] {
  const draw = drawing(seed)
  return Array.from({ length: records }, (_, i) => {
    const value = draw(0, 255)
    return {
      title: `record ${i + 1}`,
      text: `${value} × ${i} = ${value * i}, modulo 103 ${(value * i) % 103}.`,
      values: { value, bits: value.toString(2).padStart(8, '0') },
      places: [[8 * i, 8 * i + 8]],
    }
  })
}

if (process.argv[1] === import.meta.filename) {
  const listener = await listeners[process.argv[2] as keyof typeof listeners]()
  createServer(listener).listen(Number(process.env.PORT), process.env.HOST)
}
