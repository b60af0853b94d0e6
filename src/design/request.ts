/** Requests for labels of a design: its fields are parameters like any other. */

import type { Fault } from '../answer.ts'
import type { LabelRequest } from '../draw/drawing.ts'
import { FitError } from '../layout/fit.ts'
import { isSameLabel, type LabelSize } from '../layout/stock.ts'
import type { Packing, Printer } from '../printing/printers/printer.ts'
import { type Numbering, type NumberOf, namedCounters, unnumbered, withNumbers } from '../request/counters.ts'
import { byPrecedence, type FormFault, Refusal } from '../request/form-faults.ts'
import type { GivenValues, Parameter, Parameters, Request } from '../request/parameter.ts'
import { parameters } from '../request/params.ts'
import type { Query } from '../request/query.ts'
import { type Others, type Reader, type RequestReading, requestReader } from '../request/reader.ts'
import { firstFaults, sheetParameters } from '../request/sheets.ts'
import type { RowForm } from '../table/form.ts'
import { countersOf, type DesignRequest } from './compose.ts'
import { type Design, isSymbolElement } from './design.ts'
import { longestValue } from './field-values.ts'
import { designRequestOf } from './of-label.ts'
import { labelsReadBy, type PrinterLabels } from './printer-labels.ts'
import { symbolNames } from './symbol-parameters.ts'

/** What labels are drawn with besides their own values. */
export interface DesignSurroundings {
  readonly now: Date
  /** Of counters, which labels may have numbers of; undefined where nothing counts. */
  readonly numberOf?: NumberOf | undefined
}

/** A table of parameters with the fields of a design among them. */
export function withFields<T extends Parameters>(table: T, { fields }: Design): T & Parameters {
  const field: Parameter = { kind: 'text', longest: longestValue, optional: true }
  return { ...table, ...Object.fromEntries([...fields.keys()].map((name) => [name, field])) }
}

/** Reads the values of a label of any kind. Fields that are missing or wrong are found when it is drawn. */
export type LabelReader = (given: GivenValues, others?: Others, numbering?: Numbering) => RequestReading<DesignRequest>

/** Reads the values of labels of one symbol, whose words may have numbers of counters. */
export function labelReader(read: (given: GivenValues, others?: Others) => RequestReading<LabelRequest>): LabelReader {
  return (given, others, numbering) => {
    const numbered = numberedValues(given, numbering)
    if ('faults' in numbered) return { faults: numbered.faults.map(withSentence) }
    const { request, faults } = read(numbered.given, others)
    return request === undefined
      ? { faults }
      : { request: { ...designRequestOf(request), counters: namedCounters(given) }, faults }
  }
}

function numberedValues(given: GivenValues, numbering: Numbering): ReturnType<typeof withNumbers> {
  if (numbering === undefined) return { given }
  return numbering === 'later' ? { given: unnumbered(given) } : withNumbers(given, numbering)
}

const withSentence = (fault: Fault): FormFault =>
  ({ ...fault, sentence: `${fault.parameter}: ${fault.message}` }) as FormFault

/** The design, held to the rules of the profile that a request names; a field may have that name. */
export const heldTo = (design: Design, profile: Design['profile']): Design =>
  profile === undefined || design.fields.has('profile') ? design : { ...design, profile }

/** What a label of a design is asked for with besides its fields. */
type Drawn = Omit<typeof parameters.designed, 'design'>

/** The same, where it may have some of the values alone, or no sheets. */
type Narrowed = { readonly [Name in keyof Drawn]?: Parameter }

/** Reads the values of labels of a design. */
export function designReader(
  design: Design,
  { now, numberOf }: DesignSurroundings,
  { design: _, ...asked }: Narrowed & { readonly design?: Parameter } = parameters.designed,
): LabelReader {
  const counters = new Map(countersOf(design).map((name) => [name, 'design']))
  // values of some are values of all
  const read = requestReader(withFields(asked as Drawn, design), undefined, firstFaults)
  const names = [...design.fields.keys()]
  return (given, others, numbering = numberOf) => {
    const { request, faults } = read(given, others)
    if (request === undefined) return { faults }
    const own = Object.fromEntries(names.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]))
    const numbers = numbering === 'later' ? undefined : numbering
    return {
      request: {
        ...request,
        design: heldTo(design, request.profile),
        given: own,
        row: 1,
        now,
        counters,
        numberOf: numbers,
      },
      faults,
    }
  }
}

/** Parameters of a label of one symbol that stand at the elements of a design. */
const ofElements = ['text', ...symbolNames, 'showtext', 'caption', 'withtext', 'title', 'layout']

/** Those that a design decides as a whole. */
const ofDesigns = ['size', 'orientation']

/** A query beside a design: what belongs in the design is a fault, and never ignored. */
export function besideDesign(query: Query): Query {
  query.others.refuse((name) => {
    const isOfDesign = ofDesigns.includes(name)
    if (!isOfDesign && !ofElements.includes(name)) return undefined
    const why = isOfDesign ? 'it is the design that decides it' : 'it stands at an element of the design'
    return new Refusal('invalid_parameter', `does not go with a design: ${why}`).fault(name)
  })
  return query
}

/** Parameters of labels on sheets. */
const ofSheets = Object.keys(sheetParameters)

/** A query for labels on a printer: what goes for sheets of labels is a fault. */
export function besidePrinter(query: Query): Query {
  query.others.refuse((name) =>
    ofSheets.includes(name)
      ? new Refusal('invalid_parameter', 'a printer has labels of its own; leave it out').fault(name)
      : undefined,
  )
  return query
}

/** Reads what a job of labels of a design is asked for with. Labels without a symbol cannot be read back. */
export function designedPrintReader(design: Design): Reader<Request<typeof parameters.designedPrint>> {
  return requestReader(withFields(parameters.designedPrint, design), undefined, ({ confirm }) => {
    if (confirm === undefined || design.elements.some(isSymbolElement)) return []
    const message = `is for labels with a symbol, and design ${design.name} has none; leave it out`
    return [new Refusal('invalid_parameter', message).fault('confirm')]
  })
}

/** The labels of a design for a printer, whose stock is the size of the design, as it is or turned. */
export function designLabelsFor(
  printer: Printer,
  packing: Packing | undefined,
  design: Design,
  surroundings: DesignSurroundings,
): PrinterLabels<DesignRequest> {
  const labels = labelsReadBy(designReader(design, surroundings, parameters.designedForPrinter), printer, packing)
  const { name, stock } = printer
  const fits = isSameLabel(design.size, stock)
  const refusal = new Refusal('invalid_parameter', otherLabels(design, `printer ${name}`, stock)).fault('design')
  const fault = { ...refusal, sizes: { design: design.size, stock } }
  return {
    ...labels,
    read(given, others, numbering) {
      const reading = labels.read(given, others, numbering)
      if (!fits) return { faults: [...reading.faults, fault].sort(byPrecedence) }
      return reading.request === undefined ? reading : { ...reading, request: { ...reading.request, stock } }
    },
  }
}

/** @throws FitError if a design is not for labels of a stock */
export function fitsStock(design: Design, stock: LabelSize): void {
  if (isSameLabel(design.size, stock)) return
  throw new FitError('size', otherLabels(design, 'the printer', stock))
}

/** What is wrong with a design on the labels of a printer, and what can be done. */
function otherLabels({ name, size }: Design, printer: string, stock: LabelSize): string {
  return `design ${name} is for labels of ${size}, and ${printer} has ${stock}: choose a printer with such labels, or change the size of the design`
}

/** The fields without a value of which no label can be drawn. */
function requiredFields({ fields }: Design): readonly string[] {
  return [...fields].flatMap(([name, field]) => (field.isRequired && field.default === '' ? [name] : []))
}

/** What rows of labels of a design can give: its fields, and what of these a row may have. */
export function designRows(design: Design, { design: _, ...asked }: Parameters): RowForm {
  const names = [...design.fields.keys()]
  return {
    names: [...names, ...Object.keys(asked)],
    required: requiredFields(design),
    printed: names,
    fields: new Map([...design.fields].map(([name, { title }]) => [name, title])),
  }
}
