/** Requests that do not come from a query: read, checked and refused as those of the API. */

import type { Suggestion } from '../../symbologies/index.ts'
import { memoize } from '../../symbologies/memoize.ts'
import { requireNames, unknownName } from '../../symbologies/option-names.ts'
import type { Fault } from '../answer.ts'
import { composeLabel } from '../design/of-label.ts'
import {
  barcodeFile,
  type Composition,
  composeBarcode,
  type Drawing,
  drawing,
  type FileStyle,
  labelFile,
} from '../draw/drawing.ts'
import { maxPixelsRange, type Limits as PixelLimits } from '../drawing-size.ts'
import { loadProducts } from '../layout/sheets/products.ts'
import { byPrecedence, type FormFault } from '../request/form-faults.ts'
import { type Request, valueText } from '../request/parameter.ts'
import { parameters } from '../request/params.ts'
import { type SymbolParameters, symbolReader, unknownFaults, unknownNames } from '../request/reader.ts'
import { drawingFaults, withEscapes, withProof } from '../request/refusals.ts'
import { FontError, provideFonts as provideSource } from '../text/font-source.ts'
import { type FontLoader, fontsLoadedBy, needsFonts } from '../text/needed-fonts.ts'
import { deflated, installedFonts, pdfDrawing, refusePdf } from './platform.ts'
import { type BarcodeRequest, type LabelRequest, type Limits, RequestError, type RequestFault } from './request.ts'

/** Programs have the bytes of a drawing: to read them back is for the service and the command line. */
function withoutVerify<T extends { readonly verify: unknown }>({ verify: _, ...table }: T): Omit<T, 'verify'> {
  return table
}

// pure: a program that draws one of them has no need of the other
const drawBarcode = /* @__PURE__ */ drawer(/* @__PURE__ */ withoutVerify(parameters.barcode), {
  compose: composeBarcode,
  fileOf: barcodeFile,
})
const drawLabel = /* @__PURE__ */ drawer(/* @__PURE__ */ withoutVerify(parameters.label), {
  compose: composeLabel,
  fileOf: labelFile,
})

/**
 * A barcode with or without its text, as `/api/v1/barcode` draws it, in node to the byte; browsers may compress PNG otherwise.
 *
 * @throws RequestError with a fault for each parameter that is wrong or not known
 */
export function barcode(request: BarcodeRequest, limits?: Limits): Promise<Drawing> {
  return drawBarcode(request, limits)
}

/**
 * A barcode on a label, as `/api/v1/label` draws it, in node to the byte; browsers may compress PNG and ZPL otherwise.
 *
 * @throws RequestError with a fault for each parameter that is wrong or not known
 */
export function label(request: LabelRequest, limits?: Limits): Promise<Drawing> {
  return drawLabel(request, limits)
}

interface Steps<R> {
  compose(request: R, limits: PixelLimits): Composition
  fileOf(request: R): FileStyle
}

function drawer<T extends SymbolParameters>(table: T, { compose, fileOf }: Steps<Request<T>>) {
  const read = requestReader(table)
  const composed = (request: Request<T>, limits: Limits): Composition =>
    refusing(request, () => compose(request, pixelLimits(limits)))
  return async (given: object, limits: Limits = {}): Promise<Drawing> => {
    try {
      if ('sheet' in Object(given)) await loadProducts()
      const request = read(given)
      const file = fileOf(request)
      const pdf = file.format === 'pdf' ? await pdfDrawing() : refusePdf
      await loadFonts(wordsOn(request))
      return await deflated(drawing(composed(request, limits), file, pdf))
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      throw withProvenFaults(error, (change) => composed(read({ ...given, ...change }), limits))
    }
  }
}

/** The error with the change of the request that draws, if one is known. @param draw  the request with these values in place of its own */
function withProvenFaults(error: RequestError, draw: (change: Suggestion) => unknown): RequestError {
  const { faults } = withProof({ faults: error.faults as readonly Fault[] }, (change) => {
    try {
      draw(change)
      return undefined
    } catch (next) {
      if (next instanceof RequestError) return { faults: next.faults as readonly Fault[] }
      throw next
    }
  })
  return new RequestError(faults as readonly RequestFault[], error.message, { cause: error.cause })
}

/** The words that are drawn, by their parameters. */
function wordsOn(request: Request<SymbolParameters>): ReadonlyMap<string, string> {
  const given = request as Readonly<Record<string, unknown>>
  const isShown = {
    title: true,
    caption: true,
    text: given.caption === undefined && (given.includetext || given.showtext),
  }
  return new Map(
    Object.entries(isShown).flatMap(([name, shown]) =>
      shown && typeof given[name] === 'string' ? [[name, given[name]]] : [],
    ),
  )
}

/**
 * Loads what these words need from where fonts are provided, in node from the installed fonts.
 *
 * @throws RequestError not_available if there are none
 */
async function loadFonts(words: ReadonlyMap<string, string>): Promise<void> {
  const texts = [...words.values()]
  if (loadProvided !== undefined) return loadProvided(texts)
  const installed = await installedFonts(texts)
  if (installed !== undefined) return provideSource(installed)
  const faults = [...words].flatMap(([parameter, text]) => (needsFonts([text]) ? [withoutFonts(parameter)] : []))
  if (faults.length > 0) throw new RequestError(faults)
}

function withoutFonts(parameter: string): RequestFault {
  const message = 'has letters beyond those of western Europe, whose fonts a page must provide: call provideFonts first'
  return { parameter, code: 'not_available', message }
}

/**
 * Where captions get their fonts, for other letters than those of western Europe: in a browser, from files that the page serves.
 * In node the installed fonts are used without this.
 *
 * @throws RangeError for an unknown name
 */
export function provideFonts(fonts: FontLoader): void {
  requireNames('provideFonts', fonts, ['file', 'harfBuzz', 'bidi'] satisfies (keyof FontLoader)[])
  loadProvided = loadingFrom(fonts)
}

/** Loads from where fonts were provided last. */
let loadProvided: ReturnType<typeof fontsLoadedBy> | undefined

/** A loader remembers what it has loaded. */
const loadingFrom = memoize(fontsLoadedBy)

/** A function that reads the values by the parameters of `table`. @throws RequestError with all of their faults */
function requestReader<T extends SymbolParameters>(table: T): (given: object) => Request<T> {
  const read = symbolReader(table)
  const names = Object.keys(table)
  return (given) => {
    // callers without types may give anything
    const values = Object.entries(Object(given)).filter(([, value]) => (value ?? undefined) !== undefined)
    const { request, faults } = read(Object.fromEntries(values.map(([name, value]) => [name, valueText(value)])))
    const all = [...faults, ...unknownIn(new Set(values.map(([name]) => name)), names)]
    if (request === undefined || all.length > 0) throw new RequestError(plain(all.sort(byPrecedence)))
    return request
  }
}

/** Faults of names that are not parameters. */
function unknownIn(given: ReadonlySet<string>, names: readonly string[]): readonly FormFault[] {
  const unknown = new Set([...given].filter((name) => !names.includes(name)))
  if (unknown.size === 0) return []
  const missing = names.filter((name) => !given.has(name))
  return unknownFaults(unknownNames({ names: unknown, more: 0 }, missing), 0, names)
}

/** @throws RequestError invalid_parameter */
function pixelLimits(limits: Limits): PixelLimits {
  const names = ['maxPixels'] satisfies (keyof Limits)[]
  const unknown = Object.keys(Object(limits)).filter((name) => name !== 'maxPixels')
  if (unknown.length > 0) {
    throw new RequestError(
      unknown.map((parameter) => ({ parameter, code: 'invalid_parameter', message: unknownName(parameter, names) })),
    )
  }
  const { maxPixels = maxPixelsRange.default } = limits
  const { least, most } = maxPixelsRange
  if (Number.isInteger(maxPixels) && maxPixels >= least && maxPixels <= most) return { maxPixels }
  const message = `${maxPixels} is not a whole number from ${least} to ${most}`
  throw new RequestError([{ parameter: 'maxPixels', code: 'invalid_parameter', message }])
}

/** The result of `draw`. @throws RequestError in place of the errors of drawing the request */
function refusing<T>(request: object, draw: () => T): T {
  try {
    return draw()
  } catch (error) {
    if (error instanceof RequestError) throw error
    if (error instanceof FontError) {
      const fault = { parameter: 'text', code: 'not_available', message: error.message } as const
      throw new RequestError([fault], error.message, { cause: error })
    }
    const { message, faults } = withEscapes(drawingFaults(error), request)
    throw new RequestError(faults as readonly RequestFault[], message, { cause: error })
  }
}

function plain(faults: readonly FormFault[]): readonly RequestFault[] {
  return faults.map(({ sentence: _, ...fault }) => fault as RequestFault)
}
