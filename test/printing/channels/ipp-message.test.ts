import fc from 'fast-check'
import t from 'tap'
import { ippChannel } from '../../../src/printing/channels/ipp.ts'
import { IppSyntaxError, responseOf } from '../../../src/printing/channels/ipp-message.ts'
import { type Patience, PrintError } from '../../../src/printing/index.ts'
import { cases, long, seed } from '../../random.ts'
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

t.test('whatever bytes a printer answers, the job ends with a PrintError or is accepted', async (t) => {
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
