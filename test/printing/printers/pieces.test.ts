import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { composeLabel, type LabelRequest } from '../../../src/draw.ts'
import { fed, type Scene, upright } from '../../../src/layout/scene.ts'
import { fedOrientation, type Orientation, orientations, stockNames } from '../../../src/layout/stock.ts'
import { type DeliveryPiece, languages } from '../../../src/printing/index.ts'
import { commandsOf, standingAlone } from '../../../src/printing/printers/delivery.ts'
import { pieceMaker, piecesOf, type RowScene } from '../../../src/printing/printers/pieces.ts'
import { png } from '../../../src/render/deflate.ts'
import { JobStream } from '../../../src/render/language.ts'
import { dymoLabels } from '../../oracle/byte-printers.ts'
import { pagesOf, pdfToolsAbsent } from '../../oracle/pdf.ts'
import { pngPicture } from '../../oracle/picture.ts'
import { tsplLabels } from '../../oracle/text-printers.ts'
import type { Picture } from '../../oracle/zxing.ts'

function composed(size: LabelRequest['size'], orientation: Orientation, text = 'QZ-0001'): Scene {
  const type = size === '1.75x0.5' || size === '25x10' ? 'datamatrix' : 'code128'
  const request = { type, text, size, orientation, qty: 1, showtext: true, format: 'png', dpi: '203' } as const
  return composeLabel(request, { maxPixels: 25_000_000 }).scene
}

function label(row: number, copies: number, isContinued = false): RowScene {
  return { row, copies, isContinued, scene: composed('50x30', 'landscape', `QZ-${row}`) }
}

const style = { stock: '50x30', zpl: 'z64' } as const
const withoutBytes = ({ bytes: _, ...others }: DeliveryPiece) => others

t.test('the first side of the stock lies across the print head', async (t) => {
  t.equal(fedOrientation('4x6'), 'portrait')
  t.equal(fedOrientation('3.5x1.125'), 'landscape')
  t.equal(fedOrientation('62.5x30.25mm'), 'landscape')
  t.equal(fedOrientation('30x62.5mm'), 'portrait')
  t.equal(fedOrientation('3x3'), undefined)
  for (const size of stockNames.filter((name) => fedOrientation(name) !== undefined)) {
    for (const orientation of orientations) {
      const { paper } = upright(fed(composed(size, orientation), size))
      t.equal(paper.width > paper.height ? 'landscape' : 'portrait', fedOrientation(size), `${size} ${orientation}`)
    }
  }
})

const at = ({ grey, width }: Picture, x: number, y: number): number => grey[y * width + x]!

t.test('a label that is read the other way round is turned clockwise, dot for dot', async (t) => {
  const scene = composed('4x6', 'landscape')
  const [piece] = piecesOf({ ...style, language: 'png', stock: '4x6' }, [{ row: 1, copies: 1, scene }])
  const [read, printed] = [pngPicture(png(scene)), pngPicture(piece!.bytes)]
  t.same([printed.width, printed.height], [read.height, read.width])
  let different = 0
  for (let y = 0; y < read.height; y++) {
    for (let x = 0; x < read.width; x++) if (at(read, x, y) !== at(printed, read.height - 1 - y, x)) different++
  }
  t.equal(different, 0)
})

t.test('a label that lies as it is fed, and one on a square, is not turned', async (t) => {
  const lying = [
    ['4x6', 'portrait'],
    ['3x2', 'landscape'],
    ['3x3', 'landscape'],
    ['3x3', 'portrait'],
  ] as const
  for (const [size, orientation] of lying) {
    const scene = composed(size, orientation)
    t.equal(fed(scene, size), scene, `${size} ${orientation}`)
  }
})

t.test('PNG: a piece a label, printed as often as it has copies', async (t) => {
  const pieces = [...piecesOf({ ...style, language: 'png' }, [label(1, 1), label(4, 3)])]
  t.same(pieces.map(withoutBytes), [
    { rows: { first: 1, last: 1, count: 1 }, labels: 1, times: 1 },
    { rows: { first: 4, last: 4, count: 1 }, labels: 3, times: 3 },
  ])
})

t.test('ZPL: a piece a label, which says how many copies there are, and its size as it is fed', async (t) => {
  const tall = { row: 2, copies: 3, scene: composed('50x30', 'portrait') }
  for (const zpl of ['z64', 'rle'] as const) {
    const pieces = [...piecesOf({ ...style, language: 'zpl', zpl }, [label(1, 1), tall])]
    t.match(pieces.map(withoutBytes), [
      { rows: { first: 1, last: 1, count: 1 }, labels: 1, times: 1 },
      { rows: { first: 2, last: 2, count: 1 }, labels: 3, times: 1 },
    ])
    const [first, second] = pieces.map(({ bytes }) => Buffer.from(bytes).toString('latin1'))
    t.match(first, /\^PW400\^LL240\n[\s\S]*\^PQ1\^XZ\n$/)
    t.match(second, /\^PW400\^LL240\n[\s\S]*\^PQ3\^XZ\n$/)
    t.equal(first!.includes(':Z64:'), zpl === 'z64')
  }
})

t.test('a piece is made when it is asked for', async (t) => {
  let asked = 0
  const labels = function* () {
    for (let row = 1; row <= 3; row++) {
      asked = row
      yield label(row, 1)
    }
  }
  const pieces = piecesOf({ ...style, language: 'png' }, labels())
  pieces.next()
  t.equal(asked, 1)
  pieces.next()
  t.equal(asked, 2)
})

t.test('several labels of one row count as one row, with the last of them', async (t) => {
  const labels = [label(7, 1, true), label(7, 1), label(8, 1)]
  t.same(
    [...piecesOf({ ...style, language: 'png' }, labels)].map(({ rows }) => rows),
    [
      { first: 7, last: 7, count: 0 },
      { first: 7, last: 7, count: 1 },
      { first: 8, last: 8, count: 1 },
    ],
  )
  const [document] = piecesOf({ ...style, language: 'pdf' }, labels)
  t.same(document!.rows, { first: 7, last: 8, count: 2 })
})

t.test('PDF: one document with a page a copy, each on the paper as it is fed', { skip: pdfToolsAbsent }, async (t) => {
  const tall = { row: 5, copies: 1, scene: composed('50x30', 'portrait', 'QZ-5') }
  const pieces = [...piecesOf({ ...style, language: 'pdf' }, [label(2, 1), label(3, 2), tall])]
  t.same(pieces.map(withoutBytes), [{ rows: { first: 2, last: 5, count: 3 }, labels: 4, times: 1 }])
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-pieces-'))
  try {
    const file = join(folder, 'labels.pdf')
    writeFileSync(file, pieces[0]!.bytes)
    const pages = pagesOf(file)
    t.equal(pages.length, 4)
    for (const { width, height } of pages) t.ok(width > height)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

t.test('PDF: a document that is long enough is ended, but not within a row', async (t) => {
  const maker = pieceMaker({ ...style, language: 'pdf' }, 1)
  t.same(maker.add(label(1, 1, true)), [])
  t.same(withoutBytes(maker.add(label(1, 1))[0]!.piece), { rows: { first: 1, last: 1, count: 1 }, labels: 2, times: 1 })
  t.same(withoutBytes(maker.add(label(2, 1))[0]!.piece), { rows: { first: 2, last: 2, count: 1 }, labels: 1, times: 1 })
  t.same(maker.end(), [])
})

t.test('PNG and PDF are turned as the printer says', async (t) => {
  const turned = { ...style, handling: { turn: 90 } } as const
  const [piece] = piecesOf({ ...turned, language: 'png' }, [label(1, 1)])
  t.match(pngPicture(piece!.bytes), { width: 240, height: 400 })
  const [document] = piecesOf({ ...turned, language: 'pdf' }, [label(1, 1)])
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(
    Buffer.from(document!.bytes).toString('latin1'),
  )!
  t.ok(Number(width) < Number(height), `${width} x ${height}`)
})

t.test('labels side by side: a piece a row of them, and the last row is not full', async (t) => {
  const across = { ...style, language: 'tspl', handling: { across: 3, pitch: 52 } } as const
  const labels = [label(1, 7), label(2, 1, true), label(2, 1), label(3, 1)]
  t.same(
    [...piecesOf(across, labels)].map(({ rows, labels }) => [rows.first, rows.last, rows.count, labels]),
    [
      [1, 1, 0, 6],
      [1, 2, 2, 3],
      [3, 3, 1, 1],
    ],
    'a row counts with its last copy',
  )
  const [first] = piecesOf(across, labels)
  const [printed] = tsplLabels(first!.bytes, 8)
  t.match(printed, { width: 2 * 416 + 400, height: 240, copies: 2 })
  t.same(
    [...piecesOf(across, [label(1, 3)])].map(({ labels }) => labels),
    [3],
  )
})

t.test('a label of a language without copies is sent again, with what stands around it', async (t) => {
  const dymo = { ...style, language: 'dymo' } as const
  const pieces = [...piecesOf(dymo, [label(1, 2), label(2, 1)])]
  t.same(
    pieces.map(({ labels, times }) => [labels, times]),
    [
      [2, 2],
      [1, 1],
    ],
  )
  const stream = new JobStream()
  const whole = Buffer.concat([...pieces.flatMap((piece) => [...stream.add(commandsOf(piece))]), ...stream.end()])
  t.same(
    dymoLabels(whole).map(({ end }) => end),
    ['next label', 'next label', 'tear bar'],
  )
  t.same(
    pieces.flatMap((piece) => dymoLabels(standingAlone(piece).bytes)).map(({ end }) => end),
    ['tear bar', 'tear bar'],
    'for a print server each is a job of its own',
  )
})

t.test('without a label there is no piece', async (t) => {
  for (const language of languages) t.same([...piecesOf({ ...style, language }, [])], [])
})
