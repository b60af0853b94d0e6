/**
 * A program obeyed from its first byte to its last: formats become labels, what is stored is kept, and what is wrong is found (ZPL II
 * Programming Guide, `^XA` to `^XZ`, `^DF`, `^XF`, `^FN`, `~DG`, `~DY`, `^IL`, `^ID`, `^TO`).
 */

import type { Interruptible } from '../interruptible.ts'
import { factsOf } from './commands.ts'
import { barCode, fieldCommands, graphicIn } from './field-commands.ts'
import { dataOf, dataOnLabel } from './field-data.ts'
import type { Content, Label } from './label.ts'
import { type Command, commandsIn, type Stray } from './lexer.ts'
import { LimitReached, limits } from './limits.ts'
import { type Format, type FormatField, freshField, Machine, type MachineOptions } from './machine.ts'
import { Parameters } from './parameters.ts'
import { settings } from './settings.ts'
import { leftBehind } from './state.ts'
import { objectName, StorageFull } from './stored.ts'

/** The machine after a program: its labels, and its findings so far. */
export function* obeying(bytes: Uint8Array, options: MachineOptions): Interruptible<Machine> {
  const machine = new Machine(options)
  let last: Command | Stray | undefined
  try {
    let count = 0
    for (const command of commandsIn(bytes)) {
      last = command
      obey(command, machine)
      if (++count % commandsAStep === 0) yield
    }
    atEnd(machine, last)
  } catch (error) {
    if (!(error instanceof LimitReached) && !(error instanceof StorageFull)) throw error
    const message = error instanceof LimitReached ? error.message : 'formats and graphics take more than 8 MiB'
    machine.findings.add(last!, { code: 'limit_reached', kind: 'fault', message })
    machine.format = undefined
  }
  return machine
}

/** Commands that are obeyed without a turn for others. */
const commandsAStep = 1000

function atEnd(machine: Machine, last: Command | Stray | undefined): void {
  if (machine.format !== undefined) {
    const message = 'the format has no ^XZ: a printer waits for it and prints nothing'
    machine.findings.add(machine.format.command, {
      code: 'format_not_ended',
      kind: 'fault',
      message,
      suggestion: '^XZ',
    })
    endFormat(machine, machine.format.command)
  }
  const left = leftBehind(machine.state)
  if (last === undefined || left.length === 0) return
  const message = `${left.join(', ')} stay${left.length === 1 ? 's' : ''} for the next job of the printer`
  machine.findings.add(last, { code: 'state_left', kind: 'note', message })
}

/** @throws LimitReached, StorageFull */
function obey(command: Command | Stray, machine: Machine): void {
  machine.budget.spend('commands', 1)
  if (command.prefix === '') {
    // comments end with a field, and other bytes between commands are lost
    const message = `${command.length} bytes are part of no command, and are not printed`
    machine.findings.add(command, { code: 'stray_text', kind: 'warning', message })
    return
  }
  const { format } = machine
  if (format?.storedAs !== undefined && command.prefix === '^' && command.name !== 'XZ' && command.name !== 'XA') {
    if (command.name === 'DF') fault(machine, command, 'nested_format', 'a format is stored already')
    else format.stored.push(command)
    judgeKnown(command, machine)
    return
  }
  const parameters = new Parameters(command, machine.findings)
  if (command.prefix === '~') control(parameters, machine)
  else if (command.name === 'XA') startFormat(command, machine)
  else if (isOutside(command, machine)) return
  else within(parameters, machine)
}

function fault(machine: Machine, command: Command, code: string, message: string): void {
  machine.findings.add(command, { code, kind: 'fault', message })
}

/** Finds commands that the guide has not, or that are not drawn here. Whether it is known. */
function judgeKnown(command: Command, machine: Machine): boolean {
  const facts = factsOf(`${command.prefix}${command.name}`)
  if (facts === undefined) {
    fault(machine, command, 'unknown_command', `there is no command ${command.prefix}${printable(command.name)}`)
    return false
  }
  if (facts.treatment === 'missing') {
    const message = `${facts.command} (${facts.title}) is not drawn: ${facts.why}`
    machine.findings.add(command, { code: 'not_drawn', kind: 'warning', message })
  }
  return true
}

const printable = (name: string): string => name.replace(/[^!-~]/g, '?')

/** Commands that printers obey outside of formats too. */
const anywhere = /^(CC|CD|CT|ID|FX)$/

function isOutside(command: Command, machine: Machine): boolean {
  if (machine.format !== undefined || anywhere.test(command.name)) return false
  if (!judgeKnown(command, machine)) return true
  fault(machine, command, 'outside_format', 'a command between formats is not obeyed: ^XA is missing before it')
  return true
}

function startFormat(command: Command, machine: Machine): void {
  if (machine.format !== undefined) {
    fault(machine, command, 'format_not_ended', 'a format begins within another one: ^XZ is missing before it')
    endFormat(machine, command)
  }
  const format: Format = {
    ...{ command, fields: [], values: new Map(), copies: 1, replicates: 1 },
    ...{ storedAs: undefined, stored: [] },
  }
  machine.format = format
  machine.field = freshField()
}

/** A command of a format. @throws LimitReached, StorageFull */
function within(parameters: Parameters, machine: Machine): void {
  const { command } = parameters
  const { name } = command
  if (!judgeKnown(command, machine)) return
  if (machine.field.data !== undefined && startsField(name)) {
    fault(machine, command, 'field_not_ended', `^FS is missing before ^${name}`)
    endField(machine)
  }
  const handler = settings[name] ?? fieldCommands[name] ?? formatCommands[name]
  if (handler !== undefined) handler(parameters, machine)
  else if (/^B[0-9A-Z]$/.test(name)) barCode(parameters, machine)
}

/** Commands that stand before data, and so belong to the next field. */
const startsField = (name: string): boolean => name === 'FO' || name === 'FT'

/** Commands about whole formats and what is stored, by their names. */
const formatCommands: { readonly [name: string]: (parameters: Parameters, machine: Machine) => void } = {
  FS: (_, machine) => endField(machine),
  XZ: ({ command }, machine) => endFormat(machine, command),
  DF(parameters, machine) {
    machine.format!.storedAs = objectName(parameters.text(0), 'ZPL')
  },
  XF(parameters, machine) {
    const { command } = parameters
    const name = objectName(parameters.text(0), 'ZPL')
    const commands = machine.stored.format(name)
    if (commands === undefined) {
      fault(
        machine,
        command,
        'format_missing',
        `no format ${name} is in this program; a printer that has one draws it here`,
      )
      return
    }
    if (machine.depth >= limits.depth) {
      fault(machine, command, 'format_too_deep', `formats recall each other more than ${limits.depth} times`)
      return
    }
    machine.depth++
    for (const each of commands) obey(each, machine)
    machine.depth--
  },
  IL(parameters, machine) {
    const { command } = parameters
    const matrix = machine.graphic(command, objectName(parameters.text(0), 'GRF'))
    if (matrix === undefined) return
    const { x, y } = machine.state.home
    add(machine, { kind: 'graphic', matrix, magnified: [1, 1] }, command, { x, y, anchor: 'corner', side: 0 })
  },
  ID(parameters, machine) {
    machine.stored.forget(objectName(parameters.text(0), 'GRF'))
  },
  TO(parameters, machine) {
    const [from, to] = [0, 1].map((index) => objectName(parameters.text(index), 'GRF')) as [string, string]
    machine.stored.copy(from, to)
  },
}

/** Commands with a tilde. @throws StorageFull */
function control(parameters: Parameters, machine: Machine): void {
  const { command } = parameters
  if (!judgeKnown(command, machine)) return
  if (command.name === 'EG') machine.stored.forget('*.GRF')
  if (command.name !== 'DG' && command.name !== 'DY') return
  const isObject = command.name === 'DY'
  const name = objectName(parameters.text(0), 'GRF')
  const kind = isObject ? parameters.text(2).toUpperCase() : 'G'
  const format = isObject ? parameters.text(1).toUpperCase() : 'A'
  if (kind !== 'G' || format === 'P') {
    const what = kind === 'G' ? 'a picture in PNG' : `an object of the kind ${kind || 'G'}`
    machine.findings.add(command, { code: 'not_drawn', kind: 'warning', message: `${what} is not read` })
    return
  }
  const first = isObject ? 3 : 1
  const most = limits.dots / 8
  const total = parameters.whole(first, { least: 0, most }) ?? 0
  const rowLength = parameters.whole(first + 1, { least: 0, most }) ?? 0
  const head = { total, rowLength, isBinary: format === 'B' || format === 'C' }
  const matrix = graphicIn(command, machine, head, parameters.bytesAfter(first + 2))
  if (matrix !== undefined) machine.stored.keepGraphic(name, matrix)
}

/** The field in hand becomes one of the format. */
function endField(machine: Machine): void {
  const { field, format } = machine
  machine.field = freshField()
  if (format === undefined) return
  const data = dataOf(field, machine)
  const { number } = field
  if (number !== undefined && data !== undefined) format.values.set(number, data)
  // a number with a value and no place is one for a field elsewhere
  if (number !== undefined && field.origin === undefined) return
  const { orientation = machine.state.orientation } = field
  const text: Content = {
    ...{ kind: 'text', font: field.font ?? machine.state.font, orientation },
    ...{ block: field.block, cutAt: field.cutAt, direction: field.direction, gap: field.gap },
  }
  const content = field.content ?? text
  const needsData = content.kind === 'text' || content.kind === 'symbol' || content.kind === 'sign'
  const command = content.kind === 'text' ? field.dataCommand : field.contentCommand
  if (needsData && data === undefined && number === undefined) {
    if (content.kind !== 'symbol') return
    const message = 'the bar code has no data'
    machine.findings.add(field.contentCommand!, { code: 'no_data', kind: 'fault', message })
    return
  }
  const { home, shift, side } = machine.state
  const { origin = { x: home.x - shift, y: home.y, anchor: 'corner', side } } = field
  const isReversed = field.isReversed || machine.state.isReversed
  machine.add({ command: command ?? format.command, origin, content, isReversed, data, number })
}

function add(machine: Machine, content: Content, command: Command, origin: FormatField['origin']): void {
  machine.add({ command, origin, content, isReversed: false, data: undefined })
}

/** The format in hand is kept, or becomes labels. @throws LimitReached, StorageFull */
function endFormat(machine: Machine, end: Format['command']): void {
  if (machine.field.data !== undefined && machine.format?.storedAs === undefined) {
    const message = '^FS is missing before the end of the format'
    machine.findings.add(end, { code: 'field_not_ended', kind: 'fault', message })
    endField(machine)
  } else if (machine.field.content !== undefined) endField(machine)
  const { format, state } = machine
  machine.format = undefined
  machine.field = freshField()
  if (format === undefined) return
  if (format.storedAs !== undefined) {
    machine.stored.keepFormat(format.storedAs, format.stored)
    return
  }
  const fields = format.fields.map(({ number, ...field }) => {
    return { ...field, data: field.data ?? (number === undefined ? undefined : format.values.get(number)) }
  })
  if (fields.length === 0) return
  const label: Omit<Label, 'copies' | 'serial'> = {
    ...{ command: format.command, fields, printWidth: state.printWidth, length: state.labelLength },
    top: state.top,
    ...{ isInverted: state.isInverted, isMirrored: state.isMirrored, isUponLast: machine.isUponLast },
  }
  machine.isUponLast = !state.isCleared
  addLabels(machine, label, format)
}

/** A label with its copies, or one for each serial number. */
function addLabels(machine: Machine, label: Omit<Label, 'copies' | 'serial'>, { copies, replicates }: Format): void {
  const isSerial = label.fields.some(({ data }) => data?.serial !== undefined)
  const count = isSerial ? Math.ceil(copies / replicates) : 1
  for (let serial = 0; serial < count; serial++) {
    machine.budget.spend('labels', 1)
    const fields = label.fields.map((field) =>
      field.data ? { ...field, data: dataOnLabel(field.data, serial) } : field,
    )
    const left = copies - serial * replicates
    machine.labels.push({ ...label, fields, serial, copies: isSerial ? Math.min(replicates, left) : copies })
  }
}
