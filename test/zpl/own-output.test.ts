import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { drawLabel } from '../../src/draw.ts'
import { fedOrientation } from '../../src/layout/stock.ts'
import { zplPackings } from '../../src/render/zpl.ts'
import { readProgram, writtenProgram, zplDpis } from '../../src/zpl/index.ts'
import { rowsOf } from '../../symbologies/index.ts'
import { anyLabels } from '../layout/random-label.ts'
import { pngPicture } from '../oracle/picture.ts'
import type { Picture } from '../oracle/zxing.ts'
import { cases, forAll, inLongRun } from '../random.ts'
import { labels } from '../render/sample-labels.ts'
import { found, painted } from './drawn.ts'

const limits = { maxPixels: 25_000_000 }
// as it is fed
const stock = { size: '4x6', orientation: 'portrait', qty: 1, showtext: true } as const

t.test('labels that are written in ZPL are read back to the same dots, without a finding', inLongRun, async (t) => {
  for (const dpi of ['203', '300'] as const) {
    for (const zpl of zplPackings) {
      for (const [name, asked] of Object.entries(labels)) {
        const request = { ...stock, ...asked, size: stock.size, orientation: stock.orientation, dpi } as const
        const { bytes } = drawLabel({ ...request, format: 'zpl', zpl }, limits)
        const picture = pngPicture(drawLabel({ ...request, format: 'png' }, limits).bytes)
        const program = await painted(bytes, { dpi, size: '4x6' })
        t.same(found(program), [], `${name} at ${dpi} in ${zpl}`)
        t.ok(
          linesOf(picture).join() === rowsOf(program.labels[0]!.dots).join(),
          `${name} at ${dpi} in ${zpl}: its dots`,
        )
      }
    }
  }
})

const linesOf = ({ width, height, grey }: Picture): readonly string[] =>
  Array.from({ length: height }, (_, y) =>
    Array.from(grey.subarray(y * width, (y + 1) * width), (value) => (value < 128 ? '1' : '0')).join(''),
  )

/** Labels as they are fed, for heads that the program can be for; those on which not all fits are left out. */
const request = fc
  .tuple(anyLabels, fc.constantFrom(...zplDpis), fc.constantFrom(...zplPackings), fc.integer({ min: 1, max: 20 }))
  .map(([label, dpi, zpl, qty]) => {
    const orientation = fedOrientation(label.size) ?? label.orientation
    return { ...label, orientation, dpi, zpl, qty }
  })

t.test(
  'any labels of ours are read back to the same dots, with their copies and without a finding',
  inLongRun,
  async (t) => {
    const runs = { count: 100, times: 1000 / 100 }
    let compared = 0
    await forAll([request], runs, async ({ zpl, ...label }) => {
      let bytes: Uint8Array
      try {
        ;({ bytes } = drawLabel({ ...label, format: 'zpl', zpl }, limits))
      } catch (error) {
        if (error instanceof Error && 'code' in error) return
        throw error
      }
      const picture = pngPicture(drawLabel({ ...label, qty: 1, format: 'png' }, limits).bytes)
      const program = await painted(bytes, { dpi: label.dpi, size: label.size })
      assert.deepEqual(found(program), [])
      assert.equal(program.labels.length, 1)
      const [{ dots, label: read }] = program.labels as [(typeof program.labels)[number]]
      assert.equal(read.copies, label.qty)
      assert.equal(linesOf(picture).join() === rowsOf(dots).join(), true, 'its dots')
      compared++
    })
    t.comment(`${compared} labels were compared`)
    t.ok(compared >= 0.5 * cases(runs.count, runs.times), `${compared} compared`)
  },
)

t.test('what is read is written in ZPL with the same dots, and its copies', async (t) => {
  const zpl = '^XA^FO50,50^A0N,40^FDwords^FS^FO60,120^BY3^BCN,90^FDQZ-0001^FS^FO30,30^GB500,300,4^FS^PQ3^XZ'
  const first = await painted(zpl, { size: '4x6' })
  const program = readProgram(Buffer.from(zpl), { dpi: '203', size: '4x6', now: new Date(0) })
  const written = writtenProgram(program, { format: 'zpl' }, limits)
  const second = await painted(written, { size: '4x6' })
  t.same(rowsOf(second.labels[0]!.dots), rowsOf(first.labels[0]!.dots))
  t.equal(second.labels[0]!.label.copies, 3)
})
