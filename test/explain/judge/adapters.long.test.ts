import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import t from 'tap'
import { casesOf, decoderCasesOf, decoderOf, encoderOf, judge, judgeDecoder } from '../../../src/explain/judge/index.ts'
import { root } from '../../../src/root.ts'
import { type Symbology, symbologies } from '../../../symbologies/index.ts'

const limits = { time: 120_000, bytes: 8 << 20 }
const commandOf = (name: string): string => `'${process.execPath}' '${join(root, 'docs/judge', name)}.mjs'`
const absent = (tool: string | undefined): string | false =>
  tool !== undefined && spawnSync(tool, ['--version']).error ? `${tool} is not installed` : false

/** Adapters, the program that each needs besides packages, and the symbologies that it has. */
const encoders: readonly (readonly [name: string, tool: string | undefined, types: readonly Symbology[]])[] = [
  ['bwip-js', undefined, symbologies],
  ['zint', 'zint', symbologies],
  ['qrencode', 'qrencode', ['qr', 'microqr']],
  ['dmtxwrite', 'dmtxwrite', ['datamatrix']],
]

for (const [name, tool, types] of encoders) {
  t.test(`the encoder ${name}`, { skip: absent(tool) }, async (t) => {
    const program = encoderOf(commandOf(name), limits)
    t.teardown(program.close)
    const cases = casesOf({ types: symbologies, count: 60, seed: 2 })
    const report = await judge(program.ask, cases, { seed: 2, attempts: 0 })
    t.equal(report.classes.noAnswer, 0, JSON.stringify(report.failures))
    for (const type of symbologies) {
      const { right, unsupported, rightByAnotherChoice } = report.types[type]!
      t.equal(right + rightByAnotherChoice > 0, types.includes(type), type)
      if (!types.includes(type)) t.equal(unsupported, 6, type)
    }
  })
}

const decoders: typeof encoders = [
  ['zxing', undefined, symbologies],
  ['zbar', 'zbarimg', symbologies.filter((type) => type !== 'microqr' && type !== 'datamatrix')],
  ['libdmtx', 'dmtxread', ['datamatrix']],
]

for (const [name, tool, types] of decoders) {
  t.test(`the decoder ${name}`, { skip: absent(tool) }, async (t) => {
    const program = decoderOf(commandOf(name), limits)
    t.teardown(program.close)
    const cases = decoderCasesOf({ types: symbologies, count: 60, seed: 2 })
    const report = await judgeDecoder(program.ask, cases, { seed: 2, attempts: 0 })
    t.equal(report.classes.noAnswer, 0, JSON.stringify(report.failures.map(({ message }) => message)))
    for (const type of symbologies) {
      const { reads, unsupported } = report.types[type]!
      t.equal(reads > 0, types.includes(type), type)
      if (!types.includes(type)) t.equal(unsupported, 6, type)
    }
  })
}
