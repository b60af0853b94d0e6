/** Endpoints of the API as the command line uses them: from values by name to an image, or to what the API would answer. */

import { drawBarcode, drawLabel } from '../design/label.ts'
import { composeLabel } from '../design/of-label.ts'
import { LabelDocument } from '../draw/document.ts'
import {
  type BarcodeRequest,
  type Composition,
  composeBarcode,
  type Drawing,
  type LabelRequest,
} from '../draw/drawing.ts'
import { maxPixelsIn, verifyPolicyIn } from '../draw/settings.ts'
import { fillingOf, type OnSheet } from '../draw/sheets.ts'
import type { Limits } from '../drawing-size.ts'
import { Settings } from '../environment.ts'
import { uninterrupted } from '../interruptible.ts'
import type { Filling } from '../layout/sheets/placing.ts'
import { loadProducts } from '../layout/sheets/products.ts'
import type { Warning } from '../plan/warning.ts'
import { VerificationFailure } from '../reader/verify/index.ts'
import type { VerifyPolicy } from '../reader/verify/policy.ts'
import type { DocumentFormat } from '../render/print-document.ts'
import type { ZplPacking } from '../render/zpl.ts'
import { sentencesOf } from '../request/form-faults.ts'
import type { GivenValues, Parameters } from '../request/parameter.ts'
import { parameters } from '../request/params.ts'
import { type RequestReading, symbolReader } from '../request/reader.ts'
import { madeOf } from '../request/refusals.ts'
import { rowsWith } from '../request/rows.ts'
import type { RowForm } from '../table/form.ts'
import { loadHarfBuzz } from '../text/installed-fonts.ts'
import { needsFonts } from '../text/needed-fonts.ts'
import { exit, Failure, Refused } from './command.ts'

/** The limits of drawings, and what is read back before it leaves. */
export interface DrawingLimits extends Limits {
  /** Nothing if it is undefined, but for what says so itself. */
  readonly verify?: VerifyPolicy
}

/** An API endpoint as the command line uses it: from values by name to an image. */
export interface DrawingEndpoint {
  readonly path: string
  readonly parameters: Parameters
  /** What the rows of a table can give. */
  readonly rows: RowForm
  /** @throws Refused if a value has the wrong form */
  check(given: GivenValues): void
  /** @throws Refused */
  draw(given: GivenValues, limits: DrawingLimits): Drawing
  /** The drawing without a file format, and its copies. @param handling  of the printer that it is for @throws Refused */
  compose(given: GivenValues, limits: DrawingLimits, handling?: LabelRequest['handling']): Copies
  /** How sheets are filled, if the values say so. @throws Refused */
  filling(given: GivenValues): Filling | undefined
  /** A document of drawings, each with its copies, if none is refused. @throws Refused */
  document(style: DocumentStyle, all: readonly GivenValues[], limits: DrawingLimits): Documented
}

/** How a document is written. */
export interface DocumentStyle {
  readonly format: DocumentFormat
  /** Of a PDF. */
  readonly title: string
  /** Of ZPL. */
  readonly packing?: ZplPacking | undefined
}

/** A document, and what is doubtful about its drawings. */
interface Documented {
  readonly bytes: Uint8Array
  readonly warnings: readonly Warning[]
}

/** A drawing of which there are copies. */
export interface Copies extends Composition {
  readonly copies: number
  /** Whether it is read back before it leaves. */
  readonly isVerified: boolean
}

/** What an endpoint is made of: the functions by which the service draws too. */
interface DrawnBy<R> extends Pick<DrawingEndpoint, 'path' | 'parameters' | 'rows'> {
  read(given: GivenValues): RequestReading<R>
  compose(request: R, limits: Limits, given: GivenValues): Composition
  draw(request: R, limits: Limits, given: GivenValues): Drawing
}

const { barcode, label } = parameters

export const endpoints = {
  barcode: endpointOf<BarcodeRequest>({
    path: '/api/v1/barcode',
    parameters: barcode,
    rows: rowsWith(barcode),
    read: symbolReader(barcode),
    compose: composeBarcode,
    draw: drawBarcode,
  }),
  label: endpointOf<LabelRequest>({
    path: '/api/v1/label',
    parameters: label,
    rows: rowsWith(label),
    read: symbolReader(label),
    compose: composeLabel,
    draw: drawLabel,
  }),
}

/** A barcode of a table has copies too: pages of a PDF. */
const copiedBarcode = { ...barcode, qty: label.qty }

/** Endpoints as they draw the rows of a table. */
export const rowEndpoints = {
  barcode: endpointOf<BarcodeRequest & Pick<LabelRequest, 'qty'>>({
    path: endpoints.barcode.path,
    parameters: copiedBarcode,
    rows: rowsWith(copiedBarcode),
    read: symbolReader(copiedBarcode),
    compose: composeBarcode,
    draw: drawBarcode,
  }),
  label: endpoints.label,
}

/** What a row of a table is drawn as: one of these, or a label of the design in a file. It can be sent to another thread. */
export type RowKind = keyof typeof rowEndpoints | { readonly design: string }

/** What requests of all endpoints may have. */
interface AnyRequest extends OnSheet {
  readonly qty?: number
  readonly verify?: boolean
}

export function endpointOf<R extends AnyRequest>({ read, compose, draw, ...about }: DrawnBy<R>): DrawingEndpoint {
  const verified = (request: R, limits: DrawingLimits): R => ({ ...request, verify: isVerified(request, limits) })
  const composed: DrawingEndpoint['compose'] = (given, limits, handling) =>
    made(given, read, (request) => {
      const asked = { ...verified(request, limits), handling }
      return { copies: request.qty ?? 1, isVerified: asked.verify === true, ...compose(asked, limits, given) }
    })
  return {
    ...about,
    check: (given) => void accepted(read(given)),
    draw: (given, limits) =>
      made(given, read, (request) => sound(() => draw(verified(request, limits), limits, given))),
    compose: composed,
    filling: (given) => fillingOf(accepted(read(given))),
    document: (style, all, limits) =>
      documented(
        style,
        all.map((given) => composed(given, limits)),
        fillingOf(accepted(read(all[0]!))),
      ),
  }
}

/**
 * A document of labels, read back if one of them wants to be.
 *
 * @param filling  how sheets are filled, if labels are on sheets
 * @throws Failure if it is not what was asked for
 */
function documented(style: DocumentStyle, composed: readonly Copies[], filling?: Filling): Documented {
  const document = new LabelDocument({ ...style, filling, isVerified: composed.some((each) => each.isVerified) })
  for (const label of composed) document.add(label)
  const pieces = sound(() => uninterrupted(document.end()))
  return { bytes: Buffer.concat(pieces), warnings: composed.flatMap(({ warnings }) => warnings) }
}

/** The request, if it is valid. @throws Refused with all faults of its form, in the API's words */
export function accepted<R>({ request, faults }: RequestReading<R>): R {
  if (request !== undefined) return request
  throw new Refused(faults[0]!.code, sentencesOf(faults))
}

/**
 * What `make` makes of the request that is given.
 *
 * @param make  may throw the errors of drawing
 * @throws Refused for values and texts that are not accepted, with the options that would be
 */
export function made<R extends object, T>(
  given: GivenValues,
  read: (given: GivenValues) => RequestReading<R>,
  make: (request: R) => T,
): T {
  const found = madeOf(given, read, make)
  if ('made' in found) return found.made
  const { code, message, faults } = found
  throw new Refused(code, message, faults.find(({ suggestion }) => suggestion !== undefined)?.suggestion)
}

const { parts: range } = parameters.barcode
/** The most parts that a text has. */
const mostParts = range.kind === 'integer' ? range.most : 0

/** The values of each part, if `given` asks for several parts and not for one of them; otherwise `given` alone. */
export function partsOf(given: GivenValues): readonly GivenValues[] {
  if (given.part !== undefined || typeof given.parts !== 'string' || !/^[0-9]+$/.test(given.parts)) return [given]
  const parts = Number(given.parts)
  if (parts < 2 || parts > mostParts) return [given]
  return Array.from({ length: parts }, (_, i) => ({ ...given, part: `${i + 1}` }))
}

/** The limits that the service has with this environment, and what it reads back. @throws Failure if one is invalid */
export function limitsOf(environment: NodeJS.ProcessEnv): DrawingLimits {
  const settings = new Settings(environment)
  const limits = { maxPixels: maxPixelsIn(settings), verify: verifyPolicyIn(settings) }
  try {
    settings.check()
    return limits
  } catch (error) {
    throw new Failure(exit.usage, (error as Error).message)
  }
}

/** Whether what a request asks for is read back. */
export const isVerified = (request: object, { verify }: DrawingLimits): boolean =>
  ('verify' in request && request.verify === true) || verify === 'all'

/** What `make` makes. @throws Failure for what was read back and is not what was asked for */
export function sound<T>(make: () => T): T {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof VerificationFailure)) throw error
    const { rule, finding } = error
    const what = finding === undefined ? rule : `${rule}, ${finding}`
    const message = `verification_failed: what was drawn was read back and is not what was asked for (${what}); nothing left`
    throw new Failure(exit.fault, message)
  }
}

/** Loads what shapes letters beyond Latin, which takes a moment, if the values have any or may stand for them. */
export async function loadFonts(given: GivenValues): Promise<void> {
  const texts = Object.values(given)
    .flat()
    .filter((value) => typeof value === 'string')
  if (given.escapes !== undefined || needsFonts(texts)) await loadHarfBuzz()
}

/** Loads what shapes letters beyond Latin, and the list of products, if the values need them. */
export async function loadNeeded(given: GivenValues): Promise<void> {
  await loadFonts(given)
  if (given.sheet !== undefined) await loadProducts()
}
