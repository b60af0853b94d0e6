import t from 'tap'
import { paint } from '../../src/render/paint.ts'
import { paintSymbol } from '../../src/render/paint-modules.ts'
import { svg } from '../../src/render/svg.ts'
import { ByteWriter, symbolSvg } from '../../src/render/symbol-svg.ts'
import { cases, random } from '../random.ts'
import { randomScene } from './random-scene.ts'

t.test('a drawing without words is the same from the renderers that know no text', async (t) => {
  const r = random('symbols')
  for (let i = cases(100); i > 0; i--) {
    const scene = randomScene(r)
    t.same(paintSymbol(scene), paint(scene))
    for (const isSized of [false, true]) t.same(symbolSvg(scene, isSized), svg(scene, isSized))
  }
})

t.test('what a writer has given stays as it is, whatever is written next', async (t) => {
  const r = random('given')
  const file = new ByteWriter()
  const sizes = [...Array.from({ length: cases(12, 4) }, () => r.between(1, 3_000_000)), 3_000_000, 5, 1_100_000, 5, 0]
  const given = sizes.map((size, i): Uint8Array => {
    for (let left = size; left > 0; left -= 50_000) file.bytes(new Uint8Array(Math.min(left, 50_000)).fill(i + 1))
    return file.take()
  })
  for (const [i, bytes] of given.entries()) {
    t.ok(bytes.length === sizes[i] && bytes.every((byte) => byte === i + 1), `${bytes.length} bytes`)
    t.ok(bytes.buffer.byteLength <= 4 * bytes.length, 'and holds little more memory')
  }
})

t.test('whole numbers are written as String writes them', async (t) => {
  const r = random('numbers')
  const writer = new ByteWriter()
  const numbers = [
    0,
    -0,
    9,
    10,
    99,
    100,
    2 ** 31 - 1,
    1 - 2 ** 31,
    ...Array.from({ length: 500 }, (_, i) => r.between(-(2 ** (i % 31)), 2 ** (i % 31) - 1)),
  ]
  for (const number of numbers) {
    writer.integer(number)
    writer.ascii(' ')
  }
  t.equal(Buffer.from(writer.take()).toString(), `${numbers.join(' ')} `)
})
