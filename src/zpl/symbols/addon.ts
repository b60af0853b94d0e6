/** ^BS: the bars of a UPC/EAN extension by themselves, two or five digits. ZPL II Programming Guide, ^BS; ISO/IEC 15420:2009, Annex C */

import { type Matrix, structure, tables } from '../../../symbologies/index.ts'
import { BitWriter } from '../../../symbologies/matrix/index.ts'
import type { DrawnField, FieldFinding, SymbolField } from '../field.ts'
import { evenEdges, interpretation } from './bars.ts'
import { notCarried, nothing, unmoved } from './drawn.ts'
import { Parameters } from './parameters.ts'

export function drawAddon(field: SymbolField): DrawnField {
  const parameters = new Parameters(field)
  const orientation = parameters.orientation()
  const height = parameters.height(1)
  const line = parameters.line(2, true)
  const type = 'addon'
  if (!/^\d+$/.test(field.text)) {
    const finding = notCarried(
      `a UPC/EAN extension carries digits alone, and the data is ${JSON.stringify(field.text.slice(0, 40))}`,
    )
    return nothing(field, parameters, { type, finding })
  }
  const findings: FieldFinding[] = []
  const digits = twoOrFive(field.text, findings)
  const { module } = field
  const matrix = barsOf(digits)
  const width = matrix.width * module
  return {
    modules: [{ kind: 'modules', matrix, xs: evenEdges(matrix.width, module), ys: [0, height] }],
    width,
    height,
    orientation,
    lines: interpretation(digits, { width, height, module }, line),
    offset: unmoved,
    symbol: { type, text: digits, judged: false },
    findings: [...parameters.findings, ...findings],
  }
}

/** Zeros are added before fewer than two or five digits, and more than five are cut off. */
function twoOrFive(text: string, findings: FieldFinding[]): string {
  const count = text.length <= 2 ? 2 : 5
  if (text.length < count) {
    const message = `a UPC/EAN extension takes 2 or 5 digits: zeros are added before ${text.length}`
    findings.push({ code: 'data_padded', kind: 'fault', message })
  }
  if (text.length > count) {
    const message = `a UPC/EAN extension takes 2 or 5 digits: ${JSON.stringify(text.slice(count).slice(0, 40))} is cut off`
    findings.push({ code: 'data_cut', kind: 'fault', message })
  }
  return text.slice(0, count).padStart(count, '0')
}

function barsOf(digits: string): Matrix {
  const { eanAddonGuard: guard, eanAddonSeparator: separator, eanDigitWidth: digitWidth } = structure
  const sets = numberSetsOf(digits)
  const bits = new BitWriter(guard.width + digits.length * (digitWidth + separator.width))
  bits.push(guard.modules, guard.width)
  for (let i = 0; i < digits.length; i++) {
    if (i > 0) bits.push(separator.modules, separator.width)
    const set = sets.charCodeAt(i) - 65
    bits.push(tables.eanSymbolCharacters[10 * set + Number(digits[i])]!, digitWidth)
  }
  return { width: bits.length, height: 1, stride: bits.words.length, words: bits.words }
}

/** The order of number sets, which takes the place of a check digit. */
function numberSetsOf(digits: string): string {
  if (digits.length === 2) return tables.eanTwoDigitSets[Number(digits) % 4]!
  const sum = structure.eanAddonWeights.reduce((sum, weight, i) => sum + weight * Number(digits[i]), 0)
  return tables.eanFiveDigitSets[sum % 10]!
}
