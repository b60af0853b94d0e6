import { deflateSync, inflateSync } from 'node:zlib'
import t from 'tap'
import { composeLabel, drawLabel, type LabelRequest } from '../../src/draw.ts'
import { FitError } from '../../src/layout/fit.ts'
import { dpis, resolutions } from '../../src/layout/resolution.ts'
import type { Scene } from '../../src/layout/scene.ts'
import { orientations } from '../../src/layout/stock.ts'
import { NotConforming } from '../../src/plan/warning.ts'
import { printDocument, zpl } from '../../src/render/deflate.ts'
import { crc16, runLengthHex, zplPackings } from '../../src/render/zpl.ts'
import { darken, EncodeError, lightMatrix } from '../../symbologies/index.ts'
import { anyLabel } from '../layout/random-label.ts'
import { pngPicture } from '../oracle/picture.ts'
import { asFed, crcOf, settings, type ZplLabel, zplLabels } from '../oracle/zpl.ts'
import type { Picture } from '../oracle/zxing.ts'
import { cases, inLongRun, long, type Random, random } from '../random.ts'
import { labels } from './sample-labels.ts'

const limits = { maxPixels: 25_000_000 }

const sheet = { size: '4x6', orientation: 'landscape', qty: 1, showtext: true } as const

t.test('Z64 too', async (t) => {
  for (const dpi of ['203', '300', '600'] as const) {
    for (const [name, asked] of Object.entries(labels)) {
      const { bytes } = drawLabel({ ...sheet, ...asked, dpi, format: 'zpl' }, limits)
      const graphics = [
        ...Buffer.from(bytes)
          .toString()
          .matchAll(/:Z64:([^:]*):/g),
      ]
      t.ok(graphics.length > 0)
      const least = graphics.map(([, data]) => {
        const rows = inflateSync(Buffer.from(data!, 'base64'))
        return 4 * Math.ceil(deflateSync(rows, { level: 6 }).length / 3)
      })
      // the commands before and after each graphic
      const most = 1.1 * least.reduce((sum, length) => sum + length) + 100 + 60 * graphics.length
      t.ok(bytes.length <= most, `${name}, ${dpi} dpi: ${bytes.length} bytes, zlib ${least}`)
    }
  }
})

const { ready } = await import('zpl-renderer-js')

/** A label as npm zpl-renderer-js draws it, a pixel a dot whatever the resolution. */
async function renderedElsewhere(bytes: Uint8Array, { width, height }: Picture): Promise<Picture> {
  const { api } = await ready
  const file = await api.zplToBase64Async(Buffer.from(bytes).toString('latin1'), width / 8, height / 8, 8)
  return pngPicture(Buffer.from(file, 'base64'))
}

const isSame = (a: Picture, b: Picture): boolean =>
  a.width === b.width && a.height === b.height && Buffer.compare(a.grey, b.grey) === 0

/** Any label, one in twenty of them logistic. */
function anyRequest(r: Random): LabelRequest {
  const request = { ...anyLabel(r), qty: r.between(1, 500), format: 'zpl', zpl: r.pick(zplPackings) } as const
  if (r.between(1, 20) > 1) return request
  const { dpi, qty, format, zpl } = request
  const logistic = { type: 'code128', gs1: 'true', layout: 'logistics', orientation: 'portrait' } as const
  const text = '(00)395011015300000011(02)09501101530010(15)261231(10)AB-12(37)50'
  return { ...logistic, text, size: r.pick(['4x6', '100x150']), showtext: true, dpi, qty, format, zpl }
}

t.test(
  'random labels: the dots of the PNG as it is fed, by another renderer and by a strict reader',
  inLongRun,
  async (t) => {
    const r = random('zpl')
    const faults: unknown[] = []
    const seen = new Set<string>()
    const count = cases(400, 1)
    for (let drawn = 0; drawn < count; ) {
      const request = anyRequest(r)
      const { scene, bytes, picture } = drawnOrRefused(request) ?? {}
      if (scene === undefined || bytes === undefined || picture === undefined) continue
      const dots = scene.width * scene.height
      // of a large label it takes a second to read the dots
      if (!long && dots > 800_000) continue
      drawn++
      const read = pngPicture(picture)
      const wanted = asFed(read, request.size)
      const [label, ...others] = zplLabels(bytes) as [ZplLabel]
      if (others.length > 0 || label.copies !== request.qty) faults.push(['copies', request])
      if (!isSame(label, wanted)) faults.push(['reader', request])
      if (label.graphics.some((length) => length > 99_999)) faults.push(['graphics', label.graphics, request])
      // which takes seconds for a large label: the long run has one in ten of those
      const isElsewhere = dots < (long ? 1_000_000 : 300_000) || (long && drawn % 10 === 0)
      if (isElsewhere && !isSame(await renderedElsewhere(bytes, wanted), wanted)) faults.push(['renderer', request])
      const other = zplLabels(zpl(scene, 1, request.zpl === 'z64' ? 'rle' : 'z64'))[0]!
      if (!isSame(other, wanted)) faults.push(['other packing', request])
      const turn = wanted === read ? 'as fed' : 'turned'
      for (const each of [request.dpi, request.layout, request.zpl, turn, `graphics ${label.graphics.length > 1}`]) {
        seen.add(`${each}`)
      }
    }
    t.same(faults, [])
    const all = [...dpis, 'above', 'below', 'beside', 'auto', 'logistics', 'z64', 'rle', 'as fed', 'turned']
    t.same([...seen].sort(), [...all, 'graphics false', 'graphics true'].sort())
  },
)

function drawnOrRefused(request: LabelRequest): { scene: Scene; bytes: Uint8Array; picture: Uint8Array } | undefined {
  try {
    const { scene } = composeLabel(request, limits)
    const picture = drawLabel({ ...request, format: 'png' }, limits).bytes
    return { scene, bytes: drawLabel(request, limits).bytes, picture }
  } catch (error) {
    if (error instanceof FitError || error instanceof EncodeError) return undefined
    throw error
  }
}

t.test('the first number of the size is the width, whatever the orientation', async (t) => {
  const width = { '4x6': 813, '3x2': 610, '100x150': 800, '57x32mm': 456, '32x57mm': 256, '2x2in': 406 } as const
  const length = { '4x6': 1219, '3x2': 406, '100x150': 1200, '57x32mm': 256, '32x57mm': 456, '2x2in': 406 } as const
  for (const size of Object.keys(width) as (keyof typeof width)[]) {
    for (const orientation of orientations) {
      const request = { type: 'code128', text: 'QC-1', size, orientation, dpi: '203', qty: 1, showtext: true } as const
      const [label] = zplLabels(drawLabel({ ...request, format: 'zpl' }, limits).bytes) as [ZplLabel]
      t.same([label.width, label.height], [width[size], length[size]], `${size} ${orientation}`)
      const picture = pngPicture(drawLabel({ ...request, format: 'png' }, limits).bytes)
      t.ok(isSame(label, asFed(picture, size)), `${size} ${orientation}`)
    }
  }
})

t.test('run lengths of a label that is fed sideways are not many more than of one that is fed upright', async (t) => {
  const texts = ['QC-1', 'aB3$'.repeat(10), 'aB3$'.repeat(400)]
  for (const text of texts) {
    const [sideways, upright] = (['landscape', 'portrait'] as const).map((orientation) => {
      const request = {
        type: 'qr',
        text,
        size: '4x6',
        orientation,
        dpi: '600',
        qty: 1,
        showtext: true,
        zpl: 'rle',
      } as const
      return drawLabel({ ...request, format: 'zpl' }, limits).bytes.length
    })
    t.ok(sideways! < 2 * upright!, `${sideways} and ${upright} bytes`)
  }
})

t.test('without dpi it is drawn for 300, with a warning, which strict requests are refused for', async (t) => {
  const request = { type: 'qr', text: 'QC-2', size: '4x6', orientation: 'landscape', qty: 1, showtext: true } as const
  const assumed = drawLabel({ ...request, format: 'zpl' }, limits)
  t.match(assumed.warnings, [{ code: 'dpi_assumed', parameter: 'dpi', message: / 300 dpi/ }])
  t.match(zplLabels(assumed.bytes), [{ width: 1200, height: 1800 }])
  t.throws(() => composeLabel({ ...request, format: 'zpl', strict: true }, limits), NotConforming)
  for (const dpi of dpis) t.same(composeLabel({ ...request, dpi, format: 'zpl', strict: true }, limits).warnings, [])
  for (const format of ['png', 'svg', 'pdf'] as const) {
    t.same(composeLabel({ ...request, format, strict: true }, limits).warnings, [])
  }
})

t.test('checksums are those that others publish', async (t) => {
  // the check value of CRC-16/XMODEM in the catalogue of parametrised CRC algorithms
  const check = '123456789'
  // a Z64 graphic as ZPL of others has it
  const published = 'eNr7/x8GGhj+/2cAYUZsLCjNAFKJjQUDAOLDM1I='
  for (const crc of [crc16, crcOf]) {
    t.same(
      [check, published, ''].map((text) => crc(text).toString(16)),
      ['31c3', '8f39', '0'],
    )
  }
  const r = random('crc')
  for (let i = 0; i < cases(400); i++) {
    const text = r.text('ABCXYZabcxyz0189+/=', r.between(1, 200))
    if (crc16(text) !== crcOf(text)) t.fail(text)
  }
})

t.test('runs of every length, in rows of zeros, ones and anything', inLongRun, async (t) => {
  const r = random('runs')
  for (let i = 0; i < cases(2000); i++) {
    const bytesPerRow = r.pick([1, 2, 3, r.between(4, 60), r.between(200, 890)])
    const rows = Array.from({ length: r.between(1, 6) }, () => {
      const [value, end] = [r.between(0, 255), r.between(0, bytesPerRow)]
      return Uint8Array.from({ length: bytesPerRow }, (_, x) =>
        x < end ? r.pick([value, value, 0, 255, 0x11]) : r.pick([0, 0, value]),
      ).map((byte, x, all) => (r.between(0, 3) > 0 && x > 0 ? all[x - 1]! : byte))
    })
    const repeated = [...rows, rows[0]!].flatMap((row) => Array(r.pick([1, 1, 2, r.between(1, 9)])).fill(row))
    const bytes = Buffer.concat(repeated)
    const data = runLengthHex({ bytes, rowLength: bytesPerRow })
    t.match(data, /^[0-9A-Yg-z,:]*$/)
    const width = 8 * bytesPerRow
    const stream = `^XA${settings}^PW${width}^LL99\n^FO0,0^GFA,${bytes.length},${bytes.length},${bytesPerRow},${data}^FS\n^PQ1^XZ\n`
    const { grey } = zplLabels(Buffer.from(stream))[0]!
    const found = bytes.map((_, at) => {
      const dots = [...grey.subarray(8 * at, 8 * at + 8)]
      return dots.reduce((byte, dot) => 2 * byte + Number(dot === 0), 0)
    })
    if (Buffer.compare(found, bytes) !== 0) t.fail(`${bytesPerRow}: ${data}`)
  }
  // nothing, ones, a run and its rest, the row above
  const bytes = Uint8Array.of(0, 0, 255, 255, 0xab, 0xb0, 0xab, 0xb0)
  t.equal(runLengthHex({ bytes, rowLength: 2 }), ',JFABB,:')
})

/** A scene of 6 x 3 modules at (left, 2), dark but for its last row. */
function sceneOf(width: number, left: number): Scene {
  const matrix = lightMatrix(6, 3)
  for (let x = 0; x < 6; x++) for (let y = 0; y < 2; y++) darken(matrix, x, y)
  const [xs, ys] = [Array.from({ length: 7 }, (_, i) => left + i), [2, 3, 4, 5]]
  return {
    width,
    height: 9,
    resolution: resolutions[203],
    paper: { width: 20, height: 9 },
    turn: 'N',
    marks: [{ kind: 'modules', matrix, xs, ys }],
    title: '^XA~JR',
    module: 1,
    barHeight: 0,
    cut: [],
  }
}

t.test('the bitmap is cropped to its ink, in whole bytes', async (t) => {
  const rle = (scene: Scene): string => Buffer.from(zpl(scene, 3, 'rle')).toString()
  t.equal(rle(sceneOf(40, 17)), `^XA${settings}^PW40^LL9\n^FO16,2^GFA,2,2,1,7E:^FS\n^PQ3^XZ\n`)
  t.equal(rle(sceneOf(40, 13)), `^XA${settings}^PW40^LL9\n^FO8,2^GFA,4,4,2,07E,:^FS\n^PQ3^XZ\n`)
  // a mark that reaches beyond the edge
  t.equal(rle(sceneOf(33, 29)), `^XA${settings}^PW33^LL9\n^FO24,2^GFA,4,4,2,078,:^FS\n^PQ3^XZ\n`)
  t.equal(rle({ ...sceneOf(40, 13), marks: [] }), `^XA${settings}^PW40^LL9\n^PQ3^XZ\n`)
  t.equal(rle({ ...sceneOf(40, 13), turn: 'R' }), `^XA${settings}^PW9^LL40\n^FO0,13^GFA,6,6,1,06:::::^FS\n^PQ3^XZ\n`)
})

t.test('a stream has the labels as they are alone', async (t) => {
  const scenes = [sceneOf(40, 17), sceneOf(35, 1)]
  for (const packing of zplPackings) {
    const document = printDocument('zpl', { title: 'x', packing })
    for (const [i, scene] of scenes.entries()) document.add(scene, i + 1)
    const first = document.take()
    document.add(scenes[0]!, 5)
    const all = Buffer.concat([first, document.end()])
    t.same(all, Buffer.concat([zpl(scenes[0]!, 1, packing), zpl(scenes[1]!, 2, packing), zpl(scenes[0]!, 5, packing)]))
    t.same(
      zplLabels(all).map(({ width, copies }) => [width, copies]),
      [
        [40, 1],
        [35, 2],
        [40, 5],
      ],
    )
  }
})

t.test('no text makes a command', async (t) => {
  const r = random('commands')
  const commands = ['^XZ', '~JR', '^XA^DFR:X^FS', '~DGR:A,9,9,', '\n^PQ99\n', '^FD', '_5E', '\x10CT~']
  for (let i = 0; i < cases(200); i++) {
    const words = (): string => Array.from({ length: r.between(1, 3) }, () => r.pick(commands)).join(r.pick(['', ' ']))
    const label = {
      type: r.pick(['qr', 'datamatrix', 'code128'] as const),
      text: words(),
      caption: words(),
      title: words(),
    } as const
    const page = { size: '4x6', orientation: 'landscape', qty: 1, showtext: true, dpi: '152' } as const
    const request = { ...label, ...page, format: 'zpl', zpl: r.pick(zplPackings) } as const
    // the reader knows no other commands than a bitmap's
    t.equal(zplLabels(drawLabel(request, limits).bytes).length, 1)
  }
})
