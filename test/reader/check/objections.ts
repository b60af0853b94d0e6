import type { Report } from '../../../src/reader/check/index.ts'
import type { Barcode } from '../../../symbologies/index.ts'

/** Unexpected findings on a sound symbol: there must be none but those that the drawing causes. */
export function objections(report: Report, barcode: Barcode, allowed: readonly string[] = []): string[] {
  // one in ten of random digits of an SSCC's length that begin with its AI is an SSCC
  const byChance = /^00\d{18}$/.test(report.text ?? '') ? [`${report.symbology}.gs1.without_fnc1`] : []
  const excused = [...allowed, ...byChance]
  const found = report.findings.filter(({ kind, code }) => kind !== 'pass' && !excused.includes(code))
  const other = report.symbology === barcode.symbology ? [] : [`taken for ${report.symbology}`]
  return [...other, ...found.map(({ code, message }) => `${code}: ${message}`)]
}
