/** Faults that break a clause each, planted in the compiled encoders, and the vectors that such encoders make. */

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Clause, Register } from '../../../src/explain/clauses/index.ts'
import { textsOf } from '../../../src/explain/vectors/texts.ts'
import { root } from '../../../src/root.ts'
import type { Symbology } from '../../../symbologies/index.ts'

/** A part of a compiled encoder, and what stands there instead. */
export interface Fault {
  readonly from: string
  readonly to: string
}

/** By clause. A clause that says several things has a fault for each of them. */
export const faults: ReadonlyMap<string, readonly Fault[]> = readFaults()

/** Files of a line for a clause, and indented below it a line for each fault: `from -> to`, where `\n` is the end of a line. */
function readFaults(): Map<string, Fault[]> {
  const folder = join(root, 'test/explain/clauses/faults')
  const all = new Map<string, Fault[]>()
  for (const line of readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8').trim().split('\n'),
  )) {
    const [from, to] = line.replaceAll('\\n', '\n').slice(2).split(' -> ')
    if (!line.startsWith(' ')) all.set(line, [])
    else [...all.values()].at(-1)!.push({ from: from!, to: to! })
  }
  return all
}

/** What an encoder makes of each text, by symbology or `gs1`: undefined where it ends with another error than a refusal. */
export type Made = Readonly<Record<string, readonly (string | undefined)[] | undefined>>

/** Milliseconds after which an encoder that goes round in circles is ended. */
const patience = 60_000

/** What a program does that makes vectors; it is beside the encoders, and imports those. */
const program = `
import { parentPort, workerData } from 'node:worker_threads'
import { gs1VectorSet } from './src/explain/vectors/gs1.js'
import { vectorSet } from './src/explain/vectors/vector.js'
const made = {}
const tried = (make) => { try { return make() } catch { return undefined } }
const shown = ({ name, details, ...symbol }) => JSON.stringify(symbol)
for (const [symbology, texts] of workerData) made[symbology] = texts.map((text) => tried(() => shown(vectorSet(symbology, [text]).vectors[0])))
made.gs1 = tried(() => gs1VectorSet().vectors.map(shown))
parentPort.postMessage(made)
`

/** A copy of the encoders, in which faults are planted. */
export class Encoders {
  readonly #folder = mkdtempSync(join(tmpdir(), 'quietzone-faults-'))

  constructor() {
    // compiled here: packing the package writes the modules of build/ anew, in another form
    const vectors = ['gs1', 'vector'].map((name) => join(root, `src/explain/vectors/${name}.ts`))
    const project = join(this.#folder, 'tsconfig.json')
    const compilerOptions = { rootDir: root, outDir: this.#folder, noCheck: true, types: [] }
    const config = { extends: join(root, 'tsconfig.json'), files: vectors, include: [], compilerOptions }
    writeFileSync(project, JSON.stringify(config))
    execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', project])
    writeFileSync(join(this.#folder, 'package.json'), '{"type":"module"}')
    writeFileSync(join(this.#folder, 'program.js'), program)
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true })
  }

  /** The texts of a register's vectors, by encoders without a fault. */
  made({ symbologies }: Register): Promise<Made> {
    const workerData = symbologies.map((symbology) => [symbology, textsOf(symbology as Symbology)])
    const worker = new Worker(pathToFileURL(join(this.#folder, 'program.js')), { workerData })
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => worker.terminate(), patience)
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => {
        clearTimeout(timer)
        resolve({})
      })
    })
  }

  /**
   * The places of the vectors that a fault changes, by symbology or `gs1`.
   *
   * @throws Error for a fault whose `from` is not in the file exactly once
   */
  async changed(register: Register, { id, code }: Clause, fault: Fault, right: Made): Promise<Map<string, number[]>> {
    const path = join(this.#folder, code!.replace(/\.ts$/, '.js'))
    const whole = readFileSync(path, 'utf8')
    const [before = '', after, ...more] = whole.split(fault.from)
    if (after === undefined || more.length > 0) throw new Error(`${id}: ${fault.from} is not once in ${code}`)
    writeFileSync(path, before + fault.to + after)
    try {
      const made = await this.made(register)
      const sets = Object.entries(made).map(([set, list]): [string, number[]] => [
        set,
        (list ?? []).flatMap((each, at) => (each === undefined || each === right[set]?.[at] ? [] : [at])),
      ])
      return new Map(sets.filter(([, places]) => places.length > 0))
    } finally {
      writeFileSync(path, whole)
    }
  }
}
