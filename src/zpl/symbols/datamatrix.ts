/** ^BX: Data Matrix ECC 200. ZPL II Programming Guide, ^BX */

import { dataMatrixOfMessage } from '../../../symbologies/given.ts'
import { type DataMatrixSize, dataMatrixSizesOf, type Encoded, fnc1 } from '../../../symbologies/index.ts'
import type { DrawnField, FieldFinding, SymbolField } from '../field.ts'
import { evenEdges, judgedMark, quietDots } from './bars.ts'
import { type MatrixData, matrixData } from './datamatrix-data.ts'
import { gs1JudgementOf, judgementOf, nothing, refusal, unmoved } from './drawn.ts'
import { Parameters } from './parameters.ts'

/** The largest side of a symbol. */
const largest = 144

export function drawDataMatrix(field: SymbolField): DrawnField {
  const parameters = new Parameters(field)
  const orientation = parameters.orientation()
  const element = parameters.whole(1, { name: 'the height of elements', low: 0, high: 32000, fallback: 0 })
  const qualities = ['0', '50', '80', '100', '140', '200'] as const
  const quality = parameters.choice(2, { name: 'the quality', values: qualities, fallback: '0' })
  if (quality !== '200') return nothing(field, parameters, { type: 'datamatrix', finding: olderQuality(quality) })
  const sizes = sizesFor(parameters)
  const control = field.parameters[6]?.trim() || '_'
  const given = matrixData(String.fromCharCode(...field.bytes), control[0]!)
  let barcode: Encoded['barcode']
  try {
    const bytes = Uint8Array.from(given.text, (byte) => byte.charCodeAt(0))
    barcode = dataMatrixOfMessage({ ...given, bytes, sizes })
  } catch (error) {
    const drawn = nothing(field, parameters, { type: 'datamatrix', finding: refusal(error) })
    return { ...drawn, findings: [...drawn.findings, ...given.findings] }
  }
  const { matrix, quiet } = barcode
  const module = element > 0 ? element : Math.max(1, Math.round(field.height / matrix.height))
  const [xs, ys] = [evenEdges(matrix.width, module), evenEdges(matrix.height, module)]
  const mark = { kind: 'modules', matrix, xs, ys } as const
  const isGs1 = given.headers.some(({ kind }) => kind === 'fnc1')
  const { encoded, findings } = isGs1
    ? gs1JudgementOf('datamatrix', barcode, given.text)
    : judgementOf(barcode, unicodeOf(given.text))
  return {
    modules: [judgedMark(mark, { module, quiet: quietDots(quiet, module) })],
    width: matrix.width * module,
    height: matrix.height * module,
    orientation,
    lines: [],
    offset: unmoved,
    symbol: { type: 'datamatrix', text: encoded.text, judged: true, encoded, transmitted: transmittedBy(given) },
    findings: [...parameters.findings, ...given.findings, ...findings],
  }
}

/** Text without macros, code pages and places in a sequence. */
const transmittedBy = ({ text, headers, eci }: MatrixData): 'text' | undefined =>
  eci === undefined && headers.every(({ kind }) => kind === 'fnc1') && /^[ -~]*$/.test(text.replaceAll(fnc1, ''))
    ? 'text'
    : undefined

const olderQuality = (quality: string): FieldFinding => ({
  code: 'datamatrix_quality',
  kind: 'fault',
  message: `quality ${quality} is ECC ${quality.padStart(3, '0')}, which ISO/IEC 16022 no longer has and few readers read; it is not drawn`,
  suggestion: '^BXN,,200',
})

/** What the bytes are as UTF-8, or else as ISO 8859-1. */
function unicodeOf(bytes: string): string {
  try {
    const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    return utf8.decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))
  } catch {
    return bytes
  }
}

/** Sizes by parameters c, r and a: of these rows and columns, or else all squares or all rectangles. */
function sizesFor(parameters: Parameters): readonly DataMatrixSize[] {
  const side = (place: number, name: string): number =>
    parameters.whole(place, { name, low: 0, high: largest, fallback: 0 })
  const [columns, rows] = [side(3, 'the number of columns'), side(4, 'the number of rows')]
  const aspect = parameters.choice(7, { name: 'the aspect ratio', values: ['1', '2'], fallback: '1' })
  const ofShape = dataMatrixSizesOf[aspect === '2' ? 'rectangle' : 'square']
  if (columns === 0 && rows === 0) return ofShape
  const all = columns > 0 && rows > 0 ? dataMatrixSizesOf.any : ofShape
  const fitting = all.filter(
    (size) => (columns === 0 || size.columns === columns) && (rows === 0 || size.rows === rows),
  )
  if (fitting.length > 0) return fitting
  const asked = [rows > 0 ? `${rows} rows` : '', columns > 0 ? `${columns} columns` : ''].filter(Boolean).join(' and ')
  const message = `ECC 200 has no size of ${asked}; the printer takes the smallest that holds the data`
  parameters.findings.push({ code: 'datamatrix_size', kind: 'warning', message })
  return ofShape
}
