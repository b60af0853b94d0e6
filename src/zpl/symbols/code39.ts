/** ^B3 and ^BL: Code 39, and LOGMARS, which is Code 39 with its check digit. ZPL II Programming Guide, ^B3, ^BL */

import { type Code39Options, code39, type Encoded, tables } from '../../../symbologies/index.ts'
import type { DrawnField, FieldFinding, SymbolField } from '../field.ts'
import { evenEdges, interpretation, judgedMark, quietDots, stretchedEdges, wholeHalves, wideDots } from './bars.ts'
import { judgementOf, nothing, refusal, unmoved } from './drawn.ts'
import { type InterpretationLine, Parameters } from './parameters.ts'

export function drawCode39(field: SymbolField): DrawnField {
  const parameters = new Parameters(field)
  const checkdigit = parameters.yes(1, 'the mod 43 check digit', false)
  const height = parameters.height(2)
  const line = parameters.line(3)
  return drawn(field, parameters, { checkdigit, height, line })
}

/** LOGMARS: o, h, g; the line is always there. */
export function drawLogmars(field: SymbolField): DrawnField {
  const parameters = new Parameters(field)
  const height = parameters.height(1)
  const isAbove = parameters.yes(2, 'the interpretation line above', false)
  return drawn(field, parameters, { checkdigit: true, height, line: isAbove ? 'above' : 'below' })
}

interface Wanted {
  readonly checkdigit: boolean
  readonly height: number
  readonly line: InterpretationLine
}

function drawn(field: SymbolField, parameters: Parameters, { checkdigit, height, line }: Wanted): DrawnField {
  const { module } = field
  const findings: FieldFinding[] = []
  const text = withoutAsterisks(field.text, findings)
  const fullascii = /[^0-9A-Z $%+./-]/.test(text)
  const wide = wideDots(field)
  let symbol: Encoded['barcode'] & { readonly trace: { readonly check?: { readonly value: number } } }
  try {
    symbol = code39(text, { checkdigit, fullascii, ratio: ratioOf(wide, module) })
  } catch (error) {
    return nothing(field, parameters, { type: 'code39', finding: refusal(error) })
  }
  if (fullascii) {
    const message = 'the data has characters that Code 39 carries as pairs (full ASCII): scanners have to be set to it'
    const suggestion = '^BC (Code 128) carries all of ASCII'
    findings.push({ code: 'code39_full_ascii', kind: 'warning', message, suggestion })
  }
  const { matrix, columnsPerModule = 1, quiet } = symbol
  const isStretched = ratioOf(wide, module) === 2
  const xs = isStretched
    ? stretchedEdges(matrix, { narrow: module, wide })
    : evenEdges(matrix.width, module / columnsPerModule)
  const width = xs.at(-1)!
  const mark = { kind: 'modules', matrix, xs, ys: [0, height] } as const
  const { check } = symbol.trace
  const all = check === undefined ? text : text + tables.code39Characters[check.value]
  const { encoded } = judgementOf(symbol, text)
  return {
    modules: [judgedMark(mark, { module, quiet: quietDots(quiet, module / columnsPerModule) })],
    width,
    height,
    orientation: parameters.orientation(),
    lines: interpretation(`*${all}*`, { width, height, module }, line),
    offset: unmoved,
    symbol: { type: 'code39', text, judged: true, encoded, transmitted: wholeHalves(field) ? 'text' : undefined },
    findings: [...parameters.findings, ...findings],
  }
}

/** The asterisks that people write at both ends are start and stop, which the printer adds. */
function withoutAsterisks(text: string, findings: FieldFinding[]): string {
  const [, inner] = /^\*(.+)\*$/s.exec(text) ?? []
  if (inner === undefined) return text
  const message = 'the asterisks at both ends are start and stop, which the printer adds: they are not encoded twice'
  findings.push({ code: 'data_ignored', kind: 'note', message })
  return inner
}

/** That of the encoder whose columns can be drawn in whole dots. */
const ratioOf = (wide: number, module: number): NonNullable<Code39Options['ratio']> =>
  wide === 3 * module ? 3 : 2 * wide === 5 * module ? 2.5 : 2
