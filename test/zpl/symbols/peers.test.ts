import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import type { DrawnField } from '../../../src/zpl/field.ts'
import { type QrLevel, rowsOf } from '../../../symbologies/index.ts'
import { bwipWidths } from '../../oracle/bwip.ts'
import { bwipRows } from '../../oracle/qr-peers.ts'
import { withoutZint, zintSymbols } from '../../oracle/zint-datamatrix.ts'
import { forAll, forAllInBatches } from '../../random.ts'
import { draw, pictureOf, widthsOf } from './field.ts'

const some = (unit: string, minLength: number, maxLength = minLength): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...unit), minLength, maxLength })
const digits = '0123456789'
const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

t.test('EAN and UPC have the bars of bwip-js, in whole dots', async () => {
  const module = fc.integer({ min: 1, max: 10 })
  for (const [command, type, count] of [
    ['BE', 'ean13', 12],
    ['B8', 'ean8', 7],
    ['BU', 'upca', 11],
  ] as const) {
    await forAll([some(digits, count), module], { count: 120 }, async (data, module) => {
      const widths = bwipWidths(type, data).map((width) => width * module)
      assert.deepEqual(widthsOf(await draw(`${command}N,50`, data, { module })), widths, data)
    })
  }
  // number system 0 and the six digits that are left of ten
  const upce = fc.tuple(some(digits, 2), some('012', 1), some(digits, 3))
  await forAll([upce, module], { count: 120 }, async ([first, kind, last], module) => {
    const drawn = await draw('B9N,50', `${first}${kind}0000${last}`, { module })
    const widths = bwipWidths('upce', `0${first}${last}${kind}`).map((width) => width * module)
    assert.deepEqual(widthsOf(drawn), widths, drawn.symbol.text)
  })
})

/** Whether each module of a matrix is drawn in the same number of dots, as a matrix without them. */
function modulesOf(drawn: DrawnField, side: number): readonly string[] {
  const { width, height, grey } = pictureOf(drawn, 0)
  const row = (y: number): string =>
    Array.from({ length: width / side }, (_, x) => (grey[y * side * width + x * side]! < 128 ? '1' : '0')).join('')
  const rows = Array.from({ length: height / side }, (_, y) => row(y))
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      assert.equal(grey[y * width + x]! < 128, rows[Math.floor(y / side)]![Math.floor(x / side)] === '1')
    }
  }
  return rows
}

t.test('QR has the modules of bwip-js, of the same version, level and mask', async () => {
  const text = fc.oneof(some(digits, 1, 60), some(capitals, 1, 40), some(capitals.toLowerCase(), 1, 40))
  const side = fc.integer({ min: 1, max: 6 })
  await forAll([text, fc.constantFrom(...'LMQH'), side], { count: 150 }, async (text, asked, side) => {
    const drawn = await draw(`BQN,2,${side}`, `${asked}A,${text}`)
    const { version, level, mask } = drawn.symbol.encoded!.barcode.trace as {
      readonly version: number
      readonly level: QrLevel
      readonly mask: number
    }
    assert.deepEqual(modulesOf(drawn, side), bwipRows(false, text, { version, level, mask }), text)
  })
})

t.test('Data Matrix has the modules of zint', { skip: withoutZint }, async () => {
  // that have one shortest sequence of codewords
  const text = fc.oneof(some(digits, 1, 60), some('abc.,:;-+', 1, 3))
  const side = fc.integer({ min: 1, max: 6 })
  await forAllInBatches(fc.tuple(text, side), { count: 300 }, async (cases) => {
    const theirs = zintSymbols(cases.map(([text]) => text))
    return Promise.all(
      cases.map(async ([text, side], i) => {
        const rows = modulesOf(await draw(`BXN,${side},200`, text), side)
        return rows.join() === theirs[i]!.rows.join() ? undefined : `${text}: other modules`
      }),
    )
  })
})

t.test('what is judged is what is drawn', async () => {
  const commands = fc.constantFrom('BXN,3,200', 'BQN,2,3')
  await forAll([commands, some(capitals, 4, 20)], { count: 60 }, async (command, text) => {
    const drawn = await draw(command, `QA,${text}`)
    assert.deepEqual(modulesOf(drawn, 3), rowsOf(drawn.symbol.encoded!.barcode.matrix))
  })
})
