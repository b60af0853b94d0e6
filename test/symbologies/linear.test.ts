import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { type Barcode, EncodeError, encode, type OptionsOf, type Symbology } from '../../symbologies/index.ts'
import { bwipWidths } from '../oracle/bwip.ts'
import { modulesOf, vectors } from '../oracle/linear.ts'
import { plainPicture } from '../oracle/picture.ts'
import { zintAbsent, zintModules } from '../oracle/zint.ts'
import { readAs, zxingTexts } from '../oracle/zxing.ts'
import { forAll, forAllInBatches, inLongRun } from '../random.ts'
import { textsFor } from '../texts.ts'

/** The lengths of runs, which are the widths of bars and spaces in turn. */
const widthsOf = (modules: string): string => modules.replace(/1+|0+/g, (run) => String(run.length))
const encoded = (symbology: Symbology, text: string): string => widthsOf(modulesOf(encode(symbology, text)))
/** Drawings with other ratios have the same wide elements. */
const ratio3 = (widths: string): string => widths.replace(/2/g, '3')

const others = ['ean13', 'ean8', 'upca', 'upce', 'code39', 'itf14'] as const

t.test('worked examples', async (t) => {
  const { modules, checkDigits } = vectors()
  for (const { symbology, source, text, widths } of modules) t.equal(encoded(symbology, text), widths, source)
  for (const { symbology, text, digits } of checkDigits) {
    const { trace } = encode(symbology, text)
    t.equal(trace.digits, digits)
    t.equal(trace.given, false)
    t.equal(encode(symbology, digits).trace.given, true)
    const sum = trace.weights.reduce((sum, weight, i) => sum + weight * Number(digits[i]), 0)
    t.equal(trace.sum, sum)
    t.equal((sum + Number(digits.at(-1))) % 10, 0)
  }
})

t.test('bars are those of bwip-js', inLongRun, async (t) => {
  for (const symbology of others) {
    await forAll([textsFor[symbology]], { count: 500 }, (text) => {
      const theirs = bwipWidths(symbology, text).join('')
      assert.equal(encoded(symbology, text), symbology === 'itf14' ? ratio3(theirs) : theirs)
    })
    t.pass(symbology)
  }
})

t.test('bars are those of zint', { skip: zintAbsent || inLongRun.skip }, async (t) => {
  const types = { ean13: 'EANX', ean8: 'EANX', upca: 'UPCA', upce: 'UPCE', code39: 'CODE39', itf14: 'ITF14' }
  for (const symbology of others) {
    const texts = textsFor[symbology].filter((text) => symbology !== 'upce' || isPrescribed(text.slice(1)))
    await forAllInBatches(texts, { count: 500, size: 5000 }, (batch) => {
      const theirs = zintModules(types[symbology], batch).map(widthsOf)
      return batch.map((text, i) => {
        const wanted = symbology === 'code39' ? ratio3(theirs[i]!) : theirs[i]!
        return encoded(symbology, text) === wanted ? undefined : 'other bars'
      })
    })
    t.pass(symbology)
  }
})

/** Whether six digits of UPC-E are what zero suppression gives; zint refuses the others. */
function isPrescribed(six: string): boolean {
  return /[012]$|[3-9]..3$|[1-9].4$|[1-9][5-9]$/.test(six)
}

t.test('zxing-cpp reads the encoded text', inLongRun, async (t) => {
  const scales = fc.integer({ min: 1, max: 3 })
  for (const symbology of others) {
    await forAll([textsFor[symbology], scales], { count: 500, times: 4 }, async (text, dots) => {
      const barcode = encode(symbology, text)
      assert.deepEqual(await zxingTexts(plainPicture(barcode, dots), symbology), [readAs(barcode, text)])
    })
    t.pass(symbology)
  }
})

t.test('unknown values of options', async (t) => {
  const cases: readonly (readonly [Symbology, object, string])[] = [
    ['ean13', { addon: '123' }, 'ean13: addon is "123"; accepted: 2 or 5 digits'],
    ['upca', { addon: '' }, 'upca: addon is ""; accepted: 2 or 5 digits'],
    ['upce', { addon: '1\u06632' }, 'upce: addon is "1٣2"; accepted: 2 or 5 digits'],
    ['upce', { addon: '12\n' }, 'upce: addon is "12\\n"; accepted: 2 or 5 digits'],
    ['code39', { ratio: 2.25 }, 'code39: ratio is "2.25"; accepted: 2, 2.5, 3'],
    ['itf14', { ratio: 2 }, 'itf14: ratio is "2"; accepted: 2.5, 3'],
    ['itf14', { bearer: 'sides' }, 'itf14: bearer is "sides"; accepted: none, top-bottom, frame'],
  ]
  const texts: { readonly [symbology: string]: string } = {
    code39: 'A',
    itf14: '1540014128876',
    upca: '03600029145',
    upce: '123456',
  }
  for (const [symbology, options, message] of cases) {
    const run = (): Barcode => encode(symbology, texts[symbology] ?? '978123456789', options as OptionsOf<Symbology>)
    t.throws(run, { message })
    t.throws(run, RangeError)
  }
  t.throws(() => encode('ean13', 'x', { addon: '12' }), EncodeError)
})
