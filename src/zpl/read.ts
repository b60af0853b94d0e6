/** A program read, and its labels drawn one by one. */

import { type Interruptible, uninterrupted } from '../interruptible.ts'
import { type Resolution, resolutions } from '../layout/resolution.ts'
import type { ModulesMark, Scene } from '../layout/scene.ts'
import { type LabelSize, sidesAsFed } from '../layout/stock.ts'
import { paint } from '../render/paint.ts'
import { composed, type Page } from './compose.ts'
import { type DrawnOnLabel, drawnFields } from './draw-field.ts'
import type { Finding, Findings, Named } from './finding.ts'
import { type FieldJudgement, judged } from './judge.ts'
import type { Label } from './label.ts'
import { LimitReached, limits } from './limits.ts'
import type { Machine, PrinterMemory } from './machine.ts'
import { obeying } from './program.ts'
import { dotsMark } from './shapes.ts'
import { drawSymbolField } from './symbols/index.ts'
import { TypeSetter } from './type-setter.ts'

/** The heads of Zebra's printers, with dots a mm as fonts go by them. */
const heads = { 152: 6, 203: 8, 300: 12, 600: 24 } as const
export const zplDpis = ['152', '203', '300', '600'] as const
export type ZplDpi = (typeof zplDpis)[number]

const usualDpi = '203' satisfies ZplDpi

export interface ProgramOptions {
  /** 203 by default. */
  readonly dpi?: ZplDpi | undefined
  /** The size of the labels as they are fed; by default that of `^PW` and `^LL`, or 4 x 6 in. */
  readonly size?: LabelSize | undefined
  /** How much longer the printer prints all than it is drawn, across its head and along the feed: labels have as many dots fewer. */
  readonly scale?: readonly [across: number, along: number] | undefined
  /** The clock of `^FC`. */
  readonly now: Date
  /** What a program before this one has left in the printer's mind; a printer that was just turned on by default. */
  readonly before?: PrinterMemory | undefined
}

/** A label as it is printed. */
export interface DrawnLabel {
  /** Its number, from 0. */
  readonly index: number
  readonly scene: Scene
  readonly copies: number
  readonly fields: readonly FieldJudgement[]
}

/** A program that was read: its labels are drawn when they are asked for, each once. */
export interface Program {
  /** How many labels it has, copies not counted. */
  readonly count: number
  /** The labels in their order, from one on, and `undefined` between where others may have a turn. Those of a program that asks for more than is done for it end early. */
  labels(from?: number): Generator<DrawnLabel | undefined, void>
  /** All that is found so far: whole when the labels are drawn. */
  findings(): readonly Finding[]
  /** What it leaves in the printer's mind. */
  readonly memory: PrinterMemory
}

/** @param bytes  at most `limits.bytes` */
export function* readingProgram(bytes: Uint8Array, options: ProgramOptions): Interruptible<Program> {
  const { dpi = usualDpi, now, before } = options
  const machine = yield* obeying(bytes, { dpmm: heads[dpi], now, before })
  return {
    count: machine.labels.length,
    memory: machine.memory,
    findings: () => machine.findings.list(),
    labels: (from = 0) => drawnLabels(machine, options, from),
  }
}

/** The same at once. */
export const readProgram = (bytes: Uint8Array, options: ProgramOptions): Program =>
  uninterrupted(readingProgram(bytes, options))

function* drawnLabels(
  machine: Machine,
  options: ProgramOptions,
  from: number,
): Generator<DrawnLabel | undefined, void> {
  const setter = new TypeSetter(machine.budget)
  let last: Scene | undefined
  for (const [index, label] of machine.labels.entries()) {
    // a label is drawn for the one upon which it is printed too
    if (index < from && !machine.labels[index + 1]?.isUponLast) continue
    const under = label.isUponLast && last !== undefined ? [dotsMark(paint(last), 0, 0)] : []
    const drawn = yield* drawnLabel(label, machine, { ...options, setter, under })
    if (drawn === undefined) return
    last = drawn.scene
    if (index >= from) yield { index, ...drawn }
  }
}

interface LabelOptions extends ProgramOptions {
  readonly setter: TypeSetter
  readonly under: readonly ModulesMark[]
}

function* drawnLabel(
  label: Label,
  machine: Machine,
  { dpi = usualDpi, size, scale, setter, under }: LabelOptions,
): Generator<undefined, Omit<DrawnLabel, 'index'> | undefined> {
  const { budget, dpmm, findings } = machine
  const page = pageOf(label, { size, scale }, resolutions[dpi])
  if (page.width * page.height > limits.dots) {
    const message = `a label of ${page.width} x ${page.height} dots has more than ${limits.dots}`
    findings.add(label.command, { code: 'label_too_large', kind: 'fault', message })
    return undefined
  }
  try {
    const shift = { x: page.printed.left, y: label.top }
    const fields = label.fields.map((field) => shifted(field, shift))
    const area = { left: 0, top: 0, right: page.width, bottom: page.height }
    const drawn = yield* steps(drawnFields(fields, { dpmm, setter, budget, drawSymbol: drawSymbolField, page: area }))
    const whole = composed(drawn, { label, page, budget, under })
    const judgements = judged(drawn, whole, page)
    for (const each of judgements) addFindings(findings, each)
    return { scene: whole.scene, copies: label.copies, fields: judgements }
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error
    findings.add(label.command, { code: 'limit_reached', kind: 'fault', message: error.message })
    return undefined
  }
}

/** Work whose turns for others are `undefined`. */
function* steps<T>(work: Interruptible<T>): Generator<undefined, T> {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    yield undefined
  }
}

function addFindings(findings: Findings, { drawn, findings: found }: FieldJudgement): void {
  const { command }: { command: Named } = drawn.field
  for (const finding of found) findings.add(command, finding)
}

/** The field further right and down: where what is printed begins, and `^LT`. */
function shifted<F extends DrawnOnLabel['field']>(field: F, { x, y }: { readonly x: number; readonly y: number }): F {
  const { origin } = field
  if (origin === 'behind' || (x === 0 && y === 0)) return field
  return { ...field, origin: { ...origin, x: origin.x + x, y: origin.y + y } }
}

const usualSize = '4x6' satisfies LabelSize

/** The page of a label: of the size that is asked for, or of the program. A narrower print width is in its middle. */
function pageOf(
  { printWidth, length }: Label,
  { size, scale = [1, 1] }: Pick<ProgramOptions, 'size' | 'scale'>,
  resolution: Resolution,
): Page {
  const [across, along] = sidesAsFed(size ?? usualSize).map((side, i) =>
    Math.round((side * resolution.perInch) / 72 / scale[i]!),
  ) as [number, number]
  const width = size === undefined && printWidth ? printWidth : across
  const height = size === undefined && length ? length : along
  const printedWidth = printWidth ? Math.min(width, printWidth) : width
  const left = Math.floor((width - printedWidth) / 2)
  return { width, height, resolution, printed: { left, top: 0, right: left + printedWidth, bottom: height } }
}
