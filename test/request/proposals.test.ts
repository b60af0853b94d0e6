import { deepEqual } from 'node:assert/strict'
import t from 'tap'
import type { FormFault } from '../../src/request/form-faults.ts'
import type { Parameters } from '../../src/request/parameter.ts'
import { parameters } from '../../src/request/params.ts'
import { proposedNumber, proposedWord } from '../../src/request/proposals.ts'
import { catalogue } from '../../symbologies/index.ts'
import { drawn, forAll, inLongRun, type Random } from '../random.ts'
import { companionsOf, readerOf } from '../server/api/reader.ts'

const readers = {
  barcode: readerOf(parameters.barcode),
  label: readerOf(parameters.label),
  explain: readerOf(parameters.explain),
  legacy: readerOf(parameters.legacy),
}
type EndpointName = keyof typeof readers

/** The faults of a request with this value, and the required parameters. */
function faultsOf(endpoint: EndpointName, name: string, value: string): readonly FormFault[] {
  const required = Object.fromEntries(['text', 'type'].filter((other) => other !== name).map((other) => [other, 'qr']))
  const others = new URLSearchParams({
    ...required,
    ...companionsOf(parameters[endpoint], name, value),
  })
  const read = readers[endpoint](`${others}&${name}=${encodeURIComponent(value)}`)
  return Array.isArray(read) ? read : []
}

/** What the message proposes instead of this value. */
function proposalFor(endpoint: EndpointName, name: string, value: string): string | undefined {
  const [fault, ...others] = faultsOf(endpoint, name, value)
  if (fault === undefined || others.length > 0 || fault.code !== 'invalid_parameter') {
    throw new Error(`${name}=${value}: ${fault?.code ?? 'accepted'}`)
  }
  return /; did you mean (.*)\?$/.exec(fault.message)?.[1]
}

t.test('typical slips are answered with the accepted spelling', async (t) => {
  const slips: Record<string, [name: string, values: string[], proposal: string][]> = {
    barcode: [
      ['type', ['QR', 'Qr', ' qr', 'qr-code', 'QR Code', 'QRCODE'], 'qr'],
      ['type', ['code-128', 'Code 128', 'CODE_128', 'Code128B', 'code 128 ', 'kode128', '128'], 'code128'],
      ['type', ['EAN_13', 'ean 13', 'EAN-13', 'ean\u201113', 'ena13', 'GTIN-13', 'ISBN'], 'ean13'],
      ['type', ['UPC-A', 'upc a', 'GTIN-12'], 'upca'],
      ['type', ['Data Matrix', 'datamatix', 'data_matirx', 'DataMatrix ECC 200', 'dm'], 'datamatrix'],
      ['type', ['Micro QR', 'microqr code', 'MicroQR', 'micro-qr'], 'microqr'],
      ['type', ['ITF-14', 'itf', 'gtin14'], 'itf14'],
      ['rotate', ['90', 'r', '90°', '90 deg', '-270', 'cw', 'right'], 'R'],
      ['rotate', ['180', 'i', '-180', 'upside down'], 'I'],
      ['rotate', ['270', 'l', '-90', 'left'], 'L'],
      ['rotate', ['0', 'n', '360', 'none'], 'N'],
      ['includetext', ['1', 'yes', 'on', 'TRUE', 'True', 'true ', 'y', 'ture'], 'true'],
      ['includetext', ['0', 'no', 'off', 'FALSE', 'False', 'n', 'flase'], 'false'],
      ['format', ['PNG', 'jpg', 'JPEG', 'image/png', '.png', 'pgn'], 'png'],
      ['format', ['SVG', 'image/svg+xml'], 'svg'],
      ['format', ['Pdf', 'application/pdf', 'pfd'], 'pdf'],
      ['height', ['15mm', '15 MM', '15.0mm', ' 15', '15,0', '+15', '15.', '015 mm'], '15'],
      ['height', ['12,5', '12,5 mm', '12.50mm'], '12.5'],
      ['scale', ['3.0', '3,0', '3 ', '+3', '3.'], '3'],
      ['strict', ['1'], 'true'],
    ],
    label: [
      ['layout', ['Logistics', 'logistic', 'SSCC', 'logistcs'], 'logistics'],
      ['size', ['4X6', '6x4', '4 x 6', '4×6', '4 × 6 in', '4in x 6in', '4"x6"', '4*6', '4.0x6.0', '6X4 inch'], '4x6'],
      ['size', ['150x100', '100mm x 150mm', '100 X 150', '10x15cm', '100 × 150 mm'], '100x150'],
      ['size', ['2,25x1,25', '1.25x2.25', '2.25"x1.25"', '2.250x1.250'], '2.25x1.25'],
      ['size', ['3X2', '3.0x2'], '3x2'],
      ['size', ['57x32', '57 x 32 mm', '5,7x3,2cm', '57mmx32mm'], '57x32mm'],
      ['size', ['4x5', '4" x 5"', '4 by 5 inches'], '4x5in'],
      ['size', ['2X3'], '2x3'],
      ['size', ['9 x 50', '9 mm x 50 mm'], '9x50mm'],
      ['orientation', ['Portrait', 'PORTRAIT', 'potrait', 'portrat', 'vertical'], 'portrait'],
      ['orientation', ['Landscape', 'landscpae', 'lanscape', 'horizontal'], 'landscape'],
      ['qty', ['2.0', '2,0', ' 2'], '2'],
      ['showtext', ['no'], 'false'],
      ['format', ['jpg'], 'png'],
    ],
    explain: [
      ['level', ['h'], 'H'],
      ['version', ['7.0'], '7'],
      ['shape', ['Square', 'sqare'], 'square'],
      ['size', ['24X24', '24 x 24'], '24x24'],
      ['encodation', ['Base 256', 'base-256'], 'base256'],
      ['encodation', ['EDIFACT', 'edifcat'], 'edifact'],
      ['eci', ['None'], 'none'],
    ],
    legacy: [
      ['size', ['4X6'], '4x6'],
      ['format', ['PDF'], 'pdf'],
    ],
  }
  for (const [endpoint, rows] of Object.entries(slips)) {
    for (const [name, values, proposal] of rows) {
      for (const value of values) {
        t.equal(proposalFor(endpoint as EndpointName, name, value), proposal, `${endpoint} ${name}=${value}`)
      }
    }
  }
})

t.test('what can mean several values, or another than those, gets no proposal', async (t) => {
  const others: Record<string, [name: string, values: string[]][]> = {
    barcode: [
      ['type', ['x', 'upcb', 'ean12', 'code129', '13']],
      [
        'type',
        ['constructor', '__proto__', 'toString', '', '-qr', 'q'.repeat(41), ' '.repeat(41), `qr${' '.repeat(39)}`],
      ],
      ['rotate', ['', 'x', '45', 'nr', '1']],
      ['includetext', ['', 'maybe', '2', '-1', 'tf', 'null']],
      ['format', ['', 'gcode', 'pnf', 'p']],
      [
        'height',
        ['', '.', ',', '15cm', '15in', '0', '101', '12,500', '1.500,0', '1e1', '-15', '0x0f', '1 5', '١٥', 'mm', 'NaN'],
      ],
      ['scale', ['0', '11', '3.5', '3mm', '1e0', '3x3', '٣', `+${'0'.repeat(40)}3`]],
    ],
    label: [
      ['type', ['code39', 'Code 39', 'ITF-14', 'upce']],
      ['size', ['3x6mm', '100x150in', '400x50', '0.1x5', '46', '4x', 'x', '4x6x2', '4inx6mm', '4x6in2', 'a4']],
      ['format', ['gcode', 'xyz']],
      ['orientation', ['', 'diagonal', 'land']],
      ['qty', ['501', '1,000', '2.5', 'two']],
    ],
  }
  for (const [endpoint, rows] of Object.entries(others)) {
    for (const [name, values] of rows) {
      for (const value of values) {
        if (faultsOf(endpoint as EndpointName, name, value)[0]?.code === 'missing_parameter') continue
        t.equal(proposalFor(endpoint as EndpointName, name, value), undefined, `${endpoint} ${name}=${value}`)
      }
    }
  }
  t.equal(proposedWord('ab-c', ['abc', 'a_bc']), undefined, 'two words of one form')
  t.equal(proposedWord('abcd', ['abc', 'bcd', 'xbcd']), undefined, 'two words that are as near')
})

t.test('the message begins as it does without a proposal', async (t) => {
  const { length } = faultsOf('barcode', 'type', 'x')[0]!.message
  t.equal(
    faultsOf('barcode', 'type', 'X')[0]!.message.slice(0, length),
    faultsOf('barcode', 'type', 'x')[0]!.message.replace('"x"', '"X"'),
  )
  t.match(faultsOf('barcode', 'height', '15mm'), [
    { message: '"15mm" is not a plain decimal number from 1 to 100; did you mean 15?' },
  ])
})

const alphabet = [...'abcdefgimnoprtxyz0123456789 -_.,×"+', '\u2011', 'K', '\u{1f4d3}']

/** The value with a slip, as people make them. */
function changed(r: Random, value: string): string {
  const points = [...value]
  const i = r.between(0, points.length)
  switch (r.between(0, 6)) {
    case 0:
      return points.toSpliced(i, 0, r.pick(alphabet)).join('')
    case 1:
      return points.toSpliced(i, 1).join('')
    case 2:
      return points.toSpliced(i, 1, r.pick(alphabet)).join('')
    case 3:
      return points.toSpliced(i, 2, ...points.slice(i, i + 2).reverse()).join('')
    case 4:
      return value.toUpperCase()
    case 5:
      return value + r.pick(['mm', 'in', ' ', '.0', ',5', '°', 'B'])
    default:
      return value.split('x').reverse().join('x')
  }
}

t.test('a proposal is always accepted', inLongRun, async (t) => {
  const counts = { proposed: 0, none: 0 }
  for (const endpoint of Object.keys(readers) as EndpointName[]) {
    const table: Parameters = parameters[endpoint]
    const parametersButText = Object.entries(table).slice(1)
    const slips = drawn((r) => {
      const [name, parameter] = r.pick(parametersButText)
      let value = r.pick(valuesOf(parameter))
      for (let n = r.between(1, 3); n > 0; n--) value = changed(r, value)
      return { name, value }
    })
    await forAll([slips], { count: 10_000 }, ({ name, value }) => {
      if (faultsOf(endpoint, name, value)[0]?.code !== 'invalid_parameter') return
      const proposal = proposalFor(endpoint, name, value)
      counts[proposal === undefined ? 'none' : 'proposed']++
      if (proposal !== undefined) deepEqual(faultsOf(endpoint, name, proposal), [], proposal)
    })
  }
  t.ok(counts.proposed > 1000 && counts.none > 1000, JSON.stringify(counts))
})

function valuesOf(parameter: Parameters[string]): string[] {
  switch (parameter.kind) {
    case 'word':
      return [...parameter.words, ...Object.values(parameter.titles ?? {}), ...names]
    case 'flag':
      return ['true', 'false', '1', '0', 'yes', 'no', 'on', 'off']
    case 'integer':
    case 'number':
      return [parameter.least, parameter.most, parameter.least + 1].map(String)
    case 'form':
      return [...parameter.samples]
    case 'domain':
      return ['https://example.com', 'example.com/', 'https://example.com/?a']
    case 'text':
      return ['QZ-0001']
  }
}

const names = Object.values(catalogue).map(({ name }) => name)

t.test('long values get no proposal', async (t) => {
  for (const value of ['a'.repeat(1e6), '0'.repeat(1e6), `1${' '.repeat(1e6)}x`]) {
    t.equal(proposedWord(value, ['landscape', 'portrait']), undefined)
    t.equal(proposedNumber(value, 'mm'), undefined)
  }
})
