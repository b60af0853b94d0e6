/** Random requests with all options of all symbologies: drawn, or refused with what would do. */

import { ok } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { drawBarcode, drawLabel } from '../../src/draw.ts'
import { explainContent } from '../../src/explain/index.ts'
import { FitError } from '../../src/layout/fit.ts'
import { sentencesOf } from '../../src/request/form-faults.ts'
import { parameters } from '../../src/request/params.ts'
import { symbolReader } from '../../src/request/reader.ts'
import {
  catalogue,
  EncodeError,
  isLabelSymbology,
  optionsIn,
  type Symbology,
  type SymbologyOption,
  symbologies,
} from '../../symbologies/index.ts'
import { drawn, forAll, inLongRun, type Random } from '../random.ts'
import { textsFor } from '../texts.ts'

const readBarcode = symbolReader(parameters.barcode)
const readLabel = symbolReader(parameters.label)
const limits = { maxPixels: 25_000_000 }

function oneValueOf(option: SymbologyOption, r: Random): string {
  if (option.words !== undefined) return r.pick(option.words)
  if (option.pattern !== undefined) return r.pick(option.samples)
  return String(r.between(option.least, option.most))
}

/** Some options of the symbology, with those that they need. */
function someOptions(type: Symbology, r: Random): Record<string, string> {
  const { options } = catalogue[type]
  const given: Record<string, string> = {}
  for (const [name, option] of Object.entries<SymbologyOption>(options)) {
    if (r.between(0, 2) === 0) given[name] = oneValueOf(option, r)
  }
  for (const name of Object.keys(given)) {
    for (const other of options[name]!.needs ?? []) given[other] ??= oneValueOf(options[other]!, r)
  }
  if (Number(given.part) > Number(given.parts)) given.part = given.parts!
  return given
}

/** What was drawn, or the message of the refusal. @throws any other error */
function outcome(given: Readonly<Record<string, string>>): Uint8Array | string {
  const isLabel = 'size' in given
  try {
    if (isLabel) {
      const { request, faults } = readLabel(given)
      return request === undefined ? sentencesOf(faults) : drawLabel(request, limits).bytes
    }
    const { request, faults } = readBarcode(given)
    if (request === undefined) return sentencesOf(faults)
    const { bytes } = drawBarcode(request, limits)
    const { type, text, gs1, domain } = request
    explainContent(type, { text, gs1, domain }, optionsIn(type, request), 2026)
    return bytes
  } catch (error) {
    if (error instanceof EncodeError || error instanceof FitError) return error.message
    throw error
  }
}

/** Words with which a message says what is accepted, or what would do. */
const remedy =
  /accepted|is not one of|the right one is|leave it out|holds|hold it|hold them|would|fits|leave out|give |could|at most|no more than|carries|carry|has every/

t.test('every combination of options is drawn, or refused with what would do', inLongRun, async (t) => {
  const counts = { drawn: 0, refused: 0 }
  const barcodes = fc.record({ scale: fc.constantFrom('2', '4'), format: fc.constantFrom('png', 'svg', 'pdf') })
  const drawings = fc.oneof({ weight: 3, arbitrary: barcodes }, fc.constant({ size: '100x150' }))
  for (const type of symbologies) {
    const texts = fc.oneof({ weight: 3, arbitrary: textsFor[type] }, textsFor.qr)
    const options = drawn((r) => someOptions(type, r))
    const own = isLabelSymbology(type) ? drawings : barcodes
    await forAll([texts, own, options], { count: 100 }, (text, drawing, options) => {
      const result = outcome({ type, text, ...drawing, ...options })
      counts[typeof result === 'string' ? 'refused' : 'drawn']++
      ok(typeof result !== 'string' || remedy.test(result), `${result}`)
    })
  }
  t.ok(counts.drawn > 50 && counts.refused > 20, JSON.stringify(counts))
})
