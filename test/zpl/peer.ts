/** Labels as npm zpl-renderer-js draws them (zebrash in WebAssembly), and where they differ from ours. */

import { ready } from 'zpl-renderer-js'
import { isDark } from '../../symbologies/index.ts'
import { pngPicture } from '../oracle/picture.ts'
import { random } from '../random.ts'
import { type CommandPrograms, type Comparison, labelSide } from './command-programs.ts'
import { painted } from './drawn.ts'

/** How a label differs from that of the peer; `undefined` if it does not. */
export type Difference = 'refused there' | 'blank there' | 'blank here' | 'other place' | 'other size' | 'other dots'

/** Whether a dot is dark. */
type Dots = (x: number, y: number) => boolean

/** The last label of a program, by both. */
export async function differenceOf(zpl: string, by: Comparison): Promise<Difference | undefined> {
  const { labels } = await painted(zpl, { size: '60x60mm' })
  const matrix = labels.at(-1)?.dots
  const here: Dots = (x, y) => matrix !== undefined && isDark(matrix, x, y)
  let there: Dots
  try {
    const { api } = await ready
    const files = await api.zplToBase64MultipleAsync(zpl, labelSide / 8, labelSide / 8, 8)
    const { grey, width } = pngPicture(Buffer.from(files.at(-1) ?? '', 'base64'))
    there = (x, y) => grey[y * width + x]! < 128
  } catch {
    return 'refused there'
  }
  return compared(here, there, by)
}

function compared(here: Dots, there: Dots, by: Comparison): Difference | undefined {
  const [ours, theirs] = [inkOf(here), inkOf(there)]
  if (ours.count === 0 || theirs.count === 0) {
    return ours.count === theirs.count ? undefined : ours.count === 0 ? 'blank here' : 'blank there'
  }
  const allowed = by === 'dots' ? 0 : by === 'curve' ? 1 : undefined
  const isNear = (a: number, b: number, length: number): boolean =>
    Math.abs(a - b) <= (allowed ?? Math.max(4, 0.04 * length))
  if (!isNear(ours.width, theirs.width, theirs.width) || !isNear(ours.height, theirs.height, theirs.height))
    return 'other size'
  if (!isNear(ours.left, theirs.left, theirs.width) || !isNear(ours.top, theirs.top, theirs.height))
    return 'other place'
  if (by === 'words') return undefined
  let count = 0
  for (let y = 0; y < labelSide; y++) for (let x = 0; x < labelSide; x++) if (here(x, y) !== there(x, y)) count++
  return count <= (by === 'dots' ? 0 : 0.15 * theirs.count) ? undefined : 'other dots'
}

interface Ink {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** Dark dots. */
  readonly count: number
}

function inkOf(dark: Dots): Ink {
  let [left, top, right, bottom, count] = [labelSide, labelSide, 0, 0, 0]
  for (let y = 0; y < labelSide; y++) {
    for (let x = 0; x < labelSide; x++) {
      if (!dark(x, y)) continue
      ;[left, top, right, bottom] = [
        Math.min(left, x),
        Math.min(top, y),
        Math.max(right, x + 1),
        Math.max(bottom, y + 1),
      ]
      count++
    }
  }
  return { left, top, width: right - left, height: bottom - top, count }
}

/** What became of the programs about one command. */
export interface CommandResult {
  readonly command: string
  readonly programs: number
  /** Programs that differ, with how they do. */
  readonly differing: readonly (readonly [zpl: string, difference: Difference])[]
}

export async function resultOf({ command, by, program }: CommandPrograms, programs: number): Promise<CommandResult> {
  const r = random(command)
  const differing: [string, Difference][] = []
  for (let i = 0; i < programs; i++) {
    const zpl = program(r)
    const difference = await differenceOf(zpl, by)
    if (difference !== undefined) differing.push([zpl, difference])
  }
  return { command, programs, differing }
}
