import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { root } from '../../src/root.ts'

export const program = join(root, 'bin/quietzone.js')

export interface Ended {
  /** The exit code; null if a signal ended it. */
  readonly code: number | null
  readonly stdout: Buffer
  readonly stderr: string
}

export interface Surroundings {
  readonly input?: string | Uint8Array
  readonly env?: NodeJS.ProcessEnv
  readonly cwd?: string
}

/** The built program as a process, run to its end. quietzone.ts runs it in this process, which is enough for most tests. */
export async function quietzoneProcess(
  args: readonly string[],
  { input = '', env, cwd }: Surroundings = {},
): Promise<Ended> {
  const child = started(args, env, cwd)
  child.stdin!.on('error', () => {})
  child.stdin!.end(input)
  return ended(child)
}

/** The built program, its three streams in our hands. */
export function started(args: readonly string[], env: NodeJS.ProcessEnv = {}, cwd = root): ChildProcess {
  return spawned(program, args, env, cwd)
}

/**
 * Any program, with no more of the environment than its path: nothing that the test runner loads into every node, which starts slowly with it.
 * Services keep nothing, unless `env` says where.
 */
export function spawned(path: string, args: readonly string[], env: NodeJS.ProcessEnv = {}, cwd = root): ChildProcess {
  const variables = Object.entries({ PATH: process.env.PATH, QZ_STATE: 'off', ...env }).filter(
    ([, value]) => value !== undefined,
  )
  return spawn('env', ['-i', ...variables.map((variable) => variable.join('=')), path, ...args], { cwd, stdio: 'pipe' })
}

/** What a program prints, in the same environment but for that. */
export function run(folder: string, program: string, ...args: readonly string[]): string {
  return execFileSync('env', ['-u', 'NODE_OPTIONS', program, ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 26,
  })
}

/** What a module with this source prints. */
export function printed(source: string, ...flags: readonly string[]): string {
  return run(root, process.execPath, ...flags, '--input-type=module', '-e', source)
}

export async function ended(child: ChildProcess): Promise<Ended> {
  const [stdout, stderr, [code]] = await Promise.all([all(child.stdout!), all(child.stderr!), once(child, 'close')])
  return { code, stdout, stderr: stderr.toString() }
}

async function all(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The address that the service in `child` listens on, from its output. */
export async function addressOf(child: ChildProcess): Promise<string> {
  let said = ''
  for await (const chunk of child.stdout!.iterator({ destroyOnReturn: false })) {
    said += chunk
    const address = /listening on (http:\/\/[^\s"]+)/.exec(said)?.[1]
    if (address !== undefined) return address
  }
  throw new Error(`no address in ${said}`)
}

/** Does all the work, a few pieces at a time: most of each is the start of a process. */
export async function sideBySide<T>(pieces: readonly T[], work: (piece: T) => Promise<void>): Promise<void> {
  const waiting = [...pieces]
  const worker = async (): Promise<void> => {
    for (let piece = waiting.shift(); piece !== undefined; piece = waiting.shift()) await work(piece)
  }
  await Promise.all([worker(), worker(), worker()])
}
