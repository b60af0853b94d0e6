/** PDFs and SVGs as pictures: our own and those of others, and files that are made to harm. */

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import t from 'tap'
import { drawBarcode, drawLabel } from '../../../src/draw.ts'
import type { Report } from '../../../src/reader/check/index.ts'
import { checkedFile } from '../../../src/reader/picture-file.ts'
import { catalogue, encode, labelSymbologies, rowsOf, type Symbology, symbologies } from '../../../symbologies/index.ts'
import { all as hasAll, inLongRun, long, type Random, random } from '../../random.ts'

const options = { thisYear: 2026 }
const reportOn = async (file: Uint8Array, reading?: { dpi?: number; page?: number }): Promise<Report> =>
  (await checkedFile(new Uint8Array(file), options, reading)).report
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** What keeps a report from being one of a sound drawing, judged to the dot. */
const objections = ({ symbols, error }: Report, type: Symbology, text: string): string[] => [
  ...(error === undefined ? [] : [error.message]),
  ...(symbols.length === 1 && symbols[0]!.symbology === type && symbols[0]!.text === text
    ? []
    : [`read as ${JSON.stringify(symbols.map((each) => [each.symbology, each.text]))}`]),
  ...symbols.flatMap(({ findings }) =>
    findings
      .filter(({ kind, code }) => kind === 'fault' || /\.(photo|fractional)$/.test(code))
      .map(({ code, message }) => `${code}: ${message}`),
  ),
]

/** All in the long run, else one of them. */
const some = <T>(all: readonly T[], r: Random): readonly T[] => (long ? all : [r.pick(all)])

const dpis = long ? (['152', '203', '300', '360', '600'] as const) : (['203', '300'] as const)

for (const format of ['pdf', 'svg'] as const) {
  t.test(`our own labels as ${format} are judged to the dot, and conform`, inLongRun, async (t) => {
    const r = random(`labels as ${format}`)
    for (const type of some(labelSymbologies, r)) {
      const text = catalogue[type].sample
      const drawn = long ? dpis : [r.pick(dpis)]
      for (const dpi of drawn) {
        const request = {
          type,
          text,
          size: '3x2',
          orientation: 'landscape',
          dpi,
          qty: 1,
          showtext: true,
          format,
        } as const
        const report = await reportOn(drawLabel(request, { maxPixels: 25e6 }).bytes)
        t.same(objections(report, type, report.symbols[0]?.text ?? ''), [], `${type} at ${dpi} dpi`)
        t.equal(Math.round(report.symbols[0]!.x!.pixels * 100) % 100, 0, 'modules are whole pixels')
      }
    }
  })

  t.test(`our own symbols as ${format}, turned`, inLongRun, async (t) => {
    const r = random(`symbols as ${format}`)
    for (const type of some(symbologies, r)) {
      const text = catalogue[type].sample
      const style = {
        includetext: r.pick([true, false]),
        scale: r.between(1, 5),
        height: 12,
        rotate: r.pick(['N', 'R', 'I', 'L'] as const),
      } as const
      const request = { type, text, format, ...style }
      const report = await reportOn(drawBarcode(request, { maxPixels: 1e7 }).bytes)
      t.same(objections(report, type, report.symbols[0]?.text ?? ''), [], JSON.stringify(request))
    }
  })
}

t.test('what is wrong with a drawing is told of its PDF and SVG too', inLongRun, async (t) => {
  const request = { type: 'code128', text: 'QZ-0001', includetext: false, scale: 3, height: 12, rotate: 'N' } as const
  const svg = Buffer.from(drawBarcode({ ...request, format: 'svg' }, { maxPixels: 1e7 }).bytes).toString()
  t.same(objections(await reportOn(bytesOf(svg)), 'code128', 'QZ-0001'), [])
  // a bar a module wider, and the space behind it a module narrower
  const wider = svg.replace(/(v[\d.]+h)2(v-[\d.]+m)1( 0v)/, '$13$20$3')
  const moved = svg.replace(/h1v(-[\d.]+)m2/, 'h2v$1m1')
  const broken = [wider, moved].find((each) => each !== svg)
  t.ok(broken, 'an element to widen')
  t.not((await reportOn(bytesOf(broken!))).verdict, 'conforming')
  const red = await reportOn(bytesOf(svg.replace('<path shape-rendering', '<path fill="#f00" shape-rendering')))
  t.match(
    red.findings.filter(({ kind }) => kind === 'fault').map(({ code }) => code),
    ['code128.light'],
  )
})

t.test('sizes: of paper, of none, and as they are given', inLongRun, async (t) => {
  const label = {
    type: 'qr',
    text: 'QZ-0001',
    size: '2x1',
    orientation: 'landscape',
    dpi: '203',
    qty: 1,
    showtext: true,
  } as const
  const pdf = drawLabel({ ...label, format: 'pdf' }, { maxPixels: 1e7 }).bytes
  const svg = drawLabel({ ...label, format: 'svg' }, { maxPixels: 1e7 }).bytes
  const x = (await reportOn(pdf)).x!.mm
  t.equal((await reportOn(svg)).x!.mm, x)
  for (const file of [pdf, svg]) {
    const report = await reportOn(file, { dpi: 203 })
    t.match(report, { verdict: 'conforming', x: { mm: x, perMetre: 8000 }, drawn: { width: 406, height: 203 } })
  }
  const symbol = drawBarcode(
    { type: 'qr', text: 'QZ-0001', format: 'svg', includetext: false, scale: 4, height: 10, rotate: 'N' },
    { maxPixels: 1e7 },
  ).bytes
  t.equal((await reportOn(symbol)).x, undefined)
  t.equal((await reportOn(symbol, { dpi: 203 })).x!.mm, 0.5, 'four of its units, of which 8 are a millimetre')
})

t.test('pages of a PDF', inLongRun, async (t) => {
  const pdf = drawLabel(
    { type: 'qr', text: 'QZ-0001', size: '2x1', orientation: 'landscape', qty: 3, showtext: true, format: 'pdf' },
    { maxPixels: 1e7 },
  ).bytes
  t.match(await reportOn(pdf, { page: 3 }), { verdict: 'conforming', drawn: { page: 3, pages: 3 } })
  t.match(await reportOn(pdf, { page: 4 }), {
    verdict: 'unreadable',
    error: { code: 'picture.page', message: 'the PDF has 3 pages; there is no page 4' },
    findings: [{ clause: 'ISO 32000-1:2008' }],
  })
})

/** A PDF of one page with this content. */
const pdfWith = (content: string, { box = '0 0 100 100', objects = '', resources = '' } = {}): Uint8Array =>
  bytesOf(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[${box}]/Contents 4 0 R/Resources<<${resources}>>>>endobj\n4 0 obj<</Length ${content.length}>>stream\n${content}\nendstream endobj\n${objects}\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
  )

t.test('PDFs that are made to harm are refused within bounds', inLongRun, async (t) => {
  const sound = drawLabel(
    { type: 'qr', text: 'QZ-0001', size: '2x1', orientation: 'landscape', qty: 1, showtext: true, format: 'pdf' },
    { maxPixels: 1e7 },
  ).bytes
  const encrypted = Buffer.from(sound)
    .toString('latin1')
    .replace(
      /trailer\n<<|trailer\s*<</,
      (start) =>
        `${start} /Encrypt << /Filter /Standard /V 1 /R 2 /O (${'o'.repeat(32)}) /U (${'u'.repeat(32)}) /P -4 >> /ID [(0123456789abcdef) (0123456789abcdef)]`,
    )
  const bomb = (): Buffer => {
    const image = deflateSync(Buffer.alloc(60_000_000))
    const head = `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>endobj\n4 0 obj<</Length 31>>stream\nq 100 0 0 100 0 0 cm /I Do Q   \nendstream endobj\n5 0 obj<</Type/XObject/Subtype/Image/Width 60000/Height 60000/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/FlateDecode/Length ${image.length}>>stream\n`
    return Buffer.concat([Buffer.from(head), image, Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')])
  }
  const files: Record<string, [file: () => Uint8Array, code: RegExp]> = {
    'cut off': [() => sound.slice(0, sound.length / 2), /^picture\./],
    'nothing but its beginning': [() => bytesOf('%PDF-1.7\n'), /^picture\.unreadable$/],
    'with a password': [() => Buffer.from(encrypted, 'latin1'), /^picture\.encrypted$/],
    'a picture of 3.6 billion pixels': [bomb, /^picture\./],
    'a page without extent': [() => pdfWith('', { box: '0 0 0 0' }), /^picture\./],
    'a page of a kilometre': [() => pdfWith('', { box: '0 0 2834645 2834645' }), /^picture\./],
    'a page in a page in a page': [
      () =>
        pdfWith('/F Do', {
          resources: '/XObject<</F 5 0 R>>',
          objects:
            '5 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</F 5 0 R>>>>/Length 5>>stream\n/F Do\nendstream endobj',
        }),
      /^picture\./,
    ],
    'operators without end': [() => pdfWith('q '.repeat(500_000)), /^picture\./],
  }
  const chosen = Object.entries(files).filter((_, i) => long || i % 4 === 1)
  for (const [name, [file, code]] of chosen) {
    const report = await reportOn(file())
    t.equal(report.verdict, 'unreadable', name)
    t.match(report.findings[0]!.code, code, `${name}: ${report.findings[0]!.message}`)
  }
})

t.test('damaged PDFs and SVGs have a verdict', inLongRun, async (t) => {
  const r = random('damaged pages')
  const label = {
    type: 'datamatrix',
    text: 'QZ-0001',
    size: '2x1',
    orientation: 'landscape',
    qty: 1,
    showtext: true,
  } as const
  for (const format of ['pdf', 'svg'] as const) {
    const { bytes } = drawLabel({ ...label, format }, { maxPixels: 1e7 })
    for (let round = 0; round < (hasAll ? 10 : long ? 3 : 1); round++) {
      const broken = Uint8Array.from(bytes)
      for (let i = 0; i < 4; i++) broken[r.between(20, broken.length - 1)] = r.between(0, 255)
      const { verdict } = await reportOn(broken)
      t.match(verdict, /^(conforming|faults|unreadable)$/, `${format}, round ${round}`)
    }
  }
})

t.test('SVGs that are made to harm, or have what is not drawn, are refused by its name', inLongRun, async (t) => {
  const svg = (content: string, attributes = 'viewBox="0 0 100 100"'): string =>
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`
  const uses = Array.from({ length: 12 }, (_, i) => `<g id="g${i + 1}">${`<use xlink:href="#g${i}"/>`.repeat(10)}</g>`)
  const files: Record<string, [file: string, code: string, message: RegExp]> = {
    'ten to the twelfth': [
      svg(`<g id="g0"><path d="M0 0h1v1z"/></g>${uses.join('')}`),
      'limit',
      /used counted each time/,
    ],
    'itself in itself': [svg('<g id="a"><use href="#a"/></g>'), 'limit', /elements in one another/],
    entities: [
      '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg>&b;</svg>',
      'unreadable',
      /type of document/,
    ],
    'a tag that does not end': [`<svg viewBox="0 0 9 9"><path d="${'M0 0'.repeat(99)}`, 'unreadable', /damaged/],
    'elements without end': [svg('<g>'.repeat(5000)), 'limit', /in one another/],
    'no size': [svg('', ''), 'unreadable', /no size/],
    'a size that is not a number': [svg('', 'width="wide" height="1"'), 'unreadable', /length/],
    'a size beyond all': [svg('<path d="M0 0h9v9z"/>', 'viewBox="0 0 1e300 1e300"'), 'unreadable', /size/],
    'path data that is none': [svg('<path d="M0 0 L oops"/>'), 'unreadable', /path data/],
    'a file of another machine': [svg('<image href="file:///etc/passwd"/>'), 'unsupported', /an element image/],
    'a style sheet': [svg('<style>rect{fill:none}</style>'), 'unsupported', /an element style/],
    'a gradient': [svg('<rect width="9" height="9" fill="url(#g)"/>'), 'unsupported', /the colour "url\(#g\)"/],
    'half a bar': [svg('<rect width="9" height="9" opacity="0.5"/>'), 'unsupported', /half transparent/],
    'a clip': [svg('<g clip-path="url(#c)"/>'), 'unsupported', /clip-path/],
    'XML that is no SVG': ['<?xml version="1.0"?><html/>', 'unreadable', /not svg/],
  }
  for (const [name, [file, code, message]] of Object.entries(files)) {
    const report = await reportOn(bytesOf(file))
    t.match(report.error, { code: `picture.${code}`, message }, name)
  }
})

t.test('shapes, lines, transforms and styles of SVG', inLongRun, async (t) => {
  const symbol = rowsOf(encode('qr', 'QZ-0001').matrix)
  const size = symbol.length + 8
  const rows = ['', '', '', '', ...symbol.map((row) => `0000${row}`)]
  const draw = (cell: (x: number, y: number) => string, around = (cells: string): string => cells): string => {
    const cells = rows.flatMap((row, y) => [...row].map((dark, x) => (dark === '1' ? cell(x, y) : '')))
    return `<!-- made by hand --><svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${around(cells.join(''))}</svg>`
  }
  const ways: Record<string, string> = {
    rectangles: draw((x, y) => `<rect x="${x}" y="${y}" width="1" height="1"/>`),
    'rectangles in per cent': draw(
      (x, y) => `<rect x="${(100 * x) / size}%" y="${y}" width="1" height="1" style="fill:#000;stroke:none"/>`,
    ),
    polygons: draw(
      (x, y) => `<polygon points="${x},${y} ${x + 1},${y} ${x + 1},${y + 1} ${x},${y + 1}" fill="black"/>`,
    ),
    'lines as wide as modules': draw(
      (x, y) => `<line x1="${x}" y1="${y}.5" x2="${x + 1}" y2="${y}.5" stroke="rgb(0, 0, 0)"/>`,
    ),
    'paths with strokes': draw((x, y) => `<path d="m${x} ${y}.5 h1" fill="none" stroke="black" stroke-width="1px"/>`),
    'half the size, in a group that doubles it': draw(
      (x, y) => `<rect x="${x / 2}" y="${y / 2}" width=".5" height=".5"/>`,
      (cells) => `<g transform="translate(0) scale(2)">${cells}</g>`,
    ),
    'turned twice by 90 degrees': draw(
      (x, y) => `<rect x="${x}" y="${y}" width="1" height="1"/>`,
      (cells) =>
        `<g transform="rotate(90 ${size / 2} ${size / 2})"><g transform="rotate(-90, ${size / 2}, ${size / 2})">${cells}</g></g>`,
    ),
    'curves that are straight, and what is hidden': draw(
      (x, y) => `<path d="M${x} ${y}C${x} ${y} ${x + 1} ${y} ${x + 1} ${y}q0 .5 0 1h0t-1 0a1 1 0 00 0-1z"/>`,
      (cells) =>
        `<g visibility="hidden"><rect width="9" height="9"/></g><rect display="none" width="9" height="9"/><defs><path id="p" d="M0 0h9v9z"/></defs>${cells.replaceAll('a1 1 0 00 0-1', 'v-1')}`,
    ),
    'a module that is used': draw(
      (x, y) => `<use href="#m" x="${x}" y="${y}"/>`,
      (cells) => `<defs><rect id="m" width="1" height="1"/></defs>${cells}`,
    ),
  }
  for (const [name, file] of Object.entries(ways)) {
    t.same(objections(await reportOn(bytesOf(file)), 'qr', 'QZ-0001'), [], name)
  }
})

t.test('PDFs in which each module is a rectangle, at any place and of any size', inLongRun, async (t) => {
  const r = random('rectangles')
  const symbol = rowsOf(encode('qr', 'QZ-0001').matrix)
  for (let round = 0; round < (hasAll ? 10 : long ? 3 : 1); round++) {
    const [x, y, left, top] = [r.between(5, 40) / 10, 0, r.between(0, 999) / 7, r.between(0, 999) / 7]
    const cells = symbol.flatMap((row, i) =>
      [...row].map((dark, j) =>
        dark === '1' ? `${(left + j * x).toFixed(3)} ${(top - i * x + y).toFixed(3)} ${x} ${x} re f` : '',
      ),
    )
    const report = await reportOn(pdfWith(cells.filter((each) => each !== '').join('\n'), { box: '-60 -160 400 300' }))
    const about = `modules of ${x} pt at ${left}, ${top}`
    t.match(report.symbols, [{ text: 'QZ-0001', verdict: 'conforming' }], about)
    t.ok(Math.abs(report.x!.mm - (x * 25.4) / 72) < 0.002, about)
  }
})

const zintAbsent = spawnSync('zint', ['--version']).error !== undefined && 'zint is not installed'

t.test('SVGs of zint are read to the dot', { skip: zintAbsent || inLongRun.skip }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-svg-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const drawings = [
    ['qr', '58', 'QZ-0001', '1.5'],
    ['code128', '20', 'QZ-0001', '1'],
    ['ean13', '13', '4006381333931', '2'],
    ['datamatrix', '71', 'QZ-0001', '3'],
  ] as const
  for (const [type, number, text, scale] of drawings.slice(0, long ? 4 : 2)) {
    const file = join(folder, `${type}.svg`)
    execFileSync('zint', ['-b', number, '-d', text, '-o', file, '--scale', scale, '--quietzones'])
    const report = await reportOn(readFileSync(file))
    t.same(objections(report, type, text), [], type)
  }
})
