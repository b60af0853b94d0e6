import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import t from 'tap'
import { composeLabel, type LabelRequest } from '../../src/draw.ts'
import type { KeptPiece } from '../../src/printers/index.ts'
import { type PieceStyle, pieceMaker, type RowScene } from '../../src/printers/pieces.ts'
import { keptPiece } from '../../src/printers/shares.ts'

/** A label with some words on it. */
function labelAt(dpi: LabelRequest['dpi'], size: LabelRequest['size']): RowScene {
  const request = {
    type: 'qr',
    text: 'QZ-0001',
    size,
    orientation: 'portrait',
    qty: 3,
    showtext: true,
    format: 'png',
  } as const
  const words = { title: 'Storage shelf 12', caption: 'Two lines of words\nbelow the title' }
  return { row: 7, copies: 3, scene: composeLabel({ ...request, ...words, dpi }, { maxPixels: 25_000_000 }).scene }
}

t.test('kept pieces: the bytes, or the scene where it is smaller, and the same piece of both', async (t) => {
  const sizes = ['50x30', '4x6'] as const
  const styles: readonly Omit<PieceStyle, 'stock'>[] = [
    { language: 'zpl', zpl: 'z64' },
    { language: 'zpl', zpl: 'rle' },
    { language: 'png', zpl: 'z64' },
  ]
  const drawn: string[] = []
  for (const dpi of ['203', '600'] as const) {
    for (const stock of sizes) {
      for (const others of styles) {
        const label = labelAt(dpi, stock)
        const style = { ...others, stock }
        const piece = pieceMaker(style).add(label)!
        const kept = keptPiece(piece, { style, label })
        t.same(kept.piece(), piece)
        t.match(kept, { rows: piece.rows, labels: 3, times: piece.times })
        t.ok(kept.kept <= piece.bytes.length + 500)
        if (kept.kept < piece.bytes.length + 500) {
          drawn.push([dpi, stock, others.language, others.zpl].join(' '))
          t.not(kept.piece().bytes, piece.bytes, 'its bytes are not kept')
        } else t.equal(kept.piece(), piece)
      }
    }
  }
  t.same(drawn, ['203 4x6 zpl rle', '600 50x30 zpl rle', '600 4x6 zpl z64', '600 4x6 zpl rle', '600 4x6 png z64'])
})

t.test('kept pieces: a document keeps its bytes', async (t) => {
  const maker = pieceMaker({ language: 'pdf', stock: '4x6', zpl: 'z64' })
  maker.add(labelAt('203', '4x6'))
  const piece = maker.end()!
  const kept = keptPiece(piece)
  t.equal(kept.piece(), piece)
  t.equal(kept.kept, piece.bytes.length + 500)
})

t.test('kept pieces: bytes are garbage where the scene is kept', async (t) => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const style = { language: 'zpl', stock: '4x6', zpl: 'rle' } as const
  const label = labelAt('600', '4x6')
  const make = (): { kept: KeptPiece; bytes: WeakRef<Uint8Array> } => {
    const piece = pieceMaker(style).add(label)!
    return { kept: keptPiece(piece, { style, label }), bytes: new WeakRef(piece.bytes) }
  }
  const { kept, bytes } = make()
  // what a reference was made to lives until the end of the turn
  await new Promise((resolve) => setImmediate(resolve))
  collect()
  t.equal(bytes.deref(), undefined)
  t.equal(kept.labels, 3)
})
