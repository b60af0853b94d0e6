/** Designs in requests: what their pictures cost is known before one is unpacked. */

import t from 'tap'
import { bodyOf, picturesOf, requests, uriOf, whitePng } from '../../bench/attacks/design-pictures.ts'
import type { Design } from '../../src/design/design.ts'
import { pictureInUri } from '../../src/design/picture-source.ts'
import { DesignError, designIn } from '../../src/design/reader.ts'
import { designSent } from '../../src/design/sent-design.ts'
import { inLongRun } from '../random.ts'

const textOf = (elements: readonly object[]): string =>
  JSON.stringify(JSON.parse(new TextDecoder().decode(bodyOf(elements))).design)

/** The design, and the bytes of its pictures at each step. */
function read(text: string): { readonly design: Design; readonly kept: readonly number[] } {
  const kept: number[] = []
  const reading = designSent(text)
  for (;;) {
    const step = reading.next()
    if (step.done) return { design: step.value, kept }
    kept.push(step.value)
  }
}

function refusalOf(text: string): string {
  try {
    read(text)
  } catch (error) {
    if (error instanceof DesignError) return error.message
    throw error
  }
  return 'none'
}

t.test('the pixels of all pictures are added up, and bounded before the first step', inLongRun, async (t) => {
  for (const { path, body } of requests()) {
    const { elements } = JSON.parse(new TextDecoder().decode(body)).design
    if (elements.length < 60) continue
    const reading = designSent(textOf(elements))
    t.throws(
      () => reading.next(),
      { message: /elements\[1\]\.source: is a picture with which all have 49995000/ },
      path,
    )
  }
  const half = textOf(picturesOf(2, () => whitePng(4000, 3125)))
  t.equal(refusalOf(half), 'none', 'one picture that is there twice')
  t.equal(refusalOf(textOf(picturesOf(2, (i) => whitePng(3125 + 875 * i, 4000 - 875 * i)))), 'none')
  t.match(refusalOf(textOf(picturesOf(4, (i) => whitePng(2000 + i, 4000)))), /elements\[3\]\.source/)
  const deep = (i: number): Uint8Array => whitePng(1000 + i, 1900, { depth: 16 })
  t.match(refusalOf(textOf(picturesOf(9, deep))), /elements\[6\]\.source/, 'bytes of rows count where they are more')
})

t.test('pictures are unpacked one after the other, and what they keep is told', async (t) => {
  const { design, kept } = read(textOf(picturesOf(3, (i) => whitePng(2000 + i, 1500, { depth: 8 }))))
  const pixels = [3_000_000, 3_001_500, 3_003_000]
  const first = kept[0]!
  t.ok(first > 3_000_000 && first < 3_010_000, 'before it is unpacked')
  t.equal(kept.at(-1), pixels[0]! + pixels[1]! + pixels[2]!)
  t.ok(kept.length > 12, 'others have turns between rows')
  t.ok(kept.every((bytes, i) => i === 0 || bytes >= kept[i - 1]! - 10_000))
  t.same(
    design.elements.map((element) => element.kind === 'image' && element.picture.width),
    [2000, 2001, 2002],
  )
  const bits = read(textOf(picturesOf(1, () => whitePng(4096, 4096))))
  t.equal(bits.kept.at(-1), 4096 * 512, 'a bit a pixel')
})

t.test('it is the design that a file with the same text has, with the same mistakes', async (t) => {
  const image = { kind: 'image', at: [1, 1], size: [10, 10] }
  const damaged = uriOf(whitePng(40, 30).slice(0, 60))
  const texts = [
    textOf(picturesOf(2, (i) => whitePng(30 + i, 20))),
    textOf([{ ...image, source: damaged }, { ...image, source: 'logo.png' }, { ...image, source: 1 }, image]),
    textOf([
      { ...image, source: 'data:image/gif;base64,AA==' },
      { kind: 'none', source: damaged },
    ]),
    textOf([1, { kind: 'text', at: [1, 1], size: [10, 10], value: '{b}', source: uriOf(whitePng(3, 3)) }] as object[]),
    '{',
    '[]',
    '{"elements": 1}',
  ]
  for (const text of texts) {
    let expected = 'none'
    try {
      t.same(read(text).design, designIn(text, pictureInUri))
    } catch (error) {
      expected = (error as Error).message
    }
    t.equal(refusalOf(text), expected)
    t.equal(
      (() => {
        try {
          designIn(text, pictureInUri)
          return 'none'
        } catch (error) {
          return (error as Error).message
        }
      })(),
      expected,
    )
  }
})
