/** The printer while it reads a program: its settings, the format in hand, and the field in hand. */

import type { Matrix } from '../../symbologies/matrix/index.ts'
import type { FieldBlock } from './block.ts'
import { type FieldOrientation, orientations } from './field.ts'
import { Findings, type Named } from './finding.ts'
import type { Content, Field, FieldData, Label, Origin, Serial } from './label.ts'
import type { Command } from './lexer.ts'
import { Budget, limits } from './limits.ts'
import type { Parameters } from './parameters.ts'
import { type FontChoice, freshState, type PrinterState } from './state.ts'
import { Stored } from './stored.ts'

/** A field before its end. */
export interface FieldInHand {
  origin: Origin | 'behind' | undefined
  /** A bar code, a shape or a graphic. */
  content: Content | undefined
  contentCommand: Named | undefined
  font: FontChoice | undefined
  orientation: FieldOrientation | undefined
  block: FieldBlock | undefined
  cutAt: number | undefined
  direction: 'H' | 'V' | 'R'
  gap: number
  /** `^FH`: the byte before two hexadecimal digits. */
  escape: number | undefined
  /** `^FC`: the bytes before the letters of parts of the time. */
  clocks: readonly number[]
  isReversed: boolean
  data: Uint8Array | undefined
  dataCommand: Named | undefined
  serial: Serial | undefined
  /** `^FN`. */
  number: number | undefined
}

export const freshField = (): FieldInHand => ({
  origin: undefined,
  content: undefined,
  contentCommand: undefined,
  font: undefined,
  orientation: undefined,
  block: undefined,
  cutAt: undefined,
  direction: 'H',
  gap: 0,
  escape: undefined,
  clocks: [],
  isReversed: false,
  data: undefined,
  dataCommand: undefined,
  serial: undefined,
  number: undefined,
})

/** A field of a format, whose data may come later by its number. */
export type FormatField = Omit<Field, 'data'> & {
  readonly data: FieldData | undefined
  readonly number?: number | undefined
}

/** A format in hand. */
export interface Format {
  /** `^XA`. */
  readonly command: Named
  fields: FormatField[]
  /** Values of fields by their numbers. */
  readonly values: Map<number, FieldData>
  copies: number
  /** Labels with the same serial number: `^PQ`. */
  replicates: number
  /** Behind `^DF`: the name under which what follows is kept. */
  storedAs: string | undefined
  stored: Command[]
}

/** What a machine is told besides the program. */
export interface MachineOptions {
  readonly dpmm: number
  /** The clock of `^FC`. */
  readonly now: Date
  /** Of a printer that was just turned on by default. */
  readonly before?: PrinterMemory | undefined
}

/** What a printer has in mind from one program to the next: its settings, and formats and graphics by their names. */
export interface PrinterMemory {
  readonly state: PrinterState
  readonly stored: Stored
}

export class Machine {
  readonly dpmm: number
  readonly now: Date
  readonly memory: PrinterMemory
  readonly findings = new Findings()
  readonly budget = new Budget()
  readonly labels: Label[] = []
  format: Format | undefined
  field: FieldInHand = freshField()
  /** Whether the next label is printed upon the last one. */
  isUponLast = false
  /** Formats that are being recalled, one within another. */
  depth = 0

  constructor({ dpmm, now, before }: MachineOptions) {
    this.dpmm = dpmm
    this.now = now
    this.memory = before ?? { state: freshState(), stored: new Stored() }
  }

  get state(): PrinterState {
    return this.memory.state
  }

  get stored(): Stored {
    return this.memory.stored
  }

  /** A parameter that is a length, in dots; undefined where it is left out. */
  dots(parameters: Parameters, index: number, most = 32000, least = 0): number | undefined {
    const value = parameters.number(index, { least, most })
    return value === undefined ? undefined : Math.round(value * this.state.unit * this.state.scale)
  }

  /** A parameter that is an orientation; that of `^FW` where it is left out. */
  orientation(parameters: Parameters, index: number): FieldOrientation {
    return parameters.word(index, orientations, this.state.orientation)
  }

  /** The field has this for its content. */
  draws(command: Named, content: Content): void {
    this.field.content = content
    this.field.contentCommand = command
  }

  /** The graphic of a name, or a fault of the command. */
  graphic(command: Named, name: string): Matrix | undefined {
    const matrix = this.stored.graphic(name)
    if (matrix === undefined) {
      const message = `no graphic ${name} is in this program; a printer that has one draws it here`
      this.findings.add(command, { code: 'graphic_missing', kind: 'fault', message })
    }
    return matrix
  }

  /** Adds a field to the format in hand. */
  add(field: FormatField): void {
    const fields = this.format!.fields
    if (fields.length < limits.fields) {
      fields.push(field)
      return
    }
    const message = `a label may have ${limits.fields} fields; the rest is left out`
    this.findings.add(this.format!.command, { code: 'too_many_fields', kind: 'fault', message })
  }
}
