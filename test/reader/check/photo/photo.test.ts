import t from 'tap'
import { checked, checkImage, Effort, type Picture } from '../../../../src/reader/check/index.ts'
import { type Detection, sightingsIn } from '../../../../src/reader/check/photo/photo.ts'
import { encode, qr, rowsOf, type Symbology, symbologies } from '../../../../symbologies/index.ts'
import { readAs, zxingTexts } from '../../../oracle/zxing.ts'
import { cases, inLongRun, long, random } from '../../../random.ts'
import { mostPhotoStepsFor } from '../excesses.ts'
import { barsOf, degraded } from './degraded.ts'
import { fieldPicture, offGrid } from './field.ts'
import { normalBy, type Sample, sampleOf } from './samples.ts'

const find = (picture: Picture, type?: Symbology): Detection[] =>
  sightingsIn(picture, { type, expected: undefined, effort: new Effort() })

/** What a sample is read as: EAN and UPC with their check digits, EAN-13 that begins with 0 as the UPC-A that it is. */
function readingOf({ type, text }: Sample): string {
  const { trace } = encode(type, text)
  const digits = trace !== null && typeof trace === 'object' && 'digits' in trace ? `${trace.digits}` : text
  if (type === 'upce') return `upce ${text}${digits.at(-1)}`
  return type === 'ean13' && digits.startsWith('0') ? `upca ${digits.slice(1)}` : `${type} ${digits}`
}

t.test('degraded pictures are read as often as by zxing-cpp or oftener, and none wrongly', inLongRun, async (t) => {
  const r = random('photos')
  const count = cases(60)
  const missed: string[] = []
  let [own, peer] = [0, 0]
  const byType = new Map<Symbology, { all: number; own: number }>()
  for (let i = 0; i < count; i++) {
    const sample = sampleOf(r)
    const { type, text, how, picture } = sample
    const found = find(picture).map(({ reading }) => `${reading.symbology} ${reading.text}`)
    const wanted = readingOf(sample)
    const isRead = found.includes(wanted)
    const group = byType.get(type) ?? { all: 0, own: 0 }
    byType.set(type, { all: group.all + 1, own: group.own + Number(isRead) })
    if (isRead) own++
    else missed.push(`${wanted} ${JSON.stringify(how)}`)
    t.same(
      found.filter((each) => each !== wanted),
      [],
      `${wanted} is nothing else`,
    )
    const others = await zxingTexts({ ...picture, grey: Uint8Array.from(picture.grey) }, type)
    if (others.includes(readAs(encode(type, text), text))) peer++
  }
  for (const [type, group] of byType) t.comment(`${type}: ${group.own} of ${group.all} read`)
  t.comment(`of ${count} pictures ${own} are read, ${peer} by zxing-cpp`, missed)
  t.ok(own >= peer - 0.03 * count, `${own} and ${peer} of ${count}`)
  t.ok(own >= 0.95 * count, `${own} of ${count}: ${missed.join('; ')}`)
})

t.test('every symbology, turned and in perspective', inLongRun, async (t) => {
  const r = random('photo of each')
  for (const type of symbologies) {
    const sample = sampleOf(r, type)
    const rows = rowsOf(encode(type, sample.text).matrix)
    const how = {
      module: 5,
      turn: 33,
      perspective: 0.12,
      towards: 70,
      blur: 1,
      noise: 3,
      dark: 60,
      light: 180,
      margin: 12,
    }
    const picture = degraded(rows.length === 1 ? barsOf(rows[0]!, 30) : rows, how, normalBy(r))
    const [found, ...others] = find(picture, type)
    const { symbology, text } = found?.reading ?? {}
    t.equal(
      type === 'ean13' ? text : `${symbology} ${text}`,
      type === 'ean13' ? `${encode('ean13', sample.text).trace.digits}` : readingOf(sample),
    )
    t.same(others, [])
  }
})

t.test('X is that of the symbol, however it is turned, and not of its add-on too', inLongRun, (t) => {
  for (const addon of [undefined, '24', '51999']) {
    const row = rowsOf(encode('ean13', '400638133393', addon === undefined ? {} : { addon }).matrix)[0]!
    for (const turn of [0, 20, 33, 70, 180, 200]) {
      const how = { module: 6, turn, blur: 1, dark: 30, light: 220, margin: 12 }
      const picture = { ...degraded(barsOf(row, 60), how), resolution: { across: 20_000, down: 20_000 } }
      const { reading } = find(picture, 'ean13')[0]!
      t.equal(reading.addon, addon, `turned ${turn}`)
      // 6 pixels of 0.05 mm, 60 modules high
      const [x, height] = [reading.size!.modules[0].mm, reading.size!.bars!.height.mm]
      t.ok(Math.abs(x - 0.3) < 0.003, `X of +${addon} turned ${turn} is ${x} mm`)
      t.ok(Math.abs(height - 18) < 1, `bars of +${addon} turned ${turn} are ${height} mm high`)
    }
  }
  t.end()
})

t.test('bars many times as high as their symbol is wide are one symbol', inLongRun, (t) => {
  const row = rowsOf(encode('code128', '4').matrix)[0]!
  for (const turn of [0, 90, 7]) {
    const picture = degraded(barsOf(row, 400), { module: 3, turn, blur: 0.7, dark: 30, light: 220, margin: 12 })
    t.equal(find(picture, 'code128').length, 1, `turned ${turn}`)
  }
  t.end()
})

/** Pictures side by side on white. */
function sheetOf(pictures: readonly Picture[]): Picture {
  const width = pictures.reduce((sum, picture) => sum + picture.width, 0)
  const height = Math.max(...pictures.map((picture) => picture.height))
  const grey = new Uint8Array(width * height).fill(235)
  let left = 0
  for (const picture of pictures) {
    for (let y = 0; y < picture.height; y++) {
      grey.set(picture.grey.subarray(y * picture.width, (y + 1) * picture.width), y * width + left)
    }
    left += picture.width
  }
  return { width, height, grey }
}

t.test('several symbols are each reported', inLongRun, async (t) => {
  const drawn = (text: string, turn: number): Picture =>
    degraded(rowsOf(qr(text).matrix), { module: 4, turn, blur: 0.8 })
  const bars = degraded(barsOf(rowsOf(encode('ean13', '400638133393').matrix)[0]!, 40), {
    module: 3,
    turn: 80,
    margin: 12,
  })
  const { report } = checked(sheetOf([drawn('first', 12), bars, drawn('second', 70)]))
  t.match(report, { verdict: 'conforming', findings: [] })
  t.same(report.symbols?.map(({ symbology, text }) => `${symbology} ${text}`).toSorted(), [
    'ean13 4006381333931',
    'qr first',
    'qr second',
  ])
  for (const { corners } of report.symbols) t.equal(corners.length, 4)
})

t.test('a report on a photo is about what it shows', inLongRun, async (t) => {
  const picture = degraded(rowsOf(qr('QZ-0001').matrix), { module: 6, turn: 20, blur: 1, gain: [0.1, 0.1] })
  const { report, seen } = checked({ ...picture, resolution: { across: 11811, down: 11811 } }, { text: 'QZ-0001' })
  t.match(report, { symbology: 'qr', text: 'QZ-0001', verdict: 'conforming' })
  t.match(report.findings[0], { code: 'qr.photo', kind: 'note' })
  t.notOk(report.findings.some(({ code }) => /grid|modules|quiet/.test(code)))
  t.ok(Math.abs(report.x!.mm - 6 / 11.811) < 0.005, `${report.x?.mm} mm`)
  t.same(seen[0]?.rows, rowsOf(qr('QZ-0001').matrix))
  const other = checked(picture, { type: 'datamatrix' })
  t.match(other.report.findings[0]?.message, /no symbol of datamatrix was found; it looks like qr/)
})

t.test('light on dark, and in hardly any contrast', async (t) => {
  const rows = rowsOf(qr('QZ-0001').matrix)
  const [light] = find(degraded(rows, { module: 5, turn: 40, dark: 230, light: 30, blur: 0.8 }))
  t.equal(light?.reading.text, 'QZ-0001')
  t.ok(light?.reading.findings.list.some(({ code, kind }) => code === 'qr.polarity' && kind === 'note'))
  const [faint] = find(degraded(rows, { module: 5, turn: 40, dark: 120, light: 150, blur: 0.8 }))
  t.equal(faint?.reading.text, 'QZ-0001')
})

/** Pictures in which everything looks a little like a symbol. */
const hostile: Readonly<Record<string, (x: number, y: number) => boolean>> = {
  checkerboard: (x, y) => ((x >> 2) + (y >> 2)) % 2 === 1,
  stripes: (x) => (Math.floor(x / 3) * 7919) % 13 < 6,
  'finder patterns': (x, y) => {
    const ring = Math.max(Math.abs((Math.floor(x / 3) % 9) - 4), Math.abs((Math.floor(y / 3) % 9) - 4))
    return ring !== 2 && ring < 4
  },
  corners: (x, y) => {
    const [a, b] = [x % 60, y % 60]
    return a < 40 && b < 40 && (a < 6 || b > 34 || ((a >> 2) + (b >> 2)) % 2 === 0)
  },
}

t.test('nothing is read in what only looks like symbols, within bounds', inLongRun, async (t) => {
  const [width, height] = long ? [3000, 2000] : [300, 240]
  const r = random('noise')
  const pictures: typeof hostile = { ...hostile, noise: () => r.between(0, 1) === 1 }
  for (const [name, isDark] of Object.entries(pictures)) {
    const grey = Uint8Array.from({ length: width * height }, (_, i) =>
      isDark(i % width, Math.floor(i / width)) ? 20 : 235,
    )
    const effort = new Effort()
    t.same(sightingsIn({ width, height, grey }, { type: undefined, expected: undefined, effort }), [], name)
    t.ok(effort.steps <= mostPhotoStepsFor(width * height), `${name}: ${effort.steps} steps`)
  }
})

/** Pixels of a side, and of a module. */
const sides = [
  [400, 1],
  [1400, 2],
  [700, 1],
  [901, 1],
  [1500, 1],
  [2500, 1],
  [1999, 3],
] as const

t.test('of a field of equal symbols some are read, each once and with its own corners', inLongRun, (t) => {
  for (const [side, pixels] of long ? sides : sides.slice(0, 2)) {
    const report = checkImage(fieldPicture(side, pixels))
    t.ok(report.symbols.length > 5, `${report.symbols.length} of ${side} pixels`)
    t.same(offGrid(report, pixels), [], `${side} pixels, ${pixels} a module`)
  }
  t.end()
})
