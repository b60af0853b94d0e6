/**
 * A symbol as `/api/v1/barcode` draws it as SVG, by no more than its encoder: no words, no GS1, and no sentence about what is refused.
 * Pages that show a symbol load a third of what all drawings need.
 */

import { doubtsAbout, invisibleCharacters, loadEncoder, optionsIn } from '../../symbologies/encoders.ts'
import { dotsOfXdim, resolutions } from '../layout/resolution.ts'
import { layoutSymbol } from '../layout/symbol.ts'
import { warningsOf } from '../plan/warnings.ts'
import { symbolSvg } from '../render/symbol-svg.ts'
import type { Request } from '../request/parameter.ts'
import { parameters } from '../request/params.ts'
import { symbolReader } from '../request/reader.ts'

type BarcodeRequest = Request<typeof parameters.barcode>

/** What is drawn, but for its format. */
export interface BareSymbol {
  readonly bytes: Uint8Array
  /** Width of a module as drawn, in mm. */
  readonly xDimension: number
  readonly warnings: ReturnType<typeof warningsOf>
}

const read = symbolReader(parameters.barcode)

/**
 * The symbol, or undefined where it takes more: where it has words or a GS1 message, or is refused.
 *
 * @param given  values of the parameters of `/api/v1/barcode`, as a query has them
 */
export async function bareSymbol(given: { readonly [name: string]: string }): Promise<BareSymbol | undefined> {
  const { request } = read(given)
  if (request === undefined || !isBare(request)) return undefined
  try {
    return await drawn(request)
  } catch {
    // the program for all drawings says why
    return undefined
  }
}

/** How texts begin that are judged by the standard of their content, beside those with brackets: HIBC, ISBT 128, payments, boarding passes. */
const mayBeJudged = /^(?:[*+=&>]|BCD|SPC|[MS]\d)/i

/** Whether nothing is asked for but a symbol with a text that nobody takes for a GS1 message. */
function isBare(request: BarcodeRequest): boolean {
  const { text, format, gs1 = 'false', application, includetext, caption, gain, content, strict, escapes } = request
  if (format !== 'svg' || gs1 !== 'false' || application === 'logistics') return false
  if (strict || includetext || escapes) return false
  return (caption ?? gain ?? content) === undefined && !/[([\ufeff]/.test(text) && !mayBeJudged.test(text)
}

async function drawn(request: BarcodeRequest): Promise<BareSymbol | undefined> {
  const { type, text, application, dpi = '300', xdim, scale, height, rotate: turn } = request
  const encoder = await loadEncoder(type)
  const barcode = encoder(text, optionsIn(type, request))
  const carried = barcode.carried ?? text
  const resolution = resolutions[dpi]
  const module = xdim === undefined ? scale : dotsOfXdim(xdim, resolution)
  const style = { resolution, module, height: Math.round(height * resolution.perMillimetre), turn }
  const scene = layoutSymbol(barcode, carried, style)
  const warnings = warningsOf({
    barcode,
    scene,
    application,
    product: 'barcode',
    hasWantedModule: xdim !== undefined,
    doubts: [...invisibleCharacters(text), ...doubtsAbout(barcode)],
    isOfGs1: false,
  })
  return {
    bytes: symbolSvg(scene, (request.dpi ?? xdim) !== undefined),
    xDimension: module / resolution.perMillimetre,
    warnings,
  }
}
