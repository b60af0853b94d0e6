/** Programs in ZPL drawn for tests. */

import '../../src/draw.ts'
import { paint } from '../../src/render/paint.ts'
import { type DrawnLabel, type Finding, type ProgramOptions, readProgram } from '../../src/zpl/index.ts'
import type { Matrix } from '../../symbologies/index.ts'

/** A label and its dots. */
export interface PaintedLabel {
  readonly label: DrawnLabel
  readonly dots: Matrix
}

export interface PaintedProgram {
  readonly labels: readonly PaintedLabel[]
  readonly findings: readonly Finding[]
}

/** All labels of a program, by default for 203 dpi and of 4 x 8 in. */
export async function painted(
  zpl: string | Uint8Array,
  options: Partial<ProgramOptions> = {},
): Promise<PaintedProgram> {
  const bytes = typeof zpl === 'string' ? Buffer.from(zpl) : zpl
  const program = readProgram(bytes, {
    dpi: '203',
    size: '4x8in',
    now: new Date(Date.UTC(2026, 10, 30, 9, 5)),
    ...options,
  })
  const labels: PaintedLabel[] = []
  for (const label of program.labels()) if (label !== undefined) labels.push({ label, dots: paint(label.scene) })
  return { labels, findings: program.findings() }
}

/** The codes of findings, with their commands and offsets. */
export const found = ({ findings }: PaintedProgram): string[] =>
  findings.map(({ code, command, offset }) => `${code} ${command} ${offset}`)
