/** ^BQ: QR Code. ZPL II Programming Guide, ^BQ */

import { qrOfSegments } from '../../../symbologies/given.ts'
import { type Encoded, EncodeError, type QrLevel, qr } from '../../../symbologies/index.ts'
import type { DrawnField, FieldFinding, SymbolField } from '../field.ts'
import { evenEdges, judgedMark, quietDots } from './bars.ts'
import { judgementOf, nothing, refusal } from './drawn.ts'
import { Parameters } from './parameters.ts'
import { type QrData, qrData } from './qr-data.ts'

/** Modules by which a symbol that ^FT places is moved up; measured on a picture of Labelary. */
const typesetModules = 3

export function drawQr(field: SymbolField): DrawnField {
  const parameters = new Parameters(field)
  const model = parameters.choice(1, { name: 'the model', values: ['1', '2'], fallback: '2' })
  const magnification = parameters.whole(2, {
    name: 'the magnification',
    low: 1,
    high: 100,
    fallback: usualMagnification(field.dpmm),
  })
  // that of the data comes first, and without one it is M
  parameters.choice(3, { name: 'the level', values: ['H', 'Q', 'M', 'L'], fallback: 'Q' })
  const mask = parameters.has(4) ? parameters.whole(4, { name: 'the mask', low: 0, high: 7, fallback: 7 }) : undefined
  const data = String.fromCharCode(...field.bytes)
  let barcode: Encoded['barcode']
  let given: QrData
  try {
    given = qrData(data)
    barcode = symbolOf(given, mask)
  } catch (error) {
    return nothing(field, parameters, { type: 'qr', finding: refusal(error) })
  }
  const { matrix, quiet } = barcode
  const edges = evenEdges(matrix.width, magnification)
  const side = matrix.width * magnification
  const mark = { kind: 'modules', matrix, xs: edges, ys: edges } as const
  const { encoded } = judgementOf(barcode, textOf(given, barcode))
  return {
    modules: [judgedMark(mark, { module: magnification, quiet: quietDots(quiet, magnification) })],
    width: side,
    height: side,
    orientation: turnOf(parameters),
    lines: [],
    // as far down as bars are high by ^BY: 10 dots by default
    offset: { x: 0, y: field.height },
    typeset: { x: 0, y: -typesetModules * magnification },
    symbol: { type: 'qr', text: encoded.text, judged: true, encoded, transmitted: transmittedBy(given) },
    findings: [...parameters.findings, ...given.findings, ...(model === '1' ? [modelOne] : [])],
  }
}

/** A text that is not a part of a sequence; bytes beyond ASCII if they are UTF-8. */
function transmittedBy({ segments, append }: QrData): 'text' | 'utf8' | undefined {
  if (append !== undefined) return undefined
  if (segments.every(({ text }) => /^[\0-\x7f]*$/.test(text))) return 'text'
  const [first, ...others] = segments
  const isUnicode = first?.mode === 'auto' && others.length === 0 && unicodeOf(first.text) !== undefined
  return isUnicode ? 'utf8' : undefined
}

const modelOne: FieldFinding = {
  code: 'qr_model_1',
  kind: 'warning',
  message:
    'QR Model 1 is obsolete and many readers do not read it; the symbol is drawn as Model 2, which a Zebra prints otherwise',
  suggestion: '^BQN,2',
}

/** Parameter c: 1 at 150 dpi, 2 at 200, 3 at 300, 6 at 600 */
const usualMagnification = (dpmm: number): number => (dpmm === 24 ? 6 : Math.max(1, Math.floor(dpmm / 4)))

/** Parameter a has one value: QR symbols are not turned. */
function turnOf(parameters: Parameters): 'N' {
  if (parameters.orientation() !== 'N' && parameters.has(0)) {
    const message = 'QR symbols are not turned: ^BQ has N as its only orientation'
    parameters.findings.push({ code: 'parameter_out_of_range', kind: 'warning', message })
  }
  return 'N'
}

/** The highest level that the version holds is taken, as Labelary does: the symbol is no larger and reads better. */
function symbolOf({ segments, level, append }: QrData, mask: number | undefined): Encoded['barcode'] {
  const [first, ...others] = segments
  const text = first?.mode === 'auto' && others.length === 0 && append === undefined ? unicodeOf(first.text) : undefined
  if (text === undefined) return qrOfSegments({ segments, level, isRaised: true, mask, append })
  return unicodeSymbol(text, level, mask)
}

/** The text of bytes in UTF-8 that is more than ASCII. */
function unicodeOf(bytes: string): string | undefined {
  if (/^[\0-\x7f]*$/.test(bytes)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)),
    )
  } catch {
    return undefined
  }
}

/** The bytes as UTF-8 without an ECI, as a printer writes them. */
function unicodeSymbol(text: string, level: QrLevel, mask: number | undefined): Encoded['barcode'] {
  const wanted = { eci: 'utf8', ...(mask !== undefined && { mask }) } as const
  const smallest = qr(text, { ...wanted, level })
  const { version } = smallest.trace
  for (const higher of ['H', 'Q', 'M'] as const) {
    if (higher === level) break
    try {
      return qr(text, { ...wanted, version, level: higher })
    } catch (error) {
      if (!(error instanceof EncodeError)) throw error
    }
  }
  return smallest
}

/** What the symbol carries, as text. */
function textOf({ segments }: QrData, barcode: Encoded['barcode']): string {
  const [caption] = barcode.captions
  return caption?.text ?? segments.map(({ text }) => text).join('')
}
