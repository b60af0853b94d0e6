import t from 'tap'
import { composeLabel } from '../../src/draw.ts'
import { type Dpi, resolutions } from '../../src/layout/resolution.ts'
import { fed, type Scene } from '../../src/layout/scene.ts'
import type { LabelSize } from '../../src/layout/stock.ts'
import { arranged, type RollArrangement } from '../../src/render/arrange.ts'
import { commands, png } from '../../src/render/deflate.ts'
import { type Handling, JobStream, type PrinterLanguage } from '../../src/render/language.ts'
import { brotherPages, dymoLabels, escposStrips, pictureOf } from '../oracle/byte-printers.ts'
import { pngPicture } from '../oracle/picture.ts'
import { cpclLabels, eplLabels, tsplLabels } from '../oracle/text-printers.ts'
import type { Picture } from '../oracle/zxing.ts'
import { inLongRun } from '../random.ts'

function composed(size: LabelSize, dpi: Dpi, text = 'QZ-0001'): Scene {
  const request = {
    type: 'qr',
    text,
    size,
    orientation: 'landscape',
    qty: 1,
    showtext: true,
    dpi,
    format: 'png',
  } as const
  return composeLabel(request, { maxPixels: 25_000_000 }).scene
}

/** The job of labels that are alike. */
function jobOf(scene: Scene, language: PrinterLanguage, handling: Handling, { labels = 1, copies = 1 } = {}): Buffer {
  const made = commands([scene], copies, { language, handling })
  const stream = new JobStream()
  const parts = Array.from({ length: labels }, () => [...stream.add(made)]).flat()
  return Buffer.concat([...parts, ...stream.end()])
}

t.test('tspl: size, gap, darkness, speed, cutter', async (t) => {
  const scene = composed('50x30', '203')
  const settings = (handling: Handling) =>
    Object.fromEntries(tsplLabels(jobOf(scene, 'tspl', handling), 8)[0]!.settings)
  const always = { DIRECTION: '1,0', REFERENCE: '0,0' }
  t.same(settings({}), always)
  t.same(settings({ media: 'gap' }), { ...always, GAP: '3 mm,0 mm' })
  t.same(settings({ gap: 2.5 }), { ...always, GAP: '2.5 mm,0 mm' })
  t.same(settings({ media: 'mark', gap: 4 }), { ...always, BLINE: '4 mm,0 mm' })
  t.same(settings({ media: 'continuous' }), { ...always, GAP: '0,0' })
  t.same(settings({ darkness: 0, speed: 18 }), { ...always, DENSITY: '0', SPEED: '18' })
  for (const [cut, value] of Object.entries({ none: 'OFF', each: '1', end: 'BATCH' })) {
    t.same(settings({ cut: cut as 'none' }), { ...always, 'SET CUTTER': value })
  }
  t.match(jobOf(scene, 'tspl', {}).toString('latin1'), /^SIZE 50 mm,30 mm\r\n/, 'lines end with CR LF')
})

t.test('epl: gap, mark, continuous, darkness, speed', async (t) => {
  const scene = composed('50x30', '203')
  const settings = (handling: Handling) => Object.fromEntries(eplLabels(jobOf(scene, 'epl', handling))[0]!.settings)
  const always = { R: '0,0', Z: 'T' }
  t.same(settings({}), { ...always, Q: '24' })
  t.same(settings({ media: 'gap', gap: 20 }), { ...always, Q: '160' })
  t.same(settings({ media: 'mark', gap: 2 }), { ...always, Q: 'B16' })
  t.same(settings({ media: 'continuous' }), { ...always, Q: '0' })
  t.same(settings({ darkness: 15, speed: 1 }), { ...always, Q: '24', D: '15', S: '1' })
})

t.test('cpcl: sensing, tone, speed, and no FORM on continuous paper', async (t) => {
  const scene = composed('50x30', '203')
  const settings = (handling: Handling) => Object.fromEntries(cpclLabels(jobOf(scene, 'cpcl', handling))[0]!.settings)
  t.same(settings({}), { FORM: '' })
  t.same(settings({ media: 'gap', darkness: -99 }), { FORM: '', 'GAP-SENSE': '', TONE: '-99' })
  t.same(settings({ media: 'mark', speed: 5 }), { FORM: '', 'BAR-SENSE': '', SPEED: '5' })
  t.same(settings({ media: 'continuous' }), { JOURNAL: '' })
})

t.test('zpl: darkness before the format, the others within', async (t) => {
  const scene = composed('50x30', '203')
  const text = jobOf(scene, 'zpl', { darkness: 5, media: 'mark', cut: 'each', speed: 4 }).toString()
  t.match(text, /^~SD05\n\^XA\^MUD,300,300.*\^JMA\^MNM\^MMC\^PR4\^PW400\^LL240\n/)
  t.match(jobOf(scene, 'zpl', { media: 'gap', cut: 'none' }).toString(), /\^MNW\^MMT\^PW400/)
})

t.test('escpos: where a job is cut, and where labels end', async (t) => {
  const scene = composed('50x30', '203')
  const ends = (handling: Handling, labels: { labels?: number; copies?: number }) =>
    escposStrips(jobOf(scene, 'escpos', handling, labels)).map(({ rows, end }) => `${rows.length} ${end}`)
  t.same(ends({}, { labels: 2, copies: 2 }), ['960 cut'])
  t.same(ends({ cut: 'each' }, { labels: 2, copies: 2 }), Array(4).fill('240 cut'))
  t.same(ends({ cut: 'none' }, { copies: 2 }), ['480 end of the stream'])
  t.same(ends({ media: 'gap' }, { copies: 2 }), Array(2).fill('240 next label'))
  t.same(ends({ media: 'mark', cut: 'end' }, { copies: 2 }), ['240 next label', '240 cut', '0 next label'])
})

t.test('dymo: density, the way to the next label, the two ends', async (t) => {
  const scene = composed('50x30', '300')
  const labels = dymoLabels(jobOf(scene, 'dymo', { darkness: 3, media: 'continuous' }, { labels: 2, copies: 2 }))
  t.same(
    labels.map(({ density, longest, end }) => [density, longest, end]),
    [0, 1, 2, 3].map((i) => [0x67, -1, i < 3 ? 'next label' : 'tear bar']),
  )
  const [usual] = dymoLabels(jobOf(scene, 'dymo', {}))
  t.match(usual, { density: undefined, longest: scene.height + 300, isFine: false })
})

t.test('brother: media, cutter and packing by model', inLongRun, async (t) => {
  const scene = composed('62x29mm', '300')
  const of = (handling: Handling, labels = {}) => brotherPages(jobOf(scene, 'brother', handling, labels), 720)
  t.match(of({})[0], {
    media: { valid: 0x80 | 0x40 | 0x04, kind: 0, width: 62, length: 0, page: 0 },
    ...{ mode: 0x40, cutEach: 1, expanded: 0, margin: 35, end: 'last page' },
  })
  t.match(of({ media: 'continuous', cut: 'end' })[0], {
    media: { valid: 0x80 | 0x40 | 0x04 | 0x02, kind: 0x0a, width: 62, length: 0 },
    ...{ mode: 0, cutEach: undefined, expanded: 0x08, margin: 35 },
  })
  t.match(of({ cut: 'none' })[0], { mode: 0, cutEach: undefined, expanded: 0 })
  const [dieCut] = of({ media: 'gap' })
  t.match(dieCut, { media: { valid: 0xce, kind: 0x0b, width: 62, length: 29 }, margin: 0 })
  t.equal(dieCut!.rows.length, 271, 'DK-11209 prints 271 lines')
  t.same(
    of({}, { labels: 2, copies: 2 }).map(({ media, end }) => [media.page, end]),
    [
      [0, 'next page'],
      [1, 'next page'],
      [1, 'next page'],
      [1, 'last page'],
    ],
  )
  const [plain, packed] = ['QL-700', 'QL-820NWB'].map((model) => jobOf(scene, 'brother', { model }))
  t.ok(packed!.length < plain!.length / 2, `${packed!.length} bytes, not ${plain!.length}`)
  t.same(brotherPages(packed!, 720)[0]!.rows, brotherPages(plain!, 720)[0]!.rows)
  const tape = jobOf(fed(composed('12x40mm', '180'), '12x40mm'), 'brother', { model: 'PT-P750W' })
  t.match(brotherPages(tape, 128)[0], {
    media: { valid: 0xc4, kind: 0, width: 12 },
    mode: 0x40,
    expanded: 0x08,
    margin: 14,
  })
})

/** A picture that is moved, on white of the same size. */
function shifted({ width, height, grey }: Picture, x: number, y: number): Picture {
  const moved = new Uint8Array(grey.length).fill(255)
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const [toX, toY] = [column + x, row + y]
      if (toX >= 0 && toX < width && toY >= 0 && toY < height) moved[toY * width + toX] = grey[row * width + column]!
    }
  }
  return { width, height, grey: moved }
}

/** Dots of an arranged label, as TSPL prints them. */
function printed(scenes: readonly Scene[], arrangement: RollArrangement, dpi: Dpi = '203'): Picture {
  const { label } = commands(scenes, 1, { language: 'tspl', arrangement })
  const [picture] = tsplLabels(label, resolutions[dpi].perMillimetre)
  return picture!
}

const same = (a: Picture, b: Picture): boolean =>
  a.width === b.width && a.height === b.height && Buffer.compare(a.grey, b.grey) === 0

t.test('offsets move what is printed by whole dots, and cut it at the edges', async (t) => {
  const scene = composed('50x30', '203')
  const picture = pngPicture(png(scene))
  for (const [x, y] of [
    [1, 2],
    [-1.5, 0],
    [0, -3.06],
    [60, 0],
    [12.4, 25],
  ] as const) {
    t.ok(
      same(printed([scene], { offset: [x, y] }), shifted(picture, Math.round(8 * x), Math.round(8 * y))),
      `${x}, ${y}`,
    )
  }
})

t.test('turns of the whole label', async (t) => {
  const scene = composed('50x30', '203')
  const { width, height, grey } = pngPicture(png(scene))
  const half = printed([scene], { turn: 180 })
  t.ok(same(half, { width, height, grey: Uint8Array.from(grey).reverse() }))
  const quarter = printed([scene], { turn: 90 })
  t.same([quarter.width, quarter.height], [height, width])
  let different = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (quarter.grey[x * height + height - 1 - y] !== grey[y * width + x]) different++
    }
  }
  t.equal(different, 0)
  t.equal(arranged([scene], 1, { turn: 270 }).paper.across, arranged([scene], 1).paper.along)
})

t.test('labels side by side from the left, and the last row with empty places', async (t) => {
  const scenes = ['QZ-1', 'QZ-2'].map((text) => composed('30x20mm', '203', text))
  const row = printed(scenes, { across: 3, pitch: 33.5 })
  t.same([row.width, row.height], [240 + 2 * 268, 160])
  const parts = [0, 268, 536].map((left) => {
    const grey = new Uint8Array(240 * 160)
    for (let y = 0; y < 160; y++) grey.set(row.grey.subarray(y * row.width + left, y * row.width + left + 240), 240 * y)
    return { width: 240, height: 160, grey }
  })
  for (const [i, scene] of scenes.entries()) t.ok(same(parts[i]!, pngPicture(png(scene))), `label ${i}`)
  t.ok(parts[2]!.grey.every((value) => value === 255))
})

t.test('same dots, same bytes: no text is in any command', async (t) => {
  const scene = composed('50x30', '300')
  const hostile = [
    '^XA^PQ9^XZ',
    '\r\nPRINT 9\r\n',
    '! 0 200 200 9 9',
    '\nP9\n',
    '\x1b@\x1dV\0',
    '\x1biS',
    '~HS',
    '"',
    '\0',
  ]
  for (const language of ['zpl', 'tspl', 'epl', 'cpcl', 'brother', 'dymo'] as const) {
    const plain = jobOf(scene, language, {})
    for (const title of hostile)
      t.ok(jobOf({ ...scene, title }, language, {}).equals(plain), `${language} ${JSON.stringify(title)}`)
  }
  t.ok(pictureOf([[1]]).grey[0] === 0, 'pictures are dark where dots are')
})
