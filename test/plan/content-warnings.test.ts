/** Texts that break the standard of their content: warned of, and refused where a request holds its text to a kind. */

import t from 'tap'
import { type Composition, composeBarcode, composeLabel } from '../../src/draw.ts'
import { DrawingRefusal } from '../../src/drawing-refusal.ts'
import { NotConforming } from '../../src/plan/warning.ts'
import { parameters } from '../../src/request/params.ts'
import { symbolReader } from '../../src/request/reader.ts'
import { composed, designOf } from '../design/drawn.ts'

const limits = { maxPixels: 25_000_000 }
const readers = { barcode: symbolReader(parameters.barcode), label: symbolReader(parameters.label) }

type Query = Readonly<Record<string, string>>

const barcode = (query: Query): Composition => composeBarcode(readers.barcode(query).request!, limits)
const label = (query: Query): Composition => composeLabel(readers.label(query).request!, limits)

/** The faults of what is refused. */
function faultsOf(make: () => unknown): DrawingRefusal['faults'] {
  try {
    make()
  } catch (error) {
    if (error instanceof DrawingRefusal) return error.faults
    throw error
  }
  return []
}

const [wrong, right] = ['+A123BJC5D6E71H', '+A123BJC5D6E71G']

t.test('a text that the systems that it is for refuse has a warning with its repair', async (t) => {
  for (const make of [barcode, label]) {
    t.match(make({ type: 'datamatrix', text: wrong }).warnings, [
      { code: 'content_fault', parameter: 'text', suggestion: { text: right } },
    ])
    t.same(make({ type: 'datamatrix', text: right }).warnings, [])
    t.throws(() => make({ type: 'datamatrix', text: wrong, strict: 'true' }), NotConforming)
  }
  t.same(barcode({ type: 'qr', text: 'WIFI:T:WPA;S:a;b;P:12345678;;' }).warnings, [], 'telephones read it as they can')
  const [{ message } = { message: '' }] = barcode({ type: 'qr', text: '[)>\x1e06\x1d1Pé\x1e\x04' }).warnings
  t.match(message, /^[ -~]+$/, 'headers are in ASCII')
  const parts = { type: 'qr', text: '[)>\x1e06\x1d1P1234\x1dQ10\x1e\x04', parts: '2', part: '1' }
  t.same(barcode(parts).warnings, [], 'a part says nothing by itself')
})

t.test('content holds the text to a kind', async (t) => {
  const fault = { code: 'not_conforming', parameter: 'text', warning: 'content_fault' }
  for (const make of [barcode, label]) {
    const held = (query: Query) => faultsOf(() => make({ type: 'datamatrix', ...query }))
    t.same(held({ content: 'hibc', text: right }), [])
    t.match(held({ content: 'hibc', text: wrong }), [{ ...fault, suggestion: { text: right } }])
    t.match(held({ content: 'hibc', text: 'QZ-0001' }), [fault])
    t.match(held({ content: 'iso15434', text: right }), [fault])
    t.same(held({ content: 'url', text: 'https://example.com/a' }), [])
    t.match(held({ content: 'wifi', text: 'WIFI:T:WPA;S:a;b;P:12345678;;' }), [fault], 'a note elsewhere')
    t.same(held({ content: 'gs1', gs1: 'true', text: '(01)09506000134352(10)A' }), [])
    t.match(held({ content: 'hibc', gs1: 'true', text: '(01)09506000134352' }), [fault])
  }
  const gtin = (text: string) => faultsOf(() => barcode({ type: 'ean13', content: 'gtin', text }))
  t.same([gtin('950600013435'), gtin('9506000134352')], [[], []], 'with its check digit or without')
  t.match(
    faultsOf(() => barcode({ type: 'code128', content: 'gtin', text: '9506000134353' })),
    [{ ...fault, suggestion: { text: '9506000134352' } }],
  )
})

t.test('content holds symbols of designs', async (t) => {
  const element = { kind: 'symbol', at: [2, 2], size: [20, 20], type: 'datamatrix', value: '{sku}', content: 'hibc' }
  const design = designOf({ name: 'device', size: '57x32mm', fields: { sku: {} }, elements: [element] })
  t.same(
    faultsOf(() => composed(design, { sku: right })),
    [],
  )
  t.match(
    faultsOf(() => composed(design, { sku: wrong })),
    [{ code: 'not_conforming', warning: 'content_fault' }],
  )
})
