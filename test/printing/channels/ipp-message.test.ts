import fc from 'fast-check'
import t from 'tap'
import { ippChannel } from '../../../src/printing/channels/ipp.ts'
import {
  type Attribute,
  groups,
  IppSyntaxError,
  membersOf,
  requestBytes,
  requestHead,
  requestOf,
  responseBytes,
  responseOf,
  tags,
} from '../../../src/printing/channels/ipp-message.ts'
import { type Patience, PrintError } from '../../../src/printing/index.ts'
import { cases, inLongRun, long, seed } from '../../random.ts'
import { failureOf } from '../printers/example-jobs.ts'
import { using } from './ipp-channel.ts'
import {
  ippBytes,
  listening,
  operationGroup,
  patience,
  piece,
  played,
  printerGroup,
  signal,
  testPrinter,
} from './played-printer.ts'

const channel = (url: string, language: 'zpl' | 'pdf' | 'png' = 'zpl', times: Partial<Patience> = {}) =>
  ippChannel({ ...testPrinter, language }, { kind: 'ipp', url }, patience(times))

/** One line for people, which never has an address. */
function isPresentable(message: string): boolean {
  return /^[ -~]{1,1000}$/.test(message) && !/127\.0\.0\.1|localhost|:\d{4,5}\b|:\/\/\w/.test(message)
}

t.test('answers that are not IPP', async (t) => {
  const html = { 'content-type': 'text/html' }
  const ipp = { 'content-type': 'application/ipp' }
  const answers = [
    [301, { location: 'http://192.0.2.1/' }, '', /redirects/],
    [307, { location: '/ipp/other' }, '', /redirects/],
    [401, {}, '', /password/],
    [403, {}, '', /password/],
    [404, html, '', /path/],
    [426, {}, '', /ipps:/],
    [503, {}, '', /busy/],
    [500, ipp, ippBytes(0, 1, [operationGroup, printerGroup()]), /HTTP 500/],
    [200, html, ippBytes(0, 1, [operationGroup, printerGroup()]), /not IPP/],
    [200, {}, '<html>', /not IPP/],
    [200, ipp, '', /ends within the version, after 0 bytes/],
    [200, ipp, Buffer.alloc(270_000), /more than 262144 bytes/],
    [200, ipp, ippBytes(0, 7, [operationGroup, printerGroup()]), /request 7 instead of 1/],
    [200, ipp, ippBytes(0, 1, [operationGroup]), /no attributes of the printer/],
    [200, ipp, ippBytes(0, 1, [operationGroup, printerGroup({ 'printer-state': undefined })]), /no printer-state/],
    [200, ipp, ippBytes(0, 1, [operationGroup, printerGroup({ 'printer-state': [[0x23, 'idle!']] })]), /value of/],
    [200, ipp, ippBytes(0, 1, [printerGroup()]), /not of the operation/],
    [200, ipp, ippBytes(0x0501, 1, [operationGroup]), /server-error-operation-not-supported/],
  ] as const
  for (const [status, headers, body, message] of answers) {
    const printer = await listening([], (request, response) => {
      request.resume().on('end', () => response.writeHead(status, headers).end(body))
    })
    await using(printer, async ({ url }) => {
      const condition = await channel(url).condition(signal())
      t.equal(condition.state, 'unknown')
      t.match(condition.message, message)
      const error = await failureOf(channel(url).send([piece(1, 'label')], signal()))
      t.equal(error.code, 'printer_refused')
      t.match(error.message, message)
      t.ok(isPresentable(error.message), error.message)
      t.equal(error.delivery.sent.bytes, 0)
    })
  }
})

t.test('an answer without an end is not read to it', async (t) => {
  let closed: () => void = () => {}
  const isClosed = new Promise<void>((resolve) => {
    closed = resolve
  })
  const printer = await listening([], (request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'application/ipp' })
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384)));
      }
      response.on('drain', more).on('close', closed)
      more()
    })
  })
  await using(printer, async ({ url }) => {
    t.match((await channel(url).condition(signal())).message, /more than 262144 bytes/)
    await isClosed
  })
})

t.test('malformed messages', async (t) => {
  const valid = ippBytes(0, 1, [operationGroup, printerGroup()])
  const bad = (message: RegExp, bytes: Buffer) => {
    try {
      responseOf(bytes)
      t.fail(`nothing is wrong with ${bytes.toString('hex')}`)
    } catch (error) {
      t.ok(error instanceof IppSyntaxError)
      t.match(String(error), message)
    }
  }
  for (let length = 0; length < valid.length; length++) bad(/ends within .* bytes/, valid.subarray(0, length))
  for (const major of [1, 2]) {
    const answered = responseOf(Buffer.concat([Buffer.of(major), valid.subarray(1)]))
    t.same(answered, responseOf(valid), `version ${major} is read`)
  }
  bad(/version 3/, Buffer.concat([Buffer.of(3), valid.subarray(1)]))
  const head = valid.subarray(0, 8)
  bad(/tag 0, which is reserved/, Buffer.concat([head, Buffer.of(0, 3)]))
  bad(/tag 128, which is reserved/, Buffer.concat([head, Buffer.of(1, 0x80, 3)]))
  bad(/attribute outside of a group/, Buffer.concat([head, Buffer.of(0x44, 0, 1, 97, 0, 0, 3)]))
  bad(/further value without an attribute/, Buffer.concat([head, Buffer.of(1, 0x44, 0, 0, 0, 0, 3)]))
  bad(
    /further value without an attribute/,
    Buffer.concat([head, Buffer.of(1, 0x44, 0, 1, 97, 0, 0, 2, 0x44, 0, 0, 0, 0, 3)]),
  )
  bad(/length below 0/, Buffer.concat([head, Buffer.of(1, 0x44, 0xff, 0xff, 3)]))
  bad(/"a" a second time/, Buffer.concat([head, Buffer.of(1, 0x44, 0, 1, 97, 0, 0, 0x44, 0, 1, 97, 0, 0, 3)]))
  // RFC 8010, 3.1.1: data may follow
  t.equal(responseOf(Buffer.concat([valid, Buffer.from('\n')])).groups.length, 2)
})

t.test('whatever bytes a printer answers, the job ends with a PrintError or is accepted', inLongRun, async (t) => {
  const valid = ippBytes(0, 1, [operationGroup, printerGroup()])
  const flipped = fc
    .array(fc.tuple(fc.nat(valid.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 })
    .map((changes) => {
      const bytes = Buffer.from(valid)
      for (const [at, value] of changes) bytes[at] = value
      return bytes
    })
  const any = fc.oneof(
    flipped,
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.concat([valid.subarray(0, 8), bytes])),
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  )
  let bytes = valid
  const printer = await played(() => bytes)
  await using(printer, async ({ url }) => {
    const property = fc.asyncProperty(any, async (answer) => {
      bytes = answer
      const { message } = await channel(url).condition(signal())
      if (!isPresentable(message)) return false
      return await channel(url, 'zpl', { write: 30 })
        .send([piece(1, 'label')], signal())
        .then(
          () => true,
          (error) => error instanceof PrintError && error.code === 'printer_refused' && isPresentable(error.message),
        )
    })
    await fc.assert(property, { numRuns: cases(400), seed })
  })
  t.pass(`${long ? 'long' : 'quick'} run`)
})

t.test('a request is read as it was written, with its document', (t) => {
  const size: readonly Attribute[] = [
    { tag: 'integer', name: 'x-dimension', values: [10160] },
    { tag: 'integer', name: 'y-dimension', values: [15240] },
  ]
  const column: readonly Attribute[] = [
    { tag: 'collection', name: 'media-size', values: [size] },
    { tag: 'keyword', name: 'media-source', values: ['main-roll', 'auto'] },
  ]
  const job: readonly Attribute[] = [
    { tag: 'integer', name: 'copies', values: [2] },
    { tag: 'collection', name: 'media-col', values: [column, column] },
    {
      tag: 'rangeOfInteger',
      name: 'page-ranges',
      values: [
        [1, 2],
        [4, 4],
      ],
    },
  ]
  const operation: readonly Attribute[] = [{ tag: 'charset', name: 'attributes-charset', values: ['utf-8'] }]
  const sent = [
    { tag: groups.operation, attributes: operation },
    { tag: groups.job, attributes: job },
  ]
  const bytes = Buffer.concat([requestBytes({ operation: 2, requestId: 7, groups: sent }), Buffer.from('%PDF')])
  t.same(requestHead(bytes), { version: [1, 1], operation: 2, requestId: 7 })
  const { groups: read, document } = requestOf(bytes)
  t.equal(Buffer.from(document).toString(), '%PDF')
  t.same(
    read.map(({ tag }) => tag),
    [groups.operation, groups.job],
  )
  const { attributes } = read[1]!
  const ranges = attributes.get('page-ranges')!.map(({ bytes }) => [bytes.readInt32BE(), bytes.readInt32BE(4)])
  t.same(ranges, [
    [1, 2],
    [4, 4],
  ])
  const members = membersOf(attributes.get('media-col')!)
  const texts = [...members].map(([name, values]) => [
    name,
    ...values.map(({ tag, bytes }) => [tag, bytes.toString('hex')]),
  ])
  t.same(
    texts,
    [
      ['media-size/x-dimension', [tags.integer, '000027b0']],
      ['media-size/y-dimension', [tags.integer, '00003b88']],
      ['media-source', [tags.keyword, '6d61696e2d726f6c6c'], [tags.keyword, '6175746f']],
    ],
    'of the first of two collections',
  )
  t.end()
})

t.test('values in the bytes of RFC 8010, 3.9', (t) => {
  const time = new Date(Date.UTC(2026, 10, 30, 9, 5, 7, 890))
  const attributes: readonly [Attribute, string][] = [
    [{ tag: 'dateTime', name: 'd', values: [time] }, '31000164000b07ea0b1e09050708 2b0000'],
    [{ tag: 'resolution', name: 'r', values: [203] }, '320001720009000000cb000000cb03'],
    [{ tag: 'rangeOfInteger', name: 'c', values: [[1, 999]] }, '3300016300080000000 1000003e7'],
    [{ tag: 'unknown', name: 'g', values: [undefined] }, '120001670000'],
    [{ tag: 'octetString', name: 'o', values: ['a', 'b'] }, '3000016f0001613000000001 62'],
    [{ tag: 'received', name: 'x', values: [{ tag: 0x7f, bytes: Buffer.of(1) }] }, '7f000178000101'],
  ]
  for (const [attribute, hex] of attributes) {
    const sent = [{ tag: groups.printer, attributes: [attribute] }]
    const bytes = responseBytes({ version: [2, 0], requestId: 258 }, 0x0400, sent)
    t.equal(Buffer.from(bytes).toString('hex'), `020004000000010204${hex.replaceAll(' ', '')}03`, attribute.tag)
  }
  t.end()
})

t.test('requests without bounds, and random ones, are refused or read', async (t) => {
  const head = Buffer.from('0101000200000001', 'hex')
  const value = Buffer.from('44000161000162', 'hex')
  const further = Buffer.from('44000000 0162'.replace(' ', ''), 'hex')
  const values = (count: number): Buffer =>
    Buffer.concat([head, Buffer.of(1), value, ...Array(count).fill(further), Buffer.of(3)])
  t.equal(requestOf(values(1900)).groups[0]!.attributes.get('a')!.length, 1901)
  t.throws(() => requestOf(values(2000)), { message: /more than 2000 values/ })
  const collections = Buffer.concat([
    head,
    Buffer.of(1, 0x34, 0, 1, 97, 0, 0),
    ...Array(900).fill(Buffer.from('4a0000000162340000 0000'.replace(' ', ''), 'hex')),
    Buffer.of(3),
  ])
  t.equal(membersOf(requestOf(collections).groups[0]!.attributes.get('a')!).size, 0, 'collections without an end')
  const any = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.concat([head, Buffer.of(1), bytes]))
  const flipped = fc.tuple(fc.nat(collections.length - 1), fc.nat(255)).map(([at, byte]) => {
    const bytes = Buffer.from(values(20))
    bytes[at % bytes.length] = byte
    return bytes
  })
  const property = fc.property(fc.oneof(any, flipped), (bytes) => {
    try {
      for (const { attributes } of requestOf(bytes).groups) for (const each of attributes.values()) membersOf(each)
      return true
    } catch (error) {
      return error instanceof IppSyntaxError
    }
  })
  fc.assert(property, { numRuns: cases(3000), seed })
})
