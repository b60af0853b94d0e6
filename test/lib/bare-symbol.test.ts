/** What `<quiet-zone>` draws by an encoder alone is the drawing of the whole program, or it is left to that. */

import { deepEqual, ok } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { bareSymbol } from '../../src/lib/bare-symbol.ts'
import { type BarcodeRequest, barcode, RequestError } from '../../src/lib/index.ts'
import { parameters } from '../../src/request/params.ts'
import { catalogue, type SymbologyOption, symbologies } from '../../symbologies/index.ts'
import { forAll, inLongRun } from '../random.ts'
import { textsFor } from '../texts.ts'

const styles = fc
  .tuple(
    fc.constantFrom({}, { scale: '1' }, { scale: '4' }, { xdim: '0.25' }, { xdim: '0.05' }),
    fc.constantFrom({}, { height: '1' }, { height: '7.5' }, { rotate: 'R' }, { rotate: 'L', height: '30' }),
    fc.constantFrom({}, { dpi: '203' }, { dpi: '600' }, { dpi: '300' }),
    fc.constantFrom({}, { application: 'retail' }, { application: 'logistics' }, { application: 'other' }),
    fc.constantFrom(
      ...Array(8).fill({}),
      { includetext: 'true' },
      { gs1: 'true' },
      { strict: 'true' },
      { caption: 'A' },
    ),
  )
  .map((all): { readonly [name: string]: string } => Object.assign({}, ...all))

function valuesOf(option: SymbologyOption): readonly string[] {
  if (option.words !== undefined) return option.words
  return option.pattern === undefined ? [`${option.least}`, `${option.most}`] : option.samples
}

/** One of the options that the symbology has, which may need another. */
function optionsOf(type: (typeof symbologies)[number]): fc.Arbitrary<{ readonly [name: string]: string }> {
  const pairs = Object.entries(catalogue[type].options).flatMap(([name, option]) => {
    return valuesOf(option).map((value): { readonly [name: string]: string } => ({ [name]: value }))
  })
  return fc.oneof(fc.constant({}), ...(pairs.length === 0 ? [] : [fc.constantFrom(...pairs)]))
}

t.test('a bare symbol has the bytes, module width and warnings of the drawing of the service', inLongRun, async (t) => {
  let bare = 0
  let others = 0
  for (const type of symbologies) {
    await forAll([textsFor[type], styles, optionsOf(type)], { count: 60 }, async (text, style, option) => {
      const given = { type, text, ...style, ...option, format: 'svg' }
      const drawn = await bareSymbol(given)
      if (drawn === undefined) {
        others++
        return
      }
      bare++
      const { bytes, xDimension, warnings } = await barcode(given as object as BarcodeRequest)
      ok(Buffer.from(drawn.bytes).equals(bytes), JSON.stringify(given))
      deepEqual([drawn.xDimension, drawn.warnings], [xDimension, warnings])
    })
  }
  t.ok(bare > 20, `${bare} bare symbols`)
  t.ok(others > 5, `${others} others`)
})

t.test('what takes words, GS1 or a sentence of refusal is left to the whole program', async (t) => {
  const qr = { type: 'qr', text: 'QZ-0001', format: 'svg' }
  t.ok(await bareSymbol(qr))
  for (const more of [
    { includetext: 'true' },
    { caption: 'A', includetext: 'true' },
    { gs1: 'true', text: '(10)A' },
    { text: '(10)A' },
    { text: '\ufeffA' },
    { strict: 'true' },
    { gain: '0.05' },
    { application: 'logistics' },
    { content: 'url', text: 'https://example.com' },
    { text: '+A123BJC5D6E71H' },
    { scale: '0' },
    { level: 'X' },
    { ratio: '3' },
    { text: '' },
    { text: 'a'.repeat(8000) },
    { text: 'a'.repeat(7000) },
    { type: 'ean13', text: '4006381333932' },
  ])
    t.equal(await bareSymbol({ ...qr, ...more }), undefined, JSON.stringify(more).slice(0, 60))
  await t.rejects(barcode({ ...qr, type: 'ean13' } as object as BarcodeRequest), RequestError)
})

t.test('every parameter of a barcode is thought of', async (t) => {
  // a new one may ask for more than a symbol: bare-symbol.ts decides, and then its name stands here
  t.same(
    Object.keys(parameters.barcode).filter((name) => !Object.values(catalogue).some(({ options }) => name in options)),
    [
      ...['text', 'type', 'format', 'includetext', 'caption', 'withtext', 'scale', 'height', 'rotate', 'dpi', 'xdim'],
      ...['gain', 'application', 'content', 'gs1', 'domain', 'escapes', 'strict', 'verify'],
    ],
  )
})
