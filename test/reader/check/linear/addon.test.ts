/** Every module of an add-on, of the gap before it and of its quiet zone, inverted: none passes without a fault. */

import { deepEqual } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { drawBarcode } from '../../../../src/draw.ts'
import { checkImage, type Picture, type Report, readPng } from '../../../../src/reader/check/index.ts'
import { encode, rowsOf } from '../../../../symbologies/index.ts'
import { forAll, inLongRun, long } from '../../../random.ts'
import { textsOf } from '../../../texts.ts'
import { type Defect, testDefects } from '../defects.ts'
import { barsPicture, rowsPicture } from '../paint.ts'

const rotations = ['N', 'R', 'L', 'I'] as const

const margin = '0'.repeat(12)
const quiet = 5

const symbols = [
  { type: 'upca', text: '03600029145', width: 95 },
  { type: 'ean13', text: '590123412345', width: 95 },
  { type: 'upce', text: '01234565', width: 51 },
] as const

type Symbol = (typeof symbols)[number]

const rowOf = ({ type, text }: Symbol, addon?: string): string =>
  rowsOf(encode(type, text, addon === undefined ? {} : { addon }).matrix)[0]!

const pictureOf = (row: string, more = ''): Picture =>
  rowsPicture(new Array<string>(20).fill(`${margin}${row}${more}${margin}`), { dots: 2, margins: [2, 0, 2, 0] })

const upsideDown = (picture: Picture): Picture => ({ ...picture, grey: picture.grey.toReversed() })

const invertedAt = (row: string, column: number): string =>
  Array.from(row.padEnd(column + 1, '0'), (module, x) => (x === column ? 1 - Number(module) : module)).join('')

const faultsIn = ({ findings }: Report): string[] =>
  findings.filter(({ kind }) => kind === 'fault').map(({ code }) => code)

/** Modules whose inversion makes another sound add-on, and its digits: only the expected text tells them apart. */
const others: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  24: { 5: '14', 8: '94', 9: '74', 15: '21' },
}

const allAddons = ['24', '05', '51999', '12345'] as const
/** Of each symbol npm test has an add-on of either length. */
const addonsOf = ({ type }: Symbol): readonly string[] =>
  long ? allAddons : type === 'upca' ? ['05', '12345'] : ['24', '51999']

for (const symbol of symbols) {
  for (const addon of addonsOf(symbol)) {
    t.test(`${symbol.type} with ${addon}`, inLongRun, async (t) => {
      const row = rowOf(symbol, addon)
      const { from } = encode(symbol.type, symbol.text, { addon }).addon!
      t.match(checkImage(pictureOf(row)), { verdict: 'conforming', addon })
      t.match(checkImage(upsideDown(pictureOf(row))), { verdict: 'conforming', addon })
      const silent: number[] = []
      const sound: Record<number, string | undefined> = {}
      const beyond: string[][] = []
      for (let column = symbol.width; column < row.length + quiet; column++) {
        const picture = pictureOf(invertedAt(row, column))
        const report = checkImage(picture)
        if (column > row.length) beyond.push([report.addon ?? '', ...faultsIn(report)])
        if (faultsIn(report).length > 0) continue
        if (report.addon === undefined) silent.push(column)
        else sound[column - from] = report.addon
        const expected = checkImage(picture, { text: `${symbol.text}+${addon}` })
        if (!faultsIn(expected).includes(`${symbol.type}.text`)) silent.push(column)
      }
      t.same(silent, [])
      t.same(sound, others[addon] ?? {})
      t.same(beyond, new Array<string[]>(quiet - 1).fill([addon, `${symbol.type}.addon.quiet`]))
    })
  }
}

t.test('what is found beside a symbol, and what is accepted', async (t) => {
  const row = rowOf(symbols[1], '24')
  t.match(
    checkImage(pictureOf(row.slice(0, -1))).findings.find(({ code }) => code === 'ean13.addon.bars'),
    {
      kind: 'fault',
      message:
        /^\d bars in 1\d\.0 modules, 7\.0 modules after the symbol, are no add-on; one has 7 bars in 20 modules or 16 bars in 47 modules$/,
    },
  )
})

/** Lines without the add-on above lines with it, of four dots a module. */
function loweredPicture(row: string, { width }: Symbol, [without, both]: readonly [number, number]): Picture {
  const bare = row.slice(0, width).padEnd(row.length, '0')
  const rows = [...new Array<string>(without).fill(bare), ...new Array<string>(both).fill(row)]
  const wide = rows.map((each) => `${margin}${each}${margin}`)
  return rowsPicture(wide, { dots: 4, margins: [2, 0, 2, 0] })
}

/** Modules of height: the digits above an add-on take 9, and low symbols have fewer lines beside it than above. */
const heights = [
  [9, 25],
  [9, 6],
  [9, 3],
] as const

for (const height of heights) {
  t.test(`a stripe through an add-on of ${height[1]} modules and the digits above it`, async (t) => {
    const symbol = symbols[2]
    const row = rowOf(symbol, '51999')
    t.match(checkImage(loweredPicture(row, symbol, height)), { verdict: 'conforming', addon: '51999' })
    for (let column = 70; column < row.length; column += long ? 1 : 3) {
      const picture = loweredPicture(invertedAt(row, column), symbol, height)
      t.not(checkImage(picture).verdict, 'conforming', `column ${column}`)
    }
  })
}

t.test('low drawings with an add-on', inLongRun, async () => {
  const drawings = fc.record({
    symbol: fc.constantFrom(...symbols),
    addon: fc.oneof(textsOf('0123456789', 2), textsOf('0123456789', 5)),
    scale: fc.integer({ min: 1, max: 6 }),
    height: fc.integer({ min: 46, max: 80 }).map((tenths) => tenths / 10),
    includetext: fc.boolean(),
    rotate: fc.constantFrom(...rotations),
  })
  await forAll([drawings], { count: 60, times: 6 }, async ({ symbol: { type, text }, ...drawing }) => {
    const { bytes } = drawBarcode({ type, text, ...drawing, format: 'png' }, { maxPixels: 1e6 })
    const { verdict, addon } = checkImage(await readPng(new Uint8Array(bytes)))
    deepEqual({ verdict, addon }, { verdict: 'conforming', addon: drawing.addon })
  })
})

t.test('other print beside a symbol without an add-on', inLongRun, async (t) => {
  const bars = '1101001100101101110010110100110011'
  for (const symbol of symbols) {
    const row = rowOf(symbol)
    const faultsBeside = (gap: number, print: string): string[] =>
      faultsIn(checkImage(pictureOf(row, `${'0'.repeat(gap)}${print}`)))
    const fault = [`${symbol.type}.addon.bars`]
    for (const gap of [9, 12, 20, 54]) t.same(faultsBeside(gap, bars), fault, `${symbol.type}, ${gap} modules away`)
    for (const gap of [59, 80]) t.same(faultsBeside(gap, bars), [], `${symbol.type}, ${gap} modules away`)
    t.same(faultsBeside(12, '11'), [], 'a line')
    t.same(faultsBeside(12, '1'.repeat(20)), fault, 'a blot')
    t.same(faultsIn(checkImage(pictureOf(`1${'0'.repeat(12)}${row}${'0'.repeat(12)}1`))), [], 'a frame')
  }
})

const dots = 3

/** An EAN-13 with the add-on 12345, with modules the other way round and another gap; columns count from the first bar. */
function addonPicture({
  flipped = [],
  gap = 7,
  right = 5,
}: {
  flipped?: number[]
  gap?: number
  right?: number
} = {}): Picture {
  const barcode = encode('ean13', '590123412345', { addon: '12345' })
  const row = Array.from(rowsOf(barcode.matrix)[0]!)
  for (const column of flipped) row[column] = row[column] === '1' ? '0' : '1'
  const { from } = barcode.addon!
  const modules = [...row.slice(0, 95), ...new Array<string>(gap).fill('0'), ...row.slice(from)].join('')
  const widths = (modules.match(/1+|0+/g) ?? []).map((run) => run.length * dots)
  return barsPicture(widths, { left: 11 * dots, right: right * dots })
}

const from = encode('ean13', '590123412345', { addon: '12345' }).addon!.from

const addons: Defect[] = [
  { name: 'sound', picture: addonPicture(), text: '5901234123457+12345' },
  { name: 'without a word of it', picture: addonPicture(), text: '590123412345' },
  { name: 'another add-on', picture: addonPicture(), text: '5901234123457+12346', faults: ['ean13.text'] },
  { name: 'a gap of 12', picture: addonPicture({ gap: 12 }) },
  { name: 'a gap of 13', picture: addonPicture({ gap: 13 }), faults: ['ean13.addon.gap'] },
  { name: 'a gap of 6', picture: addonPicture({ gap: 6 }), faults: ['ean13.addon.gap'] },
  { name: 'no quiet zone behind', picture: addonPicture({ right: 3 }), faults: ['ean13.addon.quiet'] },
  {
    name: 'the guard',
    picture: addonPicture({ flipped: [from + 2] }),
    faults: ['ean13.addon.guard'],
    at: [[0, from + 2]],
  },
  {
    name: 'a separator',
    picture: addonPicture({ flipped: [from + 11, from + 12] }),
    faults: ['ean13.addon.separator'],
    at: [[0, from + 12]],
  },
  {
    name: 'a character',
    picture: addonPicture({ flipped: [from + 25] }),
    faults: ['ean13.addon.character'],
    at: [[0, from + 25]],
    most: 7,
  },
]

t.test('add-ons', async (t) => testDefects(t, addons))

t.test('the number sets of an add-on are its check', async (t) => {
  for (const [addon, wrong] of [
    ['12', '21'],
    ['12345', '12346'],
  ] as const) {
    const widths = (text: string): number[] =>
      (rowsOf(encode('ean13', '590123412345', { addon: text }).matrix)[0]!.match(/1+|0+/g) ?? []).map(
        (run) => run.length * dots,
      )
    // the number sets of one add-on with a digit of another: the last digits of both are in the same set or not
    const mixed = [...widths(addon).slice(0, -4), ...widths(wrong).slice(-4)]
    const { addon: read, findings } = checkImage(barsPicture(mixed, { left: 33, right: 15 }))
    t.equal(read?.length, addon.length)
    t.match(
      findings.filter(({ kind }) => kind === 'fault').map(({ code }) => code),
      ['ean13.addon.parity'],
    )
  }
})
