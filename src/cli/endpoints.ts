import { Gs1Error } from '../../symbologies/gs1/index.ts'
import { EncodeError } from '../../symbologies/index.ts'
import type { ErrorCode } from '../answer.ts'
import { type FormFault, isFaults, sentencesOf } from '../api/form-faults.ts'
import type { Parameters, Request } from '../api/parameter.ts'
import { parameters } from '../api/params.ts'
import type { Given } from '../api/request-reader.ts'
import { givenSymbolReader, type SymbolParameters } from '../api/symbol-request.ts'
import { configOf } from '../config.ts'
import {
  type Composition,
  composeBarcode,
  composeLabel,
  type Drawing,
  drawBarcode,
  drawLabel,
  type LabelFormat,
  type Limits,
} from '../draw.ts'
import { FitError } from '../layout/fit.ts'
import { NotConforming, type Warning } from '../plan/warning.ts'
import type { PrintDocument } from '../render/print-document.ts'
import { exit, Failure, Refused } from './command.ts'

/** An API endpoint as the command line uses it: from values by name to an image. */
export interface Endpoint {
  readonly path: string
  readonly parameters: Parameters
  /** @throws Refused if a value has the wrong form */
  check(given: Given): void
  /** @throws Refused */
  draw(given: Given, limits: Limits): Drawing
  /** The drawing without a file format, and its copies. @throws Refused */
  compose(given: Given, limits: Limits): Copies
  /** Adds drawings to a document, each with its copies, if none is refused. Returns their warnings. @throws Refused */
  addTo(document: PrintDocument, all: readonly Given[], limits: Limits): readonly Warning[]
}

/** A drawing of which there are copies. */
export interface Copies extends Composition {
  readonly copies: number
}

/** The functions that draw a request. */
interface DrawingFunctions<R> {
  draw(request: R, limits: Limits): Drawing
  compose(request: R, limits: Limits): Composition
  copies(request: R): number
}

export const endpoints = {
  barcode: endpoint('/api/v1/barcode', parameters.barcode, {
    draw: drawBarcode,
    compose: composeBarcode,
    copies: () => 1,
  }),
  label: endpoint('/api/v1/label', parameters.label, {
    draw: drawLabel,
    compose: composeLabel,
    copies: ({ qty }) => qty,
  }),
}

/** Endpoints as they draw the rows of a table, in which a barcode has copies too: pages of a PDF. */
export const rowEndpoints = {
  barcode: endpoint(
    endpoints.barcode.path,
    { ...parameters.barcode, qty: parameters.label.qty },
    { draw: drawBarcode, compose: composeBarcode, copies: ({ qty }) => qty },
  ),
  label: endpoints.label,
}

/** What a row of a table is drawn as. */
export type RowKind = keyof typeof rowEndpoints

function endpoint<T extends SymbolParameters & { readonly format: { readonly words: readonly LabelFormat[] } }>(
  path: string,
  table: T,
  functions: DrawingFunctions<Request<T>>,
): Endpoint {
  const read = givenSymbolReader(table)
  const compose = (given: Given, limits: Limits): Copies => {
    const request = accepted(read(given))
    return { copies: functions.copies(request), ...withRefusals(() => functions.compose(request, limits)) }
  }
  return {
    path,
    parameters: table,
    check: (given) => void accepted(read(given)),
    draw: (given, limits) => withRefusals(() => functions.draw(accepted(read(given)), limits)),
    compose,
    addTo(document, all, limits) {
      const composed = all.map((given) => compose(given, limits))
      for (const { scene, copies } of composed) document.add(scene, copies)
      return composed.flatMap(({ warnings }) => warnings)
    },
  }
}

/** The request, if it is valid. @throws Refused with all faults of its form, in the API's words */
export function accepted<T>(read: T | readonly FormFault[]): T {
  if (!isFaults(read)) return read
  throw new Refused(read[0]!.code, sentencesOf(read))
}

const refusals = [EncodeError, Gs1Error, FitError, NotConforming] as const

/** The result of `make`. @throws Refused in place of EncodeError, Gs1Error, FitError and NotConforming */
export function withRefusals<T>(make: () => T): T {
  try {
    return make()
  } catch (error) {
    if (refusals.some((kind) => error instanceof kind)) {
      const { code, message } = error as InstanceType<(typeof refusals)[number]>
      throw new Refused(code satisfies ErrorCode, message)
    }
    throw error
  }
}

/** The limits that the service has with this environment. @throws Failure if they are invalid */
export function limitsOf({ QZ_MAX_PIXELS }: NodeJS.ProcessEnv): Limits {
  try {
    return { maxPixels: configOf({ QZ_MAX_PIXELS }).maxPixels }
  } catch (error) {
    throw new Failure(exit.usage, (error as Error).message)
  }
}
