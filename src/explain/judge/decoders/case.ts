/** What a decoder is shown: a symbol of ours, sound, damaged or seen otherwise. */

import { type CatalogueRow, catalogue, type Symbology } from '../../../../symbologies/index.ts'
import type { Case } from '../case.ts'
import type { Treatment } from '../report.ts'

export interface DecoderCase extends Case {
  readonly treatment: Treatment
  /** Decides which codewords, modules and elements are damaged, the angle, and the pixels of a module. */
  readonly salt: number
}

interface TreatmentRow {
  readonly clause: string
  /** What the standard asks of a decoder: `may` where it leaves reading open. */
  readonly demand: 'read' | 'may' | 'refuse'
}

type Table = Readonly<Partial<Record<Treatment, TreatmentRow>>>

const read = (clause: string): TreatmentRow => ({ clause, demand: 'read' })
const may = (clause: string): TreatmentRow => ({ clause, demand: 'may' })
const refuse = (clause: string): TreatmentRow => ({ clause, demand: 'refuse' })

const qr: Table = {
  sound: read('ISO/IEC 18004:2015, 7.4'),
  limit: read('ISO/IEC 18004:2015, 7.5.1 and table 9'),
  beyond: refuse('ISO/IEC 18004:2015, 7.5.1 and table 9'),
  format: read('ISO/IEC 18004:2015, 7.9, 7.10 and Annexes C and D'),
  turned: read('ISO/IEC 18004:2015, 6.3.3'),
  tilted: read('ISO/IEC 18004:2015, 6.3.3'),
  mirrored: may('ISO/IEC 18004:2015, 5.1'),
  inverted: read('ISO/IEC 18004:2015, 5.1'),
}

const dataMatrix: Table = {
  sound: read('ISO/IEC 16022:2006, 5.2'),
  limit: read('ISO/IEC 16022:2006, 5.7 and table 7'),
  beyond: refuse('ISO/IEC 16022:2006, 5.7 and table 7'),
  turned: read('ISO/IEC 16022:2006, 5.8.2'),
  tilted: read('ISO/IEC 16022:2006, 5.8.2'),
  inverted: read('ISO/IEC 16022:2006, 4.2'),
}

/** @param check  the clause of the check digit or character that every symbol has, if the symbology has one */
function linear(standard: string, table: string, check?: string): Table {
  const all = {
    sound: read(`${standard}, ${table}`),
    character: refuse(`${standard}, ${table}`),
    turned: read(standard),
    upended: may(standard),
    tilted: may(standard),
  }
  return check === undefined ? all : { ...all, check: refuse(check) }
}

const ean = linear('ISO/IEC 15420:2009', 'table 1', 'GS1 General Specifications, 7.9.1')

const tables: Readonly<Record<Symbology, Table>> = {
  qr,
  microqr: qr,
  datamatrix: dataMatrix,
  code128: linear('ISO/IEC 15417:2007', 'table 1', 'ISO/IEC 15417:2007, 4.3.2 d) and Annex A'),
  code39: linear('ISO/IEC 16388:2007', 'table 1'),
  itf14: linear('ISO/IEC 16390:2007', 'table 1'),
  ean13: ean,
  ean8: ean,
  upca: ean,
  upce: ean,
}

/** What the standard says of a treatment; undefined if the symbology has no such thing. */
export const treatmentRow = (type: Symbology, treatment: Treatment): TreatmentRow | undefined => tables[type][treatment]

export const isLinear = (type: Symbology): boolean => (catalogue[type] as CatalogueRow).kind !== 'matrix'
