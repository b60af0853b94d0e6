/** A program in ZPL that has arrived: what of it is whole, its labels as they are drawn, and what is found about it. */

import { mediumOf, placedOn } from '../../draw/finish.ts'
import { type ExpectedOrder, labelOrder } from '../../draw/proof.ts'
import type { Interruptible } from '../../interruptible.ts'
import { type Scene, upright } from '../../layout/scene.ts'
import { fedOrientation } from '../../layout/stock.ts'
import type { Printer } from '../../printing/index.ts'
import {
  type DrawnLabel,
  type Finding,
  FormatScan,
  inscriptionOfLabel,
  orderOf,
  type PrinterMemory,
  readingProgram,
  type ZplDpi,
  zplDpis,
  zplLimits,
} from '../../zpl/index.ts'
import { ReceivingError } from './receiving-error.ts'

/** A label of a document, as it is printed. */
export interface ReceivedLabel {
  /** As it is fed. */
  readonly scene: Scene
  readonly copies: number
  readonly asked: ExpectedOrder
  /** Of its symbols, one below the other. */
  readonly text: string
  readonly words: readonly string[]
}

/** What is known of a document when its labels are drawn. */
export interface DocumentFindings {
  /** What keeps a label from being what was meant. */
  readonly faults: readonly string[]
  /** What may. */
  readonly warnings: readonly string[]
  /** Why labels are left out, if any are. */
  readonly excess?: string | undefined
}

/** A document whose labels are drawn when they are asked for, each once, with `undefined` where others may have a turn. */
export interface ReadDocument {
  readonly labels: Generator<ReceivedLabel | undefined, void>
  /** Whole once the labels are drawn. */
  findings(): DocumentFindings
}

/** A program that is read, and its bytes as they may go to a printer. */
export interface ReadProgram extends ReadDocument {
  /** Without what asks for an answer, and without a format that has no end. */
  readonly passed: Uint8Array
  /** What the printer that it is read for has in mind for the next program. */
  readonly memory: PrinterMemory
}

/**
 * Reads a program.
 *
 * @param before  what the program before it on the same connection has left in the printer's mind
 * @throws ReceivingError if the printer's head is not one for ZPL, for too many bytes, and if no format is whole
 */
export function* readingZpl(bytes: Uint8Array, printer: Printer, before?: PrinterMemory): Interruptible<ReadProgram> {
  const { name, dpi, stock, handling, receive } = printer
  const zplDpi = zplDpis.find((each) => each === dpi)
  if (zplDpi === undefined) {
    const heads = zplDpis.join(', ')
    throw new ReceivingError('not_served', `ZPL is for heads of ${heads} dpi, and printer ${name} has ${dpi}`)
  }
  if (bytes.length > zplLimits.bytes)
    throw new ReceivingError('body_too_large', `a program in ZPL has at most ${zplLimits.bytes} bytes`)
  const { whole, passed, isCutOff } = wholePart(bytes)
  yield
  // what is passed is printed by the printer itself
  const scale = receive?.pass ? undefined : handling?.scale
  const program = yield* readingProgram(whole, { dpi: zplDpi, size: stock, scale, now: new Date(), before })
  if (isCutOff && program.count === 0)
    throw new ReceivingError('bad_request', 'the program ends within a format: ^XZ is missing, and nothing is printed')
  return {
    passed,
    memory: program.memory,
    labels: receivedLabels(program.labels(), printer, zplDpi),
    findings() {
      const all = program.findings()
      const faults = all.filter(({ kind }) => kind === 'fault').map(textOf)
      return {
        faults: isCutOff ? [...faults, cutOff] : faults,
        warnings: all.filter(({ kind }) => kind === 'warning').map(textOf),
        excess: all.find(({ code }) => code === 'limit_reached' || code === 'label_too_large')?.message,
      }
    },
  }
}

const cutOff = 'format_not_ended: the document ends within a format, which is left out'

/** `ink_in_quiet_zone: ^BC at byte 120: ink of another field …` */
const textOf = ({ code, command, offset, message }: Finding): string =>
  `${code}: ${command} at byte ${offset}: ${message}`

interface WholePart {
  /** Up to the end of the last whole format where another one has none, else all. */
  readonly whole: Uint8Array
  /** The same without queries. */
  readonly passed: Uint8Array
  readonly isCutOff: boolean
}

/** A prefix and a name. */
const queryLength = 3

function wholePart(bytes: Uint8Array): WholePart {
  const scan = new FormatScan()
  const parts: Uint8Array[] = []
  let from = 0
  const step = 4096
  const cut = (): void => {
    for (const { offset } of scan.takeQueries()) {
      parts.push(bytes.subarray(from, offset))
      from = offset + queryLength
    }
  }
  for (let at = 0; at < bytes.length; at += step) {
    scan.read(bytes.subarray(at, at + step))
    cut()
  }
  scan.finish()
  cut()
  if (scan.isWithin) {
    const whole = bytes.subarray(0, scan.end)
    return { whole, passed: wholePart(whole).passed, isCutOff: true }
  }
  return {
    whole: bytes,
    passed: parts.length === 0 ? bytes : Buffer.concat([...parts, bytes.subarray(from)]),
    isCutOff: false,
  }
}

function* receivedLabels(
  labels: Iterable<DrawnLabel | undefined>,
  printer: Printer,
  dpi: ZplDpi,
): Generator<ReceivedLabel | undefined, void> {
  for (const label of labels) yield label && receivedLabel(label, printer, dpi)
}

/** A label as it lies on those of its printer, narrowed by what the printer spreads. */
function receivedLabel(label: DrawnLabel, { stock, language, handling }: Printer, dpi: ZplDpi): ReceivedLabel {
  const scene = upright(label.scene)
  const orientation = fedOrientation(stock) ?? 'landscape'
  const medium = mediumOf({ format: language, dpi, size: stock, orientation, handling })
  const { symbols } = orderOf(label, { width: scene.width, height: scene.height, turn: 'N' })
  return {
    scene: placedOn(scene, medium),
    copies: label.copies,
    asked: labelOrder(symbols, scene, { size: stock, dpi, format: language, handling }),
    ...inscriptionOfLabel(label),
  }
}
