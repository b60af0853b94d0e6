/** Labels in each language of label printers. */

import { FitError } from '../layout/fit.ts'
import { isOfSymbol, type Scene, upright } from '../layout/scene.ts'
import { arranged, type RollArrangement, turnedFor } from './arrange.ts'
import { concatenated, darkBox } from './bitmap.ts'
import { brotherLabel, columnsOf } from './brother.ts'
import { isFine, type Placed, placedLabel } from './brother-heads.ts'
import { cpclLabel } from './cpcl.ts'
import { dymoLabel, refuseTooWide } from './dymo.ts'
import { eplLabel } from './epl.ts'
import { escposLabel } from './escpos.ts'
import {
  type Commands,
  type FedLabel,
  type Handling,
  JobStream,
  type MeasuredLabel,
  type PrinterLanguage,
} from './language.ts'
import type { Undeflated } from './png.ts'
import { tsplLabel } from './tspl.ts'
import { type ZplPacking, zplLabel } from './zpl.ts'

/** How a label is written in a language. */
export interface CommandStyle {
  readonly language: PrinterLanguage
  readonly handling?: Handling | undefined
  /** Of ZPL; z64 by default. */
  readonly packing?: ZplPacking | undefined
}

/** The commands of a label. @throws FitError for a label that its printers have no room for */
export function commandsOf(label: FedLabel, { language, handling = {}, packing }: CommandStyle): Undeflated<Commands> {
  switch (language) {
    case 'zpl':
      return zplLabel(label, handling, packing)
    case 'tspl':
      return at(tsplLabel(label, handling))
    case 'epl':
      return at(eplLabel(label, handling))
    case 'cpcl':
      return at(cpclLabel(label, handling))
    case 'escpos':
      return at(escposLabel(label, handling))
    case 'brother':
      return at(brotherLabel(label, handling))
    case 'dymo':
      return at(dymoLabel(label, handling))
  }
}

/** Of what has no deflated data. */
const at = (commands: Commands): Undeflated<Commands> => ({ data: [], whole: () => commands })

/** The most bytes of a file of one label and its copies. */
const mostBytes = 16 << 20

/** A file with one label and its copies. @throws FitError for a label that its printers have no room for, or too many copies */
export function commandFile(label: FedLabel, style: CommandStyle): Undeflated<Uint8Array> {
  const { data, whole } = commandsOf(label, style)
  return {
    data,
    whole(deflated) {
      const commands = whole(deflated)
      const most = Math.floor(mostBytes / lengthOf(commands))
      if (commands.times > most) {
        const bytes = commands.times * lengthOf(commands)
        throw new FitError('qty', `the copies make ${bytes} bytes, more than ${mostBytes}: qty=${most} fits`, {
          qty: `${most}`,
        })
      }
      const stream = new JobStream()
      return concatenated([...stream.add(commands), ...stream.end()])
    },
  }
}

/** Of one copy, with what may be before and after it. */
export function lengthOf({ first, label, last }: Commands): number {
  return first.length + label.length + last.length
}

/** Refuses labels for which the print head or the tape of a printer is too narrow, whatever is on them. @throws FitError */
export function refuseUnfit(label: MeasuredLabel, { language, handling = {} }: CommandStyle): void {
  if (language === 'dymo') refuseTooWide(label, handling)
  if (language === 'brother') placedLabel(label, handling)
}

/**
 * Refuses a label that its printers would cut, before anything of it is sent: of a tape they reach a part only.
 *
 * @param drawn  draws it, where the language has such printers
 * @throws FitError
 */
export function refuseCut(drawn: () => FedLabel, { language, handling = {} }: CommandStyle): void {
  if (language !== 'dymo' && language !== 'brother') return
  const label = drawn()
  refuseUnfit(label, { language, handling })
  if (language !== 'brother') return
  const { printed, tape } = placedLabel(label, handling)
  const dots = columnsOf(label)
  const { left, top, right, bottom } = darkBox(dots)
  const isInside = left >= printed.left && right <= printed.right && top >= printed.top && bottom <= printed.bottom
  if (bottom === 0 || isInside) return
  const { perMillimetre } = label.resolution
  const [width, height] = [Math.min(tape.area, dots.width), printed.bottom - printed.top]
  const columns = Math.round(label.dots.width / dots.width)
  const size = `${millimetres((columns * width) / perMillimetre)}x${millimetres(height / perMillimetre)}mm`
  throw new FitError(
    'size',
    `print heads reach ${width} x ${height} of its ${dots.width} x ${dots.height} dots, and would cut it: size=${size} is what they reach`,
    { size },
  )
}

/**
 * Refuses a label whose offset would move a part of its symbols to where nothing is printed: beyond the label, or beyond the pins that
 * reach a tape.
 *
 * @param scene  as it is fed
 * @throws FitError
 */
export function refuseMoved(
  scene: Scene,
  { language, handling = {} }: { readonly language: PrinterLanguage; readonly handling?: Handling & RollArrangement },
): void {
  const { offset = [0, 0] } = handling
  if (offset.every((mm) => mm === 0)) return
  const turned = upright(turnedFor(scene, handling))
  const { perMillimetre } = scene.resolution
  const [right, down] = offset.map((mm) => Math.round(mm * perMillimetre)) as [number, number]
  const reached =
    language === 'brother'
      ? reachedByPins(arranged([scene], 1, handling), handling)
      : { left: 0, top: 0, right: turned.width, bottom: turned.height }
  const beyond = turned.marks
    .filter(isOfSymbol)
    .flatMap(({ xs, ys }) => [
      reached.left - (xs[0]! + right),
      xs.at(-1)! + right - reached.right,
      reached.top - (ys[0]! + down),
      ys.at(-1)! + down - reached.bottom,
    ])
  const most = Math.max(0, ...beyond) / perMillimetre
  if (most === 0) return
  throw new FitError(
    'size',
    `the printer's offset, ${offset.join()}, would cut ${most.toFixed(1)} mm off a symbol; a smaller symbol would fit, or a smaller offset`,
  )
}

/** The dots of a label that pins of a head reach, where one prints two columns from the first edge of a symbol on. */
function reachedByPins(label: FedLabel, handling: Handling): Placed['printed'] {
  const { left, top, right, bottom } = placedLabel(label, handling).printed
  if (!isFine(label.resolution)) return { left, top, right, bottom }
  const shift = (label.sides?.[0] ?? 0) & 1
  return { left: 2 * left - shift, top, right: 2 * right - shift, bottom }
}

/** To three decimals, which are less than half a dot off. */
const millimetres = (length: number): string => `${Math.round(1000 * length) / 1000}`
