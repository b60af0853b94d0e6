import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { composeLabel, type LabelRequest } from '../../src/draw.ts'
import { zpl } from '../../src/render/deflate.ts'
import { type Behaviour, type LoopbackPrinter, loopbackPrinter } from '../printing/channels/loopback-printer.ts'
import type { Ended } from './program.ts'
import { quietzone } from './quietzone.ts'

export const folder = mkdtempSync(join(tmpdir(), 'quietzone-print-'))
t.teardown(() => rmSync(folder, { recursive: true }))

/** What the printers of the tests print: a small label, as it is fed. */
const label = { type: 'code128', size: '50x30', orientation: 'landscape', dpi: '203', showtext: true } as const

/** The ZPL of a label. */
export function zplOf(text: string, copies = 1): string {
  const request: LabelRequest = { ...label, text, qty: copies, format: 'zpl' }
  return Buffer.from(zpl(composeLabel(request, { maxPixels: 25_000_000 }).scene, copies)).toString('latin1')
}

/** A printer named dock-3, and the file that names it; it is gone after the test. */
export async function printer(
  t: Test,
  behaviour: Partial<Behaviour> = {},
  fields: object = {},
): Promise<LoopbackPrinter> {
  const printer = await loopbackPrinter(behaviour)
  t.teardown(() => printer.close())
  const { address } = printer
  const described = { name: 'dock-3', address, language: 'zpl', dpi: 203, stock: '50x30', ...fields }
  writeFileSync(join(folder, 'printers.json'), JSON.stringify([described]))
  return printer
}

export const env = { QZ_PRINTERS: 'printers.json' }

export async function run(t: Test, args: readonly string[], code = 0): Promise<Ended> {
  const done = await quietzone(args, { cwd: folder, env })
  t.equal(done.code, code, `quietzone ${args.join(' ')}: ${done.stderr}`)
  return done
}
