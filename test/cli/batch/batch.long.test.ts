import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, watch, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import t from 'tap'
import { drawBarcode } from '../../../src/draw.ts'
import { pagesOf, pdfToolsAbsent, qpdfComplaints } from '../../oracle/pdf.ts'
import { pngPicture } from '../../oracle/picture.ts'
import { zplLabels } from '../../oracle/zpl.ts'
import { zxingTexts } from '../../oracle/zxing.ts'
import { cases, long, random } from '../../random.ts'
import { labelsPdf } from '../../table/labels.ts'
import { spreadsheets } from '../../table/spreadsheets.ts'
import { ended, sideBySide, started } from '../program.ts'
import { quietzone } from '../quietzone.ts'

const rows = long ? 10_000 : 500
const middle = rows / 2

/** Bad rows, each in the middle of good ones, and what is said of them. */
const bad: readonly { readonly row: number; readonly line: Uint8Array | string; readonly why: RegExp }[] = [
  {
    row: middle,
    line: '"never closed,qr,a.png',
    why: /: bad_request: something follows the closing quote in column 1/,
  },
  {
    row: middle + 10,
    line: '"x"y,qr,b.png',
    why: /: bad_request: something follows the closing quote in column 1/,
  },
  { row: middle + 20, line: 'x,qr,h.png,2,9', why: /: bad_request: 5 cells; the header has 4/ },
  {
    row: middle + 30,
    line: Buffer.from('61e97a2c71722c632e706e672c', 'hex'),
    why: /: invalid_encoding: text: byte 2 .*E9/,
  },
  { row: middle + 40, line: ',qr,d.png,', why: /: missing_parameter: text/ },
  { row: middle + 50, line: '5901234123456,ean13,e.png,', why: /: bad_check_digit: ean13: .*the right one is 7/ },
  { row: middle + 60, line: 'x,qr,f.png,11', why: /: invalid_parameter: scale: "11"/ },
  { row: middle + 70, line: 'x,qr,../g.png,', why: /: invalid_parameter: file: "..\/g.png" is not a plain file name/ },
  {
    row: middle + 80,
    line: 'x,qr,ROW-1.PNG,',
    why: /: invalid_parameter: file: "ROW-1.PNG" is already the name of row 2/,
  },
  { row: rows, line: 'x,qr,"the last one', why: /: bad_request: a quote is never closed/ },
]

const goodText = (row: number): string => `row "${row}",\nwith two lines`

t.test(`bad rows in the middle of ${rows} lose none of the others`, async (t) => {
  const lines: Uint8Array[] = [Buffer.from('\ufefftext,type,file,scale\r\n')]
  for (let row = 1; row <= rows; row++) {
    const found = bad.find((entry) => entry.row === row)
    const good = `"${goodText(row).replaceAll('"', '""')}",qr,row-${row}.png,2`
    lines.push(Buffer.concat([Buffer.from(found?.line ?? good), Buffer.from('\r\n')]))
  }
  const cwd = t.testdir({ in: { 'x.csv': Buffer.concat(lines) } })
  const { code, stdout, stderr } = await quietzone(['batch', 'in/x.csv', '-o', 'in/out/'], { cwd })
  t.equal(code, 1)
  t.equal(stdout.length, 0)
  const told = stderr.trimEnd().split('\n')
  t.match(told.pop(), new RegExp(`^${rows - bad.length} of ${rows} rows drawn to in/out/; ${bad.length} failed: `))
  t.equal(told.length, bad.length)
  for (const [i, { row, why }] of bad.entries())
    t.match(told[i], new RegExp(`^row ${row + 1} \\(line \\d+\\)${why.source}`))
  // a good row before it has two lines, a bad one has one
  t.match(told[1], `(line ${2 * (middle + 9) + 1})`)
  const wanted = Array.from({ length: rows }, (_, i) => i + 1).filter((row) => !bad.some((entry) => entry.row === row))
  t.same(readdirSync(join(cwd, 'in/out')).sort(), wanted.map((row) => `row-${row}.png`).sort())
  t.same(readdirSync(join(cwd, 'in')).sort(), ['out', 'x.csv'], 'nothing is written elsewhere')
  for (const row of [1, middle - 1, middle + 1, middle + 41, rows - 1]) {
    const picture = pngPicture(readFileSync(join(cwd, `in/out/row-${row}.png`)))
    t.same(await zxingTexts(picture, 'qr'), [goodText(row)])
  }
})

t.test('names: none leads out of the folder, none falls together with another', async (t) => {
  const unsafe = [
    '..',
    '../x',
    '/etc/x',
    'a/b',
    'a\\b',
    '.hidden',
    'nul',
    'COM1.png',
    'a:b',
    'x.',
    'x ',
    'a\u0001b',
    'é'.repeat(128),
    `${'x'.repeat(252)}`,
    '*',
    'a?',
    'con .png',
    'CONIN$',
    'a\u202egnp',
    'a\u061c',
  ]
  const cwd = t.testdir({ in: { 'x.csv': `file,text\n${unsafe.map((name) => `"${name}",x`).join('\n')}\n` } })
  const run = await quietzone(['batch', 'in/x.csv', '--type', 'qr', '-o', 'in/out'], { cwd })
  t.match(run, {
    code: 1,
    stderr: new RegExp(
      `\n0 of ${unsafe.length} rows drawn to in/out; ${unsafe.length} failed: ${unsafe.length} invalid_parameter\n$`,
    ),
  })
  t.same([readdirSync(join(cwd, 'in/out')), readdirSync(dirname(cwd)).includes('x.png')], [[], false])
  const names =
    'file,text,format\na,1,\nA,2,svg\nA.png,3,\n,4,\n000005,5,\nstraße,6,\nSTRASSE.PNG,7,\nb.svg,8,\nb.svg,9,png\ncon-fig.pdf,10,\n'
  writeFileSync(join(cwd, 'names.csv'), names)
  const { code, stderr } = await quietzone(['batch', 'names.csv', '--type', 'qr', '-o', 'named'], { cwd })
  t.equal(code, 1)
  t.same(
    readdirSync(join(cwd, 'named')).sort(),
    ['000005.png', 'A.svg', 'a.png', 'b.svg', 'con-fig.pdf', 'straße.png'].sort(),
  )
  t.match(
    stderr,
    /row 4 .*"A.png" is already the name of row 2\nrow 6 .*name of row 5\nrow 8 .*name of row 7\nrow 10 .*b.svg ends in svg, but format is png\n/,
  )
})

t.test(
  'columns and options: cells win, an empty cell is a value not given; what cannot be right is refused at once',
  async (t) => {
    const cwd = t.testdir({
      'x.csv': 'text;scale;price;format\n1;4;9,99;svg\n2;;9,99;\n',
      'size.csv': 'text,type,size\nx,qr,4x6\n',
      'twice.csv': 'text,type,text\nx,qr,y\n',
      'none.csv': 'type\nqr\n',
      'latin1.csv': Buffer.from('Größe,text,type\nx,qr\n', 'latin1'),
      'empty.csv': '',
      'header.csv': 'text,type\n',
      'long.csv': `text,${Array.from({ length: 1900 }, (_, i) => `column ${i}`)},${'x'.repeat(1000)}\n`,
      'object.csv': 'text,type,__proto__,constructor\nx,qr,y,z\n',
    })
    const run = await quietzone(
      ['batch', 'x.csv', '--delimiter', 'semicolon', '--type', 'qr', '--scale', '2', '-o', 'out'],
      { cwd },
    )
    t.match(run, { code: 0, stderr: 'ignored columns: price\n2 of 2 rows drawn to out\n' })
    const request = { type: 'qr', includetext: false, height: 15, rotate: 'N' } as const
    const limits = { maxPixels: 1e6 }
    const drawn = (file: string): Buffer => readFileSync(join(cwd, 'out', file))
    t.ok(drawn('000002.svg').equals(drawBarcode({ ...request, text: '1', scale: 4, format: 'svg' }, limits).bytes))
    t.ok(drawn('000003.png').equals(drawBarcode({ ...request, text: '2', scale: 2, format: 'png' }, limits).bytes))
    const refused: readonly (readonly [args: readonly string[], code: number, why: RegExp])[] = [
      [
        ['x.csv', '--type', 'qr', '--delimiter', 'comma'],
        2,
        /no column text; the header has "text;scale;price;format"/,
      ],
      [['size.csv'], 2, /the column size works only with --as label/],
      [['twice.csv'], 2, /the column text twice/],
      [['none.csv'], 2, /no column text/],
      [['latin1.csv', '--encoding', 'utf-8'], 2, /the header: byte 3 .*F6/],
      [['empty.csv'], 2, /the table is empty/],
      [['absent.csv'], 3, /absent.csv cannot be read: no such file/],
      [['.'], 3, /\. cannot be read: illegal operation on a directory/],
    ]
    for (const [args, code, why] of refused) {
      t.match(await quietzone(['batch', ...args, '-o', 'refused'], { cwd }), { code, stderr: why })
    }
    t.notOk(existsSync(join(cwd, 'refused')))
    const { stderr: long } = await quietzone(['batch', 'long.csv', '--type', 'qr', '-o', 'h'], { cwd })
    t.match(long, /^ignored columns: column 0, .*, column 9 and 1891 more\n/)
    t.match(await quietzone(['batch', 'object.csv', '-o', 'h'], { cwd }), {
      code: 0,
      stderr: 'ignored columns: __proto__, constructor\n1 of 1 rows drawn to h\n',
    })
    t.match(await quietzone(['batch', 'header.csv', '-o', 'h'], { cwd }), {
      code: 0,
      stderr: '0 of 0 rows drawn to h\n',
    })
    t.match(await quietzone(['batch', 'header.csv', '-o', 'x.csv'], { cwd }), {
      code: 3,
      stderr: /x.csv cannot be written: file already exists/,
    })
  },
)

t.test(
  'one PDF: a page a row, or as many as qty says, each with its own paper',
  { skip: pdfToolsAbsent },
  async (t) => {
    const r = random('batch pdf')
    const sizes = ['4x6', '50x30', '100x150', '2x1'] as const
    const count = cases(60, 5)
    const items = Array.from({ length: count }, (_, i) => ({
      text: `N${i + 1}`,
      size: r.pick(sizes),
      qty: r.pick([1, 1, 2, 7]),
      fails: i % 9 === 4,
    }))
    const lines = items.map(({ text, size, qty, fails }) => `${fails ? '倉庫' : text},${size},${qty}`)
    const cwd = t.testdir({ 'old.pdf': 'what was there before' })
    const args = ['batch', '-', '--as', 'label', '--type', 'code128', '-o']
    const input = ['text,size,qty', ...lines].join('\n')
    const { code, stderr } = await quietzone([...args, 'old.pdf'], { cwd, input })
    const good = items.filter(({ fails }) => !fails)
    t.equal(code, 1)
    t.match(stderr, new RegExp(`${good.length} of ${count} rows drawn to old.pdf; ${count - good.length} failed: `))
    const bytes = readFileSync(join(cwd, 'old.pdf'))
    t.equal(qpdfComplaints(bytes), '')
    const pages = pagesOf(join(cwd, 'old.pdf'))
    const wanted = good.flatMap(({ text, size, qty }) => Array<string>(qty).fill(`${text} ${size}`))
    const points = { '4x6': '432 x 288', '50x30': '142 x 85', '100x150': '425 x 283', '2x1': '144 x 72' }
    t.same(
      pages.map(({ words, width, height }) => `${words[0]?.text} ${Math.round(width)} x ${Math.round(height)}`),
      wanted.map((page) => page.replace(/\S+$/, (size) => points[size as keyof typeof points])),
    )
    const piped = await quietzone([...args, '-'], { input })
    t.ok(piped.stdout.subarray(0, 5).equals(Buffer.from('%PDF-')))
    t.equal(piped.stdout.length > 0 && qpdfComplaints(piped.stdout), '')
    const failed = await quietzone([...args, 'none.pdf'], { cwd, input: 'text\n倉庫\n' })
    t.match(failed, { code: 1, stderr: /\n0 of 1 rows drawn to none.pdf/ })
    t.same(readdirSync(cwd), ['old.pdf'])
  },
)

t.test('one file of ZPL: a label a row, with its copies; the rows have its form', async (t) => {
  const cwd = t.testdir()
  const input = 'text,qty,format,zpl\nA,3,,\nB,1,zpl,z64\n倉庫,1,,\nC,2,pdf,\nD,2,,rle\n'
  const args = ['batch', '-', '--as', 'label', '--type', 'code128', '--size', '50x30', '--dpi', '203']
  const { code, stderr } = await quietzone([...args, '-o', 'all.ZPL'], { cwd, input })
  t.equal(code, 1)
  t.match(stderr, /row 5 .*: format: every label of one file of ZPL is zpl, not "pdf"/)
  t.match(stderr, /row 6 .*: zpl: every label of one file of ZPL is z64, not "rle"/)
  t.match(stderr, /2 of 5 rows drawn to all.ZPL; 3 failed: /)
  const bytes = readFileSync(join(cwd, 'all.ZPL'))
  t.same(
    zplLabels(bytes).map(({ width, copies }) => [width, copies]),
    [
      [400, 3],
      [400, 1],
    ],
  )
  const piped = await quietzone([...args, '--format', 'zpl', '-o', '-'], { input })
  t.ok(piped.stdout.equals(bytes))
  const rle = await quietzone([...args, '--format', 'zpl', '--zpl', 'rle', '-o', '-'], { input })
  t.same(
    zplLabels(rle.stdout).map(({ copies }) => copies),
    [3, 2],
  )
  t.notMatch(rle.stdout.toString(), /:Z64:/)
  const refused: readonly (readonly [args: readonly string[], why: RegExp])[] = [
    [['batch', '-', '-o', 'x.zpl'], /a file of ZPL has labels only; give --as label/],
    [
      [...args, '-o', 'x.png'],
      /-o x\.png names one picture, .*; did you mean -o x\.pdf, or the folder -o x with --format png\?/,
    ],
    [[...args, '-o', 'd/x.SVG'], /did you mean -o d\/x\.pdf, or the folder -o d\/x with --format svg\?/],
    [[...args, '--format', 'pdf', '-o', 'x.zpl'], /every label of one file of ZPL is zpl; give -o with a folder/],
    [[...args, '--format', 'zpl', '-o', 'x.pdf'], /every page of one PDF is pdf; give -o with a folder/],
    [
      [...args, '--format', 'png', '-o', '-'],
      /one file of all rows is pdf, zpl, tspl, epl, cpcl, escpos, brother, dymo; give -o with a folder/,
    ],
    [[...args, '--zpl', 'rle', '-o', 'x.pdf'], /zpl: "rle" does not go with format=pdf/],
  ]
  for (const [wrong, why] of refused) t.match(await quietzone(wrong, { cwd, input }), { code: 2, stderr: why })
  t.same(readdirSync(cwd), ['all.ZPL'])
})

t.test('ZPL of an earlier run is replaced in a folder, that of others is not', async (t) => {
  const theirs = '^XA^FO50,50^ADN,36,20^FDHello^FS^XZ\n'
  const cwd = t.testdir({ out: { 'b.zpl': theirs } })
  const input = 'text,file\nA,a.zpl\nB,b.zpl\n'
  const args = ['batch', '-', '--as', 'label', '--type', 'qr', '--size', '50x30', '-o', 'out']
  for (const size of ['152', '203']) {
    const { code, stderr } = await quietzone([...args, '--dpi', size], { cwd, input })
    t.equal(code, 1)
    t.match(stderr, /row 3 .*: file: "b.zpl" already exists/)
  }
  t.equal(zplLabels(readFileSync(join(cwd, 'out/a.zpl')))[0]!.width, 400)
  t.equal(readFileSync(join(cwd, 'out/b.zpl'), 'utf8'), theirs)
})

t.test('ten spreadsheets give the labels that they mean, byte for byte', async (t) => {
  const cwd = t.testdir()
  await sideBySide(spreadsheets, async ({ source, bytes, rows }) => {
    const name = `${spreadsheets.findIndex((sheet) => sheet.bytes === bytes)}.pdf`
    const run = await quietzone(['batch', '-', '--as', 'label', '-o', name], { cwd, input: bytes })
    t.match(run, { code: 0, stderr: /^(ignored columns: .*\n)?2 of 2 rows drawn/ }, source)
    t.ok(readFileSync(join(cwd, name)).equals(labelsPdf(rows, basename(name, '.pdf'))), source)
  })
})

t.test('--column says which column is meant; qty gives copies of barcodes in a PDF', async (t) => {
  const cwd = t.testdir({ 'x.csv': 'SKU;EAN;Menge;Type;size\nA-1;x;2;qr;4\nA-2;y;;code128;4\n' })
  const columns = ['--column', 'text=sku', '--column', 'file=EAN', '--column', 'scale=size']
  const folder = await quietzone(['batch', 'x.csv', ...columns, '-o', 'out'], { cwd })
  t.match(folder, { code: 0, stderr: '2 of 2 rows drawn to out\n' })
  t.same(readdirSync(join(cwd, 'out')).sort(), ['x.png', 'y.png'])
  t.same(await zxingTexts(pngPicture(readFileSync(join(cwd, 'out/x.png'))), 'qr'), ['A-1'])
  t.match(await quietzone(['batch', 'x.csv', ...columns, '-o', 'all.pdf'], { cwd }), { code: 0 })
  if (!pdfToolsAbsent) t.equal(pagesOf(join(cwd, 'all.pdf')).length, 3)
  const refused: readonly (readonly [args: readonly string[], why: RegExp])[] = [
    [['--column', 'text'], /--column: "text" is not of the form NAME=HEADER, such as text=SKU/],
    [['--column', 'text=a', '--column', 'text=b'], /--column: text is given twice/],
    [['--column', 'text=GTIN'], /no column "GTIN" for text; the header has "SKU", "EAN", /],
    [['--column', 'price=SKU'], /no column can be price; it can be one of text, type, /],
    [['--column', 'text='], /no column text; .*; say which it is, with --column text=HEADER/],
  ]
  for (const [args, why] of refused) {
    t.match(await quietzone(['batch', 'x.csv', ...args, '-o', 'no'], { cwd }), { code: 2, stderr: why })
  }
  t.notOk(existsSync(join(cwd, 'no')))
})

t.test('a signal stops labels of ZPL on standard output between two of them', async (t) => {
  const child = started(
    ['batch', '-', '--as', 'label', '--type', 'qr', '--format', 'zpl', '--dpi', '300', '-o', '-'],
    {},
  )
  const end = ended(child)
  const arrived = once(child.stdout!, 'data')
  child.stdin!.write('text\nx\nz\n')
  await arrived
  child.kill('SIGINT')
  const { code, stdout, stderr } = await end
  t.match({ code, stderr }, { code: 130, stderr: /drawn to standard output\nstopped before the last row/ })
  t.ok(zplLabels(stdout).length > 0)
})

t.test('a signal stops a batch that waits for more: what is drawn stays, half a PDF does not', async (t) => {
  const cwd = t.testdir({ out: {} })
  const watcher = watch(join(cwd, 'out'))
  for (const place of ['out', 'all.pdf']) {
    const child = started(['batch', '-', '--type', 'qr', '-o', place], {}, cwd)
    const end = ended(child)
    child.stdin!.write('text\n"x"y\nz\n')
    await once(child.stderr!, 'data')
    if (place === 'out') while (!existsSync(join(cwd, 'out/000003.png'))) await once(watcher, 'change')
    child.kill('SIGINT')
    t.match(await end, {
      code: 130,
      stderr: place === 'out' ? /1 of 2 rows drawn to out.*\nstopped/ : /stopped after 2 rows: nothing/,
    })
  }
  watcher.close()
  t.same([readdirSync(cwd), readdirSync(join(cwd, 'out'))], [['out'], ['000003.png']])
})
