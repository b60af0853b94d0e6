/**
 * Bar code fields of ZPL: ours by our encoders, the others by bwip-js.
 *
 * A command is a file, and what its data says another where that is more than characters.
 */

import type { DrawnField, FieldFinding, SymbolField } from '../field.ts'
import { drawAddon } from './addon.ts'
import { drawCode39, drawLogmars } from './code39.ts'
import { drawCode128 } from './code128.ts'
import { drawDataMatrix } from './datamatrix.ts'
import { longestField, notCarried, nothing } from './drawn.ts'
import { drawRetail } from './ean.ts'
import { drawInterleaved } from './interleaved.ts'
import { drawOther, isOther } from './others.ts'
import { Parameters } from './parameters.ts'
import { drawQr } from './qr.ts'

export { isOther } from './others.ts'

const own: Readonly<Record<string, (field: SymbolField) => DrawnField>> = {
  B2: drawInterleaved,
  B3: drawCode39,
  B8: drawRetail,
  B9: drawRetail,
  BC: drawCode128,
  BE: drawRetail,
  BL: drawLogmars,
  BQ: drawQr,
  BS: drawAddon,
  BU: drawRetail,
  BX: drawDataMatrix,
}

/**
 * A bar code field, in dots, with what is said of it. The data is cut at 3072 bytes, as a printer cuts them.
 *
 * @returns without modules where nothing is printed, with a fault among its findings that says why
 */
export function drawSymbolField(field: SymbolField): DrawnField {
  const { field: whole, findings } = shortened(field)
  const drawn = drawnField(whole)
  return findings.length === 0 ? drawn : { ...drawn, findings: [...findings, ...drawn.findings] }
}

function drawnField(field: SymbolField): DrawnField {
  const { command } = field
  const draw = Object.hasOwn(own, command) ? own[command] : undefined
  if (field.bytes.length === 0) {
    const finding: FieldFinding = {
      code: 'field_empty',
      kind: 'warning',
      message: 'the bar code has no data: nothing is printed',
    }
    return nothing(field, new Parameters(field), { type: command, finding })
  }
  if (draw !== undefined) return draw(field)
  if (isOther(command)) return drawOther(field)
  return nothing(field, new Parameters(field), { type: command, finding: notCarried(`^${command} is not a bar code`) })
}

function shortened(field: SymbolField): { readonly field: SymbolField; readonly findings: readonly FieldFinding[] } {
  const { bytes, text } = field
  if (bytes.length <= longestField) return { field, findings: [] }
  const message = `the data has ${bytes.length} bytes: all behind ${longestField} are cut off`
  const cut = { ...field, bytes: bytes.subarray(0, longestField), text: text.slice(0, longestField) }
  return { field: cut, findings: [{ code: 'data_cut', kind: 'fault', message }] }
}
