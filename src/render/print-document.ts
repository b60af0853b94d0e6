import type { Scene } from '../layout/scene.ts'
import { printerLanguages } from './language.ts'

/** The formats in which one file has several labels. */
export const documentFormats = ['pdf', ...printerLanguages] as const
export type DocumentFormat = (typeof documentFormats)[number]

/** A document being written: however many labels it has, only one drawing is in memory at a time. */
export interface PrintDocument {
  readonly format: DocumentFormat
  /** Appends a drawing, to be printed `copies` times. */
  add(scene: Scene, copies: number): void
  /** Bytes that wait to be taken. */
  readonly waiting: number
  /** The bytes written since the last call. */
  take(): Uint8Array
  /** Ends the document and returns its remaining bytes. Nothing may be added afterwards. */
  end(): Uint8Array
}
