import { deepEqual } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { readPng } from '../../../../src/reader/check/index.ts'
import { forAll } from '../../../random.ts'
import { chunk, type PngPlan, physical, pngOf } from '../png-writer.ts'

/** The resolution of a PNG with these chunks before its rows and those after them; the picture is read whatever they are. */
async function resolutionWith(before: readonly Buffer[], after: readonly Buffer[] = []): Promise<unknown> {
  const plan: PngPlan = { width: 3, height: 2, depth: 8, colourType: 0 }
  const file = pngOf({ ...plan, others: before }, Buffer.alloc(2 * (1 + plan.width)))
  const end = file.length - 12
  const { resolution, ...picture } = await readPng(
    new Uint8Array(Buffer.concat([file.subarray(0, end), ...after, file.subarray(end)])),
  )
  t.same(picture, { width: 3, height: 2, grey: new Uint8Array(6) })
  return resolution && `${resolution.across} ${resolution.down}`
}

t.test('the resolution: pixels a metre, across and down', async (t) => {
  for (const perMetre of [6000, 8000, 11811, 23622, 100, 1e6]) {
    t.equal(await resolutionWith([physical(perMetre)]), `${perMetre} ${perMetre}`)
  }
  t.equal(await resolutionWith([physical(8000, 7717)]), '8000 7717')
  t.equal(await resolutionWith([]), undefined)
})

t.test('a resolution that the standard does not allow, or that makes no sense, is none', async (t) => {
  const damaged = Buffer.from(physical(8000))
  damaged[damaged.length - 1]! ^= 1
  const ofLength = (length: number): Buffer =>
    chunk('pHYs', Buffer.concat([physical(8000).subarray(8, 17), Buffer.alloc(64)]).subarray(0, length))
  const none: Record<string, Buffer> = {
    'an unknown unit': physical(8000, 8000, 0),
    'a unit that does not exist': physical(8000, 8000, 2),
    'nothing across': physical(0, 8000),
    'nothing down': physical(8000, 0),
    'pixels of more than 10 mm': physical(99),
    'pixels of less than 1 µm': physical(1_000_001),
    'more than four bytes may say (7.1)': physical(2 ** 31),
    'the most of four bytes': physical(2 ** 32 - 1, 8000),
    'a byte too few': ofLength(8),
    'a byte too many': ofLength(10),
    empty: ofLength(0),
    'a wrong checksum': damaged,
  }
  for (const [name, one] of Object.entries(none)) t.equal(await resolutionWith([one]), undefined, name)
  t.equal(await resolutionWith([], [physical(8000)]), undefined, 'after the rows')
  t.equal(await resolutionWith([chunk('IDAT', Buffer.alloc(0)), physical(8000)]), undefined, 'after empty rows')
})

t.test('of several resolutions the first that is well-formed counts', async (t) => {
  t.equal(await resolutionWith([physical(8000), physical(11811)]), '8000 8000')
  t.equal(await resolutionWith([physical(8000)], [physical(11811)]), '8000 8000')
  t.equal(await resolutionWith([chunk('pHYs', Buffer.alloc(8)), physical(11811)]), '11811 11811')
  t.equal(await resolutionWith([physical(8000, 8000, 0), physical(11811)]), undefined)
  t.equal(await resolutionWith([...new Array<Buffer>(40_000).fill(physical(6000)), physical(8000)]), '6000 6000')
})

t.test('random numbers in place of a resolution', async () => {
  const numbers = fc.oneof(...[200, 2e4, 2e6].map((most) => fc.nat(most)))
  const across = fc.oneof({ weight: 3, arbitrary: numbers }, fc.integer({ min: 0, max: 2 ** 32 - 1 }))
  const units = fc.constantFrom(1, 1, 1, 0, 2, 255)
  await forAll([across, numbers, units], { count: 200 }, async (across, down, unit) => {
    const isUsable = unit === 1 && [across, down].every((each) => each >= 100 && each <= 1e6)
    deepEqual(await resolutionWith([physical(across, down, unit)]), isUsable ? `${across} ${down}` : undefined)
  })
})
