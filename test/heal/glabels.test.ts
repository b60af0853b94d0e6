/** Labels as gLabels prints them, by GNU Barcode, iec16022 and libqrencode: their symbols healed, with the modules that these have drawn. */

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { isOfSymbol } from '../../src/layout/scene.ts'
import { paint } from '../../src/render/paint.ts'
import { encode, rowsOf } from '../../symbologies/index.ts'
import { isDark } from '../../symbologies/matrix/index.ts'
import { hasGlabels } from '../oracle/glabels.ts'
import { reads } from '../oracle/zxing.ts'
import { inLongRun } from '../random.ts'
import { drawnRows, labelOf } from './judged.ts'

/** Symbols by their back end and style, and where their boxes are in mm; gLabels adds the check character of Code 39. */
const symbols = [
  ['libbarcode', 'EAN-13', [10, 10, 40, 20], '4006381333931', 'ean13'],
  ['libbarcode', 'Code128', [10, 45, 60, 15], 'QZ-0001', 'code128'],
  ['libbarcode', 'Code39', [10, 75, 80, 15], 'QZ-0001', 'code39'],
  ['libiec16022', 'IEC16022', [10, 110, 15, 15], 'QZ-0001', 'datamatrix'],
  ['libqrencode', 'IEC18004', [50, 110, 20, 20], 'QZ-0001', 'qr'],
] as const
const texts = { ean13: '4006381333931', code128: 'QZ-0001', code39: 'QZ-0001C', datamatrix: 'QZ-0001', qr: 'QZ-0001' }

/** A page of 4 x 6 in. */
function printed(): Uint8Array<ArrayBuffer> {
  const place = mkdtempSync(join(tmpdir(), 'glabels-'))
  const objects = symbols.map(
    ([id, style, [x, y, w, h], data]) =>
      `<Object-barcode x="${x}mm" y="${y}mm" w="${w}mm" h="${h}mm" id="${id}" style="${style}" text="True" checksum="True" color="0x000000ff" data="${data}" a0="1" a1="0" a2="0" a3="1" a4="0" a5="0"/>`,
  )
  const template =
    '<Template brand="Own" part="L1" size="Other" width="101.6mm" height="152.4mm" description="x"><Label-rectangle id="0" width="101.6mm" height="152.4mm" round="0mm" x_waste="0mm" y_waste="0mm"><Markup-margin size="0mm"/><Layout nx="1" ny="1" x0="0mm" y0="0mm" dx="0mm" dy="0mm"/></Label-rectangle></Template>'
  try {
    const document = `<?xml version="1.0"?><Glabels-document xmlns="http://glabels.org/xmlns/3.0/">${template}<Objects id="0" rotate="False">${objects.join('')}</Objects></Glabels-document>`
    writeFileSync(join(place, 'in.glabels'), document)
    execFileSync('glabels-3-batch', ['-o', 'out.pdf', 'in.glabels'], { cwd: place, stdio: 'ignore' })
    return new Uint8Array(readFileSync(join(place, 'out.pdf')))
  } finally {
    rmSync(place, { recursive: true })
  }
}

const absent = !hasGlabels && 'gLabels is not installed'

t.test('five symbologies of gLabels', { skip: absent || inLongRun.skip }, async (t) => {
  const file = printed()
  for (const dpi of ['203', '300'] as const) {
    const label = await labelOf({ file, index: 0 }, { dpi, size: '4x6', fit: 'actual', isGraded: true })
    const found = Object.fromEntries(label.report.symbols.map((symbol) => [symbol.type, symbol]))
    t.same(Object.keys(found).sort(), Object.keys(texts).sort())
    const dots = paint(label.scene)
    const { width, height } = dots
    const grey = Uint8Array.from({ length: width * height }, (_, i) =>
      isDark(dots, i % width, Math.floor(i / width)) ? 0 : 255,
    )
    const marks = label.scene.marks.filter(isOfSymbol)
    t.equal(marks.length, symbols.length)
    for (const [type, text] of Object.entries(texts) as [keyof typeof texts, string][]) {
      const about = `${type} at ${dpi} dpi`
      t.match(found[type], { text, state: 'healed', grade: { after: 'A' } }, about)
      t.ok(await reads({ width, height, grey }, type, text), `${about}: zxing`)
      // libqrencode chooses masks by itself
      if (type === 'qr') continue
      const rows = rowsOf(encode(type, text).matrix)
      const drawn = marks.map((mark) => drawnRows(mark, { type, turn: 'N', rows }).join())
      t.ok(drawn.includes(rows.join()), `${about}: the same modules`)
    }
  }
})
