/** Designs on sheets: their ink is on the labels, or a warning says whose is not. */

import fc from 'fast-check'
import t from 'tap'
import { DrawingRefusal } from '../../src/drawing-refusal.ts'
import { FitError } from '../../src/layout/fit.ts'
import type { Scene } from '../../src/layout/scene.ts'
import { paint } from '../../src/render/paint.ts'
import { isDark } from '../../symbologies/matrix/index.ts'
import { forAll } from '../random.ts'
import { composed, designOf, thrown } from './drawn.ts'
import { anySymbolIn, type JsonElement } from './random-design.ts'

/** A label of 40 x 40 mm in each of the outlines, with 20 mm beside it. */
const sheetWith = (outline: string): string => `A4:1x2:40x40mm:30,30mm:60,60mm:${outline}`

/** How far the dark dots of a label are from its middle, in mm: the least and the most. */
function reachOf(scene: Scene): readonly [number, number] {
  const dots = paint(scene)
  const { width, height, resolution } = scene
  let [least, most] = [Number.POSITIVE_INFINITY, 0]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isDark(dots, x, y)) continue
      const distance = Math.hypot(x + 0.5 - width / 2, y + 0.5 - height / 2) / resolution.perMillimetre
      least = Math.min(least, distance)
      most = Math.max(most, distance)
    }
  }
  return [least, most]
}

const tenths = (least: number, most: number) => fc.integer({ min: 10 * least, max: 10 * most }).map((each) => each / 10)

/** An element somewhere in the box around the label. */
const element: fc.Arbitrary<JsonElement> = fc
  .record({ x: tenths(0, 30), y: tenths(0, 30), width: tenths(3, 30), height: tenths(3, 30) })
  .map(({ x, y, width, height }) => ({
    at: [x, y] as const,
    size: [Math.min(width, 40 - x), Math.min(height, 40 - y)] as const,
  }))
  .chain((box) =>
    fc.oneof(
      anySymbolIn(box),
      fc.constantFrom('box', 'ellipse').map((kind) => ({ kind, ...box, width: 0.3 })),
      fc.constant({ kind: 'text', ...box, value: 'Bolt', lines: 1 }),
    ),
  )

t.test('ink beyond a round label, or in the hole of a disc, is a warning with the name of its element', async (t) => {
  let [on, beyond] = [0, 0]
  const outlines = fc.constantFrom('round', 'disc15mm', 'r8mm')
  await forAll([element, outlines], { count: 230 }, (json, outline) => {
    const design = designOf({ name: 'x', size: '40x40mm', elements: [{ ...json, name: 'one' }] })
    const make = () => composed(design, {}, { sheet: sheetWith(outline), format: 'pdf' })
    const error = thrown(make)
    if (error instanceof DrawingRefusal || error instanceof FitError) return
    const { scene, warnings } = make()
    const told = warnings.filter(({ message }) => /^[a-z]+ "one" leaves the label, /.test(message))
    if (told.some(({ code }) => code !== 'off_page') || told.length > 1) return false
    if (told.length > 0) beyond++
    else on++
    const [least, most] = reachOf(scene)
    if (outline === 'r8mm') {
      // in the middle of a round corner ink may be 12 mm from both sides at the most: 12 mm, and the radius, from the middle of the label
      return told.length > 0 || most <= 12 * Math.SQRT2 + 8 + 0.2
    }
    const hole = outline === 'round' ? 0 : 7.5
    return told.length > 0 ? most > 19.8 || least < hole + 0.2 : most < 20.3 && least > hole - 0.3
  })
  t.ok(on > 5 && beyond > 5, `${on} on the label, ${beyond} beyond`)
})

t.test('a design stands on sheets whose labels have its size, as it is or turned', async (t) => {
  const elements = [{ kind: 'symbol', at: [2, 2], size: [26, 26], type: 'qr', value: 'A' }]
  const design = designOf({ name: 'tag', size: '60x30mm', elements })
  const on = (sheet: string) => composed(design, {}, { sheet, format: 'pdf' })
  const upright = on('A4:2x3:60x30mm:10,10mm:70,40mm').scene
  const turned = on('A4:4x3:30x60mm:10,10mm:40,70mm').scene
  t.same([turned.width, turned.height], [upright.height, upright.width])
  // what is known of a product may be rounded
  t.equal(on('A4:2x3:60.4x29.6mm:10,10mm:70,40mm').scene.width, upright.width)
  t.match(
    thrown(() => on('A4:2x3:60x31mm:10,10mm:70,40mm')),
    {
      code: 'does_not_fit',
      faults: [
        {
          parameter: 'sheet',
          message:
            'design tag is for labels of 60x30mm, and those of sheet A4:2x3:60x31mm:10,10mm:70,40mm have 60x31mm',
        },
      ],
    },
  )
  t.match(
    thrown(() => composed(design, {}, { sheet: 'A4:2x3:60x30mm:10,10mm:70,40mm', shift: '-18,0', format: 'pdf' })),
    { code: 'does_not_fit', parameter: 'shift' },
  )
})
