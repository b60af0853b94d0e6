import { createServer as createTcpServer, type Socket } from 'node:net'
import fc from 'fast-check'
import t from 'tap'
import { type Patience, PrintError } from '../../src/printers/index.ts'
import { ippChannel, printerUri } from '../../src/printers/ipp.ts'
import { IppSyntaxError, responseOf } from '../../src/printers/ipp-message.ts'
import { cases, long, seed } from '../random.ts'
import { failureOf } from './jobs.ts'
import {
  getAttributes,
  ippBytes,
  listening,
  operationGroup,
  type PlayedPrinter,
  patience,
  piece,
  played,
  printerGroup,
  printJob,
  signal,
  testPrinter,
} from './played-printer.ts'

const channel = (url: string, language: 'zpl' | 'pdf' | 'png' = 'zpl', times: Partial<Patience> = {}) =>
  ippChannel({ ...testPrinter, language }, { kind: 'ipp', url }, patience(times))

const keywords = (...reasons: string[]) => ({ 'printer-state-reasons': reasons.map((each) => [0x44, each] as const) })
const formats = (...types: string[]) => ({ 'document-format-supported': types.map((each) => [0x49, each] as const) })
const stopped = { 'printer-state': [[0x23, 5]] as const }

async function using<T>(printer: PlayedPrinter, work: (printer: PlayedPrinter) => Promise<T>): Promise<T> {
  try {
    return await work(printer)
  } finally {
    await printer.close()
  }
}

/** One line for people, which never has an address. */
function isPresentable(message: string): boolean {
  return /^[ -~]{1,1000}$/.test(message) && !/127\.0\.0\.1|localhost|:\d{4,5}\b|:\/\/\w/.test(message)
}

t.test('the state of a printer, from its attributes', async (t) => {
  const found = [
    ['ready', printerGroup()],
    ['ready', printerGroup({ 'printer-state': [[0x23, 4]] })],
    ['ready', printerGroup(keywords('media-low-warning', 'media-empty-report', 'connecting-to-device'))],
    ['ready', printerGroup({ 'printer-is-accepting-jobs': undefined, 'printer-state-reasons': undefined })],
    ['paper_out', printerGroup(keywords('media-empty'))],
    ['paper_out', printerGroup(keywords('media-needed-error', 'paused'))],
    ['paper_out', printerGroup({ ...stopped, ...keywords('media-empty-warning') })],
    ['head_open', printerGroup(keywords('media-empty-error', 'cover-open-error'))],
    ['head_open', printerGroup(keywords('door-open'))],
    ['ribbon_out', printerGroup(keywords('marker-supply-empty-error'))],
    ['paused', printerGroup({ ...stopped, ...keywords('paused') })],
    ['buffer_full', printerGroup(keywords('spool-area-full'))],
    ['unreachable', printerGroup(keywords('offline-error'))],
    ['error', printerGroup(stopped)],
    ['error', printerGroup(keywords('fuser-over-temp-error'))],
    ['error', printerGroup({ 'printer-is-accepting-jobs': [[0x22, false]] })],
  ] as const
  for (const [state, group] of found) {
    const printer = await played(() => undefined, group)
    await using(printer, async ({ url, requests }) => {
      const condition = await channel(url).condition(signal())
      t.equal(condition.state, state, JSON.stringify(group.attributes))
      t.ok(isPresentable(condition.message), condition.message)
      const [request] = requests
      t.equal(request!.operation, getAttributes)
      if (state === 'ready') return
      const error = await failureOf(channel(url).send([piece(7, '^XA^XZ')], signal()))
      t.equal(error.code, 'printer_refused')
      t.same(error.delivery.sent, { rows: 0, labels: 0, bytes: 0 })
      t.equal(error.delivery.from, 7)
      t.ok(error.message.includes(condition.message), error.message)
      t.ok(requests.every(({ operation }) => operation === getAttributes))
    })
  }
})

t.test('no reason of a printer is quoted that is not a keyword', async (t) => {
  const group = printerGroup({
    ...stopped,
    ...keywords('\u001b[2J', 'http://192.0.2.1/', 'media-empty', 'X'.repeat(9000)),
  })
  await using(await played(() => undefined, group), async ({ url }) => {
    const { state, message } = await channel(url).condition(signal())
    t.same([state, message], ['paper_out', 'out of paper (media-empty)'])
  })
})

t.test('a job has its document, its format and its copies, and nothing else', async (t) => {
  await using(await played(), async ({ url, requests }) => {
    const document = Buffer.alloc(200_001, 'label ')
    const delivery = await channel(url, 'png').send([piece(1, 'first'), piece(2, document, 3)], signal())
    const amount = { rows: 2, labels: 4, bytes: 5 + 3 * document.length }
    t.same(delivery, { sent: amount, confirmed: amount, from: undefined })
    const [, first, second] = requests
    t.same(first!.attributes, {
      'attributes-charset': ['utf-8'],
      'attributes-natural-language': ['en'],
      'printer-uri': [url.replace('http:', 'ipp:')],
      'requesting-user-name': ['quietzone'],
      'job-name': ['quietzone'],
      'document-format': ['image/png'],
    })
    // RFC 8011, 4.1.4 and 4.1.5: in this order
    t.same(first!.names.slice(0, 3), ['attributes-charset', 'attributes-natural-language', 'printer-uri'])
    t.equal(first!.document.toString(), 'first')
    t.equal(first!.headers['content-type'], 'application/ipp')
    t.same(second!.attributes.copies, ['3'])
    t.same(second!.attributes['ipp-attribute-fidelity'], ['true'])
    t.ok(second!.document.equals(document))
    t.equal(new Set(requests.map(({ requestId }) => requestId)).size, requests.length)
  })
})

t.test('copies beyond those of one job are printed in several, and one by one where none are supported', async (t) => {
  const range = (most: number) => ({ 'copies-supported': [[0x33, Buffer.from([0, 0, 0, 1, 0, 0, 0, most])]] as const })
  for (const [changes, expected] of [
    [range(4), ['4', '4', '2']],
    [{ 'copies-supported': undefined }, Array(10).fill(undefined)],
  ] as const) {
    await using(await played(() => undefined, printerGroup(changes)), async ({ url, requests }) => {
      const { sent } = await channel(url, 'png').send([piece(1, 'label', 10)], signal())
      t.same(sent, { rows: 1, labels: 10, bytes: 50 })
      t.same(
        requests.slice(1).map(({ attributes }) => attributes.copies?.[0]),
        expected,
      )
    })
  }
})

t.test('the format of a document is one that the printer lists', async (t) => {
  const chosen = [
    ['zpl', ['application/octet-stream', 'application/vnd.zebra-zpl'], 'application/vnd.zebra-zpl'],
    ['zpl', ['application/octet-stream', 'application/vnd.cups-raw'], 'application/vnd.cups-raw'],
    ['zpl', ['application/pdf', 'application/octet-stream'], 'application/octet-stream'],
    ['zpl', [], 'application/octet-stream'],
    ['pdf', ['application/octet-stream', 'application/pdf'], 'application/pdf'],
    ['png', ['image/png'], 'image/png'],
    ['png', ['application/pdf', 'application/octet-stream'], undefined],
    ['pdf', ['image/urf'], undefined],
    ['zpl', ['application/pdf'], undefined],
  ] as const
  for (const [language, types, expected] of chosen) {
    await using(await played(() => undefined, printerGroup(formats(...types))), async ({ url, requests }) => {
      const job = channel(url, language).send([piece(1, 'label')], signal())
      if (expected === undefined) {
        const error = await failureOf(job)
        t.match(error.message, /^printer dock-3 does not take .*; it takes .*; nothing was sent$/)
        t.ok(error.message.includes(types[0]), error.message)
        t.equal(requests.length, 1)
      } else {
        await job
        t.same(requests[1]!.attributes['document-format'], [expected])
      }
    })
  }
})

t.test('every status of a job', async (t) => {
  const statuses = [
    [0x0000, undefined],
    [0x0001, undefined],
    [0x0002, undefined],
    [0x0400, /client-error-bad-request/],
    [0x0406, /client-error-not-found .*path/],
    [0x040a, /does not take application\/octet-stream: client-error-document-format-not-supported/],
    [0x040b, /client-error-attributes-or-values-not-supported/],
    [0x0500, /server-error-internal-error/],
    [0x0505, /server-error-temporary-error .*later/],
    [0x0506, /server-error-not-accepting-jobs/],
    [0x0507, /server-error-busy .*later/],
    [0x050b, /server-error-too-many-jobs/],
    [0x0300, /status 0x0300/],
    [0x04ff, /status 0x04ff/],
    [0xffff, /status 0xffff/],
  ] as const
  for (const [status, message] of statuses) {
    const printer = await played(({ operation, document }) =>
      operation === printJob && document.toString() === 'second' ? status : undefined,
    )
    await using(printer, async ({ url }) => {
      const job = channel(url, 'zpl', { write: 30 }).send([piece(1, 'first'), piece(2, 'second')], signal())
      const sent = { rows: 2, labels: 2, bytes: 11 }
      if (message === undefined) return t.same(await job, { sent, confirmed: sent, from: undefined })
      const error = await failureOf(job)
      t.equal(error.code, 'printer_refused')
      t.match(error.message, message)
      t.ok(isPresentable(error.message), error.message)
      return t.same(error.delivery, { sent, confirmed: { rows: 1, labels: 1, bytes: 5 }, from: 2 })
    })
  }
})

t.test('a printer that is busy is tried again, and its bytes count once', async (t) => {
  let busy = 3
  const printer = await played(({ operation }) => (operation === printJob && busy-- > 0 ? 0x0507 : undefined))
  await using(printer, async ({ url, requests }) => {
    const { sent } = await channel(url, 'zpl', { write: 300 }).send([piece(1, 'label')], signal())
    t.same(sent, { rows: 1, labels: 1, bytes: 5 })
    t.equal(requests.length, 5)
  })
})

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
    [200, ipp, Buffer.alloc(70_000), /more than 65536 bytes/],
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
    t.match((await channel(url).condition(signal())).message, /more than 65536 bytes/)
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

t.test('a printer that is not there', async (t) => {
  const gone = await played()
  await gone.close()
  const https = gone.url.replace('http:', 'https:')
  // a label of more than 63 characters: no name server is asked for it, which might not answer
  const unknown = `http://${'a'.repeat(64)}.invalid:631/`
  for (const url of [gone.url, https, unknown, 'http://127.0.0.1:1/']) {
    const { state, message } = await channel(url).condition(signal())
    t.equal(state, 'unreachable', message)
    t.ok(isPresentable(message), message)
    const error = await failureOf(channel(url).send([piece(3, 'label')], signal()))
    t.equal(error.code, 'printer_unreachable')
    t.same(error.delivery, {
      sent: { rows: 0, labels: 0, bytes: 0 },
      confirmed: { rows: 0, labels: 0, bytes: 0 },
      from: 3,
    })
  }
  const plain = await played()
  await using(plain, async ({ url }) => {
    const { state, message } = await channel(url.replace('http:', 'https:')).condition(signal())
    t.equal(state, 'unreachable')
    t.match(message, /TLS|closed/)
  })
})

/** A server that reads nothing, or only until a connection is made. */
async function silent(onConnection: (socket: Socket) => void = () => {}): Promise<PlayedPrinter> {
  const sockets: Socket[] = []
  const server = createTcpServer((socket) => {
    sockets.push(socket.on('error', () => {}))
    onConnection(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`,
    requests: [],
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

t.test('a printer that is silent: while it is connected to, and while it should answer', async (t) => {
  await using(await silent(), async ({ url }) => {
    const secure = channel(url.replace('http:', 'https:'), 'zpl', { connect: 50 })
    t.match(await secure.condition(signal()), {
      state: 'silent',
      message: /did not accept the connection within 0.05 s/,
    })
    const { state, message } = await channel(url, 'zpl', { response: 50 }).condition(signal())
    t.same([state, message], ['silent', 'did not answer within 0.05 s'])
    const error = await failureOf(channel(url, 'zpl', { response: 50 }).send([piece(1, 'label')], signal()))
    t.equal(error.code, 'printer_timeout')
    t.equal(error.delivery.sent.bytes, 0)
  })
})

t.test('a printer that begins an answer and does not end it', async (t) => {
  const printer = await listening([], (request, response) => {
    request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/ipp' }).write('x'))
  })
  await using(printer, async ({ url }) => {
    const { state } = await channel(url, 'zpl', { response: 50 }).condition(signal())
    t.equal(state, 'silent')
  })
})

/** A printer that is ready, and does this with the connection of a job. */
async function readyBut(onJob: (socket: Socket, received: () => number) => void): Promise<PlayedPrinter> {
  const ready = Buffer.concat([
    Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: application/ipp\r\nConnection: close\r\n\r\n'),
    ippBytes(0, 1, [operationGroup, printerGroup()]),
  ])
  let connections = 0
  return await silent((socket) => {
    if (connections++ === 0) {
      socket.once('data', () => socket.end(ready))
      return
    }
    let received = 0
    socket.on('data', (chunk) => {
      received += chunk.length
    })
    onJob(socket, () => received)
  })
}

const large = Buffer.alloc(32 << 20, 'x')

t.test('a printer that takes no more: the bytes that were handed over count, and the label does not', async (t) => {
  const printer = await readyBut((socket) => socket.pause())
  await using(printer, async ({ url }) => {
    const error = await failureOf(channel(url, 'zpl', { write: 100 }).send([piece(1, large)], signal()))
    t.equal(error.code, 'printer_timeout')
    t.match(error.message, /took no more data within 0.1 s/)
    const { sent, confirmed, from } = error.delivery
    t.ok(sent.bytes > 0 && sent.bytes < large.length)
    t.same([sent.rows, sent.labels, confirmed.bytes, from], [0, 0, 0, 1])
  })
})

t.test('a connection that breaks off: in the document, and before the answer', async (t) => {
  const inside = await readyBut((socket) => socket.once('data', () => socket.resetAndDestroy()))
  await using(inside, async ({ url }) => {
    const error = await failureOf(channel(url).send([piece(1, large)], signal()))
    t.equal(error.code, 'printer_refused')
    t.ok(error.delivery.sent.bytes > 0 && error.delivery.sent.bytes < large.length)
    t.same([error.delivery.sent.labels, error.delivery.confirmed.labels], [0, 0])
    t.ok(isPresentable(error.message), error.message)
  })
  const after = await readyBut((socket) => socket.on('data', (chunk) => chunk.includes('the end') && socket.destroy()))
  await using(after, async ({ url }) => {
    const error = await failureOf(channel(url).send([piece(1, 'label, the end')], signal()))
    t.same(error.delivery.sent, { rows: 1, labels: 1, bytes: 14 })
    t.same([error.delivery.confirmed.labels, error.delivery.from], [0, 1])
  })
})

t.test('an answer before the whole document is none', async (t) => {
  const printer = await readyBut((socket) => {
    const accepted = ippBytes(0, 2, [operationGroup])
    socket.once('data', () => {
      socket.pause()
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/ipp\r\n')
      socket.write(Buffer.concat([Buffer.from(`Content-Length: ${accepted.length}\r\n\r\n`), accepted]))
    })
  })
  await using(printer, async ({ url }) => {
    const error = await failureOf(channel(url).send([piece(1, large)], signal()))
    t.equal(error.code, 'printer_refused')
    t.match(error.message, /before it had the whole job/)
  })
})

t.test('a job that is stopped says what was sent', async (t) => {
  const controller = new AbortController()
  const printer = await played(({ operation, document }) => {
    if (operation === printJob && document.toString() === 'second') controller.abort()
    return undefined
  })
  await using(printer, async ({ url }) => {
    const error = await failureOf(channel(url).send([piece(1, 'first'), piece(2, 'second')], controller.signal))
    t.equal(error.code, 'printer_timeout')
    t.match(error.delivery, { sent: { rows: 2 }, confirmed: { rows: 1 }, from: 2 })
    const aborted = AbortSignal.abort()
    await t.rejects(channel(url).condition(aborted))
    t.same((await failureOf(channel(url).send([piece(1, 'first')], aborted))).delivery.sent.bytes, 0)
  })
})

t.test('no piece, no request; what the source of pieces throws is thrown', async (t) => {
  await using(await played(), async ({ url, requests }) => {
    t.equal((await channel(url).send([], signal())).from, undefined)
    t.equal(requests.length, 0)
    const pieces = function* () {
      yield piece(1, 'first')
      throw new TypeError('cannot be drawn')
    }
    await t.rejects(channel(url).send(pieces(), signal()), /cannot be drawn/)
  })
})

t.test('the URL as printers know it', async (t) => {
  t.equal(printerUri('http://192.0.2.1:631/ipp/print'), 'ipp://192.0.2.1:631/ipp/print')
  t.equal(printerUri('https://[2001:db8::1]:631/printers/a%20b'), 'ipps://[2001:db8::1]:631/printers/a%20b')
  t.equal(printerUri('http://printer.example/'), 'ipp://printer.example:80/')
  t.equal(printerUri('https://printer.example/'), 'ipps://printer.example:443/')
})
