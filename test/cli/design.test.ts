import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { designSchema } from '../../src/design/schema.ts'
import { root } from '../../src/root.ts'
import { files as glabelsFiles } from '../design/glabels/files.ts'
import { greyFile, logo } from '../design/random-design.ts'
import { pngPicture } from '../oracle/picture.ts'
import { zplLabels } from '../oracle/zpl.ts'
import { zxingTexts } from '../oracle/zxing.ts'
import { inLongRun } from '../random.ts'
import { printer, run as runPrinting } from './printing.ts'
import { quietzoneProcess } from './program.ts'
import { quietzone } from './quietzone.ts'

const shelf = {
  name: 'shelf',
  size: '57x32mm',
  fields: { sku: { required: true, pattern: '[A-Z0-9-]{1,20}', sample: 'A-1' }, name: {} },
  elements: [
    { kind: 'text', at: [2, 2], size: [40, 6], value: '{name}' },
    { kind: 'symbol', at: [2, 10], size: [40, 18], type: 'code128', value: '{sku}', text: true },
    { kind: 'image', at: [44, 2], size: [10, 6], source: 'logo.png' },
  ],
}

t.test('quietzone design', inLongRun, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'design-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  writeFileSync(
    join(folder, 'logo.png'),
    greyFile(100, 60, (x, y) => (x + y) % 256),
  )
  const write = (json: object): void => writeFileSync(join(folder, 'shelf.json'), JSON.stringify(json, null, 1))
  const run = async (...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> => {
    const { code, stdout, stderr } = await quietzone(['design', ...args], { cwd: folder })
    return { code, stdout: stdout.toString(), stderr }
  }
  write(shelf)
  t.match(await run('shelf.json'), {
    code: 0,
    stdout: 'shelf.json: design shelf, 57x32mm, 2 fields, 3 elements; no warnings\n',
    stderr: '',
  })
  t.match(await run('shelf.json', '-f', 'sku=B-2', '--field', 'name=Bolt 界', '--dpi', '203', '-o', 'label.png'), {
    code: 0,
    stdout: '',
    stderr: '',
  })
  const picture = pngPicture(readFileSync(join(folder, 'label.png')))
  t.same([picture.width, picture.height], [456, 256])
  t.same(await zxingTexts(picture, 'code128'), ['B-2'])
  t.match(await run('shelf.json', '-o', 'label.png'), { code: 1, stderr: /missing_field: sku: / })
  t.match(await run('shelf.json', '-f', 'sku=b'), { code: 1, stderr: /invalid_field: sku: "b" does not match/ })
  t.match(await run('shelf.json', '-f', 'sku'), { code: 2, stderr: /"sku" is not NAME=VALUE/ })
  t.match(await run('shelf.json', '-f', 'x=1'), {
    code: 2,
    stderr: /"x" is not a field of the design/,
  })
  t.match(await run('none.json'), { code: 3, stderr: /none\.json cannot be read/ })
  t.match(await run(), { code: 2, stderr: /no design given/ })
  const plan = (...args: string[]) => quietzone(['plan', '--design', 'shelf.json', ...args], { cwd: folder })
  const planned = await plan('--field', 'sku=B-2', '--dpi', '203', '--json')
  t.match(JSON.parse(planned.stdout.toString()), { design: 'shelf', symbols: [{ text: 'B-2' }] })
  const { scans } = JSON.parse(planned.stdout.toString()) as { scans: string }
  t.equal(planned.code, scans === 'yes' ? 0 : 1)
  t.match((await plan('--field', 'sku=B-2')).stdout.toString(), /^design shelf on 57x32mm at 300 dpi\nscans: /)
  t.match(await plan('--type', 'qr'), { code: 2, stderr: /--type does not go with --design/ })
  t.match(await plan(), { code: 1, stderr: /missing_field: sku: / })
  t.same(JSON.parse((await run('--schema')).stdout), designSchema)
  write({
    ...shelf,
    size: '57',
    elements: [
      { ...shelf.elements[2], source: '../x.png' },
      { ...shelf.elements[2], source: 'x.png' },
    ],
  })
  t.match(await run('shelf.json'), {
    code: 3,
    stdout: '',
    stderr:
      /^shelf\.json: line 3: size: .*\n.*: elements\[0\]\.source: "\.\.\/x\.png" is not the name.*\n.*elements\[1\]\.source: cannot be read: /,
  })
  write({ ...shelf, elements: [...shelf.elements, { kind: 'image', at: [5, 15], size: [20, 12], source: logo }] })
  t.match(await run('shelf.json'), { code: 1, stderr: /warning: ink_in_quiet_zone; element 4 \(image\) has ink/ })
  t.match(await run('shelf.json', '--strict', '-f', 'sku=A', '-o', 'x.png'), { code: 1, stderr: /not_conforming/ })
  write({ ...shelf, fields: { sku: { required: true }, name: {} } })
  t.match(await run('shelf.json'), { code: 0, stdout: /; no label was laid out, without a sample of sku\n$/ })
})

t.test('bold letters are drawn by a process that draws nothing else', inLongRun, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'design-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const element = { kind: 'text', at: [1, 1], size: [38, 8], value: 'Bolt M8' }
  const draw = async (more: object): Promise<Uint8Array> => {
    const design = { name: 'bold', size: '40x10mm', elements: [{ ...element, ...more }] }
    writeFileSync(join(folder, 'bold.json'), JSON.stringify(design))
    const ended = await quietzoneProcess(['design', 'bold.json', '-o', 'bold.png'], { cwd: folder })
    t.match(ended, { code: 0, stderr: '' })
    return readFileSync(join(folder, 'bold.png'))
  }
  t.notSame(await draw({ bold: true }), await draw({}))
})

t.test('quietzone design --import', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'design-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const run = (...args: string[]) => quietzone(['design', ...args], { cwd: folder })
  const [{ xml: boxes }, { xml: shop }] = [glabelsFiles[0]!, glabelsFiles[14]!]
  writeFileSync(join(folder, 'boxes.glabels'), gzipSync(boxes))
  writeFileSync(join(folder, 'shop.glabels'), shop.replace('"UPC-E"', '"MSI"'))
  writeFileSync(join(folder, 'none.glabels'), '<a/>')
  t.match(await run('--import', 'boxes.glabels'), { code: 0, stdout: /"name": "boxes"/, stderr: '' })
  t.match(await run('--import', 'shop.glabels', '-o', 'shop.json'), {
    code: 0,
    stderr: 'shop.glabels: object 4, barcode "MSI": is MSI, which is not drawn here\n',
  })
  t.match(await run('shop.json', '--dpi', '300', '-o', 'shop.png'), { code: 0 })
  t.match(await run('--import', 'none.glabels'), { code: 3, stderr: /none\.glabels: a: is not Glabels-document/ })
  t.match(await run('--import', 'boxes.glabels', 'shop.json'), { code: 2, stderr: /no other file is read beside it/ })
})

t.test('quietzone batch --design', inLongRun, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'design-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const elements = [{ kind: 'symbol', at: [1, 1], size: [18, 18], type: 'qr', value: '{sku}/{lot}/{row}' }]
  const fields = { sku: { required: true, pattern: '[A-Z]{1,9}' }, lot: {} }
  writeFileSync(join(folder, 'tag.json'), JSON.stringify({ name: 'tag', size: '30x20mm', fields, elements }))
  writeFileSync(join(folder, 'items.csv'), 'SKU;Remark;qty;file\nA;text;2;one\nb;;1;two\nC;;0;three\nD;;1;four\n')
  const run = async (...args: string[]): Promise<{ code: number | null; stderr: string; stdout: Buffer }> =>
    quietzone(['batch', 'items.csv', '--design', 'tag.json', ...args], { cwd: folder })
  const zpl = await run('--dpi', '203', '--field', 'lot=7', '-o', 'all.zpl')
  t.match(zpl, { code: 1, stderr: /row 3 .*invalid_field: sku: "b" does not match/ })
  t.match(zpl.stderr, /^ignored columns: Remark$/m)
  t.notMatch(zpl.stderr, /no column fills/, 'an option fills it')
  const empty = await run('--dpi', '203', '-o', 'empty.zpl')
  t.match(empty, { code: 1, stderr: /^no column fills lot$/m })
  t.match(empty.stderr, /^row 2 .*missing_field: lot: element 1 \(symbol\): field lot is empty/m)
  const bytes = readFileSync(join(folder, 'all.zpl'))
  const labels = zplLabels(bytes)
  t.same(
    labels.map(({ copies }) => copies),
    [2, 1],
  )
  t.same(await Promise.all(labels.map((label) => zxingTexts(label, 'qr'))), [['A/7/1'], ['D/7/4']])
  t.match(await run('--dpi', '203', '--field', 'lot=7', '--jobs', '2', '-o', 'more.zpl'), { code: 1 })
  t.ok(readFileSync(join(folder, 'more.zpl')).equals(bytes), 'by two threads the same')
  t.match(await run('--field', 'lot=7', '--format', 'png', '-o', 'out'), { code: 1 })
  t.same(readdirSync(join(folder, 'out')).sort(), ['four.png', 'one.png'])
  const sheet = ['--sheet', 'A4:3x8:30x20mm:10,15mm:40,30mm', '--first', '3']
  t.match(await run('--field', 'lot=7', ...sheet, '--verify', 'true', '-o', 'sheet.pdf'), { code: 1 })
  t.match(readFileSync(join(folder, 'sheet.pdf'), 'latin1'), /\/MediaBox \[0 0 595\.\d+ 841\.\d+\]/)
  t.match(await run('--field', 'lot=7', '--sheet', 'avery-l7160', '--format', 'png', '-o', 'sheets'), {
    code: 1,
    stderr: /sheet: design tag is for labels of 30x20mm, and those of sheet avery-l7160 have 63\.9\d*x38\.1mm/,
  })
  const wrong: readonly (readonly [string[], RegExp])[] = [
    [['--as', 'label', '-o', 'x.pdf'], /--design works only without --as/],
    [['--shard', '1/2', '-o', 'x.pdf'], /--design works only without --shard/],
    [['--size', '4x6', '-o', 'x.pdf'], /--size does not go with --design/],
    [['--field', 'x=1', '-o', 'x.pdf'], /"x" is not a field of the design/],
    [['--dpi', '204', '-o', 'x.pdf'], /dpi: "204" is not one of/],
    [['--column', 'sku=Part', '-o', 'x.pdf'], /no column "Part" for sku/],
  ]
  for (const [args, message] of wrong) t.match(await run(...args), { code: 2, stderr: message }, args.join(' '))
  t.match(await quietzone(['batch', 'items.csv', '--field', 'a=1', '-o', 'x.pdf'], { cwd: folder }), {
    code: 2,
    stderr: /--field works only with --design/,
  })
  writeFileSync(join(folder, 'tag.json'), '{')
  t.match(await run('-o', 'x.pdf'), {
    code: 3,
    stderr: /^tag\.json: line 1: .*\nquietzone: tag\.json is not a design\n$/,
  })
})

t.test('quietzone batch --design prints on labels of its size', async (t) => {
  const paper = await printer(t, {}, { stock: '30x20mm' })
  const elements = [{ kind: 'symbol', at: [1, 1], size: [18, 18], type: 'qr', value: '{sku}/{row}' }]
  const folder = mkdtempSync(join(tmpdir(), 'design-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const [file, table] = [join(folder, 'tag.json'), join(folder, 'items.csv')]
  writeFileSync(table, 'sku\nA\nB\n')
  const write = (size: string): void =>
    writeFileSync(file, JSON.stringify({ name: 'tag', size, fields: { sku: {} }, elements }))
  write('30x20mm')
  await runPrinting(t, ['batch', table, '--design', file, '--printer', 'dock-3'])
  const labels = paper.printed.flatMap((job) => zplLabels(Buffer.from(job, 'latin1')))
  t.same(await Promise.all(labels.map((label) => zxingTexts(label, 'qr'))), [['A/1'], ['B/2']])
  const single = ['print', '--design', file, '--printer', 'dock-3', '--qty', '2']
  await runPrinting(t, [...single, '--field', 'sku=C'])
  const [copied] = zplLabels(Buffer.from(paper.printed.at(-1)!, 'latin1'))
  t.match([copied!.copies, await zxingTexts(copied!, 'qr')], [2, ['C/1']])
  t.match((await runPrinting(t, [...single, '--type', 'qr'], 2)).stderr, /--type does not go with --design/)
  t.match((await runPrinting(t, [...single, '--field', 'x=C'], 2)).stderr, /"x" is not a field/)
  write('57x32mm')
  t.match((await runPrinting(t, [...single, '--field', 'sku=C'], 1)).stderr, /for labels of 57x32mm/)
  const { stderr } = await runPrinting(t, ['batch', table, '--design', file, '--printer', 'dock-3'], 1)
  t.match(stderr, /design tag is for labels of 57x32mm, and the printer has 30x20mm/)
})

t.test('a design is held to the rules of a profile', async (t) => {
  const file = join(root, 'designs/logistic.json')
  const plain = await quietzone(['design', file])
  t.match([plain.code, plain.stdout.toString()], [0, /no warnings/])
  const held = await quietzone(['design', file, '--profile', 'gs1-logistic'])
  t.match([held.code, held.stdout.toString()], [1, /5 warnings/])
  t.match(
    held.stderr.toString(),
    /profile_rule; gs1-logistic\.text_height: words are .* mm high; 3 mm are needed; GS1 /,
  )
})
