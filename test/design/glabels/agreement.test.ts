import t, { type Test } from 'tap'
import { glabelsPages, hasGlabels } from '../../oracle/glabels.ts'
import { pngPicture } from '../../oracle/picture.ts'
import { type Picture, zxingTransmission } from '../../oracle/zxing.ts'
import { inLongRun, long, random } from '../../random.ts'
import { composed, fileOf } from '../drawn.ts'
import { document, files, type GlabelsFile, merge, text } from './files.ts'
import { fieldsOfRow, type ImportedDesign, imported } from './imported.ts'

const dpi = '300'
const perMillimetre = 300 / 25.4

const isDark = ({ width, height, grey }: Picture, x: number, y: number): boolean =>
  x >= 0 && y >= 0 && x < width && y < height && grey[width * y + x]! < 128

/** Whether a dot or one of its neighbours is as dark. */
function isNear(picture: Picture, x: number, y: number): boolean {
  for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) if (isDark(picture, x + dx, y + dy)) return true
  return false
}

/** The dark dots of a picture that the other has not, not even beside them; those of texts and symbols are passed over. */
function strayDots(picture: Picture, other: Picture, { json }: ImportedDesign): readonly string[] {
  const boxes = json.elements.flatMap(({ kind, at, size }) => {
    if (kind !== 'text' && kind !== 'symbol') return []
    const [left, top] = at!.map((mm) => (mm - 2) * perMillimetre)
    return [
      {
        left: left!,
        top: top!,
        right: left! + (size![0] + 4) * perMillimetre,
        bottom: top! + (size![1] + 4) * perMillimetre,
      },
    ]
  })
  const found: string[] = []
  for (let y = 0; y < picture.height; y++) {
    for (let x = 0; x < picture.width; x++) {
      if (!isDark(picture, x, y) || isNear(other, x, y)) continue
      const isPassed = boxes.some(({ left, top, right, bottom }) => x >= left && x < right && y >= top && y < bottom)
      if (!isPassed) found.push(`${x},${y}`)
    }
  }
  return found
}

/** Turned by a quarter anticlockwise: a turned label is read from the side. */
function upright({ width, height, grey }: Picture): Picture {
  const result = new Uint8Array(grey.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) result[height * (width - 1 - x) + y] = grey[width * y + x]!
  return { width: height, height: width, grey: result }
}

async function compare(t: Test, file: GlabelsFile): Promise<void> {
  const { rows = [{}], symbols = [], isTurned } = file
  const found = imported(file.xml)
  const table = [Object.keys(rows[0]!), ...rows.map((row) => Object.values(row))]
    .map((cells) => cells.join(','))
    .join('\n')
  const pages = glabelsPages(file.xml, 300, file.rows && `${table}\n`)
  t.equal(pages.length, rows.length)
  for (const [i, row] of rows.entries()) {
    const theirs = isTurned ? upright(pages[i]!) : pages[i]!
    const ours = pngPicture(fileOf(composed(found.design, fieldsOfRow(found, row), { dpi }), 'png'))
    t.ok(
      Math.abs(ours.width - theirs.width) <= 1 && Math.abs(ours.height - theirs.height) <= 1,
      'the size of the label',
    )
    t.equal(strayDots(ours, theirs, found).join(' '), '', 'ours are near theirs')
    t.equal(strayDots(theirs, ours, found).join(' '), '', 'theirs are near ours')
    for (const symbology of symbols) {
      const [read, expected] = [await zxingTransmission(ours, symbology), await zxingTransmission(theirs, symbology)]
      t.ok(expected, `${symbology} of gLabels is read`)
      t.equal(read?.text, expected?.text, symbology)
    }
  }
}

t.test(
  'imported labels are as gLabels prints them',
  { skip: (!hasGlabels && 'needs glabels') || inLongRun.skip },
  async (t) => {
    t.equal(files.length, 20)
    // it takes more than a second to start
    const chosen = long ? files : [random('glabels').pick(files)]
    for (const file of chosen) await t.test(file.about, async (t) => compare(t, file))
  },
)

/** The tops of the lines of text on a label, in dots. */
function linesOn({ width, height, grey }: Picture): readonly number[] {
  const hasInk = (y: number): boolean => grey.subarray(width * y, width * (y + 1)).some((value) => value < 128)
  const rows = Array.from({ length: height }, (_, y) => hasInk(y))
  return rows.flatMap((isDark, y) => (isDark && !rows[y - 1] ? [y] : []))
}

/** Which lines of a text have ink, counted from 0 and by the distance of its first two. */
function linesWithInk(picture: Picture): readonly number[] {
  const [first = 0, second = 0, ...others] = linesOn(picture)
  return [0, 1, ...others.map((top) => Math.round((top - first) / (second - first)))]
}

t.test(
  'lines without content are left out as gLabels leaves them out',
  {
    skip: (!hasGlabels && 'needs glabels') || inLongRun.skip,
  },
  async (t) => {
    const choice = random('glabels lines')
    const field = (name: string): string => `<Field name="${name}"/>`
    const kinds = ['', 'H', ' ', field('a'), field('b'), field('c'), `${field('a')}${field('b')}`, ` ${field('c')}`]
    const spans = Array.from({ length: long ? 20 : 1 }, () => Array.from({ length: 6 }, () => choice.pick(kinds)))
    for (const span of [[field('a'), field('b'), field('c')], ...spans]) {
      const rows = ['HH', ' ', 'H ', ''].flatMap((b) => ['', 'H'].map((c) => ({ a: '', b, c, d: 'H' })))
      const xml = document([text(['5pt', '5pt', '180pt', '130pt'], ['H', 'H', ...span, 'H'].join('<NL/>'), 10)], {
        size: ['200pt', '150pt'],
        merge,
      })
      const found = imported(xml)
      const table = ['a,b,c,d', ...rows.map(({ a, b, c, d }) => `${a},"${b}",${c},${d}`)].join('\n')
      const pages = glabelsPages(xml, 300, `${table}\n`)
      for (const [i, row] of rows.entries()) {
        const ours = pngPicture(fileOf(composed(found.design, fieldsOfRow(found, row), { dpi }), 'png'))
        t.same(linesWithInk(ours), linesWithInk(pages[i]!), `${span.join('|')} ${JSON.stringify(row)}`)
      }
    }
  },
)
