import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from '../src/root.ts'
import type { Absent, Contender } from './contender.ts'

export type Program = 'zint' | 'qrencode'

const packages: Record<Program, string> = { zint: 'libzint-dev', qrencode: 'libqrencode-dev' }

/** A running C program of native/, which answers each command with one line. */
interface Running {
  readonly child: ChildProcess
  ask(command: string): Promise<string>
}

const running = new Map<Program, Running | undefined>()

/**
 * A C library as a contender, called by a small program of native/ that is compiled here.
 *
 * @param name of the workload; it starts with the name of the symbology, which the program reads from it
 */
export async function nativePeer(
  program: Program,
  name: string,
  texts: readonly string[],
): Promise<Contender | Absent> {
  if (!running.has(program)) running.set(program, started(program))
  const peer = running.get(program)
  const label = program === 'zint' ? 'zint' : 'libqrencode'
  if (peer === undefined) {
    return { name: label, kind: 'native', absent: `not installed: apt-get install gcc libc6-dev ${packages[program]}` }
  }
  const lines = texts.map((text) => Buffer.from(text).toString('hex'))
  await peer.ask([`pool ${name} ${texts.length}`, ...lines].join('\n'))
  return {
    name: label,
    kind: 'native',
    async slice(milliseconds) {
      const [calls = 0, nanoseconds = 1] = (await peer.ask(`slice ${name} ${milliseconds}`)).split(' ').map(Number)
      return (1e9 * calls) / nanoseconds
    },
  }
}

/** Stops the programs that were started. */
export function stopNativePeers(): void {
  for (const peer of running.values()) peer?.child.stdin?.end()
  running.clear()
}

function started(program: Program): Running | undefined {
  const binary = compiled(program)
  if (binary === undefined) return undefined
  const child = spawn(binary, { stdio: ['pipe', 'pipe', 'inherit'] })
  const answers: ((line: string) => void)[] = []
  createInterface({ input: child.stdout }).on('line', (line) => answers.shift()?.(line))
  return {
    child,
    ask: (command) =>
      new Promise((resolve, reject) => {
        answers.push((line) => (line.startsWith('error') ? reject(new Error(`${program}: ${line}`)) : resolve(line)))
        child.stdin.write(`${command}\n`)
      }),
  }
}

/** The path of the compiled program, or undefined without a compiler or the library. */
function compiled(program: Program): string | undefined {
  const folder = join(root, 'build/bench/native')
  const binary = join(folder, program)
  mkdirSync(folder, { recursive: true })
  try {
    execFileSync('cc', ['-O2', '-o', binary, join(root, `bench/native/${program}.c`), `-l${program}`], {
      stdio: 'ignore',
    })
    return binary
  } catch {
    return undefined
  }
}
