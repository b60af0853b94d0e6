import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { composeLabel } from '../../src/draw.ts'
import type { Scene } from '../../src/layout/scene.ts'
import { PdfDocument } from '../../src/render/pdf.ts'
import { joinedPdf, type PdfSource, pageCount } from '../../src/render/pdf-join.ts'
import { pdfToolsAbsent, qpdfComplaints } from '../oracle/pdf.ts'
import { cases, inLongRun, type Random, random } from '../random.ts'

interface Label {
  readonly scene: Scene
  readonly copies: number
}

/** Captions in Helvetica, as outlines, and as the dots of a mask. */
const captions = ['', 'Hex bolt M8', 'Größe (x)', '倉庫 7', 'مستودع', '倉庫 8', '倉'.repeat(3), '\u{1f4d3}'.repeat(300)]

function label(r: Random): Label {
  const size = r.pick(['2x1', '4x6', '50x30'] as const)
  const style = { orientation: 'landscape', qty: 1, showtext: true, format: 'pdf', caption: r.pick(captions) } as const
  const text = `QZ-${r.between(1, 999)}`
  const type = r.pick(['qr', 'code128'] as const)
  const { scene } = composeLabel({ type, size, text, ...style }, { maxPixels: 25e6 })
  return { scene, copies: r.pick([1, 1, 1, 2, 7, 500]) }
}

function written(title: string, labels: readonly Label[]): Buffer {
  const pages = new PdfDocument(title)
  for (const { scene, copies } of labels) pages.add(scene, copies)
  return Buffer.from(pages.end())
}

const sourceOf = (bytes: Buffer, name = 'part.pdf'): PdfSource => ({
  name,
  size: bytes.length,
  read: async (from, length) => {
    if (from < 0 || length < 0 || from + length > bytes.length) throw new Error(`${from} ${length} of ${bytes.length}`)
    return bytes.subarray(from, from + length)
  },
})

async function joined(title: string, parts: readonly Buffer[]): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of joinedPdf(
    title,
    parts.map((part) => sourceOf(part)),
  ))
    pieces.push(piece)
  return Buffer.concat(pieces)
}

/** The labels, cut into runs of random lengths. */
function cut<T>(labels: readonly T[], r: Random): T[][] {
  const parts: T[][] = []
  for (let from = 0; from < labels.length; ) {
    const to = from + r.between(1, 5)
    parts.push(labels.slice(from, to))
    from = to
  }
  return parts
}

t.test('joined PDFs have the bytes of one PDF with all pages', inLongRun, async (t) => {
  const r = random('pdf join')
  for (let i = 0; i < cases(12, 6); i++) {
    const labels = Array.from({ length: r.between(1, 12) }, () => label(r))
    const title = r.pick(['all', 'Größe 7 (倉)', ''])
    const whole = written(title, labels)
    const parts = cut(labels, r).map((part, i) => written(`part-${i}`, part))
    const once = await joined(title, parts)
    t.ok(once.equals(whole), `${labels.length} labels in ${parts.length} parts`)
    const groups = await Promise.all(cut(parts, r).map((group, i) => joined(`group ${i}`, group)))
    t.ok((await joined(title, groups)).equals(whole), 'parts that were joined can be joined')
    const pages = labels.reduce((sum, { copies }) => sum + copies, 0)
    t.equal(await pageCount(sourceOf(once)), pages)
    if (!pdfToolsAbsent && i === 0) t.equal(qpdfComplaints(once), '')
  }
})

t.test('a document that does not fit into one block of the file', inLongRun, async (t) => {
  const r = random('large pdf join')
  // a page that is printed again takes bytes of the file, and no time to be packed
  const part = Array.from({ length: 24 }, () => ({ ...label(r), copies: 500 }))
  const parts = ['a', 'b'].map((title) => written(title, part))
  t.ok(parts[0]!.length > 2 ** 20, `${parts[0]!.length} bytes`)
  const all = [...part, ...part]
  t.ok((await joined('x', parts)).equals(written('x', all)))
})

t.test('a PDF that this program did not write is refused', inLongRun, async (t) => {
  const r = random('foreign pdf')
  // a page that is there once has its own attributes, which copies inherit
  const own = written('own', [{ ...label(r), copies: 1 }, label(r)])
  const text = own.toString('latin1')
  const others: Record<string, Buffer> = {
    'an empty file': Buffer.alloc(0),
    'no PDF': Buffer.from('x'.repeat(2000)),
    'half of it': own.subarray(0, own.length / 2),
    'more after it': Buffer.concat([own, Buffer.from('\n')]),
    'bytes inserted': Buffer.from(text.replace('\nendobj', '\n \nendobj'), 'latin1'),
    'another producer': Buffer.from(text.replaceAll('(quietzone)', '(quietxone)'), 'latin1'),
    'a foreign object': Buffer.from(text.replace(/\/Contents \d+/, '/Contents 2'), 'latin1'),
    'a string in a page': Buffer.from(text.replace('/Type /Page\n', '/Type (Pag)\n'), 'latin1'),
    'a table behind the end': Buffer.from(text.replace(/startxref\n\d+/, 'startxref\n9999999999'), 'latin1'),
    'as many objects as a number can say': Buffer.from(text.replace(/\/Size \d+/, '/Size 99999999'), 'latin1'),
    'no object at all': Buffer.from(text.replace(/\/Size \d+/, '/Size 0'), 'latin1'),
    'an object behind the end': Buffer.from(text.replace(/\d{10} 00000 n/, '9999999999 00000 n'), 'latin1'),
    'a damaged table': Buffer.from(text.replace(' 00000 n \n', ' 00001 n \n'), 'latin1'),
  }
  if (!pdfToolsAbsent) {
    const folder = t.testdir({ 'own.pdf': own })
    execFileSync('qpdf', [join(folder, 'own.pdf'), join(folder, 'rewritten.pdf')])
    others['rewritten by qpdf'] = readFileSync(join(folder, 'rewritten.pdf'))
    writeFileSync(join(folder, 'own.pdf'), own)
  }
  for (const [name, bytes] of Object.entries(others)) {
    t.notOk(bytes.equals(own), `${name}: another file`)
    await t.rejects(joined('x', [own, bytes]), /^\S+ is not a PDF of quietzone: /, name)
  }
})
