/** Commands that make a field (ZPL II Programming Guide, each under its name): where it is, what it is, and its data. */

import type { Matrix } from '../../symbologies/matrix/index.ts'
import { type GraphicHead, mostGraphicBytes, readGraphic } from './graphic-data.ts'
import type { Command } from './lexer.ts'
import type { Machine } from './machine.ts'
import type { Parameters } from './parameters.ts'
import { sideOf } from './settings.ts'
import type { Shape } from './shapes.ts'
import type { FontChoice } from './state.ts'
import { objectName } from './stored.ts'
import { largestCell } from './type-setter.ts'

type Handler = (parameters: Parameters, machine: Machine) => void

/** By their names, of commands with a caret. Bar codes are in `barCode`. */
export const fieldCommands: { readonly [name: string]: Handler } = {
  FO(parameters, machine) {
    const { home, shift, side } = machine.state
    const [x, y] = [machine.dots(parameters, 0) ?? 0, machine.dots(parameters, 1) ?? 0]
    const at = { x: home.x + x - shift, y: home.y + y }
    machine.field.origin = { ...at, anchor: 'corner', side: sideOf(parameters, 2, side) }
  },
  FT(parameters, machine) {
    const { home, shift, side } = machine.state
    const [x, y] = [machine.dots(parameters, 0), machine.dots(parameters, 1)]
    if (x === undefined && y === undefined) {
      machine.field.origin = 'behind'
      return
    }
    const at = { x: home.x + (x ?? 0) - shift, y: home.y + (y ?? 0) }
    machine.field.origin = { ...at, anchor: 'baseline', side: sideOf(parameters, 2, side) }
  },
  A(parameters, machine) {
    // the letter of the font and its orientation stand together
    const name = parameters.text(0).slice(0, 1).toUpperCase() || '0'
    const turn = parameters.text(0).slice(1, 2).toUpperCase()
    machine.field.font = fontOf(name, parameters, machine)
    if (turn !== '') machine.field.orientation = orientationOf(turn, machine)
  },
  'A@'(parameters, machine) {
    const turn = parameters.text(0).slice(0, 1).toUpperCase()
    machine.field.font = fontOf('0', parameters, machine)
    if (turn !== '') machine.field.orientation = orientationOf(turn, machine)
    const file = parameters.text(3)
    machine.findings.add(parameters.command, {
      code: 'font_replaced',
      kind: 'note',
      message: `font 0 stands for ${file === '' ? 'the font of a file' : file}: widths of words are not those of the printer`,
    })
  },
  FB(parameters, machine) {
    const width = machine.dots(parameters, 0) ?? 0
    const lines = parameters.whole(1, { least: 1, most: 9999 }) ?? 1
    const spacing = machine.dots(parameters, 2, 9999, -9999) ?? 0
    const align = parameters.word(3, ['L', 'C', 'R', 'J'], 'L')
    const indent = machine.dots(parameters, 4, 9999) ?? 0
    // a block without a width is a line of any width
    machine.field.block = width === 0 ? undefined : { width, lines, spacing, align, indent }
    machine.field.cutAt = undefined
  },
  TB(parameters, machine) {
    const turn = parameters.text(0).slice(0, 1).toUpperCase()
    if (turn !== '') machine.field.orientation = orientationOf(turn, machine)
    const width = Math.max(1, machine.dots(parameters, 1) ?? 1)
    machine.field.block = { width, lines: 9999, spacing: 0, align: 'L', indent: 0 }
    machine.field.cutAt = Math.max(1, machine.dots(parameters, 2) ?? 1)
  },
  FP(parameters, machine) {
    machine.field.direction = parameters.word(0, ['H', 'V', 'R'], 'H')
    machine.field.gap = machine.dots(parameters, 1, 9999) ?? 0
  },
  FH(parameters, machine) {
    machine.field.escape = parameters.command.data.find((byte) => byte > 0x20) ?? 0x5f
  },
  FC(parameters, machine) {
    machine.field.clocks = [0, 1, 2].flatMap((index) => {
      const character = parameters.text(index).charCodeAt(0)
      return Number.isNaN(character) ? (index === 0 ? [0x25] : []) : [character]
    })
  },
  FR(_, machine) {
    machine.field.isReversed = true
  },
  FN(parameters, machine) {
    // a name in quotation marks may stand behind the number
    machine.field.number = parameters.whole(0, { least: 0, most: 9999 }) ?? 0
  },
  FD: data,
  FV: data,
  SN(parameters, machine) {
    const [step = 1, hasZeros] = [
      parameters.whole(1, { least: -99_999_999, most: 99_999_999 }),
      parameters.word(2, ['N', 'Y'], 'N'),
    ]
    machine.field.data = new TextEncoder().encode(parameters.text(0) || '1')
    machine.field.dataCommand = parameters.command
    machine.field.serial = { kind: 'number', step, hasZeros: hasZeros === 'Y' }
  },
  SF(parameters, machine) {
    machine.field.serial = { kind: 'mask', mask: parameters.text(0).toUpperCase(), step: parameters.text(1) || '1' }
  },
  GS(parameters, machine) {
    const [height, width] = [machine.dots(parameters, 1), machine.dots(parameters, 2)]
    const { font } = machine.state
    machine.draws(parameters.command, {
      kind: 'sign',
      height: height ?? font.height,
      width: width ?? (height === undefined ? font.width : undefined),
      orientation: machine.orientation(parameters, 0),
    })
  },
  GB(parameters, machine) {
    const thickness = Math.max(1, machine.dots(parameters, 2) ?? 1)
    const [width, height] = [machine.dots(parameters, 0) ?? thickness, machine.dots(parameters, 1) ?? thickness]
    const rounding = parameters.whole(4, { least: 0, most: 8 }) ?? 0
    shape(parameters, machine, 3, { kind: 'box', width, height, thickness, rounding })
  },
  GC(parameters, machine) {
    const width = Math.max(3, machine.dots(parameters, 0, 4095) ?? 3)
    const thickness = Math.max(1, machine.dots(parameters, 1, 4095) ?? 1)
    shape(parameters, machine, 2, { kind: 'ellipse', width, height: width, thickness })
  },
  GE(parameters, machine) {
    const thickness = Math.max(1, machine.dots(parameters, 2, 4095) ?? 1)
    const [width, height] = [machine.dots(parameters, 0, 4095), machine.dots(parameters, 1, 4095)]
    const size = { width: Math.max(3, width ?? 3), height: Math.max(3, height ?? 3) }
    shape(parameters, machine, 3, { kind: 'ellipse', ...size, thickness })
  },
  GD(parameters, machine) {
    const thickness = Math.max(1, machine.dots(parameters, 2) ?? 1)
    const [width, height] = [machine.dots(parameters, 0) ?? thickness, machine.dots(parameters, 1) ?? thickness]
    const isRising = !/^[L\\]/i.test(parameters.text(4))
    const size = { width: Math.max(3, width), height: Math.max(3, height) }
    shape(parameters, machine, 3, { kind: 'diagonal', ...size, thickness, isRising })
  },
  GF: graphicField,
  XG(parameters, machine) {
    const magnified = [1, 2].map((index) => parameters.whole(index, { least: 1, most: 10 }) ?? 1)
    recalled(parameters, machine, magnified as unknown as [number, number])
  },
  IM(parameters, machine) {
    recalled(parameters, machine, [1, 1])
  },
}

/** A `^B*` command: what stands around it is kept with it. */
export function barCode(parameters: Parameters, machine: Machine): void {
  const { module, ratio, height, orientation } = machine.state
  machine.draws(parameters.command, {
    kind: 'symbol',
    command: parameters.command.name,
    parameters: parameters.all,
    ...{ orientation, module, ratio, height, font: machine.field.font },
  })
}

/** `^FD`, `^FV`: all behind the name; control characters are no part of it. */
function data({ command }: Parameters, machine: Machine): void {
  machine.field.data = command.data.filter((byte) => byte >= 0x20)
  machine.field.dataCommand = command
}

function fontOf(name: string, parameters: Parameters, machine: Machine): FontChoice {
  const largest = largestCell / machine.state.unit
  const [height, width] = [1, 2].map((index) => machine.dots(parameters, index, largest))
  const ofDefault = height === undefined && width === undefined && machine.state.font.name === name
  return ofDefault ? machine.state.font : { name, height: height || undefined, width: width || undefined }
}

function orientationOf(letter: string, machine: Machine) {
  return letter === 'N' || letter === 'R' || letter === 'I' || letter === 'B' ? letter : machine.state.orientation
}

/** @param colour  the index of the parameter that says black or white */
function shape(parameters: Parameters, machine: Machine, colour: number, drawn: Shape): void {
  const isWhite = parameters.word(colour, ['B', 'W'], 'B') === 'W'
  machine.draws(parameters.command, { kind: 'shape', shape: drawn, isWhite })
}

function recalled(parameters: Parameters, machine: Machine, magnified: readonly [number, number]): void {
  const matrix = machine.graphic(parameters.command, objectName(parameters.text(0), 'GRF'))
  if (matrix !== undefined) machine.draws(parameters.command, { kind: 'graphic', matrix, magnified })
}

function graphicField(parameters: Parameters, machine: Machine): void {
  const format = parameters.word(0, ['A', 'B', 'C'], 'A')
  const sent = parameters.whole(1, { least: 0, most: mostGraphicBytes })
  const total = parameters.whole(2, { least: 0, most: mostGraphicBytes }) ?? sent ?? 0
  const rowLength = parameters.whole(3, { least: 0, most: 99_999 }) ?? 0
  const matrix = graphicIn(
    parameters.command,
    machine,
    { total, rowLength, isBinary: format !== 'A' },
    parameters.bytesAfter(4),
  )
  if (matrix !== undefined) machine.draws(parameters.command, { kind: 'graphic', matrix, magnified: [1, 1] })
}

/** The dots of a graphic, with what is wrong with it as findings of its command; undefined if it has none. */
export function graphicIn(
  command: Command,
  machine: Machine,
  head: GraphicHead,
  bytes: Uint8Array,
): Matrix | undefined {
  const { total, rowLength } = head
  if (total === 0 || rowLength === 0 || rowLength > total) {
    const message = `a graphic of ${total} bytes, ${rowLength} in a row, has no dots`
    machine.findings.add(command, { code: 'graphic_empty', kind: 'fault', message })
    return undefined
  }
  machine.budget.spend('painted', 8 * total)
  const { matrix, findings } = readGraphic(head, bytes)
  for (const finding of findings) machine.findings.add(command, finding)
  return matrix
}
