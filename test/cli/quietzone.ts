import { Readable, Writable } from 'node:stream'
import { run } from '../../src/cli/run.ts'
import type { Shell } from '../../src/cli/shell.ts'
import type { Ended, Surroundings } from './program.ts'

/** A pipe that keeps all that is written to it. */
class Pipe extends Writable {
  readonly #chunks: Buffer[] = []

  override _write(chunk: Buffer, _: BufferEncoding, taken: () => void): void {
    this.#chunks.push(Buffer.from(chunk))
    taken()
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#chunks)
  }
}

interface InProcess extends Surroundings {
  /** Aborted in place of a signal to the process. */
  readonly signal?: AbortSignal
}

/** A shell whose streams are pipes, without an environment, and what was written to them. */
export function piped({ input = '', env = {}, cwd, signal = new AbortController().signal }: InProcess = {}): {
  readonly shell: Shell
  written(): Pick<Ended, 'stdout' | 'stderr'>
} {
  const [stdout, stderr] = [new Pipe(), new Pipe()]
  const stdin = Readable.from(input.length === 0 ? [] : [Buffer.from(input)], { objectMode: false })
  return {
    shell: { stdin, stdout, stderr, env, interruption: () => signal, ...(cwd && { cwd }) },
    written() {
      const said = stderr.bytes.toString()
      // as a process in the folder would name its files
      return {
        stdout: stdout.bytes,
        stderr: cwd === undefined ? said : said.replaceAll(`${cwd}/`, '').replaceAll(cwd, '.'),
      }
    },
  }
}

/** The program in this process, run to its end. Several may run at a time. */
export async function quietzone(args: readonly string[], surroundings?: InProcess): Promise<Ended> {
  const { shell, written } = piped(surroundings)
  const code = await run(args, shell)
  return { code, ...written() }
}
