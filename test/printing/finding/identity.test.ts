import t from 'tap'
import { PrinterFailure } from '../../../src/printing/channels/failure.ts'
import { configuration, hostIdentification, identityOf, nearestStock } from '../../../src/printing/finding/identity.ts'
import { loopbackPrinter } from '../channels/loopback-printer.ts'
import { played, printerGroup } from '../channels/played-printer.ts'

const { signal } = new AbortController()

/** A listing as ^HH has it, of a GX430t, with its lines for what is read. ZPL II Programming Guide: ^HH. */
const listing = (width: string, length = '1225', media = 'GAP/NOTCH'): string =>
  [
    '',
    '  +14.0               DARKNESS          ',
    '  LOW SPEED           PRINTER SLEEP     ',
    '  TEAR OFF            PRINT MODE        ',
    `  ${media.padEnd(20)}MEDIA TYPE        `,
    '  DIRECT-THERMAL      PRINT METHOD      ',
    `  ${width.padEnd(20)}PRINT WIDTH       `,
    `  ${length.padEnd(20)}LABEL LENGTH      `,
    '  39.0IN   988MM      MAXIMUM LENGTH    ',
    '',
  ].join('\r\n')

const framed = (text: string): string => `\x02${text}\x03\r\n`

t.test('a printer that speaks ZPL tells its model, its head and its labels', async (t) => {
  const printer = await loopbackPrinter({
    questions: ['~HI', '^XA^HH^XZ'],
    answer: (_, question) => framed(question === '~HI' ? 'ZD421-203dpi,V93.21.26Z,8,8192KB' : listing('832')),
    splitsAnswers: true,
  })
  t.teardown(() => printer.close())
  const address = { kind: 'socket', host: '127.0.0.1', port: printer.port } as const
  t.same(await identityOf(address, signal), {
    ...{ model: 'ZD421-203dpi', language: 'zpl', dpi: '203', stock: '4x6', media: 'gap' },
  })
  t.same(printer.printed, [], 'nothing but questions is sent')
  printer.behaviour.answer = (_, question) => (question === '~HI' ? framed('GX430t,V56.17.17Z,12,2104KB') : '')
  printer.behaviour.reads = 6
  printer.behaviour.afterwards = 'end'
  t.match(await identityOf(address, signal), { model: 'GX430t', language: 'zpl', dpi: '300', stock: undefined })
  for (const answer of ['', 'HTTP/1.1 400 Bad Request\r\n\r\n', framed('1,2,3'), '\x02ZD421,V1,8']) {
    printer.behaviour.answer = () => answer
    printer.behaviour.reads = 1
    t.same(await identityOf(address, signal), {}, JSON.stringify(answer))
  }
  await printer.close()
  await t.rejects(identityOf(address, signal), new PrinterFailure('printer_unreachable', 'refused the connection'))
  await t.rejects(identityOf(address, AbortSignal.abort(new Error('over'))), { message: 'over' })
})

t.test('answers to ~HI and ^HH, as printers of several ages have them', async (t) => {
  t.same(hostIdentification('ZTC ZD620-300dpi ZPL,V84.20.18Z,12,8192KB,X'), {
    model: 'ZTC ZD620-300dpi ZPL',
    dpi: '300',
  })
  t.same(hostIdentification('LP2844-Z,V45.11.7,08,8176KB'), { model: 'LP2844-Z', dpi: '203' })
  t.same(hostIdentification('QL\u00ff\u0007,V1,24'), { model: 'QL', dpi: '600' })
  for (const other of ['', 'a,b', 'a,b,7', ',V1,8', `${'x'.repeat(81)},V1,8`])
    t.equal(hostIdentification(other), undefined)
  t.same(configuration(listing('104 0/8 MM', '406'), '203'), { stock: '4x2', media: 'gap' })
  t.same(configuration(listing('448', '0'), '203'), { stock: undefined, media: 'gap' })
  t.same(configuration(listing('400', '240', 'CONTINUOUS'), '203'), { stock: '50x30', media: 'continuous' })
  t.same(configuration(listing('600', '360', 'OTHER'), '300'), { stock: '50x30', media: undefined })
  t.same(configuration(listing('832'), undefined), { stock: undefined, media: 'gap' })
  t.same(configuration('', '203'), { stock: undefined, media: undefined })
  t.equal(nearestStock(57, 33.4), '2.25x1.25')
  t.equal(nearestStock(60, 37), '60x37mm')
  t.equal(nearestStock(400, 20), undefined)
})

t.test('a printer that speaks IPP tells its model, its documents, its resolution and its paper', async (t) => {
  const resolution = (x: number, y: number, unit: number): Buffer => {
    const bytes = Buffer.alloc(9)
    bytes.writeInt32BE(x)
    bytes.writeInt32BE(y, 4)
    bytes[8] = unit
    return bytes
  }
  const asked = async (changes: Parameters<typeof printerGroup>[0]): Promise<unknown> => {
    const printer = await played(() => undefined, printerGroup(changes))
    try {
      return await identityOf({ kind: 'ipp', url: printer.url }, signal)
    } finally {
      await printer.close()
    }
  }
  const usual = {
    'printer-make-and-model': [[0x41, 'Zebra ZD421']],
    'printer-resolution-default': [[0x32, resolution(203, 203, 3)]],
    'media-default': [[0x44, 'oe_4x6-label_4x6in']],
  } as const
  t.same(await asked(usual), { model: 'Zebra ZD421', language: 'pdf', dpi: '203', stock: '4x6' })
  const zebra = { ...usual, 'document-format-supported': [[0x49, 'application/vnd.zebra-zpl']] } as const
  t.match(await asked(zebra), { language: 'zpl' })
  for (const other of [resolution(203, 300, 3), resolution(80, 80, 4), resolution(601, 601, 3), Buffer.alloc(3)])
    t.match(await asked({ ...usual, 'printer-resolution-default': [[0x32, other]] }), { dpi: undefined })
  t.same(await asked({ 'document-format-supported': [[0x49, 'image/pwg-raster']] }), {
    ...{ model: undefined, language: undefined, dpi: undefined, stock: undefined },
  })
})
