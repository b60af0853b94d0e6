/** The files with deflated data, and documents of several labels, in node: its zlib deflates at once. */

import { deflateSync } from 'node:zlib'
import type { Scene } from '../layout/scene.ts'
import type { Filling } from '../layout/sheets/placing.ts'
import { arranged, type RollArrangement } from './arrange.ts'
import { concatenated } from './bitmap.ts'
import { type CommandStyle, commandsOf } from './commands.ts'
import { type Commands, JobStream, type PrinterLanguage } from './language.ts'
import { paint } from './paint.ts'
import { PdfDocument } from './pdf.ts'
import { type Depth, deflateOptions, pngFile, type Undeflated } from './png.ts'
import type { DocumentFormat, PrintDocument } from './print-document.ts'
import { SheetDocument } from './sheet-document.ts'
import type { ZplPacking } from './zpl.ts'

/**
 * The whole with data deflated by zlib. The same data gives the same bytes from the same build of node on processors of one kind.
 */
export function deflated<T>({ data, whole }: Undeflated<T>): T {
  return whole(data.map((bytes) => deflateSync(bytes, deflateOptions)))
}

/** The PNG of a scene. @param depth  bits of a pixel */
export function png(scene: Scene, depth: Depth = 1): Uint8Array {
  return deflated(pngFile(paint(scene), scene.resolution, depth))
}

/** The commands of labels side by side. @param scenes  as they are fed; a single one unless the arrangement says otherwise */
export function commands(
  scenes: readonly Scene[],
  copies: number,
  style: CommandStyle & { readonly arrangement?: RollArrangement | undefined },
): Commands {
  return deflated(commandsOf(arranged(scenes, copies, style.arrangement), style))
}

/** The ZPL of a scene. @param copies  how often it is printed, 1 or more */
export function zpl(scene: Scene, copies = 1, packing?: ZplPacking): Uint8Array {
  return commands([scene], copies, { language: 'zpl', packing }).label
}

interface DocumentStyle {
  /** Of a PDF. */
  readonly title: string
  /** Of ZPL, z64 by default. */
  readonly packing?: ZplPacking | undefined
  /** Of a PDF whose pages are sheets. */
  readonly filling?: Filling | undefined
}

/** An empty document. */
export function printDocument(
  format: DocumentFormat,
  { title, packing = 'z64', filling }: DocumentStyle,
): PrintDocument {
  if (format !== 'pdf') return new CommandDocument(format, packing)
  const document = new PdfDocument(title)
  return filling === undefined ? document : new SheetDocument(filling, document)
}

/** A job in the language of a printer: labels one after another, each of its own size. */
class CommandDocument implements PrintDocument {
  readonly format: PrinterLanguage
  waiting = 0
  #parts: Uint8Array[] = []
  readonly #stream = new JobStream()
  readonly #style: CommandStyle

  constructor(language: PrinterLanguage, packing: ZplPacking) {
    this.format = language
    this.#style = { language, packing }
  }

  add(scene: Scene, copies: number): void {
    this.#keep(this.#stream.add(commands([scene], copies, this.#style)))
  }

  take(): Uint8Array {
    const bytes = concatenated(this.#parts)
    this.#parts = []
    this.waiting = 0
    return bytes
  }

  end(): Uint8Array {
    this.#keep(this.#stream.end())
    return this.take()
  }

  #keep(parts: Iterable<Uint8Array>): void {
    for (const part of parts) {
      this.#parts.push(part)
      this.waiting += part.length
    }
  }
}
